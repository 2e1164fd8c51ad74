"""Players and partners: every figure against a second count from exported records; seasons; corrected names."""

import html
import json
import random
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems
from referee.books.export import list_of_records
from referee.faults import RefusedError
from referee.games.havilering.combinations import Item
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.projection import COUNTS
from referee.games.havilering.shapes import SETUPS
from referee.games.havilering.talk import NAMES
from referee.season import season_at
from referee.store.player_names import Player
from referee.store.players import PlayedMatch
from referee.web.components import figures as lines_of
from referee.web.components.charts import FormChart
from tests.conftest import BOOK, made
from tests.havilering.counting import counts_of, of_player
from tests.havilering.self_play import CLUB, evening, season_of
from tests.pages import half_up

SIX = CLUB[:6]


@pytest.fixture(scope="session")
def book_of_a_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fourteen evenings, one of them not played to its end."""
    evenings = [evening(number, 40 * (14 - number), season_of, target=41, club=SIX) for number in range(14)]
    evenings[3]["actions"] = evenings[3]["actions"][:20]
    return made(tmp_path_factory.mktemp("books") / "club.db", evenings)


@pytest.fixture
def prepared(request: pytest.FixtureRequest, empty_book: Path, book_of_a_club: Path) -> Path:
    return book_of_a_club if "club" in request.fixturenames else empty_book


@pytest.fixture
def club(service: Any) -> Any:
    """The export of a club's evenings."""
    return lambda: json.loads("".join(list_of_records(service)))


def text(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def figures_on(page: str) -> dict[str, str]:
    """Every figure of a page, by its name."""
    lines = re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", page, re.DOTALL)
    table = re.search(r'<table class="combinations">(.*?)</table>', page, re.DOTALL)
    rows = re.findall(
        r'<tr><th scope="row">(.*?)</th>\s*<td>(.*?)</td>\s*<td>(.*?)</td></tr>', table[1] if table else ""
    )
    found = {name: text(value).strip() for name, value in lines}
    return found | {html.unescape(name): f"{count}, {rate}" for name, count, rate in rows}


def due_figures(counts: Counter[str]) -> dict[str, str]:
    """The same from the second count, written down a second time."""

    def of(part: int, whole: int) -> str:
        return f"{part} of {whole} {half_up(100 * part, whole)}%"

    def mean(total: int, count: int) -> str:
        return "–" if not count else half_up(total, count, "0.1")

    def several(count: int, noun: str) -> str:
        return f"{count} {noun}{'' if count == 1 else 's'}"

    c, whoever = counts, ", claimed or not" if counts["claims"] else ""
    due = {
        "Matches won": of(c["matches_won"], c["matches"]),
        "Games won": of(c["games_won"], c["games"]),
        "Points a hand": f"{mean(c['points'], c['hands'])} {mean(c['points_against'], c['hands'])} against, "
        f"in {several(c['hands'], 'hand')}",
        "Share of tricks": f"{half_up(100 * c['tricks_won'], c['tricks'])}% {c['tricks_won']} of {c['tricks']}; "
        "an even share is 25%",
        "Average trick won": f"{mean(c['worth_won'], c['tricks_won'])} by this player{whoever}",
        "Average trick lost": f"{mean(c['worth_given'], c['tricks_given'])} to the other side{whoever}",
        "Jack Havel": f"{c['jack_havel']}, {mean(100 * c['jack_havel'], c['tricks_won'])}",
        "Revokes": f"{c['revokes']}",
    }
    for item in Item:
        count = c[item.value.replace("-", "_")]
        name = NAMES[item][0].upper() + NAMES[item][1:]
        due[name] = f"{count}, {mean(100 * count, c['tricks_won'])}"
    if c["claims"] or c["calls"]:
        due["Calls"] = f"{c['calls']} {c['called_right']} right, {c['called_wrong']} wrong"
        due["Points from calls"] = f"{c['gained']} {c['lost']} given away by wrong ones"
        due["Missed"] = f"{several(c['missed'], 'point')} in {several(c['claims'], 'claim')}, {c['caught']} caught"
    return due


def page_of(client: Any, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.get_data(as_text=True))


def player_ids(client: Any) -> dict[str, int]:
    page = page_of(client, "/books/1/players")
    return {name: int(number) for number, name in re.findall(r'players/(\d+)"><bdi>([^<]*)</bdi></a></th>', page)}


def test_every_figure_of_every_player_equals_a_second_count(client: Any, club: Any) -> None:
    counts, players = counts_of(club(), season_of), player_ids(client)
    assert set(players) == {name for name, _ in counts}
    for name, number in players.items():
        page, own = page_of(client, f"/books/1/players/{number}"), of_player(counts, name)
        assert figures_on(page) == due_figures(own)
        as_dealer = own["jack_havel_dealer"]
        taken = own["jack_havel"]
        times = {0: "never", 1: "once", 2: "twice"}.get(taken, f"{taken} times")
        assert f"{times} {as_dealer} as dealer, {taken - as_dealer} not" in text(page)
        for (who, partner), each in counts.items():
            if who == name:
                row = f"{partner} {each['matches_won']} of {each['matches']} "
                assert row in text(page)
    total = sum(counts.values(), Counter[str]())
    seldom = ("prial", "double_prial", "run_4", "running_flush_4")
    assert [name for name in COUNTS if not total[name] and name not in seldom] == []


def test_every_figure_of_a_season_equals_a_second_count(client: Any, club: Any) -> None:
    records = club()
    leagues = {"2026-09-23": "autumn", "2026-06-21": "summer"}
    for league, season in leagues.items():
        of_season = [record for record in records if season_at(HAVILERING.read(record).setup.started).value == season]
        counts = counts_of(of_season, season_of)
        assert counts
        for name, number in player_ids(client).items():
            own = of_player(counts, name)
            answer = client.get(f"/books/1/players/{number}?league={league}")
            assert (answer.status_code == 200) == bool(own)
            if own:
                assert figures_on(answer.get_data(as_text=True)) == due_figures(own)
        table = text(page_of(client, f"/books/1/seasons/{league}"))
        for name in {name for name, _ in counts}:
            own = of_player(counts, name)
            assert f"{name} {own['matches_won']} of {own['matches']} " in table


def test_partners_have_a_page_of_their_own(client: Any, club: Any) -> None:
    counts, players = counts_of(club(), season_of), player_ids(client)
    for (one, other), mine in counts.items():
        page = text(page_of(client, f"/books/1/players/{players[one]}/with/{players[other]}"))
        theirs = counts[other, one]
        assert f"Matches won {mine['matches_won']} of {mine['matches']}" in page
        assert f"Fifteen {mine['fifteen']} {theirs['fifteen']} " in page
        assert f"Revokes {mine['revokes']} {theirs['revokes']} " in page
    strangers = next((a, b) for a in players for b in players if a != b and (a, b) not in counts)
    assert client.get(f"/books/1/players/{players[strangers[0]]}/with/{players[strangers[1]]}").status_code == 404


def test_the_best_partner_is_the_one_most_was_won_with(client: Any, club: Any) -> None:
    counts, players = counts_of(club(), season_of), player_ids(client)
    for name, number in players.items():
        told = re.search(r"Best with (\w+) : won (\d+) of (\d+)", text(page_of(client, f"/books/1/players/{number}")))
        assert told
        with_each = {partner: each for (who, partner), each in counts.items() if who == name}
        tried = [each for each in with_each.values() if each["matches"] >= 3] or list(with_each.values())
        best = max(each["matches_won"] / each["matches"] for each in tried)
        assert int(told[2]) / int(told[3]) == best
        assert with_each[told[1]]["matches_won"] == int(told[2])


def test_the_champion_of_a_season_won_the_largest_share(client: Any, club: Any) -> None:
    assert "Autumn 2026" in text(page_of(client, "/books/1/seasons"))
    for league in re.findall(r"seasons/([\d-]+)", page_of(client, "/books/1/seasons")):
        season = page_of(client, f"/books/1/seasons/{league}")
        won = [(int(a), int(b)) for a, b in re.findall(r"<b>(\d+)</b> of (\d+)", season.split("<h2")[0])]
        places = [(won / played, played) for won, played in won]
        assert places == sorted(places, reverse=True)
        assert len(places) > 1
    assert client.get("/books/1/seasons/2020-03-20").status_code == 404
    assert client.get("/books/1/seasons/nonsense").status_code == 404


def test_a_match_in_the_bin_counts_for_nobody_until_it_is_taken_back(client: Any, club: Any, app: Any) -> None:
    before = {number: page_of(client, f"/books/1/players/{number}") for number in player_ids(client).values()}
    app.extensions["maintenance"].move_to_bin(1)
    for name, number in player_ids(client).items():
        own = of_player(counts_of(club(), season_of), name)
        assert figures_on(page_of(client, f"/books/1/players/{number}")) == due_figures(own)
    app.extensions["maintenance"].restore_from_bin(BOOK, 1)
    assert {n: figures_on(page_of(client, f"/books/1/players/{n}")) for n in before} == {
        n: figures_on(page) for n, page in before.items()
    }


# --- names ---------------------------------------------------------------------------------------------------


def rename(client: Any, number: int, name: str) -> Any:
    page = page_of(client, f"/books/1/players/{number}")
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    return client.post(f"/books/1/players/{number}", data={"csrf_token": token, "name": name})


def part(client: Any, number: int, written: str) -> Any:
    page = page_of(client, f"/books/1/players/{number}")
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    return client.post(f"/books/1/players/{number}/part", data={"csrf_token": token, "written": written})


def test_a_new_name_stands_everywhere_and_the_figures_stay(client: Any, club: Any) -> None:
    number = player_ids(client)["Ann"]
    before = figures_on(page_of(client, f"/books/1/players/{number}"))
    assert rename(client, number, "  Annabel  ").status_code == 303
    assert "Ann is Annabel now." in page_of(client, f"/books/1/players/{number}")
    assert rename(client, number, "Annabel").status_code == 303
    assert " now." not in page_of(client, f"/books/1/players/{number}")
    assert player_ids(client)["Annabel"] == number
    assert figures_on(page_of(client, f"/books/1/players/{number}")) == before
    assert not any("Ann" in record["players"].values() for record in club())
    for path in ("/books/1/", "/books/1/?q=annabel"):
        assert "Annabel" in page_of(client, path)
    assert "No matches found" in page_of(client, "/books/1/?player=nobody")


def test_two_who_met_cannot_get_names_that_a_record_refuses(client: Any, club: Any) -> None:
    """The earlier name of one differs from the new name of the other in case only."""
    players = player_ids(client)
    assert rename(client, players["Bob"], "Robert").status_code == 303
    assert rename(client, players["Ann"], "BOB").status_code == 303
    answer = rename(client, players["Bob"], "Bob")
    assert answer.status_code == 422
    assert "Robert and BOB sat at one table on " in answer.get_data(as_text=True)
    assert "so their names must differ." in answer.get_data(as_text=True)
    for record in club():
        HAVILERING.read(record)


@pytest.fixture
def similar_names(client: Any, club: Any, service: Any) -> Any:
    """One more evening, on which Ann was typed with a letter too many."""
    record = next(each for each in club() if "Ann" in each["players"].values())
    record["players"] = {seat: "Anne" if name == "Ann" else name for seat, name in record["players"].items()}
    service.import_records(BOOK, [HAVILERING.read(record)])
    return record


def test_two_who_were_typed_apart_become_one_and_can_be_parted(client: Any, club: Any, similar_names: Any) -> None:
    players = player_ids(client)
    assert re.search("Same player twice.*>Ann<.*>Anne<", page_of(client, "/books/1/players"), re.DOTALL)
    before = {name: figures_on(page_of(client, f"/books/1/players/{players[name]}")) for name in players}
    others = {name: number for name, number in players.items() if name != "Anne"}
    partner = next(name for name in others if "Anne" in text(page_of(client, f"/books/1/players/{others[name]}")))
    assert rename(client, players["Anne"], "Ann").location.endswith(f"/players/{players['Ann']}")
    assert "Anne" not in player_ids(client)
    counts = counts_of(club(), season_of)
    for name in set(players) - {"Anne"}:
        page = page_of(client, f"/books/1/players/{players[name]}")
        assert figures_on(page) == due_figures(of_player(counts, name))
    assert "Anne" not in text(page_of(client, f"/books/1/players/{players[partner]}"))
    page = page_of(client, f"/books/1/players/{players['Ann']}")
    assert "Also written Anne" in text(page)
    assert part(client, players["Ann"], "Anne").status_code == 303
    players = player_ids(client)
    assert {name: figures_on(page_of(client, f"/books/1/players/{players[name]}")) for name in players} == before


def test_who_sat_at_one_table_are_two_people(client: Any, club: Any) -> None:
    players = player_ids(client)
    names = list(club()[0]["players"].values())
    answer = rename(client, players[names[0]], names[1])
    assert answer.status_code == 422
    assert f"{names[0]} and {names[1]} sat at one table on " in text(answer.get_data(as_text=True))
    assert player_ids(client) == players


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202e", "a\nb\x00"])
def test_what_is_no_name_is_refused_and_stays_in_the_field(client: Any, club: Any, name: str) -> None:
    number = player_ids(client)["Ann"]
    answer = rename(client, number, name)
    assert answer.status_code == 422
    assert "Traceback" not in answer.get_data(as_text=True)
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert player_ids(client)["Ann"] == number


def at_one_table(service: Any, *names: str, **more: Any) -> None:
    """A match of four that one ruling wins."""
    rules = {"target": 11} | more.pop("rules", {})
    started = more.pop("started", "2026-11-01T20:00:00+00:00")
    setup = {"players": dict(zip("NESW", names, strict=True)), "dealer": "N", "started": started, "rules": rules}
    given = {"type": "adjust", "side": "NS", "points": 11, "reason": "agreed"}
    record = {"format": "havilering-match", "version": 1, **setup, "actions": more.pop("actions", [given])}
    service.import_records(BOOK, [HAVILERING.read(record)])


@pytest.mark.parametrize("way", ["file", "form"])
def test_two_names_at_one_table_are_two_people_whatever_was_joined_before(
    client: Any, service: Any, open_match: Any, way: str
) -> None:
    at_one_table(service, "Anne", "Bob", "Eve", "Dan")
    at_one_table(service, "Ann", "Bob", "Eve", "Dan", started="2026-11-02T20:00:00+00:00")
    rename(client, player_ids(client)["Anne"], "Ann")
    page_of(client, "/books/1/players")  # It says that they are one player now.
    assert "Anne" not in page_of(client, "/books/1/")
    names = dict(zip("NESW", ("Ann", "Bob", "Anne", "Dan"), strict=True))
    if way == "file":
        at_one_table(service, *names.values(), started="2026-11-03T20:00:00+00:00")
    else:
        setup = {"players": names, "dealer": "N", "started": "2026-11-03T20:00:00+00:00", "rules": {}}
        service.open(BOOK, SETUPS.read(setup))
    assert service.current(1).whole_match.player("N") == "Anne"
    assert sorted(service.current(3).whole_match.setup.players.values()) == ["Ann", "Anne", "Bob", "Dan"]
    assert list(problems(service.database)) == []


def test_a_name_that_was_given_for_a_while_leaves_no_trace(client: Any, club: Any) -> None:
    number = player_ids(client)["Ann"]
    for name in ("Zoe", "Yan", "Ann"):
        assert rename(client, number, name).status_code == 303
    assert "Also written" not in page_of(client, f"/books/1/players/{number}")
    rename(client, number, "Zoe")
    answer = rename(client, player_ids(client)["Bob"], "Ann")
    assert "“Ann” was written for Zoe" in text(answer.get_data(as_text=True))
    assert player_ids(client)["Zoe"] == number


def test_names_that_differ_in_capitals_or_accents_are_not_given_by_mistake(client: Any, club: Any) -> None:
    answer = rename(client, player_ids(client)["Bob"], "ÀNN")
    assert answer.status_code == 422
    assert "There is Ann already" in text(answer.get_data(as_text=True))
    assert rename(client, player_ids(client)["Ann"], "ANN").status_code == 303


def test_partners_of_whom_one_never_claimed_have_a_page(client: Any, service: Any) -> None:
    claimed = [{"type": "trick", "cards": ["QH", "AH", "KH", "JH"]}, {"type": "claim", "items": {"flush": 1}},
               {"type": "adjust", "side": "NS", "points": 10, "reason": "agreed"}]  # fmt: skip
    at_one_table(service, "Ann", "Bob", "Cat", "Dan", rules={"muggins": True}, actions=claimed)
    ids = player_ids(client)
    for one, other in (("Ann", "Cat"), ("Cat", "Ann"), ("Bob", "Dan"), ("Dan", "Bob")):
        page = text(page_of(client, f"/books/1/players/{ids[one]}/with/{ids[other]}"))
        assert ("Calls of Muggins" in page) is ("Points missed 0 13" in page or "Points missed 13 0" in page)


def test_the_line_of_form_is_the_share_of_the_last_ten_from_its_first_point_on() -> None:
    won = [place % 3 == 0 for place in range(24)]
    played = [PlayedMatch(n, "2026-01-01T00:00:00+00:00", w, 1, 1, 10, 5, 1) for n, w in enumerate(won)]
    chart = FormChart(played, 15)
    assert len(chart.bars) == 15
    heights = [float(point.split(",")[1]) for point in chart.line.split()]
    shares = [(chart.bottom - y) / (chart.bottom - chart.top) for y in heights]
    due = [sum(won[place - 9 : place + 1]) / 10 for place in range(9, 24)]
    assert shares == pytest.approx(due, abs=0.001)


def test_names_that_are_all_alike_are_not_compared_all_with_all() -> None:
    """Two million pairs, of which a page tells a few."""
    players = [Player(number, "Anna" + "\u0301" * number) for number in range(2000)]
    assert len(list(islice(lines_of.similar_names(players), 5))) == 5


def typed_twice(client: Any) -> list[tuple[str, str]]:
    page = page_of(client, "/books/1/players")
    return [(html.unescape(one), html.unescape(other)) for one, other in re.findall(
        r'<span class="also">.*?<bdi>(.*?)</bdi>.*?<bdi>(.*?)</bdi>', page, re.DOTALL)]  # fmt: skip


def test_typed_twice_offers_doubles_first_and_never_two_who_met(client: Any, service: Any) -> None:
    """Maria and Marie sat at one table, and so did others alike; the doubles never met."""
    for number, four in enumerate(["Maria Marie Mario Marion", "Zoe Straße Zoë Emil", "ZOE STRASSE Zoe\u0308 Emile"]):
        at_one_table(service, *four.split(), started=f"2026-11-{10 + number}T19:00:00+00:00")
    doubles = [("Straße", "STRASSE"), ("Zoe", "ZOE"), ("Zoe", "Zoe\u0308"), ("Zoë", "ZOE"), ("Zoë", "Zoe\u0308")]
    found = [tuple(sorted(two)) for two in typed_twice(client)]
    assert sorted(found) == sorted(tuple(sorted(two)) for two in doubles)
    ids = player_ids(client)
    token = re.findall(r'name="csrf_token"\s+value="([^"]*)"', page_of(client, "/books/1/players"))[0]
    for one, other in doubles:
        data = {"csrf_token": token, "other": other}
        assert client.post(f"/books/1/players/{ids[one]}/apart", data=data).status_code == 303
    assert typed_twice(client) == [("Emil", "Emile")]
    assert rename(client, ids["Emile"], "Emil").status_code == 303
    assert typed_twice(client) == []
    assert list(problems(service.database)) == []


def test_only_a_name_that_was_written_can_be_parted(client: Any, club: Any) -> None:
    number = player_ids(client)["Ann"]
    for written in ("Ann", "Bob", "", "x"):
        assert part(client, number, written).status_code == 404
    assert client.get("/books/1/players/999").status_code == 404
    assert client.get(f"/books/1/players/{10**30}").status_code == 404


def test_an_exported_record_is_recognised_after_a_renaming(client: Any, club: Any, service: Any) -> None:
    rename(client, player_ids(client)["Ann"], "Annabel")
    records = club()
    assert [new for _, new in service.import_records(BOOK, map(HAVILERING.read, records))] == [False] * len(records)


def test_whatever_is_done_totals_are_the_sum_of_results(client: Any, club: Any, service: Any, app: Any) -> None:
    chance, maintenance, player_store = (
        random.Random(7),
        app.extensions["maintenance"],
        service.projections.player_store,
    )
    binned: list[int] = []
    for step in range(120):
        what, players = chance.random(), player_store.players(BOOK)
        if what < 0.3:
            number = chance.choice(service.database.numbers())
            version = service.version(number)
            service.undo(number, version, f"u{step}")
            if chance.random() < 0.6:
                service.redo(number, version + 1, f"r{step}")
        elif what < 0.5 and len(service.database.numbers()) > 3:
            binned.append(chance.choice(service.database.numbers()))
            maintenance.move_to_bin(binned[-1])
        elif what < 0.65 and binned:
            maintenance.restore_from_bin(BOOK, binned.pop())
        elif what < 0.85:
            one = chance.choice(players)
            with_suppressed_refusal(maintenance, one, chance.choice([*SIX, "Zoe", "Yan"]))
        else:
            one = chance.choice(players)
            for written in player_store.other_names(one)[:1]:
                maintenance.split(BOOK, one, written)
        assert player_store.miscounted() == []
    counts = counts_of(club(), season_of)
    for player in player_store.players(BOOK):
        own = of_player(counts, player.name)
        figures = player_store.figures([player])
        assert {name: own[name] for name in figures.__slots__} == {n: getattr(figures, n) for n in figures.__slots__}


def with_suppressed_refusal(maintenance: Any, player: Any, name: str) -> None:
    try:
        maintenance.rename(BOOK, player, name)
    except RefusedError as refused:
        assert [fault.code for fault in refused.faults] in (["two-people"], ["an-earlier-name"])

"""Players and pairs against each other, in every game: every figure against a second count; and no slow query."""

import html
import re
from typing import Any

import pytest

from referee.games import GAMES
from referee.store.opponents import Opponents
from referee.web.games import PAGES
from referee.web.players.views import LATEST_FORM
from tests.conftest import BOOK
from tests.core.second_counts import OF_PARTNERS, RANKED, met, records_of
from tests.pages import half_up


def text(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


@pytest.fixture(params=GAMES)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def records(service: Any, key: str) -> list[dict[str, Any]]:
    """The matches of a book of a game."""
    found = records_of(key)
    service.import_records(BOOK, [GAMES[key].read(record) for record in found])
    return found


def figures(counts: Any) -> dict[str, int]:
    return {name: getattr(counts, name) for name in RANKED}


@pytest.mark.quick(4)
@pytest.mark.parametrize("size", [1, 2])
def test_every_figure_is_that_of_the_second_count(service: Any, records: Any, key: str, size: int) -> None:
    if size == 2 and key not in OF_PARTNERS:
        return
    store, due = service.projections.player_stores[key], met(key, records, size)
    ids = {player.name: player for player in store.players(BOOK)}
    opponents = Opponents(service.database, store)
    leagues = {league for _, _, league in due}
    assert len(leagues) > 4
    for side in {side for side, _, _ in due}:
        players = [ids[name] for name in side]
        for league in leagues:
            expected = {
                frozenset(other): {name: counts[name] for name in RANKED}
                for (one, other, when), counts in due.items()
                if one == side and when == league
            }
            found = opponents.met(players, league)
            assert len(found) == len(expected)
            assert {frozenset(p.name for p in each.players): figures(each.figures) for each in found} == expected
        for other in {other for one, other, _ in due if one == side}:
            them = [ids[name] for name in other]
            seasons = {league: figures(counts) for league, counts in opponents.by_league(players, them, 99)}
            assert seasons == {
                league: {name: counts[name] for name in RANKED}
                for (one, two, league), counts in due.items()
                if (one, two) == (side, other) and league
            }
            own = due[side, other, ""]
            assert figures(opponents.against(players, them)) == {name: own[name] for name in RANKED}
            form = opponents.form(players, them, 99)
            assert len(form) == own["matches"]
            assert sum(match.won for match in form) == own["matches_won"]
            assert sum(match.points_against for match in form) == own["points_against"]
            assert [match.opened for match in form] == sorted(match.opened for match in form)


@pytest.mark.quick(2)
def test_the_pages_tell_it(client: Any, service: Any, records: Any, key: str) -> None:
    store = service.projections.player_stores[key]
    ids = {player.name: player.id for player in store.players(BOOK)}
    for size in (1, 2) if key in OF_PARTNERS else (1,):
        for (side, other, league), counts in met(key, records, size).items():
            own = f"/books/1/players/{'/with/'.join(str(ids[name]) for name in side)}"
            address = f"{own}/against/{'/with/'.join(str(ids[name]) for name in other)}"
            query = f"?league={league}" if league else ""
            answer = client.get(address + query)
            assert answer.status_code == 200, address
            page = text(raw := answer.get_data(as_text=True))
            assert f"{' & '.join(side)} against {' & '.join(other)}" in page
            share = f"{half_up(100 * counts['matches_won'], counts['matches'])}%"
            assert f"Matches won {counts['matches_won']} of {counts['matches']} ({share})" in page
            assert not re.search(r"(?<!\w)-\d", page), address  # A number below nought has a true minus.
            if not league and counts["matches"] <= LATEST_FORM:
                rows = re.findall(r"<td>(?:won|lost)</td><td>(\d+) of (\d+)</td>", raw)
                won, games = (sum(map(int, column)) for column in zip(*rows, strict=True))
                assert (won, games) == (counts["games_won"], counts["games"])
            if size == 1:
                listed = text(client.get(f"{own}/opponents{query}").get_data(as_text=True))
                mine, theirs = (half_up(counts[of], counts["hands"], "0.1") for of in ("points", "points_against"))
                rate = f"{mine} v {theirs}"
                row = f"{other[0]} {counts['matches_won']} of {counts['matches']} {share} {counts['games_won']} of "
                assert f"{row}{counts['games']} {rate.replace('-', '−')}" in listed


@pytest.mark.quick(2)
def test_the_best_partner_is_one_to_win_with(client: Any, service: Any, key: str) -> None:
    """A player's page has one exactly if the player has won with a partner who is tried, or else with any."""
    service.import_records(BOOK, [GAMES[key].read(record) for record in records_of(key)[:4]])
    store = service.projections.player_stores[key]
    pages = {player: client.get(f"/books/1/players/{player.id}").get_data(as_text=True) for player in
             store.players(BOOK)}  # fmt: skip
    for player, page in pages.items():
        with_each = [each.figures for each in store.partners(player)]
        tried = [counts for counts in with_each if counts.matches >= 3] or with_each
        assert ("Best with" in text(page)) is any(counts.matches_won for counts in tried), player


@pytest.mark.quick(2)
def test_figures_name_their_game_if_the_book_has_several(client: Any, service: Any, records: Any, key: str) -> None:
    other = next(each for each in GAMES if each != key)
    service.import_records(BOOK, [GAMES[other].read(record) for record in records_of(other)])
    store = service.projections.player_stores[key]
    ids = {player.name: player.id for player in store.players(BOOK)}
    side, against, _ = next(iter(met(key, records)))
    own = f"/books/1/players/{ids[side[0]]}"
    paths = [own, f"{own}/opponents", f"{own}/against/{ids[against[0]]}"]
    if store.has_partners:
        pair, *_ = next(iter(met(key, records, 2)))
        paths.append(f"/books/1/players/{'/with/'.join(str(ids[name]) for name in pair)}")
    for path in [*paths, "/books/1/players", "/books/1/ratings", "/books/1/achievements", "/books/1/seasons"]:
        page = text(client.get(f"{path}?game={key}").get_data(as_text=True))
        assert PAGES[key].title in page, path


@pytest.mark.quick(2)
def test_who_never_met_has_no_page(client: Any, service: Any, records: Any, key: str) -> None:
    store = service.projections.player_stores[key]
    ids = {player.name: player.id for player in store.players(BOOK)}
    ann, bob = ids["Ann"], ids["Bob"]
    nowhere = [f"{ann}/against/{ann}", f"{ann}/against/999", "999/opponents", f"{ann}/opponents?league=1999-03-20"]
    nowhere.append(f"{ann}/against/{bob}?league=1999-03-20")
    if key not in OF_PARTNERS:
        nowhere += [f"{ann}/with/{bob}/opponents", f"{ann}/with/{bob}/against/{ids['Cat']}/with/{ids['Dan']}"]
    for path in nowhere:
        assert client.get(f"/books/1/players/{path}").status_code == 404, path


@pytest.mark.quick(2)
def test_the_pages_are_reached_from_a_player(client: Any, service: Any, records: Any, key: str) -> None:
    ids = {p.name: p.id for p in service.projections.player_stores[key].players(BOOK)}
    asked, done = [f"/books/1/players/{ids['Ann']}"], set[str]()
    while asked and len(done) < 60:
        address = asked.pop(0)
        done.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        links = re.findall(r'href="(/books/1/players/[^"?#]*)"', answer.get_data(as_text=True))
        asked += [link for link in dict.fromkeys(links) if link not in done and link not in asked]
    ends = [r"/\d+/opponents", r"/\d+/against/\d+"]
    ends += [r"/with/\d+/opponents", r"/with/\d+/against/\d+/with/\d+"] if key in OF_PARTNERS else []
    for end in ends:
        assert any(re.search(f"{end}$", address) for address in done), end


@pytest.mark.quick(2)
def test_no_query_goes_through_all_results(
    client: Any, service: Any, records: Any, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = {p.name: p.id for p in service.projections.player_stores[key].players(BOOK)}
    known = next(other for side, other, _ in met(key, records) if side == ("Ann",))
    paths = ["", "/opponents", "/opponents?sort=name", f"/against/{ids[known[0]]}"]
    for side, other, _ in met(key, records, 2) if key in OF_PARTNERS else ():
        if side[0] == "Ann":
            paths.append(f"/with/{ids[side[1]]}")
            paths += [f"{paths[-1]}/opponents", f"{paths[-1]}/against/{ids[other[0]]}/with/{ids[other[1]]}"]
            break
    asked, rows = [], service.database.rows

    def noted(select: str, values: Any = ()) -> Any:
        asked.append((select, values))
        return rows(select, values)

    monkeypatch.setattr(service.database, "rows", noted)
    for path in paths:
        assert client.get(f"/books/1/players/{ids['Ann']}{path}").status_code == 200, path
    table = GAMES[key].tables.results
    ours = [(select, values) for select, values in asked if re.search(rf"\b{table}\b", select)]
    assert len(ours) >= len(paths)
    for select, values in ours:
        plan = [row["detail"] for row in rows(f"EXPLAIN QUERY PLAN {select}", values)]
        assert not [step for step in plan if re.match(rf"SCAN (own|other|{table})\b", step)], (select, plan)

"""League tables sorted by the heads of their columns, and the table of partners, in every game."""

import html
import itertools
import random
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES
from referee.web.components import sorting
from tests.conftest import BOOK, made
from tests.core.second_counts import OF_PARTNERS, by_seat, league_of, records_of
from tests.havilering.counting import ACROSS
from tests.pages import half_up

COLUMNS = ("name", "won", "games", "points")
Row = tuple[int, tuple[str, ...]]


def shown(page: str, which: int = 0) -> list[Row]:
    """The places and names in a league table of a page."""
    table = page.split('<table class="league">')[which + 1].split("</table>")[0]
    rows = re.findall(r"<tr><td><span[^>]*>(\d+)</span></td>(.*?)</tr>", table, re.DOTALL)
    return [(int(place), tuple(html.unescape(each) for each in re.findall("<bdi>(.*?)</bdi>", row)))
            for place, row in rows]  # fmt: skip


def heads(page: str, which: int = 0) -> dict[str, tuple[str, str]]:
    """By column the order that a table says it has, and the address of the link."""
    head = page.split('<table class="league">')[which + 1].split("</thead>")[0]
    found = re.findall(r'<th scope="col"(?: aria-sort="(\w+)")?><a href="([^"]*)"', head)
    return {column: (state, html.unescape(link)) for column, (state, link) in zip(COLUMNS, found, strict=True)}


def counted(key: str, records: Any, league: str = "", size: int = 1) -> dict[tuple[str, ...], Counter[str]]:
    """The second count of players, or of pairs of partners."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for record in records[:-1]:
        if not league or league_of(record) == league:
            for seat, counts in by_seat(key, record).items():
                names = [record["players"][each] for each in ((seat,) if size == 1 else (seat, ACROSS[seat]))]
                found.setdefault(tuple(names), Counter()).update(counts)
    return found


def standing(counts: Counter[str]) -> tuple[float, int, int]:
    """All that decides the place in a league, the least first."""
    margin = counts["points"] - counts["points_against"]
    return -counts["matches_won"] / counts["matches"], -counts["matches"], -margin


def due(counts: dict[tuple[str, ...], Counter[str]], ids: dict[str, int], column: str, turned: bool) -> list[Row]:
    """The table sorted a second time: equal ones by their places, then by name; those who are level share a place.

    Pairs begin with the player of the lower number.
    """
    sides = [side for side in counts if [ids[name] for name in side] == sorted(ids[name] for name in side)]
    best = sorted(sides, key=lambda side: (standing(counts[side]), [name.upper() for name in side]))
    standings = [standing(counts[side]) for side in best]
    places = {side: standings.index(standing(counts[side])) + 1 for side in best}
    values: dict[str, Any] = {
        "name": lambda side: [name.upper() for name in side],
        "won": lambda side: -places[side],
        "games": lambda side: counts[side]["games_won"] / counts[side]["games"],
        "points": lambda side: counts[side]["points"] / counts[side]["hands"],
    }
    rows = sorted(best, key=values[column], reverse=turned != (column != "name"))
    return [(places[side], side) for side in rows]


@pytest.fixture(params=GAMES, scope="module")
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def records(key: str) -> list[dict[str, Any]]:
    return records_of(key)


@pytest.fixture(scope="module")
def played(records: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("books") / "played.db", records)


@pytest.fixture
def prepared(request: pytest.FixtureRequest, empty_book: Path) -> Path:
    """The book of a game's matches for the tests that ask for their records."""
    book: Path = request.getfixturevalue("played") if "records" in request.fixturenames else empty_book
    return book


@pytest.fixture
def ids(service: Any, records: Any) -> dict[str, int]:
    return {player.name: player.id for player in service.projections.player_store.players(BOOK)}


def page_of(client: Any, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.get_data(as_text=True))


@pytest.mark.quick(2)
def test_nobody_has_a_medal_without_a_win(client: Any, records: Any) -> None:
    page = page_of(client, "/books/1/players?all=1")
    rows = re.findall(r"<tr><td><span([^>]*)>\d+</span></td>.*?<b>(\d+)</b> of", page, re.DOTALL)
    assert rows
    assert all(("place-" in medal) == (won != "0") for medal, won in rows)


@pytest.mark.quick(3, 12)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_table_is_sorted_by_any_column(
    client: Any, key: str, records: Any, ids: Any, column: str, turned: bool
) -> None:
    asked = f"sort={'-' * turned}{column}&sort_pairs={'-' * turned}{column}"
    rising = turned != (column == "name")
    for league in ("", league_of(records[0])):
        address = f"/books/1/seasons/{league}?{asked}" if league else f"/books/1/players?all=1&{asked}"
        page = page_of(client, address)
        assert shown(page) == due(counted(key, records, league), ids, column, turned)
        if key in OF_PARTNERS:
            assert shown(page, 1) == due(counted(key, records, league, size=2), ids, column, turned)
        for which in range(2 if key in OF_PARTNERS else 1):
            states = {name: state for name, (state, _) in heads(page, which).items() if state}
            assert states == {column: "ascending" if rising else "descending"}
    if key in OF_PARTNERS:
        of_ann = {side[1:]: c for side, c in counted(key, records, size=2).items() if side[0] == "Ann"}
        page = page_of(client, f"/books/1/players/{ids['Ann']}?all=1&{asked}")
        assert shown(page) == due(of_ann, ids, column, turned)


def test_the_heads_lead_there_and_back_and_keep_the_rest(client: Any, key: str, records: Any, ids: Any) -> None:
    address = "/books/1/players?game=" + key + "&all=1"
    for column, turned in [("games", False), ("games", True), ("name", False), ("points", False), ("won", False),
                           ("won", True), ("won", False)]:  # fmt: skip
        link = heads(page_of(client, address))[column][1]
        assert "game=" + key in link
        assert "all=1" in link
        address = "/books/1/players" + link
        assert shown(page_of(client, address)) == due(counted(key, records), ids, column, turned)
    if key in OF_PARTNERS:
        link = heads(page_of(client, f"/books/1/players?sort=-points&game={key}"), 1)["name"][1]
        assert link.endswith("sort_pairs=name#partners")
        assert "sort=-points" in link
    for nonsense in ("", "x", "-", "--won", "place", "won;"):
        assert shown(page_of(client, f"/books/1/players?sort={nonsense}")) == due(
            counted(key, records), ids, "won", False
        )


def parts(client: Any, address: str, head: str) -> list[list[str]]:
    """The rows of the table with this word in its head, part by part, following the links below it."""
    found: list[list[str]] = []
    path = address.split("?")[0]
    while address:
        tables = page_of(client, address).split("<table")[1:]
        table, below = next(each for each in tables if f">{head}<" in each).split("</table>")
        found.append(re.findall(r'<th scope="row">(.*?)</th>', table, re.DOTALL))
        link = re.match(r'\s*<p><a class="button" href="([^"]*)">More of', below)
        address = path + html.unescape(link[1]) if link else ""
    return found


def test_a_long_table_comes_in_parts(client: Any, key: str, records: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    league = league_of(records[0])
    addresses = (
        "players?all=1",
        "players?sort=name",
        "ratings?",
        f"seasons/{league}?",
        f"seasons/{league}?rank=rating",
    )
    for head, path in itertools.product(("Player", "Partners") if key in OF_PARTNERS else ("Player",), addresses):
        monkeypatch.setattr(sorting, "ROWS", 500)
        address = f"/books/1/{path}&game={key}"
        (whole,) = parts(client, address, head)
        monkeypatch.setattr(sorting, "ROWS", 3)
        found = parts(client, address, head)
        assert [len(part) for part in found[:-1]] == [3] * (len(found) - 1)
        assert list(itertools.chain(*found)) == whole


def champions(page: str) -> tuple[str, list[str]]:
    """The titles of a season's best, and their names."""
    word, named = re.findall(r"(Champions?|Leaders?):(.*?)(?:</p>|, who)", page, re.DOTALL)[0]
    return word, [html.unescape(name) for name in re.findall("<bdi>(.*?)</bdi>", named)]


def test_the_champion_stays_whatever_the_table_is_sorted_by(client: Any, key: str, records: Any, ids: Any) -> None:
    league = league_of(records[0])
    best = [name for place, (name,) in due(counted(key, records, league), ids, "won", False) if place == 1]
    for asked in ("", "?sort=-won", "?sort=name", "?sort=-name"):
        page = page_of(client, f"/books/1/seasons/{league}{asked}")
        assert champions(page) == ("Champion", best)


def test_a_season_may_be_ranked_by_points_a_hand(client: Any, key: str, records: Any, ids: Any) -> None:
    league = league_of(records[0])
    counts = {who: c for (who,), c in counted(key, records, league).items()}
    by_points = {who: (-c["points"] / c["hands"], -c["matches"]) for who, c in counts.items()}
    places = {who: 1 + sum(other < mine for other in by_points.values()) for who, mine in by_points.items()}
    page = page_of(client, f"/books/1/seasons/{league}?rank=points")
    assert {name: place for place, (name,) in shown(page)} == places
    assert sorted(champions(page)[1]) == sorted(who for who, place in places.items() if place == 1)
    assert "rank=points" in heads(page)["name"][1]
    # The table is sorted by what ranks it, until another column is tapped.
    assert {name: state for name, (state, _) in heads(page).items() if state} == {"points": "descending"}
    page = page_of(client, f"/books/1/seasons/{league}{heads(page)['won'][1]}")
    won = [int(part) / int(whole) for part, whole in re.findall(r"<b>(\d+)</b> of (\d+)", page.split("</table>")[0])]
    assert won == sorted(won, reverse=True)
    assert heads(page)["won"][0] == "descending"
    assert champions(page_of(client, f"/books/1/seasons/{league}?rank=other"))[1]


def test_a_season_may_be_ranked_by_rating(client: Any, service: Any, key: str, records: Any) -> None:
    """Of the matches of that season alone."""
    league = league_of(records[0])
    assert any(league_of(record) != league for record in records)
    page = page_of(client, f"/books/1/seasons/{league}?rank=rating")
    table = page.split("<tbody>")[1].split("</tbody>")[0]
    matches = {html.unescape(name): int(count) for name, count in
               re.findall(r"<bdi>(.*?)</bdi>.*?<td>(\d+)</td></tr>", table, re.DOTALL)}  # fmt: skip
    assert matches == {who: c["matches"] for (who,), c in counted(key, records, league).items()}


def test_those_who_are_level_share_the_place_and_the_season(client: Any, service: Any, clock: Any) -> None:
    """Partners who played every match together, and partners at another table with the same results."""
    clock.now = datetime(2025, 1, 31, 19, tzinfo=UTC)
    win = records_of("havilering", 2)[0] | {"started": "2025-01-10T19:00:00+00:00"}
    pairs = [win | {"players": dict(zip("NESW", names, strict=True))}
             for names in (("Ann", "Bob", "Cat", "Dan"), ("Eve", "Fay", "Gus", "Hal"))]  # fmt: skip
    service.import_records(BOOK, [GAMES["havilering"].read(record) for record in pairs])
    league = league_of(win)
    page = page_of(client, f"/books/1/seasons/{league}")
    assert [place for place, _ in shown(page)] == [1, 1, 1, 1, 5, 5, 5, 5]
    assert [place for place, _ in shown(page, 1)] == [1, 1, 3, 3]
    word, best = champions(page)
    assert word == "Leaders"
    assert len(best) == 4
    assert best == sorted(best)
    of_all = page_of(client, "/books/1/seasons")
    assert champions(of_all) == (word, best)
    assert "who won 1 of 1 each" in re.sub(r"\s+", " ", of_all)
    # A third table: Ann wins with another partner, so that both of hers are equally good.
    third = win | {"players": dict(zip("NESW", ("Ann", "Fay", "Eve", "Hal"), strict=True))}
    service.import_records(BOOK, [GAMES["havilering"].read(third)])
    ann = next(player.id for player in service.projections.player_store.players(BOOK) if player.name == "Ann")
    page = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page_of(client, f"/books/1/players/{ann}")))
    assert ("Best with Cat and Eve: won 1 of 1 each." in page) is ("Ann" in best)


# --- partners ------------------------------------------------------------------------------------------------


def grid_on(page: str) -> dict[tuple[str, str], tuple[str, int, str, str]] | None:
    """By two names the share, the matches, the class and the address of a cell."""
    if '<table class="together">' not in page:
        return None
    table = html.unescape(page.split('<table class="together">')[1].split("</table>")[0])
    columns = re.findall("<bdi>(.*?)</bdi>", table.split("</thead>")[0])
    found = {}
    for row in re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", table, re.DOTALL):
        name = re.findall("<bdi>(.*?)</bdi>", row)[0]
        cells = re.findall(r"<td(?: class=\"(\w+)\")?>(.*?)</td>", row, re.DOTALL)
        for column, (style, cell) in zip(columns, cells, strict=True):
            told = re.search(r'href="([^"]*)".*<b>(\d+%)</b> <small>of (\d+)', cell, re.DOTALL)
            if told:
                assert re.findall("<bdi>(.*?)</bdi>", cell) == [name, column]
                found[name, column] = (told[2], int(told[3]), style, told[1])
    return found


def style_of(won: int, matches: int) -> str:
    if 2 * won == matches:
        return "even"
    if 4 * won <= matches:
        return "low"
    return "high" if 4 * won >= 3 * matches else "below" if 2 * won < matches else "above"


def test_the_table_of_partners_says_what_the_second_count_says(client: Any, key: str, records: Any, ids: Any) -> None:
    found = grid_on(page_of(client, "/books/1/players?sort=-name"))
    if key not in OF_PARTNERS:
        assert found is None
        return
    pairs = counted(key, records, size=2)
    assert found is not None
    assert set(found) == set(pairs)
    for (one, other), counts in pairs.items():
        won, matches = counts["matches_won"], counts["matches"]
        share, of, style, link = found[one, other]
        assert (share, of) == (f"{half_up(100 * won, matches)}%", matches)
        assert style == style_of(won, matches)
        assert link.startswith(f"/books/1/players/{ids[one]}/with/{ids[other]}")
        assert client.get(link).status_code == 200
    assert len({style for _, _, style, _ in found.values()}) > 2


def test_the_table_of_partners_has_the_eight_with_most_matches(client: Any, service: Any) -> None:
    names, game = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim".split(), GAMES["havilering"]
    played = Counter[str]()
    for seed in range(12):
        record = dict(records_of("havilering", 2)[0])
        # Those at the end of the list sit down less often.
        four = random.Random(seed).sample(names[: 10 if seed < 4 else 7], 4)
        record["players"] = dict(zip("NESW", four, strict=True))
        record["started"] = f"2025-01-{seed + 1:02}T19:00:00+00:00"
        service.import_records(BOOK, [game.read(record)])
        played.update(four)
    page = page_of(client, "/books/1/players")
    columns = re.findall("<bdi>(.*?)</bdi>", page.split('<table class="together">')[1].split("</thead>")[0])
    assert columns == sorted(columns)
    assert len(columns) == min(8, len(played)) == 8
    left_out = set(played) - set(columns)
    assert left_out
    assert max(played[name] for name in left_out) <= min(played[name] for name in columns)
    assert "The eight players" in page
    assert re.search(r'<div class="sideways" role="region" tabindex="0" aria-labelledby="together">', page)

"""Results of an evening from paper: all at once, by one tap, cleared; tables without one; names changed since."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from referee.evenings.rounds import names_of
from tests.conftest import BOOK, Player
from tests.core.web.test_evenings import NAMES, Secretary


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    made = Secretary(client, app.extensions["evenings"])
    made.open()
    made.come(*NAMES[:8])
    made.do(begin="1")
    return made


def words(page: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", page).split()))


def side(secretary: Secretary, table: int, number: int) -> list[str]:
    return names_of(secretary.current.evening.rounds[-1].tables[table][number])


def test_all_results_of_a_round_are_one_form_and_one_step(secretary: Secretary) -> None:
    typed: dict[str, Any] = {
        "table_0_side_0": "121",
        "table_0_side_1": "97",
        "table_1_side_0": "80",
        "table_1_side_1": "121",
    }
    secretary.do(results="1", round="0", **typed)
    assert [[score.points for score in secretary.current.scores[0, table]] for table in range(2)] == [
        [121, 97], [80, 121]]  # fmt: skip
    assert "Undo: 2 results of round 1" in secretary.get("/evenings/1/")
    secretary.do(results="1", round="0", **(typed | {"table_1_side_0": "81"}))
    assert "Undo: the result of table 2, round 1" in secretary.get("/evenings/1/")
    page = secretary.do(422, results="1", round="0", **(typed | {"table_1_side_0": "x"}))
    assert re.search(r'name="table_1_side_0"[^>]*value="x"', page)
    assert "Nothing has changed" in secretary.do(422, results="1", round="0")
    secretary.do(undo="1")
    secretary.do(undo="1")
    assert not secretary.current.scores


def marked(page: str) -> dict[str, str]:
    """The fields marked as wrong, with the fault that each refers to."""
    fields = re.findall(r'name="([^"]*)"[^>]*aria-invalid="true" aria-describedby="([^"]*)"', page)
    return {name: re.findall(rf'<p class="fault" id="{place}">([^<]*)', page)[0] for name, place in fields}


def test_each_refused_number_is_marked_with_its_fault(secretary: Secretary) -> None:
    typed: dict[str, Any] = {"table_0_side_0": "121", "table_0_side_1": "l7"}
    page = secretary.do(422, results="1", round="0", **typed, table_1_side_0="2001", table_1_side_1="5")
    number = "Enter each side’s points as a number, or leave them all empty."
    assert marked(page) == {"table_0_side_1": number}
    assert f"Table 1: {number}" in words(page)
    typed |= {"table_0_side_1": "2002", "table_1_side_0": "2001"}
    page = secretary.do(422, results="1", round="0", **typed, table_1_side_1="5")
    most = "Points are from 0 to 2000."
    assert marked(page) == {"table_0_side_1": most, "table_1_side_0": most}
    assert f"Table 1: {most} Table 2: {most}" in words(page)
    page = secretary.do(422, result="1", round="0", table="1", side_0="121", side_1="")
    assert marked(page) == {"side_1": number}
    page = secretary.do(422, result="1", round="0", table="1", side_0="", side_1="")
    assert marked(page) == dict.fromkeys(("side_0", "side_1"), "Enter the points of each side.")


def test_both_numbers_of_an_impossible_game_are_marked(client: Any, app: Flask) -> None:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(game="cribbage", partners="changing")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    typed: dict[str, Any] = {"table_0_side_0": "121", "table_0_side_1": "30"}
    page = secretary.do(422, results="1", round="0", **typed, table_1_side_0="121", table_1_side_1="121")
    assert list(marked(page)) == ["table_1_side_0", "table_1_side_1"]


def test_a_table_left_empty_keeps_its_result(secretary: Secretary) -> None:
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    secretary.do(results="1", round="0", table_0_side_0="", table_0_side_1="", table_1_side_0="1", table_1_side_1="2")
    assert sorted(secretary.current.scores) == [(0, 0), (0, 1)]


def test_a_result_moves_to_its_table_in_one_form(secretary: Secretary) -> None:
    """Deleted where it was wrong, as the page showed it there; a page that did not show it deletes nothing."""
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    form = secretary.get("/evenings/1/")
    assert 'name="table_0_shown"' in form
    assert 'name="table_1_shown"' not in form
    typed: dict[str, Any] = {"table_0_side_0": "", "table_0_side_1": "", "table_1_side_0": "121"}
    secretary.do(results="1", round="0", table_0_shown="1", **typed, table_1_side_1="97")
    assert sorted(secretary.current.scores) == [(0, 1)]
    assert "Undo: 2 results of round 1" in secretary.get("/evenings/1/")


def test_an_empty_result_clears_one_or_is_refused(secretary: Secretary) -> None:
    page = secretary.do(422, result="1", round="0", table="0", side_0="", side_1=" ")
    assert "Enter the points of each side." in page
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    secretary.do(result="1", round="0", table="0", side_0="", side_1="")
    assert not secretary.current.scores
    assert "Undo: the result of table 1 cleared, round 1" in secretary.get("/evenings/1/")


def test_one_tap_on_the_winner_and_clear(secretary: Secretary) -> None:
    secretary.do(won="0.1.1")
    assert "won" in secretary.get("/evenings/1/")
    assert {line.who[0] for line in secretary.current.standings if line.earned == 2} == set(side(secretary, 1, 1))
    assert secretary.current.unfinished == [0]
    board = words(secretary.get("/evenings/1/board"))
    assert f"{' & '.join(side(secretary, 1, 1))} won" in board
    secretary.do(clear="0.1")
    assert "Undo: the result of table 2 cleared, round 1" in secretary.get("/evenings/1/")
    assert secretary.current.unfinished == [0, 1]
    for nonsense in ({"won": "0.1.x"}, {"clear": "0"}, {"won": "0.9.1"}, {"write_off": "7.0"}):
        assert "no such table" in secretary.do(422, **nonsense)


def test_the_page_keeps_its_place(secretary: Secretary) -> None:
    for fields, anchor in (({"won": "0.1.1"}, "#table-1-2"), ({"clear": "0.1"}, "#table-1-2"),
                           ({"result": "1", "round": "0", "table": "0", "side_0": "121", "side_1": "7"},
                            "#table-1-1"),
                           ({"results": "1", "round": "0", "table_1_side_0": "121", "table_1_side_1": "7"},
                            "#round"),
                           ({"begin": "1"}, "#saved")):  # fmt: skip
        answer = secretary.client.post("/evenings/1/", data=secretary.form() | fields)
        assert answer.location == f"/evenings/1/{anchor}"
        assert f'id="{anchor[1:]}"' in secretary.get("/evenings/1/")


def test_a_table_without_a_result_is_not_forgotten(secretary: Secretary) -> None:
    """Of every round, until it has one or is written off; the end lists it."""
    secretary.do(won="0.0.0")
    Player(secretary.client, secretary.current.tables[0, 1].match_id).trick("7S AS 9S 8S")
    secretary.do(begin="1")
    page = words(secretary.get("/evenings/1/"))
    assert "Without a result Round 1, table 2 hand 1" in page
    assert "Round 1, table 2: hand 1 Write it off" in page
    assert "End it without these results" in page
    secretary.do(write_off="0.1")
    page = words(secretary.get("/evenings/1/"))
    assert "Round 1, table 2: hand 1" not in page
    assert "Undo: table 2 written off, round 1" in page
    assert (0, 1) not in secretary.current.scores
    secretary.do(write_off="1.0")
    secretary.do(write_off="1.1")
    assert "End it</button>" in secretary.get("/evenings/1/")
    match = secretary.current.tables[1, 0].match_id
    assert "written off: nothing played at it counts" in secretary.get(f"/matches/{match}/")
    secretary.do(undo="1")
    secretary.do(end="1")
    assert "Without a result Round 2, table 2" in words(secretary.get("/evenings/1/"))
    secretary.do(won="1.1.0")
    assert "Without a result" not in words(secretary.get("/evenings/1/"))


def test_a_table_of_hands_says_how_many_it_has(client: Any, app: Flask, service: Any) -> None:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(game="hearts", length="hands", hands="2")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    match, game = secretary.match_of("Ann"), service.game(secretary.match_of("Ann"))
    for number, action in enumerate(({"type": "count", "taken": {"1": 2, "2": 5, "3": 4, "4": 2}},
                                     {"type": "settle"})):  # fmt: skip
        service.post(match, service.version(match), f"{number}", [game.read_action(action)])
    secretary.do(begin="1")
    assert "Round 1, table 1: one of 2 hands" in words(secretary.get("/evenings/1/")).replace("two", "2")


def test_a_minute_rounds_tables_have_what_they_have(client: Any, app: Flask) -> None:
    """Time has ended them: those that were begun have a result."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(length="minutes")
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    Player(client, secretary.current.tables[0, 1].match_id).trick("7S AS 9S 8S")
    secretary.do(begin="1")
    assert [place for place in secretary.current.open_ones if place[0] == 0] == [(0, 0)]


def test_a_player_who_is_renamed_is_renamed_at_evenings(secretary: Secretary, service: Any) -> None:
    match = secretary.match_of("Ann")
    Player(secretary.client, match).trick("7S AS 9S 8S")
    scores = secretary.current.scores
    player = service.projections.player_store.by_name(BOOK, "Ann")
    token = secretary.form()["csrf_token"]
    to = f"/books/{BOOK}/players/{player.id}"
    assert secretary.client.post(to, data={"csrf_token": token, "name": "Anna"}).status_code == 303
    current = secretary.current
    assert "Anna" in {unit[0] for unit in current.evening.here}
    assert current.scores == scores  # She is still the one who was seated there.
    secretary.do(leave="Anna")
    secretary.come("anna")
    assert [unit[0] for unit in secretary.current.evening.here].count("Anna") == 1
    secretary.do(begin="1")
    assert "Anna" in secretary.get("/evenings/1/board")
    assert secretary.match_of("Anna")


def test_the_spreadsheet_has_a_column_of_each_round(secretary: Secretary) -> None:
    secretary.come("Ida")
    secretary.do(won="0.0.0")
    secretary.do(won="0.1.0")
    secretary.do(begin="1")
    lines = secretary.get("/evenings/1/standings.csv").splitlines()
    assert lines[0].endswith(",handicap,round 1,round 2")
    out = secretary.current.evening.rounds[1].out[0][0]
    cells = {line.split(",")[1]: line.split(",")[-2:] for line in lines[1:]}
    assert cells["Ida"][0] == ""
    assert [line.split(",")[0] for line in lines[1:]].count("") == 1  # She has no place yet.
    assert cells[out][1] == "out"
    assert cells[names_of(secretary.current.evening.rounds[0].tables[0][0])[0]][0] == "2"


# --- two secretaries ---------------------------------------------------------------------------------------------


def stale(secretary: Secretary, form: dict[str, str], key: str, **fields: str) -> tuple[int, str]:
    """Post a form of a page that was loaded earlier; the status and the words of the answer."""
    answer = secretary.client.post("/evenings/1/", data=form | {"key": key} | fields)
    return answer.status_code, words(answer.get_data(as_text=True))


def test_two_secretaries_who_enter_results_undo_or_overwrite_nothing_of_each_other(secretary: Secretary) -> None:
    """One page shows what was there before the other's entries."""
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    form = secretary.form()
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="98")  # Corrected on the other page.
    shown = {"round": "0", "table_0_side_0": "121", "table_0_side_1": "97"}  # As this page was filled in.
    typed = shown | {"results": "1", "table_1_side_0": "80", "table_1_side_1": "121"}
    assert stale(secretary, form, "both-tables", **typed)[0] == 303
    scores = secretary.current.scores
    assert [[score.points for score in scores[0, table]] for table in range(2)] == [[121, 98], [80, 121]]
    version = secretary.current.version
    one = {"result": "1", "round": "0", "table": "1"}
    assert stale(secretary, form, "same-result", **one, side_0="80", side_1="121")[0] == 303
    assert secretary.current.version == version  # An undo takes back the result, and not the second of two.
    assert "Nothing has changed." in words(secretary.get("/evenings/1/"))
    status, page = stale(secretary, form, "another-one", **one, side_0="81", side_1="121")
    assert status == 422
    assert "Somebody else has changed the evening. Check it, and try again." in page
    assert stale(secretary, form, "cleared-now", clear="0.0")[0] == 422
    assert secretary.current.version == version
    secretary.do(unseat="1")
    secretary.do(begin="1", seed="5")
    assert stale(secretary, form, "other-seats", **one, side_0="80", side_1="121")[0] == 422
    assert not secretary.current.scores


def test_two_secretaries_begin_and_undo_only_what_they_see(secretary: Secretary) -> None:
    form = secretary.form()
    secretary.do(begin="1")
    for button in ("begin", "undo", "unseat", "redo", "end", "delete"):
        assert stale(secretary, form, f"stale-{button}", **{button: "1"})[0] == 422
    assert len(secretary.current.evening.rounds) == 2


def test_a_whist_drive_has_a_prize_for_the_best_of_each_kind(client: Any, app: Flask) -> None:
    """Even if they are not among the first three."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(movement="all", first_kind="Blues", second_kind="Reds")
    secretary.come("Gina", "Gemma")
    secretary.do(come="1", new="Joe\nJim", kind="1")
    secretary.do(begin="1")
    winners = side(secretary, 0, 1)
    secretary.do(result="1", round="0", table="0", side_0="20", side_1="31")
    secretary.do(end="1")
    for page in ("", "board"):
        told = words(secretary.get(f"/evenings/1/{page}"))
        for kind, names in (("Blues", {"Gina", "Gemma"}), ("Reds", {"Joe", "Jim"})):
            assert f"{kind}: {(names & set(winners)).pop()} 2" in told

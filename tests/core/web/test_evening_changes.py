"""Changes of a round while it is played: substitutes, swaps, tables added and removed, rounds cancelled."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from referee.books.maintenance import Maintenance
from referee.evenings.rounds import names_of
from tests.conftest import Player
from tests.core.web.test_evening_results import words
from tests.core.web.test_evenings import NAMES, Secretary


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    made = Secretary(client, app.extensions["evenings"])
    made.open()
    made.come(*NAMES)
    made.do(begin="1")
    return made


def table(secretary: Secretary, number: int, of_round: int = -1) -> list[str]:
    return [name for side in secretary.current.evening.rounds[of_round].tables[number] for name in names_of(side)]


def players(service: Any, number: int) -> set[str]:
    match = service.current(number)
    return set(match.game.setups.players(match.setup).values())


def test_a_substitute_before_and_after_the_first_entry(secretary: Secretary, service: Any) -> None:
    gone, other = table(secretary, 0)[0], table(secretary, 1)[0]
    first, second = (secretary.current.tables[0, number].match_id for number in range(2))
    Player(secretary.client, second).trick("7S AS 9S 8S")
    scores = secretary.current.scores[0, 1]
    secretary.do(substitute="1", round="0", unit=gone, by="Joe")
    secretary.do(substitute="1", round="0", unit=other, by="Kim")
    assert {"Joe", "Kim"} <= {unit[0] for unit in secretary.current.evening.here}
    assert not {gone, other} & {unit[0] for unit in secretary.current.evening.here}
    assert secretary.match_of("Joe") != first  # Nothing was entered in it: another one is opened.
    assert secretary.match_of("Kim") == second
    assert "Kim" in players(service, second)
    assert secretary.current.scores[0, 1] == scores
    secretary.do(undo="1")
    assert other in players(service, second)
    assert secretary.current.scores[0, 1] == scores
    secretary.do(redo="1")
    assert "Kim" in players(service, second)


def test_each_field_and_key_for_a_substitute_names_its_round(secretary: Secretary) -> None:
    secretary.do(won="0.0.0")
    secretary.do(begin="1")
    page = secretary.get("/evenings/1/")
    labels = re.findall(r'(?s)<label class="field">(.*?)<(?:select|input) name="(?:unit|by)"', page)
    keys = re.findall(r'(?s)<button name="substitute" value="1">(.*?)</button>', page)
    found = [words(each) for each in (*labels, *keys)]
    assert len(found) > 5
    assert len(set(found)) == len(found)


def test_each_change_of_seats_is_named(secretary: Secretary) -> None:
    (one, *_), (other, *_) = table(secretary, 0), table(secretary, 1)
    out = secretary.current.evening.rounds[0].out[0][0]
    for fields, step in (({"substitute": "1", "unit": one, "by": "Joe"}, f"Joe for {one}"),
                         ({"substitute": "1", "unit": "Joe", "by": other}, f"Joe and {other} swapped"),
                         ({"substitute": "1", "unit": "Joe", "by": out}, f"Joe and {out} swapped"),
                         ({"renumber": "1", "table": "0", "number": "7"}, "table 1 renumbered"),
                         ({"renumber": "1", "table": "0", "number": "2"}, "tables 7 and 2 renumbered"),
                         ({"dissolve": "1", "table": "1"}, "table 7 removed"),
                         ({"more": "1"}, "an extra table")):  # fmt: skip
        secretary.do(303, **fields, round="0")
        page = words(secretary.get("/evenings/1/"))
        assert f"Saved: {step} in round 1." in page
        assert f"Undo: {step} in round 1" in page
        secretary.do(undo="1")
        assert f"Redo: {step} in round 1" in words(secretary.get("/evenings/1/"))
        secretary.do(redo="1")
        assert f"Undo: {step} in round 1" in words(secretary.get("/evenings/1/"))


def test_two_swap(secretary: Secretary, service: Any) -> None:
    """Also one who sits out, also with matches that have begun; phones go to the other table."""
    one, other = table(secretary, 0)[0], table(secretary, 1)[0]
    out = secretary.current.evening.rounds[0].out[0][0]
    for number in range(2):
        Player(secretary.client, secretary.current.tables[0, number].match_id).trick("7S AS 9S 8S")
    secretary.do(substitute="1", round="0", unit=one, by=other.upper())
    assert table(secretary, 0)[0] == other
    assert table(secretary, 1)[0] == one
    assert all(players(service, secretary.current.tables[0, n].match_id) == set(table(secretary, n)) for n in (0, 1))
    assert len(secretary.current.scores) == 2
    secretary.do(substitute="1", round="0", unit=one, by=out)
    assert secretary.current.evening.rounds[0].out == ((one,),)
    assert len(secretary.current.evening.here) == 9


def test_one_more_table_and_one_fewer(secretary: Secretary) -> None:
    assert "Add a table" not in words(secretary.get("/evenings/1/"))
    secretary.come("Joe", "Kim", "Lou")
    assert re.search(r"Add a table: \w+ & \w+ – \w+ & \w+", words(secretary.get("/evenings/1/")))
    form = secretary.form() | {"more": "1", "round": "0"}
    assert secretary.client.post("/evenings/1/", data=form).location == "/evenings/1/#table-1-3"
    assert sorted(table(secretary, 2)[-3:]) == ["Joe", "Kim", "Lou"]
    assert not secretary.current.evening.rounds[0].out
    secretary.do(won="0.2.0")
    secretary.do(won="0.0.0")
    Player(secretary.client, secretary.current.tables[0, 1].match_id).trick("7S AS 9S 8S")
    gone = secretary.current.tables[0, 1].match_id
    secretary.do(dissolve="1", round="0", table="1")
    assert list(secretary.current.evening.rounds[0].numbers) == [1, 3]
    assert sorted(secretary.current.evening.by_hand) == [(0, 0), (0, 1)]
    page = words(secretary.get("/evenings/1/"))
    assert "Table 3" in page
    assert "Table 2" not in page
    assert "Set aside" in page
    assert "event: rematch" in secretary.client.get(f"/matches/{gone}/line").get_data(as_text=True)
    secretary.do(more="1", round="0")
    assert list(secretary.current.evening.rounds[0].numbers) == [1, 3, 2]
    assert secretary.current.tables[0, 2].match_id == gone  # The same people sit together: the match goes on.
    assert (0, 2) in secretary.current.scores


def test_one_more_table_of_a_whist_drive_has_pairs_of_both_kinds(client: Any, app: Flask) -> None:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(movement="winners")
    secretary.come(*NAMES[:2])
    secretary.do(come="1", new="\n".join(NAMES[2:4]), kind="1")
    secretary.do(begin="1")
    secretary.do(come="1", new="Gina\nGemma\nGwen", kind="0")
    secretary.do(come="1", new="Joe\nJim\nJack", kind="1")
    secretary.do(more="1", round="0")
    assert "Undo: an extra table in round 1" in secretary.get("/evenings/1/")
    assert table(secretary, 1) == ["Gina", "Joe", "Gemma", "Jim"]


def test_a_substitute_of_a_whist_drive_plays_on_as_the_kind_of_the_one_who_left(client: Any, app: Flask) -> None:
    """Unless the secretary has said which it is: the next round has as many of both kinds as this one."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(movement="all")
    secretary.come("Gina", "Gemma")
    secretary.do(come="1", new="Joe\nJim", kind="1")
    secretary.do(begin="1")
    secretary.do(substitute="1", round="0", unit="Joe", by="Jack")
    assert dict(secretary.current.evening.kinds) == {("Joe",): 1, ("Jim",): 1, ("Jack",): 1}
    secretary.do(substitute="1", round="0", unit="Gina", by="Gwen")
    secretary.come("Grace")
    secretary.do(substitute="1", round="0", unit="Jim", by="Grace")
    assert not {("Gwen",), ("Grace",)} & set(secretary.current.evening.kinds)


def test_tables_are_shown_by_their_numbers(secretary: Secretary) -> None:
    """Also on the board, in the preview and on score cards, whatever table the first ones were seated at."""
    secretary.do(renumber="1", round="0", table="0", number="2")
    for path in ("/evenings/1/", "/evenings/1/board", "/evenings/1/cards"):
        page = words(secretary.get(path))
        assert page.index("Table 1") < page.index("Table 2"), path
    secretary.do(fix="1", unit="Ann", table="7")
    preview = words(secretary.get("/evenings/1/?preview=1")).split("Preview of round 2")[1]
    numbers = [int(number) for number in re.findall(r"Table (\d+)", preview)]
    assert 7 in numbers
    assert numbers == sorted(numbers)


def test_numbers_of_tables(secretary: Secretary) -> None:
    secretary.do(renumber="1", round="0", table="0", number="7")
    assert "this is table 7." in secretary.get(f"/matches/{secretary.current.tables[0, 0].match_id}/")
    secretary.do(renumber="1", round="0", table="1", number="7")
    assert list(secretary.current.evening.rounds[0].numbers) == [2, 7]
    for wrong in ("0", "x", "1000"):
        secretary.do(422, renumber="1", round="0", table="0", number=wrong)


def test_a_round_with_entries_is_taken_back_and_resumed(secretary: Secretary, service: Any) -> None:
    """Somebody had gone home. What was entered is shown, and goes on if the same people sit together again."""
    match = secretary.current.tables[0, 1].match_id
    Player(secretary.client, match).trick("7S AS 9S 8S")
    secretary.do(won="0.0.1")
    secretary.do(unseat="1")
    assert not secretary.current.evening.rounds
    assert not secretary.current.evening.by_hand
    assert f"matches/{match}/" in secretary.get("/evenings/1/")
    assert "Delete the evening" not in secretary.page
    secretary.do(leave="Ida")
    secretary.do(begin="1")
    assert "Set aside" in secretary.get("/evenings/1/")
    assert service.version(match) == 1
    for _ in range(3):
        secretary.do(undo="1")
    assert secretary.current.tables[0, 1].match_id == match
    assert secretary.current.evening.by_hand
    assert "Set aside" not in secretary.get("/evenings/1/")


def test_a_round_that_was_seated_again_comes_back_with_its_tables(secretary: Secretary, service: Any) -> None:
    """Nothing had been entered at them, so they went to the bin; tables that people deleted stay there."""
    before = secretary.current.tables
    deleted = before[0, 0].match_id
    Maintenance(service).move_to_bin(deleted)
    secretary.do(unseat="1")
    secretary.do(begin="1")
    for _ in range(2):
        secretary.do(undo="1")
    assert secretary.current.tables.keys() == before.keys() - {(0, 0)}
    assert service.current(before[0, 1].match_id)
    for _ in range(2):
        secretary.do(redo="1")
    assert secretary.current.tables.keys() == before.keys()
    assert not {row.match_id for row in secretary.current.tables.values()} & {row.match_id for row in before.values()}


def test_the_next_round_begins_although_an_empty_match_of_one_taken_back_was_deleted(
    secretary: Secretary, service: Any
) -> None:
    Maintenance(service).move_to_bin(secretary.current.tables[0, 0].match_id)
    secretary.do(unseat="1")
    secretary.do(begin="1")
    assert secretary.current.tables.keys() == {(0, 0), (0, 1)}


def test_whoever_played_is_seated_afterwards(secretary: Secretary, service: Any) -> None:
    """One tap counts a table for those who play there; it may be found a round later."""
    one, other = table(secretary, 0)[0], table(secretary, 1)[0]
    match = secretary.current.tables[0, 0].match_id
    player = Player(secretary.client, match)
    setup = service.current(match).setup
    game = service.game(match)
    named = {seat: other if name == one else name for seat, name in game.setups.players(setup).items()}
    player.trick("7S AS 9S 8S")
    trial = service.trial(match, setup=game.setups.with_players(setup, named))
    service.correct(match, 1, "names", trial.edits, setup=trial.setup)
    assert (0, 0) not in secretary.current.scores
    secretary.do(begin="1")
    assert "Who does it count for?" in words(secretary.get("/evenings/1/"))
    secretary.do(accept="0.0")
    assert table(secretary, 0, 0)[0] == other
    assert table(secretary, 1, 0)[0] == one  # They had taken each other's seat.
    assert (0, 0) in secretary.current.scores
    secretary.do(undo="1")
    assert (0, 0) not in secretary.current.scores  # The table's own correction stands.
    assert "Who does it count for?" in words(secretary.get("/evenings/1/"))
    secretary.do(redo="1")
    assert (0, 0) in secretary.current.scores
    assert service.version(match) == 2


@pytest.mark.parametrize("count", [3, 4, 6])
def test_more_or_fewer_who_played_are_seated_afterwards(client: Any, app: Flask, service: Any, count: int) -> None:
    """At Hearts the table corrects its names if somebody is missing, or sits down there after all."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(game="hearts", length="hands", hands="1")
    secretary.come(*NAMES[:5])
    secretary.do(begin="1")
    match = secretary.current.tables[0, 0].match_id
    written = service.game(match).setups.write(service.current(match).setup)
    names = [*written["players"].values(), "Zoe"][:count]
    setup = service.game(match).setups.read(
        written | {"players": {str(seat): name for seat, name in enumerate(names, 1)}}
    )
    service.correct(match, 0, "names", (), "", setup)
    taken = dict.fromkeys(setup.players, 0) | {"1": 13 if count < 6 else 12}
    for action in ({"type": "count", "taken": taken}, {"type": "settle"}):
        service.post(match, service.version(match), action["type"], [service.game(match).read_action(action)])
    for path in ("", "board", "seat", "cards", "standings.csv"):
        assert "Count it for the people seated" not in secretary.get(f"/evenings/1/{path}")
    secretary.do(accept="0.0")
    assert sorted(table(secretary, 0)) == sorted(names)
    assert {unit[0] for unit in secretary.current.evening.rounds[0].out} == set(NAMES[:5]) - set(names)
    assert len(secretary.current.scores[0, 0]) == count
    secretary.do(undo="1")
    assert len(table(secretary, 0)) == 5
    assert players(service, match) == set(names)


@pytest.fixture
def pairs(client: Any, app: Flask) -> Secretary:
    """Two pairs at a table, and one that sits out."""
    made = Secretary(client, app.extensions["evenings"])
    made.open(partners="fixed")
    made.do(come="1", new="Ann & Bob\nCat & Dan\nEve & Fay")
    made.do(begin="1")
    if made.current.evening.table_of("Ann") is None:
        (one,), _ = made.current.evening.rounds[0].tables[0]
        made.do(substitute="1", round="0", unit=" & ".join(one), by="Ann & Bob")
    return made


@pytest.mark.parametrize(("by", "told"), [
    ("Joe", "Partners come in twos"), ("Ann & Joe & Kim", "Partners come in twos"), ("Joe &", "come in twos"),
    ("", "has no name"), ("Joe & joe", "Joe is there already"), ("x" * 41 + " & Joe", "is longer than 40"),
    ("Ann & Bob", "Already in this place: Ann &amp; Bob."), ("bob & ANN", "Already in this place"),
    ("Joe & Kim", ""), ("Joe + Kim", ""), ("Joe, Kim", ""), ("Ann & Kim", ""), ("Kim & bob", ""),
])  # fmt: skip
def test_who_may_play_in_place_of_a_pair(pairs: Secretary, by: str, told: str) -> None:
    """Two others, or one of them with another partner; both names are needed."""
    before = pairs.current.evening
    page = pairs.do(422 if told else 303, substitute="1", round="0", unit="Ann & Bob", by=by)
    assert told in page
    assert (pairs.current.evening == before) is bool(told)
    assert 'option value="Cat &amp; Dan"' in pairs.get("/evenings/1/")
    assert told or ("Ann", "Bob") not in pairs.current.evening.here
    assert not {"bob", "ANN"} & {name for unit in pairs.current.evening.here for name in unit}


def test_pairs_are_called_pairs(client: Any, app: Flask) -> None:
    """On the board, in the rules and in the hints."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(partners="fixed", sitting="average")
    secretary.do(come="1", new="eve & Fay\nAnn & Bob")
    assert re.search(r"Ann & Bob\s+eve & Fay", words(secretary.get("/evenings/1/board")))
    assert "Extra points for a pair at every table of the evening. Pair" in words(secretary.get("/evenings/1/"))
    secretary.do(begin="1")
    secretary.do(won="0.0.0")
    assert "Sitting out counts as the pair’s own average." in words(secretary.get("/evenings/1/"))


def test_a_pair_are_winners(pairs: Secretary) -> None:
    """Two people, although they have one place."""
    pairs.do(won="0.0.0")
    pairs.do(end="1")
    assert "The winners of Club night" in words(pairs.get("/evenings/1/board"))


def test_only_a_substitute_of_the_latest_round_stays(secretary: Secretary) -> None:
    """In an earlier round somebody else has played, but nobody leaves now."""
    gone = table(secretary, 0)[0]
    assert "Otherwise the first leaves." in words(secretary.get("/evenings/1/"))
    secretary.do(begin="1")
    assert words(secretary.get("/evenings/1/")).count("If both are seated, they swap.") == 2
    assert words(secretary.page).count("Otherwise the first leaves.") == 1
    secretary.do(substitute="1", round="0", unit=gone, by="Joe")
    assert (gone,) in secretary.current.evening.here
    assert ("Joe",) not in secretary.current.evening.here


def test_somebody_else_played_with_a_partner(pairs: Secretary, service: Any) -> None:
    """The table has corrected the name, and one tap counts it for the two who played."""
    match = pairs.match_of("Ann")
    Player(pairs.client, match).trick("7S AS 9S 8S")
    game, setup = service.game(match), service.current(match).setup
    named = {seat: "Zoe" if name == "Bob" else name for seat, name in game.setups.players(setup).items()}
    service.correct(match, 1, "names", (), "", game.setups.with_players(setup, named))
    pairs.do(accept=f"0.{pairs.current.evening.table_of('Ann')}")
    assert {"Ann", "Zoe"} in [set(unit) for unit in pairs.current.evening.rounds[0].units]
    assert (0, 0) in pairs.current.scores


def test_what_is_refused(secretary: Secretary) -> None:
    one, other = table(secretary, 0)[:2]
    for fields in ({"substitute": "1", "round": "0", "unit": "Zoe", "by": "Joe"},
                   {"substitute": "1", "round": "0", "unit": one, "by": one.lower()},
                   {"renumber": "1", "round": "0", "table": "1", "number": "2"},
                   {"substitute": "1", "round": "0", "unit": one, "by": ""},
                   {"substitute": "1", "round": "5", "unit": one, "by": other},
                   {"more": "1", "round": "0"}, {"dissolve": "1", "round": "0", "table": "9"},
                   {"accept": "0.9"}, {"accept": "x"}):  # fmt: skip
        before = secretary.current.evening
        secretary.do(422, **dict[str, Any](fields))
        assert secretary.current.evening == before

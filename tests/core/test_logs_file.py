"""Logs moved from one score book to another and back: nothing is lost or duplicated."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.books import check as checks
from referee.books import logs_file, upload
from referee.books.logs_import import LogsImport
from referee.books.permissions import OWN, SCORE
from referee.cards import read_cards
from referee.faults import RefusedError
from referee.games import GAMES
from referee.games.edits import Edit
from referee.games.havilering.actions import Play
from referee.store.rewriting import unguarded
from referee.web import create_app
from tests.core.instances import Instance, Opened, told
from tests.core.instances import here as here  # Fixtures.
from tests.core.instances import made_here as made_here
from tests.core.instances import made_there as made_there
from tests.core.instances import there as there
from tests.core.samples import SAMPLES
from tests.core.web.test_files import import_records


def saved(opened: Opened, book_id: int) -> dict[str, Any]:
    owner = opened.visitor(opened.link(OWN, book_id))
    answer = owner.get(f"/books/{book_id}/logs.json")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=referee-logs-{book_id}.json"
    data: dict[str, Any] = json.loads(answer.data)
    return data


def brought(opened: Opened, book_id: int, data: Any) -> list[tuple[int, bool]]:
    given = logs_file.read_logs(json.loads(json.dumps(data)), "book.json")
    came = LogsImport(opened.service, opened.score_books).bring_in(book_id, given)
    return [(each.number, each.is_new) for each in came if each.what == "match"]


def logs(opened: Opened, book_id: int) -> list[Any]:
    service, database = opened.service, opened.service.database
    return [(service.record(number).setup, database.entries(number)) for number in database.numbers(book_id)]


def without_problems(opened: Opened) -> None:
    assert list(checks.problems(opened.service.database)) == []


def test_a_whole_book_comes_into_an_empty_one(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data, book = saved(old, 2), new.score_books.begin("Sunday")
        assert all(is_new for _, is_new in brought(new, book.id, data))
        assert logs(new, book.id) == logs(old, 2)
        assert {entry.kind for _, entries in logs(new, book.id) for entry in entries} >= {"act", "undo", "refused"}
        assert saved(new, book.id)["matches"] == [
            match | {"number": mine["number"], "follows": mine["follows"]}
            for match, mine in zip(data["matches"], saved(new, book.id)["matches"], strict=True)
        ]
        without_problems(new)
    before, after = told(here, 2), told(there, 2)
    assert before[2] == after[2]  # The players with their names.
    assert before[4] == after[4]  # The house rules.


def test_what_has_come_does_not_come_again(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data = saved(old, 2)
        first = brought(new, 1, data)
        assert brought(new, 1, data) == [(number, False) for number, _ in first]
        assert brought(old, 2, saved(new, 1))[0][1]  # What was there already, and nothing else.
        assert sum(is_new for _, is_new in brought(old, 2, saved(new, 1))) == 0
        without_problems(new)
        without_problems(old)


def live(opened: Opened, book_id: int) -> int:
    """The match that is being played."""
    return next(number for number in opened.service.database.numbers(book_id) if opened.service.version(number) == 3)


def play(opened: Opened, number: int, cards: str) -> None:
    version = opened.service.version(number)
    opened.service.post(number, version, f"{cards}{version}", [Play(read_cards(cards))])


def test_a_match_goes_on_where_the_file_has_more_of_it(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        came = [number for number, _ in brought(new, 1, saved(old, 2))]
        numbers = dict(zip(old.service.database.numbers(2), came, strict=True))
        mine, theirs = live(old, 2), numbers[live(old, 2)]
        new.service.current(theirs)  # It is cached.
        play(old, mine, "2H 3H 4H 6H")
        play(old, mine, "7H 8H 9H QH")
        assert (theirs, True) in brought(new, 1, saved(old, 2))
        assert new.service.current(theirs).whole_match == old.service.current(mine).whole_match
        assert brought(old, 2, saved(new, 1)).count((mine, False)) == 1
        play(new, theirs, "2D 3D 4D 5D")
        assert (mine, True) in brought(old, 2, saved(new, 1))
        one, other = (
            [
                replace(entry, at="") for entry in each.service.database.entries(number)
            ]  # Each book dates what it stores.
            for each, number in ((old, mine), (new, theirs))
        )
        assert one == other
        without_problems(new)
        without_problems(old)


def test_of_a_match_that_went_on_in_two_ways_both_are_kept(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        brought(new, 1, saved(old, 2))
        mine = live(old, 2)
        theirs = next(number for number in new.service.database.numbers(1) if new.service.version(number) == 3
                      and new.service.record(number).setup == old.service.record(mine).setup)  # fmt: skip
        play(old, mine, "2H 3H 4H 6H")
        play(new, theirs, "2D 3D 4D 5D")
        [(number, _)] = [each for each in brought(new, 1, saved(old, 2)) if each[1]]
        assert number not in (mine, theirs)
        assert new.service.database.entries(number) == old.service.database.entries(mine)
        assert not any(is_new for _, is_new in brought(new, 1, saved(old, 2)))
        without_problems(new)


def test_a_match_that_is_sent_twice_at_once_comes_once(
    here: Instance, there: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data, folded, coming = saved(old, 2), new.service.folded, [1]

        def meanwhile(*given: Any) -> Any:
            if coming:
                coming.clear()
                brought(new, 1, data)
            return folded(*given)

        monkeypatch.setattr(new.service, "folded", meanwhile)
        assert not any(is_new for _, is_new in brought(new, 1, data))
        without_problems(new)


def test_a_match_that_came_as_a_record_is_known(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        record = SAMPLES["hearts"].read(3)
        list(old.service.import_records(1, [record]))
        [(other, _)] = list(new.service.import_records(1, [record]))
        data = saved(old, 1)
        assert len(data["matches"]) == 1
        data["matches"][0]["setup"] += " "
        with pytest.raises(RefusedError):
            brought(new, 1, data)  # Its checksums are of the other writing.
        assert brought(new, 1, saved(old, 1)) == [(other, False)]


def test_the_command_too_adds_no_match_that_came_as_a_record(
    here: Instance, there: Instance, tmp_path: Path, capsys: Any
) -> None:
    """Its log has a correction, so it continued differently, but the two are the same match."""
    with closing(here.opened()) as old, closing(there.opened()) as new:
        mine = live(old, 2)
        corrected = Edit(1, 1, (Play(read_cards("7S AS 9S TS")),))
        old.service.correct(mine, old.service.version(mine), "corrected", [corrected])
        [(other, _)] = new.service.import_records(1, [old.service.record(mine)])
        data, before = saved(old, 2), new.service.database.numbers(1)
    data["matches"] = [match for match in data["matches"] if match["number"] == mine]
    (tmp_path / "logs.json").write_text(json.dumps(data))
    assert there.run("import", tmp_path / "logs.json") == 0
    assert capsys.readouterr().out == f"match {other}, in the book already\n"
    with closing(there.opened()) as new:
        assert new.service.database.numbers(1) == before
        without_problems(new)


def test_two_records_of_a_match_are_two_matches_although_no_action_has_a_time(
    here: Instance, there: Instance
) -> None:
    """Their entries have no keys, and the same times."""
    with closing(here.opened()) as old, closing(there.opened()) as new:
        record = SAMPLES["havilering"].read(3)
        first, *_ = record.actions
        [(mine, _)] = old.service.import_records(1, [replace(record, actions=(replace(first, at=None),))])
        other = replace(first, at=None, cards=first.cards[::-1])
        [(known, _)] = new.service.import_records(1, [replace(record, actions=(other,))])
        [(number, is_new)] = brought(new, 1, saved(old, 1))
        assert is_new
        assert number != known
        assert new.service.database.entries(number) == old.service.database.entries(mine)


@pytest.mark.parametrize("harm", ["actions = '{'", "actions = actions || ' '", "kind = 'undo'"])
def test_a_match_that_is_damaged_here_comes_whole_from_the_file(here: Instance, there: Instance, harm: str) -> None:
    """Nor does it hold up the matches after it."""
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data = saved(old, 2)
        came = [number for number, _ in brought(new, 1, data)]
        with new.service.database.writing(), unguarded(new.service.database):
            new.service.database.run(f"UPDATE entries SET {harm} WHERE number = 1 AND match_id = ?", [came[0]])
        new.service.clear_cache()
        again = brought(new, 1, data)
        assert [is_new for _, is_new in again] == [True] + [False] * (len(came) - 1)
        assert new.service.database.entries(again[0][0]) == old.service.database.entries(data["matches"][0]["number"])


def test_damaged_house_rules_are_left_out(here: Instance, there: Instance) -> None:
    """The file could not be imported with them."""
    with closing(here.opened()) as old, closing(there.opened()) as new:
        with old.service.database.writing():
            for game in ("hearts", "whist"):
                insert = "INSERT INTO house_rules (book_id, game_key, name, rules) VALUES (2, ?, 'Damaged', '{')"
                old.service.database.run(insert, [game])
        assert all(is_new for _, is_new in brought(new, new.score_books.begin("Sunday").id, saved(old, 2)))
        assert "Ours" in new.score_books.house_rules(2)


SPOILT: list[tuple[Callable[[Any], object], str]] = [
    (lambda data: data["matches"][0]["entries"][1].__setitem__(2, "[]"), "an impossible entry"),
    (lambda data: data["matches"][0]["entries"].pop(0), "numbered"),
    (lambda data: data["matches"][0].update(setup="{}"), "cannot be imported"),
    (lambda data: data["matches"][0].update(game_key="whist"), "a game “whist”, which is unknown here"),
    (lambda data: data["matches"][0]["entries"].reverse(), "numbered"),
    (lambda data: data["matches"][0]["entries"][1].__setitem__(2, '[{"reason": "\\ud800"}]'), "cannot be read"),
    (lambda data: data["matches"][0]["entries"][1].__setitem__(2, "[" * 5000), "cannot be read"),
    (lambda data: data.update(house_rules=[["hearts", "Ours", "{}x"]]), "house rules Ours"),
    (lambda data: data.update(house_rules=[["whist", "Ours", "{}"]]), "house rules Ours"),
    (lambda data: data.update(version=2), "book.json, version"),
    (lambda data: data.pop("names"), "names"),
    (lambda data: data["matches"][0].update(entries=None), "entries"),
    (lambda data: data.update(matches={}), "matches"),
]


@pytest.mark.quick(5)
@pytest.mark.parametrize(("spoil", "told"), SPOILT)
def test_a_spoilt_file_changes_nothing(
    here: Instance, there: Instance, spoil: Callable[[Any], object], told: str
) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data, before = saved(old, 2), logs(new, 1)
        spoil(data)
        with pytest.raises(RefusedError, match=told) as refused:
            brought(new, 1, data)
        assert all(fault.text.endswith(".") for fault in refused.value.faults)
        assert logs(new, 1) == before
        without_problems(new)


def test_it_comes_in_by_the_page_for_files(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        content = json.dumps(saved(old, 2)).encode()
        owner = new.visitor(new.link(OWN, 1))
        assert import_records(owner, content).location == "/books/1/"
        assert f"{len(GAMES) + 2} matches imported." in owner.get("/books/1/").get_data(as_text=True)
        assert import_records(owner, content.replace(b"referee-logs", b"referee-log")).status_code == 422


def test_a_stopped_import_keeps_what_has_come(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        given, before = saved(old, 2), len(new.service.database.numbers(1))
        answers = iter([False, False, True])
        contents = [upload.FileContent([], logs=given)]
        coming = upload.import_records(new.service, new.score_books, 1, contents, lambda: next(answers))
        with pytest.raises(RefusedError, match="stopped"):
            list(coming)
        assert len(new.service.database.numbers(1)) == before + 2
        without_problems(new)


def test_a_match_in_the_bin_stays_there(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        came = [number for number, _ in brought(new, 1, saved(old, 2))]
        mine = live(old, 2)
        theirs = came[old.service.database.numbers(2).index(mine)]
        new.app.extensions["maintenance"].move_to_bin(theirs)
        play(old, mine, "2H 3H 4H 6H")
        assert brought(new, 1, saved(old, 2)) == [(number, False) for number in came]
        assert theirs not in new.service.database.numbers(1)
        without_problems(new)
        # Nor is it said to be in the book, where nobody would find it.
        owner = new.visitor(new.link(OWN, 1))
        import_records(owner, json.dumps(saved(old, 2)).encode())
        told = f"0 matches imported, {len(came) - 1} in the book already, 1 in the bin."
        assert told in owner.get("/books/1/").get_data(as_text=True)


def test_a_renewed_link_is_not_undone_by_a_file(here: Instance, there: Instance) -> None:
    """Renewing a link of a rematch ends what grants to the match before give; a file does not begin it again."""
    with closing(here.opened()) as old, closing(there.opened()) as new:
        came = [number for number, _ in brought(new, 1, saved(old, 2))]
        data = saved(new, 1)
        [rematch] = [match["number"] for match in data["matches"] if match["follows"] in came]
        new.score_books.renew(SCORE, rematch)
        assert new.service.projections.match_search.rematch_of(came[0]) is None
        data["matches"][-1]["follows"] = data["matches"][-1]["number"]
        brought(new, 1, data)
        brought(new, 1, saved(old, 2))
        assert new.service.projections.match_search.rematch_of(came[0]) is None


def test_names_are_taken_over_where_nothing_speaks_against_it(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data = saved(old, 2)
        [written] = [written for written, name in data["names"] if name == "Somebody else" != written]
        brought(new, 1, data)
        names = new.service.projections.player_store
        renamed = names.by_name(1, written)
        assert renamed is not None
        assert renamed.name == "Somebody else"
        new.app.extensions["maintenance"].rename(1, renamed, "Renamed here")
        brought(new, 1, data)
        again = names.by_name(1, written)
        assert again is not None
        assert again.name == "Renamed here"
        without_problems(new)


def test_the_name_of_somebody_who_was_entered_by_a_correction_is_taken_over(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        mine = live(old, 2)
        game, setup = old.service.game(mine), old.service.record(mine).setup
        named = game.setups.with_players(setup, game.setups.players(setup) | {"N": "Zoë"})
        old.service.correct(mine, old.service.version(mine), "named", (), "", named)
        zoe = old.service.projections.player_store.by_name(2, "Zoë")
        assert zoe
        old.app.extensions["maintenance"].rename(2, zoe, "Zoë Z")
        brought(new, 1, saved(old, 2))
        assert "Zoë Z" in [player.name for player in new.service.projections.player_store.players(1)]


def test_names_of_two_who_have_met_are_not_merged(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data = saved(old, 2)
        players = list(json.loads(data["matches"][0]["setup"])["players"].values())
        data["names"] = [[players[0], players[1]], [players[2], "Somebody new"]]
        assert all(is_new for _, is_new in brought(new, 1, data))
        found = new.service.projections.player_store.by_name(1, players[2])
        assert found is not None
        assert found.name == "Somebody new"
        without_problems(new)


def test_a_name_that_is_free_because_of_an_earlier_one_is_taken_over(here: Instance, there: Instance) -> None:
    with closing(here.opened()) as old, closing(there.opened()) as new:
        data = saved(old, 2)
        players = list(json.loads(data["matches"][0]["setup"])["players"].values())
        data["names"] = [[players[0], "Somebody new"], [players[1], players[0].swapcase()]]
        brought(new, 1, data)
        names = [new.service.projections.player_store.by_name(1, written) for written in players[:2]]
        assert [each and each.name for each in names] == ["Somebody new", players[0].swapcase()]


@pytest.mark.quick(0)
@pytest.mark.parametrize(("number", "status"), [(50, 303), (51, 422)])
def test_a_public_server_takes_no_log_that_is_corrected_too_often(tmp_path: Path, number: int, status: int) -> None:
    one, other = Opened(create_app(tmp_path / "one")), Opened(create_app(tmp_path / "other", public=True))
    with closing(one) as old, closing(other) as new:
        old.score_books.first()
        new.score_books.first()
        list(old.service.import_records(1, [SAMPLES["hearts"].read(3)]))
        [match] = old.service.database.numbers(1)
        game, setup = GAMES["hearts"], old.service.record(match).setup
        for at in range(number):
            named = game.setups.with_players(setup, {seat: f"{seat} {at}" for seat in game.setups.players(setup)})
            old.service.correct(match, old.service.version(match), f"c{at}", [], str(at), named)
        content = json.dumps(saved(old, 1)).encode()
        assert import_records(new.visitor(new.link(OWN, 1)), content).status_code == status

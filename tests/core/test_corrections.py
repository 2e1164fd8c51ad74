"""Corrections through the service: one entry, one undo, one result for a double tap; both versions are kept."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.cards import read_cards
from referee.faults import RefusedError
from referee.games.edits import Edit, Transition
from referee.games.havilering.actions import Action, Adjust, Play
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import fold
from referee.log.entry import in_force
from referee.match import audit
from referee.match.corrections import walk
from referee.match.current import NothingToUndoError, StaleError
from referee.match.log import read_edits, write_edits
from referee.match.service import MatchService
from referee.store.database import Database
from referee.web.corrections.draft import Edits
from tests.conftest import BOOK
from tests.havilering.test_against_oracle import table
from tests.havilering.test_corrections import spoilt


def trick(cards: str) -> Play:
    return Play(read_cards(cards))


SIX, NOTHING, MORE = trick("7S AS 9S 8S"), trick("2S KS 6S 8C"), trick("3D 4D 5D 9D")
CORRECTED = [Edit(1, 1, (trick("7S 4S 9S 8S"),))]


@pytest.fixture
def three(open_match: Any, service: MatchService) -> int:
    match_id: int = open_match(season="winter").id
    for version, action in enumerate((SIX, NOTHING, MORE)):
        service.post(match_id, version, f"key {version}", [action])
    return match_id


def test_a_correction_is_one_entry_and_keeps_what_came_after(three: int, service: MatchService) -> None:
    times = [action.at for action in service.record(three).actions]
    after = service.correct(three, 3, "mend", CORRECTED)
    assert (after.version, after.live) == (4, 4)
    assert [trick.cards for trick in after.whole_match.tricks] == [
        read_cards("7S 4S 9S 8S"),
        NOTHING.cards,
        MORE.cards,
    ]
    assert [action.at for action in service.record(three).actions] == times
    assert HAVILERING.replay(service.record(three)) == after.whole_match


def test_undo_takes_a_correction_back_and_redo_does_it_again(three: int, service: MatchService) -> None:
    before = service.current(three).whole_match
    after = service.correct(three, 3, "mend", CORRECTED).whole_match
    assert service.undo(three, 4, "u1").whole_match == before
    assert service.redo(three, 5, "r1").whole_match == after
    service.undo(three, 6, "u2")
    # What is undone after a correction is undone from its result.
    service.redo(three, 7, "r2")
    service.undo(three, 8, "u3")
    assert service.undo(three, 9, "u4").whole_match.tricks[-1].cards == NOTHING.cards


def test_a_double_tap_corrects_once_and_a_stale_page_not_at_all(three: int, service: MatchService) -> None:
    first = service.correct(three, 3, "mend", CORRECTED)
    assert service.correct(three, 3, "mend", CORRECTED) == first
    with pytest.raises(StaleError):
        service.correct(three, 3, "another", CORRECTED)
    with pytest.raises(StaleError):
        service.correct(three, 4, "mend", [Edit(2, 2, ())])


def test_what_does_not_fit_is_refused_whole(three: int, service: MatchService) -> None:
    for edits in ([Edit(1, 1, (trick("7S 2S 9S 8S"),))], [Edit(9, 9, ())]):
        with pytest.raises(RefusedError):
            service.correct(three, 3, "mend", edits)
    assert service.current(three).version == 3


def test_a_restart_and_a_second_server_see_the_same(three: int, service: MatchService, tmp_path: Path) -> None:
    other = MatchService(Database(tmp_path / "book.db"), service.clock)
    other.current(three)
    after = service.correct(three, 3, "mend", CORRECTED)
    assert other.current(three) == after
    posted = service.post(three, 4, "next", [trick("TH 2H 5H 9H")])
    assert other.current(three) == posted
    other.close()
    again = MatchService(Database(tmp_path / "book.db"), service.clock)
    assert again.current(three) == posted
    again.close()


def test_the_history_keeps_both_versions_and_says_what_stands(three: int, service: MatchService) -> None:
    service.correct(three, 3, "mend", CORRECTED)
    service.post(three, 4, "adjust", [Adjust("NS", 2, "exposed card")])
    service.undo(three, 5, "undo")
    lines = service.audit_log(three)
    assert [line.entry.kind for line in lines] == ["act", "act", "act", "mend", "act", "undo"]
    assert [line.in_force for line in lines] == [True, True, True, True, False, True]
    corrections = lines[3]
    assert [replace(done.action, at=None) for done in corrections.replaced] == [SIX]
    assert [replace(done.action, at=None) for done in corrections.did] == [trick("7S 4S 9S 8S")]
    assert (corrections.concerns, lines[0].corrected_by, lines[1].corrected_by) == ((1,), 4, 0)
    assert lines[5].concerns == (5,)


def test_a_mark_of_having_been_put_right_goes_with_the_correction(three: int, service: MatchService) -> None:
    service.correct(three, 3, "mend", CORRECTED, "Ann saw the ace")
    service.correct(three, 4, "again", [Edit(1, 1, (trick("7S 5S 9S 8S"),))])
    assert [line.corrected_by for line in service.audit_log(three)] == [4, 0, 0, 5, 0]
    assert service.audit_log(three)[3].reason == "Ann saw the ace"
    service.undo(three, 5, "u")
    assert [line.corrected_by for line in service.audit_log(three)] == [4, 0, 0, 0, 0, 0]
    service.undo(three, 6, "v")
    assert [line.corrected_by for line in service.audit_log(three)] == [0] * 7
    service.redo(three, 7, "w")
    last = service.audit_log(three)[-1]
    assert (last.entry.kind, last.concerns) == ("redo", (4,))


def test_the_history_ends_where_the_match_stands_whatever_was_undone_and_corrected(service: MatchService) -> None:
    for seed in range(12):
        chance = random.Random(seed)
        record = HAVILERING.read(table(seed).play(40))
        ((match_id, _),) = service.import_records(BOOK, [record])
        for round_ in range(25):
            current = service.current(match_id)
            key, number = f"{seed}.{round_}", chance.randrange(1, 30)
            with suppress(RefusedError, NothingToUndoError):
                match chance.randrange(6):
                    case 0 | 4:
                        service.undo(match_id, current.version, key)
                    case 1 | 5:
                        service.redo(match_id, current.version, key)
                    case 2:
                        done = service.trial(match_id).transitions
                        last = chance.choice([number, len(done)])
                        service.correct(match_id, current.version, key, [Edit(number, last, ())])
                    case 3:
                        action = chance.choice(record.actions)
                        service.correct(match_id, current.version, key, [Edit(number, number - 1, (action,))])
        lines = service.audit_log(match_id)
        current = service.current(match_id)
        assert len(lines) == current.version
        assert HAVILERING.replay(service.record(match_id)) == current.whole_match
        assert [line.entry.number for line in lines if line.in_force and line.entry.kind in ("act", "mend")] == [
            entry.number for entry in in_force([line.entry for line in lines])[0]
        ]


def test_undo_and_redo_of_a_correction_replay_nothing_in_the_history(service: MatchService, monkeypatch: Any) -> None:
    """The log's page, and the sheet's marks, cost what was entered, however often that was undone and done again."""
    ((number, _),) = service.import_records(BOOK, [HAVILERING.read(table(1).play(40))])
    service.correct(number, service.version(number), "mend", [Edit(3, 3, ())])
    walked: list[int] = []

    def counting(*given: Any) -> list[Transition[Any, Any]]:
        found = walk(*given)
        walked.append(len(found))
        return found

    monkeypatch.setattr(audit, "walk", counting)

    def cost(look: Callable[[int], object]) -> int:
        walked.clear()
        look(number)
        return sum(walked)

    looks = (service.audit_log, service.corrected)
    before = [cost(look) for look in looks]
    for turn in range(20):
        service.undo(number, service.version(number), f"undo {turn}")
        service.redo(number, service.version(number), f"redo {turn}")
    assert [cost(look) for look in looks] == before
    assert min(before) > 30


def test_a_correction_that_changes_nothing_is_refused(three: int, service: MatchService) -> None:
    for edits in ([], [Edit(1, 1, (SIX,))], [Edit(1, 3, None)]):
        with pytest.raises(RefusedError, match="changes nothing"):
            service.correct(three, 3, "mend", edits)
    assert service.current(three).version == 3


def test_edits_mean_nothing_once_the_log_was_changed_behind_them(three: int, service: MatchService) -> None:
    edits = [Edit(2, 2, ())]
    service.post(three, 3, "more", [trick("TH 2H 5H 9H")])
    assert service.trial(three, edits, version=3).corrected.misfit is None  # What only came after does not matter.
    service.undo(three, 4, "undo")
    with pytest.raises(RefusedError, match="Start this correction again"):
        service.trial(three, edits, version=3)
    assert service.trial(three, edits, version=5).corrected.misfit is None
    service.correct(three, 5, "mend", edits)
    with pytest.raises(RefusedError, match="Start this correction again"):
        service.trial(three, edits, version=5)


def test_random_matches_corrected_in_the_book_are_as_if_right_at_first(service: MatchService) -> None:
    compared = 0
    for seed in range(60):
        chance = random.Random(seed)
        record = HAVILERING.read(table(seed).play(chance.choice([8, 30, 60])))
        wrong, number = spoilt(record, chance)
        if number > len(wrong.actions):
            continue
        timed = _with_times(record.setup.started, HAVILERING.tidy(wrong).actions)
        ((match_id, _),) = service.import_records(BOOK, [replace(wrong, actions=timed)])
        right = replace(record.actions[number - 1], at=None)
        edits = read_edits(HAVILERING, write_edits(HAVILERING, [Edit(number, number, (right,))]))
        if service.trial(match_id, edits).corrected.misfit:
            continue
        after = service.correct(match_id, len(timed), f"mend {seed}", edits)
        meant = [*timed[: number - 1], replace(right, at=timed[number - 1].at), *timed[number:]]
        assert after.whole_match == fold(record.setup, meant)
        assert service.record(match_id) == HAVILERING.tidy(replace(record, actions=tuple(meant)))
        # And goes on so.
        following = record.actions[len(timed) : len(timed) + 1]
        if following:
            at = service.clock()
            posted = service.post(match_id, after.version, f"next {seed}", following)
            assert posted.whole_match == fold(record.setup, [*meant, replace(following[0], at=at)])
        compared += 1
    assert compared > 20


def _with_times(started: Any, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """As the book keeps them: each with its time."""
    timed, at = [], started
    for action in actions:
        at = action.at or at
        timed.append(replace(action, at=at))
    return tuple(timed)


@pytest.mark.quick(0)
def test_the_match_before_a_misfit_is_the_one_the_edits_lead_to(service: MatchService) -> None:
    """It includes entries added, dropped, kept and corrected before the misfit, and judges new entries there."""
    misfits = 0
    for seed in range(60):
        chance = random.Random(seed)
        record = HAVILERING.read(table(seed).play(40))
        ((match_id, _),) = service.import_records(BOOK, [record])
        edits = Edits(HAVILERING)
        for _ in range(12):
            trial = service.trial(match_id, edits.made)
            misfit = trial.corrected.misfit
            number = misfit.placed.number if misfit else chance.randrange(1, len(trial.transitions) + 1)
            if misfit and not (misfit.placed.edit and misfit.placed.edit.actions):
                assert trial.up_to(number) == trial.corrected.match, f"seed {seed}"
                misfits += 1
            last = chance.choice([number, len(trial.transitions)])
            match chance.randrange(4):
                case 0:
                    edits = edits.without(number, last)
                case 1:
                    edits = edits.keeping(number, last)
                case 2:
                    edits = edits.put_in(number, chance.choice(record.actions))
                case 3:
                    edits = edits.instead(number, chance.choice(record.actions))
    assert misfits > 60


def test_a_decision_on_either_side_of_a_new_one_stays() -> None:
    dropped = Edits(HAVILERING).without(30, 45).without(5, 36)
    assert dropped.made == (Edit(5, 36, ()), Edit(37, 45, ()))
    kept = Edits(HAVILERING).keeping(3, 9).without(5, 5)
    assert kept.made == (Edit(3, 4, None), Edit(5, 5, ()), Edit(6, 9, None))
    put_in = Edits(HAVILERING).put_in(4, SIX).put_in(4, NOTHING).instead(4, MORE)
    assert put_in.made == (Edit(4, 3, (SIX, NOTHING)), Edit(4, 4, (MORE,)))
    assert put_in.without(1, 9).made == (Edit(1, 9, ()),)

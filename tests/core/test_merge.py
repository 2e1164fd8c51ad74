"""Two logs of a match that diverged: whatever was entered where, they merge, and nothing is lost."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems_of_match
from referee.books.merge import DifferentError, Merge
from referee.books.phone_copy import PhoneCopies, copy_of
from referee.books.score_books import ScoreBooks
from referee.faults import RefusedError
from referee.games import GAMES, game_of_record
from referee.log.bring import OURS, THEIRS
from referee.log.entry import ACT, REFUSED, Entry
from referee.log.shape import read_log
from referee.match.appender import MOST_CORRECTIONS
from referee.match.current import NothingToUndoError
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.log_rows import LogRows
from tests.core.samples import SAMPLES
from tests.core.test_growth import calls_of


@pytest.fixture(scope="module")
def no_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("books") / "none.db"
    Database(file).close()
    return file


@pytest.fixture
def other(no_book: Path, tmp_path: Path, clock: Any) -> Iterator[MatchService]:
    """The service of a phone that keeps the referee."""
    made = MatchService(Database(Path(shutil.copy(no_book, tmp_path / "phone.db"))), clock)
    yield made
    made.close()


class Table:
    """A match that is on a server and on a phone that keeps it."""

    def __init__(self, server: MatchService, phone: MatchService, clock: Any, key: str, seed: int) -> None:
        self.server, self.phone, self.clock, self.game = server, phone, clock, GAMES[key]
        self.courses = [self._course(key, each) for each in (seed, seed + 1)]
        book = ScoreBooks(server.database, server.clock).first().id
        record = SAMPLES[key].play(seed)
        self.number = server.open(book, game_of_record(record).read(record).setup).id
        self.copies = PhoneCopies(phone)
        self.copies.keep(json.loads(json.dumps(copy_of(server, self.number, True))))
        self.entered: list[Any] = []
        """The acknowledged entries: the actions of each."""
        self.keys = 0

    def _course(self, key: str, seed: int) -> list[Any]:
        record = SAMPLES[key].play(seed)
        return list(game_of_record(record).read(record).actions)

    def enter(self, at: MatchService, course: int = 0) -> None:
        """Enter what comes next in one of the courses of play, if it is allowed."""
        current = at.current(self.number)
        done = len(at.record(self.number).actions)
        if done >= len(self.courses[course]):
            return
        action = self.game.stepping.plain(current.whole_match, self.courses[course][done])
        self._try(lambda key: at.post(self.number, current.version, key, [action]), action)

    def note_refusals(self, count: int) -> None:
        """Note refusals in the phone's log."""
        database, before = self.phone.database, self.phone.database.head(self.number)
        assert before
        notes = [
            Entry(before.version + at, REFUSED, ({"deal": at},), f"refused {at}", self.clock().isoformat())
            for at in range(1, count + 1)
        ]
        with database.writing():
            LogRows(database).ends_with(self.number, database.append(self.number, notes, before.checksum))
        self.phone.clear_cache()

    def take_back(self, at: MatchService, again: bool = False) -> None:
        version = at.version(self.number)
        self._try(lambda key: (at.redo if again else at.undo)(self.number, version, key))

    def _try(self, enter: Callable[[str], object], action: Any = None) -> None:
        self.keys += 1
        self.clock.move(seconds=1)
        try:
            enter(f"key-{self.keys}")
        except (RefusedError, NothingToUndoError):
            return
        if action is not None:
            self.entered.append(self._untimed(self.game.write_action(action)))

    def _untimed(self, written: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in written.items() if name != "at"}

    @property
    def log(self) -> list[list[Any]]:
        """The phone's log, as it is stored."""
        return LogRows(self.phone.database).log(self.number)

    def merge(self, choice: str = "") -> None:
        """Bring the phone's log to the server, and the phone what came of it."""
        Merge(self.server).bring_in(self.number, read_log(json.dumps(self.log)), choice=choice)
        self.copies.take(self.number, copy_of(self.server, self.number, is_owners=True))

    def must_be_one(self) -> None:
        logs = [each.database.entries(self.number) for each in (self.server, self.phone)]
        assert logs[0] == logs[1]
        told = [self._untimed(action) for entry in logs[0] if entry.kind == ACT for action in entry.actions]
        assert [action for action in self.entered if action not in told] == []
        keys = [entry.key for entry in logs[0] if entry.key]
        assert len(keys) == len(set(keys))
        for each in (self.server, self.phone):
            assert list(problems_of_match(each.database, self.number)) == []
        assert self.server.current(self.number).whole_match == self.phone.current(self.number).whole_match


@pytest.fixture
def table(service: MatchService, other: MatchService, clock: Any) -> Callable[..., Table]:
    return lambda key, seed=5: Table(service, other, clock, key, seed)


@pytest.mark.parametrize("key", SAMPLES)
def test_what_only_a_phone_has_is_added_as_it_is(table: Any, key: str) -> None:
    one = table(key)
    for _ in range(3):
        one.enter(one.server)
    one.merge()
    one.must_be_one()
    for _ in range(4):
        one.enter(one.phone)
    one.take_back(one.phone)
    phones = [replace(entry, at="") for entry in one.phone.database.entries(one.number)]
    one.merge()
    one.merge()
    one.must_be_one()
    assert [replace(entry, at="") for entry in one.server.database.entries(one.number)] == phones


@pytest.mark.parametrize("key", SAMPLES)
def test_a_phone_whose_answer_was_lost_is_not_asked_to_choose_between_itself_and_itself(table: Any, key: str) -> None:
    one = table(key)
    for _ in range(3):
        one.enter(one.phone)
    Merge(one.server).bring_in(one.number, read_log(json.dumps(one.log)))
    one.take_back(one.phone)
    one.merge()
    one.must_be_one()
    one.enter(one.phone, course=1)
    one.enter(one.phone, course=1)
    one.merge()
    one.must_be_one()


@pytest.mark.parametrize("key", SAMPLES)
def test_nobody_is_asked_if_what_a_restored_server_lacks_is_undone(table: Any, key: str) -> None:
    """Both sides would say the same."""
    one = table(key)
    one.enter(one.server)
    one.merge()
    one.enter(one.phone)
    one.take_back(one.phone)
    log = read_log(json.dumps(one.log))
    Merge(one.server).bring_in(one.number, log, was_here=len(log))
    one.copies.take(one.number, copy_of(one.server, one.number, is_owners=True))
    one.must_be_one()


@pytest.mark.quick(6)
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize(("here", "there"), [(1, 3), (3, 1), (2, 2)])
def test_what_both_have_counts_once(table: Any, key: str, here: int, there: int) -> None:
    one = table(key)
    one.enter(one.server)
    one.merge()
    for at, count in ((one.server, here), (one.phone, there)):
        for _ in range(count):
            one.enter(at)
    one.merge()
    one.must_be_one()
    assert len(one.server.record(one.number).actions) == 1 + max(here, there)


@pytest.mark.quick(6)
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("choice", [THEIRS, OURS])
@pytest.mark.parametrize("on_phone", [True, False])
def test_what_one_took_back_is_not_put_back_unasked(table: Any, key: str, choice: str, on_phone: bool) -> None:
    """Both entered the same, and one has undone it since: the other is right, or the undo is."""
    shared = table(key)
    for each in (shared.server, shared.phone):
        shared.enter(each)
        shared.enter(each)
    took_back = shared.phone if on_phone else shared.server
    shared.take_back(took_back)
    with pytest.raises(DifferentError):
        shared.merge()
    shared.merge(choice)
    shared.must_be_one()
    is_undone = (choice == THEIRS) == on_phone
    assert len(shared.server.record(shared.number).actions) == (1 if is_undone else 2)


@pytest.mark.parametrize("key", SAMPLES)
def test_what_a_phone_redid_is_added_with_what_follows(table: Any, key: str) -> None:
    """Both saw it undone; the server has redone and undone it since, the phone has redone it and gone on."""
    one = table(key)
    one.enter(one.server)
    one.take_back(one.server)
    one.merge()
    one.take_back(one.server, again=True)
    one.take_back(one.server)
    one.take_back(one.phone, again=True)
    one.enter(one.phone)
    due = one.phone.current(one.number).whole_match
    one.merge()
    one.must_be_one()
    assert one.server.current(one.number).whole_match == due


@pytest.mark.quick(6)
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("on_phone", [True, False])
@pytest.mark.parametrize("again", [True, False])
def test_corrected_names_and_what_was_entered_elsewhere_are_both_kept(
    table: Any, key: str, on_phone: bool, again: bool
) -> None:
    """A secretary seats a substitute while the table's phone has no signal; also a second one."""
    one = table(key)
    one.enter(one.server)
    one.merge()
    corrects, enters = (one.phone, one.server) if on_phone else (one.server, one.phone)
    for name in ("Zoe", "Yan")[: 1 + again]:
        setup = corrects.record(one.number).setup
        seat = next(iter(one.game.setups.players(setup)))
        named = one.game.setups.with_players(setup, one.game.setups.players(setup) | {seat: name})
        corrects.correct(one.number, corrects.version(one.number), f"corrected {name}", (), "", named)
    for _ in range(2):
        one.enter(enters)
    log = read_log(json.dumps(one.log))
    one.merge()
    one.must_be_one()
    assert len(one.server.record(one.number).actions) == 3
    assert name in one.game.setups.players(one.server.record(one.number).setup).values()
    Merge(one.server).bring_in(one.number, log)  # Nothing comes twice.
    one.must_be_one()


@pytest.mark.quick(6)
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("choice", [THEIRS, OURS])
def test_what_differs_is_chosen_by_the_table(table: Any, key: str, choice: str) -> None:
    one = table(key)
    one.enter(one.server)
    one.merge()
    one.take_back(one.phone)
    one.enter(one.server)
    before = one.server.database.entries(one.number)
    with pytest.raises(DifferentError):
        one.merge()
    assert one.server.database.entries(one.number) == before
    due = (one.phone if choice == THEIRS else one.server).current(one.number).whole_match
    one.merge(choice)
    one.must_be_one()
    assert one.game.setups.write(due.setup) == one.game.setups.write(one.server.current(one.number).setup)
    untimed = [[one._untimed(one.game.write_action(action)) for action in each.record(one.number).actions]
               for each in (one.server, one.phone)]  # fmt: skip
    assert untimed[0] == untimed[1]
    assert len(untimed[0]) == (0 if choice == THEIRS else 2)
    one.enter(one.phone)
    one.merge()
    one.must_be_one()


@pytest.mark.quick(5, 18)
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_two_phones_enter_they_come_together(table: Any, key: str, seed: int) -> None:
    """Random walks of two phones, of which one is without a signal from time to time."""
    one, chance = table(key, seed % 4), random.Random(f"{key} {seed}")
    for _ in range(30):
        at = chance.choice((one.server, one.phone))
        step = chance.random()
        if step < 0.55:
            one.enter(at)
        elif step < 0.7:
            one.enter(at, course=1)
        elif step < 0.8:
            one.take_back(at)
        elif step < 0.85:
            one.take_back(at, again=True)
        else:
            try:
                one.merge()
            except DifferentError as different:
                differing = Merge(one.server).differing(different)
                assert differing.here or differing.phone
                one.merge(chance.choice((THEIRS, OURS)))
            one.must_be_one()
    one.merge(chance.choice((THEIRS, OURS)))
    one.must_be_one()


@pytest.mark.parametrize("course", [0, 1])
def test_an_entry_that_comes_while_a_log_is_merged_is_not_lost(
    table: Any, monkeypatch: pytest.MonkeyPatch, course: int
) -> None:
    """The log is replayed before others have to wait."""
    one = table("havilering")
    one.enter(one.phone)
    folded, coming = one.server.folded, [course]

    def meanwhile(*given: Any) -> Any:
        if coming:
            one.enter(one.server, coming.pop())
        return folded(*given)

    monkeypatch.setattr(one.server, "folded", meanwhile)
    if course:
        with pytest.raises(DifferentError):
            one.merge()
    one.merge(THEIRS if course else "")
    one.must_be_one()
    assert len(one.server.record(one.number).actions) == 1


def test_a_log_that_is_not_right_changes_nothing(table: Any) -> None:
    one = table("havilering")
    one.enter(one.server)
    one.merge()
    one.enter(one.phone)
    log, before = one.log, one.server.database.entries(one.number)
    rest = ["k", log[0][4], None, "x"]
    wrong: list[Any] = [
        "no JSON", "[]x", "{}", json.dumps([*log, log[-1]]), json.dumps([[*log[0][:-1]], *log[1:]]),
        json.dumps([log[0], [2, "act", '[{"type":"trick","cards":["7S","7S","9S","8S"]}]', *rest]]),
        json.dumps([log[0], [2, "act", "no JSON", *rest]]),
        json.dumps([log[0], [2, "act", '[{"type":"\\ud800"}]', *rest]]),
        json.dumps([log[0], [2, "act", '["x"]', *rest]]),
        json.dumps([log[0], [2, "act", '{"x":3}', *rest]]),
        json.dumps([log[0], [2, "unheard", "[]", *rest]]),
        json.dumps([log[0], [2, "undo", "[]", *rest], [3, "undo", "[]", "l", *rest[1:]]]),
    ]  # fmt: skip
    for each in wrong:
        with pytest.raises(RefusedError):
            Merge(one.server).bring_in(one.number, read_log(each))
        assert one.server.database.entries(one.number) == before
    one.merge()
    one.must_be_one()


@pytest.mark.parametrize("key", ["grevjass", "hearts"])
def test_twice_as_many_entries_take_twice_the_work(table: Any, key: str) -> None:
    """One phone entered and undid entries; the other entered something different here."""
    work = list[int]()
    for rounds in (15, 30):
        one = table(key, 5 + len(work))
        for _ in range(3):
            one.enter(one.server)
        for _ in range(rounds):
            one.enter(one.phone)
            one.take_back(one.phone)
        one.enter(one.phone)
        log = read_log(json.dumps(one.log))
        work.append(calls_of(lambda: Merge(one.server).bring_in(one.number, log, choice=THEIRS)))  # noqa: B023
    assert work[1] < 2.5 * work[0]


@pytest.mark.parametrize("differs", [True, False])
def test_twice_as_many_notes_of_refusals_take_twice_the_work(table: Any, differs: bool) -> None:
    work = list[int]()
    for notes in (40, 40, 80):  # The first one is not counted: what is kept from one to the next is there then.
        one = table("hearts", 5 + len(work))
        if differs:
            one.enter(one.server)
        one.enter(one.phone, course=1)
        one.note_refusals(notes)
        log = read_log(json.dumps(one.log))
        work.append(calls_of(lambda: Merge(one.server).bring_in(one.number, log, choice=THEIRS)))  # noqa: B023
        assert one.server.version(one.number) >= notes
    assert work[2] < 2.5 * work[1]


def test_a_log_that_is_sent_piece_by_piece_is_no_longer_than_one_that_is_entered(
    empty_book: Path, other: MatchService, clock: Any, tmp_path: Path
) -> None:
    most = 6
    server = MatchService(Database(Path(shutil.copy(empty_book, tmp_path / "server.db"))), clock, most_entries=most)
    one = Table(server, other, clock, "hearts", 5)
    for _ in range(most):
        one.enter(one.phone)
        one.merge()
    one.enter(one.phone)
    with pytest.raises(RefusedError, match="6 entries, which is the limit"):
        one.merge()
    assert server.version(one.number) == most
    server.close()


def test_there_are_no_more_corrections_than_may_be_entered(
    empty_book: Path, other: MatchService, clock: Any, tmp_path: Path
) -> None:
    """Each costs a replay of everything after it."""
    server = MatchService(Database(Path(shutil.copy(empty_book, tmp_path / "server.db"))), clock, most_entries=4000)
    with pytest.raises(RefusedError, match=f"corrected {MOST_CORRECTIONS} times"):
        server.must_fit(60, MOST_CORRECTIONS + 1)
    server.must_fit(4000, MOST_CORRECTIONS)
    server.close()

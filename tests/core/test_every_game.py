"""The core's work on a match, tried on every game: posts, undo, corrections, files, the bin."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems
from referee.books.export import list_of_records, rows_as_csv, whole_book
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.books.upload import import_records, read_file
from referee.faults import NotThereError, RefusedError
from referee.games import GAMES
from referee.games.edits import Edit
from referee.match.current import StaleError
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK, Clock
from tests.core.samples import SAMPLES, Sample, enterable

MOST = 60
"""Entries of a match that are gone through one by one."""


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


@pytest.fixture
def cold(tmp_path: Path, clock: Any) -> Any:
    """Open the same database by a service that has nothing in memory."""
    opened: list[MatchService] = []

    def again() -> MatchService:
        opened.append(MatchService(Database(tmp_path / "book.db"), clock))
        return opened[-1]

    yield again
    for each in opened:
        each.close()


def outcome(current: Any) -> Any:
    return current.game.outcome(current.whole_match)


def test_a_stored_setup_is_read_as_strictly_as_another(service: MatchService, sample: Sample) -> None:
    game = service.games[sample.key]
    written = game.setups.write(sample.read(0).setup)
    first, second, *_ = written["players"]
    alike = written | {"players": written["players"] | {first: "Ann", second: "Ann"}}
    with pytest.raises(RefusedError, match="one name twice"):
        game.setups.read(alike)


@pytest.mark.quick(5, 6)
@pytest.mark.parametrize("seed", range(2))
def test_undo_leads_back_to_the_first_entry_and_redo_to_the_last(
    service: MatchService, cold: Any, sample: Sample, seed: int
) -> None:
    """Across hands, games and the end of the match; read by another process on the way."""
    record = service.games[sample.key].read(enterable(sample.play(seed)))
    number = service.open(BOOK, record.setup).id
    states = [outcome(service.current(number))]
    for place, action in enumerate(record.actions):
        states.append(outcome(service.post(number, place, f"a{place}", [action])))
    assert service.current(number).is_over
    version, steps = len(record.actions), min(len(record.actions), MOST)
    for back in range(steps):
        after = service.undo(number, version, f"u{back}")
        version = after.version
        assert outcome(after) == states[-2 - back]
        assert after == service.fold(number)
        if back % 20 == 7:
            assert outcome(cold().current(number)) == states[-2 - back]
    for forth in range(steps):
        after = service.redo(number, version, f"r{forth}")
        assert after == service.fold(number)
        version = after.version
    assert outcome(service.current(number)) == outcome(cold().current(number)) == states[-1]
    with pytest.raises(RefusedError, match="nothing to redo"):
        service.redo(number, version, "x")
    assert list(problems(service.database)) == []


def test_a_post_counts_once_and_a_stale_or_refused_one_changes_nothing(service: MatchService, sample: Sample) -> None:
    record = sample.read(1)
    number = service.open(BOOK, record.setup).id
    for place, action in enumerate(record.actions[:MOST]):
        first = service.post(number, place, f"a{place}", [action])
        assert service.post(number, place, f"a{place}", [action]) == first
        with pytest.raises(StaleError) as stale:
            service.post(number, place, f"b{place}", [action])
        assert stale.value.current.version == place + 1
        assert [entry.number for entry in stale.value.since] == [place + 1]
        others = [each for each in record.actions if first.game.write_action(each) != first.game.write_action(action)]
        with pytest.raises(StaleError):
            service.post(number, place, f"a{place}", [others[0]])
        refused = next((each for each in others if first.game.faults(first.whole_match, each)), None)
        if refused:
            with pytest.raises(RefusedError):
                service.post(number, place + 1, f"c{place}", [refused])
        version = service.version(number)
        if version > place + 1:  # That a claim was refused stands in the log.
            break
        assert service.current(number) == first


@pytest.mark.parametrize("year", [1600, 2999])
def test_a_clock_beyond_what_can_be_read_keeps_nothing(
    service: MatchService, score_books: ScoreBooks, clock: Clock, sample: Sample, year: int
) -> None:
    record, right = sample.read(1), clock()
    number = service.open(BOOK, record.setup).id
    service.post(number, 0, "a", record.actions[:1])
    clock.now = right.replace(year=year)
    late = service.game(number).rematch(service.current(number).whole_match, clock())
    for attempt in (
        lambda: service.post(number, 1, "b", record.actions[1:2]),
        lambda: service.undo(number, 1, "c"),
        lambda: service.correct(number, 1, "d", [Edit(1, 1, ())], ""),
        lambda: service.open(BOOK, late),
        lambda: score_books.begin("Sunday"),
        lambda: Maintenance(service).move_to_bin(number),
    ):
        with pytest.raises(RefusedError, match="clock"):
            attempt()
    clock.now = right
    service.clear_cache()
    assert service.current(number).version == 1
    assert len(score_books.score_books()) == 1
    assert list(problems(service.database)) == []


def test_an_entry_may_name_the_one_that_it_follows(service: MatchService, cold: Any, sample: Sample) -> None:
    """As a phone does that had no signal: it is due at the turn after that, whatever its version; at no other."""
    record = sample.read(2)
    number = service.open(BOOK, record.setup).id
    first, second, third = record.actions[:3]
    game, one = service.game(number), service.post(number, 0, "a", [first])
    two = service.post(number, 0, "b", [second], turn="", after="a")
    assert service.post(number, 0, "b", [second], turn="", after="a").version == 2
    other = cold()
    is_past = game.turn_of(one.whole_match) != game.turn_of(
        two.whole_match
    )  # A meld or a ruling does not move the turn.
    for wrong in ("a", "nothing", "c") if is_past else ("nothing", "c"):
        with pytest.raises(StaleError):
            other.post(number, 0, "d", [third], turn="", after=wrong)
    service.undo(number, 2, "u")
    with pytest.raises(StaleError):
        service.post(number, 0, "c", [third], turn="", after="b")
    service.redo(number, 3, "r")
    assert service.post(number, 0, "c", [third], turn="", after="b").version == 5


@pytest.mark.quick(5)
@pytest.mark.parametrize("seed", range(3))
def test_a_correction_comes_to_what_its_record_comes_to_or_is_refused(
    service: MatchService, cold: Any, sample: Sample, seed: int
) -> None:
    chance, record = random.Random(seed), sample.read(seed)
    ((number, _),) = service.import_records(BOOK, [record])
    for turn in range(12):
        current, actions = service.current(number), service.record(number).actions
        first = chance.randrange(1, len(actions) + 1)
        last = chance.choice([first, first, len(actions)])
        new = chance.choice([(), (chance.choice(actions),), (actions[first - 1], chance.choice(actions))])
        before = outcome(current)
        try:
            after = service.correct(number, current.version, f"c{turn}", [Edit(first, last, new)], "a reason")
        except RefusedError:
            assert outcome(service.current(number)) == before
            continue
        replayed = current.game.replay(service.record(number))
        assert outcome(after) == outcome(cold().current(number)) == current.game.outcome(replayed)
        service.undo(number, after.version, f"u{turn}")
        assert outcome(service.current(number)) == before
        service.redo(number, after.version + 1, f"r{turn}")
        assert len(service.audit_log(number)) == service.version(number)
        if not service.record(number).actions:
            break
    assert list(problems(service.database)) == []


def test_a_finished_match_refuses_entries_in_one_sentence(sample: Sample) -> None:
    record, game = sample.read(3), GAMES[sample.key]
    (fault,) = game.faults(game.fold(record.setup, record.actions), record.actions[0])
    assert (fault.code, fault.text.split(" cannot ")[1]) == (
        "wrong-phase",
        "be entered now: the match is over. Undo what ended it first.",
    )


def test_matches_go_out_and_come_in_once(service: MatchService, score_books: ScoreBooks, sample: Sample) -> None:
    records = [sample.read(seed) for seed in range(3)]
    service.import_records(BOOK, records)
    whole = "".join(whole_book(service, score_books, BOOK))
    again = list(import_records(service, score_books, BOOK, [read_file(whole, "book.json")]))
    assert [each.is_new for each in again] == [False, False, False]
    listed = json.loads("".join(list_of_records(service)))
    write = service.games[sample.key].write
    assert listed == [write(record) for record in records]
    other = score_books.begin("Another")
    assert all(is_new for _, is_new in service.import_records(other.id, records))
    game = service.games[sample.key]
    rows = "".join(rows_as_csv(service, service.database.numbers(BOOK), game)).splitlines()
    due = sum(len(game.rows(service.current(number).whole_match)) for number in service.database.numbers(BOOK))
    assert len(rows) == due + 1


def test_the_bin_takes_a_match_out_of_every_list_and_gives_it_back(service: MatchService, sample: Sample) -> None:
    ((number, _),) = service.import_records(BOOK, [sample.read(3)])
    maintenance, store = Maintenance(service), service.projections.player_stores[sample.key]
    counted = store.everybody(BOOK)
    assert counted
    maintenance.move_to_bin(number)
    assert store.everybody(BOOK) == []
    assert store.leagues(BOOK, 9) == []
    with pytest.raises(NotThereError):
        service.current(number)
    maintenance.restore_from_bin(BOOK, number)
    assert store.everybody(BOOK) == counted
    assert maintenance.recount() == []
    assert store.everybody(BOOK) == counted
    assert list(problems(service.database)) == []


@pytest.mark.parametrize("key", SAMPLES)
def test_a_correction_of_names_is_what_a_replay_would_be(key: str, service: MatchService) -> None:
    """It is made without one, since the rules do not depend on names."""
    record = SAMPLES[key].read(1)
    setups = GAMES[key].setups
    ((number, _),) = service.import_records(BOOK, [record])
    seat, name = next(iter(setups.players(record.setup).items()))
    for new in ("Zoe", "Zoe Ann", name):
        before = service.current(number)
        setup = setups.with_players(before.setup, {seat: new})
        after = service.correct(number, before.version, f"to {new}", (), setup=setup)
        assert setups.players(after.setup)[seat] == new
        service.clear_cache()
        assert service.current(number) == after
    with pytest.raises(RefusedError, match="changes nothing"):
        service.correct(number, after.version, "again", (), setup=setup)
    other = list(setups.players(record.setup).values())[1]
    with pytest.raises(RefusedError):
        service.correct(number, after.version, "twice", (), setup=setups.with_players(setup, {seat: other}))
    service.undo(number, after.version, "undo")
    assert setups.players(service.current(number).setup)[seat] == "Zoe Ann"

"""Corrections of a match's start: seats, first dealer, and rules."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems
from referee.books.maintenance import Maintenance
from referee.faults import RefusedError
from referee.games import GAMES
from referee.log.entry import CORRECTION, Entry
from referee.match.current import NothingToUndoError
from referee.match.log import edits_of, setup_of
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK
from tests.core.samples import SAMPLES, Sample
from tests.correcting import deal
from tests.cribbage.playing import record_of

Written = dict[str, Any]
RULES: dict[str, list[Written]] = {
    "havilering": [{"target": 61}, {"best_of": 5}, {"muggins": True}, {"muggins": False}, {"season": "winter"},
                   {"jack_havel": 5}, {"values": {"pair": 4}}],
    "cribbage": [{"target": 61}, {"best_of": 5}, {"muggins": True}, {"muggins": False}, {"skunk": 2},
                 {"false_go": 0}],
    "hearts": [{"settling": "howell"}, {"odd_jack": True}],
    "humbug-whist": [{"stake": 3}, {"deals": 2}, {"last_trick": True}],
    "grevjass": [{"strokes": 2}, {"claims": "mild"}, {"stikk": "side"}],
    "karnoffel": [{"target": 2}, {"pack": 40}, {"devil_first": True}],
}  # fmt: skip


def others(written: Written, key: str, chance: random.Random) -> Iterator[Written]:
    """Setups that may be right instead of one: other seats, another dealer, other names, other rules."""
    seats = [*written["players"]]
    for seat in seats:
        yield written | {"dealer": seat}
    one, other = chance.sample(seats, 2)
    names = written["players"]
    yield written | {"players": names | {one: names[other], other: names[one]}}
    yield written | {"players": names | {one: "Somebody else"}}
    for rules in RULES.get(key, ()):
        yield written | {"rules": written["rules"] | rules}


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


def outcome(current: Any) -> Any:
    return current.game.outcome(current.whole_match)


def cold(folder: Path, clock: Any, number: int) -> Any:
    """The match as a service reads it that has nothing in memory."""
    with closing(MatchService(Database(folder / "book.db"), clock)) as service:
        return service.current(number)


def corrected(service: MatchService, number: int, setup: Any, key: str) -> Any:
    """The match after a correction of its start. Raises RefusedError if something no longer fits."""
    trial = service.trial(number, setup=setup)
    return service.correct(number, service.version(number), key, trial.edits, "we were wrong", setup)


@pytest.mark.quick(1, 6)
@pytest.mark.parametrize("seed", range(2))
def test_a_corrected_start_comes_to_what_its_record_comes_to_or_is_refused(
    service: MatchService, tmp_path: Path, clock: Any, sample: Sample, seed: int
) -> None:
    record = sample.read(seed)
    ((number, _),) = service.import_records(BOOK, [record])
    game, chance, done = service.game(number), random.Random(seed), 0
    for back in range(2 * seed):  # Once over, once in play.
        service.undo(number, service.version(number), f"open it {back}")
    first = outcome(service.current(number))
    for turn, written in enumerate(others(game.setups.write(record.setup), sample.key, chance)):
        setup = game.setups.read(written)
        try:
            after = corrected(service, number, setup, f"c{turn}")
        except RefusedError:
            assert outcome(service.current(number)) == first
            continue
        done += 1
        assert after.setup == setup
        assert service.record(number).setup == setup
        replayed = game.replay(game.read(game.write(service.record(number))))
        assert outcome(after) == outcome(cold(tmp_path, clock, number)) == game.outcome(replayed)
        (entry,) = service.database.entries(number, after=after.version - 1)
        edits = edits_of(game, entry)
        assert service.correct(number, after.version - 1, f"c{turn}", edits, "we were wrong", setup) == after
        lines = service.audit_log(number)
        assert lines[-1].setups == (record.setup, setup)
        assert list(problems(service.database)) == []
        assert outcome(service.undo(number, after.version, f"u{turn}")) == first
        assert service.current(number).setup == record.setup
        assert outcome(service.redo(number, after.version + 1, f"r{turn}")) == outcome(after)
        assert list(problems(service.database)) == []
        service.undo(number, after.version + 2, f"v{turn}")
        assert len(service.audit_log(number)) == service.version(number)
    assert done > 2
    assert Maintenance(service).recount() == []
    assert list(problems(service.database)) == []


@pytest.mark.quick(2, 6)
@pytest.mark.parametrize("seed", range(3))
def test_a_walk_with_corrected_starts_equals_the_replay_of_its_record(
    service: MatchService, tmp_path: Path, clock: Any, sample: Sample, seed: int
) -> None:
    """Entries, undo, redo and corrections of the start, as they come; what is refused changes nothing."""
    chance, record = random.Random(seed), sample.read(seed)
    number = service.open(BOOK, record.setup).id
    game, corrections = service.game(number), 0
    waiting = list(record.actions[:120])
    for turn in range(160):
        version, key, what = service.version(number), f"k{turn}", chance.random()
        try:
            if what < 0.1:
                written = game.setups.write(service.current(number).setup)
                setups = list(others(written, sample.key, chance))
                corrected(service, number, game.setups.read(chance.choice(setups)), key)
                corrections += 1
            elif what < 0.2:
                service.undo(number, version, key)
            elif what < 0.25:
                service.redo(number, version, key)
            elif waiting:
                service.post(number, version, key, [waiting.pop(0)])
        except (RefusedError, NothingToUndoError):
            assert service.current(number).version - version in (0, 1)  # That a claim was refused stands in the log.
    current, played = service.current(number), service.record(number)
    replayed = game.replay(game.read(game.write(played)))
    assert corrections
    assert outcome(current) == outcome(cold(tmp_path, clock, number)) == game.outcome(replayed)
    assert list(problems(service.database)) == []


@pytest.mark.parametrize("key", ["havilering", "cribbage"])
def test_with_a_forgotten_muggins_a_misdeal_concerns_the_deal_that_had_just_begun(
    service: MatchService, open_match: Any, key: str
) -> None:
    """And not the one before, whose last count is claimed first."""
    if key == "havilering":
        written = service.games[key].setups.write(open_match(target=1000, season="winter").setup)
        played = [{"type": "trick", "cards": trick.split()} for trick in deal(0)]
    else:
        written = record_of("^2S 9H 5C KH 3C 4H JC 7H QD c4D4CQSKS")
        played = written["actions"]
        written = {name: written[name] for name in ("players", "dealer", "started", "rules")}
    game = service.games[key]
    number = service.open(BOOK, game.setups.read(written)).id
    for turn, action in enumerate([*played, {"type": "misdeal"}]):
        service.post(number, turn, f"p{turn}", [game.read_action(action)])
    before = outcome(service.current(number))
    claimed = game.setups.read(written | {"rules": written["rules"] | {"muggins": True}})
    after = outcome(corrected(service, number, claimed, "muggins"))
    assert [after[name] for name in ("score", "dealer", "phase")] == [
        before[name] for name in ("score", "dealer", "phase")
    ]


def test_a_correction_that_nobody_wrote_is_damage_and_not_a_crash() -> None:
    game = GAMES["havilering"]
    contents: list[Any] = ["text", 7, [], None]
    for content in contents:
        with pytest.raises(ValueError, match="entry 3 is not a correction"):
            setup_of(game, Entry(3, CORRECTION, (content,), None, ""))

"""A match from the cache equals one folded from its first entry, after any operation; and the cache."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.faults import DamagedError, RefusedError
from referee.games.edits import Edit
from referee.games.game import Game
from referee.games.havilering import match as rules
from referee.games.havilering.actions import Adjust
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.state import Match
from referee.games.kit.sides import SIDES
from referee.match import appender, reader
from referee.match.current import StaleError
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK, rechain
from tests.havilering.test_against_oracle import table


@pytest.fixture
def cold(tmp_path: Path, service: MatchService) -> Any:
    """The same book, opened by somebody who has nothing in memory."""
    opened: list[MatchService] = []

    def cold(game: Game[Any, Any, Any] = HAVILERING) -> MatchService:
        opened.append(MatchService(Database(tmp_path / "book.db"), service.clock, {game.key: game}))
        return opened[-1]

    yield cold
    for each in opened:
        each.close()


def folded(service: MatchService, number: int) -> Match:
    record = service.record(number)
    return rules.fold(record.setup, record.actions)


def do_something(service: MatchService, number: int, waiting: list[Any], chance: random.Random, key: str) -> None:
    """The next action, or undo, redo, or a correction that fits."""
    current = service.current(number)
    what = chance.random()
    if what < 0.12 and current.live:
        for step in range(min(current.live, chance.choice([1, 1, 2, 30]))):
            service.undo(number, service.version(number), f"{key} undo {step}")
    elif what < 0.25 and current.undone:
        for step in range(chance.randint(1, len(current.undone))):
            service.redo(number, service.version(number), f"{key} redo {step}")
    elif what < 0.3 and current.live:
        given = Adjust(chance.choice(SIDES), chance.choice([0, 3]), "agreed")
        edit = Edit(place := chance.randint(1, current.live), place - 1, (given,))
        with suppress(RefusedError):
            service.correct(number, current.version, key, [edit])
    elif not current.undone and waiting:
        with suppress(RefusedError):  # What was undone for good may be missing now.
            service.post(number, current.version, key, [waiting.pop(0)])


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_memory_and_log_agree_whatever_is_done(service: MatchService, cold: Any, seed: int) -> None:
    chance = random.Random(seed)
    record = HAVILERING.read(table(seed).play(160))
    number = service.open(BOOK, record.setup).id
    waiting = list(record.actions)
    for step in range(220):
        do_something(service, number, waiting, chance, str(step))
        if step % 20 == 19:
            warm, fresh, whole = service.current(number), cold().current(number), folded(service, number)
            assert warm == fresh
            assert warm.whole_match == fresh.whole_match == whole
            assert warm.whole_match.hand_start == fresh.whole_match.hand_start == whole.hand_start
            assert warm.whole_match.hand_tricks == whole.hand_tricks


def evening_of(service: MatchService, clock: Any, hands: int, open_match: Any) -> int:
    """Open a match and play some hands with a whole pack each, and three tricks of the next."""
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "DHSC"]
    number: int = open_match(season="winter", target=1000, best_of=99).id
    for trick in range(hands * 13 + 3):
        cards = pack[trick % 13 * 4 :][:4]
        service.post(number, trick, f"key {trick}", [HAVILERING.read_action({"type": "trick", "cards": cards})])
    return number


def test_a_log_that_was_changed_is_not_played_on(
    service: MatchService, clock: Any, open_match: Any, cold: Any
) -> None:
    number = evening_of(service, clock, 3, open_match)
    with service.database.writing():
        service.database.run("DROP TRIGGER entries_no_update")
        flipped = "UPDATE entries SET actions = replace(actions, '2D', '3D') WHERE number = 40"
        service.database.run(flipped)
    with pytest.raises(DamagedError, match="entry 40 has been altered"):
        cold().current(number)


def test_names_of_today_are_in_what_comes_from_the_log(
    service: MatchService, clock: Any, open_match: Any, cold: Any
) -> None:
    number = evening_of(service, clock, 3, open_match)
    with service.database.writing():
        service.database.run("UPDATE players SET name = 'Anna' WHERE name = 'Ann'")
    assert "Anna" in cold().current(number).whole_match.setup.players.values()


def test_books_of_tests_can_be_given_their_checksums_again(
    service: MatchService, clock: Any, open_match: Any
) -> None:
    number = evening_of(service, clock, 1, open_match)
    with service.database.writing():
        rechain(service.database)
    assert list(service.database.broken(number)) == []


# --- the cache -----------------------------------------------------------------------------------------------------


def test_five_hundred_tables_at_the_end_of_an_evening_fit_into_the_cache(
    service: MatchService, clock: Any, open_match: Any
) -> None:
    """By what the cache reckons with; `make load` shows what they really take."""
    current = service.current(evening_of(service, clock, 10, open_match))
    assert len(current.whole_match.tricks) == 133
    assert reader._size(current) * 500 < reader.CACHE_BYTES


def test_tables_that_do_not_fit_come_back_from_the_disk(
    service: MatchService, clock: Any, open_match: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "CACHE_BYTES", 80_000)
    small = MatchService(service.database, service.clock)
    numbers = [evening_of(service, clock, 1, open_match) for _ in range(4)]
    for _ in range(2):
        assert [small.current(number) for number in numbers] == [service.current(number) for number in numbers]
    assert sum(small.cache.get(number) is not None for number in numbers) < 4


def test_the_log_of_a_match_may_be_limited(
    tmp_path: Path, clock: Any, open_match: Any, service: MatchService
) -> None:
    number = evening_of(service, clock, 0, open_match)
    few = MatchService(service.database, service.clock, most_entries=4)
    few.undo(number, 3, "u")
    with pytest.raises(RefusedError, match="has 4 entries, which is the limit"):
        few.redo(number, 4, "r")


@pytest.mark.parametrize("kind", ["undo", "redo"])
@pytest.mark.parametrize("hands", [0, 3])
def test_an_undo_that_another_came_before_is_stale_and_nothing_is_damaged(
    service: MatchService, clock: Any, open_match: Any, monkeypatch: Any, kind: str, hands: int
) -> None:
    """Both have read the match; then the other's entry comes in before the log is read once more."""
    number = evening_of(service, clock, hands, open_match)
    if kind == "redo":
        service.undo(number, service.version(number), "first")
    version, do = service.version(number), getattr(service, kind)
    follow, others = service.follow, ["other"]

    def follow_behind_another(*given: Any) -> Any:
        if others:
            do(number, version, others.pop())
        return follow(*given)

    monkeypatch.setattr(service, "follow", follow_behind_another)
    with pytest.raises(StaleError):
        do(number, version, "mine")
    assert service.version(number) == version + 1


def test_who_is_ahead_of_the_log_as_after_a_restore_is_stale(
    service: MatchService, clock: Any, open_match: Any
) -> None:
    number = evening_of(service, clock, 1, open_match)
    version = service.version(number)
    for ahead in (version + 1, version + 9, 2**31):
        assert service.database.entries(number, after=ahead) == []
        with pytest.raises(StaleError):
            service.undo(number, ahead, "ahead")


def test_who_is_ahead_of_an_empty_log_is_stale_too(service: MatchService, open_match: Any) -> None:
    number = open_match().id
    for ahead in (1, 9, 2**31):
        assert service.database.entries(number, after=ahead) == []
        with pytest.raises(StaleError):
            service.undo(number, ahead, "ahead")


def test_a_match_on_a_public_server_is_put_right_so_often(
    service: MatchService, clock: Any, open_match: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(appender, "MOST_CORRECTIONS", 2)
    number = evening_of(service, clock, 0, open_match)
    few = MatchService(service.database, service.clock, most_entries=4000)
    said = Adjust("NS", 0, "said")
    for time in range(2):
        few.correct(number, few.version(number), f"m{time}", [Edit(1, 0, (said,))])
    with pytest.raises(RefusedError, match="was corrected 2 times, which is the limit"):
        few.correct(number, few.version(number), "m2", [Edit(1, 0, (said,))])
    service.correct(number, service.version(number), "m2", [Edit(1, 0, (said,))])  # At home as often as one likes.

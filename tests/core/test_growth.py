"""Long matches and files: the memory and work of a step do not grow with the number of earlier steps."""

import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.books import logs_import
from referee.books.logs_file import read_logs, whole_book
from referee.books.logs_import import LogsImport
from referee.books.phone_copy import PhoneCopies, copy_of
from referee.cards import read_cards
from referee.chain import Queue
from referee.faults import RefusedError
from referee.games import GAMES
from referee.games.edits import Edit
from referee.games.havilering.actions import Adjust, Misdeal, Play
from referee.games.kit.stepping import Stepping
from referee.match import reader
from referee.match.corrections import Corrected, correct, walk
from referee.match.current import MOST_RECENT, StaleError
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.log_rows import LogRows
from referee.store.player_names import Alike
from referee.web import create_app
from tests.conftest import BOOK
from tests.core.instances import Opened
from tests.core.samples import SAMPLES, enterable

FEW, TIMES = 450, 2  # More than 256, as smaller numbers take no memory of their own.

Rounds = list[dict[str, Any]]


def adjusted(player: str, by: str = "player") -> dict[str, Any]:
    return {"type": "adjust", by: player, "points": 0, "reason": "Miscounted"}


VOID = {"type": "misdeal"}


def rounds_of(key: str, setup: Any) -> Iterator[Rounds]:
    """Actions that may be entered again and again without an end of the deal, the game or the match."""
    seat = next(iter(setup.players))
    if key == "karnoffel":
        ruling = {"type": "adjust", "side": "NS", "deals": 0, "reason": "Miscounted"}
        yield [ruling]
        yield [{"type": "chosen", "suit": "S"}, ruling, VOID]
        return
    yield [adjusted("NS", "side") if key in ("havilering", "grevjass") else adjusted(seat)]
    if key == "grevjass":
        trump = {"type": "trump", "suit": "S"}
        yield [adjusted("NS", "side"), trump, adjusted("EW", "side"), VOID]
        return
    yield [VOID]
    yield [VOID, adjusted("NS", "side") if key == "havilering" else adjusted(seat)]
    if key == "humbug-whist":
        yield [{"type": "revoke", "player": seat}]
    if key == "hearts":
        fault = {"type": "fault", "kind": "lead", "player": seat}
        demand = {"type": "demand", "player": seat, "by": setup.right(seat), "choice": "lead-heart"}
        yield [fault]
        yield [fault, demand]
        yield [fault, fault, demand]
        yield [fault, VOID]
        yield [{"type": "fault", "kind": "exposed", "player": seat, "card": "2C"}, VOID, adjusted(seat)]


CASES = [(key, setup, rounds) for key, sample in SAMPLES.items() for setup in [sample.read(1).setup]
         for rounds in rounds_of(key, setup)]  # fmt: skip
NAMES = [f"{key}: {', '.join(each['type'] for each in rounds)}" for key, _, rounds in CASES]


def calls_of(work: Callable[[], Any]) -> int:
    """Count the calls, of functions or of a generator's next item, that some work takes."""
    calls = 0

    def count(frame: Any, event: str, given: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def steps_of(work: Callable[[], Any]) -> tuple[int, Any]:
    """Count the steps of matches that some work takes; and its result."""
    steps = 0

    def count(frame: Any, event: str, given: Any) -> None:
        nonlocal steps
        steps += event == "call" and frame.f_code is Stepping.step.__code__

    sys.setprofile(count)
    try:
        return_value = work()
    finally:
        sys.setprofile(None)
    return steps, return_value


def bytes_of(work: Callable[[], Any]) -> int:
    tracemalloc.start()
    try:
        kept = work()
        return tracemalloc.get_traced_memory()[0] if kept else 0
    finally:
        tracemalloc.stop()


@pytest.mark.quick(2)
@pytest.mark.parametrize(("key", "setup", "rounds"), CASES, ids=NAMES)
def test_a_match_is_replayed_in_linear_time_and_memory(key: str, setup: Any, rounds: Rounds) -> None:
    game = GAMES[key]
    actions = [game.read_action(dict(data)) for data in rounds] * (FEW * TIMES)
    few, many = actions[: FEW * len(rounds)], actions
    walk(game, setup, many)  # What is made once is made.
    for measure in (calls_of, bytes_of):
        less, more = (measure(lambda part=part: walk(game, setup, part)) for part in (few, many))  # type: ignore[misc]
        assert more < 1.2 * TIMES * less, measure.__name__


@pytest.mark.quick(5)
@pytest.mark.parametrize(("key", "setup", "rounds"), CASES, ids=NAMES)
def test_a_match_takes_no_more_memory_than_the_cache_reckons(key: str, setup: Any, rounds: Rounds) -> None:
    game = GAMES[key]
    actions = [game.read_action(dict(data)) for data in rounds] * (FEW * TIMES)
    reckoned = reader.BYTES_OF_A_MATCH + reader.BYTES_OF_AN_ENTRY * len(actions)
    assert bytes_of(lambda: game.fold(setup, actions)) < reckoned


@pytest.mark.parametrize("key", SAMPLES)
def test_a_correction_replays_only_what_follows_its_first_edit(key: str) -> None:
    game, record = GAMES[key], SAMPLES[key].read(1)
    transitions = walk(game, record.setup, record.actions)
    last = len(transitions)
    for edits, most in (([], 0), ([Edit(last, last, None)], 1), ([Edit(1, 0, ()), Edit(last, last, None)], last)):
        steps, corrected = steps_of(partial(correct, game, transitions, record.setup, edits))
        assert corrected == Corrected(transitions[-1].after, None, tuple(edits))
        assert steps == most


def test_corrections_of_late_entries_are_not_replayed_one_by_one(tmp_path: Path) -> None:
    """In a match in which somebody has led out of turn, each used to be, whenever the match was read."""
    tricks = [Play(read_cards("7S AS 9S 8S"), leader="W"), *(Play(read_cards(f"{rank}S {rank}H {rank}D {rank}C"))
                                                               for rank in "2345")]  # fmt: skip
    steps = list[int]()
    with closing(Opened(create_app(tmp_path))) as opened:
        opened.score_books.first()
        service = opened.service
        number = service.open(BOOK, SAMPLES["havilering"].read(2).setup).id
        for version, action in enumerate(tricks):
            service.post(number, version, f"{version}", [action])
        for version in range(len(tricks), len(tricks) + 40):
            ruling = Adjust("NS", 1 + version % 2, "Miscounted")
            edit = Edit(len(tricks), len(tricks), (ruling,)) if version % 2 else Edit(5, 5, (tricks[-1],))
            service.correct(number, version, f"{version}", [edit])
            service.clear_cache()
            steps.append(steps_of(partial(service.current, number))[0])
    assert steps[-1] <= steps[0] + 2 * 40


@pytest.mark.parametrize("key", SAMPLES)
def test_undo_and_redo_of_the_last_entries_take_no_replay(key: str, tmp_path: Path) -> None:
    """Also in another process, which follows, and after a start, once the match has been read."""
    record = GAMES[key].read(enterable(SAMPLES[key].play(2)))
    with closing(Opened(create_app(tmp_path))) as opened:
        opened.score_books.first()
        service, number = opened.service, opened.service.open(BOOK, record.setup).id
        other = MatchService(service.database, service.clock)
        for version, action in enumerate(record.actions[:12]):
            service.post(number, version, f"{version}", [action])
            other.current(number)
        service.clear_cache()
        service.current(number)
        changes = (*[service.undo] * MOST_RECENT, *[service.redo] * MOST_RECENT)
        for version, change in enumerate(changes, service.version(number)):
            for work in (partial(change, number, version, f"{version}"), partial(other.current, number)):
                steps, after = steps_of(work)
                assert steps <= 1
            assert after == service.fold(number)


def test_a_phone_that_keeps_a_match_steps_once_for_each_entry(tmp_path: Path) -> None:
    """With a signal it gets each entry from the server."""
    sample, steps = SAMPLES["havilering"].read(2), list[int]()
    with closing(Opened(create_app(tmp_path))) as opened, closing(Database(tmp_path / "phone.db")) as kept:
        opened.score_books.first()
        server, phone = opened.service, MatchService(kept, opened.service.clock)
        number, copies = server.open(BOOK, sample.setup).id, PhoneCopies(phone)
        copies.keep(json.loads(json.dumps(copy_of(server, number, True))))
        phone.current(number)
        for version, action in enumerate(sample.actions[:20]):
            server.post(number, version, f"{version}", [action])
            news = json.loads(json.dumps(LogRows(server.database).log(number)[version:]))
            steps.append(steps_of(partial(copies.add, number, news))[0])
        assert phone.current(number) == server.current(number)
    assert steps == [1] * 20


def test_the_same_entry_from_two_phones_is_recognised_without_a_replay(tmp_path: Path) -> None:
    sample = SAMPLES["havilering"].read(2)
    with closing(Opened(create_app(tmp_path))) as opened:
        opened.score_books.first()
        number = opened.service.open(BOOK, sample.setup).id
        for version, action in enumerate(sample.actions[:20]):
            before = opened.service.current(number)
            opened.service.post(number, version, f"{version}", [action])
        turn, other = before.game.turn_of(before.whole_match), Misdeal()
        for same, is_there in ((action, True), (other, False)):
            post = partial(opened.service.post, number, 19, f"again {is_there}", [same], turn)
            steps, stale = steps_of(partial(error_of, post))
            assert isinstance(stale, StaleError)
            assert stale.is_entered is is_there
            assert steps <= 1


def error_of(work: Callable[[], Any]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None


def test_a_queue_gives_back_what_came_first() -> None:
    queue: Queue[int] = Queue()
    later = queue
    out, others = [], []
    for number in range(20):
        queue = queue.append(2 * number).append(2 * number + 1)
        later = queue  # Whoever has it keeps it as it is.
        out.append(queue.first)
        queue = queue.without_first()
    while later:
        others.append(later.first)
        later = later.without_first()
    while queue:
        out.append(queue.first)
        queue = queue.without_first()
    assert out == list(range(40))
    assert others == list(range(19, 40))


def names_adopted(folder: Path, count: int) -> int:
    """The calls that it takes to import some matches, all of new players, each of whom has another name by now."""
    folder.mkdir()
    setup, hearts = SAMPLES["hearts"].read(1).setup, GAMES["hearts"]
    with closing(Opened(create_app(folder / "one"))) as one, closing(Opened(create_app(folder / "other"))) as other:
        assert one.score_books.first().id == other.score_books.first().id == BOOK
        for number in range(count):
            players = {seat: f"Player {number} {seat}" for seat in hearts.setups.players(setup)}
            started = setup.started + timedelta(days=number)
            one.service.open(BOOK, replace(hearts.setups.with_players(setup, players), started=started))
        file = json.loads("".join(whole_book(one.service, one.score_books, BOOK, lambda number, why: None)))
        names = [[written, written.replace("Player", "Somebody")] for written, _ in file["names"]]
        data = read_logs(file | {"names": names}, "The file")
        calls = calls_of(lambda: list(LogsImport(other.service, other.score_books).bring_in(BOOK, data)))
        assert {each.name for each in other.service.projections.player_store.players(BOOK)} == {
            each for _, each in names
        }
        return calls


def test_the_names_of_a_file_are_adopted_in_linear_time(tmp_path: Path) -> None:
    few, many = (names_adopted(tmp_path / str(count), count) for count in (30, 60))
    assert many < 2.2 * few


def brought_in(folder: Path, there: list[dict[str, Any]], in_file: list[dict[str, Any]]) -> int:
    """The calls that it takes to bring matches of a file into a book with others."""
    folder.mkdir()
    read = GAMES["havilering"].read
    with closing(Opened(create_app(folder / "one"))) as one, closing(Opened(create_app(folder / "other"))) as other:
        assert one.score_books.first().id == other.score_books.first().id == BOOK
        for each, records in ((one, in_file), (other, there)):
            each.service.import_records(BOOK, map(read, records))
        file = json.loads("".join(whole_book(one.service, one.score_books, BOOK, lambda number, why: None)))
        data = read_logs(file, "The file")
        return calls_of(lambda: list(LogsImport(other.service, other.score_books).bring_in(BOOK, data)))


def rulings(*points: int) -> dict[str, Any]:
    """A match that begins with these rulings: all are of the same people at the same moment."""
    actions = [adjusted("NS", "side") | {"points": each} for each in points]
    return SAMPLES["havilering"].play(1) | {"actions": actions}


def test_matches_that_began_alike_come_in_in_linear_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs_import, "MOST_COMPARED", 400)
    few, many = (
        brought_in(
            tmp_path / str(count), list(map(rulings, range(count))), list(map(rulings, range(count, 2 * count)))
        )
        for count in (20, 40)
    )
    assert many < 2.2 * few


def test_a_long_match_is_compared_once_with_all_of_a_file(tmp_path: Path) -> None:
    """A file may have its beginning many times."""
    beginnings = [rulings(*[0] * length) for length in range(20)]
    alone = brought_in(tmp_path / "alone", [], beginnings)
    assert brought_in(tmp_path / "beside", [rulings(*[0] * 200)], beginnings) < 1.2 * alone


def test_a_long_match_of_a_file_is_compared_with_few_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs_import, "MOST_COMPARED", 2_000)
    long = [rulings(1, *[0] * 200)]
    few, many = (
        brought_in(tmp_path / str(count), [rulings(2 + number) for number in range(count)], long)
        for count in (20, 40)
    )
    assert many < 1.2 * few


def names_split(folder: Path, count: int) -> int:
    """The calls that it takes to import some matches of two names that were one player, beside others of the time."""
    sample, read = SAMPLES["havilering"].play(1) | {"actions": []}, GAMES["havilering"].read

    def at_table(*names: str) -> Any:
        return read(sample | {"players": dict(zip("NESW", names, strict=True))})

    with closing(Opened(create_app(folder))) as opened:
        opened.score_books.first()
        service, players = opened.service, opened.service.projections.player_store
        service.import_records(BOOK, (at_table(f"Ann {n}", "Bob", "Cat", "Dan") for n in range(count)))
        service.import_records(BOOK, (at_table(f"Nan {n}", "Bob", "Cat", "Dan") for n in range(count)))
        for n in range(count):
            one = players.by_name(BOOK, f"Ann {n}")
            assert one
            opened.app.extensions["maintenance"].rename(BOOK, one, f"Nan {n}")
        together = [at_table(f"Ann {n}", "Bob", f"Nan {n}", "Dan") for n in range(count)]
        calls = calls_of(lambda: service.import_records(BOOK, together))
        assert len(players.players(BOOK)) == 2 * count + 3
        return calls


def test_the_names_of_a_file_are_split_in_linear_time(tmp_path: Path) -> None:
    few, many = (names_split(tmp_path / str(count), count) for count in (15, 30))
    assert many < 2.2 * few


def test_names_of_a_file_that_lead_from_one_to_the_next_are_not_adopted(tmp_path: Path) -> None:
    """All matches of a player would move with each of them."""
    with (
        closing(Opened(create_app(tmp_path / "one"))) as one,
        closing(Opened(create_app(tmp_path / "other"))) as other,
    ):
        assert one.score_books.first().id == other.score_books.first().id == BOOK
        sample, read = SAMPLES["havilering"].play(1) | {"actions": []}, GAMES["havilering"].read
        for number in range(3):
            players = dict(zip("NESW", (f"Ann {number}", "Bob", "Cat", "Dan"), strict=True))
            one.service.import_records(BOOK, [read(sample | {"players": players})])
        file = json.loads("".join(whole_book(one.service, one.score_books, BOOK, lambda number, why: None)))
        data = read_logs(file | {"names": [["Ann 0", "Ann 1"], ["Ann 1", "Ann 2"]]}, "The file")
        list(LogsImport(other.service, other.score_books).bring_in(BOOK, data))
        names = {each.name for each in other.service.projections.player_store.players(BOOK)}
        assert names == {"Ann 0", "Ann 2", "Bob", "Cat", "Dan"}


def rows_read_to_rename(folder: Path, count: int) -> int:
    """The work of SQLite, in hundreds of its steps, to rename a player who was entered under many names."""
    sample, read = SAMPLES["havilering"].play(1) | {"actions": []}, GAMES["havilering"].read
    with closing(Opened(create_app(folder))) as opened:
        opened.score_books.first()
        database, store = opened.service.database, opened.service.projections.player_store
        for number in range(count):
            players = dict(zip("NESW", (f"Ann {number}", "Bob", "Cat", "Dan"), strict=True))
            opened.service.import_records(BOOK, [read(sample | {"players": players})])
        steps = 0

        def count_steps() -> None:
            nonlocal steps
            steps += 1

        with database.writing():
            player = store.get_or_add(BOOK, "Ann 0")
            for number in range(1, count):
                player = store.rename(BOOK, player, f"Ann {number}")
            database.sqlite.conn.set_progress_handler(count_steps, 100)
            assert store.rename(BOOK, player, "Nan") != player
            database.sqlite.conn.set_progress_handler(None, 0)
            assert len(store.names(BOOK, player.id)) == count + 1
        return steps


def test_a_player_of_many_names_is_renamed_in_linear_time(tmp_path: Path) -> None:
    few, many = (rows_read_to_rename(tmp_path / str(count), count) for count in (50, 100))
    assert many < 2.5 * few


def renamed_among(folder: Path, count: int) -> int:
    """The calls that it takes to write a name in another way, beside many names that differ in case only."""
    sample, read = SAMPLES["havilering"].play(1) | {"actions": []}, GAMES["havilering"].read
    with closing(Opened(create_app(folder))) as opened:
        opened.score_books.first()
        store = opened.service.projections.player_store
        ways = ["".join(sign.upper() if n >> at & 1 else sign for at, sign in enumerate("abcdef")) for n in range(64)]
        for way in ways[:count]:
            players = dict(zip("NESW", (way, "Xan", "Yan", "Zan"), strict=True))
            opened.service.import_records(BOOK, [read(sample | {"players": players})])
        alike = Alike(store.players(BOOK))
        with opened.service.database.writing():
            return calls_of(lambda: store.rename(BOOK, store.get_or_add(BOOK, "abcdef"), ways[-1], alike))


def test_names_alike_are_not_compared_one_by_one(tmp_path: Path) -> None:
    assert renamed_among(tmp_path / "many", 60) < 1.2 * renamed_among(tmp_path / "few", 10)


def test_a_file_has_no_setup_that_would_take_long_to_compare(tmp_path: Path) -> None:
    with closing(Opened(create_app(tmp_path))) as opened:
        assert opened.score_books.first().id == BOOK
        opened.service.import_records(BOOK, [GAMES["hearts"].read(SAMPLES["hearts"].play(1))])
        file = json.loads("".join(whole_book(opened.service, opened.score_books, BOOK, lambda number, why: None)))
        file["matches"][0]["setup"] += " " * 4_000
        with pytest.raises(RefusedError, match="setup is not a text of at most 4,000 characters"):
            read_logs(file, "The file")

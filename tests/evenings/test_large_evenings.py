"""An evening of 400 people: reading and ranking it takes no more work per entry than a small one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.books import evening_reader
from referee.books import evenings as evenings_module
from referee.books.current_evening import folded_from
from referee.books.evening_league import Counted, league
from referee.books.evening_setups import match_setup
from referee.books.evenings_file import bring_in, written
from referee.books.score_books import ScoreBooks
from referee.cards import read_cards
from referee.evenings.actions import (
    NOT_THERE,
    Begin,
    Come,
    Enter,
    EveningSetup,
    Extend,
    Handicap,
    Length,
    Movement,
    Score,
)
from referee.evenings.changes import exchanged
from referee.evenings.evening import Evening, fold
from referee.evenings.rounds import Round, Shape
from referee.evenings.shapes import read_action, write_action
from referee.evenings.standings import Line, standings
from referee.faults import RefusedError
from referee.games.havilering.actions import Play
from referee.log.entry import ACT, Entry
from referee.store.database import Database
from tests.conftest import BOOK
from tests.core.test_growth import bytes_of, calls_of

NOW = datetime(2026, 6, 20, 21, 0, tzinfo=UTC)
SETUP = EveningSetup("Club", "havilering", Shape(2, 2), False, Movement.STANDING, Length.GAME, 1)


def log_of(people: int, rounds: int, handicaps: int, results: bool) -> list[str]:
    """The log of an evening as it is stored."""
    chance, units = random.Random(1), [(f"Player {number}",) for number in range(people)]
    actions: list[Any] = [Come(tuple(units))]
    for number in range(rounds):
        drawn = chance.sample(units, people)
        tables = tuple(((a, b), (c, d)) for a, b, c, d in zip(*[iter(drawn)] * 4, strict=True))
        first = 1 + number * len(tables)
        actions.append(Begin(Round(tables), tuple(range(first, first + len(tables))), NOW))
        if results:
            actions += [Enter(number, at, (Score(121), Score(chance.randrange(121)))) for at in range(len(tables))]
    actions += [Handicap(chance.choice(units), chance.randrange(50)) for _ in range(handicaps)]
    return [json.dumps(write_action(action)) for action in actions]


def read(log: list[str]) -> Evening:
    return fold(SETUP, [read_action(json.loads(each)) for each in log])


def test_twice_as_many_people_are_read_and_ranked_with_twice_the_work() -> None:
    few, many = (log_of(people, 30, people, results=True) for people in (200, 400))
    assert work_of(many) < 2.5 * work_of(few)


def work_of(log: list[str]) -> int:
    """Count the calls that it takes to read and rank an evening."""
    return calls_of(lambda: standings(evening := read(log), evening.by_hand))


def test_a_round_for_twice_as_many_people_begins_with_twice_the_work(app: Flask) -> None:
    """While it is seated and its matches are opened, nobody else can write."""
    evenings, work = app.extensions["evenings"], list[int]()
    for people in (60, 60, 120):  # The first one is not counted.
        setup, key = replace(SETUP, name=f"Club {len(work)}", movement=Movement.STANDING), f"evening {len(work)}"
        number = evenings.open(BOOK, setup, key)
        evenings.do(number, 0, "come", Come(tuple((f"Player {at}",) for at in range(people))))
        work.append(calls_of(partial(evenings.begin_round, number, 1, "begin", 1)))
        assert len(evenings.evening(number).rounds[0].tables) == people // 4
    assert work[2] < 2.5 * work[1]


def test_nobody_waits_while_a_round_is_drawn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw may take a second."""
    evenings, draw, drawn = app.extensions["evenings"], evenings_module.seats_of, list[bool]()
    number = evenings.open(BOOK, SETUP, "evening")
    evenings.do(number, 0, "come", Come(tuple((f"Player {at}",) for at in range(8))))

    def watched(*given: Any) -> Any:
        drawn.append(evenings.store._database.is_writing)
        if len(drawn) == 2:
            evenings.do(number, 2, "result", Enter(0, 0, (Score(121), Score(60))))
        return draw(*given)

    monkeypatch.setattr(evenings_module, "seats_of", watched)
    evenings.begin_round(number, 1, "first", 1)
    assert drawn == [False]
    with pytest.raises(RefusedError):
        evenings.begin_round(number, 2, "second", 1)
    assert drawn == [False, False]
    evenings.begin_round(number, 3, "third", 1)
    evenings.begin_round(number, 3, "third", 1)
    assert drawn == [False] * 3


def test_a_round_begins_by_the_latest_results(app: Flask, service: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by those that come in while it is drawn."""
    evenings, draw, drawn = app.extensions["evenings"], evenings_module.seats_of, list[bool]()
    number = evenings.open(BOOK, SETUP, "evening")
    evenings.do(number, 0, "come", Come(tuple((f"Player {at}",) for at in range(8))))
    match = evenings.begin_round(number, 1, "first", 1).tables[0, 0].match_id

    def watched(*given: Any) -> Any:
        drawn.append(service.database.is_writing)
        if len(drawn) == 1:
            service.post(match, 0, "trick", [Play(read_cards("7S AS 9S 8S"))])
        return draw(*given)

    monkeypatch.setattr(evenings_module, "seats_of", watched)
    evenings.begin_round(number, 2, "second", 1)
    assert drawn == [False, True]


@pytest.mark.quick(1)
@pytest.mark.parametrize(("shape", "people", "before"), [(Shape(4, 1, 3, 6), 40, 12), (Shape(2, 2), 42, 22)])
def test_a_round_in_which_players_must_meet_again_is_drawn_soon(shape: Shape, people: int, before: int) -> None:
    """Exchanges between all of them are tried some times, not dozens of times."""
    setup = replace(SETUP, shape=shape, movement=Movement.EVERYBODY)
    evening = fold(setup, [Come(tuple((f"Player {at}",) for at in range(people)))])
    for number in range(before):
        seats = evening.seated(number, {}, {})
        matches = tuple(1 + len(seats.tables) * number + at for at in range(len(seats.tables)))
        evening = evening.step(Begin(seats, matches, NOW))
    assert calls_of(lambda: evening.seated(before, {}, {})) < 2_000_000


@pytest.fixture
def large(app: Flask, service: Any) -> Callable[[int], int]:
    """Open an evening of 40 people with many rounds; at one table of the last there is a match."""

    def large(rounds: int) -> int:
        evenings = app.extensions["evenings"]
        number: int = evenings.open(BOOK, replace(SETUP, length=Length.MINUTES, number=30), f"{rounds} rounds")
        log = log_of(40, rounds, 100, results=True)
        current = evenings.current(number)
        units = [(f"Player {at}",) for at in range(40)]
        table = ((units[0], units[1]), (units[2], units[3]))
        setup = match_setup({}, current, table, 0, NOW.isoformat())
        match = service.open(BOOK, setup, key=f"of {rounds} rounds").id
        for at, text in enumerate(log):
            if (action := json.loads(text))["type"] == "round":
                log[at] = json.dumps(action | {"matches": [NOT_THERE] * 10})
                last = at, action | {"matches": [match] + [NOT_THERE] * 9}
        log[last[0]] = json.dumps(last[1])
        entries = [
            Entry(at, ACT, (json.loads(text),), f"{at}", NOW.isoformat(), "") for at, text in enumerate(log, 1)
        ]
        with service.database.writing():
            evenings.store.append(number, entries)
            evenings.store.seat(number, [(rounds - 1, 0, match)])
        return number

    return large


def test_a_table_and_an_entry_take_no_more_of_a_long_evening(app: Flask, client: Any, large: Any) -> None:
    """The time that is left at a table, and what the next entry of the secretary does, read neither all tables nor
    the whole log."""
    evenings = app.extensions["evenings"]
    work = []
    for number in (large(8), large(32)):
        evenings.evening(number)
        match = evenings.store.places(number)[-1][2]
        evenings.do(number, 0, f"late {number}", Extend(5))
        evenings.evening(number)
        client.get(f"/matches/{match}/")
        table, action = f"/matches/{match}/", write_action(Extend(5))
        with app.extensions["service"].database.writing():
            entry = Entry(evenings.store.head(number).version + 1, ACT, (action,), "later", NOW.isoformat(), "")
            evenings.store.append(number, [entry])
        work.append([calls_of(partial(evenings.evening, number)), calls_of(partial(client.get, table))])
    assert all(many <= 1.2 * few for few, many in zip(*work, strict=True)), work


def test_phones_that_wait_or_move_on_do_not_read_all_tables(app: Flask, client: Any, service: Any) -> None:
    """All of them ask every few seconds, and all at once when a round begins."""
    evenings, work = app.extensions["evenings"], list[list[int]]()
    for rounds in (2, 8):
        number = evenings.open(BOOK, SETUP, f"{rounds} rounds")
        evenings.do(number, 0, "come", Come(tuple((f"Player {at}",) for at in range(8))))
        for at in range(rounds):
            evenings.begin_round(number, at + 1, f"round {at}", at)
        match = evenings.store.places(number)[-1][2]
        with client.session_transaction() as session:
            session["seats"] = {str(number): "Player 3"}
        page = client.get(f"/evenings/{number}/seat?stay={rounds}").get_data(as_text=True)
        state = re.findall('data-state="([^"]+)"', page)[0]
        service.post(match, 0, "trick", [Play(read_cards("7S AS 9S 8S"))])
        paths = {f"evenings/{number}/seat?stay={rounds}&since={state}": 204, f"evenings/{number}/seat": 303,
                 f"matches/{match}/next-round": 303, f"matches/{match}/next-round?page=watch": 303}  # fmt: skip
        for path, status in paths.items():
            assert client.get(f"/{path}").status_code == status, path
        work.append([calls_of(lambda path=path: client.get(f"/{path}")) for path in paths])  # type: ignore[misc]
    assert all(many <= 1.1 * few for few, many in zip(*work, strict=True)), work


def test_a_change_of_seats_notes_only_the_matches_it_concerns(app: Flask, service: Any) -> None:
    evenings, work = app.extensions["evenings"], list[tuple[int, int]]()
    for rounds in (1, 6):
        number = evenings.open(BOOK, SETUP, f"{rounds} rounds")
        evenings.do(number, 0, "come", Come(tuple((f"Player {at}",) for at in range(16))))
        for at in range(rounds):
            evenings.begin_round(number, at + 1, f"round {at}", at)
        one, other = evenings.evening(number).rounds[-1].tables[0][0]
        change = partial(exchanged, evenings.evening(number).rounds[-1], one, other)
        statements = list[str]()
        service.database.sqlite.conn.set_trace_callback(statements.append)
        rows = service.database.sqlite.conn.total_changes
        evenings.reseat(number, rounds + 1, "seats", rounds - 1, lambda current: change())  # noqa: B023
        evenings.undo(number, rounds + 2, "undo")
        service.database.sqlite.conn.set_trace_callback(None)
        work.append((len(statements), service.database.sqlite.conn.total_changes - rows))
    assert work[0] == work[1]


def test_a_table_takes_no_more_of_a_book_with_many_players(app: Flask, client: Any, service: Any, large: Any) -> None:
    """The names of a book used to be looked through a dozen times for each request of a table."""
    table, steps = f"/matches/{app.extensions['evenings'].store.places(large(8))[-1][2]}/", 0

    def count_steps() -> None:
        nonlocal steps
        steps += 1

    work = list[int]()
    for new in (0, 2_000):
        with service.database.writing():
            for number in range(new):
                service.projections.player_store.get_or_add(BOOK, f"Somebody {number}")
        client.get(table)
        steps = 0
        service.database._reader.set_progress_handler(count_steps, 10)
        assert client.get(table).status_code == 200
        service.database._reader.set_progress_handler(None, 0)
        work.append(steps)
    assert work[1] < 1.2 * work[0]


def test_twice_as_many_entries_are_twice_the_work() -> None:
    few, many = (log_of(40, times * 8, times * 200, results=True) for times in (1, 2))
    work_of(few)  # What is kept from one to the next is there.
    assert work_of(many) <= 2.5 * work_of(few)


def test_a_file_with_twice_as_long_an_evening_is_imported_with_twice_the_work(
    service: Any, large: Any, tmp_path: Path
) -> None:
    work = list[int]()
    for rounds in (8, 8, 16):  # The first one is not counted: what is kept from one to the next is there then.
        if rounds != 8 or not work:
            large(rounds)
        evening = written(service.database, BOOK)[-1]
        with closing(Database(tmp_path / f"{len(work)}.db")) as other:
            book = ScoreBooks(other, lambda: NOW).first().id
            work.append(calls_of(partial(bring_in, other, book, evening, {}, NOW)))
    assert len(evening["entries"]) > 250
    assert work[2] < 2.5 * work[1]


@pytest.fixture
def of_some(app: Flask, service: Any) -> Callable[[int], None]:
    """Bring a number of evenings that are over into the book."""

    def of_some(count: int) -> None:
        evenings, log = app.extensions["evenings"], [json.loads(text) for text in log_of(8, 2, 0, results=True)]
        log = [action | ({"matches": [NOT_THERE] * 2} if action["type"] == "round" else {}) for action in log]
        with service.database.writing():
            for _ in range(count):
                number = evenings.open(BOOK, SETUP, f"evening {len(evenings.store.numbers())}")
                actions = [*log, {"type": "end"}]
                entries = [
                    Entry(at, ACT, (each,), f"{at}", NOW.isoformat(), "") for at, each in enumerate(actions, 1)
                ]
                evenings.store.append(number, entries)

    return of_some


@pytest.mark.parametrize("path", ["evenings/league", "?q=nobody", "?q=player"])
def test_a_league_and_a_search_do_not_fold_all_evenings_of_a_club(
    client: Any, of_some: Callable[[int], None], path: str
) -> None:
    work = list[int]()
    for more in (80, 80):
        of_some(more)
        client.get(f"/books/{BOOK}/{path}")
        work.append(calls_of(lambda: client.get(f"/books/{BOOK}/{path}")))
    assert work[1] < 1.3 * work[0]


def test_a_search_finds_the_latest_evenings(
    client: Any, of_some: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_some(60)

    def found(words: str) -> list[int]:
        page = client.get(f"/books/{BOOK}/?q={words}").get_data(as_text=True)
        return [int(number) for number in re.findall(r'"/evenings/(\d+)/"', page)]

    assert found("player+club") == list(range(60, 10, -1))
    monkeypatch.setattr(evening_reader, "MOST_SEARCHED", 20)
    assert found("player+club") == list(range(60, 40, -1))


def test_a_folded_evening_takes_no_more_memory_than_the_cache_reckons(
    app: Flask, large: Callable[[int], int]
) -> None:
    evenings = app.extensions["evenings"]
    for number, names in ((large(2), {}), (long := large(30), {}), (long, {"Player 1": "Zoe"})):
        folded_from(evenings.store, number, names)  # What is made once is made.
        reckoned = evening_reader._size(folded_from(evenings.store, number, names))
        assert bytes_of(lambda number=number, names=names: folded_from(evenings.store, number, names)) < reckoned  # type: ignore[misc]


def test_twice_as_many_people_of_a_league_are_twice_the_work(app: Flask, of_some: Callable[[int], None]) -> None:
    of_some(1)
    evening = app.extensions["evenings"].current(1)
    work = list[int]()
    for count in (200, 400):
        lines = [Line((f"Player {at}",), place=at + 1, earned=at) for at in range(count)]
        each = replace(evening)
        each.__dict__["standings"] = lines
        work.append(calls_of(lambda each=each: league([each], 1, Counted.PLACES)))  # type: ignore[misc]
    assert work[1] < 2.2 * work[0]

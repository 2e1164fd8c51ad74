"""Open event streams, and the poller that passes news to them, in one event loop without a server."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.server import news, streams
from referee.server.news import Poller
from referee.server.streams import Hold, Streams
from referee.web.matches.live import News


@dataclass(frozen=True)
class Told(News):
    """The app's answer for a match."""

    access: str = "seal"
    heartbeat: bytes = b"now"
    events: dict[str, bytes] = field(default_factory=lambda: {"watch": b"page"})


@given(st.integers(0, 2**40), st.from_regex(r"[0-9a-f]{0,16}", fullmatch=True), st.sampled_from(["", "watch", "a b"]))
def test_a_hold_is_read_from_the_header_of_the_app(match_id: int, access: str, page: str) -> None:
    assert Hold.read(f"{match_id} {access} {page}") == Hold(match_id, access, page)
    assert Hold.read(None) is None


def test_there_is_room_for_so_many_streams_in_all_and_of_one_match(monkeypatch: Any) -> None:
    monkeypatch.setattr(streams, "STREAMS_OF_A_MATCH", 2)
    held = Streams(3)
    one, other = Hold(1, "seal", ""), Hold(2, "seal", "")
    with held.open(one, b""):
        with held.open(one, b""):
            assert (held.have_room(one), held.have_room(other), held.have_room(None)) == (False, True, True)
            with held.open(other, b""):
                assert (held.have_room(one), held.have_room(other), held.have_room(None)) == (False, False, False)
            assert (held.have_room(one), held.have_room(other)) == (False, True)
        assert held.have_room(one)
    assert held.count == 0


def test_a_stream_that_breaks_is_closed() -> None:
    held = Streams(3)
    with pytest.raises(ConnectionResetError), held.open(Hold(1, "seal", ""), b""):
        raise ConnectionResetError
    assert (held.count, held.pages([1])) == (0, {})


@given(
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["", "watch", "both"]), st.sampled_from("ab"))), st.data()
)
def test_news_reach_the_streams_of_their_match_and_no_other(opened: list[tuple[int, str, str]], data: Any) -> None:
    held, wanted = Streams(99), data.draw(st.sets(st.integers(1, 5)))
    news_of = {
        match_id: data.draw(st.sampled_from([None, Told("a", b"beat", {"watch": b"page"}), Told("b", b"beat", {})]))
        for match_id in wanted
    }
    with ExitStack() as stack:
        found = [
            stack.enter_context(held.open(Hold(match_id, access, page), b"first"))
            for match_id, page, access in opened
        ]
        assert held.pages(wanted) == {
            match_id: {page for each, page, _ in opened if each == match_id}
            for match_id in wanted & {each for each, _, _ in opened}
        }
        held.tell(news_of)
        for stream, (match_id, page, access) in zip(found, opened, strict=True):
            told = news_of.get(match_id)
            assert stream.awake.is_set() is (match_id in wanted)
            assert stream.asks_again is (match_id in wanted and (told is None or told.access != access))
            if told and told.access == access:
                assert (stream.heartbeat, stream.events) == (b"beat", told.events.get(page, b"beat"))
            else:
                assert (stream.heartbeat, stream.events) == (b"first", b"")
        held.wake_all()
        assert all(stream.awake.is_set() for stream in found)


class Log:
    """A log of all matches as the poller sees it: what is new in each round, or an error."""

    def __init__(self, *rounds: set[int] | Exception) -> None:
        self.rounds, self.looks = list(rounds), list[int | None]()

    def __call__(self, mark: int | None) -> tuple[int, set[int]]:
        self.looks.append(mark)
        found = self.rounds.pop(0) if self.rounds else set()
        if isinstance(found, Exception):
            raise found
        return len(self.looks), found


@pytest.fixture
def executor(monkeypatch: Any) -> Iterator[ThreadPoolExecutor]:
    monkeypatch.setattr(news, "LOOK_EVERY", 0)
    with ThreadPoolExecutor(1) as executor:
        yield executor


def polled(poller: Poller, until: Callable[[], Coroutine[Any, Any, None]], closing: bool = False) -> None:
    """Let a poller run until something has happened."""

    async def run() -> None:
        task = asyncio.create_task(poller.run(lambda: closing))
        try:
            await asyncio.wait_for(until(), 20)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    with ThreadPoolExecutor(1) as aside:  # A browser of another test may have an event loop in this thread.
        aside.submit(asyncio.run, run()).result()


def test_each_page_that_is_shown_is_asked_for_once(executor: ThreadPoolExecutor) -> None:
    asked = list[tuple[int, set[str]]]()

    def news_of(match_id: int, pages: set[str]) -> Told:
        asked.append((match_id, pages))
        return Told()

    held, log = Streams(9), Log(set(), {1, 2, 3})
    poller = Poller(held, log, news_of, executor)

    async def until() -> None:
        holds = [Hold(1, "seal", "watch"), Hold(1, "seal", "watch"), Hold(1, "seal", ""), Hold(2, "other", "")]
        opened.extend(stack.enter_context(held.open(hold, b"first")) for hold in holds)
        await asyncio.gather(*(stream.awake.wait() for stream in opened))

    opened: list[Any] = []
    with ExitStack() as stack:
        polled(poller, until)
    assert sorted(asked, key=str) == [(1, {"watch", ""}), (2, {""})]
    assert [(stream.events, stream.asks_again) for stream in opened] == [
        (b"page", False),
        (b"page", False),
        (b"now", False),
        (b"", True),
    ]
    # The mark of each look goes on where the one before ended.
    assert log.looks[:2] == [None, 1]


@pytest.mark.fails
def test_a_failing_look_is_logged_once_and_polling_goes_on(executor: ThreadPoolExecutor, caplog: Any) -> None:
    fault = OSError("no disk")
    held = Streams(9)
    poller = Poller(held, Log(fault, fault, {1}, fault, {1}), lambda match_id, pages: Told(), executor)
    told = 0

    async def until() -> None:
        nonlocal told
        with held.open(Hold(1, "seal", "watch"), b"first") as stream:
            while told < 2:
                await stream.awake.wait()
                stream.awake.clear()
                told += 1

    with caplog.at_level(logging.ERROR, "referee"):
        polled(poller, until)
    # Once for the two failures in a row, and once for the later one.
    assert [record.message for record in caplog.records] == ["Cannot read the news"] * 2


def test_a_match_whose_news_fail_has_its_streams_ask_again(executor: ThreadPoolExecutor) -> None:
    def news_of(match_id: int, pages: set[str]) -> Told:
        if match_id == 1:
            raise ValueError("damaged")
        return Told()

    held = Streams(9)

    async def until() -> None:
        with held.open(Hold(1, "seal", ""), b"") as bad, held.open(Hold(2, "seal", "watch"), b"") as good:
            await asyncio.gather(bad.awake.wait(), good.awake.wait())
            assert (bad.asks_again, good.asks_again, good.events) == (True, False, b"page")

    polled(Poller(held, Log({1, 2}), news_of, executor), until)


def test_a_closing_server_wakes_every_line(executor: ThreadPoolExecutor) -> None:
    held = Streams(9)

    async def until() -> None:
        with held.open(Hold(1, "seal", ""), b"beat") as stream:
            await stream.awake.wait()
            assert (stream.asks_again, stream.events) == (False, b"")

    polled(Poller(held, Log(), lambda match_id, pages: None, executor), until, closing=True)


def test_it_is_known_for_some_rounds_whether_there_was_news(executor: ThreadPoolExecutor, monkeypatch: Any) -> None:
    """Longer ago there may have been some, for all that is known."""
    monkeypatch.setattr(news, "ROUNDS", 5)
    poller = Poller(
        Streams(9), Log(set(), {7}, *[set[int]() for _ in range(9)]), lambda match_id, pages: None, executor
    )
    seen = list[tuple[int, list[bool], bool]]()
    remember = poller._remember

    def remembering(fresh: set[int]) -> None:
        remember(fresh)
        now = poller.round
        of_seven = [poller.has_news(7, now - ago) for ago in range(min(7, now + 1))]
        seen.append((now, of_seven, poller.has_news(8, now)))

    monkeypatch.setattr(poller, "_remember", remembering)

    async def until() -> None:
        while len(seen) < 9:
            await asyncio.sleep(0)

    polled(poller, until)
    for now, of_seven, of_eight in seen:
        in_memory = 2 <= now < 2 + 5
        assert of_seven == [ago >= 5 or (in_memory and now - ago < 2) for ago in range(min(7, now + 1))], now
        assert not of_eight

"""The poller: looks for new entries of all matches, and passes their news to the open streams."""

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress

from referee.server.streams import Streams
from referee.web.matches.live import News

LOOK_EVERY = 0.2
"""The interval of polling the database for news, in seconds."""
ROUNDS = 300
"""The number of polling rounds that are remembered; every request is shorter than that."""
COLLECT_EVERY = 18_000
"""Rounds between two full garbage collections: an hour."""

log = logging.getLogger("referee")
Look = Callable[[int | None], tuple[int, set[int]]]
"""Returns the next mark, and the matches with new entries since a mark."""
NewsOf = Callable[[int, set[str]], News | None]
"""Returns the news of a match for some pages, or None if there is no such match."""


class Poller:
    """Polls for news in rounds, which are counted in `round`; the news is rendered in the threads of `executor`."""

    def __init__(
        self,
        streams: Streams,
        look: Look,
        news_of: NewsOf,
        executor: Executor,
        announced: Callable[[], bytes] = lambda: b"",
    ) -> None:
        self._streams, self._look, self._news_of, self._executor = streams, look, news_of, executor
        self._announced, self._last, self._announced_in = announced, announced(), -1
        self.round = 0
        self._news_in: dict[int, int] = {}
        """The round of the latest news of each match, for the last `ROUNDS` rounds."""

    def has_news(self, match_id: int, since: int) -> bool:
        """Return True if there was, or may have been, news of a match after the round `since`."""
        latest = max(self._news_in.get(match_id, -1), self._announced_in)
        return latest > since or self.round - since >= ROUNDS

    async def run(self, is_closing: Callable[[], bool]) -> None:
        """Poll until cancelled, and pass the news to the streams; when the server closes, wake all of them."""
        mark: int | None = None
        is_failing = False
        while True:
            fresh: set[int] = set()
            news: dict[int, News | None] = {}
            try:
                mark, fresh = await asyncio.to_thread(self._look, mark)
                pages = self._streams.pages(fresh)
                gather = asyncio.get_running_loop().run_in_executor
                news = await gather(self._executor, self._gather, pages) if pages else {}
                is_failing = False
            except Exception:
                if not is_failing:  # Log only the first failure in a row.
                    log.exception("Cannot read the news")
                is_failing = True
            self._remember(fresh)
            self._streams.tell(news)
            self._announce()
            if is_closing():
                self._streams.wake_all()
            if self.round % COLLECT_EVERY == 0:
                await asyncio.to_thread(gc.collect)
            await asyncio.sleep(LOOK_EVERY)

    def _announce(self) -> None:
        """Send all streams the announcement, if it has changed."""
        event = self._announced()
        if event != self._last:
            self._last, self._announced_in = event, self.round
            self._streams.tell_all(event)

    def _remember(self, fresh: set[int]) -> None:
        self.round += 1
        self._news_in |= dict.fromkeys(fresh, self.round)
        self._news_in = {match_id: at for match_id, at in self._news_in.items() if at > self.round - ROUNDS}

    def _gather(self, pages: dict[int, set[str]]) -> dict[int, News | None]:
        """The news of some matches, for the pages that their streams show."""
        news: dict[int, News | None] = {}
        for match_id, wanted in pages.items():
            news[match_id] = None
            with suppress(Exception):  # Without news each stream repeats its request and reports the error.
                news[match_id] = self._news_of(match_id, wanted)
        return news

"""Lines: event streams that are held open, and what those who follow a match are sent."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

LINES_OF_A_MATCH = 256
"""Lines that are held for one match."""


@dataclass(frozen=True, slots=True)
class Hold:
    """What a line waits for."""

    match_id: int
    access: str
    """The access to the match when the visitor was let in."""
    page: str

    @classmethod
    def read(cls, header: str | None) -> "Hold | None":
        """From the header that the app sends."""
        if header is None:
            return None
        match_id, _, rest = header.partition(" ")
        access, _, page = rest.partition(" ")
        return cls(int(match_id), access, page)


class News(Protocol):
    """What all lines of a match are sent."""

    @property
    def access(self) -> str:
        """The access to the match by now."""

    @property
    def heartbeat(self) -> bytes:
        """What is sent while there is no news."""

    @property
    def events(self) -> Mapping[str, bytes]:
        """What is sent now, by page."""


class Line:
    """An event stream that is held open."""

    def __init__(self, hold: Hold, heartbeat: bytes) -> None:
        self.hold, self.heartbeat = hold, heartbeat
        self.awake = asyncio.Event()
        """Set when there is something to do."""
        self.events = b""
        """What is to be sent."""
        self.asks_again = False
        """The access may have changed: the app has to say whether the line goes on."""

    def tell(self, news: News | None) -> None:
        """Take in what came of looking for news."""
        if news is None or news.access != self.hold.access:
            self.asks_again = True
        else:
            self.heartbeat, self.events = news.heartbeat, news.events.get(self.hold.page, news.heartbeat)
        self.awake.set()


class Lines:
    """All lines that are open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_match: defaultdict[int, set[Line]] = defaultdict(set)
        self.count = 0

    def have_room(self, hold: Hold | None) -> bool:
        """Whether one more line can be held for a match."""
        of_the_match = self._by_match.get(hold.match_id, ()) if hold else ()
        return self.count < self._most and len(of_the_match) < LINES_OF_A_MATCH

    @contextmanager
    def open(self, hold: Hold, heartbeat: bytes) -> Iterator[Line]:
        """Hold a line open."""
        line, match_id = Line(hold, heartbeat), hold.match_id
        self._by_match[match_id].add(line)
        self.count += 1
        try:
            yield line
        finally:
            self.count -= 1
            self._by_match[match_id].discard(line)
            if not self._by_match[match_id]:
                del self._by_match[match_id]

    def pages(self, match_ids: Iterable[int]) -> dict[int, set[str]]:
        """Of some matches those that have lines, and the pages that these show."""
        followed = self._by_match.keys() & set(match_ids)
        return {match_id: {line.hold.page for line in self._by_match[match_id]} for match_id in followed}

    def tell(self, news: Mapping[int, News | None]) -> None:
        """Give the lines of some matches their news."""
        for match_id, each in news.items():
            for line in self._by_match.get(match_id, ()):
                line.tell(each)

    def wake_all(self) -> None:
        """Have every line look whether it goes on."""
        for lines in self._by_match.values():
            for line in lines:
                line.awake.set()

"""The open event streams of the watchers of matches."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from referee.web.matches.live import News

STREAMS_OF_A_MATCH = 256
"""The maximum number of streams of one match."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The match and page that a stream waits for."""

    match_id: int
    access: str
    """A fingerprint of the match's seals when the visitor's permission was checked."""
    page: str

    @classmethod
    def read(cls, header: str | None) -> "Hold | None":
        """Parse the `Hold` header of the app; None without a header."""
        if header is None:
            return None
        match_id, _, rest = header.partition(" ")
        access, _, page = rest.partition(" ")
        return cls(int(match_id), access, page)


class Stream:
    """An open event stream."""

    def __init__(self, hold: Hold, heartbeat: bytes) -> None:
        self.hold, self.heartbeat = hold, heartbeat
        self.awake = asyncio.Event()
        """Set when there is something to send or to check."""
        self.events = b""
        """The events to send."""
        self.asks_again = False
        """The access may have changed, so the request must be repeated."""

    def tell(self, news: News | None) -> None:
        """Pass news to the stream; None makes it repeat its request."""
        if news is None or news.access != self.hold.access:
            self.asks_again = True
        else:
            self.heartbeat, self.events = news.heartbeat, news.events.get(self.hold.page, news.heartbeat)
        self.awake.set()


class Streams:
    """All open streams."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_match: defaultdict[int, set[Stream]] = defaultdict(set)
        self.count = 0

    def have_room(self, hold: Hold | None) -> bool:
        """Return True if another stream can be opened for a match."""
        of_the_match = self._by_match.get(hold.match_id, ()) if hold else ()
        return self.count < self._most and len(of_the_match) < STREAMS_OF_A_MATCH

    @contextmanager
    def open(self, hold: Hold, heartbeat: bytes) -> Iterator[Stream]:
        """Open a stream, and close it at the end of the block."""
        stream, match_id = Stream(hold, heartbeat), hold.match_id
        self._by_match[match_id].add(stream)
        self.count += 1
        try:
            yield stream
        finally:
            self.count -= 1
            self._by_match[match_id].discard(stream)
            if not self._by_match[match_id]:
                del self._by_match[match_id]

    def pages(self, match_ids: Iterable[int]) -> dict[int, set[str]]:
        """Return the pages shown by the streams of some matches, by match; without matches that have no stream."""
        followed = self._by_match.keys() & set(match_ids)
        return {match_id: {stream.hold.page for stream in self._by_match[match_id]} for match_id in followed}

    def tell(self, news: Mapping[int, News | None]) -> None:
        """Pass the news of some matches to their streams."""
        for match_id, each in news.items():
            for stream in self._by_match.get(match_id, ()):
                stream.tell(each)

    def tell_all(self, event: bytes) -> None:
        """Send every stream an event, in addition to its news."""
        for streams in self._by_match.values():
            for stream in streams:
                stream.events = stream.events + event
                stream.awake.set()

    def wake_all(self) -> None:
        """Wake every stream, so that it checks whether the server is closing."""
        for streams in self._by_match.values():
            for stream in streams:
                stream.awake.set()

"""A separate server: its start, sixteen phones at once, ten thousand tricks, its memory."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.local import TablePhone
from tests.servers import COMMAND, Phone, Server

PHONES, TRICKS, HANDS = 16, 10_000, 3


def start_of(folder: Path) -> float:
    """Seconds from the command to the first page."""
    began = time.perf_counter()
    server = Server(folder, COMMAND)
    try:
        Phone(server.port, server.link).get("/books/1/")
        return time.perf_counter() - began
    finally:
        server.close()


def enter(server: Server, tricks: int) -> list[float]:
    """The time that one phone waits for each of its tricks; it opens a new match after some hands."""
    phone = Phone(server.port, server.link)
    times: list[float] = []
    while len(times) < tricks:
        table = TablePhone(phone, phone.open_match())
        times += [table.trick() for _ in range(13 * HANDS)]
    return times


def memory_of(server: Server) -> float:
    """The memory that it uses, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def crowd(folder: Path) -> Iterator[Figure]:
    starts = statistics.median(start_of(Path(tempfile.mkdtemp(dir=folder))) for _ in range(5))
    yield Figure("from the start of the server to its first page", f"{starts:.2f} s", "1 s")
    server = Server(Path(tempfile.mkdtemp(dir=folder)), COMMAND)
    try:
        before = memory_of(server)
        began = time.perf_counter()
        with ThreadPoolExecutor(PHONES) as phones:
            each = list(phones.map(lambda _: enter(server, TRICKS // PHONES), range(PHONES)))
        took = time.perf_counter() - began
        times = sorted(waited for times in each for waited in times)
        half, most = times[len(times) // 2], times[len(times) * 99 // 100]
        details = f"{most * 1e3:.0f} ms compared with {half * 1e3:.0f} ms"
        yield Figure(f"{PHONES} phones at once without pauses: 99th percentile compared with the median",
                     f"{most / half:.2f} ×", "4 ×", details)  # fmt: skip
        yield Figure("tricks entered per second by all of these phones", f"{len(times) / took:.0f}")
        yield Figure(f"memory of the server after {len(times):,} tricks", f"{memory_of(server):.0f} MB", "80 MB",
                     f"{before:.0f} MB after its start")  # fmt: skip
    finally:
        server.close()

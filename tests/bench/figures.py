"""The results of a benchmark: figures with their aims, and their table."""

from __future__ import annotations

import os
import platform
import re
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

MISSED = " (missed)"
Work = Callable[[], float]
"""Does something once and returns the seconds it took."""


@dataclass(frozen=True)
class Figure:
    """A row of the table."""

    what: str
    found: str
    aim: str = ""
    """The maximum aimed for."""
    details: str = ""

    @property
    def is_missed(self) -> bool:
        """True if the figure exceeds its aim."""
        found, aim = (re.match(r"([\d.,]+) ?(\S*)", text) for text in (self.found, self.aim))
        if not found or not aim or found[2] != aim[2]:
            return False
        return float(found[1].replace(",", "")) > float(aim[1].replace(",", ""))


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median_of(times: int, work: Callable[[], object]) -> float:
    return statistics.median(timed(work) for _ in range(times))


def in_turns(times: int, one: Work, other: Work) -> tuple[float, float]:
    """The medians of two tasks that alternate, so that both see the same load."""
    rounds = [(one(), other()) for _ in range(times)]
    return statistics.median(a for a, _ in rounds), statistics.median(b for _, b in rounds)


def ratio(what: str, aim: str, slow: float, fast: float) -> Figure:
    return Figure(what, f"{slow / fast:.2f} ×", aim, f"{slow * 1e3:.2f} ms compared with {fast * 1e3:.2f} ms")


def machine() -> str:
    """The machine and the versions measured."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return f"{os.cpu_count()} × {model}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def table(figures: Iterable[Figure]) -> str:
    """The figures as a table in Markdown."""
    rows = [("", "measured", "aim", ""), ("---", "---:", "---:", "---")]
    rows += [
        (each.what, each.found, f"{each.aim}{MISSED if each.is_missed else ''}", each.details) for each in figures
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)

"""Hourly chores of a server: emptying the bin, and removing old copies of restored books."""

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from referee.books.maintenance import AGREE_AFTER, BIN_DAYS, Maintenance
from referee.books.restore import copies_put_aside

EVERY = 3600.0
"""Seconds between two checks."""
log = logging.getLogger("referee")


class Chores:
    """The chores of an instance."""

    def __init__(
        self, folder: Path, maintenance: Maintenance, clock: Callable[[], datetime], steady: Callable[[], float]
    ) -> None:
        """`steady` counts seconds regardless of the clock."""
        self._folder, self._maintenance, self._clock, self._steady = folder, maintenance, clock, steady
        self._due: dict[Path, float] = {}

    def do(self) -> None:
        """Do what is due."""
        self._maintenance.empty_bin()
        try:
            self._remove_copies()
        except OSError as error:
            log.warning("Old copies of the book could not be removed: %s", error)

    def _remove_copies(self) -> None:
        """Remove copies found too old by two checks, a day apart: a single wrong clock reading removes nothing."""
        before = (self._clock() - timedelta(days=BIN_DAYS)).timestamp()
        due = [file for file in copies_put_aside(self._folder) if file.stat().st_mtime < before]
        self._due = {file: self._due.get(file, self._steady()) for file in due}
        for file, since in self._due.items():
            if self._steady() - since >= AGREE_AFTER.total_seconds():
                file.unlink(missing_ok=True)


def do_chores(held: ExitStack, folder: Path, maintenance: Maintenance, clock: Callable[[], datetime]) -> None:
    """Do the chores every hour, as long as the stack is open."""
    chores, ended = Chores(folder, maintenance, clock, time.monotonic), Event()

    def run() -> None:
        while not ended.wait(EVERY):
            chores.do()

    thread = Thread(target=run, name="referee-chores", daemon=True)
    thread.start()
    held.callback(thread.join)
    held.callback(ended.set)

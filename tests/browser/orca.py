"""Orca, the screen reader of Debian, beside a Chromium with a window: what it says is read from its log."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

NEEDED = ("orca", "Xvfb", "dbus-daemon", "chromium")
BUS_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
SECONDS = 30
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*)'\{")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--force-renderer-accessibility")


def is_there() -> bool:
    """True if this machine has Orca and what it needs."""
    return all(map(shutil.which, NEEDED)) and BUS_LAUNCHER.exists()


@dataclass
class Orca:
    """A running Orca, its display and its bus."""

    folder: Path
    environment: dict[str, str]
    heard: list[str] = field(default_factory=list)

    def spoken(self) -> list[str]:
        """Everything it has said so far."""
        log = self.folder / "orca.log"
        return SPOKEN.findall(log.read_text(errors="replace")) if log.exists() else []

    def wait_until_started(self) -> None:
        """Wait until it listens. It logs what it says also where no voice is installed."""
        log, end = self.folder / "orca.log", time.monotonic() + SECONDS
        while not (log.exists() and "SPEECH: Initialized" in log.read_text(errors="replace")):
            assert time.monotonic() < end, "Orca does not start"
            time.sleep(0.05)

    def wait_until_quiet(self) -> None:
        """Wait until it has logged nothing for a second: it leaves out what changes while it is still busy."""
        size, since, end = -1, 0.0, time.monotonic() + SECONDS
        while time.monotonic() < min(since + 1, end) or size < 0:
            now = (self.folder / "orca.log").stat().st_size
            size, since = (size, since) if now == size else (now, time.monotonic())
            time.sleep(0.05)

    def wait_for(self, text: str) -> None:
        """Wait until it has said a text since it was waited for the last time. Raises TimeoutError."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            spoken = self.spoken()
            for place in range(len(self.heard), len(spoken)):
                if text in spoken[place]:
                    self.heard = spoken[: place + 1]
                    return
            time.sleep(0.05)
        raise TimeoutError(f"{text!r} was not said after {self.heard[-1:]}, but {self.spoken()[len(self.heard) :]}")


@contextmanager
def running(folder: Path) -> Iterator[Orca]:
    """Start a display, a bus, the bus of accessibility and Orca; end them all."""
    started: list[subprocess.Popen[str]] = []

    def start(*command: str, **more: object) -> subprocess.Popen[str]:
        process: subprocess.Popen[str] = subprocess.Popen(
            command,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **more,  # type: ignore[call-overload]
        )
        started.append(process)
        return process

    home = folder / "home"
    home.mkdir(mode=0o700)
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(home), "HOME": str(home), "ACCESSIBILITY_ENABLED": "1"}
    try:
        reader, writer = os.pipe()
        start("Xvfb", "-displayfd", str(writer), "-screen", "0", "1000x800x24", pass_fds=(writer,))
        environment["DISPLAY"] = f":{os.read(reader, 9).decode().strip()}"
        bus = start("dbus-daemon", "--session", "--print-address", "--nofork")
        assert bus.stdout
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        start(str(BUS_LAUNCHER), "--launch-immediately", "--a11y=1", "--screen-reader=1")
        start("orca", "--replace", "--disable=braille", f"--debug-file={folder / 'orca.log'}")
        orca = Orca(folder, environment)
        orca.wait_until_started()
        yield orca
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()

"""A desk with a screen reader: Orca and Firefox on a screen in memory, with a bus of their own, and a keyboard."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.browser.scripted import IS_AT_REST
from tests.orca.find import BUS, KEYBOARD, ORCA
from tests.orca.voice import Voice
from tests.playing import free_port
from tests.site.firefox import Marionette, firefox, running
from tests.webkit.phone import screen

SECONDS = 20
"""The timeout of everything that is awaited."""
NAMES_FOCUS = r"(button|entry.*|link|collapsed|expanded)\.?$"
"""Matches how Orca ends what it says of something that gets the focus."""
RESTS = f"""
const end = Date.now() + arguments[0];
while (!({IS_AT_REST})() && Date.now() < end) await new Promise((go) => setTimeout(go, 20));
return ({IS_AT_REST})();
"""
STATUS = "return document.getElementById('status').textContent;"
CHANGED = """
const region = document.getElementById("status");
while (region.textContent === arguments[0]) await new Promise((go) => setTimeout(go, 20));
"""
FOCUSED = "while (document.activeElement === document.body) await new Promise((go) => setTimeout(go, 20));"
ORCA_SETTINGS = {"enableKeyEcho": False, "enableBraille": False, "sayAllOnLoad": False}


class Desk:
    """Somebody who sits at a browser, hears Orca, and presses keys."""

    def __init__(self, env: dict[str, str], voice: Voice, session: Marionette) -> None:
        self.voice, self.session = voice, session
        self._env = env
        self.transcript = list[str]()

    def open(self, address: str) -> str:
        """Go to an address, and return what is said until its page is loaded."""
        self.session.open(address)
        return self.hears("Finished loading")

    def ask(self, script: str, *given: Any) -> Any:
        """The value of an expression on the page, with its `arguments`."""
        return self.session.evaluate(f"return {script}", *given)

    def rest(self) -> None:
        """Wait until everything is entered, and keys can be pressed."""
        assert self.session.evaluate(RESTS, SECONDS * 1000), "the table does not rest"

    def answer(self, key: str) -> str:
        """Press a key of the table, and return what is said of it once the referee has answered."""
        self.rest()
        before = self.session.evaluate("document.querySelector(arguments[0]).focus();" + STATUS, key)
        self.hears(NAMES_FOCUS)
        self._keyboard("key", "Return")
        self.session.evaluate(CHANGED, before)
        self.rest()
        return self.hears(re.escape(self.session.evaluate(STATUS).strip()))

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self._keyboard("type", "--delay", "30", text.lower())

    def reach(self, pattern: str, most: int = 12) -> None:
        """Press Tab until the name of what gets the focus matches."""
        self._keyboard("key", "Tab")  # Orca takes the first focus of a page without a word.
        self.session.evaluate(FOCUSED)
        for _ in range(most):
            if re.search(pattern, self.press("Tab", until=NAMES_FOCUS)):
                return
        raise AssertionError(f"{pattern!r} was not reached: {self.transcript}")

    def _keyboard(self, *command: str) -> str:
        return subprocess.run(
            [KEYBOARD, *command], env=self._env, capture_output=True, text=True, check=True, timeout=SECONDS
        ).stdout

    def sit_down(self) -> None:
        """Give the window the keyboard."""
        window = self._keyboard("search", "--sync", "--onlyvisible", "--class", "firefox").split()[-1]
        self._keyboard("windowfocus", "--sync", window)

    def press(self, *keys: str, until: str) -> str:
        """Press keys, and return what is said up to a text that matches; AssertionError if none comes."""
        self._keyboard("key", "--delay", "30", *keys)
        return self.hears(until)

    def hears(self, pattern: str) -> str:
        """Return what is said up to a text that matches; AssertionError if none comes."""
        said, found = self.voice.wait(pattern, SECONDS)
        self.transcript += said
        assert found, f"{pattern!r} was not said: {said}; before: {self.transcript[-20:]}"
        return " ".join(said)


def _settle_orca(home: Path) -> None:
    """Write the settings of Orca."""
    folder = home / ".local" / "share" / "orca"
    folder.mkdir(parents=True)
    profiles = {"default": {"profile": ["Default", "default"], **ORCA_SETTINGS}}
    start = {"startingProfile": ["Default", "default"], **ORCA_SETTINGS}
    settings = {"general": start, "profiles": profiles, "pronunciations": {}, "keybindings": {}}
    (folder / "user-settings.conf").write_text(json.dumps(settings))


@contextmanager
def _running(*command: str, env: dict[str, str], log: Path) -> Iterator[subprocess.Popen[str]]:
    with log.open("w") as errors:
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


@contextmanager
def desk(folder: Path) -> Iterator[Desk]:
    """A desk whose files are in a folder."""
    run, home, profiles = folder / "run", folder / "home", folder / "firefox"
    for each in (run, home, profiles):
        each.mkdir(mode=0o700)
    _settle_orca(home)
    alone = folder / "pgrep"  # Orca does not start beside another one of the same user, which it finds by this.
    alone.write_text("#!/bin/sh\n")
    alone.chmod(0o700)
    with ExitStack() as stack:
        voice = stack.enter_context(Voice(folder / "voice"))
        env = {name: value for name, value in os.environ.items() if not name.startswith(("DBUS_", "XDG_"))}
        env |= {
            "DISPLAY": stack.enter_context(screen("1000x800")), "HOME": str(home), "XDG_RUNTIME_DIR": str(run),
            "SPEECHD_ADDRESS": voice.address, "GSETTINGS_BACKEND": "memory", "GNOME_ACCESSIBILITY": "1",
            "LANG": "C.UTF-8", "LANGUAGE": "en", "PATH": f"{folder}:{os.environ['PATH']}",
        }  # fmt: skip
        bus = (BUS, "--session", "--nofork", "--print-address")
        started = stack.enter_context(_running(*bus, env=env, log=folder / "bus.log"))
        assert started.stdout
        env["DBUS_SESSION_BUS_ADDRESS"] = started.stdout.readline().strip()
        stack.enter_context(
            _running(ORCA, "--debug-file", str(folder / "orca.debug"), env=env, log=folder / "orca.log")
        )
        path = firefox()
        assert path
        found = Desk(env, voice, stack.enter_context(running(path, profiles, free_port(), env)))
        found.sit_down()
        yield found

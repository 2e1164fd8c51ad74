"""Find Orca, the screen reader of Linux, for the tests; else install it, with Firefox and a screen in memory.

`python -m tests.orca.find` makes sure that it is there, and says of which version.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.site.firefox import firefox
from tests.webkit.find import SCREEN

ORCA, BUS, KEYBOARD = "/usr/bin/orca", "dbus-daemon", "xdotool"
DEBIAN = ("orca", "at-spi2-core", "dbus-daemon", "python3-speechd", "xdotool", "xvfb", "firefox-esr")


def version() -> str:
    """The versions of Orca and of its browser; FileNotFoundError if something is missing."""
    for program in (ORCA, BUS, KEYBOARD, SCREEN):
        if not shutil.which(program):
            raise FileNotFoundError(program)
    path = firefox()
    if not path:
        raise FileNotFoundError("Firefox")
    said = [subprocess.run([each, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            for each in (ORCA, path)]  # fmt: skip
    return "Orca {} with {}".format(*said)


def install() -> None:
    """From Debian, as root."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["update"], ["install", "-y", "--no-install-recommends", *DEBIAN]):
            subprocess.run(["apt-get", *command], check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    """Find or install; 1 if there is none in the end."""
    for is_last in (False, True):
        try:
            print(f"Screen reader for the tests: {version()}")
            return 0
        except FileNotFoundError as missing:
            if is_last:
                print(f"There is no screen reader for the tests: {missing}. See tests/orca/find.py.", file=sys.stderr)
                return 1
            install()
    return 1


if __name__ == "__main__":
    sys.exit(main())

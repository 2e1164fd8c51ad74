"""Find WebKit, the engine of iPhones, for the tests; else install it, with its driver and a screen in memory.

`python -m tests.webkit.find` makes sure that it is there, and says of which version.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

DRIVER, SCREEN, PYTHON = "WebKitWebDriver", "Xvfb", "/usr/bin/python3"
DEBIAN = ("webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb")
BINDING = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2 as of; " \
    "print(of.get_major_version(), of.get_minor_version(), of.get_micro_version(), sep='.')"  # fmt: skip


def version() -> str:
    """The version of WebKitGTK; FileNotFoundError if it, its driver or the screen is missing."""
    for program in (DRIVER, SCREEN, PYTHON):
        if not shutil.which(program):
            raise FileNotFoundError(program)
    said = subprocess.run([PYTHON, "-c", BINDING], capture_output=True, text=True, check=False)
    if said.returncode:
        raise FileNotFoundError(said.stderr)
    return said.stdout.strip()


def install() -> None:
    """From Debian, as root."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["update"], ["install", "-y", "--no-install-recommends", *DEBIAN]):
            subprocess.run(["apt-get", *command], check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    """Find or install; 1 if there is none in the end."""
    for is_last in (False, True):
        try:
            print(f"WebKit for the tests: WebKitGTK {version()}")
            return 0
        except FileNotFoundError as missing:
            if is_last:
                print(f"There is no WebKit for the tests: {missing}. See tests/webkit/find.py.", file=sys.stderr)
                return 1
            install()
    return 1


if __name__ == "__main__":
    sys.exit(main())

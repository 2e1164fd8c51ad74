"""Find a browser for the tests: Chromium or Chrome of the system, best without its windows; else install one.

`python -m tests.browser.find` makes sure that there is one that starts, and says which and of which version.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

DEBIAN = ("chromium-headless-shell", "chromium")
"""By preference: the first is the same engine, a quarter faster."""
NAMES = (*DEBIAN, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")  # fmt: skip
# Playwright's own feature, which this list replaces, and two for less work: the network within the browser's process,
# and a page in the frame of the one before.
FEATURES = "CDPScreenshotNewSurface,NetworkServiceInProcess2,RenderDocument:level/crashed-frame"
QUICK = (*QUIET, f"--enable-features={FEATURES}", "--in-process-gpu", "--num-raster-threads=1")
"""For tests: a sixth less work to load a page than with the processes of a phone."""
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def browser() -> str | None:
    """The path of a browser; None for the one that Playwright keeps; FileNotFoundError if there is neither."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    if Path(MAC).exists():
        return MAC
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        if Path(playwright.chromium.executable_path).exists():
            return None
    raise FileNotFoundError("no browser")


def unwanted() -> list[str]:
    """Playwright's own arguments that make the browser slower: shared memory in files, for want of the real one."""
    is_enough = Path("/dev/shm").is_dir() and shutil.disk_usage("/dev/shm").free > 2**30
    return ["--disable-dev-shm-usage"] if is_enough else []


def install() -> None:
    """Debian's Chromium where this is root on Debian, else Playwright's own download."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update"], check=False, stdout=subprocess.DEVNULL)
        for package in DEBIAN:
            subprocess.run(["apt-get", "install", "-y", package], check=False, stdout=subprocess.DEVNULL)
            if shutil.which(package):
                return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def told() -> str:
    """The browser the tests run with; FileNotFoundError if there is none."""
    from playwright.sync_api import sync_playwright

    path = browser()
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=path, args=QUIET) as started:
        return f"Browser for the tests: {path or 'Playwright’s own'}, version {started.version}"


def main() -> int:
    """Find or install; 1 if there is none in the end and the tests must have one."""
    try:
        print(told())
    except FileNotFoundError:
        install()
        try:
            print(told())
        except FileNotFoundError:
            print("There is no browser for the tests. Install Chromium or Chrome and try again.", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

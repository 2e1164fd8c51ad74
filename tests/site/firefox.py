"""Firefox, driven by its own remote protocol (Marionette), since Playwright drives only a Firefox of its own.

`python -m tests.site.firefox` installs it where it can.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PREFS = {
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False, "toolkit.telemetry.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "http://localhost:9",
    "extensions.getAddons.cache.enabled": False, "browser.safebrowsing.provider.mozilla.updateURL": "",
}  # fmt: skip
"""It asks nobody anything."""


def firefox() -> str | None:
    """The path of Firefox; None if there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Marionette:
    """A session of a Firefox that listens at a port."""

    def __init__(self, port: int) -> None:
        self._socket = self._connected(port)
        self._number = 0
        self._read()  # What it is.
        self.do("WebDriver:NewSession", capabilities={})
        self.do("WebDriver:SetTimeouts", script=60_000, pageLoad=60_000)

    @staticmethod
    def _connected(port: int) -> socket.socket:
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=90)
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("Firefox does not listen")

    def close(self) -> None:
        """End the session, but not the browser."""
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._socket.recv(1)
        left, pieces = int(length[:-1]), list[bytes]()
        while left:
            pieces.append(self._socket.recv(left))
            left -= len(pieces[-1])
        return json.loads(b"".join(pieces))

    def do(self, command: str, **given: Any) -> Any:
        """The value of a command's answer. Raises RuntimeError for an error."""
        self._number += 1
        text = json.dumps([0, self._number, command, given]).encode()
        self._socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, answer = self._read()
        if error:
            raise RuntimeError(error["message"])
        return answer.get("value") if isinstance(answer, dict) else answer

    def open(self, address: str) -> None:
        """Open an address."""
        self.do("WebDriver:Navigate", url=address)

    def evaluate(self, script: str, *given: Any) -> Any:
        """The value of the body of an asynchronous function, with its `arguments`."""
        wrapped = (
            "const [done, given] = [arguments[arguments.length - 1], [...arguments].slice(0, -1)];"
            f"(async function () {{ {script} }})(...given).then(done, (error) => done(`failed: ${{error}}`));"
        )
        try:
            found = self.do("WebDriver:ExecuteAsyncScript", script=wrapped, args=list(given))
        except RuntimeError as error:
            said = self.do("WebDriver:ExecuteScript", script="return document.body.innerText", args=[])
            raise RuntimeError(f"{error}; the page says: {said}") from error
        if isinstance(found, str) and found.startswith("failed: "):
            raise RuntimeError(found)
        return found


def install() -> None:
    """Debian's Firefox where this is root on Debian; elsewhere its test is skipped if there is none."""
    if firefox() is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update"], check=False, stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-y", "firefox-esr"], check=False, stdout=subprocess.DEVNULL)
    print(f"Firefox for the tests: {firefox() or 'none'}")


@contextmanager
def running(path: str, folder: Path, port: int, screen: dict[str, str] | None = None) -> Iterator[Marionette]:
    """A Firefox with a profile in a folder: without a window, or in the environment of a screen, filling it."""
    prefs = PREFS | {"marionette.port": port, "browser.startup.page": 0}
    lines = [f'user_pref("{key}", {json.dumps(value)});\n' for key, value in prefs.items()]
    (folder / "user.js").write_text("".join(lines))
    window = "--kiosk" if screen else "--headless"
    command = [path, window, "--marionette", "--profile", str(folder), "--no-remote"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=screen)
    try:
        session = Marionette(port)
        try:
            yield session
        finally:
            session.close()
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    install()

"""A phone with WebKit, the engine of iPhones, at a real server: driven through its WebDriver.

It is a window of our own (`VIEW`, run by the system's Python) and not WebKitGTK's MiniBrowser, which cannot be
narrower than 447 pixels.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, NoSuchWindowException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.conftest import AT_ONCE
from tests.servers import Server
from tests.webkit.find import DRIVER, PYTHON, SCREEN

VIEW = f"""#!{PYTHON}
import os, gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2
width, height = map(int, os.environ["VIEW_SIZE"].split("x"))
context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
scripts = WebKit2.UserContentManager()
frames, start = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
scripts.add_script(WebKit2.UserScript.new({AT_ONCE!r}, frames, start, None, None))
windows = []
def make(*given):
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=scripts
    )
    window = Gtk.Window(decorated=False, default_width=width, default_height=height)
    window.move((width + 10) * len(windows), 0)
    window.add(view)
    window.show_all()
    windows.append(window)
    return view
def started(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")  # What the driver asks for.
    info.set_version(2, 50, 0)
    session.set_application_info(info)
    session.connect("create-web-view::window", make)
    session.connect("create-web-view::tab", make)
context.connect("automation-started", started)
GLib.MainLoop().run()
"""
READY = "document.readyState === 'complete' && !document.querySelector('[data-settling], #form:not([data-ready])')"
REACHED = f"""const isReady = {READY};
const key = [...document.querySelectorAll(arguments[0])].find((each) => each.getClientRects().length);
if (!key || !isReady) return null;
key.scrollIntoView({{ block: "nearest" }});
const {{ left, top, width, height }} = key.getBoundingClientRect();
const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
return key.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
"""
TURNED = """
const [width, height, done] = arguments;
const look = () => matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches
  ? requestAnimationFrame(() => setTimeout(done)) : requestAnimationFrame(look);
look();
"""


@contextmanager
def screen(size: str = "3000x1400") -> Iterator[str]:
    """A screen in memory; its name."""
    command = [SCREEN, "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield f":{process.stdout.readline().strip()}"
        finally:
            process.terminate()


class WebKitPhone:
    """A browser that keeps nothing, at a server. Waits at most 20 s for anything."""

    def __init__(self, folder: Path, display: str, size: tuple[int, int] = (390, 664)) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        view, run = folder / "view", folder / "run"
        view.write_text(VIEW)
        view.chmod(0o755)
        run.mkdir(mode=0o700)
        options = Options()
        options.binary_location = str(view)
        options.add_argument("--automation")
        env = os.environ | {"DISPLAY": display, "XDG_RUNTIME_DIR": str(run), "VIEW_SIZE": "{}x{}".format(*size)}
        self._log = folder / "log"
        self._output = self._log.open("w")
        self._service = Service(DRIVER, env=env, log_output=self._output)
        self._service.start()
        line = RemoteConnection(client_config=ClientConfig(self._service.service_url))
        self.driver = webdriver.Remote(line, options=options)
        self.driver.set_page_load_timeout(30)
        self.driver.set_script_timeout(30)
        self._server: Server | None = None

    def visit(self, server: Server) -> None:
        """Come to a server by its owner's link."""
        self._server = server
        self.driver.get(server.address + server.link.lstrip("/"))

    def goto(self, path: str) -> None:
        assert self._server
        self.driver.get(self._server.address + path.lstrip("/"))

    def ask(self, script: str, *given: Any) -> Any:
        """Evaluate an expression on the page, or run a script, which begins with `const` and returns a value."""
        return self.driver.execute_script(script if script.startswith("const ") else f"return {script}", *given)

    def until(self, script: str, *given: Any) -> Any:
        """Wait for something to be true on the page."""

        def found(_: Any) -> Any:
            try:
                return self.ask(script, *given)
            except JavascriptException:  # The page is going.
                return None

        return WebDriverWait(self.driver, 20, 0.02).until(found, f"never: {script} {given}")

    def tap(self, selector: str) -> None:
        """Tap what a finger reaches, once it takes taps."""
        x, y = self.until(REACHED, selector)
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        actions.perform()

    def turn(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.driver.set_window_rect(0, 0, width, height)
        self.driver.execute_async_script(TURNED, width, height)

    def close(self) -> None:
        """End the browser; no script may have failed."""
        with suppress(NoSuchWindowException):  # It says so of its own window.
            self.driver.quit()
        self._service.stop()
        self._output.close()
        errors = [line for line in self._log.read_text().splitlines() if "CONSOLE JS ERROR" in line]
        assert errors == []

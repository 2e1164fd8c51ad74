"""The page of all components is complete, and passes axe."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from referee.web import create_app
from tests.browser.axe import findings
from tests.styleguide.page import SIZES, add, colours

pytestmark = [pytest.mark.fonts, pytest.mark.quick(0)]


def test_every_component_is_there_light_and_dark(phones: Any, tmp_path: Path) -> None:
    app = create_app(tmp_path / "app")
    add(app)
    server = make_server("127.0.0.1", 0, app)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    phone = phones(1024, 768, link=None)
    phone.page.goto(f"http://127.0.0.1:{server.port}/styleguide")
    count = {part: phone.page.locator(part).count() for part in
             (".key", ".cross", ".round", ".moment", ".board", ".strokes", ".standings", ".figures > div",
              ".places > *", ".swatches li")}  # fmt: skip
    assert count == {".key": 52 + 48, ".cross": 4, ".round": 5, ".moment": 2, ".board": 1, ".strokes": 3,
                     ".standings": 3, ".figures > div": 2, ".places > *": 3,
                     ".swatches li": len(colours())}  # fmt: skip
    assert phone.page.locator("[class^=size-]").count() == len(SIZES)
    assert findings(phone) == []
    server.shutdown()

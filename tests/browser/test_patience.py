"""A browser that stops responding fails the test, which reports the state of its pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser import patience
from tests.browser.patience import PATIENCE, last_look

pytestmark = pytest.mark.quick(0)


def test_a_call_without_an_answer_ends(phones: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page = phones().page
    with monkeypatch.context() as impatient:
        impatient.setattr(PATIENCE, "seconds", 0.5)
        with pytest.raises(TimeoutError):
            page.evaluate("new Promise(() => {})")
    assert page.evaluate("1 + 1") == 2


def test_a_failed_test_tells_address_console_and_picture(
    phones: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(patience, "FAILURES", tmp_path / "failures")
    phone = phones()
    phone.goto("books/1/")
    phone.page.evaluate("console.log('what the page said')")
    report = pytest.TestReport("test_it[1]", ("file", 1, "test_it"), {}, "failed", None, "call")
    last_look(report, [phone.page])
    ((_, told),) = report.sections
    assert told.startswith(phone.page.url)
    assert "console: what the page said" in told
    (picture,) = (tmp_path / "failures").iterdir()
    assert f"picture: {picture}" in told

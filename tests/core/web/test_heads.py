"""The heads of pages: all modules of their scripts are named, and their styles are one file."""

import posixpath
import re
from typing import Any

import pytest

from tests.conftest import BOOK

IMPORTED = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)


def read(client: Any, address: str) -> str:
    with client.get(address) as answer:
        found: str = answer.get_data(as_text=True)
        return found


@pytest.mark.parametrize("path", ["/matches/1/", f"/books/{BOOK}/", f"/books/{BOOK}/new", "/settings"])
def test_no_module_is_found_only_when_another_one_has_come(client: Any, sit_down: Any, path: str) -> None:
    sit_down()
    head = client.get(path).get_data(as_text=True).split("</head>")[0]
    named = set(re.findall(r'(?:modulepreload" href|<script src)="([^"]+\.js)"', head))
    assert len(named) > 2
    for module in named:
        for found in IMPORTED.findall(read(client, module)):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(module), "".join(found))) in named


@pytest.mark.parametrize("path", ["/matches/1/", "/matches/1/watch", f"/books/{BOOK}/"])
def test_the_styles_of_a_page_come_as_one(client: Any, sit_down: Any, path: str) -> None:
    sit_down()
    head = client.get(path).get_data(as_text=True).split("</head>")[0]
    scripted = re.sub(r"<noscript>.*?</noscript>", "", head)
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', scripted)
    whole = client.get(sheet)
    names = sheet.split("/styles/")[1].removesuffix(".css").split("+")
    each = [read(client, f"{sheet.split('/styles/')[0]}/{name.replace('.', '/')}.css") for name in names]
    assert whole.get_data(as_text=True) == "".join(each)
    assert (whole.mimetype, whole.cache_control.max_age) == ("text/css", 365 * 24 * 3600)


@pytest.mark.parametrize("name", ["core.style+core.style", "core.none", "..secret", "core.style+", "a.b.c"])
def test_nothing_but_styles_is_sent_as_styles(client: Any, sit_down: Any, name: str) -> None:
    sit_down()
    head = client.get("/settings").get_data(as_text=True)
    (before,) = re.findall(r'href="([^"]+/styles/)', head)
    assert client.get(f"{before}{name}.css").status_code == 404

"""The heads of pages: styles bundled into one file, and scripts into another with all their imports."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.web.joined import script
from tests.conftest import BOOK

STATIC = Path(__file__).parent.parent.parent.parent / "static"
MODULES = sorted(
    path.relative_to(STATIC).with_suffix("").as_posix()
    for path in STATIC.rglob("*.js")
    if path.parent.name not in ("site", "worker", "vendor")
)
EXPORTED = re.compile(
    r"^export (?:async )?(?:function|class|const) (\w+|[\[{].*?[\]}])|^export \{(.*?)\}", re.MULTILINE
)
IMPORTED = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
YEAR = 365 * 24 * 3600


def read(client: Any, address: str) -> str:
    with client.get(address) as answer:
        found: str = answer.get_data(as_text=True)
        return found


def head_of(client: Any, path: str) -> str:
    """The head of a page, without what only browsers without scripts load."""
    head = client.get(path).get_data(as_text=True).split("</head>")[0]
    return re.sub(r"<noscript>.*?</noscript>", "", head)


@pytest.mark.parametrize("path", ["/matches/1/", f"/books/{BOOK}/", f"/books/{BOOK}/new", "/settings"])
def test_the_modules_of_a_page_come_as_one(client: Any, sit_down: Any, path: str) -> None:
    sit_down()
    (address,) = re.findall(r'<script src="([^"]+)" type="module"></script>', head_of(client, path))
    whole = client.get(address)
    assert (whole.mimetype, whole.cache_control.max_age) == ("text/javascript", YEAR)
    text = whole.get_data(as_text=True)
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert set(re.findall(r'need\("(.+?)"\)', text)) <= set(re.findall(r'^"(.+?)": \(\) => \{$', text, re.MULTILINE))


@pytest.mark.parametrize("path", ["/matches/1/", "/matches/1/watch", f"/books/{BOOK}/"])
def test_the_styles_of_a_page_come_as_one(client: Any, sit_down: Any, path: str) -> None:
    sit_down()
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', head_of(client, path))
    whole = client.get(sheet)
    names = sheet.split("/styles/")[1].removesuffix(".css").split("+")
    each = [read(client, f"{sheet.split('/styles/')[0]}/{name.replace('.', '/')}.css") for name in names]
    assert whole.get_data(as_text=True) == "".join(each)
    assert (whole.mimetype, whole.cache_control.max_age) == ("text/css", YEAR)


@pytest.mark.quick(4)
@pytest.mark.parametrize("kind", ["styles/{}.css", "scripts/{}.js"])
@pytest.mark.parametrize("name", ["{0}+{0}", "core.none", "..secret", "{0}+", "a.b.c", "site.shell+core.none"])
def test_nothing_else_is_joined(client: Any, sit_down: Any, kind: str, name: str) -> None:
    sit_down()
    (before,) = re.findall(r'href="([^"]+/)styles/', head_of(client, "/settings"))
    there = "core.style" if kind.endswith(".css") else "core.say"
    assert client.get(before + kind.format(there)).status_code == 200
    assert client.get(before + kind.format(name.format(there))).status_code == 404


def names_in(listed: str) -> Iterator[str]:
    yield from re.findall(r"\w+", re.sub(r"(\w+) as \w+", r"\1", listed))


@pytest.mark.parametrize("module", MODULES)
def test_modules_can_be_joined(module: str) -> None:
    """Each imports only what is exported, exports what never changes, and awaits nothing when it starts."""
    path = STATIC / f"{module}.js"
    text = path.read_text(encoding="utf-8")
    for listed, found in IMPORTED.findall(text):
        exports = EXPORTED.findall((path.parent / found).read_text(encoding="utf-8"))
        assert set(names_in(listed)) <= {name for either in exports for name in names_in("".join(either))}, found
    assert not re.search(
        r"^export (let|var|default|\*)|^import \w+[ ,]|^(const [^=]+= )?\(?await ", text, re.MULTILINE
    )
    assert not re.search(r"^(import|export)\b", script(STATIC, [module]), re.MULTILINE)

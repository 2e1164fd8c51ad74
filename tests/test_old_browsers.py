"""Safari 16.4, Chrome 111 and Firefox 121 are supported: newer features are unused or optional.

Newer features are listed below with the versions that introduced them, except harmless ones such as `text-wrap`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
STYLES = sorted((HOME / "static").rglob("*.css"))
SCRIPTS = sorted(path for path in (HOME / "static").rglob("*.js") if "vendor" not in path.parts)
PAGES = sorted((HOME / "templates").rglob("*.html"))

# Feature, a pattern, and the versions of Safari, Chrome and Firefox; 0 where there is none yet.
NEWER_IN_STYLES = {
    "light-dark()": (r"light-dark\(", (17.5, 123, 120)),
    "@media (scripting)": (r"\(scripting", (17.0, 120, 113)),
    "mask without a prefix": (r"(?<![-\w])mask(-\w+)?:", (15.4, 120, 53)),
    "@scope": (r"@scope", (17.4, 118, 128)),
    "@starting-style": (r"@starting-style", (17.5, 117, 129)),
    "@property": (r"@property", (16.4, 85, 128)),
    "@view-transition": (r"view-transition", (18.0, 111, 0)),
    "style queries": (r"@container[^{]*style\(", (18.0, 111, 0)),
    "anchors": (r"anchor\(|anchor-name|position-anchor", (26.0, 125, 0)),
    "field-sizing": (r"field-sizing", (26.2, 123, 0)),
    "relative colours": (r"(rgb|hsl|oklch|oklab|color)\(from", (16.4, 119, 128)),
    "rounding": (r"(?<![-\w])(round|mod|rem|abs|sign)\((?!\d*rem)", (15.4, 125, 118)),
    "linear()": (r"(?<![-\w])linear\(", (17.2, 113, 112)),
    "sizes of contents": (r"calc-size\(|interpolate-size", (0, 129, 0)),
    "scroll timelines": (r"animation-timeline|scroll-timeline", (26.0, 115, 0)),
    "popovers": (r":popover-open", (17.0, 114, 125)),
    ":user-invalid": (r":user-(in)?valid", (16.5, 119, 88)),
    "::details-content": (r"::details-content", (18.4, 131, 143)),
    "text-box": (r"text-box", (18.2, 133, 0)),
}
NEWER_IN_SCRIPTS = {
    "URL.canParse": (r"\.canParse\(", (17.0, 120, 115)),
    "checkVisibility": (r"\.checkVisibility\(", (17.4, 105, 106)),
    "AbortSignal.any": (r"AbortSignal\.any", (17.4, 116, 124)),
    "Object.groupBy": (r"(Object|Map)\.groupBy", (17.4, 117, 119)),
    "Promise.withResolvers": (r"withResolvers", (17.4, 119, 121)),
    "Promise.try": (r"Promise\.try", (18.2, 128, 134)),
    "Array.fromAsync": (r"fromAsync", (16.4, 121, 115)),
    "sets": (r"\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf)\(", (17.0, 122, 127)),
    "iterators": (
        r"(\.(values|keys|entries)\(\)|matchAll\([^()]*\))\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some"
        r"|every|find)\(",
        (18.4, 122, 131),
    ),
    "sets of characters": (r"/[gimsuy]*v[gimsuy]*[.,;)]", (17.0, 112, 116)),
    "RegExp.escape": (r"RegExp\.escape", (18.2, 136, 134)),
    "view transitions": (r"startViewTransition", (18.0, 111, 0)),
    "requestIdleCallback": (r"requestIdleCallback", (0, 47, 55)),
    "popovers": (r"(show|hide|toggle)Popover|\.popover", (17.0, 114, 125)),
    "import attributes": (r"from \S+ with \{", (17.2, 123, 138)),
    "base64": (r"fromBase64|toBase64|fromHex|toHex", (18.2, 140, 133)),
    "durations": (r"DurationFormat", (16.4, 129, 136)),
    "scheduler": (r"scheduler\.", (0, 94, 142)),
}
NEWER_IN_PAGES = {
    "popovers": (r"\bpopover", (17.0, 114, 125)),
    "what is found": (r"until-found", (26.2, 102, 139)),
    "commands": (r"\bcommandfor", (26.2, 135, 144)),
}
LEAST = (16.4, 111, 121)
DOES_WITHOUT = {
    "book.css": {"mask without a prefix", "scroll timelines", "::details-content"},
    "evening.css": {"field-sizing"},
}
"""A wide table is not faded at its end; what is folded is opened by a script before it is printed; a field for many
names has four lines, and scrolls."""


def bare(path: Path) -> str:
    """Without comments."""
    text = re.sub(r"/\*.*?\*/|\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)(^|\s)//.*$", "", text) if path.suffix == ".js" else text


LOOKED_AT = [(path, NEWER_IN_STYLES) for path in STYLES]
LOOKED_AT += [(path, NEWER_IN_SCRIPTS) for path in SCRIPTS]
LOOKED_AT += [(path, NEWER_IN_PAGES) for path in PAGES]


@pytest.mark.parametrize(("path", "newer"), LOOKED_AT, ids=lambda each: each.name if isinstance(each, Path) else "")
def test_nothing_newer_is_used(path: Path, newer: dict[str, tuple[str, tuple[float, ...]]]) -> None:
    used = {name for name, (pattern, _) in newer.items() if re.search(pattern, bare(path))}
    assert used - DOES_WITHOUT.get(path.name, set()) == set()


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_rule_lies_in_another(path: Path) -> None:
    """Nesting came with Safari 16.5, Chrome 112 and Firefox 117."""
    within: list[str] = []
    for prelude, brace in re.findall(r"([^{};]*)([{};])", bare(path)):
        if brace == "{":
            assert prelude.strip().startswith("@") or all(each.startswith("@") for each in within), prelude
            within.append(prelude.strip())
        elif brace == "}":
            within.pop()


def test_only_newer_things_are_listed() -> None:
    listed = NEWER_IN_STYLES | NEWER_IN_SCRIPTS | NEWER_IN_PAGES
    old = [
        name
        for name, (_, versions) in listed.items()
        if all(0 < version <= least for version, least in zip(versions, LEAST, strict=True))
    ]
    assert old == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_signs_that_are_not_read_out_are_drawn_without_that(path: Path) -> None:
    """Words for screen readers in `content` came with Safari 17.4 and Firefox 128: the sign alone stands before."""
    for content in re.finditer(r'content: ("[^"]*") / "[^"]*";', path.read_text(encoding="utf-8")):
        before = path.read_text(encoding="utf-8")[: content.start()].rstrip()
        assert before.endswith(f"content: {content[1]};"), content[0]


def test_scrollers_hold_what_only_screen_readers_see() -> None:
    """Absolutely positioned text widens the page unless the box that scrolls it is positioned, too."""
    for path in STYLES:
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*overflow: auto hidden[^{}]*)\}", bare(path)):
            assert "position: relative" in body, (path.name, selector.strip())

"""Pages as tests read them."""

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from html.parser import HTMLParser


class Form(HTMLParser):
    """The fields of a page's form, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        """The choices of each list or row of buttons, by its name."""
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        is_off = given.get("type") in ("radio", "checkbox") and "checked" not in given
        if given.get("type") == "radio" or (tag == "option" and self._select):
            self.choices.setdefault(given.get("name", self._select), []).append(given["value"])
        if tag == "input" and "name" in given and not is_off:
            self.fields[given["name"]] = given.get("value", "y")
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option" and self._select and ("selected" in given or self._select not in self.fields):
            self.fields[self._select] = given["value"]


def without_random(page: str) -> str:
    """A page without its random parts: nonces, tokens and keys, which might contain any short text."""
    page = re.sub(r'\b(nonce|content|data-key)="[^"]*"', r"\1", page)
    return re.sub(r'name="(key|csrf_token|epoch)"\s+value="[^"]*"', r"\1", page)


def with_plain_cards(page: str) -> str:
    """A page with each card reduced to its letters."""
    return re.sub(r'<span class="face [^>]*>([^<]*)<i>(.)</i></span>', r"\1\2", page.replace("\ufe0e", ""))


def text(page: str) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", with_plain_cards(page)))


def half_up(number: int, parts: int, to: str = "1") -> str:
    """A quotient, rounded as people do."""
    return str((Decimal(number) / parts).quantize(Decimal(to), ROUND_HALF_UP))


def tells(page: str, *facts: str) -> bool:
    """True if one sentence of a page contains all the facts, in any words."""
    return any(all(fact in sentence for fact in facts) for sentence in re.split(r"[.:!?] ", text(page)))


def differences(first: Mapping[str, str], second: Mapping[str, str]) -> dict[str, str]:
    """The addresses at which two sets of pages differ, each with the first differing bytes and some before them."""
    addresses = [*first, *(where for where in second if where not in first)]
    return {
        where: _difference(first.get(where), second.get(where))
        for where in addresses
        if first.get(where) != second.get(where)
    }


def _difference(one: str | None, other: str | None) -> str:
    if one is None or other is None:
        return f"only in the {'first' if other is None else 'second'}"
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (here, there) in pairs if here != there), min(len(one), len(other)))
    return f"after {one[max(at - 60, 0) : at]!r}: {one[at : at + 60]!r}, and in the other {other[at : at + 60]!r}"

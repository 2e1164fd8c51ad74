"""Pages as tests read them."""

import re
from collections.abc import Mapping


def without_random(page: str) -> str:
    """A page without what is drawn at random for it: nonces, tokens and keys, in which any few letters can stand."""
    page = re.sub(r'\b(nonce|content|data-key)="[^"]*"', r"\1", page)
    return re.sub(r'name="(key|csrf_token)"\s+value="[^"]*"', r"\1", page)


def with_plain_cards(page: str) -> str:
    """A page whose cards are no more than the letters of their sentence."""
    return re.sub(r'<span class="face [^>]*>([^<]*)<i>(.)</i></span>', r"\1\2", page.replace("\ufe0e", ""))


def text(page: str) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", with_plain_cards(page)))


def tells(page: str, *facts: str) -> bool:
    """True if one sentence of a page contains all the facts, whatever its words are."""
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

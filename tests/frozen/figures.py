"""The figures that a page shows: its numbers, cards and names, in order. Its wording does not matter."""

import html
import re
from collections.abc import Iterable

WIDTH = 110
"""Characters of a line of figures."""
_UNSEEN = re.compile(r"<(script|style|head|template)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)


def text_of(page: str) -> str:
    """The text of a page's <main>, or of the whole page if there is none, with a space wherever a tag is."""
    main = _MAIN.search(page)
    seen = _UNSEEN.sub(" ", main[0] if main else page)
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", seen)).split())


def figures(page: str, names: Iterable[str]) -> list[str]:
    """The numbers, cards and names on a page, in lines."""
    known = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    found = re.compile(
        rf"(?P<rank>10|[2-9JQKA])\s?(?P<suit>[♦♥♠♣])|(?P<name>(?<!\w)(?:{known})(?!\w))|[−+]?\d+(?:[.:]\d+)*"
    )
    words = [
        f"{match['rank']}{match['suit']}" if match["rank"] else match[0] for match in found.finditer(text_of(page))
    ]
    return lines(words)


def lines(words: Iterable[str]) -> list[str]:
    """Words in lines that are not too long."""
    made = [""]
    for word in words:
        if len(made[-1]) + len(word) >= WIDTH:
            made.append("")
        made[-1] = f"{made[-1]} {word}".lstrip()
    return made if made != [""] else []

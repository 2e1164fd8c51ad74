"""The page of a game's numbered rules, with a search."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import render_template, request

from referee.games.rulebook import Chapter, Example, found

MOST_WORDS = 100
"""The maximum length of a search in characters."""


def rules_page(
    chapters: Sequence[Chapter],
    title: str,
    placeholder: str,
    dispute: str,
    link_of: Callable[[Example], str | None],
    current: Any = None,
    template: str = "components/rules.html",
    **more: Any,
) -> str:
    """The page; `q` of the query string searches it. A game's own `template` may add to it, with `more`.

    `dispute` is the endpoint of the page for disputes, `link_of` the address that answers an example, and `current`
    the match that the visitor comes from, if any. `placeholder` is an example of a search.
    """
    words = request.args.get("q", "")[:MOST_WORDS]
    return render_template(
        template,
        chapters=found(chapters, words),
        words=words,
        title=title,
        placeholder=placeholder,
        dispute=dispute,
        link_of=link_of,
        current=current,
        **more,
    )

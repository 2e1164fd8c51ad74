"""The page of a game's numbered rules, with a search."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.games.rulebook import Chapter, Example, found
from referee.web.permissions import needs

MOST_WORDS = 100
"""The maximum length of a search in characters."""


def add_rules(
    pages: Blueprint,
    rulebook: Callable[[], Sequence[Chapter]],
    title: str,
    placeholder: str,
    dispute: str = "",
    link_of: Callable[[Example], str | None] = lambda example: None,
    template: str = "components/rules.html",
    shown: Callable[[], dict[str, Any]] = dict,
) -> None:
    """Add the page to a blueprint; `q` of the query string searches it, and `placeholder` is an example of that.

    `dispute` is the endpoint of the page for disputes, if there is one, and `link_of` the address that answers an
    example. A game's own `template` may add to the page, with what is `shown`.
    """

    @pages.get("/rules")
    @needs(Permission.GUEST)
    def rules() -> ResponseReturnValue:
        """The numbered rules."""
        words = request.args.get("q", "")[:MOST_WORDS]
        return render_template(
            template,
            chapters=found(rulebook(), words),
            words=words,
            title=title,
            placeholder=placeholder,
            dispute=dispute,
            link_of=link_of,
            **({"current": None} | shown()),
        )

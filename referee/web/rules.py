"""The page of a game's rules: the items that score, the numbered rules with a search, and the words of the game."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.games.rulebook import Example, Rulebook, search
from referee.web.permissions import needs

MOST_WORDS = 100
"""The maximum length of a search in characters."""


def add_rules(
    pages: Blueprint,
    rulebook: Callable[[], Rulebook],
    title: str,
    placeholder: str,
    dispute: str = "",
    link_of: Callable[[Example], str | None] = lambda example: None,
    template: str = "components/rules.html",
    variables: Callable[[], dict[str, Any]] = dict,
) -> None:
    """Add the page to a blueprint; `q` of the query string searches it, and `placeholder` is an example of a search.

    `dispute` is the endpoint of the page for disputes, if there is one, and `link_of` the address that answers an
    example. A game's own `template` may add to the page, with the variables that `variables` returns.
    """

    @pages.get("/rules")
    @needs(Permission.GUEST)
    def rules() -> ResponseReturnValue:
        """The numbered rules."""
        words, book = request.args.get("q", "")[:MOST_WORDS], rulebook()
        return render_template(
            template,
            chapters=search(book.chapters, words),
            words=words,
            title=title,
            placeholder=placeholder,
            dispute=dispute,
            link_of=link_of,
            **({"scoring": book.scoring, "terms": book.terms} | variables()),
        )

"""A game's page that settles any deal; the query string has the question."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from referee.faults import Fault, RefusedError
from referee.web.forms import form_page

LONGEST = 9
"""The maximum length of a number in a field."""


def settle_page(
    pages: Blueprint,
    title: str,
    talk: Any,
    names: Mapping[str, str],
    settle: Callable[[], Any],
    usual: Mapping[str, Any],
    **more: Any,
) -> ResponseReturnValue:
    """The page for a game's title and words, whose template adds the fields; they begin with the `usual` values.

    `settle` returns the settlement, or None if nothing is asked; it may raise RefusedError.
    """
    found, errors = None, list[str]()
    try:
        found = settle()
    except RefusedError as refused:
        errors = [fault.text for fault in refused.faults]
    return form_page(
        f"{pages.name.removesuffix('_disputes')}/disputes/settle.html",
        errors,
        title=title,
        rules=f"{pages.name}.rules",
        inputs=request.args if found or errors else {**usual, **request.args},
        names=names,
        said=talk.settled_line(names, found) if found else "",
        reasons=talk.reasons(names, found) if found else (),
        rule=talk.rule_of(found) if found else "",
        **more,
    )


def is_given(name: str) -> bool:
    """Return True if a field is filled in."""
    return bool(request.args.get(name, "").strip())


def number(name: str, what: str) -> int:
    """The whole number in a field; 0 if it is empty. Raises RefusedError."""
    text = request.args.get(name, "").strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        why = f"{what}: “{text[:20]}” is not a whole number from 0 to {10**LONGEST - 1:,}."
        raise RefusedError(Fault("not-a-number", why))
    return int(text or 0)

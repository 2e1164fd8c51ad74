"""The replay of a match, moment by moment."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from flask import render_template, request

M = TypeVar("M")


def replay_page(
    moments: Sequence[M],
    show: Callable[[M], tuple[Any, str]],
    title: str,
    moment: str,
    styles: Sequence[str],
    links: tuple[str, str],
    is_patch: bool,
) -> str:
    """Return the page of a moment, whose number is `at` in the query string; or with `is_patch` only its changes.

    `show` gives the screen of a moment and its position, in words; `moment` is the template that shows the screen,
    and `links` the addresses of the replay itself and of the score sheet.
    """
    last = len(moments) - 1
    at = min(max(0, request.args.get("at", 0, type=int)), last)
    screen, where = show(moments[at])
    return render_template(
        f"components/{'_moment' if is_patch else 'replay'}.html",
        screen=screen,
        at=at,
        last=last,
        where=where,
        title=title,
        moment=moment,
        styles=styles,
        here=links[0],
        sheet=links[1],
    )

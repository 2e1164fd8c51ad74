"""Hidden fields of forms: the CSRF token, and the identity of the match or evening that the form is about.

After a backup was restored, a number may be given again. So a form that was made for one match or evening never acts
on another one: each says when its own was opened.
"""

from collections.abc import Mapping
from typing import Any

from flask import Flask, request
from flask_wtf.csrf import CSRFProtect, generate_csrf
from markupsafe import Markup

from referee.faults import Fault, RefusedError
from referee.store.logs import OF_EVENINGS, OF_MATCHES, LogsOf
from referee.web.services import service


def register(app: Flask) -> None:
    """Let templates write the fields, and check them in every post. Permissions must have been checked before."""
    CSRFProtect(app)
    app.jinja_env.globals["form_fields"] = _form_fields
    app.before_request(_must_be_the_same)


def _form_fields(**place: int) -> Markup:
    """The fields of a form, given its `match_id` or `evening_id` unless the page's address has it."""
    opened = _opened(place or request.view_args or {})
    token = Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())
    return token + (Markup('<input type="hidden" name="opened" value="{}">').format(opened) if opened else "")


def _must_be_the_same() -> None:
    """Refuse a form of another match or evening. Raises RefusedError."""
    place, posted = request.view_args or {}, request.form.get("opened") if request.method == "POST" else None
    if posted and _opened(place) not in (None, posted):
        what = _of(place)[0].word.lower()
        text = f"Another {what} has this number now, since a backup was restored. Nothing was entered."
        raise RefusedError(Fault("other-match", text))


def _opened(place: Mapping[str, Any]) -> str | None:
    """The time at which the match or evening of an address was opened; None if there is none."""
    logs, number = _of(place)
    return service().database.opened(number, logs)


def _of(place: Mapping[str, Any]) -> tuple[LogsOf, int]:
    """The kind and the number of what an address is about; 0 for neither a match nor an evening."""
    if "evening_id" in place:
        return OF_EVENINGS, place["evening_id"]
    return OF_MATCHES, place.get("match_id") or ("book_id" in place and place.get("number")) or 0

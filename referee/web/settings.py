"""The settings of a phone that change how pages are shown, kept in its session.

The settings of sound and voice are used by scripts alone, which keep them in the browser.
"""

from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import Suit
from referee.fields import read_value
from referee.web.permissions import needs
from referee.web.phone import name_of_phone, remember

pages = Blueprint("settings", __name__)
_OF_PAGES = {"signs", "turned"}
"""The settings with keys on other pages, which they redirect to."""


@pages.get("/settings")
@needs(Permission.GUEST)
def settings() -> ResponseReturnValue:
    """The settings of this phone."""
    return render_template("core/matches/settings.html", suits=Suit, name=name_of_phone(), back=_page_before())


def _page_before() -> str | None:
    """The address of the page of this host that led here, or None."""
    came_from = urlsplit(request.referrer or "")
    is_own = came_from.netloc == request.host and came_from.path != request.path
    return came_from.path if is_own and not came_from.path.startswith("//") else None


@pages.post("/settings")
@needs(Permission.GUEST)
def save() -> ResponseReturnValue:
    """Keep the settings that were posted; unknown values change nothing. Raises RefusedError for an invalid name."""
    remember(request.form)
    if "phone" in request.form:
        typed = request.form["phone"]
        session["phone"] = read_value(lambda reader: reader.name(typed, "The phone")) if typed.strip() else None
    is_of_page = bool(_OF_PAGES & request.form.keys())
    return redirect((_page_before() if is_of_page else None) or url_for("settings.settings"), 303)

"""Hidden fields of forms: the CSRF token, and the identity of the match, evening or player that the form is about.

After a backup is restored, a number may be reused. So that a form made for one match, evening or player never acts on
another one, it contains the time when its match or evening was opened, or the player's name.
"""

from collections.abc import Mapping
from typing import Any

from flask import Flask, request
from flask_wtf.csrf import CSRFProtect, generate_csrf
from markupsafe import Markup

from referee.books.permissions import Permission
from referee.faults import Fault, RefusedError
from referee.store.logs import OF_EVENINGS, OF_MATCHES
from referee.web.permissions import visitor
from referee.web.services import service

COPY = "Referee-Log"
"""The header with the length and checksum of the phone's copy of a match."""
RESTORED = "restored"
"""The code of the fault if a backup has been restored since a form was made."""


def register(app: Flask) -> None:
    """Let templates write the fields, and check them in every post. Permissions must have been checked before."""
    CSRFProtect(app)
    app.jinja_env.globals["form_fields"] = _form_fields
    app.before_request(_must_be_the_same)


def _form_fields(**place: int) -> Markup:
    """The fields of a form, given the id of its subject unless the page's address has it."""
    _, known = _known(place or _place())
    fields = {"csrf_token": generate_csrf()} | ({"opened": known[0], "epoch": _epoch()} if known else {})
    return Markup("").join(
        Markup('<input type="hidden" name="{}" value="{}">').format(*field) for field in fields.items() if field[1]
    )


def _epoch() -> str:
    """Changes when a backup is restored; empty on a phone, whose app also accepts forms from the server's pages."""
    return service().database.epoch.partition(" ")[0]


def _must_be_the_same() -> None:
    """Refuse a form about something else, or made before a backup was restored. Raises RefusedError.

    A phone with a copy of the match need not be refused, because it sends the end of its copy.
    """
    posted = request.form.get("opened") if request.method == "POST" else None
    text, known = _known(_place()) if posted else ("", [])
    if known and posted not in known:
        raise RefusedError(Fault("other-match", f"{text}. Nothing was entered."))
    epoch = request.form.get("epoch") if "version" in request.form else ""
    if epoch and _epoch() not in ("", epoch) and request.headers.get(COPY, "none").startswith("none"):
        raise RefusedError(Fault(RESTORED, "A backup has been restored. Nothing was entered: check this page first."))


def _place() -> dict[str, Any]:
    """The inputs of the page's address, and the match `like` which a new match begins, if the visitor owns it."""
    like = request.args.get("like", 0, type=int)
    is_own = like and visitor().permission_for_match(like) >= Permission.OWN
    return {"like": like if is_own else 0, **(request.view_args or {})}


def _known(place: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The refusal of a form about something else, and the values that forms for this place may contain.

    New forms contain the first. There are none if the place is not a match, an evening or a player.
    """
    if "player_id" in place:
        names = service().projections.player_store.names(place["book_id"], place["player_id"])
        return "This page is out of date: its player now has another name or number", names
    numbers = place.get("match_id"), "book_id" in place and place.get("number"), place.get("like")
    logs, number = OF_MATCHES, next(filter(None, numbers), 0)
    if "evening_id" in place:
        logs, number = OF_EVENINGS, place["evening_id"]
    opened = service().database.opened(number, logs)
    text = f"Another {logs.word.lower()} has this number now, since a backup was restored"
    return text, [opened] if opened else []

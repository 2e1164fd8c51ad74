"""Notes on a match and its hands, on its score sheet."""

import re

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader
from referee.store.notes import LONGEST_NOTE, WHOLE, Notes
from referee.web.filters import sheet_of
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("notes", __name__)
MOST_HANDS = 999
AND = " · "
"""Stands between the notes of two people on a hand."""


def notes_of(match_id: int) -> list[tuple[int, str]]:
    """The notes on a match, each with its hand (0 for the whole match) and text."""
    return Notes(service().database).of(match_id)


@pages.post("/matches/<int:match_id>/note")
@needs(Permission.SCORE)
def save(match_id: int) -> ResponseReturnValue:
    """Keep a note; an empty one is deleted. A note of somebody else, which the page had not `seen`, stays before it.

    Raises RefusedError for a text that cannot be stored.
    """
    reader = FieldReader()
    hand = request.form.get("hand") or str(WHOLE)
    number = reader.whole(
        int(hand) if re.fullmatch("[0-9]{1,3}", hand) else None, "The number", range(MOST_HANDS + 1)
    )
    text, seen = " ".join(request.form.get("text", "").split()), request.form.getlist("seen")
    notes = Notes(service().database)
    with service().database.writing():
        before = dict(notes.of(match_id)).get(number, "")
        if before and f"{number} {before}" not in seen:
            text = before if text in ("", before, *before.split(AND)) else f"{before}{AND}{text}"
            if len(text) > LONGEST_NOTE:
                raise RefusedError(Fault("note-too-long", "Somebody else has written a note here. Shorten yours."))
        text = reader.words(text, "The note", LONGEST_NOTE)
        reader.done()
        notes.put(match_id, number, text)
    return redirect(f"{sheet_of(match_id)}#notes", 303)

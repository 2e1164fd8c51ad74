"""Joining or leaving between two deals: one step finishes the sitting and begins another."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import Fault, NotThereError, RefusedError
from referee.games.hearts.game import HEARTS
from referee.games.sittings.actions import Finish
from referee.match.current import CurrentMatch
from referee.web.matches.new_match import NewMatch
from referee.web.permissions import needs, visitor
from referee.web.services import evenings, service

pages = Blueprint("hearts_people", __name__, url_prefix="/hearts/matches/<int:match_id>/people")


@pages.get("")
@needs(Permission.OWN)
def change(match_id: int) -> ResponseReturnValue:
    """Redirect to the page for the sitting that follows, filled in with the present players."""
    book_id = service().current(match_id).book_id
    return redirect(url_for("hearts_new_match.new", book_id=book_id, after=match_id), 303)


class HeartsNewMatch(NewMatch):
    """The page for a new sitting; with `?after=`, for the one that follows a sitting when people change."""

    def options(self, form: Any, book_id: int) -> dict[str, Any]:
        """The sitting that it follows."""
        former = _former(book_id)
        return {"follows": former.id} if former else {}

    def like_the_latest(self, book_id: int) -> Any:
        """Return the form for continuing the sitting, or for another like the latest one."""
        former = _former(book_id)
        if former is None:
            return super().like_the_latest(book_id)
        following = HEARTS.rematch(former.match, service().clock())
        return self.pages.match_form.of(HEARTS.setups.write(following))

    def begins(self, book_id: int, key: str) -> None:
        """Finish the sitting before. Raises RefusedError if a deal is begun, or nothing is settled yet."""
        former = _former(book_id)
        if former is None:
            return
        if evenings().store.of_match(former.id):
            text = "This table belongs to an evening: people join or leave between rounds."
            raise RefusedError(Fault("of-evening", text))
        if not former.is_over:
            service().post(former.id, former.version, f"{key}-finish", [Finish()])


def _former(book_id: int) -> CurrentMatch[Any] | None:
    """The sitting of `?after=`; None if none is named. Raises NotThereError if it is not of this book or game."""
    number = request.args.get("after", type=int)
    if number is None:
        return None
    current = service().current(number) if visitor().permission_for_match(number) is Permission.OWN else None
    if current is None or current.book_id != book_id or current.game.key != HEARTS.key:
        raise NotThereError(f"There is no match {number}.")
    return current

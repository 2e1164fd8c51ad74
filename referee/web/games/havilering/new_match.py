"""The page for a new match of Havilering: with settings for the players."""

from typing import Any

from flask import request

from referee.books.permissions import Permission
from referee.faults import DamagedError, NotThereError
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.shapes import SETUPS
from referee.games.kit.sides import SEATS
from referee.web.games.havilering.forms import MatchForm
from referee.web.matches.new_match import NewMatch
from referee.web.permissions import visitor
from referee.web.services import match_search, service


class HavileringNewMatch(NewMatch):
    """The view of the page, prefilled from the match `?like=`, or from the latest one."""

    def errors(self, form: MatchForm) -> list[str]:
        """Return the error of two players with the same name, whose fields are marked."""
        names = {seat: " ".join((form[seat].data or "").split()) for seat in SEATS}
        folded = [name.casefold() for name in names.values()]
        twice = [seat for seat, name in names.items() if name and folded.count(name.casefold()) > 1]
        if not twice:
            return []
        text = f"Two players are called {names[twice[0]]}: add a letter to tell them apart."
        for seat in twice:
            form[seat].errors = [text]
        return [text]

    def labels(self, form: MatchForm) -> dict[str, str]:
        """The players by where they sit."""
        return {seat: form[seat].label.text for seat in SEATS}

    def options(self, form: MatchForm, book_id: int) -> dict[str, Any]:
        """Return the chosen display settings, and the match that this one follows."""
        follows = _followed(book_id, request.args.get("like", type=int))
        return {"show_played": form.show_played.data, "teaching": form.teaching.data, "follows": follows}

    def like_the_latest(self, book_id: int) -> MatchForm:
        """The form as for a match like another."""
        return MatchForm(data=_like(book_id, request.args.get("like", type=int)))


def _followed(book_id: int, number: int | None) -> int | None:
    """The match that the new one is a rematch of: one that is over, or in which nothing has been played yet.

    It must be in the same score book, because grants to it give access to the rematch.
    """
    if number is None or visitor().permission_for_match(number) < Permission.OWN:
        return None
    try:
        current = service().current(number)
    except DamagedError:
        return None
    return number if current.can_be_followed and current.book_id == book_id else None


def _like(book_id: int, number: int | None) -> dict[str, Any]:
    """The values of the form from a match, or else from the latest one."""
    if number and visitor().permission_for_match(number) < Permission.OWN:
        raise NotThereError(f"There is no match {number}.")
    is_again = number is not None
    latest = match_search().latest(book_id, HAVILERING.key)
    number = number or (latest.id if latest else None)
    if number is None:
        return {}
    try:
        current = service().current(number)
    except DamagedError:
        return {}  # A damaged match cannot be used.
    if current.game.key != HAVILERING.key:
        raise NotThereError(f"Match {number} is not one of Havilering.")
    written, rules = SETUPS.write(current.setup), current.setup.rules
    filled = MatchForm.filled_in(written["players"], current.setup.left(current.match.dealer), written["rules"])
    if rules.season and not is_again:  # A chosen season may be wrong on another evening.
        filled["season"] = "auto"
    return filled | {"show_played": current.show_played, "teaching": current.teaching}

"""The page for a new match of Havilering."""

from flask import request

from referee.web.games.havilering.forms import MatchForm
from referee.web.matches.new_match import NewMatch


class HavileringNewMatch(NewMatch):
    """The view of the page."""

    def like_the_latest(self, book_id: int) -> MatchForm:
        """The form; a season that was chosen for the latest match may be wrong on another evening."""
        form: MatchForm = super().like_the_latest(book_id)
        if "like" not in request.args and form.season.data != "south":
            form.season.data = "auto"
        return form

"""The page for a new match of Havilering."""

from flask import request

from referee.games.kit.sides import SEATS
from referee.web.games.havilering.forms import MatchForm
from referee.web.matches.new_match import NewMatch


class HavileringNewMatch(NewMatch):
    """The view of the page, which marks two players with the same name."""

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

    def like_the_latest(self, book_id: int) -> MatchForm:
        """The form; a season that was chosen for the latest match may be wrong on another evening."""
        form: MatchForm = super().like_the_latest(book_id)
        if "like" not in request.args and form.season.data != "south":
            form.season.data = "auto"
        return form

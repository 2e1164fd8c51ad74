"""The pages of cribbage."""

from referee.web.game_pages import Link
from referee.web.games.cribbage import disputes

BLUEPRINTS = (disputes.pages,)
LINKS = (
    Link("cribbage_disputes.hand", "Count a hand"),
    Link("cribbage_disputes.play", "Count the play"),
    Link("cribbage_disputes.rules", "The rules of cribbage"),
)

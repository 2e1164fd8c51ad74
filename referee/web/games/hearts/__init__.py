"""The pages of Hearts."""

from referee.english import titled
from referee.games.hearts.actions import Rules
from referee.games.hearts.shapes import KINDS
from referee.games.hearts.sheet import title
from referee.web.game_pages import Link
from referee.web.games.hearts import disputes
from referee.web.games.hearts.figures import FIGURES
from referee.web.games.hearts.forms import RULE_FIELDS, MatchForm
from referee.web.games.hearts.pages import PAGES as HEARTS_PAGES
from referee.web.sittings.blueprints import blueprints, game_pages
from referee.web.sittings.new_match import NewMatch


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    return f"{titled(title(rules).removeprefix('Hearts, '))}."


BLUEPRINTS = (*blueprints(HEARTS_PAGES, NewMatch(HEARTS_PAGES, MatchForm, RULE_FIELDS, _told)), disputes.pages)
LINKS = (
    Link("hearts_disputes.settle", "Settle a deal"),
    Link("hearts_disputes.rules", "Rules"),
)
PAGES = game_pages(HEARTS_PAGES, KINDS, FIGURES, "Same players again")

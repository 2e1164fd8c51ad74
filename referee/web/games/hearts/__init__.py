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
from referee.web.setup_form import SetupForm
from referee.web.sittings.blueprints import blueprints, game_pages


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    return f"{titled(title(rules).removeprefix('Hearts, '))}."


SETUP_FORM = SetupForm(MatchForm, MatchForm.filled_in, "hearts/new_match.html", RULE_FIELDS, _told)
BLUEPRINTS = (*blueprints(HEARTS_PAGES, SETUP_FORM), disputes.pages)
LINKS = (
    Link("hearts_disputes.settle", "Settle a deal"),
    Link("hearts_disputes.rules", "Rules"),
)
PAGES = game_pages(HEARTS_PAGES, KINDS, FIGURES, "Same players again", SETUP_FORM)

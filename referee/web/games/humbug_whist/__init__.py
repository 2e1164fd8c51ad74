"""The pages of Humbug Whist."""

from referee.games.humbug_whist.actions import Rules
from referee.games.humbug_whist.shapes import KINDS
from referee.games.humbug_whist.sheet import title
from referee.web.game_pages import Link
from referee.web.games.humbug_whist import disputes
from referee.web.games.humbug_whist.figures import FIGURES
from referee.web.games.humbug_whist.forms import RULE_FIELDS, MatchForm
from referee.web.games.humbug_whist.pages import PAGES as HUMBUG_WHIST_PAGES
from referee.web.setup_form import SetupForm
from referee.web.sittings.blueprints import blueprints, game_pages


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    last = "; the last trick may be turned up" if rules.last_trick else ""
    return f"{title(rules).removeprefix('Humbug Whist, ')}{last}."


SETUP_FORM = SetupForm(MatchForm, MatchForm.filled_in, "humbug_whist/new_match.html", RULE_FIELDS, _told)
BLUEPRINTS = (*blueprints(HUMBUG_WHIST_PAGES, SETUP_FORM), disputes.pages)
LINKS = (
    Link("humbug_whist_disputes.settle", "Settle a deal"),
    Link("humbug_whist_disputes.who_takes", "Who takes a trick"),
    Link("humbug_whist_disputes.rules", "Rules"),
)
PAGES = game_pages(HUMBUG_WHIST_PAGES, KINDS, FIGURES, "Same two again", SETUP_FORM)

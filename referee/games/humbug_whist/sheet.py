"""A sitting of Humbug Whist as a text score sheet."""

from referee.english import plural
from referee.games.humbug_whist.actions import Rules
from referee.games.humbug_whist.state import Match
from referee.games.humbug_whist.talk import event_line, settled_line
from referee.games.sittings.sheet import score_sheet as sheet
from referee.games.sittings.talk import end_line


def score_sheet(match: Match) -> str:
    """The sitting as a readable score sheet. Rules 3.3 and 3.4."""
    return sheet(match, title(match.setup.rules), event_line, settled_line, end_line(match))


def title(rules: Rules) -> str:
    """The game with its rules."""
    agreed = f", {plural(rules.deals, 'deal')} agreed" if rules.deals else ""
    return f"Humbug Whist, {plural(rules.stake, 'unit')} a trick{agreed}"

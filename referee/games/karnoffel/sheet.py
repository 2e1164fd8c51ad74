"""A match as a text score sheet, deal by deal."""

from referee.cards import listed
from referee.english import plural
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import Rules
from referee.games.karnoffel.state import Deal, Match
from referee.games.sittings.race_texts import race_sheet


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    return race_sheet(match, title(match.setup.rules), _opening, talk)


def title(rules: Rules) -> str:
    """The game with its rules."""
    devil = ", the Devil may be led first" if rules.devil_first else ""
    return f"Karnöffel to {plural(rules.target, 'deal')}, {rules.pack} cards{devil}"


def _opening(match: Match, deal: Deal) -> str:
    """The beginning of a deal in a line: its suit, with the face-up cards."""
    return talk.chosen_text(match, deal) + (f" ({listed(deal.cards)} face up)" if deal.cards else "")

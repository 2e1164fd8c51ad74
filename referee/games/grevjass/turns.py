"""Turns: the place of an entry in a match, `deal.misdeals.entries.dealt`. A misdeal starts the deal's turns anew.

The last part contains the number of finished games and the dealer, so that a card shown belongs to a single deal.
"""

from referee.games.grevjass.state import Match


def turn_of(match: Match) -> str:
    """The turn of the entry that comes next."""
    misdeals, entries = (match.deal.misdeals, len(match.deal.entries)) if match.deal else (match.misdeals, 0)
    return f"{match.number}.{misdeals}.{entries}.{len(match.games)}{match.dealer}"

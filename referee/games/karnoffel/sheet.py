"""A match as a text score sheet, deal by deal."""

from collections.abc import Iterator

from referee.cards import listed
from referee.english import plural
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import Rules
from referee.games.karnoffel.state import Deal, Match, Phase
from referee.games.kit.sheets import dealt_again, sheet
from referee.games.kit.sides import SEAT_WORDS


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    return sheet(match, title(match.setup.rules), _lines(match), SEAT_WORDS)


def title(rules: Rules) -> str:
    """The game with its rules."""
    devil = ", the Devil may be led first" if rules.devil_first else ""
    return f"Karnöffel to {plural(rules.target, 'deal')}, {rules.pack} cards{devil}"


def _lines(match: Match) -> Iterator[str]:
    for deal in match.all_deals:
        if deal.winner or deal.chosen or deal.events:
            yield ""
            yield from deal_lines(match, deal)
    yield ""
    yield talk.ended_told(match) if match.phase is Phase.OVER else f"The score: {match.score}"


def deal_lines(match: Match, deal: Deal) -> Iterator[str]:
    """A deal with its tricks, what was noticed, and rulings."""
    shown = f" ({listed(deal.cards)} face up)" if deal.cards else ""
    dealt = f"Deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}."
    yield f"{dealt} {talk.chosen_told(match, deal)}{shown}".rstrip()
    for trick in deal.tricks:
        told = talk.trick_told(match, deal, trick)
        yield f"  {trick.number}. {match.player(trick.leader)} leads {listed(trick.cards)}. {told}"
        yield from (f"  {talk.stray_told(match, trick, stray)}" for stray in match.strays(deal, trick))
    yield from (f"  {talk.event_told(match, event)}" for event in deal.events)
    if deal.winner:
        yield f"  {talk.deal_told(match, deal)}"

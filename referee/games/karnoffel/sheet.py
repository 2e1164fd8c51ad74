"""A match as a text score sheet, deal by deal."""

from collections.abc import Iterator

from referee.cards import listed
from referee.english import plural
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import Rules
from referee.games.karnoffel.state import Deal, Match
from referee.games.kit.sheets import dealt_again, sheet
from referee.games.kit.sides import SEAT_WORDS, SIDE_WORDS, other


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    return sheet(match, title(match.setup.rules), _lines(match), SEAT_WORDS)


def title(rules: Rules) -> str:
    """The game with its rules."""
    devil = ", the Devil may be led first" if rules.devil_first else ""
    return f"Karnöffel to {plural(rules.target, 'deal')}, {rules.pack} cards{devil}"


def _lines(match: Match) -> Iterator[str]:
    for deal in match.all_deals:
        if deal.is_begun or deal.events:
            yield ""
            yield from _deal_lines(match, deal)
    yield ""
    side, score = match.winner, match.score
    yield (
        f"{SIDE_WORDS[side]} win the match, {score.of(side)}–{score.of(other(side))}."
        if side
        else f"The score: {score}"
    )


def _deal_lines(match: Match, deal: Deal) -> Iterator[str]:
    face_up = f" ({listed(deal.cards)} face up)" if deal.cards else ""
    dealt = f"Deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}."
    yield f"{dealt} {talk.chosen_text(match, deal)}{face_up}".rstrip()
    for trick in deal.tricks:
        text = talk.trick_text(match, deal, trick)
        yield f"  {trick.number}. {match.player(trick.leader)} leads {listed(trick.cards)}. {text}"
        yield from (f"  {line}" for line in talk.notes(match, deal, trick))
    yield from (f"  {talk.event_text(match, event)}" for event in deal.events)
    if deal.winner:
        yield f"  {talk.deal_text(match, deal)}"

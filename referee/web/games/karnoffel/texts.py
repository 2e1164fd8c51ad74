"""Texts of the table's pages."""

from collections.abc import Iterator

from referee.games.karnoffel import talk
from referee.games.karnoffel.state import Adjusted, Deal, Match, Phase
from referee.games.sittings.state import Misdealt


def recent(match: Match) -> Iterator[str]:
    """The latest events, newest first."""
    deal = match.deal
    yield from (talk.event_told(match, event) for event in _fresh(deal))
    if deal.tricks:
        yield from _last_trick(match, deal)
    elif deal.chosen:
        yield f"{talk.chosen_told(match, deal)} {match.player(match.expected_leader)} leads."
    elif match.deals and not deal.misdeals:
        last = match.deals[-1]
        dealer = "" if match.phase is Phase.OVER else f" {match.player(deal.dealer)} deals."
        yield f"{talk.deal_told(match, last)}{dealer}"
        if last.tricks and last.result is None:
            yield from _last_trick(match, last)
    elif not deal.misdeals:
        yield f"{match.player(deal.dealer)} deals."


def _fresh(deal: Deal) -> Iterator[Misdealt | Adjusted]:
    """The rulings since the last entry of the deal, and the misdeal before it, the latest first."""
    for event in reversed(deal.events):
        if isinstance(event, Misdealt):
            if deal.chosen is None:
                yield event
            return
        if event.after == len(deal.entries):
            yield event


def _last_trick(match: Match, deal: Deal) -> Iterator[str]:
    """Tell who takes the last trick of a deal, and what was noticed in it."""
    trick = deal.tricks[-1]
    yield talk.trick_told(match, deal, trick)
    yield from (talk.stray_told(match, trick, stray) for stray in match.strays(deal, trick))


def awaited(match: Match) -> str:
    """The awaited entry, as a sentence."""
    if match.phase is Phase.CHOOSE:
        return "Which suit is chosen?"
    return f"{match.player(match.expected_leader)} leads." if match.phase is Phase.PLAY else talk.ended_told(match)

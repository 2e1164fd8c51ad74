"""The outcome of a match as plain data for JSON."""

from typing import Any

from referee.cards import codes
from referee.games.karnoffel.state import Adjusted, Deal, Match
from referee.games.sittings.outcomes import tricks
from referee.games.sittings.state import Misdealt


def outcome(match: Match) -> dict[str, Any]:
    """The outcome of a match, which `referee replay --json` prints."""
    deal = match.deal
    return {
        "phase": match.phase.value,
        "score": match.score.by_side(),
        "dealer": deal.dealer,
        "leader": match.leader,
        "chosen": deal.chosen and deal.chosen.letter,
        "taken": deal.taken.by_side(),
        "deals": [_deal(each) for each in match.deals],
        "tricks": [
            written | {"winning_card": each.card(trick).code, "title": each.title(trick)}
            for written, each, trick in tricks(match.all_deals)
        ],
        "events": [{"deal": each.number} | _event(event) for each in match.all_deals for event in each.events],
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "chosen": deal.chosen and deal.chosen.letter,
        "cards": codes(deal.cards) if deal.cards else None,
        "entry": deal.entry,
        "winner": deal.winner,
        "tricks": deal.taken.by_side(),
    }


def _event(event: Misdealt | Adjusted) -> dict[str, Any]:
    if isinstance(event, Misdealt):
        return {"type": "misdeal", "dealer": event.dealer}
    return {"type": "adjust", "side": event.side, "deals": event.deals, "reason": event.reason}

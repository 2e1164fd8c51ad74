"""The outcome of a match as plain data for JSON."""

from typing import Any

from referee.cards import codes
from referee.games.karnoffel.state import Deal, Match, Misdealt, Trick


def outcome(match: Match) -> dict[str, Any]:
    """The outcome of a match, which `referee replay --json` prints."""
    deal = match.deal
    return {
        "phase": match.phase.value,
        "score": match.score.by_side(),
        "dealer": deal.dealer,
        "leader": match.leader,
        "chosen": deal.chosen.letter if deal.chosen else None,
        "taken": deal.taken.by_side(),
        "deals": [_deal(each) for each in match.deals],
        "tricks": [_trick(each, trick) for each in match.all_deals for trick in each.tricks],
        "events": [{"deal": each.number} | _event(event) for each in match.all_deals for event in each.events],
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "chosen": deal.chosen.letter if deal.chosen else None,
        "cards": codes(deal.cards) if deal.cards else None,
        "entry": deal.entry,
        "winner": deal.winner,
        "tricks": deal.taken.by_side(),
    }


def _trick(deal: Deal, trick: Trick) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "trick": trick.number,
        "leader": trick.leader,
        "cards": codes(trick.cards),
        "winner": trick.winner,
        "winning_card": trick.card.code,
        "title": deal.title(trick),
    }


def _event(event: Any) -> dict[str, Any]:
    if isinstance(event, Misdealt):
        return {"type": "misdeal", "dealer": event.dealer}
    return {"type": "adjust", "side": event.side, "deals": event.deals, "reason": event.reason}

"""The outcome of a match as plain data for JSON."""

from typing import Any

from referee.cards import Card, codes
from referee.games.cribbage.events import (
    Adjusted,
    CardPlayed,
    Counted,
    Event,
    GoSaid,
    MugginsCalled,
    Penalised,
    Replied,
    Scored,
    StarterTurned,
)
from referee.games.cribbage.items import Items
from referee.games.cribbage.seats import SEATS, Tally
from referee.games.cribbage.state import Deal, FalseGo, Game, Match, Phase

_ANSWERS = {True: "yes", False: "no", None: None}


def outcome(match: Match) -> dict[str, Any]:
    """Return what `referee replay --json` prints of a match."""
    deal, in_play = match.deal, match.phase in (Phase.PLAY, Phase.FALSE_GO)
    counts = match.phase in (Phase.HAND, Phase.CLAIM, Phase.CRIB)
    return {
        "phase": match.phase.value,
        "score": pair(match.score),
        "games_won": pair(match.games_won),
        "stakes": pair(match.stakes),
        "dealer": deal.dealer.value,
        "turn": match.turn.value if match.turn else None,
        "count": deal.count if in_play else 0,
        "counting": ("crib" if deal.is_crib_next else "hand") if counts else None,
        "games": [_game(game) for game in match.games],
        "deals": [_deal(each) for each in match.deals],
    }


def pair(tally: Tally) -> dict[str, int]:
    """A pair as an object with a key for each seat."""
    return {seat.value: tally.of(seat) for seat in SEATS}


def write_items(items: Items) -> dict[str, dict[str, int]]:
    """Items as objects with their number and points."""
    return {item.value: {"count": worth.count, "points": worth.points} for item, worth in items.items()}


def _game(game: Game) -> dict[str, Any]:
    return {
        "winner": game.winner.value,
        "score": pair(game.score),
        "worth": game.worth,
        "by": game.by,
        "deals": game.deals,
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "game": deal.game,
        "dealer": deal.dealer.value,
        "misdeals": deal.misdeals,
        "starter": _code(deal.starter),
        "play": "points" if deal.by_points else "cards" if deal.cards else None,
        "pegged": pair(deal.pegged),
        "false_goes": [_false_go(false_go) for false_go in deal.false_goes],
        "events": [_event(event) for event in deal.events],
    }


def _false_go(false_go: FalseGo) -> dict[str, Any]:
    return {
        "player": false_go.player.value,
        "count": false_go.count,
        "card": false_go.card.code,
        "answer": _ANSWERS[false_go.takes],
    }


def _event(event: Event) -> dict[str, Any]:
    written: dict[str, Any] = {"event": event.name, "player": event.player.value, "points": event.points}
    match event:
        case StarterTurned():
            written["card"] = event.card.code
        case CardPlayed():
            written |= {"card": event.card.code, "count": event.count}
        case GoSaid():
            written["count"] = event.count
        case Replied():
            written["answer"] = _ANSWERS[event.takes]
        case Counted():
            written |= {"cards": codes(event.cards) if event.cards else None, "claimed": event.claimed}
        case MugginsCalled():
            written["right"] = event.right
        case Penalised():
            written |= {"kind": event.kind.value, "taken": event.taken}
        case Adjusted():
            written["reason"] = event.reason
    if isinstance(event, Scored):
        written["items"] = write_items(event.items)
    return written | {"pegged": pair(event.pegged)}


def _code(card: Card | None) -> str | None:
    return card.code if card else None

"""A match written out: as plain data for JSON, and as a text score sheet."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.english import titled
from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.events import (
    Event,
    Replied,
    Scored,
)
from referee.games.cribbage.items import Items
from referee.games.cribbage.legality import awaited
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.cribbage.talk import event_text, game_won, match_won
from referee.games.kit.sheets import dealt_again, sheet, written
from referee.games.kit.sides import Pair

_ANSWERS = {True: "yes", False: "no", None: None}
_written = partial(written, sides=SEATS)


def outcome(match: Match) -> dict[str, Any]:
    """Return what `referee replay --json` prints of a match."""
    deal, in_play = match.deal, match.phase in (Phase.PLAY, Phase.FALSE_GO)
    counts = match.phase in (Phase.HAND, Phase.CLAIM, Phase.CRIB)
    return _written(match, "phase score games_won stakes dealer=deal.dealer turn") | {
        "count": deal.count if in_play else 0,
        "counting": ("crib" if deal.is_crib_next else "hand") if counts else None,
        "games": [_written(game, "winner score worth by deals") for game in match.games],
        "deals": [_deal(each) for each in match.deals],
    }


def write_items(items: Items) -> dict[str, dict[str, int]]:
    """Items as objects with their number and points."""
    return {item.value: {"count": worth.count, "points": worth.points} for item, worth in items.items()}


def _deal(deal: Deal) -> dict[str, Any]:
    return _written(deal, "deal=number game dealer misdeals starter") | {
        "play": "points" if deal.by_points else "cards" if deal.cards else None,
        "pegged": deal.pegged.by_side(SEATS),
        "false_goes": [
            _written(false_go, "player count card") | {"answer": _ANSWERS[false_go.takes]}
            for false_go in deal.false_goes
        ],
        "events": [_event(event) for event in deal.events],
    }


_OF_EVENTS = ("card", "count", "cards", "claimed", "right", "kind", "taken", "reason")
"""The values that only some events have."""


def _event(event: Event) -> dict[str, Any]:
    data = {"event": event.name} | _written(event, "player points")
    data |= _written(event, " ".join(name for name in _OF_EVENTS if hasattr(event, name)))
    if isinstance(event, Replied):
        data["answer"] = _ANSWERS[event.takes]
    if isinstance(event, Scored):
        data["items"] = write_items(event.items)
    return data | {"pegged": event.pegged.by_side(SEATS)}


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    rules = match.setup.rules
    best_of = f", best of {rules.best_of}" if rules.best_of > 1 else ""
    title = f"Cribbage to {rules.target}{best_of}{', with Muggins' if rules.muggins else ''}"
    return sheet(match, title, _lines(match), dict(zip(SEATS, SEATS, strict=True)))


def _lines(match: Match) -> Iterator[str]:
    rules = match.setup.rules
    for deal in match.deals:
        yield from _deal_lines(match, deal)
        if rules.best_of > 1 and deal.game <= len(match.games) and _last_deal(match, deal.game) == deal.number:
            yield ""
            yield game_won(match, deal.game)
    yield ""
    yield _state_line(match)


def _deal_lines(match: Match, deal: Deal) -> Iterator[str]:
    yield ""
    yield f"Game {deal.game}, deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}"
    for event, score in running(deal):
        yield f"  {score!s:>9}   {event_text(match, event)}"


def running(deal: Deal) -> Iterator[tuple[Event, Pair]]:
    """The events of a deal, each with the totals after it."""
    score = deal.start
    for ruling in deal.rulings:
        score = score.since(ruling.pegged)
    for event in deal.events:
        score = score.and_(event.pegged)
        yield event, score


def _last_deal(match: Match, game: int) -> int:
    """The number of the deal that ended a game."""
    return sum(each.deals for each in match.games[:game])


def _state_line(match: Match) -> str:
    won = match.games_won
    if match.phase is Phase.MATCH_OVER:
        return match_won(match)
    return f"Score {match.score}, games {won}. {titled(awaited(match))}."

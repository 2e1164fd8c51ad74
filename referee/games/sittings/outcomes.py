"""The parts of an outcome that every sitting has, as plain data for JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.cards import codes
from referee.games.sittings.revokes import Revoke
from referee.games.sittings.state import Adjusted, Misdealt


def tricks(deals: Iterable[Any]) -> Iterator[tuple[dict[str, Any], Any, Any]]:
    """Yield the tricks of some deals as plain data, each with its deal and in its own form."""
    for deal in deals:
        for number, trick in enumerate(deal.tricks, 1):
            written = {
                "deal": deal.number,
                "trick": number,
                "leader": trick.leader,
                "cards": codes(trick.cards),
                "winner": trick.winner,
            }
            yield written, deal, trick


def revokes(noticed: Iterable[tuple[Any, Iterable[Revoke]]]) -> list[dict[str, Any]]:
    """The revokes noticed in some deals."""
    return [
        {
            "deal": deal.number,
            "trick": revoke.trick,
            "seat": revoke.seat,
            "led": revoke.led.letter,
            "played": revoke.played.code,
            "shown_by": {"trick": revoke.shown_in, "card": revoke.shown.code},
        }
        for deal, found in noticed
        for revoke in found
    ]


def usual_event(event: Misdealt | Adjusted) -> dict[str, Any]:
    """A misdeal or a correction by the table."""
    if isinstance(event, Misdealt):
        return {"type": "misdeal", "dealer": event.dealer, "again": event.again}
    return {"type": "adjust", "player": event.player, "points": event.points, "reason": event.reason}

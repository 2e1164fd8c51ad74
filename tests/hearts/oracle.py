"""A second reading of Hearts, for tests to compare with: the outcome of a record.

Written from the published rules alone, and shares no code with the package. Nothing is carried along from action to
action: whatever an action depends on is worked out anew from the list of the actions before it.
"""

from typing import Any

from tests.hearts.oracle_deals import (
    Action,
    Deal,
    answers,
    books_of,
    gives,
    hearts_of,
    left,
    phase_of,
    right,
    split,
    tapped,
    who_may_demand,
)
from tests.hearts.oracle_record import CHOICES, IN_PLAY, TRICKS, Refused, card_of, pack, read, seats
from tests.hearts.oracle_rules import check
from tests.hearts.oracle_settling import settled

__all__ = [
    "CHOICES",
    "IN_PLAY",
    "TRICKS",
    "Refused",
    "card_of",
    "gives",
    "left",
    "outcome",
    "pack",
    "right",
    "seats",
    "settled",
    "who_may_demand",
]


def leader_of(deal: Deal, players: int) -> str:
    """The leader of the next trick."""
    tricks = tapped(deal, players)
    return str(tricks[-1]["winner"]) if tricks else left(deal.dealer, players)


def card_played(trick: dict[str, Any], seat: str) -> str:
    place = (int(seat) - int(trick["leader"])) % len(trick["cards"])
    return str(trick["cards"][place])


def proof(deal: Deal, tricks: list[dict[str, Any]], failed: int, seat: str, players: int) -> dict[str, Any] | None:
    """The first card that proves the revoke of the seat in the trick of that number, from 1."""
    suit = tricks[failed - 1]["cards"][0][1]
    places = [place for place, action in enumerate(deal.actions) if action["type"] == "trick"]
    drawn = [i for i, each in enumerate(deal.actions) if each["type"] == "irregular" and each["short"] == seat]
    later = [
        {"trick": trick["trick"], "card": card_played(trick, seat)}
        for trick in tricks[failed:]
        if card_played(trick, seat)[1] == suit
        and not any(places[failed - 1] < i < places[trick["trick"] - 1] for i in drawn)
    ]
    perhaps_drawn = max(0, 14 - failed) if players == 2 else 0
    return later[perhaps_drawn] if len(later) > perhaps_drawn else None


def revokes_of(deal: Deal, players: int) -> list[dict[str, Any]]:
    """The revokes that the tricks of the deal show."""
    tricks = tapped(deal, players)
    found = []
    for trick in tricks:
        suit = trick["cards"][0][1]
        for steps, card in enumerate(trick["cards"]):
            seat = left(trick["leader"], players, steps)
            shown = None if card[1] == suit else proof(deal, tricks, trick["trick"], seat, players)
            if shown:
                about = {"deal": deal.number, "trick": trick["trick"], "seat": seat}
                found.append({**about, "led": suit, "played": card, "shown_by": shown})
    return found


def event_of(deal: Deal, action: Action, demand: Action | None, players: int) -> dict[str, Any] | None:
    """The event of an action, if it is one; `demand` answers it where it is a fault."""
    shown = {"deal": deal.number, **action}
    if action["type"] == "fault":
        shown.pop("due", None)
        by, choices = who_may_demand(action, players), CHOICES[action["kind"]]
        made = {"by": demand["by"], "choice": demand["choice"]} if demand else None
        return {**shown, "card": action.get("card"), "by": by, "choices": choices, "demand": made}
    if action["type"] == "revoke":
        return {**shown, "by": action.get("by")}
    if action["type"] == "misdeal":
        return {**shown, "dealer": deal.dealer, "again": action.get("again", False)}
    return shown if action["type"] in ("irregular", "take-last", "adjust") else None


def events_of(deal: Deal, players: int) -> list[dict[str, Any]]:
    """The events of the deal that are kept; of a void deal only adjustments and misdeals."""
    answered = answers(deal.actions, players)
    events = [event_of(deal, action, answered.get(i), players) for i, action in enumerate(deal.actions)]
    void = deal.end == "misdeal"
    return [event for event in events if event and (not void or event["type"] in ("adjust", "misdeal"))]


def outcome(record: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a record as parsed JSON; Refused where the text refuses it."""
    sheet = read(record)
    deals = split(sheet)
    check(sheet, deals)
    books, in_hand, players = books_of(sheet, deals), deals[-1], sheet.players
    phase = phase_of(in_hand, deals[:-1], players)
    kept = [deal for deal in deals if deal.end != "misdeal"]
    return {
        "phase": phase,
        "score": {seat: sum(each for player, each in books.moves if player == seat) for seat in seats(players)},
        "pool": books.pool,
        "jack": books.jack,
        "dealer": in_hand.dealer,
        "leader": leader_of(in_hand, players) if phase == "play" else None,
        "hearts": hearts_of(in_hand, players),
        "deals": books.deals,
        "tricks": [trick for deal in kept for trick in tapped(deal, players)],
        "revokes": [revoke for deal in kept for revoke in revokes_of(deal, players)],
        "events": [event for deal in deals for event in events_of(deal, players)],
        "finish": books.finish,
    }

"""A second, slow and literal reading of Humbug Whist: every question is answered from the list of actions alone.

Written from the published rules alone, and shares no code with the package.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.humbug_whist.shapes import SEATS, Refused, check
from tests.humbug_whist.tricks import (
    OTHER,
    Action,
    Trick,
    leader_of,
    noticed,
    of_type,
    plain,
    tricks_of,
    turned_up,
    winner,
    wins,
)

__all__ = ["Refused", "outcome", "settled", "winner"]

# In which phases each type of action is allowed.
PHASES = {
    "trump": ("play",),
    "trick": ("play",),
    "count": ("play",),
    "revoke": ("play", "settle"),
    "misdeal": ("play", "settle"),
    "settle": ("settle",),
    "adjust": ("play", "settle"),
    "finish": ("play",),
}


class Deal(NamedTuple):
    """A deal: what was recorded in it, and the `settle` or `misdeal` that ended it, if one did."""

    number: int
    dealer: str
    actions: list[Action]
    end: Action | None

    @property
    def void(self) -> bool:
        return self.end is not None and self.end["type"] == "misdeal"

    @property
    def paid(self) -> bool:
        return self.end is not None and self.end["type"] == "settle"


# ---- where the sitting stands after some actions


def in_deal(actions: list[Action]) -> list[Action]:
    """The record since the last `settle` or `misdeal`."""
    start = len(actions)
    while start > 0 and actions[start - 1]["type"] not in ("settle", "misdeal"):
        start -= 1
    return actions[start:]


def dealer_after(first: str, actions: list[Action]) -> str:
    """The dealer after these actions: each `settle` and each `misdeal` but the same dealer's passes the deal."""
    passed = [action for action in of_type(actions, "settle", "misdeal") if not action.get("again", False)]
    return first if len(passed) % 2 == 0 else OTHER[first]


def phase_after(agreed: int, actions: list[Action]) -> str:
    """The phase after these actions; `agreed` is the number of deals agreed, 0 if none."""
    if of_type(actions[-1:], "finish"):
        return "over"
    if agreed and len(of_type(actions, "settle")) >= agreed:
        return "over"
    deal = in_deal(actions)
    if of_type(deal, "count") or len(of_type(deal, "trick")) == 26:
        return "settle"
    return "play"


# ---- the rules: each looks at the action, the dealer, the deal's actions so far, and all of them


def refuse_trump(action: Action, dealer: str, deal: list[Action], before: list[Action]) -> str | None:
    return "trumps are turned up already" if turned_up(deal) else None


def refuse_trick(action: Action, dealer: str, deal: list[Action], before: list[Action]) -> str | None:
    turned, cards = turned_up(deal), action["cards"]
    if turned is None:
        return "no trumps are turned up yet"
    if len(cards) != 2 or len(set(cards)) != 2:
        return "a trick is two different cards"
    tricks = tricks_of(dealer, deal)
    tapped = {card for trick in tricks for card in trick.cards}
    if tapped & set(cards):
        return "a card was tapped before in this deal"
    leader = leader_of(dealer, tricks, action)
    if dict(zip((leader, OTHER[leader]), cards, strict=True))[OTHER[dealer]] == turned:
        return "the card turned up is the dealer's"
    return None


def refuse_count(action: Action, dealer: str, deal: list[Action], before: list[Action]) -> str | None:
    taken, tapped = action["taken"], wins(tricks_of(dealer, deal))
    if taken["N"] + taken["S"] != 26:
        return "the tricks do not make 26"
    if any(taken[seat] < tapped[seat] for seat in SEATS):
        return "fewer than the tricks tapped"
    return None


def refuse_revoke(action: Action, dealer: str, deal: list[Action], before: list[Action]) -> str | None:
    if "trick" not in action:
        return None
    claim = (action["player"], action["trick"])
    if claim not in [(found["seat"], found["trick"]) for found in noticed(tricks_of(dealer, deal))]:
        return "no such revoke is noticed"
    if claim in [(made["player"], made.get("trick")) for made in of_type(deal, "revoke")]:
        return "that revoke is recorded already"
    return None


def refuse_finish(action: Action, dealer: str, deal: list[Action], before: list[Action]) -> str | None:
    if not of_type(before, "settle"):
        return "no deal is settled yet"
    return "the deal is begun" if len(of_type(deal, "adjust")) < len(deal) else None


RULES: dict[str, Callable[[Action, str, list[Action], list[Action]], str | None]] = {
    "trump": refuse_trump,
    "trick": refuse_trick,
    "count": refuse_count,
    "revoke": refuse_revoke,
    "finish": refuse_finish,
}


def refusal(record: dict[str, Any], before: list[Action], action: Action) -> str | None:
    """The reason why an action is refused after the earlier ones (both plainly spelled); None if it is allowed."""
    phase = phase_after(record.get("rules", {}).get("deals", 0), before)
    kind = action["type"]
    if phase not in PHASES[kind]:
        return f"{kind} is not allowed in phase {phase}"
    if kind not in RULES:
        return None
    return RULES[kind](action, dealer_after(record["dealer"], before), in_deal(before), before)


# ---- the outcome


def settled(won: dict[str, int], revokes: dict[str, int], stake: int) -> dict[str, Any]:
    """One deal's settling: tricks won, each player's revokes, units a trick."""
    over = {seat: max(0, revokes[seat] - revokes[OTHER[seat]]) for seat in SEATS}
    given = {seat: min(3 * over[seat], won[seat]) for seat in SEATS}
    moved = {seat: given[OTHER[seat]] - given[seat] for seat in SEATS}
    tricks = {seat: won[seat] + moved[seat] for seat in SEATS}
    ahead = [seat for seat in SEATS if tricks[seat] > 13]
    return {
        "won": {seat: won[seat] for seat in SEATS},
        "revokes": {seat: revokes[seat] for seat in SEATS},
        "moved": moved,
        "tricks": tricks,
        "winner": ahead[0] if ahead else None,
        "difference": abs(tricks["N"] - tricks["S"]),
        "units": {seat: (tricks[seat] - tricks[OTHER[seat]]) * stake for seat in SEATS},
    }


def deals_of(first: str, actions: list[Action]) -> list[Deal]:
    """All deals, void ones too; the last is the deal in hand, or the one that would come next."""
    ends = [place for place, action in enumerate(actions) if action["type"] in ("settle", "misdeal")]
    deals = []
    for start, end in zip([0, *(place + 1 for place in ends)], [*ends, len(actions)], strict=True):
        number = 1 + len(of_type(actions[:start], "settle"))
        last = actions[end] if end < len(actions) else None
        deals.append(Deal(number, dealer_after(first, actions[:start]), actions[start:end], last))
    return deals


def taken_in(deal: Deal) -> dict[str, int]:
    """The tricks of a deal as counted, or else those tapped."""
    counts = of_type(deal.actions, "count")
    return (
        {seat: counts[0]["taken"][seat] for seat in SEATS} if counts else wins(tricks_of(deal.dealer, deal.actions))
    )


def paid_entry(deal: Deal, stake: int) -> dict[str, Any]:
    """A settled deal's entry of `deals`."""
    claims = [action["player"] for action in of_type(deal.actions, "revoke")]
    tapped = len(of_type(deal.actions, "trick"))
    head = {"deal": deal.number, "dealer": deal.dealer, "turned": turned_up(deal.actions)}
    entry = {0: "count", 26: "tricks"}.get(tapped, "mixed")
    paid = settled(taken_in(deal), {seat: claims.count(seat) for seat in SEATS}, stake)
    return {**head, "entry": entry, **paid}


def events_of(deal: Deal) -> list[dict[str, Any]]:
    """A deal's events; a void deal has only its adjustments and the misdeal."""
    events: list[dict[str, Any]] = []
    for action in deal.actions:
        if action["type"] == "adjust":
            events.append(
                {"deal": deal.number} | {key: action[key] for key in ("type", "player", "points", "reason")}
            )
        if action["type"] == "revoke" and not deal.void:
            trick = action.get("trick")
            events.append({"deal": deal.number, "type": "revoke", "player": action["player"], "trick": trick})
    if deal.end is not None and deal.void:
        again = deal.end.get("again", False)
        events.append({"deal": deal.number, "type": "misdeal", "dealer": deal.dealer, "again": again})
    return events


def outcome(record: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a record, or Refused."""
    check(record)
    actions = plain(record["actions"])
    for place, action in enumerate(actions):
        why = refusal(record, actions[:place], action)
        if why is not None:
            raise Refused(place + 1, why)
    rules = record.get("rules", {})
    every = deals_of(record["dealer"], actions)
    phase = phase_after(rules.get("deals", 0), actions)
    paid = [paid_entry(deal, rules.get("stake", 1)) for deal in every if deal.paid]
    played = [(deal.number, tricks_of(deal.dealer, deal.actions)) for deal in every if not deal.void]
    events = [event for deal in every for event in events_of(deal)]
    north = sum(entry["units"]["N"] for entry in paid)
    north += sum(event["points"] * (1 if event["player"] == "N" else -1) for event in of_type(events, "adjust"))
    hand = every[-1]
    leads = leader_of(hand.dealer, tricks_of(hand.dealer, hand.actions)) if phase == "play" else None
    return {
        "phase": phase,
        "score": {"N": north, "S": -north},
        "dealer": hand.dealer,
        "leader": leads,
        "turned": turned_up(hand.actions),
        "taken": taken_in(hand),
        "deals": paid,
        "tricks": [{"deal": number} | shown(trick) for number, tricks in played for trick in tricks],
        "revokes": [{"deal": number} | found for number, tricks in played for found in noticed(tricks)],
        "events": events,
    }


def shown(trick: Trick) -> dict[str, Any]:
    """A trick as the outcome shows it."""
    return {"trick": trick.number, "leader": trick.leader, "cards": list(trick.cards), "winner": trick.winner}

"""Refused actions. Written from the published rules alone, and shares no code with the package."""

from collections.abc import Callable
from dataclasses import replace

from tests.hearts.oracle_deals import Action, Deal, answers, books_of, hearts_of, left, phase_of
from tests.hearts.oracle_record import IN_PLAY, Refused, Sheet, pack

ALLOWED = {
    "play": "trick count revoke irregular take-last fault demand misdeal adjust finish".split(),
    "settle": "revoke irregular misdeal settle adjust".split(),
    "over": [],
}

# Each of the following says why the action is refused, or nothing: `now` is the deal as recorded before the action.


def trick_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    cards, gone = action["cards"], [card for each in now.of("trick") for card in each["cards"]]
    lines = [
        (len(cards) != sheet.players, "not a card of every player"),
        (len(set(cards)) != len(cards), "the same card twice"),
        (bool(set(cards) - set(pack(sheet.players))), "a card not in use"),
        (bool(set(cards) & set(gone)), "a card tapped before"),
        (bool(now.of("take-last")), "after take-last the deal is counted"),
    ]
    return next((why for wrong, why in lines if wrong), None)


def count_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    if sum(action["taken"].values()) != IN_PLAY[sheet.players]:
        return "not all hearts"
    so_far = hearts_of(now, sheet.players)
    return "fewer than tapped" if any(action["taken"][seat] < so_far[seat] for seat in so_far) else None


def revoke_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    if any(each["player"] == action["player"] for each in now.of("revoke")):
        return "recorded before"
    return "claimed by the player" if action.get("by") == action["player"] else None


def irregular_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    return "both the same" if action["short"] == action["long"] else None


def take_last_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    return "recorded before" if now.of("take-last") else None


def fault_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    if action["kind"] == "turn" and sheet.players == 2:
        return "no turn out of turn with two players"
    if action.get("due") in (action["player"], left(action["player"], sheet.players)):
        return "due is the player or the player's left"
    if action["kind"] == "exposed" and action["card"] not in pack(sheet.players):
        return "a card not in use"
    exposed = [each["card"] for each in now.of("fault") if each["kind"] == "exposed"]
    return "exposed before" if action.get("card") in exposed else None


def demand_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    answered = answers([*now.actions, action], sheet.players)
    return None if any(demand is action for demand in answered.values()) else "no fault gives it"


def adjust_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    return "more than the pool" if books_of(sheet, [*before, now]).pool < action["points"] else None


def finish_refused(sheet: Sheet, before: list[Deal], now: Deal, action: Action) -> str | None:
    if not any(deal.end == "settle" for deal in before):
        return "no deal is settled"
    return "the deal is begun" if any(each["type"] != "adjust" for each in now.actions) else None


REFUSED: dict[str, Callable[[Sheet, list[Deal], Deal, Action], str | None]] = {
    "trick": trick_refused,
    "count": count_refused,
    "revoke": revoke_refused,
    "irregular": irregular_refused,
    "take-last": take_last_refused,
    "fault": fault_refused,
    "demand": demand_refused,
    "misdeal": lambda sheet, before, now, action: None,
    "settle": lambda sheet, before, now, action: None,
    "adjust": adjust_refused,
    "finish": finish_refused,
}


def check(sheet: Sheet, deals: list[Deal]) -> None:
    """Every action by the rules, in order."""
    for place, deal in enumerate(deals):
        before = deals[:place]
        for i, action in enumerate(deal.actions):
            now = replace(deal, actions=deal.actions[:i])
            phase = phase_of(now, before, sheet.players)
            if action["type"] not in ALLOWED[phase]:
                raise Refused(deal.first_action + i, f"{action['type']} not in phase {phase}")
            why = REFUSED[action["type"]](sheet, before, now, action)
            if why:
                raise Refused(deal.first_action + i, f"{action['type']}: {why}")

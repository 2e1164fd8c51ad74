"""The shapes of a Humbug Whist record, as tables: which keys there are, and what each may hold.

Written from the published rules alone, and shares no code with the package.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

Check = Callable[[Any], bool]
Keys = dict[str, Check]

RANKS = "23456789TJQKA"
SEATS = ("N", "S")
SUIT_LETTERS = {"D": "Dd", "H": "Hh", "S": "Ss", "C": "Cc"}
SUIT_SYMBOLS = {"D": "♦♢", "H": "♥♡", "S": "♠♤", "C": "♣♧"}
RANK_SPELLINGS = {rank: [rank] if rank.isdigit() else [rank, rank.lower()] for rank in RANKS}
RANK_SPELLINGS["T"].append("10")
SUIT_SPELLINGS = {
    suit: [
        *SUIT_LETTERS[suit],
        *(symbol + mark for symbol in SUIT_SYMBOLS[suit] for mark in ("", "\ufe0e", "\ufe0f")),
    ]
    for suit in SUIT_LETTERS
}
# Every accepted spelling of every card -> its code.
CARDS = {
    rank_text + suit_text: rank + suit
    for rank, rank_texts in RANK_SPELLINGS.items()
    for suit, suit_texts in SUIT_SPELLINGS.items()
    for rank_text in rank_texts
    for suit_text in suit_texts
}


class Refused(Exception):  # noqa: N818
    """A record the text refuses: the action's number from 1 (0: the envelope), and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"action {number}: {why}" if number else why)
        self.number = number
        self.why = why


def whole(low: int, high: int) -> Check:
    """A whole number from low to high; true and false are none, and neither is 1.0."""
    return lambda value: type(value) is int and low <= value <= high


def exactly(wanted: str | int) -> Check:
    return lambda value: type(value) is type(wanted) and value == wanted


def text(longest: int) -> Check:
    """Accept up to `longest` characters, not all of them white space."""
    return lambda value: isinstance(value, str) and len(value) <= longest and value.strip() != ""


def is_seat(value: Any) -> bool:
    return isinstance(value, str) and value in SEATS


def is_switch(value: Any) -> bool:
    return isinstance(value, bool)


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in CARDS


def is_cards(value: Any) -> bool:
    """A list of cards; how many there are is a rule, not a shape."""
    return isinstance(value, list) and all(is_card(card) for card in value)


def is_time(value: Any) -> bool:
    """ISO 8601 with date, time and offset."""
    if not isinstance(value, str):
        return False
    try:
        return datetime.fromisoformat(value).utcoffset() is not None
    except ValueError:
        return False


def is_taken(value: Any) -> bool:
    return fault(value, {"N": whole(0, 26), "S": whole(0, 26)}, {}) is None


def are_players(value: Any) -> bool:
    """Two names, different without case and surrounding space."""
    if fault(value, {"N": text(40), "S": text(40)}, {}) is not None:
        return False
    return bool(value["N"].strip().casefold() != value["S"].strip().casefold())


def are_rules(value: Any) -> bool:
    return fault(value, {}, {"stake": whole(1, 1000), "deals": whole(0, 999), "last_trick": is_switch}) is None


def is_list(value: Any) -> bool:
    return isinstance(value, list)


ENVELOPE: Keys = {
    "format": exactly("humbug-whist-match"),
    "version": exactly(1),
    "players": are_players,
    "dealer": is_seat,
    "started": is_time,
    "actions": is_list,
}
# Each type of action -> the keys it must have, and those it may have. Each may have `at` as well.
ACTIONS: dict[str, tuple[Keys, Keys]] = {
    "trump": ({"card": is_card}, {}),
    "trick": ({"cards": is_cards}, {"leader": is_seat}),
    "count": ({"taken": is_taken}, {}),
    "revoke": ({"player": is_seat}, {"trick": whole(1, 26)}),
    "misdeal": ({}, {"again": is_switch}),
    "settle": ({}, {}),
    "adjust": ({"player": is_seat, "points": whole(-1000, 1000), "reason": text(200)}, {}),
    "finish": ({}, {}),
}


def fault(value: Any, needed: Keys, allowed: Keys) -> str | None:
    """The faults of an object that must have some keys and may have others; None if there are none."""
    if not isinstance(value, dict):
        return "this is no object"
    for key in needed:
        if key not in value:
            return f"the key {key!r} is missing"
    checks: Mapping[str, Check] = {**needed, **allowed}
    for key, held in value.items():
        if key not in checks:
            return f"the key {key!r} is unknown"
        if not checks[key](held):
            return f"{key!r} cannot be {held!r}"
    return None


def action_fault(action: Any) -> str | None:
    """The faults in the shape of one action; None if there are none."""
    if not isinstance(action, dict):
        return "an action is an object"
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in ACTIONS:
        return f"{kind!r} is no type of action"
    needed, allowed = ACTIONS[kind]
    return fault(action, {"type": exactly(kind), **needed}, {"at": is_time, **allowed})


def check(record: Any) -> None:
    """Refuse a record whose shape is wrong: the envelope first, then the actions in their order."""
    why = fault(record, ENVELOPE, {"rules": are_rules})
    if why is not None:
        raise Refused(0, why)
    for number, action in enumerate(record["actions"], 1):
        why = action_fault(action)
        if why is not None:
            raise Refused(number, why)

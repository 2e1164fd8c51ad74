"""The shapes of a Grevjass record. Written from the published rules alone; shares no code with the package."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.grevjass.oracle_cards import FOURS, PACK, SEATS, SIDES, SUITS

Action = dict[str, Any]
SUIT_SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
RULES: dict[str, Any] = {"strokes": 6, "claims": "blind", "stikk": "played"}
CLAIMS = ("blind", "mild", "open")
STIKK = ("played", "trick", "side")


def spellings(card: str) -> list[str]:
    """Every way to write a card."""
    rank, suit = card[0], card[1]
    ranks = sorted({rank, rank.lower(), *(["10"] if rank == "T" else [])})
    signs = [sign + mark for sign in SUIT_SIGNS[suit] for mark in ("", "\ufe0e", "\ufe0f")]
    return [text + sign for text in ranks for sign in (suit, suit.lower(), *signs)]


CARDS = {text: card for card in PACK for text in spellings(card)}
"""Every spelling, and the card it means."""

FORMS: dict[str, list[set[str]]] = {
    "dealer": [{"player"}],
    "trump": [{"card"}, {"suit"}],
    "meld": [{"player", "sequence", "length"}, {"player", "four"}],
    "take": [set()],
    "vol": [{"player"}],
    "trick": [{"cards"}],
    "claim": [{"side"}],
    "misdeal": [set()],
    "chalk": [{"side", "strokes"}],
    "adjust": [{"side", "points", "reason"}, {"side", "strokes", "reason"}],
}
"""For each type, the sets of keys it may have beside `type` and `at`."""


class Refused(Exception):  # noqa: N818
    """A record that the text does not allow; `number` is the action's, from 1, or 0 for the setup."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"action {number}: {why}" if number else why)
        self.number = number
        self.why = why


@dataclass(frozen=True)
class Sheet:
    """A record whose shapes are right: every rule said, every card in its usual spelling."""

    dealer: str
    strokes: int
    claims: str
    stikk: str
    actions: list[Action]


def is_whole(value: Any, least: int, most: int) -> bool:
    """A whole number in the range: neither true nor false nor 1.0."""
    return type(value) is int and least <= value <= most


def is_word(value: Any, words: Any) -> bool:
    return isinstance(value, str) and value in list(words)


def is_text(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.strip() != ""


def is_time(value: Any) -> bool:
    if not isinstance(value, str) or len(value) <= len("2026-12-21"):
        return False
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def is_card(value: Any) -> bool:
    return is_word(value, CARDS)


def are_cards(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(is_card(card) for card in value)


def fits(kind: str, key: str, value: Any) -> bool:
    """True if the value may have that key in an action of that type."""
    most = 10 if kind == "chalk" else 1000
    least = 1 if kind == "chalk" else -1000
    return {
        "type": lambda: True,
        "at": lambda: is_time(value),
        "player": lambda: is_word(value, SEATS),
        "side": lambda: is_word(value, SIDES),
        "card": lambda: is_card(value),
        "sequence": lambda: is_card(value),
        "suit": lambda: is_word(value, SUITS),
        "four": lambda: is_word(value, FOURS),
        "length": lambda: is_whole(value, 3, 8),
        "cards": lambda: are_cards(value),
        "points": lambda: is_whole(value, -1000, 1000),
        "strokes": lambda: is_whole(value, least, most),
        "reason": lambda: is_text(value, 200),
    }[key]()


def shape_fault(action: Any) -> str | None:
    """The faults in the shape of an action."""
    if not isinstance(action, dict):
        return "shape: no object"
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in FORMS:
        return "shape: no known type"
    if set(action) - {"type", "at"} not in FORMS[kind]:
        return f"shape: not the keys of {kind}"
    wrong = [key for key, value in action.items() if not fits(kind, key, value)]
    return f"shape: {wrong[0]} cannot be that" if wrong else None


def players_fault(players: Any) -> str | None:
    if not isinstance(players, dict) or set(players) != set(SEATS):
        return "the players are not N, E, S and W"
    if not all(is_text(name, 40) for name in players.values()):
        return "a name is not 1 to 40 characters, or blank"
    if len({name.strip().casefold() for name in players.values()}) < 4:
        return "the same name twice"
    return None


def rules_fault(rules: Any) -> str | None:
    if not isinstance(rules, dict) or set(rules) - set(RULES):
        return "not an object of known rules"
    every = {**RULES, **rules}
    if not is_whole(every["strokes"], 1, 100):
        return "strokes are 1 to 100"
    if not is_word(every["claims"], CLAIMS):
        return "no known rule of claims"
    return None if is_word(every["stikk"], STIKK) else "no known rule of stikk"


def setup_fault(record: Any) -> str | None:
    """The faults of everything but the actions."""
    must = {"format", "version", "players", "dealer", "started", "actions"}
    if not isinstance(record, dict) or must - set(record) or set(record) - must - {"rules"}:
        return "not the keys of a record"
    checks = {
        "format": is_word(record["format"], ["grevjass-match"]),
        "version": is_whole(record["version"], 1, 1),
        "dealer": is_word(record["dealer"], SEATS),
        "started": is_time(record["started"]),
        "actions": isinstance(record["actions"], list),
    }
    wrong = [key for key, is_right in checks.items() if not is_right]
    if wrong:
        return f"{wrong[0]} cannot be that"
    return players_fault(record["players"]) or rules_fault(record.get("rules", {}))


def plain(action: Action) -> Action:
    """The action without its time and with its cards in their usual spelling."""
    kept = {key: value for key, value in action.items() if key != "at"}
    for key in ("card", "sequence"):
        if key in kept:
            kept[key] = CARDS[kept[key]]
    if "cards" in kept:
        kept["cards"] = [CARDS[text] for text in kept["cards"]]
    return kept


def read(record: Any) -> Sheet:
    """The record as a sheet; refused where a shape is wrong, the setup's first."""
    why = setup_fault(record)
    if why:
        raise Refused(0, why)
    for number, action in enumerate(record["actions"], start=1):
        why = shape_fault(action)
        if why:
            raise Refused(number, why)
    rules = {**RULES, **record.get("rules", {})}
    actions = [plain(action) for action in record["actions"]]
    return Sheet(record["dealer"], rules["strokes"], rules["claims"], rules["stikk"], actions)

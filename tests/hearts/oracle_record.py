"""The shapes of a Hearts record. Written from the published rules alone; shares no code with the package."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

IN_PLAY = {2: 13, 3: 13, 4: 13, 5: 13, 6: 12}
TRICKS = {2: 26, 3: 17, 4: 13, 5: 10, 6: 8}
THROWN_OUT = {2: [], 3: ["2S"], 4: [], 5: ["2S", "2C"], 6: ["2S", "2C", "2D", "2H"]}
RANKS = "23456789TJQKA"
SUITS = {"D": "Dd♦♢", "H": "Hh♥♡", "S": "Ss♠♤", "C": "Cc♣♧"}
SELECTORS = ("\ufe0e", "\ufe0f")

CHOICES = {
    "lead": ["lead-heart", "lead-no-heart"],
    "turn": ["highest", "lowest", "no-heart"],
    "exposed": ["play"],
}
# What each type of action must have, and what it may have besides "at".
KEYS: dict[str, tuple[set[str], set[str]]] = {
    "trick": ({"cards"}, {"leader"}),
    "count": ({"taken"}, set()),
    "revoke": ({"player"}, {"by"}),
    "irregular": ({"short", "long"}, set()),
    "take-last": ({"player"}, set()),
    "fault": ({"kind", "player"}, set()),
    "demand": ({"player", "by", "choice"}, set()),
    "misdeal": (set(), {"again"}),
    "settle": (set(), set()),
    "adjust": ({"player", "points", "reason"}, set()),
    "finish": (set(), set()),
}


class Refused(Exception):  # noqa: N818
    """A record that the text does not allow; `number` is the action's, from 1, or 0 for the envelope."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"action {number}: {why}")
        self.number = number
        self.why = why


@dataclass(frozen=True)
class Sheet:
    """A record whose shapes are right, with every card in its usual spelling and every rule said."""

    players: int
    dealer: str
    settling: str
    odd_jack: bool
    actions: list[dict[str, Any]]


def seats(players: int) -> list[str]:
    """The seats, clockwise."""
    return ["1", "2", "3", "4", "5", "6"][:players]


def pack(players: int) -> list[str]:
    """The cards in use."""
    every = [rank + suit for suit in SUITS for rank in RANKS]
    return [card for card in every if card not in THROWN_OUT[players]]


def card_of(text: Any) -> str | None:
    """The usual spelling of a card, or None where it is not readable."""
    if not isinstance(text, str) or not text:
        return None
    if text[-1] in SELECTORS:
        text = text[:-1]
        if not text or text[-1] not in "♦♢♥♡♠♤♣♧":
            return None
    rank = "T" if text[:-1] == "10" else text[:-1].upper()
    suit = [name for name, signs in SUITS.items() if text[-1] in signs]
    return rank + suit[0] if suit and len(rank) == 1 and rank in RANKS else None


def is_whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def is_time(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def is_text(value: Any, most: int) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= most and value.strip() != ""


def is_word(value: Any, words: Any) -> bool:
    return isinstance(value, str) and value in list(words)


def value_fits(key: str, value: Any, players: int) -> bool:
    """True if the value may have that key in an action; a key means the same in every type."""
    at_table = seats(players)
    if key == "taken":
        hearts = IN_PLAY[players]
        right_seats = isinstance(value, dict) and set(value) == set(at_table)
        return right_seats and all(is_whole(each, 0, hearts) for each in value.values())
    return {
        "type": lambda: is_word(value, KEYS),
        "at": lambda: is_time(value),
        "cards": lambda: isinstance(value, list) and all(card_of(each) for each in value),
        "card": lambda: card_of(value) is not None,
        "kind": lambda: is_word(value, CHOICES),
        "choice": lambda: is_word(value, [word for words in CHOICES.values() for word in words]),
        "again": lambda: isinstance(value, bool),
        "points": lambda: is_whole(value, -1000, 1000),
        "reason": lambda: is_text(value, 200),
    }.get(key, lambda: is_word(value, at_table))()


def keys_of(action: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The keys that this action must have and those that it may have."""
    must, may = KEYS[action["type"]]
    if action["type"] == "fault" and action.get("kind") == "exposed":
        must = must | {"card"}
    if action["type"] == "fault" and action.get("kind") == "turn":
        may = may | {"due"}
    if action["type"] == "demand" and action.get("choice") == "play":
        must = must | {"card"}
    return must | {"type"}, may | {"at"}


def shape_fault(action: Any, players: int) -> str | None:
    """The faults in the shape of an action."""
    if not isinstance(action, dict):
        return "not an object"
    if not value_fits("type", action.get("type"), players):
        return "no known type"
    must, may = keys_of(action)
    if must - set(action):
        return f"without {sorted(must - set(action))}"
    if set(action) - must - may:
        return f"unknown keys {sorted(set(action) - must - may)}"
    wrong = [key for key, value in action.items() if not value_fits(key, value, players)]
    return f"wrong values of {wrong}" if wrong else None


def players_fault(players: Any) -> str | None:
    """The faults of the players."""
    if not isinstance(players, dict) or not 2 <= len(players) <= 6 or set(players) != set(seats(len(players))):
        return "not seats 1 to n of 2 to 6 players"
    if not all(is_text(name, 40) for name in players.values()):
        return "not names of 1 to 40 characters"
    if len({name.strip().casefold() for name in players.values()}) != len(players):
        return "the same name twice"
    return None


def rules_fault(rules: Any, players: int) -> str | None:
    """The faults of the rules, which may be omitted."""
    if not isinstance(rules, dict) or set(rules) - {"settling", "odd_jack"}:
        return "not an object with known rules only"
    if "settling" in rules and not is_word(rules["settling"], ["sweepstake", "howell"]):
        return "no known settling"
    if players == 2 and rules.get("settling") == "sweepstake":
        return "two players cannot play Sweepstake"
    if "odd_jack" in rules and not isinstance(rules["odd_jack"], bool):
        return "odd_jack is true or false"
    return None


def envelope_fault(record: Any) -> str | None:
    """The faults of everything but the actions."""
    must = {"format", "version", "players", "dealer", "started", "actions"}
    if not isinstance(record, dict) or must - set(record) or set(record) - must - {"rules"}:
        return "not the keys of a record"
    if record["format"] != "hearts-match" or not is_whole(record["version"], 1, 1):
        return "not a hearts-match of version 1"
    why = players_fault(record["players"])
    if why:
        return why
    if not is_word(record["dealer"], record["players"]):
        return "the dealer is nobody at the table"
    if not is_time(record["started"]):
        return "started is no time with an offset"
    if not isinstance(record["actions"], list):
        return "the actions are no list"
    return rules_fault(record.get("rules", {}), len(record["players"]))


def plain(action: dict[str, Any]) -> dict[str, Any]:
    """The action without its time and with its cards in their usual spelling."""
    kept = {key: value for key, value in action.items() if key != "at"}
    if "card" in kept:
        kept["card"] = card_of(kept["card"])
    if "cards" in kept:
        kept["cards"] = [card_of(card) for card in kept["cards"]]
    return kept


def read(record: Any) -> Sheet:
    """The record as a sheet; refused where a shape is wrong, the envelope's first."""
    why = envelope_fault(record)
    if why:
        raise Refused(0, why)
    players = len(record["players"])
    for number, action in enumerate(record["actions"], start=1):
        why = shape_fault(action, players)
        if why:
            raise Refused(number, why)
    rules = record.get("rules", {})
    return Sheet(
        players=players,
        dealer=record["dealer"],
        settling=rules.get("settling", "howell" if players == 2 else "sweepstake"),
        odd_jack=rules.get("odd_jack", False),
        actions=[plain(action) for action in record["actions"]],
    )

"""Legal records with one action corrupted, for tests of what is refused and where."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.hearts import oracle

Action = dict[str, Any]
Change = Callable[[Random, Action, int], None]

WRONG_VALUES: dict[str, list[Any]] = {
    "type": ["", "Trick", "deal", "pass", None, 3, []],
    "at": ["", None, 0, "2026-11-21", "2026-11-21T20:00:00", "20:00:00+00:00", "yesterday"],
    "cards": ["7S", None, {}, ["7S", 8], ["1S", "2S", "3S", "4S"], [["7S"]], ["11D"], [""]],
    "card": ["", "1H", "QX", "Q", None, 12, ["QH"], "joker", "QHH", "♥"],
    "taken": [None, 13, [], {}, {"1": 13}, {"0": 13}],
    "kind": ["", "revoke", "Lead", None, True],
    "choice": ["", "heart", "PLAY", None, 0],
    "again": [0, 1, "true", None],
    "points": [1001, -1001, 1.0, 0.5, True, "1", None],
    "reason": ["", "   ", "r" * 201, None, 7],
}
NO_SEATS: list[Any] = ["0", "7", "N", "", " 1", 1, 1.0, None, True, ["1"]]
NEEDED = {"trick": ["cards"], "count": ["taken"], "revoke": ["player"], "irregular": ["short", "long"]}
NEEDED |= {"take-last": ["player"], "fault": ["kind", "player"], "demand": ["player", "by", "choice"]}
NEEDED |= {"adjust": ["player", "points", "reason"]}


# Shapes: each makes one action unreadable.


def wrong_value(chance: Random, action: Action, players: int) -> None:
    key = chance.choice(sorted(action))
    action[key] = chance.choice(WRONG_VALUES.get(key, NO_SEATS))


def missing_key(chance: Random, action: Action, players: int) -> None:
    del action[chance.choice([*NEEDED.get(action["type"], []), "type"])]


def unknown_key(chance: Random, action: Action, players: int) -> None:
    key = chance.choice(["note", "At", "by", "card", "due", "again", "leader", "taken", "deal", "winner"])
    action[key] = chance.choice(["1", "QH", False])


def wrong_count(chance: Random, action: Action, players: int) -> None:
    if "taken" in action:
        hearts = oracle.IN_PLAY[players]
        action["taken"][chance.choice("1234567")] = chance.choice([-1, hearts + 1, True, 1.0, "1", None])


# Rules: each makes one action of its type illegal, at least as a rule.


def wrong_cards(chance: Random, action: Action, players: int) -> None:
    cards = action["cards"]
    place = chance.randrange(players)
    thrown_out = [card for card in ("2S", "2C", "2D", "2H") if card not in oracle.pack(players)]
    cards[place : place + 1] = chance.choice([[], [cards[place - 1]], [cards[place]] * 2, thrown_out[:1]])


def wrong_sum(chance: Random, action: Action, players: int) -> None:
    seat = chance.choice(oracle.seats(players))
    action["taken"][seat] += -1 if action["taken"][seat] else 1


def moved_hearts(chance: Random, action: Action, players: int) -> None:
    """Refused where hearts of the seat were tapped."""
    taken = action["taken"]
    richest = max(taken, key=lambda seat: int(taken[seat]))
    other = chance.choice([seat for seat in taken if seat != richest])
    taken[richest], taken[other] = 0, taken[richest] + taken[other]


def both_the_same(chance: Random, action: Action, players: int) -> None:
    action["short"] = action["long"]


def own_claim(chance: Random, action: Action, players: int) -> None:
    action["by"] = action["player"]


def wrong_due(chance: Random, action: Action, players: int) -> None:
    action.pop("card", None)
    action |= {"kind": "turn", "due": oracle.left(action["player"], players, chance.choice((0, 1)))}


def wrong_exposed(chance: Random, action: Action, players: int) -> None:
    action.pop("due", None)
    action |= {"kind": "exposed", "card": chance.choice(["2S", "2C", "2D", "2H"])}


def wrong_demand(chance: Random, action: Action, players: int) -> None:
    key = chance.choice(("by", "player", "choice"))
    choice = chance.choice([word for words in oracle.CHOICES.values() for word in words])
    action[key] = choice if key == "choice" else chance.choice(oracle.seats(players))
    action.pop("card", None)
    if action["choice"] == "play":
        action["card"] = chance.choice(oracle.pack(players))


def too_many_points(chance: Random, action: Action, players: int) -> None:
    action["points"] = chance.choice((1000, 100, 20, 5))


def other_type(chance: Random, action: Action, players: int) -> None:
    action.clear()
    action |= {"type": chance.choice(("settle", "finish"))}


SHAPES: list[Change] = [wrong_value, wrong_value, missing_key, unknown_key, wrong_count]
RULES: dict[str, list[Change]] = {
    "trick": [wrong_cards, other_type],
    "count": [wrong_sum, moved_hearts, other_type],
    "irregular": [both_the_same],
    "revoke": [own_claim],
    "fault": [wrong_due, wrong_exposed],
    "demand": [wrong_demand, wrong_demand],
    "adjust": [too_many_points],
    "settle": [other_type],
}

# Each of the following spoils the list of actions, and says the number of the action to be refused, or None.


def change_shape(chance: Random, actions: list[Any], players: int) -> int | None:
    if not actions:
        return None
    place = chance.randrange(len(actions))
    chance.choice(SHAPES)(chance, actions[place], players)
    return place + 1


def no_object(chance: Random, actions: list[Any], players: int) -> int | None:
    place = chance.randint(0, len(actions))
    actions.insert(place, chance.choice([None, "settle", 7, [], ["settle"], {}]))
    return place + 1


def change_rule(chance: Random, actions: list[Any], players: int) -> int | None:
    types = sorted({action["type"] for action in actions} & set(RULES))
    if not types:
        return None
    chosen = chance.choice(types)
    place = chance.choice([i for i, action in enumerate(actions) if action["type"] == chosen])
    chance.choice(RULES[chosen])(chance, actions[place], players)
    return place + 1


def insert_again(chance: Random, actions: list[Any], players: int) -> int | None:
    """The same once more, at once or a little later."""
    if not actions:
        return None
    place = chance.randrange(len(actions))
    later = min(len(actions), place + 1 + chance.choice((0, 0, 1, 2, 5)))
    actions.insert(later, json.loads(json.dumps(actions[place])))
    return later + 1


def insert_wrong(chance: Random, actions: list[Any], players: int) -> int | None:
    """Something that does not fit in most places."""
    seats = oracle.seats(players)
    first, second = chance.sample(seats, 2)
    whole = {**dict.fromkeys(seats, 0), first: oracle.IN_PLAY[players]}
    place = chance.randint(0, len(actions))
    fault = {"type": "fault", "kind": "turn", "player": first, "due": oracle.left(first, players)}
    wrong: list[Action] = [
        {"type": "settle"},
        {"type": "finish"},
        {"type": "misdeal"},
        {"type": "trick", "cards": chance.sample(oracle.pack(players), players)},
        {"type": "trick", "cards": []},
        {"type": "count", "taken": whole},
        {"type": "take-last", "player": first},
        {"type": "fault", "kind": "lead", "player": first},
        {"type": "fault", "kind": "turn", "player": first},
        fault,
        {"type": "demand", "player": first, "by": second, "choice": "highest"},
        {"type": "demand", "player": first, "by": first, "choice": "lead-heart"},
        {"type": "demand", "player": first, "by": second, "choice": "play", "card": "QH"},
        {"type": "revoke", "player": first},
        {"type": "adjust", "player": first, "points": 1000, "reason": "all"},
        {"type": "adjust", "player": first, "points": -1, "reason": "late"},
    ]
    actions.insert(place, chance.choice(wrong))
    return place + 1


def remove(chance: Random, actions: list[Any], players: int) -> int | None:
    """Takes away what a later action needs; the next action that needed it is the one to be refused."""
    needs = {
        "settle": {"trick", "count", "fault", "demand", "take-last", "finish"},
        "count": {"settle"},
        "trick": {"settle"},
        "fault": {"demand"},
    }
    places = [i for i, action in enumerate(actions) if action["type"] in needs]
    if not places:
        return None
    place = chance.choice(places)
    gone = actions.pop(place)["type"]
    return next((i + 1 for i in range(place, len(actions)) if actions[i]["type"] in needs[gone]), None)


WAYS = [
    change_shape,
    change_shape,
    no_object,
    change_rule,
    change_rule,
    insert_again,
    insert_wrong,
    insert_wrong,
    remove,
]


def spoilt(chance: Random, record: dict[str, Any], tries: int = 12) -> tuple[dict[str, Any], int] | None:
    """A copy of a legal record with one action spoilt, and the number of the action that must be refused."""
    text = json.dumps(record)
    for _ in range(tries):
        spoiling = json.loads(text)
        number = chance.choice(WAYS)(chance, spoiling["actions"], len(record["players"]))
        if number is None:
            continue
        try:
            oracle.outcome(spoiling)
        except oracle.Refused as refused:
            if refused.number == number:
                return spoiling, number
    return None

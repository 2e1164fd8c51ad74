"""Records of Grevjass that must be refused: legal ones with one thing spoilt.

Written from the published rules alone, and shares no code with the package.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.grevjass import oracle
from tests.grevjass.oracle_cards import FOURS, RANKS, SEATS, SIDES, SUITS, left
from tests.grevjass.oracle_deals import cards_of_meld
from tests.grevjass.oracle_record import CARDS
from tests.grevjass.wrong_values import BAD, STRANGE_KEYS, not_objects, spoil_setup

Action = dict[str, Any]


def insert(chance: Random, actions: list[Any], wrong: list[Action], place: int) -> None:
    if wrong:
        actions.insert(place, chance.choice(wrong))


# ---- shapes


def change_value(chance: Random, record: dict[str, Any]) -> None:
    """One value that its key cannot hold."""
    kind = chance.choice(sorted({each["type"] for each in record["actions"]}))
    action = chance.choice([each for each in record["actions"] if each["type"] == kind])
    keys = [key for key in action if key not in ("type", "at")]
    key = chance.choice(keys) if keys and chance.random() < 0.9 else chance.choice(sorted(action))
    if key == "strokes":
        bad = [0, 11, -1, *BAD["number"]] if action["type"] == "chalk" else [-1001, 1001, *BAD["number"]]
    else:
        bad = BAD[key]
    action[key] = chance.choice(bad)


def change_keys(chance: Random, record: dict[str, Any]) -> None:
    """A key too few, one too many, or both ways to say the same."""
    kind = chance.choice(sorted({each["type"] for each in record["actions"]}))
    action = chance.choice([each for each in record["actions"] if each["type"] == kind])
    way = chance.choice(("less", "less", "more", "both", "null"))
    if way == "less":
        del action[chance.choice([key for key in action if key not in ("type", "at")] or ["type"])]
    elif way == "more":
        key = chance.choice(sorted(STRANGE_KEYS))
        action[key] = STRANGE_KEYS[key]
    elif way == "null":
        action["at"] = None
    else:
        both = {"card": {"suit": "S"}, "suit": {"card": "7S"}, "four": {"sequence": "AS", "length": 3}}
        both |= {"sequence": {"four": "J"}, "points": {"strokes": 1}, "strokes": {"points": 1}}
        for key in [each for each in both if each in action][:1]:
            action.update(both[key])


def no_object(chance: Random, record: dict[str, Any]) -> None:
    place = chance.randrange(len(record["actions"]))
    record["actions"][place] = not_objects(chance, record["actions"][place])


# ---- rules


def change_trick(chance: Random, record: dict[str, Any]) -> None:
    """A card that is twice in the deal, or in the trick; or a card too few or too many."""
    tricks = [action for action in record["actions"] if action["type"] == "trick"]
    if not tricks:
        return
    trick, other = chance.choice(tricks), chance.choice(tricks)
    place = chance.randrange(4)
    way = chance.choice(("within", "other", "other", "few", "many"))
    if way == "few":
        trick["cards"].pop(place)
    elif way == "many":
        trick["cards"].append(chance.choice(oracle.PACK))
    else:
        source = trick if way == "within" else other
        code = CARDS[source["cards"][place - 1]]
        trick["cards"][place] = chance.choice(oracle.spellings(code))


def repeat(chance: Random, record: dict[str, Any]) -> None:
    """The same once more, at once or a little later."""
    actions = record["actions"]
    place = chance.randrange(len(actions))
    later = min(len(actions), place + 1 + chance.choice((0, 0, 1, 2, 5)))
    actions.insert(later, json.loads(json.dumps(actions[place])))


def remove(chance: Random, record: dict[str, Any]) -> None:
    """Takes away what a later action needs."""
    needed = [each for each in record["actions"] if each["type"] in ("trump", "take", "vol", "meld", "misdeal")]
    if needed:
        record["actions"].remove(chance.choice(needed))


def random_meld(chance: Random, player: str) -> Action:
    if chance.random() < 0.3:
        return {"type": "meld", "player": player, "four": chance.choice(list(FOURS))}
    top, length = chance.choice(oracle.PACK), chance.choice((3, 3, 4, 5, 8))
    return {"type": "meld", "player": player, "sequence": top, "length": length}


def any_action(chance: Random) -> list[Action]:
    """An action of each type, in good shape."""
    seat, side = chance.choice(SEATS), chance.choice(SIDES)
    return [
        {"type": "dealer", "player": seat},
        {"type": "trump", "card": chance.choice(oracle.PACK)},
        {"type": "trump", "suit": chance.choice(SUITS)},
        random_meld(chance, seat),
        {"type": "take"},
        {"type": "vol", "player": seat},
        {"type": "trick", "cards": chance.sample(oracle.PACK, 4)},
        {"type": "claim", "side": side},
        {"type": "misdeal"},
        {"type": "chalk", "side": side, "strokes": chance.randint(1, 10)},
        {"type": "adjust", "side": side, "points": chance.randint(-1000, 1000), "reason": "x"},
        {"type": "adjust", "side": side, "strokes": chance.randint(-1000, 0), "reason": "x"},
    ]


def insert_any(chance: Random, record: dict[str, Any]) -> None:
    place = chance.choice((chance.randint(0, len(record["actions"])), len(record["actions"])))
    insert(chance, record["actions"], any_action(chance), place)


def below_zero(book: oracle.Book) -> list[Action]:
    """Adjustments that take one too many away."""
    melds = {"NS": 0, "EW": 0}
    if book.deal:
        melds = {side: oracle.meld_totals(book.deal, 0)[side] for side in SIDES}
    points = {side: melds[side] - book.score()[side] - 1 for side in SIDES}
    wrong: list[Action] = [
        {"type": "adjust", "side": side, "points": each, "reason": "x"} for side, each in points.items()
    ]
    strokes = {side: -each - 1 for side, each in book.strokes().items()}
    return wrong + [
        {"type": "adjust", "side": side, "strokes": each, "reason": "x"} for side, each in strokes.items()
    ]


def meld_again(chance: Random, book: oracle.Book) -> list[Action]:
    """Melds that go with a meld already declared, wrongly."""
    if not book.deal:
        return []
    wrong = [random_meld(chance, chance.choice(SEATS))]
    for action in book.deal.of_type("meld"):
        player, cards = action["player"], cards_of_meld(action)
        if "sequence" not in action:
            wrong.append({**random_meld(chance, player), "player": left(player)})
            continue
        suit, end = cards[0][1], RANKS.index(cards[-1][0])
        below = (
            [{"type": "meld", "player": player, "sequence": RANKS[end + 1] + suit, "length": 3}] if end < 5 else []
        )
        other = chance.choice([each for each in SUITS if each != suit])
        more = {"type": "meld", "player": player, "sequence": "A" + other, "length": chance.choice((5, 6, 7, 8))}
        wrong += [*below, *below, more, {**action, "player": left(player)}]
    shown = book.deal.card
    if shown and shown[0] in "AKQJT9":
        wrong.append({"type": "meld", "player": left(book.deal.dealer), "sequence": shown, "length": 3})
    if shown:
        top = chance.choice([each for each in SUITS if each != shown[1]])
        wrong.append({"type": "meld", "player": book.deal.dealer, "sequence": "A" + top, "length": 8})
    return wrong


def insert_fitting(chance: Random, record: dict[str, Any]) -> None:
    """Something that is nearly right where it stands."""
    place = chance.choice([*near_rules(record), chance.randint(0, len(record["actions"]))])
    book = oracle.book_of(record, place)
    claims = [{"type": "claim", "side": side} for side in SIDES]
    bids = [{"type": "vol", "player": seat} for seat in SEATS]
    groups = [below_zero(book), meld_again(chance, book), claims]
    if book.phase() == "strokes":
        groups.append(bids)
    insert(chance, record["actions"], chance.choice(groups), place)


def near_rules(record: dict[str, Any]) -> list[int]:
    """The places after a trump, a meld, a bid or a trick."""
    kinds = ("trump", "meld", "meld", "vol", "trick")
    return [place for place, action in enumerate(record["actions"], 1) if action["type"] in kinds]


Way = Callable[[Random, dict[str, Any]], None]
SHAPE_WAYS: list[Way] = [change_value, change_value, change_keys, no_object]
RULE_WAYS: list[Way] = [change_trick, repeat, remove, insert_any, insert_any, *[insert_fitting] * 4]


def spoilt(chance: Random, record: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """A copy of a legal record with one action changed, inserted or removed, and the number of the one refused."""
    text = json.dumps(record)
    while True:
        copy = json.loads(text)
        ways = chance.choice((SHAPE_WAYS, RULE_WAYS, RULE_WAYS)) if copy["actions"] else [insert_any]
        chance.choice(ways)(chance, copy)
        try:
            oracle.outcome(copy)
        except oracle.Refused as refused:
            return copy, refused.number


def spoilt_setup(chance: Random, record: dict[str, Any]) -> dict[str, Any]:
    """A copy of a legal record whose setup must be refused."""
    text = json.dumps(record)
    while True:
        copy = json.loads(text)
        spoil_setup(chance, copy)
        try:
            oracle.read(copy)
        except oracle.Refused as refused:
            if refused.number == 0:
                return dict(copy)

"""Ways to corrupt one action of a legal Humbug Whist record, each with the number of the action to be refused."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.humbug_whist import oracle
from tests.humbug_whist.faulty import BAD, FORMED, STRANGE_KEYS
from tests.humbug_whist.shapes import ACTIONS, CARDS, RANKS, SEATS
from tests.humbug_whist.tricks import OTHER, Action, leader_of, noticed, of_type, plain, tricks_of, turned_up, wins

Record = dict[str, Any]
# A way to spoil: it changes the record, and tells which action must be refused; None where it does not apply.
Way = Callable[[random.Random, Record], int | None]

PACK = [rank + suit for suit in "DHSC" for rank in RANKS]

# ---- where in a record


def before(record: Record, place: int) -> list[Action]:
    return plain(record["actions"][:place])


def deal_at(record: Record, place: int) -> list[Action]:
    return oracle.in_deal(before(record, place))


def dealer_at(record: Record, place: int) -> str:
    return oracle.dealer_after(record["dealer"], before(record, place))


def any_place(chance: random.Random, record: Record, *phases: str) -> int | None:
    """A place to insert an action at, where the sitting is in one of these phases."""
    agreed, actions = record.get("rules", {}).get("deals", 0), record["actions"]
    places = [i for i in range(len(actions) + 1) if oracle.phase_after(agreed, actions[:i]) in phases]
    return chance.choice(places) if places else None


def any_action(chance: random.Random, record: Record, *kinds: str) -> int | None:
    """The place of an action of one of these types."""
    places = [place for place, action in enumerate(record["actions"]) if action["type"] in kinds]
    return chance.choice(places) if places else None


# ---- shapes


def bad_value(chance: random.Random, record: Record) -> int | None:
    """A key holds what it cannot hold; an optional one may be added for it."""
    place = any_action(chance, record, *ACTIONS)
    if place is None:
        return None
    action = record["actions"][place]
    needed, allowed = ACTIONS[action["type"]]
    key = chance.choice(["type", "at", *needed, *allowed])
    action[key] = deepcopy(chance.choice(BAD[key]))
    return place + 1


def missing_key(chance: random.Random, record: Record) -> int | None:
    place = any_action(chance, record, *ACTIONS)
    if place is None:
        return None
    action = record["actions"][place]
    del action[chance.choice(["type", *ACTIONS[action["type"]][0]])]
    return place + 1


def strange_key(chance: random.Random, record: Record) -> int | None:
    """A key that is unknown, or belongs to another type of action."""
    place = any_action(chance, record, *ACTIONS)
    if place is None:
        return None
    action = record["actions"][place]
    needed, allowed = ACTIONS[action["type"]]
    others = {key: [held] for formed in FORMED.values() for key, held in formed.items()} | STRANGE_KEYS
    others |= {"again": [False], "leader": ["N"], "trick": [1]}
    key = chance.choice([key for key in others if key not in {"type", *needed, *allowed}])
    action[key] = deepcopy(others[key][0])
    return place + 1


def no_object(chance: random.Random, record: Record) -> int | None:
    place = chance.randint(0, len(record["actions"]))
    record["actions"].insert(
        place, chance.choice([None, "settle", 1, True, [], ["settle"], {}, [{"type": "settle"}]])
    )
    return place + 1


# ---- rules


def insert(record: Record, place: int, action: Action) -> int:
    record["actions"].insert(place, deepcopy(action))
    return place + 1


def wrong_phase(chance: random.Random, record: Record) -> int | None:
    """An action the phase does not allow."""
    phase = chance.choice(("play", "settle", "over"))
    place = any_place(chance, record, phase)
    if place is None:
        return None
    kind = chance.choice([kind for kind, phases in oracle.PHASES.items() if phase not in phases])
    return insert(record, place, FORMED[kind])


def early_finish(chance: random.Random, record: Record) -> int | None:
    """A finish before any deal is settled, or in a deal that is begun."""
    place = any_place(chance, record, "play")
    if place is None:
        return None
    begun = any(action["type"] != "adjust" for action in deal_at(record, place))
    if of_type(before(record, place), "settle") and not begun:
        return None
    return insert(record, place, FORMED["finish"])


def second_trump(chance: random.Random, record: Record) -> int | None:
    place = any_place(chance, record, "play")
    if place is None or turned_up(deal_at(record, place)) is None:
        return None
    return insert(record, place, {"type": "trump", "card": chance.choice(PACK)})


def early_trick(chance: random.Random, record: Record) -> int | None:
    """A trick before trumps are turned up."""
    place = any_place(chance, record, "play")
    if place is None or turned_up(deal_at(record, place)) is not None:
        return None
    return insert(record, place, {"type": "trick", "cards": chance.sample(PACK, 2)})


def wrong_sum(chance: random.Random, record: Record) -> int | None:
    place = any_place(chance, record, "play")
    if place is None:
        return None
    north = chance.randint(0, 26)
    south = chance.choice([number for number in range(27) if north + number != 26])
    return insert(record, place, {"type": "count", "taken": {"N": north, "S": south}})


def below_tapped(chance: random.Random, record: Record) -> int | None:
    """A count that gives a player fewer tricks than were tapped."""
    place = any_place(chance, record, "play")
    if place is None:
        return None
    won = wins(tricks_of(dealer_at(record, place), deal_at(record, place)))
    seat = max(SEATS, key=lambda seat: won[seat])
    if won[seat] == 0:
        return None
    fewer = chance.choice((won[seat] - 1, chance.randrange(won[seat])))
    return insert(record, place, {"type": "count", "taken": {seat: fewer, OTHER[seat]: 26 - fewer}})


def wrong_trick(chance: random.Random, record: Record) -> int | None:
    """A trick of too few or too many cards, of one card twice, or with a card tapped before."""
    place = any_action(chance, record, "trick")
    if place is None:
        return None
    first, second = record["actions"][place]["cards"]
    gone = [card for trick in of_type(deal_at(record, place), "trick") for card in trick["cards"]]
    again = chance.choice([text for text, code in CARDS.items() if code == CARDS[first]])
    wrong = [[], [first], [first, second, chance.choice(PACK)], [first, again], [again, first]]
    wrong += [[chance.choice(gone), second], [first, chance.choice(gone)], chance.sample(gone, 2)] if gone else []
    record["actions"][place]["cards"] = chance.choice(wrong)
    return place + 1


def wrong_hand(chance: random.Random, record: Record) -> int | None:
    """The non-dealer plays the card turned up: it is put into the trick, or the trick's leader is changed."""
    place = any_action(chance, record, "trick")
    if place is None:
        return None
    deal, dealer, trick = deal_at(record, place), dealer_at(record, place), record["actions"][place]
    leader = leader_of(dealer, tricks_of(dealer, deal), trick)
    turned = turned_up(deal)
    if turned in plain([trick])[0]["cards"]:
        trick["leader"] = OTHER[leader]
    else:
        trick["cards"][0 if leader != dealer else 1] = turned
    return place + 1


def second_claim(chance: random.Random, record: Record) -> int | None:
    """The same noticed revoke claimed twice."""
    claims = [i for i, action in enumerate(record["actions"]) if action["type"] == "revoke" and "trick" in action]
    if not claims:
        return None
    place = chance.choice(claims)
    actions = record["actions"]
    ends = [i for i in range(place, len(actions)) if actions[i]["type"] in ("settle", "misdeal")]
    later = chance.randint(place + 1, ends[0] if ends else len(actions))
    return insert(record, later, {key: actions[place][key] for key in ("type", "player", "trick")})


def unnoticed_claim(chance: random.Random, record: Record) -> int | None:
    """A claim of a trick in which that player is not noticed to have revoked, or not yet."""
    place = any_place(chance, record, "play", "settle")
    if place is None:
        return None
    tricks = tricks_of(dealer_at(record, place), deal_at(record, place))
    found = {(entry["seat"], entry["trick"]) for entry in noticed(tricks)}
    near = [(seat, trick.number) for trick in tricks for seat in SEATS]
    wide = [(seat, number) for number in range(1, 27) for seat in SEATS]
    seat, number = chance.choice([claim for claim in (near or wide) + wide if claim not in found])
    return insert(record, place, {"type": "revoke", "player": seat, "trick": number})


def removed(chance: random.Random, record: Record) -> int | None:
    """An action that a later one needs is gone; the later one is refused."""
    place = any_action(chance, record, "trump", "count", "settle")
    if place is None:
        return None
    actions = record["actions"]
    gone = actions.pop(place)["type"]
    # A claim or an adjustment in between is no fault; what is refused then depends on what is gone.
    refused = {"trump": ("trick",), "count": ("settle",), "settle": ("trump", "trick", "count", "finish")}[gone]
    while place < len(actions) and actions[place]["type"] in ("adjust", "revoke"):
        place += 1
    return place + 1 if place < len(actions) and actions[place]["type"] in refused else None


# ---- changes that may or may not be a fault: only replaying tells


def shuffled(chance: random.Random, record: Record) -> int | None:
    """An action removed, repeated, moved or changed places, where that makes a fault."""
    actions = record["actions"]
    if not actions:
        return None
    action = actions.pop(chance.randrange(len(actions)))
    for _ in range(chance.randint(0, 2)):
        actions.insert(chance.randint(0, len(actions)), deepcopy(action))
    return refused_at(record)


WAYS: tuple[Way, ...] = (
    *(bad_value, bad_value, bad_value, missing_key, strange_key, no_object),
    *(wrong_phase, wrong_phase, early_finish, second_trump, early_trick, wrong_sum, below_tapped),
    *(wrong_trick, wrong_trick, wrong_hand, second_claim, unnoticed_claim, removed, shuffled),
)


def refused_at(record: Record) -> int | None:
    """The number of the action that is refused; None for a legal record."""
    try:
        oracle.outcome(record)
    except oracle.Refused as refused:
        return refused.number
    return None


def spoilt(chance: random.Random, record: Record) -> tuple[Record, int] | None:
    """A copy of a legal record with one action spoilt, and the number of the action to be refused.

    None where no way to spoil it was found.
    """
    for way in chance.sample(WAYS, 6):
        copy = deepcopy(record)
        number = way(chance, copy)
        if number is not None:
            found = refused_at(copy)
            assert found == number, f"{way.__name__}: action {number} should be refused, and it was {found}"
            return copy, number
    return None

"""A second, slow and literal reading of Karnöffel: every question is answered from the list of actions alone.

Written from the rules' text alone, and shares no code with the package.
"""

from functools import cache
from typing import Any

from tests.humbug_whist.shapes import (
    CARDS,
    Refused,
    exactly,
    fault,
    is_cards,
    is_list,
    is_switch,
    is_time,
    text,
    whole,
)

__all__ = ["CARDS", "Refused", "outcome", "taker"]

Action = dict[str, Any]
SEATS = ("N", "E", "S", "W")
SIDES = {"NS": ("N", "S"), "EW": ("E", "W")}
OTHER = {"NS": "EW", "EW": "NS"}
TOP_DOWN = "KQJT98765432"
TITLES = {"J": "karnoffel", "7": "devil", "6": "pope", "2": "kaiser"}


def left(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def from_seat(seat: str) -> list[str]:
    at = SEATS.index(seat)
    return [*SEATS[at:], *SEATS[:at]]


def side(seat: str) -> str:
    return "NS" if seat in SIDES["NS"] else "EW"


def pack(number: int) -> set[str]:
    return {rank + suit for rank in TOP_DOWN for suit in "SHDC" if number == 48 or rank not in "98"}


# ---- which card takes a trick: the order from the top, of which the first that is there takes it


def taker(cards: list[str], chosen: str) -> int:
    """The place of the card that takes a trick: the first of the order as the text spells it."""
    order = order_below(cards[0], chosen)
    return min((order[card], place) for place, card in enumerate(cards) if card in order)[1]


@cache
def order_below(first: str, chosen: str) -> dict[str, int]:
    """The cards that can take a trick with this first card, numbered from the top."""
    led = first[1]
    devil = ["7" + chosen] if first == "7" + chosen else []
    order = ["J" + chosen, *devil, "6" + chosen, "2" + chosen]
    for rank in TOP_DOWN:
        if rank == "Q":
            order.append("3" + chosen)
        if rank == "J":
            order.append("4" + chosen)
        if rank == "T":
            order.append("5" + chosen)
        if led != chosen or rank not in "J76543 2":
            order.append(rank + led)
    if led == chosen and not devil:
        order.append("7" + chosen)
    return {card: place for place, card in enumerate(order)}


# ---- shapes


def one_of(*words: Any) -> Any:
    return lambda value: any(type(value) is type(word) and value == word for word in words)


def are_players(value: Any) -> bool:
    if fault(value, {seat: text(40) for seat in SEATS}, {}) is not None:
        return False
    return len({" ".join(name.split()).casefold() for name in value.values()}) == 4


def are_rules(value: Any) -> bool:
    return fault(value, {}, {"target": whole(1, 100), "pack": one_of(48, 40), "devil_first": is_switch}) is None


ENVELOPE = {
    "format": exactly("karnoffel-match"),
    "version": exactly(1),
    "players": are_players,
    "dealer": one_of(*SEATS),
    "started": is_time,
    "actions": is_list,
}
ACTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "chosen": ({}, {"suit": one_of(*"SHDC"), "cards": is_cards}),
    "trick": ({"cards": is_cards}, {"leader": one_of(*SEATS)}),
    "result": ({"side": one_of(*SIDES), "lost": whole(0, 2)}, {}),
    "misdeal": ({}, {}),
    "adjust": ({"side": one_of(*SIDES), "deals": whole(-100, 100), "reason": text(200)}, {}),
}
PHASES = {"chosen": ("choose",), "trick": ("play",)} | dict.fromkeys(
    ("result", "misdeal", "adjust"), ("choose", "play")
)


def action_fault(action: Any) -> str | None:
    kind = action.get("type") if isinstance(action, dict) else None
    if not isinstance(kind, str) or kind not in ACTIONS:
        return "this is no action"
    needed, allowed = ACTIONS[kind]
    why = fault(action, {"type": exactly(kind), **needed}, {"at": is_time, **allowed})
    if why is None and kind == "chosen" and ("suit" in action) == ("cards" in action):
        return "either the suit or the cards"
    return why


def check(record: Any) -> None:
    """Refuse a record whose shape is wrong: the envelope first, then the actions in their order."""
    why = fault(record, ENVELOPE, {"rules": are_rules})
    if why is not None:
        raise Refused(0, why)
    for number, action in enumerate(record["actions"], 1):
        why = action_fault(action)
        if why is not None:
            raise Refused(number, why)


def plain(actions: list[Action]) -> list[Action]:
    """The actions with every card by its code."""
    return [
        {**action, "cards": [CARDS[card] for card in action["cards"]]} if "cards" in action else action
        for action in actions
    ]


# ---- where a match stands after some actions, all of which are allowed


class Book:
    """The outcome of some actions, counted anew from the first."""

    def __init__(self, record: dict[str, Any], actions: list[Action]) -> None:
        rules = record.get("rules", {})
        self.target, self.pack = rules.get("target", 6), pack(rules.get("pack", 48))
        self.devil_first = rules.get("devil_first", False)
        self.dealer, self.score = record["dealer"], {"NS": 0, "EW": 0}
        self.deals: list[dict[str, Any]] = []
        self.tricks: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.over = False
        self.new_deal()
        for action in actions:
            self.take(action)

    def new_deal(self) -> None:
        self.chosen: str | None = None
        self.cards: list[str] | None = None
        self.here: list[dict[str, Any]] = []

    @property
    def number(self) -> int:
        return len(self.deals) + 1

    @property
    def phase(self) -> str:
        return "over" if self.over else "play" if self.chosen else "choose"

    @property
    def taken(self) -> dict[str, int]:
        return {each: sum(trick["winner"] in seats for trick in self.here) for each, seats in SIDES.items()}

    @property
    def leader(self) -> str:
        return self.here[-1]["winner"] if self.here else left(self.dealer)

    def refusal(self, action: Action) -> str | None:
        """The reason why an action is refused; None if it is allowed."""
        kind = action["type"]
        if self.phase not in PHASES[kind]:
            return f"{kind} is not allowed in phase {self.phase}"
        cards: list[str] = action.get("cards", [])
        if "cards" in action and (len(cards) != 4 or len({*cards} & self.pack) != 4):
            return "not four different cards of the pack"
        if kind == "trick":
            if {*cards} & {card for trick in self.here for card in trick["cards"]}:
                return "a card was played before"
            if not self.here and not self.devil_first and cards[0] == f"7{self.chosen}":
                return "the Devil is led to the first trick"
        if kind == "result" and self.taken[OTHER[action["side"]]] > action["lost"]:
            return "the others have more"
        if kind == "adjust" and self.score[action["side"]] + action["deals"] < 0:
            return "below nothing"
        return None

    def take(self, action: Action) -> None:
        kind = action["type"]
        if kind == "chosen":
            self.cards = action.get("cards")
            # Of equal ones the one dealt first, and `min` keeps the first.
            shown = action.get("cards") or [f"2{action['suit']}"]
            self.chosen = min(shown, key=lambda card: -TOP_DOWN.index(card[0]))[1]
        elif kind == "trick":
            self.play(action)
        elif kind == "result":
            won = {action["side"]: 3, OTHER[action["side"]]: action["lost"]}
            self.end(action["side"], "mixed" if self.here else "result", {each: won[each] for each in SIDES})
        elif kind == "misdeal":
            self.events.append({"deal": self.number, "type": "misdeal", "dealer": self.dealer})
            self.new_deal()
        else:
            event = {key: action[key] for key in ("type", "side", "deals", "reason")}
            self.events.append({"deal": self.number, **event})
            self.score[action["side"]] += action["deals"]
            self.over = max(self.score.values()) >= self.target

    def play(self, action: Action) -> None:
        assert self.chosen
        cards, leader = action["cards"], action.get("leader", self.leader)
        place = taker(cards, self.chosen)
        card, winner = cards[place], from_seat(leader)[place]
        self.here.append(
            {
                "deal": self.number,
                "trick": len(self.here) + 1,
                "leader": leader,
                "cards": cards,
                "winner": winner,
                "winning_card": card,
                "title": TITLES.get(card[0]) if card[1] == self.chosen else None,
            }
        )
        if self.taken[side(winner)] == 3:
            self.end(side(winner), "tricks", self.taken)

    def end(self, winner: str, entry: str, tricks: dict[str, int]) -> None:
        self.tricks += self.here
        self.deals.append({
            "deal": self.number, "dealer": self.dealer, "chosen": self.chosen, "cards": self.cards,
            "entry": entry, "winner": winner, "tricks": tricks,
        })  # fmt: skip
        self.score[winner] += 1
        self.over = self.score[winner] >= self.target
        self.new_deal()
        if not self.over:
            self.dealer = left(self.dealer)


def book_of(record: dict[str, Any]) -> Book:
    """The outcome of a record, or Refused."""
    check(record)
    actions = plain(record["actions"])
    book = Book(record, [])
    for number, action in enumerate(actions, 1):
        why = book.refusal(action)
        if why is not None:
            raise Refused(number, why)
        book.take(action)
    return book


def outcome(record: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a record, or Refused."""
    book = book_of(record)
    return {
        "phase": book.phase,
        "score": book.score,
        "dealer": book.dealer,
        "leader": book.leader if book.phase == "play" else None,
        "chosen": book.chosen,
        "taken": book.taken,
        "deals": book.deals,
        "tricks": [*book.tricks, *book.here],
        "events": book.events,
    }


def single(cards: list[str], chosen: str, leader: str) -> dict[str, Any]:
    """The answer of the command to one trick, without the reason."""
    place = taker(cards, chosen)
    title = TITLES.get(cards[place][0]) if cards[place][1] == chosen else None
    return {"winner": from_seat(leader)[place], "winning_card": cards[place], "title": title}

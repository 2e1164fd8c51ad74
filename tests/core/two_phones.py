"""Two phones at one table of any game: their posts and waiting entries, stored as the scripts store them."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import lru_cache
from itertools import count
from typing import Any

from referee.faults import RefusedError
from referee.games import GAMES
from referee.games.kit.records import type_of
from tests.conftest import BOOK
from tests.core.samples import SAMPLES

RULINGS = {
    "havilering": {"muggins", "reply", "deal", "misdeal", "adjust"},
    "cribbage": {"misdeal", "penalty", "adjust"},
    "grevjass": {"dealer", "chalk", "misdeal", "adjust"},
    "karnoffel": {"misdeal", "adjust"},
}
"""The types of action that belong to no turn."""
IN_TURN = {"count", "trick", "trump", "settle"}
"""The types of action of a sitting that belong to a turn."""
TOLD = "It was already entered on another phone."


def is_of_a_turn(key: str, action: Any) -> bool:
    """True if an action belongs to a turn."""
    kind = type_of(GAMES[key].kinds, action)
    return kind not in RULINGS[key] if key in RULINGS else kind in IN_TURN


def written(key: str, action: Any) -> dict[str, Any]:
    """An action as a record has it, without its time."""
    return dict(GAMES[key].write_action(replace(action, at=None)))


def fields_of(key: str, before: Any, action: Any) -> tuple[str, dict[str, str]]:
    """The address below the table and the fields with which a phone posts an action."""
    return _POSTS.get(key, _sitting_post)(before, written(key, action))


def _keys(data: dict[str, Any]) -> str:
    """An action as the value of its key."""
    given = {name: "true" if value is True else value for name, value in data.items() if name != "type"}
    return " ".join([data["type"], *(f"{name}={value}" for name, value in given.items())])


def _havilering_post(before: Any, data: dict[str, Any]) -> tuple[str, dict[str, str]]:
    named = ".".join(name for name, times in data.get("items", {}).items() for _ in range(times))
    match data["type"]:
        case "trick":
            led = {"leader": data["leader"]} if "leader" in data else {}
            return "enter", {"kind": "tricks", "draft": ".".join(data["cards"]), **led}
        case "claim":
            return "enter", {"do": "claim", "kind": "claim", "draft": named}
        case "muggins":
            return "enter", {"do": f"muggins by={data['by']}", "kind": "call", "way": "call", "draft": named}
        case "adjust":
            fields = {"side": data["side"], "points": str(abs(data["points"])), "reason": data["reason"]}
            return "ruling", fields | {"give": "1" if data["points"] >= 0 else "-1"}
    return "enter", {"do": _keys(data)}


def _cribbage_post(before: Any, data: dict[str, Any]) -> tuple[str, dict[str, str]]:
    kind, phase = data["type"], {"phase": before.phase.value}
    if "cards" in data:
        *first, last = data["cards"]
        return "enter", phase | {"way": "hands", "cards": ".".join(first), "card": last}
    if "card" in data:
        return "enter", phase | {"way": "cards", "card": data["card"]}
    if kind == "adjust":
        return "adjust", {name: str(data[name]) for name in ("player", "points", "reason")}
    words = [data.get("kind"), data.get("against"), data.get("player") if kind == "peg" else None, data.get("answer")]
    if kind in ("hand", "crib", "claim"):
        kind = "total"
    points = data.get("points")
    told = " ".join([kind, *filter(None, words), *([] if points in (None, "") else [str(points)])])
    return "enter", phase | {"way": "points", "do": told}


def _sitting_post(before: Any, data: dict[str, Any]) -> tuple[str, dict[str, str]]:
    kind = data["type"]
    if kind == "count":
        order = before.setup.clockwise(before.setup.left(before.deal.dealer))
        numbers = ".".join(str(data["taken"][seat]) for seat in order)
        return "enter", {"way": "count", "kind": "count", "draft": numbers, "order": ".".join(order)}
    if kind == "adjust":
        return "adjust", {name: str(data[name]) for name in ("player", "points", "reason")}
    return _cards_post(before, data)


def _cards_post(before: Any, data: dict[str, Any]) -> tuple[str, dict[str, str]]:
    kind = data["type"]
    if kind == "trick":
        led = {"leader": data["leader"]} if data.get("leader") else {}
        return "enter", {"way": "tricks", "kind": "tricks", "draft": ".".join(data["cards"]), **led}
    if kind == "trump" and "card" in data:
        return "enter", {"way": "tricks", "kind": "trump", "draft": data["card"]}
    if kind == "adjust":
        what = "points" if "points" in data else "strokes"
        return "adjust", {"side": data["side"], "what": what, "number": str(data[what]), "reason": data["reason"]}
    return "enter", {"do": _keys(data)}


def _karnoffel_post(before: Any, data: dict[str, Any]) -> tuple[str, dict[str, str]]:
    match data:
        case {"type": "chosen", "suit": suit}:
            return "enter", {"way": "suit", "kind": "suit", "draft": suit}
        case {"type": "chosen", "cards": cards}:
            return "enter", {"way": "four", "kind": "four", "draft": ".".join(cards)}
        case {"type": "result", "side": side, "lost": lost}:
            return "enter", {"way": "result", "kind": "result", "draft": f"{side}.{lost}"}
        case {"type": "adjust"}:
            return "adjust", {name: str(data[name]) for name in ("side", "deals", "reason")}
    return _cards_post(before, data)


_POSTS: dict[str, Callable[[Any, dict[str, Any]], tuple[str, dict[str, str]]]] = {
    "havilering": _havilering_post,
    "cribbage": _cribbage_post,
    "grevjass": _cards_post,
    "karnoffel": _karnoffel_post,
}


@dataclass
class Waiting:
    """An entry that waits on a phone."""

    key: str
    action: Any
    to: str
    fields: dict[str, str]


@dataclass(frozen=True)
class Answer:
    """The answer that a phone gets."""

    status: int
    stands: bool
    text: str


@lru_cache(maxsize=1)
def token_of(client: Any) -> str:
    """The token that a client sends with every post, the same on all its pages."""
    page = client.get(f"/books/{BOOK}/new").get_data(as_text=True)
    return str(re.findall(r'name="csrf(?:_token)?" (?:value|content)="([^"]+)"', page)[0])


class Desk:
    """A match that several phones enter."""

    def __init__(self, client: Any, service: Any, key: str, record: Any) -> None:
        self.client, self.service, self.key, self.game = client, service, key, GAMES[key]
        self.record = record
        self.token = token_of(client)

    def open(self, actions: tuple[Any, ...]) -> None:
        """A new match with some actions. No two have the same record."""
        others = len(self.service.database.numbers(BOOK))
        setup = replace(self.record.setup, started=self.record.setup.started + timedelta(days=others))
        record = replace(self.record, setup=setup, actions=actions)
        ((self.number, is_new),) = self.service.import_records(BOOK, [record])
        assert is_new
        within = "" if self.key == "havilering" else f"/{self.key}"
        self.address = f"{within}/matches/{self.number}/"

    @property
    def match(self) -> Any:
        return self.service.current(self.number).whole_match

    @property
    def version(self) -> int:
        return int(self.service.version(self.number))

    @property
    def outcome(self) -> Any:
        return self.game.outcome(self.match)

    def outcome_of(self, actions: Sequence[Any]) -> Any:
        """The outcome of some actions."""
        return self.game.outcome(self.game.fold(self.match.setup, actions))


@dataclass
class Phone:
    """A phone at a table: what it has seen, and what waits on it."""

    desk: Desk
    name: str
    waiting: list[Waiting] = field(default_factory=list)
    version: int = 0
    seen: Any = None
    made: Iterator[int] = field(default_factory=count)

    def look(self) -> None:
        """Load the table."""
        self.version, self.seen = self.desk.version, self.desk.match

    @property
    def believed(self) -> Any:
        """The match as this phone knows it, with what waits."""
        match = self.seen
        for item in self.waiting:
            match = self.desk.game.step(match, item.action)
        return match

    @property
    def can_go_on(self) -> bool:
        """True if the waiting entries still fit what this phone has seen since."""
        try:
            return self.believed is not None
        except RefusedError:
            return False

    def enter(self, action: Any) -> None:
        """Tap something. The first entry that waits names its turn, a later one the entry before it."""
        before, desk = self.believed, self.desk
        to, fields = fields_of(desk.key, before, action)
        if not is_of_a_turn(desk.key, action):
            place = {"version": str(self.version)}
        elif self.waiting and desk.key != "havilering":
            place = {"after": self.waiting[-1].key, "turn": ""}
        else:
            place = {"turn": desk.game.turn_of(before)}
        self.waiting.append(Waiting(f"{self.name}{next(self.made)}", action, to, fields | place))

    def send(self) -> Answer:
        """Send the first entry that waits; what follows one that stands comes after that."""
        item, desk = self.waiting.pop(0), self.desk
        form = {"version": str(self.version), "key": item.key, "csrf_token": desk.token} | item.fields
        answer = desk.client.post(desk.address + item.to, data=form, headers={"HX-Request": "true"})
        text = answer.get_data(as_text=True)
        stands = re.search('data-stands="([^"]*)"', text)
        for later in self.waiting:
            if stands and later.fields.get("after") == item.key:
                later.fields |= {"after": "", "turn": stands[1]}
        if answer.status_code == 303:
            text = desk.client.get(answer.location).get_data(as_text=True)
        self.look()
        return Answer(200 if answer.status_code == 303 else answer.status_code, TOLD in text, text)


def played(key: str, seeds: range) -> Iterator[Any]:
    """Records of a game, as `Record`."""
    for seed in seeds:
        record = GAMES[key].read(copy.deepcopy(SAMPLES[key].play(seed)))
        yield replace(record, actions=tuple(replace(action, at=None) for action in record.actions))

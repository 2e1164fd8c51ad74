"""The match record as JSON, for exchange with other programs.

Reading checks only the shape, and reports every fault with its place; `replay` checks whether the actions are legal.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from typing import Any

from referee.cards import PACK, Card, codes
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader
from referee.games.cribbage import match as referee
from referee.games.cribbage.actions import (
    Action,
    Adjust,
    Claim,
    Crib,
    Deal,
    Go,
    Hand,
    Kind,
    Misdeal,
    Muggins,
    Peg,
    Penalty,
    Play,
    Reply,
    Setup,
    Starter,
)
from referee.games.cribbage.counting import TOTALS
from referee.games.cribbage.seats import SEAT_NAMED, Seat
from referee.games.cribbage.setups import SETUP_KEYS, setup_from, write_setup
from referee.games.cribbage.state import Match
from referee.games.game import Record

FORMAT, VERSION = "cribbage-match", 1
REASON_LENGTH = 200
ADJUSTMENTS, CALLS, PEGS, OVERPEGS = range(-1000, 1001), range(1, 30), range(1, 100), range(100)
_KINDS = {kind.value: kind for kind in Kind}
_ANSWERS = {"yes": True, "no": False}

MatchRecord = Record[Setup, Action]


def read(data: object) -> MatchRecord:
    """Read a record from parsed JSON. Raises RefusedError with every fault and its place."""
    reader = FieldReader()
    fields = reader.fields(data, "the record", ("format", "version", *SETUP_KEYS, "actions"), optional=("rules",))
    if "format" in fields and fields["format"] != FORMAT:
        reader.fail("format", f"is not “{FORMAT}”, so this is not a match record")
    reader.version(fields, VERSION)
    setup = setup_from(reader, fields)
    entries = fields.get("actions", [])
    if not isinstance(entries, list):
        reader.fail("actions", "is not a list")
        entries = []
    actions = [_action(reader, entry, f"action {number}") for number, entry in enumerate(entries, 1)]
    reader.done()
    assert setup is not None
    return Record(setup, tuple(action for action in actions if action is not None))


def replay(record: MatchRecord) -> Match:
    """The match after the actions of a record. Raises RefusedError naming the first illegal one."""
    try:
        return referee.fold(record.setup, record.actions)
    except referee.IllegalActionError as illegal:
        place = f"action {illegal.number} ({write_action(illegal.action)['type']})"
        raise RefusedError(
            *(Fault(fault.code, f"{place}: {fault.text}", fault.about) for fault in illegal.faults)
        ) from illegal


def digest(record: MatchRecord) -> str:
    """A hash that only equal records share."""
    timeless = replace(record, actions=tuple(replace(action, at=None) for action in record.actions))
    times = [record.setup.started, *(action.at for action in record.actions)]
    # Normalise the times, so that the UTC offset makes no difference.
    moments = [moment and moment.astimezone(UTC).isoformat() for moment in times]
    text = json.dumps([write(timeless) | {"started": ""}, moments], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def read_action(data: object) -> Action:
    """Read one action. Raises RefusedError with every fault."""
    reader = FieldReader()
    action = _action(reader, data, "action")
    reader.done()
    assert action is not None
    return action


def write(record: MatchRecord) -> dict[str, Any]:
    """The record as plain data for JSON; `read` gives the same record back."""
    actions = [write_action(action) for action in record.actions]
    return {"format": FORMAT, "version": VERSION, **write_setup(record.setup), "actions": actions}


def write_action(action: Action) -> dict[str, Any]:
    """One action as plain data for JSON; an optional key without a value is left out."""
    data: dict[str, Any] = {"type": type(action).__name__.lower()}
    match action:
        case Starter() | Play():
            data["card"] = action.card.code
        case Hand() | Crib():
            data |= {"cards": codes(action.cards)} if action.cards else {"points": action.points}
        case Claim() | Muggins() | Peg():
            data["points"] = action.points
        case Reply():
            data["answer"] = "yes" if action.takes else "no"
        case Penalty():
            data |= {"kind": action.kind.value, "against": action.against.value}
            data |= {"points": action.points} if action.kind is Kind.OVERPEG else {}
        case Adjust():
            data |= {"points": action.points, "reason": action.reason}
        case Go() | Deal() | Misdeal():
            pass
    player = getattr(action, "player", None)
    if player is not None:
        data["player"] = player.value
    if action.at is not None:
        data["at"] = action.at.isoformat()
    return data


class _Fields:
    """The fields of one action, read with their place."""

    def __init__(self, reader: FieldReader, fields: dict[str, Any], place: str) -> None:
        self.reader, self.fields, self.place = reader, fields, place

    def card(self) -> Card:
        """The card; any card, if a fault was noted."""
        return (*self.reader.cards([self.fields["card"]], f"{self.place}: card", "one is expected"), PACK[0])[0]

    def four(self) -> tuple[Card, ...]:
        before = self.reader.count
        cards = self.reader.cards(self.fields["cards"], f"{self.place}: cards", "a hand or crib has four")
        if self.reader.count == before and (len(cards) != 4 or len(set(cards)) < 4):
            self.reader.fail(f"{self.place}: cards", "are not four different cards")
        return cards

    def whole(self, among: range) -> int:
        return self.reader.whole(self.fields["points"], f"{self.place}: points", among)

    def total(self) -> int:
        points = self.fields["points"]
        if type(points) is not int or points not in TOTALS:
            self.reader.fail(f"{self.place}: points", "is not a total of a hand: 0 to 18, 20 to 24, 28 or 29")
            return 0
        return points

    def seat(self, key: str = "player") -> Seat:
        return self.reader.among(self.fields[key], f"{self.place}: {key}", SEAT_NAMED, Seat.N)

    @property
    def player(self) -> Seat | None:
        return self.seat() if "player" in self.fields else None

    def shown(self, kind: type[Hand] | type[Crib], at: Any) -> Action | None:
        if ("cards" in self.fields) == ("points" in self.fields):
            self.reader.fail(self.place, "has not one of “cards” and “points”")
            return None
        if "cards" in self.fields:
            return kind(self.four(), player=self.player, at=at)
        return kind(points=self.total(), player=self.player, at=at)

    def penalty(self, at: Any) -> Action | None:
        kind = self.reader.among(self.fields["kind"], f"{self.place}: kind", _KINDS, Kind.WRONG_HAND)
        if ("points" in self.fields) != (kind is Kind.OVERPEG):
            self.reader.fail(self.place, "has “points” if, and only if, something was pegged too much")
            return None
        points = self.whole(OVERPEGS) if kind is Kind.OVERPEG else 0
        return Penalty(kind, self.seat("against"), points, at=at)

    def adjust(self, at: Any) -> Action:
        reason = self.reader.words(self.fields["reason"], f"{self.place}: reason", REASON_LENGTH)
        if not reason.strip():
            self.reader.fail(f"{self.place}: reason", "is empty: say what happened")
        return Adjust(self.seat(), self.whole(ADJUSTMENTS), reason, at=at)

    def reply(self, at: Any) -> Action:
        takes = self.reader.among(self.fields["answer"], f"{self.place}: answer", _ANSWERS, False)
        return Reply(takes, self.player, at=at)


_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "starter": (("card",), ()),
    "play": (("card",), ("player",)),
    "go": ((), ("player",)),
    "peg": (("player", "points"), ()),
    "hand": ((), ("cards", "points", "player")),
    "crib": ((), ("cards", "points", "player")),
    "claim": (("points",), ("player",)),
    "muggins": (("points",), ("player",)),
    "deal": ((), ()),
    "reply": (("answer",), ("player",)),
    "misdeal": ((), ()),
    "penalty": (("kind", "against"), ("points",)),
    "adjust": (("player", "points", "reason"), ()),
}
"""The keys of each type of action: those it must have, and those it may have."""
_READERS: dict[str, Callable[[_Fields, Any], Action | None]] = {
    "starter": lambda of, at: Starter(of.card(), at=at),
    "play": lambda of, at: Play(of.card(), of.player, at=at),
    "go": lambda of, at: Go(of.player, at=at),
    "peg": lambda of, at: Peg(of.seat(), of.whole(PEGS), at=at),
    "hand": lambda of, at: of.shown(Hand, at),
    "crib": lambda of, at: of.shown(Crib, at),
    "claim": lambda of, at: Claim(of.total(), of.player, at=at),
    "muggins": lambda of, at: Muggins(of.whole(CALLS), of.player, at=at),
    "deal": lambda of, at: Deal(at=at),
    "reply": lambda of, at: of.reply(at),
    "misdeal": lambda of, at: Misdeal(at=at),
    "penalty": lambda of, at: of.penalty(at),
    "adjust": lambda of, at: of.adjust(at),
}


def _action(reader: FieldReader, data: object, place: str) -> Action | None:
    """Read one action; None only if a fault was noted."""
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _KEYS:
        reader.fail(place, f"has no type that is understood: {', '.join(_KEYS)}")
        return None
    place = f"{place} ({kind})"
    required, optional = _KEYS[kind]
    before = reader.count
    fields = reader.fields(data, place, ("type", *required), (*optional, "at"))
    at = reader.moment(fields["at"], f"{place}: at") if "at" in fields else None
    return _READERS[kind](_Fields(reader, fields, place), at) if reader.count == before else None

"""The shapes of the actions in records of Havilering."""

from referee.fields import FieldReader
from referee.games.havilering.actions import Adjust, Answer, Claim, Misdeal, Muggins, NextDeal, Play, Reply
from referee.games.havilering.combinations import Item
from referee.games.havilering.seats import Seat, Side
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.values import POINTS, REASON_LENGTH, Value, Widget, cards, member, numbers_of

COUNTS = range(100)


def _read_reason(reader: FieldReader, value: object, place: str) -> str:
    return reader.words(value, place, REASON_LENGTH)


_SEAT = member(Seat, Widget.SEAT)
_ITEMS = numbers_of({item.value: item for item in Item}, COUNTS)
CARDS = cards("a trick has four")
"""The cards of a trick, in any usual spelling. Rule 1.5."""

KINDS: Kinds = {
    "trick": Kind(Play, {"cards": CARDS}, {"leader": _SEAT}, in_turn=True),
    "claim": Kind(Claim, {"items": _ITEMS}, in_turn=True),
    "muggins": Kind(Muggins, {"by": _SEAT, "items": _ITEMS}),
    "deal": Kind(NextDeal),
    "reply": Kind(Reply, {"answer": member(Answer)}, {"player": _SEAT}),
    "misdeal": Kind(Misdeal),
    "adjust": Kind(Adjust, {"side": member(Side), "points": POINTS, "reason": Value(_read_reason)}),
}
"""The types of action by name."""

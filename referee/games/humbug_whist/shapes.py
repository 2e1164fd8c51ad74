"""The shapes of the actions in records of Humbug Whist."""

from referee.games.humbug_whist.actions import SEATS, TRICKS, Revoke, Trump
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.values import CARD, number, seat
from referee.games.sittings.shapes import taken, usual_kinds

_SEAT = seat(SEATS)
_USUAL = usual_kinds(_SEAT, "a trick has two", taken(SEATS, TRICKS))

KINDS: Kinds = {
    "trump": Kind(Trump, {"card": CARD}, in_turn=True),
    "trick": _USUAL["trick"],
    "count": _USUAL["count"],
    "revoke": Kind(Revoke, {"player": _SEAT}, {"trick": number(range(1, TRICKS + 1))}),
    **_USUAL,
}
"""The types of action by name."""

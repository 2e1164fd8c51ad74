"""The shapes of the actions in records of Humbug Whist."""

from referee.games.humbug_whist.actions import SEATS, TRICKS, Revoke, Trump
from referee.games.sittings.actions import Count, Play
from referee.games.sittings.records import (
    CARD,
    Kind,
    cards_value,
    seat_value,
    taken_value,
    usual_kinds,
    whole_value,
)

_SEAT = seat_value(SEATS)

KINDS = {
    "trump": Kind(Trump, {"card": CARD}),
    "trick": Kind(Play, {"cards": cards_value("a trick has two")}, {"leader": _SEAT}),
    "count": Kind(Count, {"taken": taken_value(SEATS, TRICKS)}),
    "revoke": Kind(Revoke, {"player": _SEAT}, {"trick": whole_value(range(1, TRICKS + 1))}),
    **usual_kinds(_SEAT),
}
"""The types of action by name."""

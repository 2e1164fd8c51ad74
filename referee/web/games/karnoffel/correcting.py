"""Corrections of Karnöffel for the core's pages. Nothing is closed (2.4)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.games.edits import Transition
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import Action, Choose
from referee.games.karnoffel.state import Match
from referee.web.corrections.questions import EntryRequest
from referee.web.sittings.races import RaceCorrections


class KarnoffelCorrections(RaceCorrections):
    """The correction pages of Karnöffel."""

    forgettable = ("trick", "result", "misdeal", "chosen", "adjust")
    longer = MappingProxyType({"chosen": "chosen suit"})
    awaited_in = MappingProxyType({"choose": ("chosen", "The chosen suit"), "play": ("trick", "A trick")})

    def describe(self, done: Transition[Match, Action], now: Match, opened: Any = ()) -> str:
        """An action in words, with its consequences."""
        if isinstance(done.action, Choose):
            return talk.chosen_text(now, done.after.deal).rstrip(".")
        return super().describe(done, now, opened)

    def in_hand(self, match: Match) -> str:
        """The deal in hand, once it is begun."""
        suit = match.deal.chosen
        return f"{suit.plural if suit else ''}, {super().in_hand(match)}"

    def _by_suit(self, request: EntryRequest) -> bool:
        """True if the form asks only for the chosen suit, not for the four cards."""
        return request.inputs.get("by", "cards" if "cards" in request.stands else "suit") == "suit"

    def cards_needed(self, request: EntryRequest) -> int:
        """Four, unless only the suit is named."""
        return 0 if request.stands["type"] == "chosen" and self._by_suit(request) else super().cards_needed(request)

    def content(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The keys of an action but for its cards, from the fields of its form."""
        content = super().content(name, values)
        if name == "chosen" and values.get("by", "suit" if values.get("suit") else "cards") == "cards":
            content.pop("suit", None)
        return content

    def more_variables(self, request: EntryRequest) -> dict[str, Any]:
        """The form for choosing the suit by its name instead of four cards, or the reverse."""
        if request.stands["type"] != "chosen":
            return {}
        if self._by_suit(request):
            return {"by": "suit", "instead": {"by": "cards", "words": "Enter the four cards instead"}}
        return {"by": "cards", "fields": {}, "instead": {"by": "suit", "words": "Enter only the suit instead"}}

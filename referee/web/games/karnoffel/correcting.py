"""Corrections of Karnöffel for the core's pages. Nothing is closed (2.4)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from referee.games.edits import Transition
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import Action, Choose, Result
from referee.games.karnoffel.state import Match, Phase
from referee.games.kit.sides import SIDE_WORDS
from referee.games.sittings.actions import Misdeal, Play
from referee.games.sittings.state import Misdealt
from referee.match.corrections import Misfit
from referee.web.corrections.questions import EntryRequest, Offer
from referee.web.games.karnoffel import texts
from referee.web.tables.correcting import Corrections

_AWAITED = {Phase.CHOOSE: "chosen", Phase.PLAY: "trick", Phase.OVER: "adjust"}
_MOVED = "How many deals, −2 takes two away"


class KarnoffelCorrections(Corrections):
    """The correction pages of Karnöffel."""

    bare = frozenset({"misdeal"})
    forgettable = ("trick", "result", "misdeal", "chosen", "adjust")
    longer = MappingProxyType({"chosen": "chosen suit"})
    labels = MappingProxyType({"lost": "Tricks of the others", "deals": _MOVED, "leader": "Who led"})

    def told(self, done: Transition[Match, Action], now: Match, opened: Any = ()) -> str:
        """An action in words, with what followed from it."""
        action, after, before = done.action, done.after, done.before
        of_it = (each for each in reversed(after.all_deals) if each.number == before.deal.number and each.entries)
        deal = next(of_it, None)
        match action:
            case Choose():
                return talk.chosen_told(now, after.deal).rstrip(".")
            case Play() if deal:
                trick = deal.tricks[-1]
                told = talk.trick_told(now, deal, trick).rstrip(".")
                return f"{self.trick_led(now, trick.number, trick.leader, trick.cards)}. {told}"
            case Result():
                return f"Result: {SIDE_WORDS[action.side]} win the deal, 3–{action.lost}"
            case Misdeal():
                return "Misdeal: the deal is void"
        events = [event for event in after.deal.events if not isinstance(event, Misdealt)]
        return talk.event_told(now, events[-1])

    def offers(self, misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
        """Entries that may have been forgotten before a misfit."""
        kind, elsewhere = self.awaited(match), self.is_elsewhere(misfit)
        if kind == "adjust":
            return "", []
        missing = "The chosen suit" if kind == "chosen" else "A trick"
        found = [Offer(f"{missing} is missing before it: add it", insert=kind, is_missing=not elsewhere)]
        if elsewhere:
            found += [Offer("A result is missing before it: add it", insert="result"), self.void]
        return "", found

    # --- forms ---------------------------------------------------------------------------------------------------

    def awaited(self, match: Match) -> str:
        """The type of the entry that a match waits for."""
        return _AWAITED[match.phase]

    def _by_suit(self, asked: EntryRequest) -> bool:
        """True if only the chosen suit is asked for, and not the four cards."""
        return asked.given.get("by", "cards" if "cards" in asked.stands else "suit") == "suit"

    def cards_asked(self, asked: EntryRequest) -> int:
        """Four, unless only the suit is named."""
        return 0 if asked.stands["type"] == "chosen" and self._by_suit(asked) else super().cards_asked(asked)

    def content(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The keys of an action but for its cards, from the fields of its form."""
        found = super().content(name, values)
        if name == "chosen" and values.get("by", "suit" if values.get("suit") else "cards") == "cards":
            found.pop("suit", None)
        return found

    def place_names(self, asked: EntryRequest, number: int) -> Sequence[str]:
        """The players, as the trick goes round or the cards are dealt."""
        match = asked.before
        leader = asked.stands.get("leader") if asked.stands["type"] == "trick" else None
        return [match.player(seat) for seat in match.setup.clockwise(leader or match.expected_leader)]

    def more_shown(self, asked: EntryRequest) -> dict[str, Any]:
        """The other way to say which suit is chosen."""
        if asked.stands["type"] != "chosen":
            return {}
        if self._by_suit(asked):
            return {"by": "suit", "instead": {"by": "cards", "words": "Enter the four cards instead"}}
        return {"by": "cards", "fields": {}, "instead": {"by": "suit", "words": "Enter only the suit instead"}}

    # --- before and after ----------------------------------------------------------------------------------------

    def deals(self, match: Match) -> Sequence[str]:
        """The dealer and the result of each deal."""
        return [f"{match.player(deal.dealer)} deals; {talk.deal_told(match, deal)}" for deal in match.deals]

    def states(self, match: Match) -> dict[str, str]:
        """The deal in hand, the score, and what comes next."""
        in_hand = f"{match.deal.chosen.plural}, {talk.tricks_told(match.deal)}" if match.deal.chosen else "–"
        return {"In hand": in_hand, "Totals": str(match.score), "Next": texts.awaited(match)}

    def brief(self, before: Match, now: Match) -> str:
        """The result of the deal."""
        number = before.deal.number
        if number > len(now.deals):
            return "" if now.phase is Phase.OVER else "being played"
        return talk.deal_told(now, now.deals[number - 1]).rstrip(".")

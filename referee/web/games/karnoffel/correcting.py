"""Corrections of Karnöffel for the core's pages. Nothing is closed (2.4)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from referee.english import in_words, number_of
from referee.games.edits import Transition
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import TRICKS, Action, Choose, Result
from referee.games.karnoffel.state import Adjusted, Match
from referee.games.kit.sides import SIDE_WORDS
from referee.games.sittings.actions import Misdeal, Play
from referee.match.corrections import Misfit
from referee.web.corrections.questions import EntryRequest, Offer
from referee.web.games.karnoffel import texts
from referee.web.games.karnoffel.forms import HOW_MANY
from referee.web.tables.correcting import Corrections

_AWAITED = {"choose": ("chosen", "The chosen suit"), "play": ("trick", "A trick")}
"""The type of the entry awaited in each phase but the last, and the words for it."""


class KarnoffelCorrections(Corrections):
    """The correction pages of Karnöffel."""

    bare = frozenset({"misdeal"})
    labels = MappingProxyType({"lost": "Tricks of the others", "deals": HOW_MANY, "leader": "Who led"})
    instead = MappingProxyType({"cards": "Enter the four cards instead", "suit": "Enter only the suit instead"})
    forgettable = ("trick", "result", "misdeal", "chosen", "adjust")
    longer = MappingProxyType({"chosen": "chosen suit"})

    def describe(self, done: Transition[Match, Action], now: Match, opened: Any = ()) -> str:
        """An action in words, with its consequences."""
        action, after, before = done.action, done.after, done.before
        if isinstance(action, Choose):
            return talk.chosen_text(now, after.deal).rstrip(".")
        if isinstance(action, Play):
            of_it = (each for each in reversed(after.all_deals) if each.number == before.deal.number and each.tricks)
            deal = next(of_it)
            trick = deal.tricks[-1]
            led = self.trick_led(now, trick.number, trick.leader, trick.cards)
            return f"{led}. {talk.trick_text(now, deal, trick)}".rstrip(".")
        if isinstance(action, Result):
            return f"Result: {SIDE_WORDS[action.side]} win the deal, {TRICKS}–{action.lost}"
        if isinstance(action, Misdeal):
            return "Misdeal: the deal is void"
        rulings = [event for event in after.deal.events if isinstance(event, Adjusted)]
        return talk.event_text(now, rulings[-1])

    def offers(self, misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
        """Entries that may have been forgotten before a misfit."""
        kind, elsewhere = self.awaited(match), self.is_elsewhere(misfit)
        if kind == "adjust":
            return "", []
        missing = _AWAITED[match.phase.value][1]
        offers = [Offer(f"{missing} is missing before this: add it", insert=kind, is_missing=not elsewhere)]
        if elsewhere:
            offers += [Offer("A result is missing before this: add it", insert="result"), self.void]
        return "", offers

    def awaited(self, match: Match) -> str:
        """The type of the entry that a match waits for."""
        return _AWAITED.get(match.phase.value, ("adjust", ""))[0]

    def place_names(self, request: EntryRequest, number: int) -> Sequence[str]:
        """The players, in order of play or of dealing."""
        match, leader = request.before, {**request.stands, **request.inputs}.get("leader")
        is_led = request.stands["type"] == "trick" and leader in match.setup.players
        return [match.player(seat) for seat in match.setup.clockwise(leader if is_led else match.expected_leader)]

    def deals(self, match: Match) -> Sequence[str]:
        """The dealer and the result of each deal."""
        return [f"{match.player(deal.dealer)} deals; {talk.deal_text(match, deal)}" for deal in match.deals]

    def in_hand(self, match: Match) -> str:
        """The suit of the deal in hand, once it is begun, and its tricks: `hearts, N–S two tricks to one`."""
        suit, ns, ew = match.deal.chosen, match.deal.taken.ns, match.deal.taken.ew
        side = SIDE_WORDS["NS" if ns > ew else "EW"]
        tricks = f"{side} {number_of(max(ns, ew), 'trick')} to {in_words(min(ns, ew))}"
        level = f"{number_of(ns, 'trick')} each" if ns else "no trick yet"
        return f"{suit.plural if suit else ''}, {level if ns == ew else tricks}"

    def states(self, match: Match) -> dict[str, str]:
        """The deal in hand, the score, and what comes next."""
        in_hand = self.in_hand(match) if match.deal.entries else "–"
        return {"In hand": in_hand, "Totals": str(match.score), "Next": texts.awaited(match)}

    def brief(self, before: Match, now: Match) -> str:
        """The result of the deal."""
        number = before.deal.number
        if number > len(now.deals):
            return "" if now.winner else "being played"
        return talk.deal_text(now, now.deals[number - 1]).rstrip(".")

"""Corrections of the entries of a sitting, and their words, for the core's pages."""

from collections.abc import Collection, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from referee.english import plural, titled
from referee.games.edits import Transition
from referee.games.sittings.actions import Count, Finish, Play, Settle
from referee.games.sittings.outcome import balances
from referee.games.sittings.seen import is_public
from referee.games.sittings.state import AnyMatch, Phase
from referee.match.corrections import Misfit
from referee.web.corrections.questions import EntryRequest, Offer
from referee.web.tables.correcting import Corrections

if TYPE_CHECKING:
    from referee.web.sittings.pages import SittingPages


class SittingCorrections(Corrections):
    """The correction pages of a sitting."""

    pages: "SittingPages"
    elsewhere = frozenset({"other-deal", "wrong-phase"})
    bare = frozenset({"settle", "finish", "misdeal"})
    not_there = "not settled"
    longer = MappingProxyType(
        {"settle": "settlement", "irregular": "wrong number of cards", "take-last": "last trick"}
    )
    forgettable = ("count", "trick", "revoke", "adjust", "misdeal")

    def awaited(self, match: AnyMatch) -> str:
        """The type of the entry that a match waits for."""
        if match.phase is not Phase.PLAY:
            return "settle" if match.phase is Phase.SETTLE else "adjust"
        return "trick" if match.deal.tricks and not match.deal.must_be_counted else "count"

    def cards_needed(self, request: EntryRequest) -> int:
        """Count the cards that are picked: an optional one belongs to an exposed card, and to a demand to play it."""
        kinds = {request.inputs.get(key, request.stands.get(key)) for key in ("kind", "choice")}
        is_wanted = request.stands["type"] in ("trump", "trick") or bool(kinds & {"exposed", "play"})
        return super().cards_needed(request) if is_wanted else 0

    def describe(self, done: Transition[AnyMatch, Any], now: AnyMatch, opened: Collection[Any] = ()) -> str:
        """An action in words. A trick of the deal in hand is closed, unless its cards are among those `opened`."""
        action, before = done.action, done.before
        match action:
            case Play():
                number = len(before.deal.tricks) + 1
                if (not is_public(now, done) or _is_in_hand(now, action)) and action.cards not in opened:
                    return f"Trick {number}"
                return self.trick_led(now, number, action.leader or before.expected_leader, action.cards)
            case Count():
                taken = [f"{name} {action.taken.get(seat, 0)}" for seat, name in now.setup.players.items()]
                return f"{titled(before.setup.counts)} counted: {', '.join(taken)}"
            case Settle():
                settled = self.pages.settled_line(done.after, done.after.deals[before.deal.number - 1])
                return f"Deal {before.deal.number} settled. {settled}".rstrip(".")
            case Finish():
                return "The sitting was finished"
        if self.type_of(action) == "trump":
            return f"Turned up: {action.card}"
        # A new event, or one that the action changed, such as the fault that a demand answers.
        event = done.after.deal.event_since(done.before.deal)
        return str(self.pages.talk.event_line(now, event)).rstrip(".")

    def may_change(self, misfit: Misfit, match: AnyMatch) -> bool:
        """Return True if a misfit could fit with other content; most of them can be entered at any time."""
        elsewhere = any(fault.code in self.elsewhere for fault in misfit.faults)
        return not elsewhere and self.type_of(misfit.placed.action) not in self.bare

    def offers(self, misfit: Misfit, match: AnyMatch, may_change: bool) -> tuple[str, list[Offer]]:
        """Return the entries that may have been forgotten before a misfit."""
        offers = list[Offer]()
        if match.phase is Phase.SETTLE:
            offers.append(Offer("The deal was settled before it", {"type": "settle"}))
        elif match.phase is Phase.PLAY:
            is_missing = isinstance(misfit.placed.action, Settle) or misfit.is_misplaced
            offers.append(Offer("A count is missing before this: add it", insert="count", is_missing=is_missing))
            if match.deal.tricks:
                offers.append(Offer("A trick is missing before this: add it", insert="trick"))
        if self.is_elsewhere(misfit):
            offers.append(self.void)
        return "", offers

    def deals(self, match: AnyMatch) -> Sequence[str]:
        """Describe the settlement of each settled deal."""
        return [self.pages.settled_line(match, deal) for deal in match.deals if deal.settlement]

    def states(self, match: AnyMatch) -> dict[str, str]:
        """The totals, the pool, and what comes next."""
        return {"Totals": balances(match, match.score), "Pool": self.pages.pool(match), "Next": _next(match)}

    def refused(self, noted: Any) -> str:
        """A count that the tricks tapped contradict."""
        return f"A count of deal {noted['deal']} was refused: the tricks tapped show more"

    def note(self, before: AnyMatch, now: AnyMatch) -> str:
        """Return the note that the tricks of the deal in hand are closed."""
        if before.deal.number == now.deal.number and now.phase is Phase.PLAY and now.deal.tricks:
            return "This deal is in play, so its tricks are closed. Open one if the table agrees."
        return ""

    def brief(self, before: AnyMatch, now: AnyMatch) -> str:
        """Describe the settlement of the deal."""
        number = before.deal.number
        if number > now.settled:
            return "" if now.phase is Phase.OVER else "being played"
        return self.pages.settled_line(now, now.deals[number - 1]).rstrip(".")


def _is_in_hand(now: AnyMatch, action: Play) -> bool:
    """Return True if a trick of the log is in the deal in hand, even if a correction has renumbered it."""
    return now.phase is Phase.PLAY and action.cards in now.deal.entries


def _next(match: AnyMatch) -> str:
    if match.phase is Phase.OVER:
        return "The match is over"
    deal = match.deal
    where = f"Deal {deal.number}, {match.player(deal.dealer)} deals"
    if match.phase is Phase.SETTLE:
        return f"{where}: to be settled"
    tricks = f", {plural(len(deal.tricks), 'trick')} tapped" if deal.tricks else ""
    return f"{where}{tricks}: {match.player(match.expected_leader)} leads"

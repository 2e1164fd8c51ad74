"""The view model of the table: everything that its templates show, computed from the current match."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from referee.cards import codes
from referee.english import plural
from referee.games.edits import Transition
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import TRICKS as TO_WIN
from referee.games.karnoffel.actions import Action, Adjust
from referee.games.karnoffel.state import Match
from referee.games.karnoffel.tricks import NAMES
from referee.games.kit.sides import other
from referee.games.sittings.actions import Misdeal
from referee.web.components import picking
from referee.web.components.seating import Seating
from referee.web.games.karnoffel.entries import FOUR, RESULT, SUIT, TRICKS, WAYS, begun
from referee.web.tables import announcing
from referee.web.tables.screen import Moment, Reason
from referee.web.tables.tricks import SidesScreen, SideView

_WORDS = {SUIT: "Name the suit", FOUR: "The four cards", TRICKS: "By tricks", RESULT: "Result"}


class KarnoffelScreen(SidesScreen):
    """The table at one moment."""

    match: Match
    cards_of = (TRICKS, FOUR)
    names_of_ranks = NAMES
    tricks_to_win = TO_WIN

    @property
    def pad(self) -> Sequence[Any]:
        """The keys of the pack in use."""
        return picking.pad_of(self.setup.pack)

    @property
    def state(self) -> dict[str, Any]:
        """The state of the deal."""
        return super().state | {
            "chosen": self.deal.chosen.letter if self.deal.chosen else "",
            "begun": begun(self.deal),
            **({"devil-first": ""} if self.rules.devil_first else {}),
        }

    @property
    def panel(self) -> str:
        """The panel of keys: `suit`, `cards`, `result` or `over`."""
        return {FOUR: "cards", TRICKS: "cards"}.get(self.kind, self.kind or self.phase)

    @property
    def ways(self) -> list[tuple[str, str]]:
        """All ways to enter something, with the words of their links: the script may offer another one."""
        return list(_WORDS.items())

    @property
    def open_ways(self) -> set[str]:
        """The other ways to enter what comes next."""
        return set(WAYS[self.match.phase]) - {self.way}

    @property
    def result(self) -> str:
        """The side of a result that is tapped, or an empty text."""
        return str(self.draft.value_of("side"))

    @property
    def least_lost(self) -> int:
        """The tricks that the losers of that result have taken already."""
        return self.deal.taken.of(other(self.result)) if self.result else 0

    # --- the sides and the players ---------------------------------------------------------------------------

    @property
    def seating(self) -> Seating:
        """The four seats with the tapped cards or, before that, with the previous trick or the face-up cards."""
        deal, match = self.deal, self.match
        if deal.tricks:
            return self.seated(deal.tricks[-1])
        return self.seated(past=match.shown(deal), winner=match.chooser(deal) or "")

    @property
    def order(self) -> list[tuple[str, str]]:
        """The order of a trick, once a suit is chosen."""
        return talk.order_of(self.deal.chosen, self.setup.pack) if self.deal.chosen else []

    # --- what was said ---------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment | None:
        """The tricks of each side in a deal, until the next one begins; at the end of the match the deals."""
        match, deal = self.match, self.deal
        if self.current.is_over:
            return Moment("Deals", self.numbers(match.score))
        if not match.deals or deal.entries or deal.misdeals or deal.events or any(self.draft.values):
            return None
        last = match.deals[-1]
        title = f"Tricks in deal {last.number}"
        return Moment(title, self.numbers(last.taken), f"{match.player(deal.dealer)} deals.")

    @property
    def waits_seen(self) -> str:
        """The turn, for watchers."""
        return str(self.pages.texts.awaited(self.match))

    def announcements(self, done: Transition[Match, Action]) -> list[str]:
        """The announcement of the last action; after a trick, with the totals, unless the end of the deal
        announces them."""
        if isinstance(done.action, Misdeal | Adjust):
            return super().announcements(done)
        is_over = len(self.match.deals) > len(done.before.deals)
        return [*self.by_time, *([] if is_over else announcing.totals_since(self, done.before))]

    def spoken_total(self, view: SideView) -> str:
        """The numbers of a side in spoken form."""
        return f"{plural(view.total, 'deal')}, {plural(view.tricks, 'trick')}"

    @property
    def waits(self) -> str:
        """The question."""
        if self.kind == RESULT:
            return "How many tricks for the other side?" if self.result else "Who has won the deal?"
        if self.awaited_name and self.kind == FOUR:
            return f"{self.awaited_name}’s face-up card?"
        return super().waits

    @property
    def strays(self) -> list[tuple[int, str]]:
        """The face-up cards in the last trick not from their owner: the trick's number, and the card."""
        deal, match = self.deal, self.match
        deal = deal if deal.tricks or not match.deals or deal.chosen else match.deals[-1]
        return [(trick.number, stray[1].code) for trick in deal.tricks[-1:] for stray in match.strays(deal, trick)]

    @property
    def reasons(self) -> list[Reason]:
        """Reasons for the last trick, while its winner is told: the rank of each card in it. Rules 3.2 to 3.8."""
        deal = self.deal if self.deal.tricks or not self.match.deals else self.match.deals[-1]
        is_told = deal.tricks and talk.trick_text(self.match, deal, deal.tricks[-1]) in self.recent
        if not is_told or not deal.chosen:
            return []
        cards = deal.tricks[-1].cards
        texts = [f"{card}: {words}." for card, words in talk.each(cards, deal.chosen)]
        what_if = url_for("karnoffel_disputes.trick", cards=".".join(codes(cards)), chosen=deal.chosen.letter,
                          leader=deal.tricks[-1].leader, match=self.current.id)  # fmt: skip
        return [*map(Reason, texts), Reason("", self.pages.rule("3.8"), "Rule 3.8"), Reason("", what_if, "What if?")]

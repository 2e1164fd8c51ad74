"""Screens of games whose tricks are entered card by card, and of games of two sides."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from referee.games.kit.sides import SIDE_WORDS, SIDES, Pair, side_of, tricks_of
from referee.text import isolated, shortened
from referee.web.components import picking
from referee.web.components.seating import Seating
from referee.web.tables.screen import Screen


class TrickScreen(Screen):
    """The table at one moment, with a deal in hand."""

    cards_of: ClassVar[tuple[str, ...]] = ("tricks",)
    """The kinds of drafts in which each player has a card."""

    @property
    def deal(self) -> Any:
        """The deal in hand or awaited."""
        return self.match.deal

    @property
    def last_text(self) -> str:
        """The place of the last event, as sortable text, so that a page knows whether it is new."""
        deal = self.deal
        return f"{deal.number:04}.{deal.misdeals:02}.{len(deal.entries):03}.{len(deal.events):03}"

    @property
    def leads(self) -> tuple[str, ...]:
        """The seats in order of play; before the first trick, clockwise from the dealer's left."""
        leads: tuple[str, ...] = self.setup.clockwise(self.draft.leader or self.match.expected_leader)
        return leads

    @property
    def gone(self) -> str:
        """The cards already played in the deal in hand, for the script: everybody saw them."""
        return picking.gone(trick.cards for trick in self.current.whole_match.deal.tricks)

    @property
    def is_asked(self) -> bool:
        """True if every player has a place in the draft."""
        return self.kind in self.cards_of

    @property
    def awaited_name(self) -> str:
        """The name of the player whose card comes next; empty if none is awaited."""
        return str(self.setup.players.get(self.seating.next, ""))

    def seated(self, trick: Any = None, **inputs: Any) -> Seating:
        """Everybody with the cards tapped for them and the cards of the previous trick; the other parts are passed
        in."""
        draft, places = self.draft, self.draft.places if self.is_asked else ()
        usual = {
            "names": self.setup.players,
            "order": places or self.leads,
            "tapped": {seat: draft.value_of(seat) for seat in places},
            "next": places[draft.next_place] if places and draft.next_place is not None else None,
            "past": dict(self.match.plays(trick)) if trick else {},
            "winner": trick.winner if trick else "",
        }
        return Seating(**usual | inputs)


def side_names(match: Any, side: str) -> str:
    """The players of a side, for a line with others: `Ann & Cat`."""
    return " & ".join(isolated(shortened(name)) for name in match.partners(side))


@dataclass(frozen=True, slots=True)
class SideView:
    """A side at the table."""

    side: str
    words: str
    """`N–S`."""
    names: tuple[str, str]
    total: Any
    tricks: int
    """Its tricks in the deal in hand."""


class SidesScreen(TrickScreen):
    """The table at one moment, with two sides."""

    @property
    def heading(self) -> str:
        """The deal and the trick, in a few words."""
        if self.current.is_over:
            return "Match over"
        return f"{self.part}{self.trick_of(self.deal) if self.phase == 'play' else ''}"

    @property
    def part(self) -> str:
        """The part of the match in hand."""
        return f"Deal {self.deal.number}"

    @property
    def standing(self) -> Pair:
        """The number that each side has of them."""
        score: Pair = self.match.score
        return score

    @property
    def dealer(self) -> str:
        """The dealer of the deal in hand, or awaited."""
        return str(self.deal.dealer)

    @property
    def state(self) -> dict[str, Any]:
        """The state of the deal."""
        return super().state | {
            "leads": ".".join(self.leads),
            "dealer": self.dealer,
            "played": len(self.deal.tricks),
            "taken": ".".join(str(view.tricks) for view in self.sides),
            "needs": ".".join(str(max(0, self.pages.wins(self.match) - self.standing.of(side))) for side in SIDES),
            "gone": self.gone,
        }

    def view(self, side: str) -> SideView:
        """One side."""
        match, tricks = self.match, tricks_of(self.deal.tricks)
        return SideView(side, SIDE_WORDS[side], match.partners(side), match.score.of(side), tricks.of(side))

    @cached_property
    def sides(self) -> list[Any]:
        """Both sides."""
        return [self.view(side) for side in SIDES]

    def numbers(self, both: Pair) -> list[tuple[str, str, int]]:
        """Both sides by name, each with its number, for the end of a deal or a match."""
        return [(side, side_names(self.match, side), both.of(side)) for side in SIDES]

    def seated(self, trick: Any = None, **inputs: Any) -> Seating:
        """The players of both sides."""
        sides = {seat: side_of(seat) for seat in self.setup.seats}
        dealer = "" if self.current.is_over else self.dealer
        return super().seated(trick, **{"sides": sides, "dealer": dealer, "leader": self.match.leader or ""} | inputs)

    @cached_property
    def recent(self) -> list[str]:
        """The latest events, newest first."""
        return list(self.pages.texts.recent(self.match))

    @property
    def by_time(self) -> list[str]:
        """The same events in order: a trick before the deal that it ended."""
        trick = list(self.pages.texts.last_trick(self.match))
        return sorted(self.recent, key=lambda line: line not in trick)

    @property
    def waits(self) -> str:
        """The question to the table."""
        return f"{self.awaited_name}’s card?" if self.awaited_name else str(self.pages.texts.awaited(self.match))

    @property
    def totals_text(self) -> str:
        """The totals, `4–2`."""
        return str(self.match.score)

    @property
    def spoken_sides(self) -> dict[str, str]:
        """The players of both sides, as the table knows them."""
        return {view.words: " and ".join(view.names) for view in self.sides}

    @property
    def spoken_totals(self) -> list[str]:
        """Each side's names and numbers in spoken form."""
        return [f"{' and '.join(view.names)} {self.spoken_total(view)}" for view in self.sides]

    def spoken_total(self, view: Any) -> str:
        """The numbers of a side in spoken form."""
        raise NotImplementedError

"""The view model of a table: everything that its templates show, computed from the current match."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from referee.english import plural, titled
from referee.games.edits import Transition
from referee.games.sittings.actions import Count, Finish, Play, Settle
from referee.games.sittings.outcome import balances, signed, won_line
from referee.games.sittings.state import AnyMatch, Misdealt, Phase
from referee.web.components.seating import Seating
from referee.web.sittings.entries import COUNT, TRICKS, TRUMP, count_order, ways_of
from referee.web.tables.announcing import for_voices
from referee.web.tables.screen import Reason
from referee.web.tables.tricks import TrickScreen

if TYPE_CHECKING:
    from referee.web.sittings.pages import Demand, SittingPages
    from referee.web.tables.pages import Choice

RECENT = 3
"""The maximum number of the deal's rulings shown."""


class SittingScreen(TrickScreen):
    """The table at one moment."""

    pages: "SittingPages"
    match: AnyMatch

    @property
    def heading(self) -> str:
        """The deal and the trick, in a few words."""
        if self.match.phase is Phase.OVER:
            return "Match over"
        is_tapped = self.match.phase is Phase.PLAY and (self.deal.tricks or self.kind == TRICKS)
        trick = self.trick_of(self.deal) if is_tapped else ""
        return f"Deal {self.deal.number}{trick}"

    @property
    def panel(self) -> str:
        """The name of the keys that are shown: `numbers`, `cards`, `settle` or `over`."""
        if self.match.phase is not Phase.PLAY:
            return self.phase
        return "numbers" if self.way == COUNT else "cards"

    @property
    def settings(self) -> dict[str, Any]:
        """Settings for the script: the counts, and flags for a card turned up and an open last trick."""
        settings = {"total": self.setup.total, "tricks": self.setup.tricks, "counts": self.setup.counts}
        settings |= {"last-trick": ""} if self.pages.has_open_trick(self.match) else {}
        return settings | ({"has-trumps": ""} if hasattr(self.deal, "turned") else {})

    @property
    def state(self) -> dict[str, Any]:
        """The state of the deal."""
        return super().state | {
            "played": len(self.deal.tricks),
            "gone": self.gone,
            "order": ".".join(self.order),
            "leads": ".".join(self.leads),
            "trumps": turned.suit.letter if (turned := getattr(self.deal, "turned", None)) else "",
            **({"left": left} if (left := self.pages.deals_left(self.match)) else {}),
            **({"awaits-trump": ""} if self.deal.awaits_trump else {}),
            **({"must-be-counted": ""} if self.deal.must_be_counted else {}),
        }

    @property
    def fields(self) -> dict[str, str]:
        """The fields with the way, and the order of a count."""
        return super().fields | {"way": self.way, "order": ".".join(self.order)}

    @property
    def notices(self) -> list[str]:
        """Notices the result does not show."""
        return [notice for notice in super().notices if notice not in self.recent]

    @property
    def waits_seen(self) -> str:
        """The end of the sitting, for watchers, who see no other next step."""
        return self.waits if self.match.phase is Phase.OVER else ""

    @property
    def is_asked(self) -> bool:
        """True if every player has a place in the draft."""
        return self.match.phase is Phase.PLAY and self.kind != TRUMP

    # --- the players -----------------------------------------------------------------------------------------

    @property
    def seating(self) -> Seating:
        """Everybody with the balance, its change in the last deal until the next one begins, and the cards tapped."""
        match, phase = self.match, self.match.phase
        is_open = self.pages.has_open_trick(match) and self.deal.tricks
        return self.seated(
            self.deal.tricks[-1] if self._shows_last_trick or is_open else None,
            figures={seat: signed(total) for seat, total in match.by_seat(match.score).items()},
            changes={seat: signed(net) for seat, net in self._latest_changes.items()},
            order=self.draft.places,
            dealer=self.deal.dealer if phase is not Phase.OVER else "",
            leader=match.expected_leader if phase is Phase.PLAY else "",
            tapped={seat: self._at_seat(seat) for seat in self.setup.seats},
        )

    @property
    def _shows_last_trick(self) -> bool:
        """True if the cards of the deal's last trick are shown, with the numbers taken in words."""
        return self.looks_back and bool(self.deal.tricks)

    @property
    def _latest_changes(self) -> dict[str, int]:
        """Each player's gain or loss in the last deal, by seat; empty once the next deal has begun."""
        is_begun = self.deal.is_begun or any(self.draft.values) or self.match.phase is Phase.OVER
        return {} if self.last_deal is None or is_begun else self.last_deal.settlement.net

    def _at_seat(self, seat: str) -> str:
        """The number that a player took, while the deal waits to be settled; else the value tapped for the seat."""
        if self.match.phase is Phase.SETTLE and not self._shows_last_trick and seat in self.match.taken:
            return str(self.match.taken[seat])
        return self.draft.value_of(seat) if self.is_asked else ""

    @property
    def piles(self) -> dict[str, int]:
        """The tricks that each player has taken in the deal in hand, which lie before them; empty for a count."""
        return self.match.taken if self.setup.counts == "tricks" and self.deal.tricks else {}

    @property
    def can_untap(self) -> bool:
        """A count can be changed until the deal is settled."""
        return self.match.phase is Phase.PLAY or self.deal.counted is not None

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in the order of a count."""
        return self.draft.places if self.kind == COUNT else count_order(self.match, self.deal)

    @property
    def numbers(self) -> list[tuple[int, bool]]:
        """The keys of a count, each with True if it is more than is left."""
        left = self.setup.total - sum(int(value) for value in self.draft.values if value and self.kind == COUNT)
        return [(number, number > left) for number in range(self.setup.total + 1)]

    @property
    def waits(self) -> str:
        """The question to the table."""
        if self.match.phase is Phase.OVER:
            return won_line(self.match)
        if self.match.phase is Phase.SETTLE:
            return f"Claim a revoke now, or {self.pages.settle_words(self.match).lower()}."
        place = self.draft.next_place
        if self.kind == TRUMP:
            return "Which card is turned up?"
        if place is None:
            return "Tap a name to change it."
        return self.question(self.match.player(self.draft.places[place]))

    @property
    def others(self) -> str:
        """The totals of the players who lost, the highest first: `Ann +1, Cat minus 2.`"""
        if self.match.phase is not Phase.OVER:
            return ""
        totals = sorted(self.match.by_seat(self.match.score).items(), key=lambda each: -each[1])
        lost = [(seat, total) for seat, total in totals if total < totals[0][1]]
        told = ", ".join(f"{self.match.player(seat)} {signed(total)}" for seat, total in lost)
        return for_voices(f"{told}." if told else "")

    def question(self, name: str) -> str:
        """Return the question for a player."""
        return f"{name}’s {self.setup.counts if self.way == COUNT else 'card'}?"

    @property
    def games_text(self) -> list[str]:
        """The end of the sitting, below its winner: the number of deals, and the rest of the pool."""
        lines = [self.pages.end_line(self.match), *([f"{titled(self.pool)}."] if self.pool else [])]
        return lines if self.match.phase is Phase.OVER else []

    @property
    def ways(self) -> list[tuple[str, str]]:
        """All ways to enter something, with the words of their links: the script may offer another one."""
        ways = [(COUNT, "Count instead"), (TRICKS, "By tricks"), (TRUMP, "Trump card")]
        return ways if hasattr(self.deal, "turned") else ways[:2]

    @property
    def open_ways(self) -> set[str]:
        """The other ways to enter what comes next; a deal by tricks begins with the trump card anyway."""
        return set(ways_of(self.match)) - {self.way, *((TRUMP,) if self.way == TRICKS else ())}

    @property
    def may_finish(self) -> bool:
        """True if the end of the sitting is offered: between two deals."""
        match = self.match
        return match.phase is Phase.PLAY and match.settled > 0 and not self.deal.is_begun

    # --- what was said ---------------------------------------------------------------------------------------

    @cached_property
    def last_deal(self) -> Any:
        """The deal that was settled last, or None."""
        return next(iter(islice(reversed(self.match.deals), 1, 2)), None)

    @cached_property
    def recent(self) -> list[str]:
        """The latest events of the deal in hand."""
        return list(self._result_lines())

    def _result_lines(self) -> Iterator[str]:
        deal, match = self.deal, self.match
        if match.phase is Phase.OVER:  # A deal that was not played no longer matters.
            events = [event for event in deal.events if not isinstance(event, Misdealt)]
            yield from [self.settled] if events and self.settled else []
        else:
            events = list(deal.events)
        if match.phase is Phase.SETTLE:
            yield self.taken_line
        elif deal.tricks:
            yield self.pages.talk.trick_line(match, deal, deal.tricks[-1])
        demands = {demand.words for demand in self.demands}
        lines = (self.pages.talk.event_line(match, event) for event in events[: -RECENT - 1 : -1])
        yield from (line for line in lines if line not in demands)

    @property
    def taken_line(self) -> str:
        """The numbers everyone took: `Ann 0, Bob 3`."""
        taken = [f"{self.match.player(seat)} {count}" for seat, count in self.match.taken.items()]
        return f"{titled(self.setup.counts)}: {', '.join(taken)}."

    @property
    def settled(self) -> str:
        """The settlement of the last deal; empty before there is one."""
        return self.pages.settled_line(self.match, self.last_deal) if self.last_deal else ""

    @property
    def result_lines(self) -> list[str]:
        """The latest events, else the last deal's settlement; at the end first the rest of the pool."""
        return self.games_text[1:] + (self.recent or list(filter(None, [self.settled])))

    @property
    def reasons(self) -> list[Reason]:
        """The last deal's settlement, unless it is shown already, its payments, and the rule."""
        deal = self.last_deal
        if deal is None:
            return []
        texts = [] if self.settled in self.result_lines else [f"Deal {deal.number}. {self.settled}"]
        rule = self.pages.talk.rule_of(deal.settlement)
        links = [Reason("", self.pages.rule(rule), f"Rule {rule}")] if rule else []
        return [*map(Reason, [*texts, *self.pages.talk.reasons(self.setup.players, deal.settlement)]), *links]

    @property
    def demands(self) -> "list[Demand]":
        """The demands that are possible now."""
        return self.pages.demands(self.match)

    @property
    def noticed(self) -> "list[tuple[str, Choice]]":
        """The revokes that the tricks show, once the deal has been played, except claimed ones."""
        if self.match.phase is not Phase.SETTLE:
            return []
        notices = (self.pages.noticed(self.match, revoke) for revoke in self.match.revokes_of(self.deal))
        return [each for each in notices if each]

    @property
    def spoken(self) -> str:
        """The last entry, as described in a replay; empty if nothing has happened."""
        return self.recent[0] if self.recent else self.settled

    def announcements(self, done: Transition[AnyMatch, Any]) -> list[str]:
        """The announcement of the last action."""
        deal, action = self.deal, done.action
        taken = [self.taken_line] if self.match.phase is Phase.SETTLE else []
        noticed = [words for words, _ in self.noticed] if taken else []
        if isinstance(action, Count):
            return [*taken, *noticed]
        if isinstance(action, Play):
            return [self.pages.talk.trick_line(self.match, deal, deal.tricks[-1]), *taken, *noticed]
        if isinstance(action, Settle):
            return [self.settled, f"{', '.join(self.spoken_totals)}."]
        return [] if isinstance(action, Finish) else super().announcements(done)

    @property
    def spoken_totals(self) -> list[str]:
        """Each player's balance in spoken form."""
        words, figures = str.maketrans({"−": "minus ", "+": "plus "}), self.seating.figures
        return [f"{self.match.player(seat)} {figure.translate(words)}" for seat, figure in figures.items()]

    @property
    def totals_text(self) -> str:
        """All totals in a line."""
        return balances(self.match, self.match.score)

    @property
    def pool(self) -> str:
        """The pool, in words."""
        return self.pages.pool(self.match)

    @property
    def deals_so_far(self) -> str:
        """The number of settled deals, in words."""
        return f"{plural(self.match.settled, 'deal')} settled"

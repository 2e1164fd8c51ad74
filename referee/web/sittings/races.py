"""The pages of a race of deals: its table, its corrections, looking back, and what may go wrong."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from referee.english import plural
from referee.faults import NotThereError
from referee.games.edits import Transition
from referee.games.kit.sides import SIDE_WORDS, Pair
from referee.games.sittings import race_texts
from referee.games.sittings.actions import Misdeal, Play
from referee.games.sittings.races import ADJUSTMENTS, Adjust, Adjusted, Match, Result
from referee.match.corrections import Misfit
from referee.match.current import CurrentMatch
from referee.web.corrections.questions import EntryRequest, Offer
from referee.web.tables import announcing
from referee.web.tables.correcting import Corrections
from referee.web.tables.forms import SideForm, moved
from referee.web.tables.pages import Choice, Step, Trouble
from referee.web.tables.screen import Moment
from referee.web.tables.sides_history import SidesHistory
from referee.web.tables.sides_pages import SidesPages
from referee.web.tables.tricks import SidesScreen, SideView

HOW_MANY = "How many deals, −2 takes two away"


class AdjustForm(SideForm):
    """Deals given or taken away by the table."""

    deals = moved(ADJUSTMENTS, HOW_MANY)


class RaceScreen(SidesScreen):
    """The table at one moment."""

    pages: "RacePages"

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

    def announcements(self, done: Transition[Match, Any]) -> list[str]:
        """The announcement of the last action; after a trick, with the totals, unless the end of the deal
        announces them."""
        if isinstance(done.action, Misdeal | Adjust):
            return super().announcements(done)
        is_over = len(self.match.deals) > len(done.before.deals)
        return [*self.by_time, *([] if is_over else announcing.totals_since(self, done.before))]

    def spoken_total(self, view: SideView) -> str:
        """The numbers of a side in spoken form."""
        return f"{plural(view.total, 'deal')}, {plural(view.tricks, 'trick')}"


def recent(match: Match, talk: Any) -> Iterator[str]:
    """The latest events, newest first."""
    deal, last = match.deal, match.deals[-1] if match.deals else None
    yield from (race_texts.event_text(match, event) for event in race_texts.fresh_events(deal))
    dealer = "" if match.winner else f" {match.player(deal.dealer)} deals."
    if deal.tricks:
        yield from last_trick(match, deal, talk)
    elif deal.entries:
        yield f"{talk.opening(match, deal)[0]} {match.player(match.expected_leader)} leads."
    elif last and not deal.misdeals:
        yield f"{race_texts.deal_text(match, last)}{dealer}"
        yield from last_trick(match, last, talk)
    elif not deal.misdeals:
        yield dealer.strip()


def last_trick(match: Match, deal: Any, talk: Any) -> Iterator[str]:
    """Name the winner of a deal's last trick, and anything noticed in it; nothing if its result was entered."""
    if not deal.tricks or deal.result is not None:
        return
    trick = deal.tricks[-1]
    yield talk.trick_text(match, deal, trick)
    yield from talk.notes(match, deal, trick)


class RaceCorrections(Corrections):
    """The correction pages. Nothing is closed."""

    pages: "RacePages"
    bare = frozenset({"misdeal"})
    labels = MappingProxyType({"lost": "Tricks of the others", "deals": HOW_MANY, "leader": "Who led"})
    awaited_in: ClassVar[Mapping[str, tuple[str, str]]]
    """The type of the entry awaited in each phase but the last, and the words for it."""

    def describe(self, done: Transition[Any, Any], now: Any, opened: Any = ()) -> str:
        """An action in words, with its consequences."""
        action, after, before = done.action, done.after, done.before
        if isinstance(action, Play):
            of_it = (each for each in reversed(after.all_deals) if each.number == before.deal.number and each.tricks)
            deal = next(of_it)
            trick = deal.tricks[-1]
            led = self.trick_led(now, trick.number, trick.leader, trick.cards)
            return f"{led}. {self.pages.talk.trick_text(now, deal, trick)}".rstrip(".")
        if isinstance(action, Result):
            return f"Result: {SIDE_WORDS[action.side]} win the deal, {before.setup.to_win}–{action.lost}"
        if isinstance(action, Misdeal):
            return "Misdeal: the deal is void"
        rulings = [event for event in after.deal.events if isinstance(event, Adjusted)]
        return race_texts.event_text(now, rulings[-1])

    def offers(self, misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
        """Entries that may have been forgotten before a misfit."""
        kind, elsewhere = self.awaited(match), self.is_elsewhere(misfit)
        if kind == "adjust":
            return "", []
        missing = self.awaited_in[match.phase.value][1]
        offers = [Offer(f"{missing} is missing before it: add it", insert=kind, is_missing=not elsewhere)]
        if elsewhere:
            offers += [Offer("A result is missing before it: add it", insert="result"), self.void]
        return "", offers

    def awaited(self, match: Match) -> str:
        """The type of the entry that a match waits for."""
        return self.awaited_in.get(match.phase.value, ("adjust", ""))[0]

    def place_names(self, request: EntryRequest, number: int) -> Sequence[str]:
        """The players, in order of play or of dealing."""
        match = request.before
        leader = request.stands.get("leader") if request.stands["type"] == "trick" else None
        return [match.player(seat) for seat in match.setup.clockwise(leader or match.expected_leader)]

    def deals(self, match: Match) -> Sequence[str]:
        """The dealer and the result of each deal."""
        return [f"{match.player(deal.dealer)} deals; {race_texts.deal_text(match, deal)}" for deal in match.deals]

    def in_hand(self, match: Any) -> str:
        """The deal in hand, once it has begun."""
        return race_texts.tricks_text(match.deal)

    def states(self, match: Match) -> dict[str, str]:
        """The deal in hand, the score, and what comes next."""
        in_hand = self.in_hand(match) if match.deal.entries else "–"
        return {"In hand": in_hand, "Totals": str(match.score), "Next": self.pages.texts.awaited(match)}

    def brief(self, before: Match, now: Match) -> str:
        """The result of the deal."""
        number = before.deal.number
        if number > len(now.deals):
            return "" if now.winner else "being played"
        return race_texts.deal_text(now, now.deals[number - 1]).rstrip(".")


class RaceHistory(SidesHistory):
    """The views that look back at a match. Nothing is closed."""

    pages: "RacePages"

    def sheet(self, current: CurrentMatch[Any]) -> dict[str, Any]:
        """Every deal with its tricks and rulings, and the score as a chart."""
        match = current.match
        return {
            "title": self.pages.sheet_title(match.setup.rules),
            "deals": [deal for deal in match.all_deals if deal.winner or deal.events],
            "talk": self.pages.talk,
            "event_text": race_texts.event_text,
            "corrected": self.deals_corrected(current),
        }

    def numbers(self, current: CurrentMatch[Any]) -> list[int]:
        """The deals that have begun."""
        return [deal.number for deal in current.match.all_deals if deal.is_begun]

    def deal(self, current: CurrentMatch[Any], number: int) -> dict[str, Any]:
        """A deal with its tricks, notices and rulings."""
        match, talk = current.match, self.pages.talk
        found = next((deal for deal in match.all_deals if deal.number == number and deal.is_begun), None)
        if found is None:
            raise NotThereError(f"There is no deal {number}.")
        lines = [*filter(None, [race_texts.deal_text(match, found)]), *talk.opening(match, found)]
        noticed = [line for trick in found.tricks for line in talk.notes(match, found, trick)]
        return {
            "deal": found,
            "is_open": True,
            "line": lines[0],
            "reasons": lines[1:] + noticed,
            "events": [race_texts.event_text(match, event) for event in found.events],
            "tricks": [(trick, match.plays(trick), talk.trick_text(match, found, trick)) for trick in found.tricks],
        }

    def race(self, match: Match) -> tuple[list[Pair], Pair]:
        """The deals of both sides after each deal."""
        return [deal.total for deal in match.deals], match.score


class RacePages(SidesPages):
    """The words of a game of races, and its own part of the shared pages."""

    deal_template = "sittings/deal"
    adjusts = ("deals",)
    adjust_form = AdjustForm
    talk: Any
    """The module of the game's words."""
    void_text: str
    """The effect of a misdeal, in a few sentences."""
    rules_of: ClassVar[tuple[str, str]]
    """The numbers of the rules for a misdeal, and for a ruling."""

    def sheet_title(self, rules: Any) -> str:
        """The game with its rules, for the score sheet."""
        raise NotImplementedError

    def wins(self, match: Match) -> int:
        """The number of deals that wins a match."""
        return int(match.setup.wins)

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """A misdeal, and a ruling."""
        if self.game.is_over(match):
            return {}
        of_misdeal, of_ruling = self.rules_of
        misdeal = Step("Misdeal", self.void_text, of_misdeal, [Choice("The deal is void", do="misdeal")])
        lead = "A side that reaches the agreed number this way wins the match."
        return {
            "misdeal": ("Misdeal", "The deal is void, and the same player deals again", misdeal),
            "adjust": ("Wrong score", "A ruling: give or take", Step("Give or take", lead, of_ruling, adjusts=True)),
        }

"""Corrections of the entries of Grevjass, and their words, for the core's pages.

While tricks of the deal in hand are closed, their forms contain only the changed cards.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from referee.cards import Card, listed
from referee.english import plural
from referee.games.edits import Edit, Transition
from referee.games.grevjass import talk
from referee.games.grevjass.actions import (
    TRICKS,
    Action,
    Adjust,
    Chalk,
    Claim,
    Declare,
    NameDealer,
    NameTrump,
    Take,
    Vol,
)
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.melds import Meld, cards_of
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sides import SIDE_WORDS, SIDES
from referee.games.sittings.actions import Misdeal, Play
from referee.match.corrections import Misfit
from referee.match.current import CurrentMatch, Trial
from referee.web.corrections.questions import EntryRequest, Offer
from referee.web.games.grevjass import texts
from referee.web.games.grevjass.screen import GrevjassScreen
from referee.web.tables.correcting import Corrections
from referee.web.tables.tricks import side_names

_CLOSED = "The next trick"
"""The words for the next entry while the tricks are closed: its leader would reveal some of their cards."""
_AWAITED = {Phase.TRUMP: "trump", Phase.STROKES: "take", Phase.PLAY: "trick", Phase.MATCH_OVER: "adjust"}
Changed = Mapping[tuple[Card, ...], tuple[Card, ...]]
_NOTHING: Changed = {}


class TrialScreen(GrevjassScreen):
    """The match before or after a correction that is not confirmed."""

    is_trial = True


class GrevjassCorrections(Corrections):
    """The correction pages of Grevjass."""

    bare = frozenset({"take", "misdeal"})
    labels = MappingProxyType({"four": "Four", "length": "How many cards", "points": "Points, −2 takes two away"})
    instead = MappingProxyType(
        {
            "card": "Enter the card instead",
            "suit": "Enter only the suit instead",
            "sequence": "Enter a sequence instead",
            "four": "Enter four of a kind instead",
            "points": "Enter points instead",
            "strokes": "Enter strokes instead",
        }
    )
    longer = MappingProxyType({"take": "strokes taken", "vol": "bid of vol"})
    forgettable = ("trump", "meld", "trick", "claim", "misdeal", "adjust")

    def screen(self, current: CurrentMatch[Match]) -> TrialScreen:
        """Return the screen that templates show of the match before or after a correction."""
        return TrialScreen(self.pages, current)

    def describe(self, done: Transition[Match, Action], now: Match, opened: Changed = _NOTHING) -> str:
        """Describe an action with its consequences; for the tricks of a closed deal only their winners (6.5).

        For tricks changed by a correction only the new cards: `opened` maps the current cards to the earlier ones.
        """
        action, after = done.action, done.after
        match action:
            case NameDealer():
                return f"{now.player(action.player)} deals"
            case NameTrump():
                return f"Trump: {action.card or (action.suit and action.suit.plural)}"
            case Declare():
                meld = Meld(action.player, cards_of(action))
                return f"{now.player(action.player)} declares {listed(meld.cards)}, {talk.worth(meld)}"
            case Take():
                return "The strokes are taken"
            case Vol():
                return f"{now.player(action.player)} bids vol"
            case Play():
                return _trick(done, now, opened)
            case Claim():
                return _claim(done, now)
            case Misdeal():
                return "Misdeal: the deal is void"
            case Chalk():
                return f"Chalked: {side_names(now, action.side)}, {talk.strokes_text(action.strokes)}"
        return talk.ruling_text((after.deal.events or after.last_deal.events)[-1])

    def opened_to_choose(self, one: Any, other: Any) -> Changed:
        """The cards in which two tricks differ."""
        return {one.cards: other.cards, other.cards: one.cards} if {type(one), type(other)} == {Play} else _NOTHING

    def opened(self, trial: Trial[Any], edits: Sequence[Edit]) -> Changed:
        """Return the cards of each trick that some edits insert, with the cards of the trick that it replaces."""
        found: dict[tuple[Card, ...], tuple[Card, ...]] = {}
        for edit in edits:
            replaced = [done.action for done in trial.transitions[edit.first - 1 : edit.last]]
            old = replaced[0].cards if len(replaced) == 1 and isinstance(replaced[0], Play) else ()
            found |= {action.cards: old for action in edit.actions or () if isinstance(action, Play)}
        return found

    def offers(self, misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
        """Return the entries that may have been forgotten before a misfit."""
        kind = self.awaited(match)
        words = {"trump": "The trump suit of a deal", "trick": "A trick", "take": "The taking of strokes"}
        if kind not in words:
            return "", []
        is_elsewhere = self.is_elsewhere(misfit)
        closes_the_deal = len(match.deal.tricks) == TRICKS - 1
        is_missing = kind == "trump" or (kind == "trick" and is_elsewhere and closes_the_deal)
        action = {"type": "take"} if kind == "take" else None
        offers = [Offer(f"{words[kind]} is missing before this: add it", action, kind, is_missing)]
        if is_elsewhere and match.deal.suit:
            offers.append(self.void)
        return "", offers

    # --- forms ---------------------------------------------------------------------------------------------------

    def awaited(self, match: Match) -> str:
        """The type of the entry that a match waits for."""
        return _AWAITED[match.phase]

    def is_masked(self, request: EntryRequest) -> bool:
        """Return True if the cards of the entry are closed."""
        return "cards" in request.stands and bool(
            request.trial.current.whole_match.is_closed(request.before.deal.number)
        )

    def place_names(self, request: EntryRequest, number: int) -> Sequence[str]:
        """Return the players in the order of the trick, or the meaning of a single card."""
        match = request.before
        if number == 1:
            return ["Top card" if request.stands["type"] == "meld" else "Card shown"]
        return [match.player(seat) for seat in match.setup.clockwise(match.expected_leader)]

    # --- before and after ----------------------------------------------------------------------------------------

    def deals(self, match: Match) -> Sequence[str]:
        """Describe each deal that is over: its dealer, its tricks, and the totals after it."""
        return [
            f"{match.player(deal.dealer)} deals; "
            + ", ".join(f"{SIDE_WORDS[side]} {plural(deal.tricks_of(side), 'trick')}" for side in SIDES)
            + f"; {deal.final}"
            for deal in match.deals
        ]

    def states(self, match: Match) -> dict[str, str]:
        """The games, the deal in hand without its points, the totals and the slate, and what comes next."""
        return {f"Game {at}": _game(match, at - 1) for at in range(1, len(match.games) + 1)} | {
            "In hand": _in_hand(match),
            "Totals": texts.totals(match),
            "Slate": str(match.strokes),
            "Next": _CLOSED if match.hides_points else texts.awaited(match),
        }

    def note(self, before: Match, now: Match) -> str:
        """Return the note that the points are closed."""
        return "The points are shown when the deal is over" if now.is_closed(before.deal.number) else ""

    def brief(self, before: Match, now: Match) -> str:
        """The tricks and totals of a deal that is over."""
        if now.is_closed(before.deal.number) or before.deal.number > len(now.deals):
            return "" if now.phase is Phase.MATCH_OVER else "being played"
        deal = now.deals[before.deal.number - 1]
        return f"{plural(len(deal.tricks), 'trick')} · totals {deal.final}"

    def belonging(self, done: Transition[Match, Action], now: Match) -> str:
        """A claim, which belongs to the trick before it."""
        return self.describe(done, now) if isinstance(done.action, Claim) else ""

    def holds(self, action: Action) -> bool:
        """Return True if a claim may belong to an action."""
        return not isinstance(action, Adjust)


def _trick(done: Transition[Match, Action], now: Match, opened: Changed) -> str:
    deal, number = done.after.last_deal, done.before.deal.number
    trick = deal.tricks[-1]
    if _is_closed(now, number, deal):
        if trick.cards in opened:
            new = [card for card, was in zip_longest(trick.cards, opened[trick.cards]) if card is not was]
            return f"Trick {trick.number}: {listed(new)}"
        return f"Trick {trick.number}: {now.player(trick.winner)}’s"
    text = talk.trick_text(now, deal, trick, is_closed=False).rstrip(".")
    return f"Trick {trick.number}: {listed(trick.cards)}. {text}"


def _is_closed(now: Match, number: int, deal: Deal) -> bool:
    """Return True if the tricks of a deal in the log must stay hidden, given its number and its tricks.

    A correction may renumber a deal, so while tricks are closed, only tricks of finished deals are shown.
    """
    if now.is_in_hand(number) or not deal.tricks or not (now.hides_tricks or now.deal.misdeals):
        return now.is_in_hand(number)
    over = {trick.cards for each in now.deals for trick in each.tricks}
    return deal.tricks[-1].cards not in over


def _claim(done: Transition[Match, Action], now: Match) -> str:
    deal = done.after.last_deal
    if now.is_closed(now.deal.number) and _is_closed(now, done.before.deal.number, deal):
        return f"{side_names(now, deal.claims[-1].side)} claimed"
    return talk.claim_text(deal.claims[-1]).rstrip(".")


def _game(match: Match, at: int) -> str:
    game = match.games[at]
    how = game.how.value.replace("-", " ")
    return f"to {side_names(match, game.winner)}, {talk.strokes_text(game.strokes)} ({how})"


def _in_hand(match: Match) -> str:
    """Describe the deal in hand, as far as it is public."""
    deal = match.deal
    if not deal.suit:
        return "–"
    tricks = plural(len(deal.tricks), "trick")  # Without winners: a trial trump or leader would reveal closed cards.
    melds = f"; melds {deal.of_melds}" if deal.melds else ""
    return f"{deal.trump.plural}, {tricks}{melds}"

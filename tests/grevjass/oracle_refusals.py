"""Actions that the second reading of Grevjass refuses, and why.

Written from the published rules alone, and shares no code with the package.
"""

from typing import Protocol

from tests.grevjass.oracle_cards import SIDE_OF, touch
from tests.grevjass.oracle_deals import (
    Deal,
    Points,
    bidder,
    cards_of_meld,
    meld_totals,
    melds_of,
    side_of_best,
    vol_can_be_won,
)
from tests.grevjass.oracle_record import Action, Sheet

PHASES = {
    "dealer": ("trump",),
    "trump": ("trump",),
    "meld": ("play", "strokes"),
    "take": ("strokes",),
    "vol": ("strokes",),
    "trick": ("play",),
    "claim": ("play",),
    "misdeal": ("play", "strokes"),
    "chalk": ("trump", "strokes", "play"),
    "adjust": ("trump", "strokes", "play"),
}
"""In which phases each type of action is allowed."""


class Standing(Protocol):
    """The parts of a book that are asked for."""

    sheet: Sheet
    deal: Deal | None

    def phase(self) -> str: ...
    def score(self) -> Points: ...
    def strokes(self) -> Points: ...


def refuse_meld(deal: Deal, action: Action) -> str | None:
    if deal.of_type("trick"):
        return "meld: after a trick"
    if bidder(deal):
        return "meld: after a bid"
    cards, player = cards_of_meld(action), action["player"]
    if not cards:
        return "meld: below the seven"
    if set(cards) & {card for _, others in melds_of(deal) for card in others}:
        return "meld: a card in another meld"
    return refuse_cards_of(deal, player, cards, is_sequence="sequence" in action)


def refuse_cards_of(deal: Deal, player: str, cards: list[str], is_sequence: bool) -> str | None:
    """The faults of these cards as another meld of that player."""
    own = [list(others) for seat, others in melds_of(deal) if seat == player]
    sequences = [others for others in own if others[0][1] == others[1][1]]
    if is_sequence and any(touch(cards, others) for others in sequences):
        return "meld: touching"
    if deal.card in cards and player != deal.dealer:
        return "meld: the card shown"
    held = {card for meld in [*own, cards] for card in meld}
    if deal.card and player == deal.dealer:
        held.add(deal.card)
    return "meld: more than eight cards" if len(held) > 8 else None


def refuse_trick(deal: Deal, action: Action) -> str | None:
    cards = [card for trick in deal.of_type("trick") for card in trick["cards"]] + action["cards"]
    return "trick: a card twice" if len(set(cards)) < len(cards) else None


def refuse_vol(deal: Deal, action: Action) -> str | None:
    return None if SIDE_OF[action["player"]] == side_of_best(deal) else "vol: not of the side with the best meld"


def refuse_adjust(book: Standing, action: Action) -> str | None:
    side = action["side"]
    if "strokes" in action:
        return "adjust: strokes below 0" if book.strokes()[side] + action["strokes"] < 0 else None
    melds = meld_totals(book.deal, 0)[side] if book.deal else 0
    return "adjust: points below 0" if book.score()[side] - melds + action["points"] < 0 else None


def refuse_claim(book: Standing, deal: Deal, action: Action) -> str | None:
    if vol_can_be_won(deal):
        return "claim: a bid vol can still be won"
    if book.sheet.claims == "open" and book.score()[action["side"]] < 100:
        return "claim: false in open"
    return None


def refusal(book: Standing, action: Action) -> str | None:
    """The reason why the action is refused; None if it is allowed."""
    kind, phase = action["type"], book.phase()
    if phase not in PHASES[kind]:
        return f"phase: {kind} in {phase}"
    if kind == "adjust":
        return refuse_adjust(book, action)
    if book.deal and kind == "claim":
        return refuse_claim(book, book.deal, action)
    rule = {"meld": refuse_meld, "trick": refuse_trick, "vol": refuse_vol}.get(kind)
    return rule(book.deal, action) if rule and book.deal else None

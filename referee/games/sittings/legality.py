"""Legality of the actions that every sitting has, and the turn that an entry belongs to."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.cards import Card
from referee.english import in_words
from referee.faults import Fault
from referee.games.kit import legality as kit
from referee.games.kit.legality import Checks, card_faults, no_faults
from referee.games.kit.records import Kinds
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, Settle
from referee.games.sittings.state import AnyMatch, Phase

_NOW = {
    Phase.PLAY: "the deal is being played",
    Phase.SETTLE: "the deal is over and waits to be settled",
    Phase.OVER: "the match is over",
}
FEWER_THAN_TAPPED = "fewer-than-tapped"
"""The code of the fault of a count that the tricks tapped contradict."""


def trick_faults(match: Any, action: Play) -> Iterator[Fault]:
    """A trick without exactly one card from each player, or with a card outside the pack or already played."""
    setup, cards = match.setup, action.cards
    yield from card_faults(cards, len(setup.seats), setup.pack, f"{in_words(len(setup.seats))} players")
    yield from gone_faults(match, cards)


def gone_faults(match: Any, cards: Iterable[Card]) -> Iterator[Fault]:
    """Cards already played in the deal in hand."""
    for card in dict.fromkeys(cards):
        number = tapped_in(match, card)
        if number:
            text = f"{card} was tapped in trick {number}: correct that trick if it was another card."
            yield Fault("card-gone", text, (card.code, str(number)))


def tapped_in(match: Any, card: Any) -> int:
    """The number of the trick of the deal in hand in which a card was tapped; 0 for none."""
    return next((number for number, trick in enumerate(match.deal.tricks, 1) if card in trick.cards), 0)


def count_faults(match: AnyMatch, action: Count) -> Iterator[Fault]:
    """Counts that do not add up, or are lower than the tapped tricks prove."""
    setup = match.setup
    total = sum(action.taken.values())
    if total != setup.total:
        makes = f"That makes {in_words(total)} {setup.counts}; there are {in_words(setup.total)}."
        yield Fault("wrong-total", makes, (str(total),))
    if any(action.taken.get(seat, 0) < least for seat, least in match.taken.items()):
        # Without names or numbers: the tricks tapped are closed.
        yield Fault(FEWER_THAN_TAPPED, f"Somebody took more {setup.counts} than that in the tricks tapped already.")


def finish_faults(match: AnyMatch, action: Finish) -> Iterator[Fault]:
    """A sitting that ends before the first deal is settled, or within a deal."""
    if not match.settled:
        yield Fault("nothing-settled", "No deal is settled yet: settle one before the sitting ends.")
    elif match.deal.is_begun:
        text = "A deal has begun: settle it, or record it as void, before the sitting ends."
        yield Fault("deal-begun", text)


PLAY, SETTLE, BOTH = (Phase.PLAY,), (Phase.SETTLE,), (Phase.PLAY, Phase.SETTLE)
USUAL: Checks = {
    Play: (PLAY, "a trick", trick_faults),
    Count: (PLAY, "a count", count_faults),
    Misdeal: (BOTH, "a misdeal", no_faults),
    Settle: (SETTLE, "the settling", no_faults),
    Adjust: (BOTH, "a correction", no_faults),
    Finish: (PLAY, "the end of the sitting", finish_faults),
}


def checked(kinds: Kinds, checks: Checks) -> Callable[[Any, Any], Iterator[Fault]]:
    """Return a function that yields the faults of an action of some kinds."""
    return kit.checked(kinds, checks, lambda match: _NOW[match.phase])


def turn_of(match: Any) -> str:
    """The turn of the next entry, `deal.misdeals.entries`. A misdeal starts the deal's turns anew."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.entries)}"


def is_awaited(match: AnyMatch, action: Any) -> bool:
    """Return True if any action of this kind can be entered now."""
    return match.phase is (Phase.SETTLE if isinstance(action, Settle) else Phase.PLAY)

"""Points that the last card of a running count pegs. Rules 3.6 to 3.8."""

from collections.abc import Sequence

from referee.cards import Card
from referee.faults import Fault, RefusedError
from referee.games.cribbage.counting import refuse_twice
from referee.games.cribbage.items import RUNS, Item, Items, Worth, is_run, value_of

MOST = 31
"""The highest running count. Rule 3.1."""
_PAIRS = {2: (Item.PAIR, 2), 3: (Item.PAIR_ROYAL, 6), 4: (Item.DOUBLE_PAIR_ROYAL, 12)}


def pegging(cards: Sequence[Card]) -> Items:
    """Return the items that the last of the cards of one count pegs, without `go` and `last`. Rules 3.6 to 3.8."""
    items: dict[Item, Worth] = {}
    total = value_of(cards)
    if total in (15, MOST):
        items[Item.FIFTEEN if total == 15 else Item.THIRTY_ONE] = Worth(1, 2)
    alike = 1
    while alike < min(len(cards), 4) and cards[-alike - 1].rank is cards[-1].rank:
        alike += 1
    if alike in _PAIRS:
        item, points = _PAIRS[alike]
        items[item] = Worth(1, points)
    longest = next((length for length in range(min(len(cards), 7), 2, -1) if is_run(cards[-length:])), 0)
    if longest:
        items[RUNS[longest]] = Worth(1, longest)
    return items


def check(cards: Sequence[Card]) -> None:
    """Raise RefusedError unless these can be the cards of one count: some, all different, and not past 31."""
    if not cards:
        raise RefusedError(Fault("no-card", "There is no card to play: name at least one."))
    refuse_twice(cards)
    total = value_of(cards)
    if total > MOST:
        raise RefusedError(Fault("past-31", f"These count {total}, which is {total - MOST} past 31."))

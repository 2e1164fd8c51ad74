"""The items on the pad of a claim or a call."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match
from referee.games.havilering.talk import NAMES


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An item on the pad of a claim or a call."""

    item: Item
    name: str
    worth: int
    """The points of one such item for the winner of this trick."""
    to_dealer: int
    """The points if the dealer wins the trick (4.11)."""
    count: int
    """The number named so far."""
    last: int
    """The place in the draft of the last one named; 0 if there is none."""


def named_items(match: Match, trick: Trick | None, named: Sequence[str | None]) -> list[NamedItem]:
    """Every item that a trick can score, whether or not this trick has it; `named` are the items named so far."""
    values, dealer_won = match.setup.rules.values, trick is not None and trick.dealer_won
    last = {name: place for place, name in enumerate(named)}
    return [
        NamedItem(
            item=item,
            name=NAMES[item],
            worth=values.of(item, dealer_won),
            to_dealer=values.of(item, True),
            count=named.count(item.value),
            last=last.get(item.value, 0),
        )
        for item in Item
    ]

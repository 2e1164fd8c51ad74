"""The winner of a trick, the rule that decides it, and the trick's worth. Rules 1.3, 3.1 to 3.5 and 4.11 to 4.13."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from referee.cards import SUITS, Card, Suit
from referee.games.havilering.combinations import PUBLISHED_VALUES, Combination, Item, combinations
from referee.games.havilering.suits import are_neighbours, below, jack_havel
from referee.season import Season


class WinRule(Enum):
    """The rule that decides a trick; its value is the rule's number."""

    ONE_SUIT = "3.1"
    NEIGHBOURS = "3.2"
    OPPOSED = "3.3"
    THREE_SUITS = "3.4"
    FOUR_SUITS = "3.5"


@dataclass(frozen=True, slots=True)
class Win:
    """The winning card of a trick, and the rule that decides it."""

    place: int
    """The place of the winning card in the order of play, from 0."""
    rule: WinRule
    suit: Suit | None
    """The suit that rules the trick; None when the highest card of any suit wins (3.5)."""


def winner(cards: Sequence[Card]) -> Win:
    """Decide a trick from its four cards in order of play, leader first. Rules 3.1 to 3.5."""
    present = {card.suit for card in cards}
    if len(present) == 4:
        # The highest rank wins; of equal ranks the one played last.
        place = max(range(4), key=lambda place: (cards[place].rank.height, place))
        return Win(place, WinRule.FOUR_SUITS, None)
    led = cards[0].suit
    if len(present) == 1:
        rule, suit = WinRule.ONE_SUIT, led
    elif len(present) == 3:
        (missing,) = (suit for suit in SUITS if suit not in present)
        rule, suit = WinRule.THREE_SUITS, below(missing)
    else:
        (other,) = present - {led}
        if are_neighbours(led, other):
            rule, suit = WinRule.NEIGHBOURS, led if below(led) is other else other
        else:
            rule, suit = WinRule.OPPOSED, led
    in_suit = (place for place in range(4) if cards[place].suit is suit)
    return Win(max(in_suit, key=lambda place: cards[place].rank.height), rule, suit)


@dataclass(frozen=True, slots=True)
class Values:
    """The points of each item. Rules 4.1 and 4.11 to 4.13; house values replace the published ones."""

    jack_havel: int = 2
    jack_havel_dealer: int = 4
    """The points of Jack Havel if the dealer wins the trick."""
    house: Mapping[Item, int] = field(default_factory=lambda: MappingProxyType({}))
    """The points of items that differ from `PUBLISHED_VALUES`."""

    def of(self, item: Item, dealer_won: bool) -> int:
        """The points of one item in a trick; `dealer_won` is True if the dealer won it."""
        if item is Item.JACK_HAVEL:
            return self.jack_havel_dealer if dealer_won else self.jack_havel
        return self.house.get(item, PUBLISHED_VALUES[item])


PUBLISHED = Values()


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a trick by item, and the sets that do not count."""

    sets: tuple[Combination, ...]
    set_aside: tuple[Combination, ...]
    items: Mapping[Item, int]
    """The count of each item in the trick."""
    worth: Mapping[Item, int]
    """The total points of each item in the trick."""
    points: int


def score(cards: Sequence[Card], season: Season, dealer_won: bool, last: bool, values: Values = PUBLISHED) -> Score:
    """Score a trick: its combinations, Jack Havel if he is among the four cards, and the last trick. Rule 4.

    `dealer_won` is True if the dealer wins the trick, `last` if it is the thirteenth.
    """
    sets: list[Combination] = []
    set_aside: list[Combination] = []
    for each in combinations(cards):
        (sets if each.beaten_by is None else set_aside).append(each)
    jack = jack_havel(season)
    if jack in cards:
        sets.append(Combination(Item.JACK_HAVEL, (jack,)))
    if last:
        sets.append(Combination(Item.LAST, ()))
    items: dict[Item, int] = {}
    for each in sets:
        items[each.item] = items.get(each.item, 0) + 1
    worth = {item: values.of(item, dealer_won) * count for item, count in items.items()}
    return Score(tuple(sets), tuple(set_aside), items, worth, sum(worth.values()))

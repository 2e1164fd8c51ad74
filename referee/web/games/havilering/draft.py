"""Drafts: tapped but not yet entered cards of a trick, or items of a claim or call.

A draft is carried in hidden fields and the query string, so the server keeps no state for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from referee.cards import Card, read_card
from referee.faults import Fault, RefusedError
from referee.games.havilering.combinations import Item
from referee.games.havilering.state import Match, Phase
from referee.web.components.picking import HOLE, MOST_WORDS

_ITEMS = {item.value: item for item in Item}


@dataclass(frozen=True, slots=True)
class Draft:
    """The cards and items tapped so far."""

    cards: tuple[Card | None, ...] = ()
    """The cards in order of play; None where one was taken back."""
    items: Mapping[Item, int] = field(default_factory=dict)
    calling: bool = False
    """Whether the items are a call of Muggins rather than a claim."""
    way: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    taken: tuple[str, ...] = ()
    """The codes of cards and items that an undo took back, the latest last, for redo."""

    @property
    def down(self) -> tuple[Card, ...]:
        """The cards without gaps."""
        return tuple(card for card in self.cards if card)

    @property
    def next_place(self) -> int:
        """The place of the next card: the first gap, else after the last card."""
        return self.cards.index(None) if None in self.cards else len(self.cards)

    @property
    def card_words(self) -> str:
        """The cards as the form carries them: `7S.-.9S`."""
        return ".".join(card.code if card else HOLE for card in self.cards)

    @property
    def item_words(self) -> str:
        """The items as the form carries them: `fifteen.fifteen.pair`."""
        return ".".join(item.value for item, count in self.items.items() for _ in range(count))

    def query(self) -> dict[str, Any]:
        """The draft as URL parameters."""
        parts = {"cards": self.card_words, "items": self.item_words, "call": "1" if self.calling else ""}
        parts["taken"] = ".".join(self.taken)
        return {name: value for name, value in parts.items() if value}

    def undone(self) -> "Draft | None":
        """Without what was tapped last: an item, else the call, else a card; None if the draft is empty."""
        if self.items:
            last = list(self.items)[-1]
            return replace(self.with_items({last: 1}, -1), taken=(*self.taken, last.value))
        if self.calling:
            return replace(self, calling=False)
        if self.down:
            place = max(place for place, card in enumerate(self.cards) if card)
            return replace(self, cards=self.cards[:place], taken=(*self.taken, self.down[-1].code))
        return None

    def redone(self) -> "Draft | None":
        """With what the last undo took back; None if there is nothing. Raises RefusedError if it is invalid."""
        if not self.taken:
            return None
        *rest, last = self.taken
        back = self.with_items({_ITEMS[last]: 1}) if last in _ITEMS else self.with_cards([read_card(last)])
        return replace(back, taken=tuple(rest))

    def with_cards(self, cards: Iterable[Card]) -> "Draft":
        """With more cards, each at the next place."""
        draft = self
        for card in cards:
            place = draft.next_place
            draft = replace(draft, cards=(*draft.cards[:place], card, *draft.cards[place + 1 :]))
        return draft

    def without_card(self, place: int) -> "Draft":
        """With the card of one place taken back."""
        return replace(self, cards=tuple(None if turn == place else card for turn, card in enumerate(self.cards)))

    def with_items(self, items: Mapping[Item, int], sign: int = 1) -> "Draft":
        """With some items added, or with sign -1 removed."""
        if not items:
            return self
        counts = dict(self.items)
        for item, count in items.items():
            counts[item] = max(0, counts.get(item, 0) + sign * count)
        return replace(self, items={item: count for item, count in counts.items() if count})

    def fitting(self, match: Match) -> "Draft":
        """The part of the draft that fits the match's phase; cards are kept during an offer."""
        cards = self.cards if match.phase in (Phase.PLAY, Phase.OFFER_FIRST, Phase.OFFER_SECOND) else ()
        while cards and cards[-1] is None:
            cards = cards[:-1]
        calling = self.calling and match.can_be_called is not None
        items = self.items if calling or match.phase is Phase.CLAIM else {}
        if (cards, items, calling) == (self.cards, self.items, self.calling):
            return self
        return replace(self, cards=cards, items=items, calling=calling)


def read_taken(text: str) -> tuple[str, ...]:
    """Read the codes that an undo took back, `7S.fifteen`."""
    return tuple(text.replace(".", " ").split()[:MOST_WORDS])


def read_items(text: str) -> dict[Item, int]:
    """Read items by name, `fifteen.fifteen.pair`. Raises RefusedError."""
    counts: dict[Item, int] = {}
    for word in text.replace(".", " ").split()[:MOST_WORDS]:
        if word not in _ITEMS:
            raise RefusedError(Fault("not-an-item", f"“{word[:40]}” is not something a trick can score."))
        counts[_ITEMS[word]] = counts.get(_ITEMS[word], 0) + 1
    return counts

"""Drafts: cards or numbers that are tapped but not yet entered, each at its place."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import Card, read_card
from referee.faults import Fault, RefusedError
from referee.web.components.picking import HOLE

LONGEST, LONGEST_DRAFT = 60, 700
"""The maximum length of a field, and of a draft, in characters."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The values tapped so far, by place; None for a place without one."""

    kind: str
    """The kind of entry that it becomes, in the game's words: `count`."""
    places: tuple[str, ...]
    """The places in the order in which they are asked, such as the seats; none if nothing can be tapped."""
    way: str = ""
    """The way of entering it, if there are several."""
    values: tuple[str | None, ...] = ()
    leader: str = ""
    """The leader of the trick, if it was not the player due to lead."""
    are_cards: bool = True
    """True if the values are cards."""
    enters_itself: bool = True
    """True if the last value enters it, without a key."""
    led: str = ""
    """The cards of the next trick that are down while something else is entered, in the forms' notation."""

    @property
    def written(self) -> str:
        """The values as in forms, `3.-.5`."""
        return ".".join(value or HOLE for value in self.values).rstrip("." + HOLE)

    @property
    def all_values(self) -> tuple[str | None, ...]:
        """A value or None for every place."""
        return (*self.values, *[None] * (len(self.places) - len(self.values)))

    @property
    def next_place(self) -> int | None:
        """The first place without a value."""
        return self.all_values.index(None) if None in self.all_values else None

    @property
    def is_complete(self) -> bool:
        """True if every place has a value, and the last one enters it."""
        return self.enters_itself and bool(self.places) and self.next_place is None

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The values as cards, with gaps; empty if they are not cards."""
        return tuple(read_card(value) if value else None for value in self.values if self.are_cards)

    @property
    def down(self) -> tuple[Card, ...]:
        """The cards without gaps."""
        return tuple(card for card in self.cards if card)

    def value_of(self, place: str) -> str:
        """Return the value tapped for a place; empty if there is none."""
        return (self.all_values[self.places.index(place)] if place in self.places else None) or ""

    def without(self, at: int) -> "Draft":
        """Return the draft without the value at a place."""
        return replace(self, values=tuple(None if place == at else value for place, value in enumerate(self.values)))

    def excluding(self, values: Set[str]) -> "Draft":
        """Return the draft with gaps in place of some values."""
        return replace(self, values=tuple(None if value in values else value for value in self.values))

    def without_last(self) -> "Draft":
        """Return the draft without the value of the last place that has one."""
        return self.without(max((at for at, value in enumerate(self.values) if value), default=-1))

    def putting(self, value: str) -> "Draft":
        """Return the draft with a value at the first free place; unchanged if there is none."""
        values = [*self.all_values]
        if self.next_place is not None:
            values[self.next_place] = value
        return replace(self, values=tuple(values))


def of_trick(match: Any, inputs: Mapping[str, str], way: str) -> Draft:
    """The empty draft of a trick, from the player who led it: the one that a form names, or the one who was due."""
    leader = inputs.get("leader", "")
    leader = leader if leader in match.setup.players else ""
    return Draft("tricks", match.setup.clockwise(leader or match.expected_leader), way, leader=leader)


def read(empty: Draft, inputs: Mapping[str, str], value: Callable[[str], str], change_hint: str) -> Draft:
    """Read the draft of a form or query string, with the latest tap or text. Raises RefusedError.

    `value` reads a word, and `change_hint` says how to change a card that is there already. The field `untap` is the
    number of a place whose value is removed instead.
    """
    words = inputs.get("draft", "")[:LONGEST_DRAFT].split(".") if empty.places else []
    if len(words) > len(empty.places):
        raise RefusedError(Fault("too-many", f"There are {len(words)}, but only {len(empty.places)} fit."))
    draft = replace(empty, values=tuple(None if word in (HOLE, "") else value(word) for word in words))
    untap = inputs.get("untap", "")[:2]
    if untap.isascii() and untap.isdecimal():
        return draft.without(int(untap))
    if inputs.get("typed", "").strip() and draft.is_complete:
        draft = empty  # The typed text replaces the refused value.
    return _tapped(draft, map(value, _words(inputs)), change_hint)


def _words(inputs: Mapping[str, str]) -> list[str]:
    tapped = " ".join(inputs.get(name, "")[:LONGEST] for name in ("tap", "card", "typed"))
    return tapped.replace(",", " ").replace(".", " ").split()


def _tapped(draft: Draft, values: Iterable[str], change_hint: str) -> Draft:
    for value in values:
        if draft.are_cards and value in draft.values:
            text = f"The {read_card(value).name} is there already: {change_hint}."
            raise RefusedError(Fault("card-twice", text, (value,)))
        if draft.next_place is None:
            raise RefusedError(Fault("too-many", "Every player has one. Tap a name to change it."))
        draft = draft.putting(value)
    return draft

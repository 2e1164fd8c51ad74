"""What is tapped and not entered yet: the numbers of a count, the cards of a trick, or the card turned up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from referee.cards import Card, read_card
from referee.english import in_words
from referee.faults import Fault, RefusedError
from referee.games.sittings.state import Deal, Match, Phase
from referee.match.current import CurrentMatch
from referee.store.logs import ACT
from referee.web.components.picking import HOLE

COUNT, TRICKS, TRUMP = "count", "tricks", "trump"
LONGEST = 60
"""The maximum length of a field in characters."""
AnyMatch = Match[Any, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """The values tapped so far, by place; None for a place without one."""

    way: str
    """How the deal is entered: `count`, `tricks` or `trump`; in the last two ways the card turned up comes first."""
    kind: str
    """What is tapped: `count`, `tricks` or `trump`."""
    places: tuple[str, ...]
    """The seats in the order in which they are asked; one for the card turned up."""
    values: tuple[str | None, ...] = ()
    leader: str = ""
    """Who led the trick, if it was not the one who was to lead."""

    @property
    def written(self) -> str:
        """As the forms have it, `3.-.5`."""
        return ".".join(value or HOLE for value in self.values).rstrip("." + HOLE)

    @property
    def next_place(self) -> int | None:
        """The first place without a value."""
        there = [*self.values, *[None] * (len(self.places) - len(self.values))]
        return there.index(None) if None in there else None

    @property
    def counted(self) -> int:
        """The sum of the numbers."""
        return sum(int(value) for value in self.values if value) if self.kind == COUNT else 0

    def value_of(self, seat: str) -> str:
        """What is tapped for a seat; empty if nothing."""
        at = self.places.index(seat) if seat in self.places and self.kind != TRUMP else len(self.values)
        return (self.values[at] if at < len(self.values) else None) or ""

    def without(self, place: int) -> "Draft":
        """With the value at a place taken out."""
        values = tuple(None if at == place else value for at, value in enumerate(self.values))
        return replace(self, values=values)

    def putting(self, value: str) -> "Draft":
        """With a value at the first free place; unchanged if there is none."""
        place = self.next_place
        if place is None:
            return self
        values = [*self.values, *[None] * (len(self.places) - len(self.values))]
        values[place] = value
        return replace(self, values=tuple(values))


def ways_of(match: AnyMatch) -> tuple[str, ...]:
    """The ways to enter what comes next; none when nothing is to be entered."""
    if match.phase is not Phase.PLAY:
        return ()
    tricks = () if match.deal.must_be_counted else (TRICKS,)
    return (COUNT, *tricks, *((TRUMP,) if match.deal.awaits_trump else ()))


def way_of(match: AnyMatch, wanted: str) -> str:
    """The way that is wanted, if it is open; else as the deal was begun, or as the deal before it was entered."""
    ways = ways_of(match)
    if wanted in ways:
        return wanted
    before = next(iter(islice(reversed(match.deals), 1, 2)), None)
    is_by_tricks = bool(match.deal.tricks) or (before is not None and match.entry_of(before) == "tricks")
    return TRICKS if is_by_tricks and TRICKS in ways else COUNT


def empty(match: AnyMatch, way: str, leader: str = "", kind: str = "", order: Sequence[str] = ()) -> Draft:
    """A draft without values, of a kind or of the one that comes next in this way.

    A count asks in an `order`, else clockwise from the dealer's left; a trick from its leader.
    """
    setup, deal = match.setup, match.deal
    usual = COUNT if way == COUNT else TRUMP if deal.awaits_trump else TRICKS
    kind = kind if kind in (COUNT, TRICKS, TRUMP) else usual
    if kind == TRUMP:
        return Draft(way, TRUMP, (deal.dealer,))
    if kind == COUNT:
        return Draft(way, COUNT, tuple(order) or _asked(match, deal))
    leader = leader if leader in setup.players else ""
    return Draft(way, TRICKS, setup.clockwise(leader or match.expected_leader), leader=leader)


def read(match: AnyMatch, way: str, given: Mapping[str, str]) -> Draft:
    """The draft of a form or query string, with what was just tapped or typed. Raises RefusedError.

    `kind` is what was tapped when the page was made, whatever comes next by now; `order` names the seats of a count.
    """
    kind, order = given.get("kind", ""), _order(match, given)
    draft = empty(match, way, given.get("leader", ""), kind, order)
    words = given.get("draft", "")[:LONGEST].split(".")[: len(draft.places)]
    values = [None if word in (HOLE, "") else _value(match, draft, word) for word in words]
    draft = replace(draft, values=tuple(values))
    mend = given.get("mend", "")[:2]
    if mend.isascii() and mend.isdecimal():
        return draft.without(int(mend))
    if given.get("typed", "").strip() and draft.next_place is None:
        draft = empty(match, way, draft.leader, kind, order)  # What is typed stands in the place of what was refused.
    tapped = " ".join(given.get(name, "")[:LONGEST] for name in ("tap", "card", "typed"))
    for word in tapped.replace(",", " ").replace(".", " ").split():
        value = _value(match, draft, word)
        if value in draft.values and way != COUNT:
            card = read_card(value)
            raise RefusedError(
                Fault("card-twice", f"The {card.name} is there already: tap a name to change its card.")
            )
        if draft.next_place is None:
            raise RefusedError(Fault("too-many", "All have one already: tap a name to change what it has."))
        draft = draft.putting(value)
    if draft.counted > match.setup.total:
        makes = f"That makes {in_words(draft.counted)} {match.setup.counts}; there are {in_words(match.setup.total)}."
        raise RefusedError(Fault("wrong-total", makes))
    return draft


def _asked(match: AnyMatch, deal: Deal) -> tuple[str, ...]:
    """The seats as a count of a deal asks them: clockwise from the dealer's left."""
    seats: tuple[str, ...] = match.setup.clockwise(match.setup.left(deal.dealer))
    return seats


def _order(match: AnyMatch, given: Mapping[str, str]) -> tuple[str, ...]:
    """The seats whose numbers a form has, in its order: as it names them, else as they were asked at its turn."""
    order = tuple(given.get("order", "").split("."))
    if sorted(order) == sorted(match.setup.seats):
        return order
    number = given.get("turn", "").partition(".")[0]
    deals = reversed(match.deals) if number else ()
    return next((_asked(match, deal) for deal in deals if str(deal.number) == number), ())


def _value(match: AnyMatch, draft: Draft, word: str) -> str:
    """A number or card as a draft has it. Raises RefusedError."""
    if draft.kind != COUNT:
        return read_card(word[:LONGEST]).code
    total = match.setup.total
    if not word.isascii() or not word.isdecimal() or len(word) > 3 or int(word) > total:
        text = f"“{word[:20]}” is not a number of {match.setup.counts} from 0 to {total}."
        raise RefusedError(Fault("not-a-number", text))
    return str(int(word))


def followed(match: AnyMatch, draft: Draft) -> Draft:
    """With the numbers that follow by themselves: the last one, and nought for all once nothing is left."""
    if draft.kind != COUNT:
        return draft
    left = match.setup.total - draft.counted
    values = [*draft.values, *[None] * (len(draft.places) - len(draft.values))]
    if any(values) and (left == 0 or values.count(None) == 1):
        values = [str(left) if value is None else value for value in values]
    return replace(draft, values=tuple(values))


def action(match: AnyMatch, draft: Draft) -> dict[str, Any] | None:
    """The entry of a complete draft as in a record; None if it is not complete."""
    if draft.next_place is not None:
        return None
    if draft.kind == TRUMP:
        return {"type": "trump", "card": draft.values[0]}
    if draft.kind == COUNT:
        taken = dict(zip(draft.places, map(int, _given(draft.values)), strict=True))
        return {"type": "count", "taken": {seat: taken[seat] for seat in match.setup.seats}}
    led = {"leader": draft.leader} if draft.leader else {}
    return {"type": "trick", "cards": list(draft.values), **led}


def _given(values: Sequence[str | None]) -> list[str]:
    return [value or "0" for value in values]


def undone(current: CurrentMatch[Any], place: int | None = None) -> Draft | None:
    """What an undo has just taken back, without its last value or that of a place; None if it was something else."""
    last = current.undone[-1] if current.undone else None
    match = current.match
    if last is None or last.kind != ACT or match.phase is not Phase.PLAY:
        return None
    data = last.actions[0]
    if data["type"] == "count":
        draft = empty(match, COUNT)
        draft = replace(draft, values=tuple(str(data["taken"][seat]) for seat in draft.places))
    elif data["type"] == "trick":
        draft = replace(empty(match, TRICKS, data.get("leader", "")), values=tuple(data["cards"]))
    else:
        return None
    return draft.without(len(draft.places) - 1 if place is None else place)


def cards_of(draft: Draft) -> dict[str, Card]:
    """The tapped cards by seat."""
    if draft.kind != TRICKS:
        return {}
    tapped = {seat: draft.value_of(seat) for seat in draft.places}
    return {seat: read_card(code) for seat, code in tapped.items() if code}

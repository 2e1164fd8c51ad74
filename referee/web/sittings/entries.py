"""Drafts of a deal: the numbers of a count, the cards of a trick, or the card turned up."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from referee.english import in_words
from referee.faults import Fault, RefusedError
from referee.games.sittings.legality import gone_faults
from referee.games.sittings.state import AnyMatch, Phase, SittingDeal
from referee.web.tables.draft import Draft, of_trick
from referee.web.tables.entries import Entries
from referee.web.tables.posted import Posted

COUNT, TRICKS, TRUMP = "count", "tricks", "trump"
"""Kinds of drafts, and ways to enter a deal; the last two begin with the card turned up."""


def ways_of(match: AnyMatch) -> tuple[str, ...]:
    """Return the ways to enter what comes next; none when nothing can be entered."""
    if match.phase is not Phase.PLAY:
        return ()
    tricks = () if match.deal.must_be_counted else (TRICKS,)
    return (COUNT, *tricks, *((TRUMP,) if match.deal.awaits_trump else ()))


def _way_of(match: AnyMatch, wanted: str) -> str:
    """Return the wanted way, if it is open; else the way in which the deal was begun, or the previous one entered.

    A trump card alone begins either way. While a deal waits to be settled, the way in which it was entered, so that
    the phone continues in the same way.
    """
    ways = ways_of(match)
    if wanted in ways:
        return wanted
    before = next(iter(islice(reversed(match.deals), 1, 2)), None)
    is_begun = match.deal.tricks or match.deal.counted is not None
    entered = match.deal if is_begun else before
    is_by_tricks = entered is not None and match.entry_of(entered) == "tricks"
    return TRICKS if is_by_tricks and (TRICKS in ways or not ways) else COUNT


def count_order(match: AnyMatch, deal: SittingDeal) -> tuple[str, ...]:
    """The seats in the order of a count: clockwise from the dealer's left."""
    seats: tuple[str, ...] = match.setup.clockwise(match.setup.left(deal.dealer))
    return seats


class SittingEntries(Entries):
    """A deal is counted, or tapped trick by trick; then it is settled."""

    def empty(self, match: AnyMatch, inputs: Mapping[str, str]) -> Draft:
        """Return a draft of a count in the form's order, of a trick from its leader, or of the card turned up.

        `kind` is the kind that the page was made for, even if something else comes next by now.
        """
        way, kind, deal = _way_of(match, inputs.get("way", "")), inputs.get("kind", ""), match.deal
        usual = COUNT if way == COUNT else TRUMP if deal.awaits_trump else TRICKS
        kind = kind if kind in (COUNT, TRICKS, TRUMP) else usual
        if kind == TRUMP:
            return Draft(TRUMP, (TRUMP,), way)
        if kind == COUNT:
            return Draft(COUNT, _order(match, inputs), way, are_cards=False)
        return of_trick(match, inputs, way)

    def read(self, match: AnyMatch, inputs: Mapping[str, str]) -> Draft:
        """Read the draft of a form or query string, with the latest tap or text. Raises RefusedError."""
        draft = super().read(match, inputs)
        if _counted(draft) > match.setup.total:
            counts, total = match.setup.counts, in_words(match.setup.total)
            text = f"That makes {in_words(_counted(draft))} {counts}; there are {total}."
            raise RefusedError(Fault("wrong-total", text))
        return draft

    def value(self, match: AnyMatch, draft: Draft, word: str) -> str:
        """A number or card in its draft form. Raises RefusedError."""
        if draft.kind != COUNT:
            return super().value(match, draft, word)
        total = match.setup.total
        if not word.isascii() or not word.isdecimal() or len(word) > 3 or int(word) > total:
            text = f"“{word[:20]}” is not a number of {match.setup.counts} from 0 to {total}."
            raise RefusedError(Fault("not-a-number", text))
        return str(int(word))

    def completed(self, match: AnyMatch, form: Posted) -> Draft:
        """Return the draft of a post. The last number of a count is implied, and zeros once nothing is left."""
        draft = self.read(match, form.inputs)
        left, values = match.setup.total - _counted(draft), draft.all_values
        if draft.kind != COUNT or form.untap is not None or not any(values) or (left and values.count(None) != 1):
            return draft
        return replace(draft, values=tuple(str(left) if value is None else value for value in values))

    def action(self, match: AnyMatch, draft: Draft) -> dict[str, Any]:
        """The card turned up, the count with its seats in order, or the trick."""
        values = [value or "0" for value in draft.values]
        if draft.kind == TRUMP:
            return {"type": "trump", "card": values[0]}
        if draft.kind == COUNT:
            taken = dict(zip(draft.places, map(int, values), strict=True))
            return {"type": "count", "taken": {seat: taken[seat] for seat in match.setup.seats}}
        return super().action(match, draft)

    def of_action(self, match: AnyMatch, data: Mapping[str, Any]) -> Draft | None:
        """The draft of a count or a trick."""
        if match.phase is Phase.PLAY and data["type"] == "count":
            draft = self.empty(match, {"way": COUNT, "kind": COUNT})
            return replace(draft, values=tuple(str(data["taken"][seat]) for seat in draft.places))
        if match.phase is Phase.PLAY and data["type"] == "trick":
            draft = self.empty(match, {"way": TRICKS, "kind": TRICKS, "leader": data.get("leader", "")})
            return replace(draft, values=tuple(data["cards"]))
        return None

    def faults(self, match: AnyMatch, draft: Draft) -> Iterator[Fault]:
        """Cards already played in the deal in hand."""
        return gone_faults(match, draft.down if draft.kind == TRICKS else ())


def _counted(draft: Draft) -> int:
    """The sum of the numbers."""
    return sum(int(value) for value in draft.values if value) if draft.kind == COUNT else 0


def _order(match: AnyMatch, inputs: Mapping[str, str]) -> tuple[str, ...]:
    """The seats whose numbers a form has, in its order; as asked now if it names none."""
    order = tuple(inputs.get("order", "").split("."))
    return order if sorted(order) == sorted(match.setup.seats) else count_order(match, match.deal)

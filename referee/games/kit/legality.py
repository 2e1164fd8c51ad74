"""Faults of actions that all games check alike."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from referee.cards import Card, listed
from referee.english import in_words, number_of, titled
from referee.faults import Fault
from referee.games.kit.records import Kinds, misfits
from referee.games.kit.sides import SIDE_WORDS

Faults = Iterator[Fault]
Checks = Mapping[type[Any], tuple[Collection[Any], str, Callable[[Any, Any], Faults]]]
"""By class of action: its phases, the words for it, and a further check."""


def checked(kinds: Kinds, checks: Checks, awaits: Callable[[Any], str]) -> Callable[[Any, Any], Faults]:
    """The check of actions of some kinds: faults at this table, else of the phase, else of the action's own check.

    `awaits` returns what a match waits for, as a clause.
    """
    values = {kind.build: kind.values for kind in kinds.values()}

    def faults(match: Any, action: Any) -> Faults:
        phases, what, check = checks[type(action)]
        odd = misfits(values[type(action)], match.setup, action)
        wrong = [Fault("bad-action", f"“{key}” {text}.", (key,)) for key, text in odd]
        if not wrong and match.phase not in phases:
            undo = " Undo what ended it first." if is_over(match) else ""
            text = f"{titled(what)} cannot be entered now: {awaits(match)}.{undo}"
            wrong = [Fault("wrong-phase", text, (match.phase.value,))]
        return iter(wrong or check(match, action))

    return faults


def is_over(match: Any) -> bool:
    """Return True in the last phase of a match."""
    phases: Any = type(match.phase)
    return match.phase is [*phases][-1]


def awaited(checks: Checks) -> Callable[[Any, Any], bool]:
    """A function that returns True if any action of a kind can be entered in a match now."""
    return lambda match, action: match.phase in checks[type(action)][0]


def taken_faults(side: str, held: int, number: int, unit: str) -> Faults:
    """A ruling that takes more from a side than it has."""
    if held + number < 0:
        yield Fault("below-nothing", f"{SIDE_WORDS[side]} have {number_of(held, unit)}: take no more than that.")


def no_faults(match: Any, action: Any) -> Faults:
    """The check of an action that is always allowed in its phase."""
    return iter(())


def card_faults(
    cards: Sequence[Card], number: int, pack: Collection[Card], size: str = "", what: str = "A trick"
) -> Faults:
    """Cards that are not one from each player, or are not in the pack; `size` describes it."""
    if len(cards) != number:
        text = f"{what} has {in_words(number)} cards, one from each player, and this has {len(cards)}."
        yield Fault("number-of-cards", text)
    twice = [card for card, times in Counter(cards).items() if times > 1]
    if twice:
        where = f"{what[0].lower()}{what[1:]}"
        text = f"{listed(twice)} cannot be in {where} twice."
        yield Fault("card-twice", text, tuple(card.code for card in twice))
    for card in dict.fromkeys(cards):
        if card not in pack:
            yield Fault("not-in-pack", f"{card} is not in the pack of {size or f'{len(pack)} cards'}.", (card.code,))

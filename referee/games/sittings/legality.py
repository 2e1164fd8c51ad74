"""Legality of the actions that every sitting has."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from referee.cards import Card, listed
from referee.english import in_words
from referee.faults import Fault
from referee.games.kit.records import Kinds, misfits
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, Settle
from referee.games.sittings.state import Match, Phase

_NOW = {
    Phase.PLAY: "The deal is being played",
    Phase.SETTLE: "The deal is over and waits to be settled",
    Phase.OVER: "The match is over",
}
FEWER_THAN_TAPPED = "fewer-than-tapped"
"""The code of the fault of a count that the tricks tapped contradict."""
AnyMatch = Match[Any, Any]


def phase_faults(match: AnyMatch, phases: Collection[Phase], what: str) -> Iterator[Fault]:
    """An action that belongs to other phases."""
    if match.phase not in phases:
        undo = ": undo what ended it first" if match.phase is Phase.OVER else ""
        yield Fault("wrong-phase", f"{_NOW[match.phase]}, so {what} cannot be entered now{undo}.")


def trick_faults(match: AnyMatch, action: Play) -> Iterator[Fault]:
    """A trick that is not of one card from each player, or has a card that is out of the pack or gone."""
    setup, cards = match.setup, action.cards
    players = len(setup.seats)
    if len(cards) != players:
        text = f"A trick has {in_words(players)} cards, one from each player, and this has {len(cards)}."
        yield Fault("number-of-cards", text)
    twice = [card for card, times in Counter(cards).items() if times > 1]
    if twice:
        yield Fault("card-twice", f"{listed(twice)} cannot be in a trick twice.", tuple(card.code for card in twice))
    for card in dict.fromkeys(cards):
        if card not in setup.pack:
            yield Fault("not-in-pack", f"{card} is not in the pack of {in_words(players)} players.", (card.code,))
    yield from gone_faults(match, cards)


def gone_faults(match: AnyMatch, cards: Iterable[Card]) -> Iterator[Fault]:
    """Cards that have gone in the deal in hand."""
    for card in dict.fromkeys(cards):
        number = tapped_in(match, card)
        if number:
            text = f"{card} was tapped in trick {number}: correct that trick if it was another card."
            yield Fault("card-gone", text, (card.code, str(number)))


def tapped_in(match: AnyMatch, card: Any) -> int:
    """The number of the trick of the deal in hand that a card was tapped in; 0 for none."""
    return next((number for number, trick in enumerate(match.deal.tricks, 1) if card in trick.cards), 0)


def count_faults(match: AnyMatch, action: Count) -> Iterator[Fault]:
    """Counts that do not add up, or are less than the tricks tapped show."""
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
        text = "A deal is begun: settle it, or record it as void, before the sitting ends."
        yield Fault("deal-begun", text)


def no_faults(match: AnyMatch, action: Any) -> Iterator[Fault]:
    """Yield no faults, for an action that is always allowed in its phase."""
    return iter(())


PLAY, SETTLE, BOTH = (Phase.PLAY,), (Phase.SETTLE,), (Phase.PLAY, Phase.SETTLE)
Checks = Mapping[type[Any], tuple[Collection[Phase], str, Callable[[Any, Any], Iterator[Fault]]]]
"""The phases, the words and the check of each class of action."""
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
    return lambda match, action: faults_of(match, action, kinds, *checks[type(action)])


def faults_of(
    match: AnyMatch,
    action: Any,
    kinds: Kinds,
    phases: Collection[Phase],
    what: str,
    check: Callable[[Any, Any], Iterator[Fault]],
) -> Iterator[Fault]:
    """Yield the faults of an action: keys that do not fit the table, or else the phase, or else those of a check."""
    wrong = [Fault("bad-action", f"“{key}” {text}.", (key,)) for key, text in misfits(kinds, match.setup, action)]
    wrong = wrong or list(phase_faults(match, phases, what))
    yield from wrong or check(match, action)

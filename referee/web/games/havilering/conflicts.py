"""Cards that are in two tricks of a hand after a correction. Rule 9.2."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import Card, read_card
from referee.games.edits import Placed, placed_by
from referee.games.havilering.actions import Play
from referee.games.havilering.state import Match
from referee.match.current import Trial
from referee.web.corrections.draft import Edits


@dataclass(frozen=True, slots=True)
class Conflict:
    """A card that is in two tricks of a hand: the changed one and another."""

    card: Card
    trick: int
    """The number of the other trick in its hand."""
    number: int
    """The number of its entry."""
    gives: Card | None
    """The card that it replaced, which may belong in the other trick; None if there is none."""
    swapped: Edits
    """The edits that swap the two cards. They contain the other trick's cards, even if it is closed."""


def conflicts(trial: Trial[Match], edits: Edits) -> Iterator[Conflict]:
    """The cards of a changed trick that another trick of the hand contains as well. Rule 9.2."""
    misfit, match = trial.corrected.misfit, trial.corrected.match
    if misfit is None or not isinstance(misfit.placed.action, Play):
        return
    actions = [done.action for done in trial.transitions]
    earlier = {placed.action.cards: placed for placed in placed_by(actions, edits.made)
               if isinstance(placed.action, Play) and placed != misfit.placed
               and placed.number <= misfit.placed.number}  # fmt: skip
    for fault in misfit.faults:
        if fault.code != "card-played":
            continue
        card, trick = read_card(fault.about[0]), match.hand_tricks[int(fault.about[1]) - 1]
        two = earlier[trick.cards], misfit.placed
        changed, other = two if two[0].edit and not two[1].edit else two[::-1]
        number = trick.number if other is two[0] else match.in_hand + 1
        yield _conflict(trial, edits, card, changed, other, number)


def _conflict(trial: Trial[Match], edits: Edits, card: Card, changed: Placed, other: Placed, number: int) -> Conflict:
    assert isinstance(changed.action, Play)
    assert isinstance(other.action, Play)
    was = trial.transitions[changed.number - 1].action if changed.source else None
    gone = was.cards[changed.action.cards.index(card)] if isinstance(was, Play) and len(was.cards) == 4 else None
    gives = gone if gone and gone not in changed.action.cards and gone not in other.action.cards else None
    swapped = edits
    if gives and other.source:
        cards = tuple(gives if each is card else each for each in other.action.cards)
        swapped = edits.instead(other.number, Play(cards, other.action.leader))
    return Conflict(card, number, other.number, gives if other.source else None, swapped)

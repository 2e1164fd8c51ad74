"""One step of a match, why an action is not allowed, and the fold of a log."""

from dataclasses import replace

from referee.cards import Card, Rank
from referee.faults import Fault
from referee.games.karnoffel.actions import Action, Choose, Setup
from referee.games.karnoffel.shapes import KINDS
from referee.games.karnoffel.state import Deal, Match, Phase
from referee.games.karnoffel.tricks import lowest, taking_place
from referee.games.kit.legality import Checks, Faults, awaited, card_faults, checked
from referee.games.kit.stepping import Stepping
from referee.games.sittings import races
from referee.games.sittings.actions import Play
from referee.games.sittings.legality import gone_faults


def _choose_faults(match: Match, action: Choose) -> Faults:
    """Rule 2.2: four face-up cards of the pack, one from each player."""
    if action.cards is not None:
        yield from card_faults(action.cards, len(match.setup.seats), match.setup.pack, what="The choice")


def _trick_faults(match: Match, action: Play) -> Faults:
    """Rules 1.2, 3.4 and 5.3."""
    yield from card_faults(action.cards, len(match.setup.seats), match.setup.pack)
    yield from gone_faults(match, action.cards)
    yield from devil_faults(match, action.cards[0] if action.cards else None)


def devil_faults(match: Match, led: Card | None) -> Faults:
    """A Devil that is led to the first trick of a deal. Rule 3.4."""
    is_devil = led is not None and led.rank is Rank.SEVEN and led.suit is match.deal.chosen
    if led and is_devil and not match.deal.tricks and not match.setup.rules.devil_first:
        text = f"{led} is the Devil, who may not be led to the first trick: take the lead back."
        yield Fault("devil-first", text, (led.code,))


_CHECKS: Checks = {
    Choose: ((Phase.CHOOSE,), "the chosen suit", _choose_faults),
    Play: ((Phase.PLAY,), "a trick", _trick_faults),
    **races.usual_checks(Phase.CHOOSE, Phase.PLAY),
}
is_awaited = awaited(_CHECKS)
_NOW = {
    Phase.CHOOSE: "the chosen suit comes next",
    Phase.PLAY: "the suit is chosen",
    Phase.OVER: "the match is over",
}


def _chosen(match: Match, action: Choose) -> Match:
    """Rules 2.2 and 2.3."""
    suit = action.suit or (action.cards[lowest(action.cards)].suit if action.cards else None)
    return replace(match, phase=Phase.PLAY, deal=replace(match.deal, chosen=suit, cards=action.cards))


def _played(match: Match, action: Play) -> Match:
    """Rules 2.5, 3.8 and 4.1."""
    chosen = match.deal.chosen
    assert chosen is not None
    return races.played(match, action, lambda cards: taking_place(cards, chosen))


STEPPING: Stepping[Setup, Match, Action] = Stepping(
    races.beginning(Match, Deal, Phase.CHOOSE),
    checked(KINDS, _CHECKS, lambda match: _NOW[match.phase]),
    {Choose: _chosen, Play: _played, **races.STEPS},
    leader=lambda match: match.expected_leader,
)
"""The steps of a match. Rules 1.3, 4.3, 5.1 and 5.2."""

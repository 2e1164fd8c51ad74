"""One step of a match, why an action is not allowed, and the fold of a log."""

from dataclasses import replace

from referee.cards import Card, Rank
from referee.english import number_of
from referee.faults import Fault
from referee.games.karnoffel.actions import KINDS, TRICKS, Action, Adjust, Choose, Result, Setup
from referee.games.karnoffel.state import Adjusted, Deal, Match, Phase
from referee.games.karnoffel.tricks import lowest, taking_place
from referee.games.kit.legality import Checks, Faults, awaited, card_faults, checked, no_faults, taken_faults
from referee.games.kit.sides import SIDE_WORDS, SIDES, ZERO, other
from referee.games.kit.stepping import Stepping
from referee.games.sittings import legality
from referee.games.sittings.actions import Misdeal, Play
from referee.games.sittings.legality import gone_faults
from referee.games.sittings.state import Misdealt, Trick


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


def result_faults(match: Match, action: Result) -> Faults:
    """A result in which the losers have fewer tricks than were entered."""
    taken = match.deal.taken.of(other(action.side))
    if taken > action.lost:
        text = f"{SIDE_WORDS[other(action.side)]} have taken {number_of(taken, 'trick')} of this deal already."
        yield Fault("fewer-than-taken", text, (str(action.lost),))


def _adjust_faults(match: Match, action: Adjust) -> Faults:
    yield from taken_faults(action.side, match.score.of(action.side), action.deals, "deal")


_BOTH = (Phase.CHOOSE, Phase.PLAY)
_CHECKS: Checks = {
    Choose: ((Phase.CHOOSE,), "the chosen suit", _choose_faults),
    Play: ((Phase.PLAY,), "a trick", _trick_faults),
    Result: (_BOTH, "the result of the deal", result_faults),
    Misdeal: (_BOTH, "a misdeal", no_faults),
    Adjust: (_BOTH, "a ruling", _adjust_faults),
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
    """A trick, which may win the deal. Rules 2.5, 3.8 and 4.1."""
    leader, deal = action.leader or match.expected_leader, match.deal
    assert deal.chosen is not None
    winner = match.setup.clockwise(leader)[taking_place(action.cards, deal.chosen)]
    deal = replace(deal, tricks=(*deal.tricks, Trick(len(deal.tricks) + 1, leader, action.cards, winner)))
    won = next((side for side in SIDES if deal.taken.of(side) == TRICKS), None)
    return _ended(match, deal, won) if won else replace(match, deal=deal)


def _settled(match: Match, action: Result) -> Match:
    tricks = ZERO.with_(action.side, TRICKS).with_(other(action.side), action.lost)
    return _ended(match, replace(match.deal, result=tricks), action.side)


def _ended(match: Match, deal: Deal, winner: str) -> Match:
    """A side has won a deal, and maybe the match."""
    score = match.score.plus(winner, 1)
    match = replace(match, deals=match.deals.append(replace(deal, winner=winner, total=score)), score=score)
    if match.winner:
        return replace(match, phase=Phase.OVER, deal=Deal(number=deal.number, dealer=deal.dealer))
    fresh = Deal(number=deal.number + 1, dealer=match.setup.left(deal.dealer))
    return replace(match, phase=Phase.CHOOSE, deal=fresh)


def _misdealt(match: Match, action: Misdeal) -> Match:
    """The deal is void, and the same player deals again; rulings stand. Rule 5.1."""
    void = match.deal
    events = void.events.append(Misdealt(void.dealer, again=True))
    fresh = Deal(number=void.number, dealer=void.dealer, misdeals=void.misdeals + 1, events=events)
    return replace(match, phase=Phase.CHOOSE, deal=fresh)


def _adjusted(match: Match, action: Adjust) -> Match:
    """A ruling of the table, which may end the match. Rule 5.2."""
    event = Adjusted(action.side, action.deals, action.reason, len(match.deal.entries))
    deal = replace(match.deal, events=match.deal.events.append(event))
    match = replace(match, deal=deal, score=match.score.plus(action.side, action.deals))
    return replace(match, phase=Phase.OVER) if match.winner else match


def turn_of(match: Match) -> str:
    """The turn of the entry that comes next, with the phase at the end."""
    return legality.turn_of(match) + (".over" if match.phase is Phase.OVER else "")


STEPPING: Stepping[Setup, Match, Action] = Stepping(
    lambda setup: Match(setup, setup.started, Deal(number=1, dealer=setup.dealer), Phase.CHOOSE),
    checked(KINDS, _CHECKS, lambda match: _NOW[match.phase]),
    {Choose: _chosen, Play: _played, Result: _settled, Misdeal: _misdealt, Adjust: _adjusted},
    leader=lambda match: match.expected_leader,
)
"""The steps of a match. Rules 1.3, 4.3, 5.1 and 5.2."""

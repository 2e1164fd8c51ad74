"""The state transitions of a match: a pure `step` for each action, and the fold over a log.

`step` is the only way from one state to the next. It refuses illegal actions with every fault; `faults` returns the
same without the step.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.cards import Card
from referee.chain import EMPTY
from referee.games.grevjass import flow, legality, notices
from referee.games.grevjass.actions import (
    TRICKS,
    Action,
    Adjust,
    Chalk,
    Claim,
    Claims,
    Declare,
    NameDealer,
    NameTrump,
    Setup,
    Stikk,
    Take,
    Vol,
)
from referee.games.grevjass.deal import STIKK, Adjusted, Claimed, Deal, Trick, is_stikk_card
from referee.games.grevjass.melds import Meld, cards_of
from referee.games.grevjass.pack import value_of, winning_place
from referee.games.grevjass.state import HUNDRED, How, Match, Phase
from referee.games.kit.sides import other, side_of
from referee.games.kit.stepping import Stepping
from referee.games.sittings.actions import Misdeal, Play


def begin(setup: Setup) -> Match:
    """The start of a match. Rule 1.1."""
    return Match(setup, setup.started, Deal(number=1, dealer=setup.dealer))


def _dealer(match: Match, action: NameDealer) -> Match:
    """Set the dealer named by the table. Rule 2.3."""
    return flow.with_deal(match, dealer=action.player)


def _trump(match: Match, action: NameTrump) -> Match:
    """Rules 2.1 and 2.2."""
    deal = replace(
        match.deal,
        game=match.game,
        order=match.setup.clockwise(match.expected_leader),
        suit=action.card.suit if action.card else action.suit,
        card=action.card,
        start_since=match.since,
        entries=EMPTY.append(replace(action, at=None)),
    )
    return replace(match, phase=Phase.PLAY, deal=deal)


def _meld(match: Match, action: Declare) -> Match:
    """Rules 3.1 to 3.5."""
    match = _entered(match, action, melds=(*match.deal.melds, Meld(action.player, cards_of(action))))
    best = match.deal.best
    is_strokes = best is not None and best.strokes > 0
    return replace(match, phase=Phase.STROKES) if is_strokes else match


def _take(match: Match, action: Take) -> Match:
    """Rule 3.5: the game is over without play."""
    deal = match.deal
    assert deal.best_side is not None
    return flow.game_won(_entered(match, action, taken=True), deal.best_side, How.MELDS, deal.strokes)


def _vol(match: Match, action: Vol) -> Match:
    """Rule 3.6."""
    return replace(_entered(match, action, bid=action.player), phase=Phase.PLAY)


def _trick(match: Match, action: Play) -> Match:
    """Rules 4.1 and 5.1 to 5.4: the points count in the order in which they are made."""
    deal, leader, cards = match.deal, match.expected_leader, action.cards
    seats = match.setup.clockwise(leader)
    winner = seats[winning_place(cards, deal.trump)]
    stikk, owed = _stikk(match, deal, winner, tuple(zip(seats, cards, strict=True)))
    trick = Trick(len(deal.tricks) + 1, leader, cards, winner, value_of(cards, deal.trump), stikk)
    played = replace(deal, tricks=(*deal.tricks, trick))
    notes = {"revokes": tuple(notices.revokes(played)), "strays": notices.strays(played)}
    match = _entered(match, action, tricks=played.tricks, owed=owed, **notes)
    if stikk:
        match = flow.scored(match, side_of(stikk), STIKK)
    match = flow.scored(match, side_of(winner), trick.value + trick.last)
    return flow.all_played(match) if trick.number == TRICKS else match


def _stikk(
    match: Match, deal: Deal, winner: str, plays: tuple[tuple[str, Card], ...]
) -> tuple[str | None, str | None]:
    """Return the player who scores the stikk in a trick, and the one who waits to score it. Rules 5.3 and 5.4."""
    earlier = {seat for trick in deal.plays for seat, card in trick if is_stikk_card(card, deal.trump)}
    player = next((seat for seat, card in plays if is_stikk_card(card, deal.trump) and seat in earlier), None)
    if match.setup.rules.stikk is Stikk.PLAYED:
        return player, None
    if match.setup.rules.stikk is Stikk.TRICK:
        return (player if player == winner else None), None
    waiting = player or deal.owed
    if waiting is None:
        return None, None
    has_a_trick = deal.tricks_of(side_of(waiting)) > 0 or side_of(winner) == side_of(waiting)
    return (waiting, None) if has_a_trick else (None, waiting)


def _claim(match: Match, action: Claim) -> Match:
    """Rules 6.2 to 6.4."""
    points, deal = match.score.of(action.side), match.deal
    claimed = Claimed(action.side, len(deal.tricks), points, points >= HUNDRED)
    match = _entered(match, action, claims=deal.claims.append(claimed))
    if claimed.right:
        return flow.hundred_won(match, action.side, How.CLAIM)
    if match.setup.rules.claims is Claims.BLIND:
        return flow.hundred_won(match, other(action.side), How.FALSE_CLAIM)
    return match


def _misdeal(match: Match, action: Misdeal) -> Match:
    """Void the deal; adjustments of points since trump was named are lost too, but adjustments of strokes remain.
    Rule 7.1."""
    void = match.deal
    before = void.events
    while before and before[-1].entries:
        before = before.without_last()
    lasting = (replace(each, entries=0) for each in void.events.since(before) if each.is_strokes)
    fresh = Deal(
        number=void.number,
        dealer=void.dealer,
        start=void.start,
        misdeals=void.misdeals + 1,
        events=before.extend(lasting),
    )
    return replace(match, phase=Phase.TRUMP, deal=fresh, since=void.start_since)


def _chalk(match: Match, action: Chalk) -> Match:
    """Rule 7.5."""
    return flow.game_won(match, action.side, How.CHALK, action.strokes)


def _adjust(match: Match, action: Adjust) -> Match:
    """Rule 7.4. It wins no game; strokes that reach the agreed number end the match (6.9)."""
    is_strokes = action.strokes is not None
    number = action.strokes if action.strokes is not None else action.points or 0
    ruling = Adjusted(action.side, number, is_strokes, action.reason, len(match.deal.entries))
    match = flow.with_deal(match, events=match.deal.events.append(ruling))
    if not is_strokes:
        return flow.scored(match, action.side, number)
    match = replace(match, strokes=match.strokes.plus(action.side, number))
    return flow.match_over(match) if match.winner else match


def _entered(match: Match, action: Action, **changes: Any) -> Match:
    """The match with an entry in the deal in hand; notes the moment at which its melds may have counted."""
    entries = match.deal.entries.append(replace(action, at=None))
    return flow.noted(flow.with_deal(match, entries=entries, **changes))


_STEPS: dict[type, Callable[[Match, Any], Match]] = {
    NameDealer: _dealer,
    NameTrump: _trump,
    Declare: _meld,
    Take: _take,
    Vol: _vol,
    Play: _trick,
    Claim: _claim,
    Misdeal: _misdeal,
    Chalk: _chalk,
    Adjust: _adjust,
}
STEPPING: Stepping[Setup, Match, Action] = Stepping(begin, legality.faults, _STEPS)
faults, step, fold = STEPPING.faults, STEPPING.step, STEPPING.fold

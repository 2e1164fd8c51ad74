"""The state transitions of a match: a pure `step` for each action, and the fold over a log. Rules 6 to 9.

`step` is the only way from one state to the next. It refuses illegal actions with every fault; `faults` returns the
same without the step.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from referee.chain import Chain
from referee.games.havilering import flow, legality
from referee.games.havilering.actions import (
    Action,
    Adjust,
    Answer,
    Claim,
    Misdeal,
    Muggins,
    NextDeal,
    Play,
    Reply,
    Setup,
)
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import TRICKS_IN_A_HAND, Adjustment, Call, Revoke, Trick, revokes_shown_by
from referee.games.havilering.state import Match, Phase, Won
from referee.games.havilering.tricks import score, winner
from referee.games.kit.sides import ZERO, left_of, seat_after, side_of
from referee.games.kit.stepping import Stepping


def begin(setup: Setup) -> Match:
    """The start of a match: the eldest hand, on the dealer's left, leads the first trick. Rules 2.3 and 5.3."""
    return Match(
        setup=setup,
        now=setup.started,
        phase=Phase.PLAY,
        season=flow.season(setup, setup.started),
        dealer=setup.dealer,
        leader=left_of(setup.dealer),
    )


def _play(match: Match, action: Play) -> Match:
    """Rules 3, 4 and 8.1: without Muggins all points are pegged at once; with Muggins a claim follows.

    Rule 9.6: everything about the trick follows from its real leader.
    """
    rules = match.setup.rules
    leader, win = action.leader or match.leader, winner(action.cards)
    taker = seat_after(leader, win.place)
    number = match.in_hand + 1
    worth = score(action.cards, match.season, taker == match.dealer, number == TRICKS_IN_A_HAND, rules.values)
    points = 0 if rules.muggins else worth.points
    pegs, won = (match.pegs, match.won) if rules.muggins else flow.moved(match, side_of(taker), points, taker)
    trick = Trick(
        game=match.game,
        hand=match.hand,
        number=number,
        leader=leader,
        cards=action.cards,
        at=match.now,
        win=win,
        dealer_won=taker == match.dealer,
        score=worth,
        claimed=None if rules.muggins else worth.items,
        pegged=ZERO.plus(side_of(taker), points),
        totals=pegs.front,
        open=worth.items if rules.muggins else {},
        out_of_turn=leader != match.leader,
    )
    new_revokes = tuple(revokes_shown_by(match.hand_tricks, trick))
    after = replace(
        match,
        phase=Phase.CLAIM if rules.muggins else Phase.PLAY,
        leader=taker,
        in_hand=number,
        pegs=pegs,
        won=won,
        tricks=match.tricks.append(trick),
        revokes=_with_revokes(match, new_revokes) if new_revokes else match.revokes,
    )
    return after if rules.muggins else _go_on(after, match.won)


def _with_revokes(match: Match, new: Sequence[Revoke]) -> Chain[Revoke]:
    """The revokes of the match, including those that a trick has shown, in order."""
    return match.hand_start.revokes.extend(sorted((*match.hand_revokes, *new), key=Revoke.order))


def _claim(match: Match, action: Claim) -> Match:
    """Peg a claim: nothing else of the trick is pegged. Rule 8.1."""
    trick, points = match.tricks[-1], _value(match, action.items)
    side = side_of(trick.winner)
    pegs, won = flow.moved(match, side, points, trick.winner)
    trick = replace(
        trick,
        claimed=action.items,
        pegged=ZERO.plus(side, points),
        totals=pegs.front,
        open=_less(trick.open, action.items),
    )
    after = replace(match, phase=Phase.PLAY, pegs=pegs, won=won, tricks=match.tricks.with_last(trick))
    return _go_on(after, match.won)


def _go_on(match: Match, won_before: Won | None) -> Match:
    """The match after the points of a trick are pegged."""
    if match.won is not won_before:
        return flow.game_won(match)
    if match.in_hand < TRICKS_IN_A_HAND:
        return match
    return replace(match, phase=Phase.HAND_OVER) if match.setup.rules.muggins else flow.hand_over(match)


def _muggins(match: Match, action: Muggins) -> Match:
    """Rules 8.3 and 8.4: each named item is judged separately, and right ones are pegged first."""
    trick = match.tricks[-1]
    right = {item: min(count, trick.open_count(item)) for item, count in action.items.items()}
    wrong = {item: count - right[item] for item, count in action.items.items()}
    gained, lost = _value(match, right), _value(match, wrong)
    won_before = match.won
    match = _peg(match, side_of(action.by), gained, action.by)
    match = _peg(match, side_of(trick.winner), lost, trick.winner)
    call = Call(action.by, _present(right), _present(wrong), gained, lost)
    trick = replace(
        trick,
        calls=trick.calls.append(call),
        pegged=trick.pegged.plus(side_of(action.by), gained).plus(side_of(trick.winner), lost),
        totals=match.score,
        open=_less(trick.open, right),
    )
    match = replace(match, tricks=match.tricks.with_last(trick))
    return match if match.won is won_before else flow.game_won(match)


def _deal(match: Match, action: NextDeal) -> Match:
    return flow.hand_over(match)


def _reply(match: Match, action: Reply) -> Match:
    """Rules 7.2 to 7.4."""
    if action.answer is Answer.YES:
        return replace(match, phase=Phase.PLAY)
    if match.phase is Phase.OFFER_FIRST:
        return replace(match, phase=Phase.OFFER_SECOND)
    return flow.next_game(match, ran=False, head_start=ZERO)


def _misdeal(match: Match, action: Misdeal) -> Match:
    """Rule 9.1: the scores return to those at the hand's start, and the same dealer deals again."""
    start = match.hand_start
    on_record = (given for given in match.adjustments.since(start.adjustments) if not given.points)
    start = replace(start, adjustments=start.adjustments.extend(on_record))
    return replace(
        match,
        phase=Phase.PLAY,
        leader=left_of(match.dealer),
        in_hand=0,
        pegs=start.pegs,
        hand_start=start,
        tricks=start.tricks,
        revokes=start.revokes,
        adjustments=start.adjustments,
        misdeals=match.misdeals.append(match.hand),
        deal=match.deal + 1,
    )


def _adjust(match: Match, action: Adjust) -> Match:
    """Rules 9.4 and 9.5. Adjustments before the hand's first trick survive its misdeal (9.1)."""
    won_before = match.won
    asker = action.side[0]
    place = match.game, match.hand, match.in_hand
    match = _peg(match, action.side, action.points, asker)
    adjustment = Adjustment(*place, action.side, action.points, action.reason, match.score)
    match = replace(match, adjustments=match.adjustments.append(adjustment))
    if not match.in_hand:
        match = replace(match, hand_start=flow.hand_start(match))
    return match if match.won is won_before else flow.game_won(match)


_STEPS: dict[type, Callable[..., Match]] = {
    Play: _play,
    Claim: _claim,
    Muggins: _muggins,
    NextDeal: _deal,
    Reply: _reply,
    Misdeal: _misdeal,
    Adjust: _adjust,
}
STEPPING: Stepping[Setup, Match, Action] = Stepping(begin, legality.faults, _STEPS, leader=lambda match: match.leader)
faults, step, fold = STEPPING.faults, STEPPING.step, STEPPING.fold


def _peg(match: Match, side: str, points: int, asker: str) -> Match:
    pegs, won = flow.moved(match, side, points, asker)
    return replace(match, pegs=pegs, won=won)


def _value(match: Match, items: Mapping[Item, int]) -> int:
    """The points of some items of the last trick."""
    dealer_won = match.tricks[-1].dealer_won
    values = match.setup.rules.values
    return sum(values.of(item, dealer_won) * count for item, count in items.items())


def _present(items: dict[Item, int]) -> dict[Item, int]:
    return {item: count for item, count in items.items() if count}


def _less(items: Mapping[Item, int], taken: Mapping[Item, int]) -> dict[Item, int]:
    return {item: count - taken.get(item, 0) for item, count in items.items()}

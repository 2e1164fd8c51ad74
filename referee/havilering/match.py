"""The referee of a match: one pure step for each action, and the fold over a log of them. Rules 6 to 9.

`step` is the only way from one state to the next. It refuses what the rules do not allow, with every fault,
and `faults` tells the same without doing it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from referee.faults import Fault, RefusedError
from referee.havilering import legality
from referee.havilering.actions import Action, Adjust, Answer, Claim, Deal, Misdeal, Muggins, Play, Reply, Setup
from referee.havilering.combinations import Item
from referee.havilering.seasons import Calendar
from referee.havilering.seats import ZERO, Seat, Side, Tally
from referee.havilering.state import (
    TRICKS_IN_A_HAND,
    Adjustment,
    Call,
    Game,
    Match,
    Pegs,
    Phase,
    Revoke,
    Trick,
    Won,
)
from referee.havilering.tricks import score, winner


class IllegalActionError(RefusedError):
    """An action in a log is not allowed; `number` is its place in the log, from 1."""

    def __init__(self, number: int, action: Action, faults: Iterable[Fault]) -> None:
        super().__init__(*faults)
        self.number = number
        self.action = action


def begin(setup: Setup, calendar: Calendar) -> Match:
    """The start of a match: eldest is to lead the first trick. Rules 2.3 and 5.3."""
    return Match(
        setup=setup,
        calendar=calendar,
        now=setup.started,
        phase=Phase.PLAY,
        season=setup.rules.season or calendar(setup.started),
        dealer=setup.dealer,
        leader=setup.dealer.left,
    )


def faults(match: Match, action: Action) -> tuple[Fault, ...]:
    """Everything that speaks against an action now; empty if it is allowed."""
    return tuple(legality.faults(match, action))


def step(match: Match, action: Action) -> Match:
    """The match after an action. Raises RefusedError with every fault if it is not allowed."""
    found = faults(match, action)
    if found:
        raise RefusedError(*found)
    timed = match if action.at is None else replace(match, now=action.at)
    return _STEPS[type(action)](timed, action)


def fold(setup: Setup, calendar: Calendar, actions: Iterable[Action]) -> Match:
    """The match after a whole log. Raises IllegalActionError for the first action that does not fit."""
    match = begin(setup, calendar)
    for number, action in enumerate(actions, 1):
        try:
            match = step(match, action)
        except RefusedError as refused:
            raise IllegalActionError(number, action, refused.faults) from refused
    return match


def _play(match: Match, action: Play) -> Match:
    """Rules 3, 4 and 8.1: without Muggins the whole worth is pegged at once, else the claim is awaited."""
    rules = match.setup.rules
    win = winner(action.cards)
    taker = match.leader.after(win.place)
    number = match.in_hand + 1
    worth = score(action.cards, match.season, taker is match.dealer, number == TRICKS_IN_A_HAND, rules.values)
    points = 0 if rules.muggins else worth.points
    pegs, won = (match.pegs, match.won) if rules.muggins else _moved(match, taker.side, points, taker)
    trick = Trick(
        game=match.game,
        hand=match.hand,
        number=number,
        leader=match.leader,
        cards=action.cards,
        at=match.now,
        win=win,
        dealer_won=taker is match.dealer,
        score=worth,
        claimed=None if rules.muggins else worth.items,
        pegged=ZERO.plus(taker.side, points),
        totals=pegs.front,
    )
    shown = tuple(_shown_revokes(match.hand_tricks, trick))
    after = replace(
        match,
        phase=Phase.CLAIM if rules.muggins else Phase.PLAY,
        leader=taker,
        in_hand=number,
        pegs=pegs,
        won=won,
        tricks=(*match.tricks, trick),
        revokes=tuple(sorted(match.revokes + shown, key=Revoke.order)) if shown else match.revokes,
    )
    return after if rules.muggins else _go_on(after, match.won)


def _claim(match: Match, action: Claim) -> Match:
    """Rule 8.1: only what is claimed is pegged."""
    trick, points = match.tricks[-1], _value(match, action.items)
    side = trick.winner.side
    pegs, won = _moved(match, side, points, trick.winner)
    trick = replace(trick, claimed=action.items, pegged=ZERO.plus(side, points), totals=pegs.front)
    after = replace(match, phase=Phase.PLAY, pegs=pegs, won=won, tricks=(*match.tricks[:-1], trick))
    return _go_on(after, match.won)


def _go_on(match: Match, won_before: Won | None) -> Match:
    """What follows on a trick whose points are pegged."""
    if match.won is not won_before:
        return _game_won(match)
    if match.in_hand < TRICKS_IN_A_HAND:
        return match
    return replace(match, phase=Phase.HAND_OVER) if match.setup.rules.muggins else _hand_over(match)


def _muggins(match: Match, action: Muggins) -> Match:
    """Rules 8.3 and 8.4: each named item is judged by itself, and right ones are pegged first."""
    trick = match.tricks[-1]
    right = {item: min(count, trick.open_count(item)) for item, count in action.items.items()}
    wrong = {item: count - right[item] for item, count in action.items.items()}
    gained, lost = _value(match, right), _value(match, wrong)
    won_before = match.won
    match = _peg(match, action.by.side, gained, action.by)
    match = _peg(match, trick.winner.side, lost, trick.winner)
    call = Call(action.by, _present(right), _present(wrong), gained, lost)
    trick = replace(
        trick,
        calls=(*trick.calls, call),
        pegged=trick.pegged.plus(action.by.side, gained).plus(trick.winner.side, lost),
        totals=match.score,
    )
    match = replace(match, tricks=(*match.tricks[:-1], trick))
    return match if match.won is won_before else _game_won(match)


def _deal(match: Match, action: Deal) -> Match:
    return _hand_over(match)


def _reply(match: Match, action: Reply) -> Match:
    """Rules 7.2 to 7.4."""
    if action.answer is Answer.YES:
        return replace(match, phase=Phase.PLAY)
    if match.phase is Phase.OFFER_FIRST:
        return replace(match, phase=Phase.OFFER_SECOND)
    return _next_game(match, ran=False, head_start=ZERO)


def _misdeal(match: Match, action: Misdeal) -> Match:
    """Rule 9.1: the scores go back to the hand's start, and the same dealer deals again."""
    void = match.hand
    return replace(
        match,
        phase=Phase.PLAY,
        leader=match.dealer.left,
        in_hand=0,
        pegs=match.hand_start,
        tricks=match.tricks[: len(match.tricks) - match.in_hand],
        revokes=tuple(revoke for revoke in match.revokes if revoke.trick.hand != void),
        adjustments=tuple(given for given in match.adjustments if given.hand != void or not given.points),
        misdeals=(*match.misdeals, void),
    )


def _adjust(match: Match, action: Adjust) -> Match:
    """Rules 9.4 and 9.5."""
    won_before = match.won
    asker = Seat.N if action.side is Side.NS else Seat.E
    place = match.game, match.hand, match.in_hand
    match = _peg(match, action.side, action.points, asker)
    adjustment = Adjustment(*place, action.side, action.points, action.reason, match.score)
    match = replace(match, adjustments=(*match.adjustments, adjustment))
    return match if match.won is won_before else _game_won(match)


_STEPS: dict[type, Callable[..., Match]] = {
    Play: _play,
    Claim: _claim,
    Muggins: _muggins,
    Deal: _deal,
    Reply: _reply,
    Misdeal: _misdeal,
    Adjust: _adjust,
}


def _peg(match: Match, side: Side, points: int, asker: Seat) -> Match:
    pegs, won = _moved(match, side, points, asker)
    return replace(match, pegs=pegs, won=won)


def _moved(match: Match, side: Side, points: int, asker: Seat) -> tuple[Pegs, Won | None]:
    """Move a side's pegs; the first side that is found at the target then has won the game (rules 6.1 and 7.6)."""
    pegs, won = match.pegs.move(side, points), match.won
    if won is None and pegs.front.of(side) >= match.setup.rules.target:
        won = Won(side, pegs.front, asker)
    return pegs, won


def _game_won(match: Match) -> Match:
    """Rules 6.2 and 7.1: what follows at the moment a game is won."""
    assert match.won is not None
    side = match.won.side
    match = replace(match, games_won=match.games_won.plus(side, 1))
    if match.games_won.of(side) == match.setup.rules.games_to_win:
        last = _finished(match, ran=False, head_start=ZERO)
        return replace(match, phase=Phase.MATCH_OVER, games=(*match.games, last))
    if match.in_hand == TRICKS_IN_A_HAND:
        return _next_game(match, ran=False, head_start=ZERO)
    return replace(match, phase=Phase.OFFER_FIRST)


def _hand_over(match: Match) -> Match:
    """Rules 2.7 and 7.4: the deal passes left; if the points were run, the next game has its head start."""
    if match.won is None:
        return _next_hand(match)
    return _next_game(match, ran=True, head_start=head_start(match.score, match.setup.rules.target))


def head_start(totals: Tally, target: int) -> Tally:
    """What the next game starts with when the points were run to these totals. Rule 7.4."""
    ahead = totals.ahead
    # An adjustment after the game was won can leave even the side that is ahead with nothing beyond.
    return ZERO if ahead is None else ZERO.plus(ahead, max(0, totals.of(ahead) - (target - 1)))


def _next_hand(match: Match) -> Match:
    dealer = match.dealer.left
    return replace(
        match,
        phase=Phase.PLAY,
        dealer=dealer,
        leader=dealer.left,
        hand=match.hand + 1,
        in_hand=0,
        hand_start=match.pegs,
    )


def _next_game(match: Match, ran: bool, head_start: Tally) -> Match:
    """Rules 5.3, 6.3 and 7.4: a later game starts at the moment the one before it ended."""
    return _next_hand(
        replace(
            match,
            games=(*match.games, _finished(match, ran, head_start)),
            season=match.setup.rules.season or match.calendar(match.now),
            pegs=Pegs(front=head_start),
            won=None,
        )
    )


def _finished(match: Match, ran: bool, head_start: Tally) -> Game:
    assert match.won is not None
    return Game(match.season, match.won.side, match.won.totals, match.score, ran, head_start)


def _value(match: Match, items: Mapping[Item, int]) -> int:
    """The points of some items of the last trick."""
    dealer_won = match.tricks[-1].dealer_won
    values = match.setup.rules.values
    return sum(values.of(item, dealer_won) * count for item, count in items.items())


def _present(items: dict[Item, int]) -> dict[Item, int]:
    return {item: count for item, count in items.items() if count}


def _shown_revokes(earlier: tuple[Trick, ...], trick: Trick) -> Iterator[Revoke]:
    """Rule 9.3: earlier tricks of the hand in which a player did not follow a suit it now turns out to hold."""
    for place, card in enumerate(trick.cards):
        seat = trick.leader.after(place)
        for before in reversed(earlier):
            if before.card_of(seat).suit is card.suit:
                break  # What came before this was shown by it, or by an earlier card still.
            if before.led is card.suit:
                yield Revoke(before, seat, trick.number, card)

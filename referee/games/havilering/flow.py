"""The flow of hands and games: pegging, winning a game, running the points, and the head start of the next game."""

from dataclasses import replace
from datetime import datetime

from referee.games.havilering.actions import Setup
from referee.games.havilering.results import TRICKS_IN_A_HAND, Game
from referee.games.havilering.state import HandStart, Match, Pegs, Phase, Won
from referee.games.kit.sides import ZERO, Pair, left_of
from referee.season import Season, season_at


def season(setup: Setup, when: datetime) -> Season:
    """The season of a game that starts at a moment. Rules 5.3 and 5.4."""
    rules = setup.rules
    if rules.season:
        return rules.season
    return season_at(when).opposite if rules.southern else season_at(when)


def moved(match: Match, side: str, points: int, asker: str) -> tuple[Pegs, Won | None]:
    """Move a side's pegs. The first side at the target has won the game (rules 6.1 and 7.6)."""
    pegs, won = match.pegs.move(side, points), match.won
    if won is None and pegs.front.of(side) >= match.setup.rules.target:
        won = Won(side, pegs.front, asker)
    return pegs, won


def game_won(match: Match) -> Match:
    """The match after a game is won: over, next game, or an offer to finish the hand. Rules 6.2 and 7.1."""
    assert match.won is not None
    side = match.won.side
    match = replace(match, games_won=match.games_won.plus(side, 1))
    if match.games_won.of(side) == match.setup.rules.games_to_win:
        last = _finished(match, ran=False, head_start=ZERO)
        return replace(match, phase=Phase.MATCH_OVER, games=(*match.games, last))
    if match.in_hand == TRICKS_IN_A_HAND:
        return next_game(match, ran=False, head_start=ZERO)
    return replace(match, phase=Phase.OFFER_FIRST)


def hand_over(match: Match) -> Match:
    """Rules 2.7 and 7.4: the deal passes left; if the points were run, the next game has its head start."""
    if match.won is None:
        return _next_hand(match)
    return next_game(match, ran=True, head_start=head_start(match.score, match.setup.rules.target))


def head_start(totals: Pair, target: int) -> Pair:
    """The head start of the next game after the points were run to these totals. Rules 7.4 and 7.6."""
    ahead = totals.ahead
    if ahead is None:
        return ZERO
    # An adjustment may leave the leading side below the target.
    return ZERO.plus(ahead, min(max(0, totals.of(ahead) - (target - 1)), target - 1))


def _next_hand(match: Match) -> Match:
    dealer = left_of(match.dealer)
    return replace(
        match,
        phase=Phase.PLAY,
        dealer=dealer,
        leader=left_of(dealer),
        hand=match.hand + 1,
        in_hand=0,
        hand_start=hand_start(match),
        deal=0,
    )


def hand_start(match: Match) -> HandStart:
    """The state to which a misdeal of the hand that begins here returns."""
    return HandStart(match.pegs, match.tricks, match.revokes, match.adjustments)


def next_game(match: Match, ran: bool, head_start: Pair) -> Match:
    """Rules 5.3, 6.3 and 7.4: the next game starts when the current one ends."""
    return _next_hand(
        replace(
            match,
            games=(*match.games, _finished(match, ran, head_start)),
            season=season(match.setup, match.now),
            pegs=Pegs(front=head_start),
            won=None,
        )
    )


def _finished(match: Match, ran: bool, head_start: Pair) -> Game:
    assert match.won is not None
    return Game(match.season, match.won.side, match.won.totals, match.score, ran, head_start)

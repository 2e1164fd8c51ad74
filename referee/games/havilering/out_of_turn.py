"""A lead out of turn that the table lets stand: what is entered for it. Rule 9.5."""

from collections.abc import Sequence

from referee.cards import Card
from referee.faults import Fault, RefusedError
from referee.games.havilering import match as matches
from referee.games.havilering.actions import Action, Adjust, Play
from referee.games.havilering.results import TRICKS_IN_A_HAND
from referee.games.havilering.seats import Seat
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.tricks import score, winner


def taken_by(leader: Seat, cards: Sequence[Card]) -> Seat:
    """Who takes a trick, given who really led and the cards as they were played."""
    return leader.after(winner(cards).place)


def in_turn(match: Match, leader: Seat, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a trick to which `leader` led, as if the lead had been in turn."""
    turn = (leader.place - match.leader.place) % 4
    return tuple(cards[(place - turn) % 4] for place in range(4))


def entered(match: Match, leader: Seat, cards: Sequence[Card]) -> list[Action]:
    """The actions for a trick to which `leader` led though another's lead was due, given the cards as played.

    A match knows only the lead that is due, so the cards are entered as the players sit. Where that gives the trick
    to the wrong player, rulings move its points; with Muggins they are claimed first, and the table moves them.
    Raises RefusedError if the trick is not allowed, or would win the game with other points.
    """
    played = Play(in_turn(match, leader, cards))
    after = matches.step(match, played)
    if match.setup.rules.muggins:
        return [played]
    trick, who = after.tricks[-1], taken_by(leader, cards)
    last = match.in_hand == TRICKS_IN_A_HAND - 1
    points = score(cards, match.season, who is match.dealer, last, match.setup.rules.values).points
    side, wrong = who.side, trick.winner.side
    due = {side: points - (trick.score.points if side is wrong else 0)}
    if side is not wrong:
        due = {wrong: -trick.score.points} | due
    reason = f"Lead out of turn by {match.player(leader)}: {match.player(who)} takes the trick."
    rulings = [Adjust(each, by, reason) for each, by in due.items() if by]
    if rulings and after.phase is not Phase.PLAY:
        text = "As it is entered this trick would win the game with other points: record a ruling instead."
        raise RefusedError(Fault("wins-wrongly", text))
    return [played, *rulings]

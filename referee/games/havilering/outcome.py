"""The outcome of a match as plain data for JSON."""

from typing import Any

from referee.cards import codes
from referee.games.havilering.results import Game, Revoke, Trick
from referee.games.havilering.seats import Tally
from referee.games.havilering.state import Match
from referee.games.havilering.tricks import Score


def outcome(match: Match) -> dict[str, Any]:
    """The outcome as plain data for JSON."""
    return {
        "phase": match.phase.value,
        "score": pair(match.score),
        "games_won": pair(match.games_won),
        "dealer": match.dealer.value,
        "leader": match.leader.value,
        "season": match.season.value,
        "games": [_game(game) for game in match.games],
        "tricks": [_trick(trick) for trick in match.tricks],
        "revokes": [_revoke(revoke) for revoke in match.revokes],
    }


def pair(tally: Tally) -> dict[str, int]:
    """A number for each side, by the side's name."""
    return {"NS": tally.ns, "EW": tally.ew}


def items(score: Score) -> dict[str, dict[str, int]]:
    """The items of a trick by name, each with its count and points."""
    return {item.value: {"count": count, "points": score.worth[item]} for item, count in score.items.items()}


def _game(game: Game) -> dict[str, Any]:
    return {
        "season": game.season.value,
        "winner": game.winner.value,
        "at_game": pair(game.at_game),
        "final": pair(game.final),
        "ran": game.ran,
        "head_start": pair(game.head_start),
    }


def _trick(trick: Trick) -> dict[str, Any]:
    return {
        "hand": trick.hand,
        "trick": trick.number,
        "leader": trick.leader.value,
        "cards": codes(trick.cards),
        "winner": trick.winner.value,
        "items": items(trick.score),
        "points": trick.score.points,
        "pegged": pair(trick.pegged),
    }


def _revoke(revoke: Revoke) -> dict[str, Any]:
    return {
        "hand": revoke.trick.hand,
        "trick": revoke.trick.number,
        "seat": revoke.seat.value,
        "led": revoke.trick.led.letter,
        "played": revoke.trick.card_of(revoke.seat).code,
        "shown_by": {"trick": revoke.shown_in, "card": revoke.card.code},
    }

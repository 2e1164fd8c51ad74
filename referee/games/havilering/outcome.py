"""A match written out: as plain data for JSON, and as a text score sheet."""

from collections.abc import Iterator
from typing import Any

from referee.cards import listed
from referee.games.havilering.results import Revoke, Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.talk import cadence, counted, judged, ruled_when, ruling
from referee.games.havilering.tricks import Score
from referee.games.kit.sheets import written
from referee.games.kit.sides import SEAT_WORDS, SEATS, SIDE_WORDS, Pair, other
from referee.moments import day_and_time


def outcome(match: Match) -> dict[str, Any]:
    """The outcome as plain data for JSON."""
    return written(match, "phase score games_won dealer") | {
        "leader": match.leader if match.phase is Phase.PLAY else _last_winner(match),
        "season": match.season.value,
        "games": [written(game, "season winner at_game final ran head_start") for game in match.games],
        "tricks": [_trick(trick) for trick in match.tricks],
        "revokes": [_revoke(revoke) for revoke in match.revokes],
    }


def _last_winner(match: Match) -> str:
    """The winner of the last trick, which may be of the hand before; without a trick, the player whose lead it is."""
    return match.tricks[-1].winner if match.tricks else match.leader


def items(score: Score) -> dict[str, dict[str, int]]:
    """The items of a trick by name, each with its count and points."""
    return {item.value: {"count": count, "points": score.worth[item]} for item, count in score.items.items()}


def _trick(trick: Trick) -> dict[str, Any]:
    items_of = {"items": items(trick.score)}
    return (
        written(trick, "hand trick=number leader cards winner")
        | items_of
        | written(trick, "points=score.points pegged")
    )


def _revoke(revoke: Revoke) -> dict[str, Any]:
    return written(revoke, "hand=trick.hand trick=trick.number seat led=trick.led") | {
        "played": revoke.trick.card_of(revoke.seat).code,
        "shown_by": written(revoke, "trick=shown_in card"),
    }


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet, hand by hand."""
    return "\n".join(_sheet_lines(match)) + "\n"


def _sheet_lines(match: Match) -> Iterator[str]:
    setup, rules = match.setup, match.setup.rules
    yield " ".join(f"{seat} {match.player(seat)}," for seat in SEATS).rstrip(",")
    yield f"To {rules.target}, best of {rules.best_of}{', with Muggins' if rules.muggins else ''}"
    yield f"Opened {day_and_time(setup.started)}"
    hand = 0
    for trick in match.tricks:
        if trick.hand != hand:
            hand = trick.hand
            yield ""
            yield f"Game {trick.game}, hand {hand}"
        yield _sheet_line(trick, match)
    for number, game in enumerate(match.games, 1):
        yield ""
        yield (
            f"Game {number} to {SIDE_WORDS[game.winner]}, {_totals(game.at_game)}"
            + (f"; points run to {_totals(game.final)}" if game.ran else "")
        )
    for void in match.misdeals:
        yield f"Hand {void} was dealt again after a misdeal"
    for adjustment in match.adjustments:
        yield f"Ruling in hand {adjustment.hand}, {ruled_when(adjustment)}: {ruling(adjustment)}"
    for revoke in match.revokes:
        yield (
            f"Revoke in hand {revoke.trick.hand}: {SEAT_WORDS[revoke.seat]} played "
            f"{revoke.trick.card_of(revoke.seat)} to trick {revoke.trick.number}, {revoke.trick.led.symbol} led; "
            f"shown by {revoke.card} in trick {revoke.shown_in}"
        )
    yield ""
    won = match.games_won
    if match.winner:
        yield f"Match to {SIDE_WORDS[match.winner]}, {won.of(match.winner)}–{won.of(other(match.winner))}"
    else:
        yield f"Score {_totals(match.score)}; games {won.ns}–{won.ew}; {match.phase.value}"


def _sheet_line(trick: Trick, match: Match) -> str:
    """Return the line of a trick: its claims and calls, and after the time for calls the unclaimed items (8.6)."""
    values, text = match.setup.rules.values, "to be claimed"
    if trick.claimed is not None:
        text = cadence(trick.claimed, values, trick.dealer_won)
        for call in trick.calls:
            text += f" {SEAT_WORDS[call.by]} calls Muggins. {judged(call)}."
        if trick.unclaimed and trick is not match.can_be_called:
            text += f" Unclaimed: {counted(trick.unclaimed)}."
    text += " (led out of turn)" if trick.out_of_turn else ""
    return (
        f"{trick.number:>3}  {trick.leader} leads {listed(trick.cards):<16} {trick.winner} wins"
        f"  {_totals(trick.totals):>18}   {text}"
    )


def _totals(tally: Pair) -> str:
    return f"N–S {tally.ns}, E–W {tally.ew}"

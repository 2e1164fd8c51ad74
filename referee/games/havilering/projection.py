"""Projections of a match for lists and figures, which are stored so that logs need not be replayed.

They are derived: rows whose keys are column names. After a change here increase `EDITION`, so that every match is
projected again when the database is next opened.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from referee.cards import codes
from referee.games.game import Achievement
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match
from referee.games.kit import figures as kit
from referee.games.kit.projections import found_by
from referee.games.kit.sheets import written
from referee.games.kit.sides import SEATS, SIDES, other, side_of
from referee.results import Result, ranked

EDITION = 6


def state_columns(match: Match) -> dict[str, Any]:
    """The columns that change with the match: its state, and the words for search."""
    score = "score_ns=score.ns score_ew=score.ew games_ns=games_won.ns games_ew=games_won.ew"
    return written(match, f"phase game hand trick=in_hand {score}") | {"words": _words(match)}


def _words(match: Match) -> str:
    """Return the words for search: the day, the season, the game, the events, and the reasons of rulings."""
    happened = {
        "havilering": True,
        "muggins": match.setup.rules.muggins,
        "revoke": match.revokes,
        "misdeal": match.misdeals,
    }
    reasons = " ".join(given.reason for given in reversed(match.adjustments))
    return found_by(match.setup, tuple(word for word, has in happened.items() if has), reasons)


def tricks(match: Match) -> list[dict[str, Any]]:
    """The rows of the tricks of hands that are over. Rule 2.8."""
    return [_trick(match, trick) for trick in match.tricks if match.is_over(trick.hand)]


def _trick(match: Match, trick: Trick) -> dict[str, Any]:
    pegged = "pegged_ns=pegged.ns pegged_ew=pegged.ew total_ns=totals.ns total_ew=totals.ew"
    return {
        **written(trick, f"game hand trick=number leader winner rule=win.rule points=score.points {pegged}"),
        "at": trick.at.isoformat(),
        "season": match.season_of(trick).value,
        "dealer": match.dealer_of(trick),
        **{f"card_{place}": code for place, code in enumerate(codes(trick.cards), 1)},
        **{field_of(item): trick.score.items.get(item, 0) for item in Item},
        "missed": missed(match, trick),
    }


@dataclass(frozen=True, slots=True)
class Figures(kit.Figures):
    """The figures of a player. Points are the side's points for tricks and calls; void hands do not count."""

    tricks: int = 0
    """All tricks played, won or lost."""
    tricks_won: int = 0
    """Tricks won by the player."""
    worth_won: int = 0
    """The worth of these tricks in points, claimed or not."""
    tricks_given: int = 0
    """Tricks won by an opponent."""
    worth_given: int = 0
    flush: int = 0
    """This and the next eleven: the items in tricks won by the player."""
    fifteen: int = 0
    thirty_one: int = 0
    pair: int = 0
    prial: int = 0
    double_prial: int = 0
    run_3: int = 0
    run_4: int = 0
    running_flush_3: int = 0
    running_flush_4: int = 0
    jack_havel: int = 0
    last: int = 0
    jack_havel_dealer: int = 0
    """The number of times that the player won Jack Havel as dealer (4.11)."""
    claims: int = 0
    """Tricks claimed with Muggins."""
    missed: int = 0
    """Points that these claims missed."""
    caught: int = 0
    """The missed points that an opponent called."""
    calls: int = 0
    """Calls of Muggins made (8.2)."""
    called_right: int = 0
    """Items named in calls that were in the trick (8.3)."""
    called_wrong: int = 0
    gained: int = 0
    """Points for right calls."""
    lost: int = 0
    """Points lost by wrong calls (8.4)."""
    revokes: int = 0

    def of(self, item: Item) -> int:
        """The count of an item."""
        return int(getattr(self, field_of(item)))


COUNTS = tuple(field.name for field in fields(Figures))


def field_of(item: Item) -> str:
    """The name of an item's field."""
    return item.value.replace("-", "_")


def result(match: Match) -> dict[str, Result]:
    """The side that won more games wins; if level, the side with more points."""
    points = {side: match.score.of(side) for side in SIDES}
    return ranked(points, {side: (match.games_won.of(side), match.score.of(side)) for side in SIDES})


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a match."""
    return {seat: _of_player(match, seat) for seat in SEATS}


def _of_player(match: Match, seat: str) -> Figures:
    taken = [trick for trick in match.tricks if trick.winner == seat]
    return Figures(
        revokes=sum(revoke.seat == seat for revoke in match.revokes),
        **_of_side(match, side_of(seat)),
        tricks_won=len(taken),
        worth_won=sum(trick.score.points for trick in taken),
        **{field_of(item): sum(trick.score.items.get(item, 0) for trick in taken) for item in Item},
        jack_havel_dealer=sum(trick.score.items.get(Item.JACK_HAVEL, 0) for trick in taken if trick.dealer_won),
        **(_of_muggins(match, seat, taken) if match.setup.rules.muggins else {}),
    )


def _of_side(match: Match, side: str) -> dict[str, int]:
    given = [trick for trick in match.tricks if side_of(trick.winner) != side]
    return {
        "matches": 1,
        "matches_won": int(result(match)[side].place == 1),
        "games": len(match.games),
        "games_won": match.games_won.of(side),
        "hands": len({trick.hand for trick in match.tricks}),
        "points": sum(trick.pegged.of(side) for trick in match.tricks),
        "points_against": sum(trick.pegged.of(other(side)) for trick in match.tricks),
        "tricks": len(match.tricks),
        "tricks_given": len(given),
        "worth_given": sum(trick.score.points for trick in given),
    }


def _of_muggins(match: Match, seat: str, taken: list[Trick]) -> dict[str, int]:
    calls = [call for trick in match.tricks for call in trick.calls if call.by == seat]
    claimed = [trick for trick in taken if trick.claimed is not None]
    return {
        "claims": len(claimed),
        "missed": sum(missed(match, trick) for trick in claimed),
        "caught": sum(call.gained for trick in claimed for call in trick.calls),
        "calls": len(calls),
        "called_right": _count(call.right for call in calls),
        "called_wrong": _count(call.wrong for call in calls),
        "gained": sum(call.gained for call in calls),
        "lost": sum(call.lost for call in calls),
    }


def _count(named: Iterable[Mapping[Item, int]]) -> int:
    return sum(sum(items.values()) for items in named)


def missed(match: Match, trick: Trick) -> int:
    """The points of a trick that its claim missed, called or not; 0 until it is claimed."""
    if trick.claimed is None:
        return 0
    values = match.setup.rules.values
    claimed = sum(values.of(item, trick.dealer_won) * count for item, count in trick.claimed.items())
    return trick.score.points - claimed


ACHIEVEMENTS = (
    Achievement("a double prial", f"{field_of(Item.DOUBLE_PRIAL)} > 0", "winner"),
    Achievement(
        "Jack Havel in a trick of thirteen or more", f"{field_of(Item.JACK_HAVEL)} > 0 AND points >= 13", "winner"
    ),
)

"""Figures of matches whose points end in the game hole, or come from a false go; a second count is in the books."""

import pytest

from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.projection import Figures, figures
from tests.cribbage.figures import counts_of
from tests.cribbage.playing import played, told


def counted(words: str, **rules: int) -> tuple[Figures, Figures]:
    """The figures of both players, which the second count confirms."""
    found, due = figures(played(words, **rules)), counts_of(told(words, **rules), rules)
    for seat in SEATS:
        assert {name: count for name, count in due[seat].items() if getattr(found[seat], name) != count} == {}
    return found["N"], found["S"]


@pytest.mark.parametrize(
    ("words", "gained", "lost"),
    [
        ("^4H S+99 S+20 N+1 h6H6DTC9S =0 !6", 2, 0),
        ("^4H N+99 N+21 S+1 h2H6DTCQS =0 !20", 0, 1),
    ],
)
def test_calls_gain_and_lose_what_was_pegged(words: str, gained: int, lost: int) -> None:
    """Rules 5.1 and 6.5: the caller is two holes from home, the claimant one."""
    _, caller = counted(words, muggins=True)
    assert (caller.gained, caller.lost) == (gained, lost)


def test_what_a_false_go_gives_are_points() -> None:
    """Rule 7.6: the opponent takes two, beside one for go and six for the hand."""
    ann, bob = counted("^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D", target=11)
    assert (ann.points, ann.points_against, bob.points) == (9, 11, 11)
    assert ann.pone_pegged == 1

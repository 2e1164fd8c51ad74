"""The pegboard: the positions of each side's pegs, and their meaning."""

import random
from typing import Any

import pytest

from referee.games.havilering.state import Pegs
from referee.games.kit.sides import SIDES, Pair
from referee.web.components.pegboard import board


def both(pegs: Pegs) -> list[tuple[str, int, int]]:
    return [(side, pegs.rear.of(side), pegs.front.of(side)) for side in SIDES]


def test_two_pegs_of_a_side_never_share_a_hole_however_it_is_moved() -> None:
    for target in (11, 31, 61, 121):
        chance = random.Random(target)
        for _ in range(200):
            pegs = Pegs()
            for _ in range(12):
                side = chance.choice(SIDES)
                least = -pegs.front.of(side)
                pegs = pegs.move(side, chance.choice([-2, 1, 2, 6]) if least < -2 else chance.choice([1, 2, 6]))
                if max(pegs.front.ns, pegs.front.ew) > target + 20:
                    break
                drawn: Any = {(peg.side, peg.id[-5:]): (peg.x, peg.y) for peg in board(target).pegs(both(pegs))}
                holes = [hole for (of, _), hole in drawn.items() if of == side]
                beyond = max(pegs.front.of(side), pegs.rear.of(side)) > target
                assert holes[0] != holes[1] or beyond


@pytest.mark.parametrize(("front", "rear", "left"), [(8, 6, False), (6, 8, True), (0, 0, False), (0, 2, True)])
def test_a_rear_peg_that_is_ahead_is_drawn_as_left_behind(front: int, rear: int, left: bool) -> None:
    pegs = board(121).pegs(both(Pegs(Pair(front, 3), Pair(rear, 0))))
    assert [peg.left for peg in pegs] == [left, False, False, False]


def test_a_peg_stands_in_the_finish_unless_the_points_are_run() -> None:
    pegs = both(Pegs(Pair(126, 50), Pair(118, 40)))
    (_, won, *_), (_, run, *_) = board(121).pegs(pegs), board(121).pegs(pegs, goes_on=True)
    (_, at, *_) = board(121).pegs(both(Pegs(Pair(121, 50), Pair(118, 40))))
    assert (won.x, won.y, won.again) == (at.x, at.y, False)
    assert run.again
    assert run.x != won.x


def test_after_points_are_taken_the_rear_peg_shows_where_that_count_began(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick("7S AS 9S 8S")
    player.trick("2D KD 6D 8D")
    pegs = service.current(1).whole_match.pegs
    before = pegs.front.ns
    assert pegs.move("NS", -2) == Pegs(pegs.front.plus("NS", -2), pegs.rear.with_("NS", before))

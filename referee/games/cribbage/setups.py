"""The setup of a match as plain data for JSON: players, first dealer, time of opening, rules."""

from collections.abc import Iterator, Sequence

from referee.faults import Fault
from referee.games.cribbage.actions import Rules, Setup
from referee.games.cribbage.seats import SEAT_NAMED
from referee.games.kit.rounds import Rounds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.values import TRUTH, number

TARGETS, MATCH_LENGTHS, WORTHS, FALSE_GO = range(11, 1001), range(1, 100, 2), range(1, 10), range(10)

RULES = rules_format(
    Rules(),
    {
        "target": number(TARGETS),
        "best_of": number(MATCH_LENGTHS),
        "muggins": TRUTH,
        "skunk": number(WORTHS),
        "lurch": number(WORTHS),
        "double_lurch": number(WORTHS),
        "doubles_count": TRUTH,
        "false_go": number(FALSE_GO),
    },
)
SETUPS = SetupFormat(Setup, SEAT_NAMED, RULES)


def _paper_faults(rules: Rules, points: Sequence[int]) -> Iterator[Fault]:
    """A game ends with one peg in the game hole, and the other behind it. Rule 5.1."""
    behind, ahead = sorted(points)
    if ahead != rules.target or behind not in range(rules.target):
        text = f"A game ends when one player has {rules.target}, and the other has fewer."
        yield Fault("no-end-of-a-game", text)


ROUNDS = Rounds(
    has_end=True,
    rules={"best_of": 1},
    # The standings define the worth of a win, and without stakes the table does not contradict them.
    usual={"skunk": 1, "lurch": 1, "double_lurch": 1},
    endless={"target": TARGETS[-1]},
    wide=31,
    wide_word="skunk",
    paper_faults=_paper_faults,
)

"""The shapes of actions and setups in cribbage records."""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.cards import Card, codes
from referee.faults import Fault
from referee.fields import FieldReader
from referee.games.cribbage import actions
from referee.games.cribbage.actions import SEATS, Penalty, Rules, Setup
from referee.games.cribbage.counting import TOTALS
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.rounds import Rounds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.values import CARD, POINTS, REASON, TRUTH, Value, Widget, cards, choice, member, number, seat

CALLS, PEGS, OVERPEGS = range(1, 30), range(1, 100), range(100)
_FOUR = cards("a hand or crib has four")


def _read_four(reader: FieldReader, value: object, place: str) -> tuple[Card, ...]:
    before, cards = reader.count, _FOUR.read(reader, value, place)
    if reader.count == before and (len(cards) != 4 or len(set(cards)) < 4):
        reader.fail(place, "are not four different cards")
    return cards


def _read_total(reader: FieldReader, value: object, place: str) -> int:
    if type(value) is not int or value not in TOTALS:
        reader.fail(place, "is not a total of a hand: 0 to 18, 20 to 24, 28 or 29")
        return 0
    return value


def _penalty_misshapen(action: Penalty) -> str | None:
    if (action.points is not None) == (action.kind is actions.Kind.OVERPEG):
        return None
    return "needs “points” if, and only if, something was pegged too much"


_SEAT = seat(SEATS)
_PLAYER: dict[str, Value[Any]] = {"player": _SEAT}
_TOTAL = Value(_read_total, widget=Widget.NUMBER)
_SHOWN: dict[str, Value[Any]] = {"cards": Value(_read_four, codes, Widget.CARDS), "points": _TOTAL, **_PLAYER}
_BY = (("cards",), ("points",))
_FOR: dict[str, Value[Any]] = {"kind": member(actions.Kind), "against": _SEAT}

KINDS: Kinds = {
    "starter": Kind(actions.Starter, {"card": CARD}, in_turn=True),
    "play": Kind(actions.Play, {"card": CARD}, _PLAYER, in_turn=True),
    "go": Kind(actions.Go, {}, _PLAYER, in_turn=True),
    "peg": Kind(actions.Peg, {**_PLAYER, "points": number(PEGS)}, in_turn=True),
    "hand": Kind(actions.Hand, {}, _SHOWN, in_turn=True, ways=_BY),
    "crib": Kind(actions.Crib, {}, _SHOWN, in_turn=True, ways=_BY),
    "claim": Kind(actions.Claim, {"points": _TOTAL}, _PLAYER, in_turn=True),
    "muggins": Kind(actions.Muggins, {"points": number(CALLS)}, _PLAYER, in_turn=True),
    "deal": Kind(actions.NextDeal, in_turn=True),
    "reply": Kind(actions.Reply, {"answer": choice({"yes": True, "no": False})}, _PLAYER, in_turn=True),
    "misdeal": Kind(actions.Misdeal),
    "penalty": Kind(Penalty, _FOR, {"points": number(OVERPEGS)}, _penalty_misshapen),
    "adjust": Kind(actions.Adjust, {"player": _SEAT, "points": POINTS, "reason": REASON}),
}
"""The types of action by name."""


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
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)


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

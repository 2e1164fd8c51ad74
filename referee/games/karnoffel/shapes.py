"""The shapes of the actions in records of Karnöffel, and of its setups."""

from dataclasses import replace

from referee.cards import SUITS
from referee.games.karnoffel.actions import PACKS, Adjust, Choose, Result, Rules, Setup
from referee.games.karnoffel.tricks import lowest
from referee.games.kit.records import Kind, Kinds, either
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.sides import SEATS, SIDES
from referee.games.kit.values import REASON, TRUTH, cards, choice, number, one_of, seat, word
from referee.games.sittings.actions import Misdeal, Play
from referee.games.sittings.shapes import MANY_CARDS

TARGETS, LOST, ADJUSTMENTS = range(1, 101), range(3), range(-100, 101)


def _by_suit(action: Choose) -> Choose:
    """The suit alone, for the face-up cards that choose it. Rule 2.2."""
    return replace(action, suit=action.cards[lowest(action.cards)].suit, cards=None) if action.cards else action


KINDS: Kinds = {
    "chosen": Kind(
        Choose,
        optional={
            "suit": choice({suit.letter: suit for suit in reversed(SUITS)}),
            "cards": cards("there are four", MANY_CARDS),
        },
        misshapen=either("suit", "cards"),
        shorter=_by_suit,
        in_turn=True,
    ),
    "trick": Kind(Play, {"cards": cards("a trick has four", MANY_CARDS)}, {"leader": seat(SEATS)}, in_turn=True),
    "result": Kind(Result, {"side": word(SIDES), "lost": number(LOST)}, in_turn=True),
    "misdeal": Kind(Misdeal),
    "adjust": Kind(Adjust, {"side": word(SIDES), "deals": number(ADJUSTMENTS), "reason": REASON}),
}
"""The types of action by name."""
RULES = rules_format(Rules(), {"target": number(TARGETS), "pack": one_of(PACKS), "devil_first": TRUTH})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)

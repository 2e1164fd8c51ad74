"""The shapes of the actions in records of Karnöffel, and of its setups."""

from dataclasses import replace

from referee.cards import SUITS
from referee.games.karnoffel.actions import PACKS, Choose, Rules, Setup
from referee.games.karnoffel.tricks import lowest
from referee.games.kit.records import Kind, Kinds, either
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.sides import SEATS
from referee.games.kit.values import TRUTH, cards, choice, number, one_of, seat
from referee.games.sittings.actions import Play
from referee.games.sittings.races import usual_kinds
from referee.games.sittings.shapes import MANY_CARDS

TARGETS, LOST = range(1, 101), range(3)


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
    **usual_kinds(LOST),
}
"""The types of action by name."""
RULES = rules_format(Rules(), {"target": number(TARGETS), "pack": one_of(PACKS), "devil_first": TRUTH})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)

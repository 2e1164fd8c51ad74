"""The shapes of actions and setups in Grevjass records. Rule 1.1."""

from dataclasses import replace

from referee.games.grevjass.actions import (
    Adjust,
    Chalk,
    Claim,
    Claims,
    Declare,
    NameDealer,
    NameTrump,
    Rules,
    Setup,
    Stikk,
    Take,
    Vol,
)
from referee.games.grevjass.melds import FEWEST, MOST, STROKES_OF_FOUR
from referee.games.grevjass.pack import PACK, SUITS
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.rounds import Rounds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.sides import SEATS, SIDES
from referee.games.kit.values import CARD, POINTS, REASON, cards, choice, member, number, seat, word
from referee.games.sittings.actions import MANY_CARDS, Misdeal, Play

CHALKED = range(1, 11)
_SEAT, _SIDE = seat(SEATS), word(SIDES)
_CARD = replace(
    CARD, misfit=lambda setup, card: None if card in PACK else f"is {card}, which is not in the pack of 32 cards"
)
_SUITS = {suit.letter: suit for suit in SUITS}
_FOURS = {rank.letter: rank for rank in STROKES_OF_FOUR}


def _by_suit(action: NameTrump) -> NameTrump:
    """The suit alone, for the card that shows it. Rule 2.1."""
    return replace(action, suit=action.card.suit, card=None) if action.card else action


KINDS: Kinds = {
    "dealer": Kind(NameDealer, {"player": _SEAT}),
    "trump": Kind(
        NameTrump,
        optional={"card": _CARD, "suit": choice(_SUITS)},
        shorter=_by_suit,
        in_turn=True,
        ways=(("card",), ("suit",)),
    ),
    "meld": Kind(
        Declare,
        {"player": _SEAT},
        {"sequence": _CARD, "length": number(range(FEWEST, MOST + 1)), "four": choice(_FOURS)},
        in_turn=True,
        ways=(("sequence", "length"), ("four",)),
    ),
    "take": Kind(Take, in_turn=True),
    "vol": Kind(Vol, {"player": _SEAT}, in_turn=True),
    "trick": Kind(Play, {"cards": cards("a trick has four", MANY_CARDS)}, in_turn=True),
    "claim": Kind(Claim, {"side": _SIDE}, in_turn=True),
    "misdeal": Kind(Misdeal),
    "chalk": Kind(Chalk, {"side": _SIDE, "strokes": number(CHALKED)}),
    "adjust": Kind(
        Adjust,
        {"side": _SIDE, "reason": REASON},
        {"points": POINTS, "strokes": POINTS},
        ways=(("points",), ("strokes",)),
    ),
}
"""The types of action by name."""


STROKES = range(1, 101)

RULES = rules_format(Rules(), {"strokes": number(STROKES), "claims": member(Claims), "stikk": member(Stikk)})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
ROUNDS = Rounds(has_end=True, endless={"strokes": STROKES[-1]})

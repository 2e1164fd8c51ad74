"""Cribbage's own command: the count of a hand, and the points that a card pegs in the play."""

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.cards import Card, read_card, read_cards
from referee.cli.output import answer_input, print_answer
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.cribbage import verdict

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand


def add_commands(add: "AddCommand") -> None:
    """Add the command `cribbage`."""
    command = add("cribbage", _cribbage, "count a cribbage hand, or the points that a card pegs in the play")
    command.add_argument("cards", nargs="*", help="the four cards of the hand; or - with --json: an object a line")
    command.add_argument("--starter", type=_card, metavar="CARD", help="the card turned up")
    command.add_argument("--crib", action="store_true", help="it is the crib")
    command.add_argument("--play", nargs="+", metavar="CARD", help="instead: the cards of one count")
    command.add_argument("--json", action="store_true", help="print JSON")


def _card(text: str) -> Card:
    try:
        return read_card(text)
    except RefusedError as refused:
        raise argparse.ArgumentTypeError(str(refused)) from refused


def _cribbage(options: argparse.Namespace) -> int:
    if options.play is not None:
        if options.cards or options.starter or options.crib:
            raise RefusedError(Fault("usage", "--play takes no hand, --starter or --crib."))
        played = read_cards(" ".join(options.play))
        print_answer(verdict.play_data(played) if options.json else verdict.play_text(played))
        return 0
    if options.cards == ["-"]:
        usual = {"crib": options.crib} | ({"starter": options.starter.code} if options.starter else {})
        return answer_input(options, partial(_answer, usual))
    hand = read_cards(" ".join(options.cards)), options.starter, options.crib
    print_answer(verdict.hand_data(*hand) if options.json else verdict.hand_text(*hand))
    return 0


def _answer(usual: dict[str, Any], line: bytes) -> dict[str, Any]:
    """The answer to one line: a hand with its starter, or a play; the options are `usual`. Raises RefusedError."""
    data = parse_json(line)
    reader = FieldReader()
    if isinstance(data, dict) and "play" in data:
        fields = reader.fields(data, "the line", ("play",))
        played = reader.cards(fields["play"], "the line: play", "one count has fewer")
        reader.done()
        return verdict.play_data(played)
    required = ("cards",) if "starter" in usual else ("cards", "starter")
    fields = usual | reader.fields(data, "the line", required, optional=tuple(usual))
    if reader.count == 0:
        four = reader.cards(fields["cards"], "the line: cards", "a hand or crib has four")
        (starter,) = reader.cards([fields["starter"]], "the line: starter", "one is expected") or (None,)
        crib = reader.truth(fields["crib"], "the line: crib")
    reader.done()
    return verdict.hand_data(four, starter, crib)

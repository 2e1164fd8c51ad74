"""Grevjass' own command: the winner of a trick, and its points."""

import argparse
import io
import sys
from typing import TYPE_CHECKING, Any, cast

from referee.cards import Suit, read_cards
from referee.cli.json_lines import BAD_LINES, answer_lines
from referee.cli.output import print_answer
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.grevjass import verdict
from referee.games.grevjass.pack import SUITS
from referee.games.grevjass.sides import SEATS
from referee.games.grevjass.verdict import Question

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand

_SUITS = {suit.letter: suit for suit in SUITS}


def add_commands(add: "AddCommand") -> None:
    """Add the command `grevjass`."""
    command = add("grevjass", _grevjass, "say who takes a trick of grevjass, and what is in it")
    command.add_argument(
        "cards", nargs="+", help="the four cards in order of play; or - with --json: an object a line"
    )
    command.add_argument("--trump", type=_suit, metavar="SUIT", help="the suit of trumps: S, H, D or C")
    command.add_argument("--leader", choices=SEATS, default=SEATS[0], help="who led (default: N)")
    command.add_argument("--last", action="store_true", help="it is the eighth trick")
    command.add_argument("--json", action="store_true")


def _suit(text: str) -> Suit:
    try:
        return verdict.read_suit(text)
    except RefusedError as refused:
        raise argparse.ArgumentTypeError(str(refused)) from refused


def _grevjass(options: argparse.Namespace) -> int:
    if options.cards == ["-"]:
        if not options.json:
            raise RefusedError(Fault("usage", "- reads JSON lines: add --json."))
        source = cast(io.BufferedReader, sys.stdin.buffer)
        return BAD_LINES if answer_lines(source, sys.stdout, _answer) else 0
    if options.trump is None:
        raise RefusedError(Fault("usage", "Name the suit of trumps: --trump S, H, D or C."))
    question = Question(read_cards(" ".join(options.cards)), options.trump, options.leader, options.last)
    answer = verdict.verdict(question)
    print_answer(verdict.as_data(answer) if options.json else verdict.as_text(answer))
    return 0


def _answer(line: bytes) -> dict[str, Any]:
    """The answer to one line. Raises RefusedError."""
    reader = FieldReader()
    fields = reader.fields(parse_json(line), "the line", ("cards", "trump"), optional=("leader", "last"))
    if reader.count == 0:
        cards = reader.cards(fields["cards"], "the line: cards", "a trick has four")
        trump = reader.among(fields["trump"], "the line: trump", _SUITS, SUITS[0])
        leader = reader.among(fields.get("leader", "N"), "the line: leader", {seat: seat for seat in SEATS}, "N")
        last = reader.truth(fields.get("last", False), "the line: last")
    reader.done()
    return verdict.as_data(verdict.verdict(Question(cards, trump, leader, last)))

"""The command of a game that says who takes a trick of four cards."""

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.cards import SUITS, Suit, read_cards, read_suit
from referee.cli.output import answer_input, in_either_case, print_answer
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.kit.questions import Rule, TrickQuestion
from referee.games.kit.sides import SEATS

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand

_SUITS = {suit.letter: suit for suit in SUITS}


def trick_command(
    name: str, what: str, suit: tuple[str, str], rule: Rule, last: str = ""
) -> "Callable[[AddCommand], None]":
    """A function that adds a game's command.

    `suit` is an option with its help text; `last` is the help text of the option for the last trick, if that counts.
    """
    return partial(_add, name=name, what=what, suit=suit, rule=rule, last=last)


def _add(add: "AddCommand", name: str, what: str, suit: tuple[str, str], rule: Rule, last: str) -> None:
    option, words = suit
    command = add(name, partial(_answer, rule, option, bool(last)), what)
    command.add_argument(
        "cards", nargs="+", help="the four cards in order of play; or - with --json: an object a line"
    )
    command.add_argument(f"--{option}", type=_suit, metavar="SUIT", help=f"{words}: S, H, D or C")
    seat = in_either_case(*SEATS)
    command.add_argument("--leader", type=seat, choices=SEATS, default=SEATS[0], help="who led (default: N)")
    if last:
        command.add_argument("--last", action="store_true", help=last)
    command.add_argument("--json", action="store_true", help="print JSON")


def _suit(text: str) -> Suit:
    try:
        return read_suit(text)
    except RefusedError as refused:
        raise argparse.ArgumentTypeError(str(refused)) from refused


def _answer(rule: Rule, option: str, has_last: bool, options: argparse.Namespace) -> int:
    suit = getattr(options, option)
    if options.cards == ["-"]:
        usual = {option: suit and suit.letter, "leader": options.leader} | (
            {"last": options.last} if has_last else {}
        )
        return answer_input(options, partial(_of_line, rule, option, usual))
    if suit is None:
        raise RefusedError(Fault("usage", f"Name the suit: --{option} S, H, D or C."))
    cards, last = read_cards(" ".join(options.cards)), has_last and options.last
    ruling = rule(TrickQuestion(cards, suit, options.leader, last))
    print_answer(ruling.as_data() if options.json else ruling.as_text())
    return 0


def _of_line(rule: Rule, option: str, usual: dict[str, Any], line: bytes) -> dict[str, Any]:
    """The answer to one line; the options of the command are `usual`. Raises RefusedError."""
    reader, required = FieldReader(), ("cards",) if usual[option] else ("cards", option)
    fields = usual | reader.fields(parse_json(line), "the line", required, optional=tuple(usual))
    if reader.count == 0:
        cards = reader.cards(fields["cards"], "the line: cards", "a trick has four")
        suit = reader.among(fields[option], f"the line: {option}", _SUITS, SUITS[0])
        leader = reader.among(fields["leader"], "the line: leader", {seat: seat for seat in SEATS}, "N")
        last = reader.truth(fields.get("last", False), "the line: last")
    reader.done()
    return rule(TrickQuestion(cards, suit, leader, last)).as_data()

"""Hearts' own command: the settling of one deal."""

import argparse
from typing import TYPE_CHECKING

from referee.cli.output import in_either_case, print_answer, whole_number
from referee.games.hearts.actions import Settling
from referee.games.hearts.verdict import DealQuestion, answer_data, answer_text

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand


def add_commands(add: "AddCommand") -> None:
    """Add the command `hearts`."""
    command = add("hearts", _hearts, "settle a deal of Hearts")
    command.add_argument(
        "hearts", nargs="+", type=whole_number, metavar="HEARTS", help="the hearts of seat 1, 2 and so on"
    )
    settlings = [each.value for each in Settling]
    settling = in_either_case(*settlings)
    command.add_argument("--settling", type=settling, choices=settlings, help="default: howell for two")
    command.add_argument("--odd-jack", action="store_true", help="the odd counter of a division makes a Jack")
    command.add_argument("--pool", type=whole_number, default=0, metavar="COUNTERS", help="what the pool held before")
    command.add_argument("--jack", action="store_true", help="it was a Jack")
    command.add_argument("--revoke", action="append", default=[], metavar="SEAT", help="who revoked; can be repeated")
    text = "who drew from whom because both had a wrong number of cards; can be repeated"
    command.add_argument("--irregular", action="append", default=[], type=_pair, metavar="SHORT,LONG", help=text)
    command.add_argument("--json", action="store_true", help="print JSON")


def _pair(text: str) -> tuple[str, str]:
    short, comma, long = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError("two seats are expected, with a comma between")
    return short.strip(), long.strip()


def _hearts(options: argparse.Namespace) -> None:
    settling = Settling(options.settling) if options.settling else None
    question = DealQuestion(
        hearts=tuple(options.hearts),
        settling=settling,
        odd_jack=options.odd_jack,
        pool=options.pool,
        jack=options.jack,
        revokers=tuple(options.revoke),
        irregular=tuple(options.irregular),
    )
    print_answer(answer_data(question) if options.json else answer_text(question))

"""Humbug Whist's own command: the settling of a deal, or the winner of a trick."""

import argparse
from typing import TYPE_CHECKING

from referee.cards import read_cards, read_suit
from referee.cli.output import in_either_case, print_answer, whole_number
from referee.faults import Fault, RefusedError
from referee.games.humbug_whist import verdict
from referee.games.humbug_whist.actions import SEATS
from referee.games.humbug_whist.verdict import DealQuestion, trick_question

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand


def add_commands(add: "AddCommand") -> None:
    """Add the command `humbug-whist`."""
    command = add("humbug-whist", _humbug_whist, "settle a deal of Humbug Whist, or say who takes a trick")
    command.add_argument("tricks", nargs="*", type=whole_number, metavar="TRICKS", help="N's tricks, then S's")
    seat, text = in_either_case(*SEATS), "who revoked; can be repeated"
    command.add_argument("--revoke", type=seat, action="append", default=[], metavar="SEAT", help=text)
    command.add_argument("--stake", type=whole_number, metavar="UNITS", help="units a trick (default: 1)")
    command.add_argument("--trick", nargs=2, metavar="CARD", help="instead: the card led, and the other")
    command.add_argument("--trump", metavar="SUIT", help="the suit of trumps for --trick: D, H, S or C")
    command.add_argument("--json", action="store_true", help="print JSON")


def _humbug_whist(options: argparse.Namespace) -> None:
    if (options.trick is None) != (options.trump is None):
        raise RefusedError(Fault("usage", "--trick and --trump go together."))
    if options.trick is not None:
        if options.tricks or options.revoke or options.stake is not None:
            raise RefusedError(Fault("usage", "--trick takes no numbers of tricks, --revoke or --stake."))
        asked = trick_question(read_cards(" ".join(options.trick)), read_suit(options.trump))
        print_answer(verdict.trick_data(asked) if options.json else verdict.trick_text(asked))
        return
    stake = 1 if options.stake is None else options.stake
    question = DealQuestion(tuple(options.tricks), tuple(options.revoke), stake)
    print_answer(verdict.answer_data(question) if options.json else verdict.answer_text(question))

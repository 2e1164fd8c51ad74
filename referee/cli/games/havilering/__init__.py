"""Havilering's own commands: rulings on single tricks, and seasons."""

import argparse
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.cards import read_cards
from referee.cli.output import answer_input, in_either_case, print_answer
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.havilering import shapes
from referee.games.havilering import verdict as verdicts
from referee.games.havilering.shapes import CARDS
from referee.games.havilering.suits import jack_havel, suit_of
from referee.games.havilering.tricks import Values
from referee.season import SUSSEX, local_day, season_at, span_of

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand


def add_commands(add: "AddCommand") -> None:
    """Add the commands `score` and `season`."""
    score = add("score", _score, "rule on a trick: who wins it, why, and what it is worth")
    score.add_argument("cards", nargs="+", help="four cards in order of play; or - with --json: an object a line")
    seat, season_word = in_either_case(*shapes.SETUPS.seats), in_either_case(*shapes.SEASONS)
    score.add_argument("--leader", type=seat, choices=shapes.SETUPS.seats, default="N", help="who led (default: N)")
    text = "who dealt (default: somebody who does not win the trick)"
    score.add_argument("--dealer", type=seat, choices=shapes.SETUPS.seats, help=text)
    text = "default: today's, in Sussex"
    score.add_argument("--season", type=season_word, choices=shapes.SEASONS, default="auto", help=text)
    score.add_argument("--last", action="store_true", help="it is the thirteenth trick")
    text = "what Jack Havel is worth (default: %(default)s)"
    score.add_argument("--jack-havel", type=_points, default=2, metavar="POINTS", help=text)
    text = "what he is worth to the dealer in person (default: %(default)s)"
    score.add_argument("--jack-havel-dealer", type=_points, default=4, metavar="POINTS", help=text)
    score.add_argument("--json", action="store_true", help="print JSON")

    season = add("season", _season, "print a day's season, its suit, and its first and last day")
    season.add_argument("day", nargs="?", metavar="DATE", help="a date, or a date and time (default: now)")
    season.add_argument("--json", action="store_true", help="print JSON")


def _points(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) not in shapes.WORTHS:
        raise argparse.ArgumentTypeError("points are a whole number from 0 to 99")
    return int(text)


def _score(options: argparse.Namespace) -> int:
    question = verdicts.ScoreQuestion(
        cards=(),
        season=shapes.SEASONS[options.season] or season_at(_now()),
        leader=options.leader,
        dealer=options.dealer,
        last=options.last,
        values=Values(options.jack_havel, options.jack_havel_dealer),
    )
    if options.cards == ["-"]:
        return answer_input(options, partial(answer_line, usual=question))
    answer = verdicts.verdict(replace(question, cards=read_cards(" ".join(options.cards))))
    print_answer(verdicts.as_data(answer) if options.json else verdicts.as_text(answer))
    return 0


def answer_line(line: bytes, usual: verdicts.ScoreQuestion) -> dict[str, Any]:
    """The ruling on the trick of a line of JSON; `usual` has the defaults. Raises RefusedError."""
    return verdicts.as_data(verdicts.verdict(_read_question(line, usual)))


def _read_question(line: bytes, usual: verdicts.ScoreQuestion) -> verdicts.ScoreQuestion:
    data = parse_json(line)
    reader = FieldReader()
    fields = reader.fields(data, "the line", ("cards",), optional=("leader", "dealer", "season", "last"))
    cards = CARDS.read(reader, fields["cards"], "the line: cards") if "cards" in fields else ()
    given: dict[str, Any] = {}
    if "leader" in fields:
        given["leader"] = reader.among(fields["leader"], "leader", shapes.SETUPS.seats, "N")
    if fields.get("dealer") is not None:
        given["dealer"] = reader.among(fields["dealer"], "dealer", shapes.SETUPS.seats, "N")
    if fields.get("season", "auto") != "auto":
        given["season"] = reader.among(fields["season"], "season", shapes.SEASONS, usual.season)
    if "last" in fields:
        given["last"] = reader.truth(fields["last"], "last")
    reader.done()
    return replace(usual, cards=cards, **given)


def _season(options: argparse.Namespace) -> None:
    span = span_of(_now().date() if options.day is None else _day(options.day))
    if options.json:
        print_answer({"season": span.season.value, "suit": suit_of(span.season).letter,
                "from": span.first.isoformat(), "to": span.last.isoformat()})  # fmt: skip
    else:
        print_answer(f"{span.season.value.capitalize()}, {jack_havel(span.season).name}, {_day_text(span.first)} "
               f"to {_day_text(span.last)} in Sussex\n")  # fmt: skip


def _day(text: str) -> date:
    try:
        return local_day(datetime.fromisoformat(text))
    except (ValueError, OverflowError) as error:
        why = f"“{text[:40]}” is not a day: write it like 2026-11-21, or with the time, 2026-11-21T20:15."
        raise RefusedError(Fault("not-a-day", why)) from error


def _day_text(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _now() -> datetime:
    return datetime.now(SUSSEX)

"""The command line: the server, rulings on single tricks, seasons, records, and the book from outside."""

import argparse
import io
import json
import os
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, NoReturn, cast

from referee.cards import read_card
from referee.cli.stream import answer_lines, whole
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.games.havilering import record as records
from referee.games.havilering import setups
from referee.games.havilering import verdict as verdicts
from referee.games.havilering.outcome import outcome, replay, score_sheet
from referee.games.havilering.seasons import jack_havel, suit_of
from referee.games.havilering.seats import SEAT_NAMED
from referee.games.havilering.tricks import Values
from referee.season import SUSSEX, local_day, season_at, span_of

BAD_INPUT = 2
LONGEST_LINE = 2_000
"""Characters of a line that tells what is wrong, its end included."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, _one_line(f"{self.prog}: {message}"))


def main(argv: list[str] | None = None) -> int:
    """Run a command; the exit status: 0, or 2 for bad input, told in one line on standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _parser().parse_args(argv)
    try:
        return int(options.run(options) or 0)
    except RefusedError as refused:
        return _bad(str(refused))
    except (NotThereError, DamagedError) as error:
        return _bad(str(error))
    except BrokenPipeError:
        # Whoever read the output has enough; what is still in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _bad(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return _bad(f"the book cannot be used: {error}")


def _bad(text: str) -> int:
    sys.stderr.write(_one_line(f"referee: {text}"))
    return BAD_INPUT


def _one_line(text: str) -> str:
    """A line of at most 2,000 characters, without signs that a terminal would obey: they may have been read."""
    line = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))
    return (line if len(line) < LONGEST_LINE else f"{line[: LONGEST_LINE - 2]}…") + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="referee",
        description="A scorer and referee for Havilering. Without a command it starts the server.",
    )
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
    parser.add_argument("--port", type=_port, default=8121, help="port to listen on (default: %(default)s)")
    parser.add_argument("--instance", type=Path, help="folder of the book and the secret key")
    parser.add_argument("--public", action="store_true", help="anybody may begin a score book here")
    parser.add_argument(
        "--name", action="append", default=[], help="a host name to answer to, beside addresses; can be repeated"
    )
    parser.add_argument(
        "--proxy", action="store_true", help="a proxy on this machine says who asks, and whether by https"
    )
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int | None], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    score = command("score", _score, "rule on a trick: who wins it, why, and what it is worth")
    score.add_argument("cards", nargs="+", help="four cards in order of play; or - with --json: an object a line")
    score.add_argument("--leader", type=str.upper, choices=SEAT_NAMED, default="N")
    score.add_argument("--dealer", type=str.upper, choices=SEAT_NAMED)
    score.add_argument("--season", choices=setups.SEASONS, default="auto", help="default: today's, in Sussex")
    score.add_argument("--last", action="store_true", help="it is the thirteenth trick")
    score.add_argument("--jack-havel", type=_points, default=2, metavar="POINTS")
    score.add_argument("--jack-havel-dealer", type=_points, default=4, metavar="POINTS")
    score.add_argument("--json", action="store_true")

    season = command("season", _season, "the season of a day, its suit, its first and last day")
    season.add_argument("day", nargs="?", metavar="DATE", help="a date, or a date and time (default: now)")
    season.add_argument("--json", action="store_true")

    replayed = command("replay", _replay, "the outcome of a match record")
    replayed.add_argument("file", metavar="FILE", help="the record; - is standard input")
    replayed.add_argument("--json", action="store_true")

    export = command("export", _about_the_book("export"), "write match records out of the book")
    export.add_argument("match", nargs="?", type=int, metavar="MATCH", help="its number (default: all of them)")
    export.add_argument("--book", type=int, metavar="NUMBER", help="a whole score book, as one file")
    export.add_argument("--csv", action="store_true", help="the tricks, a row each, for a spreadsheet")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    imported = command(
        "import", _about_the_book("bring_in"), "read match records, or a whole score book, into the book"
    )
    imported.add_argument("files", nargs="+", metavar="FILE", help="what `export` wrote; - is standard input")
    imported.add_argument("--book", type=int, metavar="NUMBER", help="the score book (default: the only one)")
    backup = command("backup", _about_the_book("back_up"), "copy the book to a file, also while the server runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    check = command(
        "check", _about_the_book("check"), "see whether the book, or a backup, is whole; status 1 if it is not"
    )
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a backup (default: the book itself)")
    recount = command("recount", _about_the_book("recount"), "make lists and figures anew from the logs")
    restored = command(
        "restore", _about_the_book("restore"), "put a backup in the place of the book, while no server runs"
    )
    restored.add_argument("file", type=Path, metavar="FILE")
    for added in (export, imported, backup, check, recount, restored):
        added.add_argument("--instance", type=Path, default=argparse.SUPPRESS)
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _points(text: str) -> int:
    if not text.isdecimal() or int(text) not in setups.POINTS:
        raise argparse.ArgumentTypeError("points are a whole number from 0 to 99")
    return int(text)


# --- rulings -----------------------------------------------------------------------------------------------


def _score(options: argparse.Namespace) -> int:
    asked = verdicts.Question(
        cards=(),
        season=setups.SEASONS[options.season] or season_at(_now()),
        leader=SEAT_NAMED[options.leader],
        dealer=SEAT_NAMED.get(options.dealer),
        last=options.last,
        values=Values(options.jack_havel, options.jack_havel_dealer),
    )
    if options.cards == ["-"]:
        if not options.json:
            raise RefusedError(Fault("usage", "- reads JSON lines: add --json."))
        return BAD_INPUT if answer_lines(cast(io.BufferedReader, sys.stdin.buffer), sys.stdout, asked) else 0
    cards = [read_card(word) for words in options.cards for word in words.split()]
    answer = verdicts.verdict(replace(asked, cards=tuple(cards)))
    _print(verdicts.as_data(answer) if options.json else verdicts.as_text(answer))
    return 0


def _season(options: argparse.Namespace) -> None:
    span = span_of(_now().date() if options.day is None else _day(options.day))
    if options.json:
        _print({"season": span.season.value, "suit": suit_of(span.season).letter,
                "from": span.first.isoformat(), "to": span.last.isoformat()})  # fmt: skip
    else:
        _print(f"{span.season.value.capitalize()}, {jack_havel(span.season).name}, {_day_text(span.first)} "
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


# --- records, the book, the server ----------------------------------------------------------------------------------


def _replay(options: argparse.Namespace) -> None:
    match = replay(records.parse(whole(options.file)))
    _print(outcome(match) if options.json else score_sheet(match))


def _about_the_book(command: str) -> Callable[[argparse.Namespace], int | None]:
    """A command that needs the book; what it needs is loaded only then."""

    def run(options: argparse.Namespace) -> int | None:
        from referee.cli import database

        return cast(Callable[[argparse.Namespace], int | None], getattr(database, command))(options)

    return run


def _serve(options: argparse.Namespace) -> None:
    from referee.server.serve import Settings, serve

    names = tuple(options.name)
    serve(Settings(options.host, options.port, options.instance, options.public, names, options.proxy))


def _print(answer: str | dict[str, Any]) -> None:
    sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False) + "\n")

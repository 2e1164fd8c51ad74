"""The options and commands of the command line. The modules of a command are imported only when it runs."""

import argparse
import re
from collections.abc import Callable
from importlib import import_module
from ipaddress import ip_network
from pathlib import Path
from typing import NoReturn, cast

from referee.cli.games import COMMANDS
from referee.cli.output import in_either_case, whole_number
from referee.faults import Fault, RefusedError
from referee.games import DEFAULT, GAMES

BAD_INPUT = 2
INSTANCE = "folder for the book and the secret key (default: instance/ in a checkout, else your data folder)"
LONGEST_LINE = 2_000
"""Maximum length of an error message in characters, including the newline."""
Run = Callable[[argparse.Namespace], int | None]
AddCommand = Callable[[str, Run, str], argparse.ArgumentParser]
"""Adds a command with a name, a function and a help text; returns the parser of its options."""


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, one_line(f"{self.prog}: {message}"))


class _Version(argparse.Action):
    """Prints the version of the installed release."""

    def __call__(self, used: argparse.ArgumentParser, *_: object) -> NoReturn:
        from referee.release import release

        print(f"referee {release()}")
        used.exit()


def one_line(text: str) -> str:
    """One line of at most `LONGEST_LINE` characters, without control characters: it may quote untrusted input."""
    line = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))
    return (line if len(line) < LONGEST_LINE else f"{line[: LONGEST_LINE - 2]}…") + "\n"


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line. The attribute `run` of the parsed options runs the command."""
    made = _Parser(
        prog="referee",
        description="A scorer and referee for card games. Without a command it starts the server.",
    )
    _add_server_options(made)
    commands = made.add_subparsers(metavar="COMMAND", parser_class=_Parser)

    def add(name: str, run: Run, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    for add_commands in COMMANDS:
        add_commands(add)
    _add_record_commands(add)
    _add_maintenance_commands(add)
    _add_hosting_commands(add)
    return made


def _add_server_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    made.add_argument("--port", type=_port, default=8121, help="port to listen on (default: %(default)s)")
    made.add_argument("--instance", type=Path, help=INSTANCE)
    made.add_argument("--public", action="store_true", help="let anybody start a score book here")
    made.add_argument(
        "--name",
        type=_host_name,
        action="append",
        default=[],
        help="a host name to answer to, besides IP addresses; can be repeated",
    )
    text = "a host name that several instances share: it redirects to the first --name; can be repeated"
    made.add_argument("--front", type=_host_name, action="append", default=[], metavar="NAME", help=text)
    text = "trust the client's address in headers from a proxy at these addresses (default: this machine's)"
    made.add_argument(
        "--proxy", nargs="?", const="127.0.0.1,::1", default="", metavar="ADDRESS", type=_proxies, help=text
    )
    text = "a port on 127.0.0.1 for /healthz and /metrics (default: none)"
    made.add_argument("--status-port", type=_port, metavar="PORT", help=text)
    text = "log to standard error: errors only, or every request as lines or JSON (default: %(default)s)"
    made.add_argument("--log", choices=("quiet", "lines", "json"), default="quiet", help=text)
    text = "the maximum number of matches in a score book (default: 5000 with --public)"
    made.add_argument("--most-matches", type=_count, metavar="NUMBER", help=text)
    text = "the maximum size of a score book's entries, in MB (default: 500 with --public)"
    made.add_argument("--most-megabytes", type=_count, metavar="NUMBER", help=text)
    text = "warn on a score book’s pages that it may be deleted after this many months without use"
    made.add_argument("--unused", type=_count, metavar="MONTHS", help=text)
    made.add_argument("--contact", default="", metavar="TEXT", help="who runs this server, for its privacy page")
    made.add_argument("--version", action=_Version, nargs=0, help="print the version")
    made.set_defaults(run=_serve)


def _host_name(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a host name, such as cards.example.org")
    return text


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _proxies(text: str) -> str:
    """Addresses of proxies, separated by commas. Raises argparse.ArgumentTypeError."""
    try:
        for each in text.split(",") if text else ():
            ip_network(each)
    except ValueError:
        text_of_fault = f"{text[:40]!r} is not an IP address or network, such as 127.0.0.1 or 10.0.0.0/24"
        raise argparse.ArgumentTypeError(text_of_fault) from None
    return text


_SECONDS = {"m": 60, "h": 3600, "d": 24 * 3600}


def _interval(text: str) -> float:
    """An interval in seconds, from minutes, hours or days. Raises argparse.ArgumentTypeError."""
    match = re.fullmatch(r"([1-9][0-9]{0,3})([mhd])", text)
    if not match:
        raise argparse.ArgumentTypeError("an interval is a number with m, h or d: 30m, 6h, 1d")
    return float(match[1]) * _SECONDS[match[2]]


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise argparse.ArgumentTypeError("that is a number from 1 to 10000")
    return int(text)


def _add_record_commands(add: AddCommand) -> None:
    replayed = add("replay", _lazy_command("replay", "replay"), "print the outcome of a match record")
    replayed.add_argument("file", metavar="FILE", help="the record; - is standard input")
    replayed.add_argument("--json", action="store_true", help="print JSON")

    export = add("export", _lazy_command("records", "export"), "export match records from the book")
    export.add_argument(
        "match", nargs="?", type=whole_number, metavar="MATCH", help="its number (default: all of them)"
    )
    export.add_argument("--book", type=whole_number, metavar="NUMBER", help="a whole score book, as one file")
    export.add_argument("--csv", action="store_true", help="the tricks or deals, a row each, for a spreadsheet")
    text = f"with --csv of several matches, the game to export (default: {DEFAULT.key})"
    export.add_argument("--game", type=in_either_case(*GAMES), choices=GAMES, metavar="GAME", help=text)
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    text = "with --book: include its logs, with every entry as it was made, for another instance or a phone"
    export.add_argument("--logs", action="store_true", help=text)
    _add_instance(export)

    text = "import match records, or a whole score book"
    imported = add("import", _lazy_command("records", "import_records"), text)
    imported.add_argument("files", nargs="+", metavar="FILE", help="what `export` wrote; - is standard input")
    where = imported.add_mutually_exclusive_group()
    where.add_argument("--book", type=whole_number, metavar="NUMBER", help="the score book (default: the only one)")
    where.add_argument("--new", metavar="NAME", help="a new score book with this name")
    _add_instance(imported)


def _add_maintenance_commands(add: AddCommand) -> None:
    backup = add(
        "backup", _lazy_command("maintenance", "back_up"), "copy the book to a file, even while the server is running"
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="with --every, a folder, created if missing")
    text = "keep running, and make a backup at intervals, such as 30m, 6h or 1d"
    backup.add_argument("--every", type=_interval, metavar="TIME", help=text)
    text = "with --every, the number of backups to keep in the folder (default: 14)"
    backup.add_argument("--keep", type=_count, metavar="NUMBER", help=text)

    text = "check that the book, a backup or a file of records is undamaged; status 1 if it is not"
    check = add("check", _lazy_command("maintenance", "check"), text)
    check.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a backup, or what `export` wrote (default: the book itself)",
    )

    recount = add("recount", _lazy_command("maintenance", "recount"), "rebuild lists and figures from the logs")

    text = "replace the book with a backup, while no server is running"
    restore = add("restore", _lazy_command("maintenance", "restore"), text)
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    text = "let phones keep the referee and work offline; repeat after every release"
    engine = add("engine", _lazy_command("engine", "engine"), text)
    engine.add_argument("--work", type=Path, metavar="FOLDER", help="folder for cached downloads (default: none)")
    text = "build into the installed program, for all instances, instead of into one instance"
    engine.add_argument("--shared", action="store_true", help=text)
    for added in (backup, check, recount, restore, engine):
        _add_instance(added)


def _add_hosting_commands(add: AddCommand) -> None:
    """The commands of a host, which work while the server runs; each prints lines, or JSON."""

    def add_order(name: str, text: str, of_book: bool = False) -> argparse.ArgumentParser:
        added = add(name, _lazy_command("hosting", name), text)
        added.add_argument("--json", action="store_true", help="print JSON")
        if of_book:
            added.add_argument("--book", type=whole_number, metavar="NUMBER", required=True, help="the score book")
        _add_instance(added)
        return added

    books = add_order("books", "list the score books: matches, size, last entry")
    books.add_argument("--unused", type=_count, metavar="MONTHS", help="only those unused for this long")

    link = add_order("link", "print the link of a score book's owner", of_book=True)
    link.add_argument("--renew", action="store_true", help="make a new link, which revokes the old one")

    delete = add_order("delete", "delete score books; they can be restored for 30 days, and are then erased")
    delete.add_argument("--book", type=whole_number, metavar="NUMBER", help="the score book")
    delete.add_argument("--unused", type=_count, metavar="MONTHS", help="all those unused for this long")
    how = delete.add_mutually_exclusive_group()
    how.add_argument("--restore", action="store_true", help="restore it")
    how.add_argument("--for-good", action="store_true", help="erase it now")

    forget = add_order("forget", "replace a player's names everywhere in a score book", of_book=True)
    forget.add_argument("--player", metavar="NAME", required=True, help="any name that the player was entered under")

    notice = add_order("notice", "show a notice on all phones; without a text, print the current one")
    notice.add_argument("text", nargs="?", metavar="TEXT", help="at most 200 characters")
    notice.add_argument("--clear", action="store_true", help="clear the notice")

    invite = add_order("invite", "print a link that lets one address start several score books")
    invite.add_argument("--books", type=_count, default=30, metavar="NUMBER", help="default: %(default)s")
    invite.add_argument("--days", type=_count, default=1, metavar="NUMBER", help="including today (default: 1)")


def _add_instance(added: argparse.ArgumentParser) -> None:
    # The option may precede the command as well; a default here would overwrite it.
    added.add_argument("--instance", type=Path, default=argparse.SUPPRESS, help=INSTANCE)


def _lazy_command(module: str, function: str) -> Run:
    """A command whose module is imported when it runs."""

    def run(options: argparse.Namespace) -> int | None:
        return cast(Run, getattr(import_module(f"referee.cli.{module}"), function))(options)

    return run


def _serve(options: argparse.Namespace) -> None:
    from dataclasses import fields

    from referee.operators.status import attend
    from referee.server.serve import Settings, serve

    if options.front and not options.name:
        raise RefusedError(Fault("no-name", "--front redirects to the first --name: give one as well."))
    both = {name.casefold() for name in options.name} & {name.casefold() for name in options.front}
    if both:
        raise RefusedError(Fault("same-name", f"{min(both)} is a --name and a --front: choose one."))
    given = vars(options) | {"names": tuple(options.name), "front": tuple(options.front)}
    serve(Settings(**{each.name: given[each.name] for each in fields(Settings)}), attend)

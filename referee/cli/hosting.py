"""The commands of a host, which work while the server runs: books, link, delete, forget, notice and invite."""

import argparse
import json
from collections.abc import Iterable, Mapping
from typing import Any

from referee.books.maintenance import BIN_DAYS
from referee.cli.opened import opened_database
from referee.english import plural
from referee.faults import Fault, RefusedError
from referee.operators.control import give_order
from referee.operators.orders import Host


def _done(options: argparse.Namespace, order: str, **given: Any) -> dict[str, Any]:
    """Carry out an order here, or have the running server do it. Raises RefusedError or NotThereError."""
    base = f"https://{options.name[0]}/" if options.name else ""
    with opened_database(options, make=order in ("notice", "invite"), may_be_damaged=False) as opened:
        if opened.is_alone:
            host = Host.of(opened.instance, opened.service, base)
            opened.update_projections()
            return host.carry_out(order, given)
    return give_order(opened.instance, order, given)


def _tell(options: argparse.Namespace, answer: Any, lines: Iterable[str]) -> None:
    """Print an answer as JSON, or in lines."""
    for line in [json.dumps(answer, ensure_ascii=False)] if options.json else lines:
        print(line)


def books(options: argparse.Namespace) -> None:
    """List the score books."""
    rows = _done(options, "books", unused=options.unused)["books"]
    heading = f"{'No.':>4} {'Matches':>8} {'MB':>8}  {'Last entry':10}  {'Begun':10}  Name"
    _tell(options, rows, [heading, *map(_line_of_book, rows)])


def _line_of_book(book: Mapping[str, Any]) -> str:
    last, begun = ((book[name] or "never")[:10] for name in ("last_entry", "opened"))
    deleted = f" (deleted {book['binned'][:10]})" if book["binned"] else ""
    size = f"{book['bytes'] / 10**6:.1f}"
    return f"{book['number']:>4} {book['matches']:>8} {size:>8}  {last:10}  {begun:10}  {book['name']}{deleted}"


def link(options: argparse.Namespace) -> None:
    """Print the owner's link of a score book, or a new one, which revokes the old one."""
    done = _done(options, "link", book=options.book, renew=options.renew)
    _tell(options, done, [done["link"]])


def delete(options: argparse.Namespace) -> None:
    """Move score books to the bin, restore one, or erase it."""
    if (options.book is None) is (options.unused is None):
        raise RefusedError(Fault("which-book", "Name either --book NUMBER or --unused MONTHS."))
    how = "erase" if options.for_good else "restore" if options.restore else "bin"
    if options.book is None and how != "bin":
        raise RefusedError(Fault("which-book", "--for-good and --restore need --book NUMBER."))
    done = _done(options, "delete", book=options.book, unused=options.unused, how=how)
    came_to = {
        "bin": f"deleted. It will be erased in {BIN_DAYS} days: until then --restore brings it back.",
        "restore": "restored. Its links work again.",
        "erase": "erased. Earlier backups still contain it.",
    }
    lines = [f"Score book {number} is {came_to[how]}" for number in done["books"]]
    _tell(options, done, lines or ["There is no such score book."])


def forget(options: argparse.Namespace) -> None:
    """Replace a player's names everywhere in a score book."""
    done = _done(options, "forget", book=options.book, player=options.player)
    where = f"{plural(done['matches'], 'match')} and {plural(done['evenings'], 'evening')}"
    text = f"“{done['name']}” has replaced {options.player} in {where}. Phones replace it when they next connect."
    _tell(options, done, [text, "Earlier backups still contain the name."])


def notice(options: argparse.Namespace) -> None:
    """Show a notice on all phones, clear it, or print the one that is shown."""
    if options.clear and options.text:
        raise RefusedError(Fault("which-notice", "Give either a text or --clear."))
    done = _done(options, "notice", text="" if options.clear else options.text)
    _tell(options, done, [f"All phones show: {done['text']}" if done["text"] else "No notice is shown."])


def invite(options: argparse.Namespace) -> None:
    """Print a link with which several score books can be begun."""
    done = _done(options, "invite", books=options.books, days=options.days)
    _tell(options, done, [done["link"], f"For {plural(done['books'], 'score book')}, until {done['until']}."])

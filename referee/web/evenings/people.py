"""People of an evening from typed or pasted text: one person or one pair per line."""

import csv
import re
from collections.abc import Collection, Iterable

from referee.evenings.rounds import Unit
from referee.text import same_name

FIRST_NAMES = {"first name", "forename", "given name"}
HEADINGS = {"name", "names", "last name", "surname", "player", "players", "partner", "pair"} | FIRST_NAMES
"""The column headings of lists, which are not names."""
PARTS = "[,;\\t]"


def people_in(text: str, known: Iterable[str] = (), are_two: bool = False) -> list[str]:
    """Return the people of a list, with one or several on a line.

    A line may also be `Smith, John` or a spreadsheet row. Two names on a line are two people if `known`, or if
    `are_two`.
    """
    names, first_names_first, unclear = list[str](), False, set(unclear_in(text, ()) if are_two else ())
    same_names = set(map(same_name, known))
    for line in text.splitlines():
        if _is_heading(line):
            first_names_first = line.split(",")[0].strip().casefold() in FIRST_NAMES
        elif (line.count(",") > 1 or line.rstrip().endswith((",", ";")) or line in unclear
              or _are_known(line, same_names)):  # fmt: skip
            names += re.split(PARTS, line)  # Several on a line.
        else:
            names.append(_person(line, first_names_first))
    return [" ".join(name.split()) for name in names if name.strip()]


def unclear_in(text: str, known: Iterable[str]) -> list[str]:
    """Return the lines that may name one person or two, unless one of the names is known: `Smith, John` or `Hal,
    Ida`."""
    lines = text.splitlines()
    if any(map(_is_heading, lines)):
        return []
    names = {same_name(name) for name in known}
    parted = [line for line in lines if _are_parted(line)]
    return [line for line in parted if not _are_known(line, names) and same_name(_person(line, False)) not in names]


def _are_parted(line: str) -> bool:
    """True if a line is two words with a comma between them."""
    first, *others = line.split(",")
    is_plain = len(others) == 1 and not set(line) & set(';\t"')
    return bool(is_plain and re.search(r"\w", first) and re.search(r"[^\W\d]", others[0]))


def _are_known(line: str, same_names: Collection[str]) -> bool:
    """True if a name between commas is known, given the forms of known names for comparison."""
    return "," in line and any(same_name(each) in same_names for each in line.split(","))


def text_of(data: bytes) -> str:
    """The text of a file, as spreadsheets and editors write it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def pairs_in(text: str) -> list[Unit]:
    """Return the pairs of a list, one per line: the names are separated by a comma, a semicolon, a tab, & or +."""
    return [
        tuple(" ".join(name.split()) for name in re.split(r"[,;\t&+]", line.replace('"', "")) if name.strip())
        for line in text.splitlines()
        if line.strip() and not _is_heading(line)
    ]


def _is_heading(line: str) -> bool:
    words = {" ".join(cell.split()).casefold() for cell in re.split(PARTS, line.replace('"', ""))} - {""}
    return bool(words) and words <= HEADINGS


def _person(line: str, first_names_first: bool) -> str:
    """The name in a row of a spreadsheet: a whole one in its first cell, or its parts in the first two."""
    parted_by = next((sign for sign in "\t;," if sign in line), ",")
    row = next(csv.reader([line], delimiter=parted_by), [])
    cells = [cell.strip() for cell in row if any(map(str.isalpha, cell))] or [line]
    if "," in cells[0]:
        return " ".join(cells[0].split(",")[::-1])
    parts = cells[:2]
    return " ".join(parts if first_names_first or parted_by != "," else parts[::-1])

"""People of an evening from typed or pasted text: one person a line, or one pair."""

import csv
import re

from referee.evenings.rounds import Unit

FIRST_NAMES = {"first name", "forename", "given name"}
HEADINGS = {"name", "names", "last name", "surname", "player", "players", "partner", "pair"} | FIRST_NAMES
"""The headings of columns in lists, which are no names."""
PARTS = "[,;\\t]"


def people_in(text: str) -> list[str]:
    """Return the people of a list: one a line, `Smith, John` or a row of a spreadsheet too; many on one line."""
    found, first_names_first = list[str](), False
    for line in text.splitlines():
        if _is_heading(line):
            first_names_first = line.split(",")[0].strip().casefold() in FIRST_NAMES
        elif line.count(",") > 1 or line.rstrip().endswith((",", ";")):
            found += re.split(PARTS, line)  # Several on a line.
        else:
            found.append(_person(line, first_names_first))
    return [" ".join(name.split()) for name in found if name.strip()]


def pairs_in(text: str) -> list[Unit]:
    """Return the pairs of a list, one a line: the names are parted by a comma, a semicolon, a tab, & or +."""
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

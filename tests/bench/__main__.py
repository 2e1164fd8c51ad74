"""Measure everything, and write the table into `docs/speed.md`."""

from __future__ import annotations

import re
import sys
import tempfile
from datetime import date
from pathlib import Path

from referee.store.instance import CHECKOUT
from tests.bench import books, crowd, felt, phone, posts, tricks
from tests.bench.figures import machine, table

PAGE = CHECKOUT / "docs" / "speed.md"


def main() -> None:
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = {
            "tricks": lambda: [*tricks.rules(), *tricks.posts(folder)],
            "posts": lambda: [*posts.posts(folder)],
            "crowd": lambda: [*crowd.crowd(folder)],
            "phone": lambda: [*phone.phone(folder)],
            "felt": lambda: [*felt.felt(folder)],
            "books": lambda: [*books.books(folder)],
        }
        wanted = sys.argv[1:] or list(parts)
        for part in wanted:
            for figure in parts[part]():
                print(f"{figure.what:<88}{figure.found:>12}  {figure.aim:>7}  {figure.details}")
                found.append(figure)
    if wanted == list(parts):
        shown = f"<!-- figures -->\n{machine()}, {date.today():%B %Y}:\n\n{table(found)}<!-- end -->"
        text = PAGE.read_text()
        PAGE.write_text(re.sub(r"<!-- figures -->.*<!-- end -->", lambda _: shown, text, flags=re.DOTALL))


if __name__ == "__main__":
    main()

"""Freeze the book of a release, or write the expected answers again.

    python -m tests.frozen.make [VERSION [INSTANCE]]

With an instance folder its book becomes the frozen book of that version; its `secret.key` must be `KEY`.
Without one only the answers of the frozen books, or of one of them, are written: check every line of
`git diff tests/frozen` then.
"""

import gzip
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.frozen.reading import BOOKS, FOLDER, KEY, Reader
from tests.frozen.writing import pretty


def freeze(version: str, instance: Path) -> None:
    """Keep the book of an instance that is not running."""
    assert (instance / "secret.key").read_bytes() == KEY
    book = (instance / "book.db").read_bytes()
    (FOLDER / f"{version}.db.gz").write_bytes(gzip.compress(book, mtime=0))


def main(versions: list[str]) -> None:
    """Write the answers of some frozen books, or of all."""
    for version in versions or BOOKS:
        with TemporaryDirectory() as folder:
            answers = Reader(version, Path(folder)).answers()
        (FOLDER / f"{version}.json").write_text(pretty(answers) + "\n", encoding="utf-8")
        print(version)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        freeze(sys.argv[1], Path(sys.argv[2]))
    main(sys.argv[1:2])

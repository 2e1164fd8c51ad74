"""Write the expected answers anew: `python -m tests.frozen.make`.

Only when an answer is meant to change; look at every line of `git diff tests/frozen` then. The databases stay.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.frozen.reading import BOOKS, FOLDER, Reader
from tests.frozen.writing import pretty


def main(names: list[str]) -> None:
    """Write the answers of some frozen books, or of all."""
    for name in names or BOOKS:
        with TemporaryDirectory() as folder:
            answers = Reader(name, Path(folder)).answers()
        (FOLDER / f"{name}.json").write_text(pretty(answers) + "\n", encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Check the words of docstrings: they begin with a verb or a noun phrase, and use no words to avoid.

    python -m tests.docstrings

prints all others in the app and the tests: of modules, classes, functions, constants and fields. The exit code is 1
if there are any.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.texts import HOME, Text

CLAUSE = re.compile(r"(What|Whether|How|Who|Whose|Whom|Whoever|Why|Those|Where|When|Which|That|Of each)\b")


def docstrings(file: Path) -> Iterator[Text]:
    """The docstrings of a module."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Expr(ast.Constant(str(text))):
                yield Text(file, node.lineno, " ".join(text.split()))


def faults(docstring: Text) -> Iterator[str]:
    """Yield what a machine can say against a docstring."""
    if clause := CLAUSE.match(docstring.words):
        yield f"“{clause[0]}”: begin with a verb or a noun phrase"
    yield from docstring.words_to_avoid()


def main() -> int:
    """Print the docstrings that are at fault; the exit code."""
    count = 0
    for file in sorted([*(HOME / "referee").rglob("*.py"), *(HOME / "tests").rglob("*.py")]):
        for docstring in docstrings(file):
            if found := [*faults(docstring)]:
                count += 1
                print(f"{docstring.place}: {'; '.join(found)}\n    {docstring.words[:120]}")
    print(f"{count} docstrings to rewrite")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())

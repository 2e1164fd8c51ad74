"""List the texts of all pages, for one reading, and check what a machine can.

    python -m tests.texts [--check] [PART OF A PATH]

prints each text of templates, scripts and Python under its file. With `--check` only those that are too long or use
words to avoid, and the exit code is 1 if there are any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

HOME = Path(__file__).parent.parent
LONGEST, LONGEST_BESIDE_KEYS = 30, 20
"""The maximum length of a sentence, in words; a value that is filled in counts as one."""
BESIDE_KEYS = re.compile(
    r"templates/(tables|sittings|\w+)/_(keys|answer|play|status)\w*\.|static/(tables|\w+)/(told|shown|taps)"
)
AVOID = {
    r"\bwhoever\b": "name the person: “you”, “a player who”",
    r"\bin this way\b|\bother way to\b": "name it",
    r"\bput (it )?right\b": "correct",
    r"\bput away\b": "dismiss",
    r"\bgoes? on otherwise\b|\bwent on otherwise\b": "entered something different",
    r"\b(this|that|these|those) of (?!them|us|you|the (cards|players|four|three|two))": "repeat the noun",
    r"\bthe ones? of\b": "repeat the noun",
    r"\bcan(not)? be had\b": "load, reach",
    r"\bis to be\b|\bare to be\b": "should, must",
    r"\bso many\b": "a number",
    r"\bin retrospect\b": "say when",
}
_NAMED = re.compile(r"\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_WITHIN = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_STEPS = re.compile(r"\{%.*?%\}", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?:;…])\s+(?=[“(A-Z])")
_CODE = re.compile(
    r"[{}<>]|;(?! [A-Za-z’]+ )|=\"|^\W*\.|--|\\|"
    r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|JOIN|PRAGMA|CASE) |^[a-z_0-9 ]{200,}$"
)
ATTRIBUTES = {"alt", "title", "aria-label", "placeholder", "content"}


@dataclass(frozen=True)
class Text:
    """A text of a page, and where it is written."""

    file: Path
    line: int
    words: str

    @property
    def place(self) -> str:
        """The path within the project, and the line."""
        return f"{self.file.relative_to(HOME).as_posix()}:{self.line}"

    def faults(self) -> Iterator[str]:
        """Yield what a machine can say against the text."""
        longest = LONGEST_BESIDE_KEYS if BESIDE_KEYS.match(self.place) else LONGEST
        for sentence in _SENTENCE.split(self.words):
            if len(sentence.split()) > longest:
                yield f"{len(sentence.split())} words, at most {longest}"
        yield from self.words_to_avoid()

    def words_to_avoid(self) -> Iterator[str]:
        """Yield each word or phrase to avoid, with what to write instead."""
        for pattern, instead in AVOID.items():
            if found := re.search(pattern, self.words, re.IGNORECASE):
                yield f"“{found[0]}”: {instead}"


class _Template(HTMLParser):
    """The texts between tags and in attributes."""

    INLINE = frozenset(("a", "b", "bdi", "em", "i", "kbd", "span", "strong", "code", "time", "abbr", "sup"))

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.parts: list[str] = []
        self.begun = 1

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Begin a new text at a block; keep the words of some attributes."""
        if tag not in self.INLINE:
            self.finish()
        for name, value in attributes:
            if name in ATTRIBUTES and value:
                self.found.append((self.getpos()[0], value))

    def handle_endtag(self, tag: str) -> None:
        """End a text with its block."""
        if tag not in self.INLINE:
            self.finish()

    def handle_data(self, data: str) -> None:
        """Collect the text of a block."""
        if not self.parts:
            self.begun = self.getpos()[0]
        self.parts.append(data)

    def finish(self) -> None:
        """Keep the text collected so far."""
        self.found.append((self.begun, "".join(self.parts)))
        self.parts = []


def of_template(file: Path) -> Iterator[Text]:
    """The texts of a template, with `_` for values and one text per branch; then those quoted within expressions."""
    parser = _Template()
    blank = lambda match: "\n" * match[0].count("\n")  # noqa: E731  Line numbers stay true.
    parser.feed(
        _STEPS.sub(lambda match: " | " + blank(match), _NAMED.sub(lambda match: "_" + blank(match), file.read_text()))
    )
    parser.finish()
    for line, words in parser.found:
        for branch in unescape(words).split("|"):
            yield Text(file, line, " ".join(branch.split()))
    source = re.sub(r"'(\s*\n\s*)'", r"\1", file.read_text())  # Literals in a row are one.
    for code in _WITHIN.finditer(source):
        for found in _QUOTED.finditer(code[0]):
            place = source.count("\n", 0, code.start() + found.start()) + 1
            yield Text(file, place, " ".join((found[1] or found[2] or "").split()))


def of_script(file: Path) -> Iterator[Text]:
    """The string literals of a script."""
    code = re.sub(r"(?m)(?<!:)//.*$", "", file.read_text())
    for found in re.finditer(r"\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`", code):
        words = re.sub(r"\$\{(?:[^{}]|\{[^}]*\})*\}", "_", found[1] or found[2] or "")
        yield Text(file, code.count("\n", 0, found.start()) + 1, " ".join(words.split()))


def of_module(file: Path) -> Iterator[Text]:
    """The string constants of a Python module that are not docstrings."""
    tree = ast.parse(file.read_text())
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "_" for part in node.values)
            yield Text(file, node.lineno, " ".join("".join(parts).split()))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield Text(file, node.lineno, " ".join(node.value.split()))


def is_said(text: Text) -> bool:
    """True for a sentence or a label; no selectors, addresses, SQL or names of fields."""
    words = text.words
    if not re.search(r"[A-Za-z’]{2,} [A-Za-z“_]", words) or _CODE.search(words):
        return False
    return text.file.suffix == ".html" or bool(re.match(r"[“(_ ]*[A-Z]", words) or len(words.split()) > 3)


def texts(part: str = "") -> Iterator[Text]:
    """The texts of all pages whose file has a part in its path, in its order."""
    kinds = (("templates", "*.html", of_template), ("static", "*.js", of_script), ("referee", "*.py", of_module))
    for folder, pattern, read in kinds:
        for file in sorted((HOME / folder).rglob(pattern)):
            path = file.relative_to(HOME).as_posix()
            if part in path and "vendor" not in path and "/engine/" not in path:
                yield from (text for text in read(file) if is_said(text))


def main(*arguments: str) -> int:
    """Print the texts, or those that are at fault; the exit code."""
    checks = "--check" in arguments
    part = next((each for each in arguments if each != "--check"), "")
    before, count = None, 0
    for text in texts(part):
        faults = [*text.faults()]
        if checks and not faults:
            continue
        count += 1
        if checks:
            print(f"{text.place}: {'; '.join(faults)}\n    {text.words}")
            continue
        if text.file != before:
            print(f"\n{text.file.relative_to(HOME)}")
        before = text.file
        print(f"  {text.line:4} {text.words}")
    print(f"\n{count} texts" if not checks else f"{count} to rewrite")
    return int(checks and count > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

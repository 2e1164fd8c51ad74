"""The rules of a game as the app shows them, read from its `rules.md`; the game works out the examples.

A file has numbered chapters, each rule as `- number text`; before them the items that score and the words of the
game, each as `- name: text`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a question, and the answer computed for it."""

    prompt: str
    answer: str
    question: Any = None
    """The question to the referee, if the example is one that a page answers."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule."""

    number: str
    text: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """A thing that scores, or is paid for."""

    name: str
    points: str
    """The points, in words or figures."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules by chapter, the items that score, and the words of the game with their meanings."""

    chapters: tuple[Chapter, ...]
    scoring: tuple[Scoring, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()


Worker = Callable[[str, list[str]], Example]
"""Works out an example, given the number of its rule and the words of its command."""


def rulebook_of(module: str, workers: Mapping[str, Worker]) -> Callable[[], Rulebook]:
    """A function that returns the rulebook of the `rules.md` beside a module, which is read once."""
    return cache(partial(read_rulebook, Path(module).with_name("rules.md"), workers))


def read_rulebook(file: Path, workers: Mapping[str, Worker]) -> Rulebook:
    """The whole content of a file, in order; `workers` are keyed by the first word of an example's command."""
    before, *parts = re.split(r"^## \d+ ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    scoring, _, terms = before.partition("## Words of the game")
    return Rulebook(
        tuple(
            Chapter(part.partition("\n")[0], tuple(Rule(*entry) for entry in _entries(part, " ", workers)))
            for part in parts
        ),
        tuple(Scoring(*entry) for entry in _entries(scoring, ": ", workers)),
        tuple((word, meaning) for word, meaning, _ in _entries(terms, ": ", workers)),
    )


def _entries(
    part: str, separator: str, workers: Mapping[str, Worker]
) -> Iterator[tuple[str, str, tuple[Example, ...]]]:
    """Yield the name, the text and the examples of each entry of a part."""
    for entry in re.findall(r"^- (.*(?:\n  - .*)*)", part, re.MULTILINE):
        line, *lines = entry.split("\n")
        name, _, text = line.partition(separator)
        examples = [re.sub(r"^  - Example: `(.*)`$", r"\1", each).split() for each in lines]
        yield name, text, tuple(workers[kind](name, words) for kind, *words in examples)


def search(chapters: Sequence[Chapter], words: str) -> tuple[Chapter, ...]:
    """The chapters, with only the rules that contain all words of a search; without words, all rules.

    A search word matches the beginning of a word, so "tie" finds ties; if no rule matches, it matches any part of a
    word. If still none does, as for a question, the rules that contain most of its words: "who deals next" finds "the
    deal passes".
    """
    given = words.casefold().split()
    wanted = [re.escape(word) for word in given]
    all_of_them = _holding(chapters, [rf"(?<!\w){word}" for word in wanted]) or _holding(chapters, wanted)
    stems = [re.sub(r"(?:s|ing|ed)$", "", word) for word in given if len(word) > 2 and word not in _OF_QUESTIONS]
    return all_of_them or _nearest(chapters, [rf"(?<!\w)(?:{_ALSO.get(stem, re.escape(stem))})" for stem in stems])


_OF_QUESTIONS = frozenset(
    "who what when where which whose why how does did can may must the and for with are".split()
)

_ALSO = {"next": "next|passes|alternat|in turn"}
"""Words that the rules use for a word of a question, as a pattern."""


def _nearest(chapters: Sequence[Chapter], patterns: list[str]) -> tuple[Chapter, ...]:
    """The chapters with those rules that match most of some patterns, and at least one."""
    counts = {
        rule.number: sum(_holds(chapter, rule, [pattern]) for pattern in patterns)
        for chapter in chapters
        for rule in chapter.rules
    }
    most = max(counts.values(), default=0)
    held = (
        replace(chapter, rules=tuple(rule for rule in chapter.rules if counts[rule.number] == most))
        for chapter in chapters
        if most
    )
    return tuple(chapter for chapter in held if chapter.rules)


def _holding(chapters: Sequence[Chapter], patterns: list[str]) -> tuple[Chapter, ...]:
    held = (
        replace(chapter, rules=tuple(rule for rule in chapter.rules if _holds(chapter, rule, patterns)))
        for chapter in chapters
    )
    return tuple(chapter for chapter in held if chapter.rules)


def _holds(chapter: Chapter, rule: Rule, patterns: list[str]) -> bool:
    answers = " ".join(example.answer for example in rule.examples)
    text = f"{rule.number} {chapter.title} {rule.text} {answers}".casefold()
    return all(re.search(pattern, text) for pattern in patterns)

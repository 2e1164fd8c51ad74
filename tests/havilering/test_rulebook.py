"""The rules in the app: complete, searchable, with examples that the referee works out."""

import re
from pathlib import Path

import pytest

from referee.games.havilering import verdict as rules
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.talk import NAMES
from referee.games.havilering.tricks import PUBLISHED
from referee.games.havilering.verdict import rulebook, verdict
from referee.games.rulebook import Example, Rule, search

FILE = Path(rules.__file__).with_name("rules.md")
RULES = [rule for chapter in rulebook().chapters for rule in chapter.rules]
TRICKS = [(rule, example) for rule in RULES for example in rule.examples if example.question]


def test_every_numbered_rule_is_there_once_and_in_order() -> None:
    numbers = re.findall(r"^- (\d+\.\d+) ", FILE.read_text(), re.MULTILINE)
    assert [rule.number for rule in RULES] == numbers
    assert len(set(numbers)) == len(numbers)
    ordered = sorted(numbers, key=lambda number: [int(part) for part in number.split(".")])
    assert numbers == ordered
    assert len(rulebook().chapters) == 9
    assert all(rule.text.endswith((".", ":", "`.")) for rule in RULES)


@pytest.mark.parametrize(("rule", "example"), TRICKS, ids=lambda part: getattr(part, "number", ""))
def test_an_example_shows_the_rule_it_stands_under(rule: Rule, example: Example) -> None:
    assert example.question
    answer = verdict(example.question)
    used = {found.rule for found in (*answer.score.sets, *answer.score.set_aside, *answer.near)}
    assert rule.number in used | {answer.win.rule.value}


def test_every_way_to_win_and_to_score_has_an_example() -> None:
    shown = {rule.number for rule, _ in TRICKS}
    assert shown >= {f"3.{n}" for n in range(1, 6)} | {f"4.{n}" for n in range(2, 13)}


def test_the_examples_of_the_published_rules_come_out() -> None:
    said = {(rule.number, example.prompt): example.answer for rule in RULES for example in rule.examples}
    assert said["7.4", "Run to 126–129 in a game to 121"] == "The next game starts 0–9."
    assert said["5.2", "21 December 2026"] == "Winter, with the jack of diamonds."
    assert said["4.9", "3♣ 2♥ K♥ A♥"] == "Fifteen one, and a run of four is ten."
    (rule,) = [rule for rule in RULES if rule.number == "4.11"]
    east, south = [example.answer for example in rule.examples]
    assert "Jack Havel is five" in east
    assert "Jack Havel is three" in south


def test_the_list_of_points_is_the_one_that_is_counted_by() -> None:
    (rule,) = [rule for rule in RULES if rule.number == "4.1"]
    listed = dict(re.findall(r"(?:, |: )([a-z- ]+) (\d+)", rule.text))
    assert {NAMES[item]: str(worth) for item, worth in PUBLISHED_VALUES.items()} == listed
    assert f"Jack Havel {PUBLISHED.jack_havel} or {PUBLISHED.jack_havel_dealer}," in rule.text


@pytest.mark.parametrize(
    ("words", "numbers"),
    [("running flush", {"4.7", "4.9", "4.10"}), ("4.9", {"4.9"}), ("SUSSEX", {"5.2"}), ("zebra", set())],
)
def test_words_are_looked_for_in_text_numbers_and_examples(words: str, numbers: set[str]) -> None:
    there = {rule.number for chapter in search(rulebook().chapters, words) for rule in chapter.rules}
    assert numbers <= there
    assert bool(there) is bool(numbers)


def test_no_words_find_all_rules() -> None:
    assert search(rulebook().chapters, "  ") == rulebook().chapters

"""The words and options of commands: every spelling that is meant, and none that would be ignored."""

import json
from typing import Any

import pytest

from tests.core.test_cli import run as run  # A fixture.

SCORE = ["score", "JS", "AS", "9S", "8S", "--json"]
GREVJASS = ["grevjass", "QH", "JH", "7S", "AH", "--json"]
KARNOFFEL = ["karnoffel", "9S", "KS", "3H", "4D", "--json"]


@pytest.mark.parametrize(
    ("words", "option", "word"),
    [
        (SCORE, "--leader", "E"),
        (SCORE, "--dealer", "E"),
        (SCORE, "--season", "Summer"),
        ([*GREVJASS, "--trump", "H"], "--leader", "S"),
        (GREVJASS, "--trump", "H"),
        ([*KARNOFFEL, "--chosen", "H"], "--leader", "W"),
        (KARNOFFEL, "--chosen", "H"),
        (["hearts", "0", "3", "5", "5"], "--settling", "Howell"),
        (["humbug-whist", "17", "9"], "--revoke", "S"),
        (["humbug-whist", "--trick", "9S", "JS"], "--trump", "D"),
    ],
)
def test_an_option_takes_capitals_and_small_letters(run: Any, words: list[str], option: str, word: str) -> None:
    answers = [run(*words, option, spelt) for spelt in (word, word.lower(), word.upper())]
    assert answers[0][0] == 0
    assert answers == [answers[0]] * 3


@pytest.mark.parametrize("command", [SCORE, [*GREVJASS, "--trump", "H"], [*KARNOFFEL, "--chosen", "H"]])
@pytest.mark.parametrize("word", ["north", "ſ", ""])
def test_a_word_that_is_no_option_is_told_as_it_was_typed(run: Any, command: list[str], word: str) -> None:
    status, out, error = run(*command, "--leader", word)
    assert (status, out) == (2, "")
    assert f"invalid choice: {word!r} (" in error


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["score", "JS", "AS", "9S", "8S", "--leader", "E", "--season", "summer", "--last"],
         {"cards": ["JS", "AS", "9S", "8S"]}),
        (["grevjass", "QH", "JH", "7S", "AH", "--trump", "H", "--leader", "E", "--last"],
         {"cards": ["QH", "JH", "7S", "AH"]}),
        (["karnoffel", "9S", "KS", "3H", "4D", "--chosen", "H", "--leader", "W"],
         {"cards": ["9S", "KS", "3H", "4D"]}),
        (["cribbage", "2H", "4H", "6H", "8H", "--starter", "TC", "--crib"], {"cards": ["2H", "4H", "6H", "8H"]}),
    ],
)  # fmt: skip
def test_options_are_the_defaults_of_a_stream(run: Any, words: list[str], line: dict[str, Any]) -> None:
    cards = line["cards"]
    options = [word for word in words if word not in cards]
    status, out, _ = run(*options, "--json", "-", given=json.dumps(line))
    assert (status, out) == run(*words, "--json")[:2]


@pytest.mark.parametrize(
    ("command", "line", "due"),
    [
        (["grevjass", "--trump", "H", "--last"],
         {"cards": ["QS", "JS", "7S", "AH"], "trump": "S", "last": False}, 33),
        (["cribbage", "--starter", "TC", "--crib"],
         {"cards": ["2H", "4H", "6H", "8H"], "starter": "9C", "crib": False}, 8),
        (["cribbage", "--starter", "TC", "--crib"], {"play": ["7D", "8D"]}, 2),
    ],
)  # fmt: skip
def test_a_line_of_a_stream_goes_before_the_options(
    run: Any, command: list[str], line: dict[str, Any], due: int
) -> None:
    assert json.loads(run(*command, "--json", "-", given=json.dumps(line))[1])["points"] == due


def test_a_play_is_no_default_of_a_stream(run: Any) -> None:
    status, out, error = run("cribbage", "-", "--json", "--play", "5C", given="{}")
    assert (status, out) == (2, "")
    assert "--play takes no hand" in error


@pytest.mark.parametrize("number", ["x", "٣", "1_0", "+1", " 1", "1.0", "0x1", "", "9" * 5000])
@pytest.mark.parametrize("words", ["export", "export --book", "import record.json --book", "link --book",
                                   "hearts 0 4 4 5 --pool", "humbug-whist 17 9 --stake"])  # fmt: skip
def test_a_number_is_written_in_plain_digits(run: Any, words: str, number: str) -> None:
    status, out, error = run(*words.split(), number)
    assert (status, out) == (2, "")
    assert error.endswith("is not a whole number\n")


def test_a_large_pool_is_settled_like_any_other(run: Any) -> None:
    pool = "1" + 30 * "0"
    status, out, _ = run("hearts", "0", "4", "4", "5", "--pool", pool, "--json")
    assert (status, json.loads(out)["net"]["1"]) == (0, 10**30 + 13)


@pytest.mark.parametrize("command", ["score", "grevjass --trump H --last", "karnoffel --chosen H --json",
                                     "cribbage --starter 5C --crib", "cribbage --play"])  # fmt: skip
def test_cards_are_separated_as_on_the_pages(run: Any, command: str) -> None:
    cards = ["7D", "7C", "8H", "9S"]
    spelt = (cards, [" ".join(cards)], [",".join(cards)], [".".join(cards)])
    answers = [run(*command.split(), *words) for words in spelt]
    assert answers[0][0] == 0
    assert answers == [answers[0]] * 4

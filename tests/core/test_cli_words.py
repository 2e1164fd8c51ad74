"""The words and options of commands: every spelling that is meant, and none that would be ignored."""

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

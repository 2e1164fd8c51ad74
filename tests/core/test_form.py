"""The sentence about a player's form: true in all cases, and good English."""

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from referee.store.players import PlayedMatch
from referee.web.components.charts import form_sentence

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def matches(won: Sequence[Any], points: int = 10, against: int = 5, hands: int = 2) -> list[PlayedMatch]:
    return [PlayedMatch(n, "2026-01-01", bool(each), 1, 1, points, against, hands) for n, each in enumerate(won)]


def told(
    won: str,
    points: int = 10,
    against: int = 5,
    hands: int = 2,
    has_earlier: bool = False,
    other: str | None = "the other side",
) -> str:
    played = matches([each == "w" for each in won], points, against, hands)
    return form_sentence(played, has_earlier, "points", "hand", other)


@pytest.mark.parametrize(
    ("sentence", "given"),
    [
        ("Won the only match, 2.5 points a hand better than the other side.", told("w")),
        ("Lost the only match, 2.5 points a hand better than the other side.", told("l")),
        ("Won the last match, 2.5 points a hand better than the other side.", told("w", has_earlier=True)),
        ("Won both matches, 2.5 points a hand worse than the other side.", told("ww", 5, 10)),
        ("Lost both matches, with as many points as the other side.", told("ll", 5, 5)),
        ("Won all 3 matches, less than 0.1 points a hand better than the other side.", told("www", 101, 100, 30)),
        ("Lost all of the last 10 matches, 1.0 points a hand worse than the other side.",
         told("l" * 10, 1, 3, has_earlier=True)),
        ("Won 7 of the last 10 matches, 2.5 points a hand better than the other side; the last three were won.",
         told("wwwwlllwww", has_earlier=True)),
        ("Won 1 of 2 matches, 2.5 points a hand better than the other player; the last one was lost.",
         told("wl", other="the other player")),
        ("Won 1 of 3 matches, gaining 5.0 points a hand; the last two were lost.", told("wll", 10, 0, other=None)),
        ("Won 1 of 2 matches, losing 1.5 points a hand; the last one was won.", told("lw", -3, 0, other=None)),
        ("Won 1 of 2 matches, with no points gained; the last one was won.", told("lw", 0, 0, other=None)),
        ("Won 1 of 2 matches; the last one was won.", told("lw", 0, 0, 0)),
    ],
)  # fmt: skip
def test_the_sentences(sentence: str, given: str) -> None:
    assert given == sentence


@pytest.mark.parametrize("has_earlier", [False, True])
def test_the_sentence_is_true_of_every_course_of_up_to_six_matches(has_earlier: bool) -> None:
    for count in range(1, 7):
        for course in product("wl", repeat=count):
            sentence = told("".join(course), 7, 7, has_earlier=has_earlier)
            won, last = course.count("w"), course[-1]
            assert ("the last" in sentence.split(",")[0]) is has_earlier
            number = re.match(r"Won (\d) of (?:the last )?(\d) matches,", sentence)
            if number:
                assert (int(number[1]), int(number[2])) == (won, count)
                run = re.search(r"; the last (\w+) (was|were) (won|lost)\.$", sentence)
                assert run
                length = NUMBERS[run[1]]
                assert (run[2] == "was") is (length == 1)
                assert (run[3] == "won") is (last == "w")
                assert course[-length:] == (last,) * length
                assert course[-length - 1] != last
            else:
                assert set(course) == {"w" if sentence.startswith("Won") else "l"}
                assert ";" not in sentence
                assert (" match," in sentence) is (count == 1)

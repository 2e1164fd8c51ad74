"""The words for players' figures, in every game."""

import re
from dataclasses import fields

import pytest

from referee.games import GAMES
from referee.web.games import PAGES
from tests.core.test_plurals import ONE_OF_MANY

pytestmark = pytest.mark.parametrize("key", GAMES)


def test_no_figure_tells_one_of_something_in_the_plural(key: str) -> None:
    counts, figures = GAMES[key].figures(**{each.name: 1 for each in fields(GAMES[key].figures)}), PAGES[key].figures
    of_sections = (line for section in figures.sections(counts) for line in section.lines)
    texts = [f"{line.value} {line.note}" for line in (*figures.lines(counts), *of_sections)]
    assert [text for text in texts if ONE_OF_MANY.search(text) or re.search(r"\b1 (more )?were\b", text)] == []


def test_partners_are_compared_by_each_figure_once(key: str) -> None:
    counts = GAMES[key].figures()
    names = [name for name, _ in PAGES[key].figures.of_each([counts, counts])]
    assert len({*names}) == len(names)


def test_a_figure_has_one_name_in_lists_and_on_the_page_of_a_player(key: str) -> None:
    """And what is counted a deal is something else than deals."""
    figures = PAGES[key].figures
    names = [line.name for line in figures.lines(GAMES[key].figures())]
    assert {figures.games, f"{figures.games} won"} & {*names}
    assert figures.points.lower() != f"{figures.hand}s"

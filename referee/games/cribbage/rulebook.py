"""The numbered rules as the app shows them, read from `rules.md`; their examples are computed by the code."""

from referee.cards import listed, read_card, read_cards
from referee.games.cribbage import counting, pegging
from referee.games.cribbage.items import value_of
from referee.games.cribbage.questions import HandQuestion, PlayQuestion
from referee.games.cribbage.talk import cadence, pegs
from referee.games.rulebook import Example, rulebook_of


def _example(number: str, words: list[str]) -> Example:
    """An example as on the command line: `--play 7D 6C 8H`, or `5H 5S 5D JC --starter 5C`."""
    if words[0] == "--play":
        played = read_cards(" ".join(words[1:]))
        text = f"{value_of(played)}, {pegs(pegging.pegging(played))}."
        return Example(listed(played), text, PlayQuestion(played))
    four, starter = read_cards(" ".join(words[:4])), read_card(words[5])
    question = HandQuestion(four, starter, "--crib" in words)
    return Example(f"{listed(four)} with {starter}", cadence(counting.count(*question).sets), question)


rulebook = rulebook_of(__file__, {"cribbage": _example})
"""The rules, the items that score, and the words of the game."""

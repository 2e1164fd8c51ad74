"""Rulings on single hands and counts, as data and as text; the rulebook, with examples."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.cards import Card, codes, listed, read_card, read_cards
from referee.english import plural
from referee.games.cribbage import counting
from referee.games.cribbage.items import points_of, value_of
from referee.games.cribbage.outcome import write_items
from referee.games.cribbage.talk import cadence, pegs, steps, why_not
from referee.games.kit.sheets import written
from referee.games.rulebook import Example, rulebook_of


class HandQuestion(NamedTuple):
    """A question for the count of a hand or crib."""

    four: tuple[Card, ...]
    starter: Card
    crib: bool = False


class PlayQuestion(NamedTuple):
    """A question for the points that the last of these cards of one count pegs."""

    cards: tuple[Card, ...]


def hand_data(four: Sequence[Card], starter: Card | None, crib: bool) -> dict[str, Any]:
    """The count of a hand or crib as plain data for JSON. Raises RefusedError."""
    turned = counting.check(four, starter)
    count = counting.count(four, turned, crib)
    return {
        "cards": codes(four),
        "starter": turned.code,
        "crib": crib,
        "points": count.points,
        "items": write_items(count.items),
        "sets": [written(each, "item cards points") for each in count.sets],
        "not_counted": [written(each, "why cards") for each in counting.not_counted(four, turned, crib)],
    }


def hand_text(four: Sequence[Card], starter: Card | None, crib: bool) -> str:
    """The count of a hand or crib for people: every set with the running total. Raises RefusedError."""
    turned = counting.check(four, starter)
    count = counting.count(four, turned, crib)
    what = "Crib" if crib else "Hand"
    lines = [f"{what} {listed(four)}, starter {turned}: {plural(count.points, 'point')}", cadence(count.sets)]
    lines += [f"  {total:>2}  {words}: {listed(each.cards)}" for each, words, total in steps(count.sets)]
    lines += [f"   –  {why_not(each)}" for each in counting.not_counted(four, turned, crib)]
    return "\n".join(lines) + "\n"


def play_data(cards: Sequence[Card]) -> dict[str, Any]:
    """Return the points that the last card of a count pegs, as plain data for JSON. Raises RefusedError."""
    counting.check_play(cards)
    items = counting.pegging(cards)
    return {
        "play": codes(cards),
        "count": value_of(cards),
        "points": points_of(items),
        "items": write_items(items),
    }


def play_text(cards: Sequence[Card]) -> str:
    """Describe the points that the last card of a count pegs, for people. Raises RefusedError."""
    counting.check_play(cards)
    items = counting.pegging(cards)
    what = pegs(items) or "which pegs nothing"
    return f"{listed(cards)}: {value_of(cards)}, {what}\n"


def _example(number: str, words: list[str]) -> Example:
    """An example as on the command line: `--play 7D 6C 8H`, or `5H 5S 5D JC --starter 5C`."""
    if words[0] == "--play":
        played = read_cards(" ".join(words[1:]))
        text = f"{value_of(played)}, {pegs(counting.pegging(played))}."
        return Example(listed(played), text, PlayQuestion(played))
    four, starter = read_cards(" ".join(words[:4])), read_card(words[5])
    question = HandQuestion(four, starter, "--crib" in words)
    return Example(f"{listed(four)} with {starter}", cadence(counting.count(*question).sets), question)


rulebook = rulebook_of(__file__, {"cribbage": _example})
"""The rules, the items that score, and the words of the game."""

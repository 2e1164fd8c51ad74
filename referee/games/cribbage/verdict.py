"""Rulings on single hands and counts, for disputes: as data and as text."""

from collections.abc import Sequence
from typing import Any

from referee.cards import Card, codes, listed
from referee.english import plural
from referee.games.cribbage import counting, pegging
from referee.games.cribbage.items import points_of, value_of
from referee.games.cribbage.outcome import write_items
from referee.games.cribbage.talk import cadence, pegs, steps, why_not


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
        "sets": [{"item": each.item.value, "cards": codes(each.cards), "points": each.points} for each in count.sets],
        "not_counted": [
            {"why": each.why.value, "cards": codes(each.cards)} for each in counting.not_counted(four, turned, crib)
        ],
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
    pegging.check(cards)
    items = pegging.pegging(cards)
    return {
        "play": codes(cards),
        "count": value_of(cards),
        "points": points_of(items),
        "items": write_items(items),
    }


def play_text(cards: Sequence[Card]) -> str:
    """Describe the points that the last card of a count pegs, for people. Raises RefusedError."""
    pegging.check(cards)
    items = pegging.pegging(cards)
    what = pegs(items) or "which pegs nothing"
    return f"{listed(cards)}: {value_of(cards)}, {what}\n"

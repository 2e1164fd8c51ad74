"""Matches of Karnöffel for other tests."""

from __future__ import annotations

from typing import Any

NAMES = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
START: dict[str, Any] = {
    "format": "karnoffel-match",
    "version": 1,
    "players": NAMES,
    "dealer": "W",
    "started": "2026-11-27T20:00:00+00:00",
}
TRICKS = ("9S 3H KS 4D", "QD 7H 5H KD", "TD TC 3D 6H", "JH 8D 2H 9D")
"""The deal of the published example: the face-up cards are 9♠ 3♥ 10♣ 3♦, and hearts are chosen."""


def trick(cards: str) -> dict[str, Any]:
    """A trick, `9S 3H KS 4D`."""
    return {"type": "trick", "cards": cards.split()}


def record(*actions: dict[str, Any], **rules: Any) -> dict[str, Any]:
    """A record of some actions."""
    return START | {"rules": rules, "actions": list(actions)}


CHOSEN: dict[str, Any] = {"type": "chosen", "cards": ["9S", "3H", "TC", "3D"]}


def deal(entries: int, *tricks: str, **rules: Any) -> dict[str, Any]:
    """A match with the first `entries` entries of its deal, and other tricks if given."""
    return record(*[CHOSEN, *map(trick, tricks or TRICKS)][:entries], **rules)


def over() -> dict[str, Any]:
    """A finished match: a deal by tricks, one by its result, one begun, a void one, and a ruling that ends it."""
    first: list[dict[str, Any]] = [CHOSEN, *map(trick, TRICKS)]
    second: list[dict[str, Any]] = [
        {"type": "chosen", "suit": "C"},
        trick("KH 3C 2S QH"),
        {"type": "result", "side": "EW", "lost": 1},
    ]
    void: list[dict[str, Any]] = [{"type": "chosen", "suit": "S"}, {"type": "misdeal"}]
    third: list[dict[str, Any]] = [{"type": "result", "side": "NS", "lost": 0}, {"type": "chosen", "suit": "D"}]
    ruling = {"type": "adjust", "side": "NS", "deals": 1, "reason": "counted by hand before"}
    return record(*first, *second, *void, *third, ruling, target=3)

"""More pairs of matches that differ only in closed cards or points, for tests that read pages and post nothing."""

from __future__ import annotations

from collections.abc import Callable

from tests.core.closed_pairs import PAIRS, PLAYERS, Pair, start, tricks
from tests.cribbage.playing import record_of


def closed_tricks() -> Pair:
    """The first trick, hidden during the deal, has a ten or a king, and scored nothing."""
    first, second = (
        start("havilering", PLAYERS, "N", {"season": "winter"}, tricks(f"{closed}|4D 7D JD QD"))
        for closed in ("2S KS 6S 8C", "3S TS 6S 8C")
    )
    return Pair("havilering", (first, second), {}, [], (), opened=(1,))


def open_points() -> Pair:
    """Points are told, but not the cards of the first two tricks, which were played in another order."""
    shown = {"type": "trump", "card": "9H"}
    first, second = (
        start("grevjass", PLAYERS, "N", {"claims": "open"}, [shown, *tricks(f"{closed}|QC TC 8D JC")])
        for closed in ("AS 7S 8S 9S|AD 7D QD 9D", "AD 7D QD 9D|AS 8S 7S 9S")
    )
    return Pair("grevjass", (first, second), {}, [], (), opened=(2, 3))


def _last_trick(key: str) -> Pair:
    """The last trick differs: not even that is shown again."""
    others = "7S AS 9H 8S|" if key == "hearts" else "9S 9D|"
    cards = ("3C KC 4C 5C", "2C QC 6C 7C") if key == "hearts" else ("8C 6C", "7C 5C")
    pair = PAIRS["hearts" if key == "hearts" else "humbug whist"]()
    turned = [action for action in pair.records[0]["actions"] if action["type"] == "trump"]
    first, second = (pair.records[0] | {"actions": [*turned, *tricks(others + last)]} for last in cards)
    return Pair(key, (first, second), {}, [], (), opened=(len(turned) + 1, len(turned) + 2))


def _missed() -> Pair:
    """An earlier trick has a flush that nobody claimed, or none. The table awaits the next claim."""
    fifteen = {"type": "claim", "items": {"fifteen": 1}}
    first, second = (
        start("havilering", PLAYERS, "N", {"muggins": True, "season": "winter", "target": 61},
              [*tricks(f"7S AS 9S {card}"), fifteen, *tricks("2C KC 6C 8D")])
        for card in ("8S", "8H")
    )  # fmt: skip
    return Pair("havilering", (first, second), {}, [], (), opened=(1,))


def _crib() -> Pair:
    """The crib is a flush, or not. Nobody has claimed it yet."""
    first, second = (
        record_of(f"^2H 5C 9S 3C 4S QD KD JC 8S =0 =0 c7{suit}9HTH6H", muggins=True) for suit in ("H", "D")
    )
    return Pair("cribbage", (first, second), {}, [], (), "7[HD]|7[♥♦]|7 of (hearts|diamonds)")


SHOWN: dict[str, Callable[[], Pair]] = PAIRS | {
    "havilering, closed tricks": closed_tricks,
    "havilering, missed in a closed trick": _missed,
    "grevjass, open": open_points,
    "hearts, the last trick": lambda: _last_trick("hearts"),
    "humbug whist, the last trick": lambda: _last_trick("humbug-whist"),
    "cribbage, an unclaimed crib": _crib,
}
"""All pairs, by name."""

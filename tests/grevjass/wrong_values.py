"""Values that no key of a Grevjass record may hold."""

from random import Random
from typing import Any

NUMBERS: list[Any] = [1.0, 0.5, True, False, "1", None, [1], {}, 10**30]
WORDS: list[Any] = ["", "X", None, 1, True, [], {}]
TIMES: list[Any] = [
    "2026-12-21",
    "2026-12-21T20:00:00",
    "now",
    "",
    None,
    1_795_000_000,
    "20:00+00:00",
    "2026-02-30T20:00:00+00:00",
    "2026-12-21T25:00:00+00:00",
    ["2026-12-21T20:00:00+00:00"],
]
CARDS: list[Any] = ["1S", "6S", "2H", "XX", "", "S", "T", "S7", "11D", "TDD", "T D", " TD", None, 7, ["7S"], {}]
SEATS: list[Any] = ["NS", "n", "North", "1", " N", *WORDS]
BAD: dict[str, list[Any]] = {
    "type": ["deal", "Trick", "settle", "muggins", "count", *WORDS],
    "at": TIMES,
    "player": SEATS,
    "side": ["N", "ns", "SN", "WE", "N-S", *WORDS],
    "card": CARDS,
    "sequence": CARDS,
    "suit": ["h", "♥", "hearts", "T", *WORDS],
    "four": ["T", "9", "k", "10", "KS", *WORDS],
    "length": [2, 9, 0, -3, *NUMBERS],
    "cards": [[], ["7S", "8S", "9S"], ["7S", "8S", "9S", "6S"], ["7S", "8S", "9S", None], "7S8S9STS", None, 7, {}],
    "points": [-1001, 1001, *NUMBERS],
    "number": NUMBERS,
    "reason": ["", "   ", "\t\n", "x" * 201, None, 1, ["late"]],
}
STRANGE_KEYS: dict[str, Any] = {
    "note": "x",
    "deal": 1,
    "by": "N",
    "": None,
    "At": "x",
    "Type": "trick",
    "leader": "N",
}


def not_objects(chance: Random, action: Any) -> Any:
    return chance.choice([None, 1, True, "trick", [], [action], {}, {"type": None}])


def bad_names(chance: Random) -> Any:
    """Players that cannot be."""
    good = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
    return chance.choice(
        [
            {**good, "N": " bob "},
            {**good, "E": "CAT"},
            {**good, "S": "STRASSE", "W": "straße"},
            {**good, "W": ""},
            {**good, "W": " \t"},
            {**good, "N": "x" * 41},
            {**good, "N": " " + "x" * 40},
            {**good, "E": None},
            {**good, "E": 7},
            {**good, "X": "Eve"},
            {"N": "Ann", "E": "Bob", "S": "Cat"},
            {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan"},
            ["Ann", "Bob", "Cat", "Dan"],
            None,
        ]
    )


def bad_rules(chance: Random) -> Any:
    """Rules that cannot be."""
    return chance.choice(
        [
            *({"strokes": value} for value in (0, 101, -1, *NUMBERS)),
            *({"claims": value} for value in ("Blind", "hidden", *WORDS)),
            *({"stikk": value} for value in ("Side", "never", *WORDS)),
            {"target": 121},
            {"claims": "open", "": 1},
            [],
            None,
            "open",
            6,
        ]
    )


def spoil_setup(chance: Random, record: dict[str, Any]) -> None:
    """Changes one thing of the setup to what it cannot be."""
    way = chance.choice(("value", "value", "value", "key", "missing"))
    if way == "missing":
        del record[chance.choice(["format", "version", "players", "dealer", "started", "actions"])]
    elif way == "key":
        key = chance.choice(sorted({*STRANGE_KEYS, "season", "rule"}))
        record[key] = "x"
    else:
        bad: dict[str, Any] = {
            "format": chance.choice(["grevjass", "hearts", "Grevjass-match", *WORDS]),
            "version": chance.choice([0, 2, -1, *NUMBERS]),
            "players": bad_names(chance),
            "dealer": chance.choice(SEATS),
            "started": chance.choice(TIMES),
            "rules": bad_rules(chance),
            "actions": chance.choice([None, {}, "", 0]),
        }
        key = chance.choice(sorted(bad))
        record[key] = bad[key]

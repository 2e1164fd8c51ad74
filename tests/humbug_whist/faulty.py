"""Values that no key of a Humbug Whist action may hold, and well-formed actions to put in the wrong place."""

from typing import Any

Action = dict[str, Any]
# Values no key of this name may hold.
BAD: dict[str, list[Any]] = {
    "type": ["deal", "Settle", "claim", "reply", "", None, 1, ["settle"], {}],
    "at": [
        "2026-11-21",
        "2026-11-21T20:00:00",
        "now",
        "",
        None,
        1_795_000_000,
        "20:00+00:00",
        "2026-02-30T20:00:00Z",
    ],
    "card": ["1S", "XX", "", "S", "7", "S7", "11D", "7SS", "7 hearts", None, 7, ["7S"]],
    "cards": [None, "7S9D", {"0": "7S"}, ["7S", None], ["7S", "1X"], [7, 8], ["7S", ["9D"]], ["7S", ""]],
    "leader": ["E", "n", "", "NS", None, 0, True, ["N"]],
    "player": ["W", "s", "", "Ann", None, 1, False, {"N": 1}],
    "trick": [0, 27, -1, 1.0, 1.5, True, "1", None, [1]],
    "again": [0, 1, "true", "", None, "N"],
    "points": [-1001, 1001, 1.0, 0.5, True, "3", None, [1], 10**30],
    "reason": ["", "   ", "\t\n", "x" * 201, None, 1, ["late"]],
    "taken": [
        {"N": 26},
        {"N": 13, "S": 13, "E": 0},
        {"N": 27, "S": -1},
        {"N": 13.0, "S": 13},
        {"N": True, "S": 25},
        {"N": "13", "S": 13},
        {"N": None, "S": 26},
        {"n": 13, "s": 13},
        [13, 13],
        13,
        None,
    ],
}
STRANGE_KEYS: dict[str, list[Any]] = {"note": ["x"], "side": ["N"], "deal": [1], "by": ["N"], "": [None], "AT": ["x"]}
FORMED: dict[str, Action] = {
    "trump": {"type": "trump", "card": "7S"},
    "trick": {"type": "trick", "cards": ["9D", "2H"]},
    "count": {"type": "count", "taken": {"N": 13, "S": 13}},
    "revoke": {"type": "revoke", "player": "N"},
    "misdeal": {"type": "misdeal"},
    "settle": {"type": "settle"},
    "adjust": {"type": "adjust", "player": "S", "points": 1, "reason": "late"},
    "finish": {"type": "finish"},
}

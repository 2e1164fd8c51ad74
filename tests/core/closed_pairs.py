"""Pairs of matches that differ only in what is closed, with the requests to try on them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.cribbage.playing import record_of
from tests.pages import with_plain_cards, without_random

Edits = list[dict[str, Any]]
PLAYERS = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}


@dataclass(frozen=True)
class Pair:
    """Two matches of a game, and what is posted to each."""

    key: str
    records: tuple[dict[str, Any], dict[str, Any]]
    posts: dict[str, list[dict[str, str]]]
    """The forms of each address."""
    edits: list[Edits]
    rules: tuple[dict[str, Any], ...]
    """The correction of the agreed rules."""
    open_cards: str = ""
    """A pattern of the cards that lie open, and are others in the two matches."""
    opened: tuple[int, ...] = ()
    """The entries whose cards a page shows to a table that agrees to open them."""
    depends: str = "(?!)"
    """A pattern of the addresses whose answers depend on the cards that lie open."""

    def plain(self, number: int, page: str) -> str:
        """A page about a match without what is made anew for each page, and without the cards that lie open."""
        page = with_plain_cards(page)
        page = re.sub(rf'(matches/|match=|match="|like=|{self.key}-)0*{number}\b', r"\1N", page)
        page = without_random(page)
        if not self.key.startswith("grevjass"):  # Elsewhere a tap on a card that has gone says so at once.
            page = re.sub(r'data-gone="[01]*"', "GONE", page)
        if self.open_cards:
            key = r'<button class="key[^"]*" name="card".*?</button>|data-gone="[01]*"'
            page = re.sub(rf"(?s:{key})|{self.open_cards}", "CARD", page)
        return page


def start(
    key: str, players: dict[str, str], dealer: str, rules: Any, actions: list[dict[str, Any]]
) -> dict[str, Any]:
    at = "2026-11-21T20:00:00+00:00"
    return {"format": f"{key}-match", "version": 1, "players": players, "dealer": dealer, "started": at,
            "rules": rules, "actions": actions}  # fmt: skip


def tricks(cards: str) -> list[dict[str, Any]]:
    return [{"type": "trick", "cards": trick.split()} for trick in cards.split("|")]


def put(place: int, *actions: dict[str, Any]) -> Edits:
    return [{"first": place, "last": place - 1, "actions": list(actions)}]


def instead(place: int, *actions: dict[str, Any]) -> Edits:
    return [{"first": place, "last": place, "actions": list(actions)}]


def do(*said: str, **more: str) -> list[dict[str, str]]:
    return [{"do": each, **more} for each in said]


def adjust(**said: Any) -> dict[str, Any]:
    return {"type": "adjust", "reason": "to find out", **said}


def _grevjass(claims: str, *more: dict[str, Any]) -> Pair:
    """N–S have 48 in the first match, and 4 in the second. With spades as trumps others would win other tricks."""
    closed = ("7S AS TS KS|7C AC TC KC", "7S QS 8S 9S|7C QC 8C 9C")
    shown: dict[str, Any] = {"type": "trump", "card": "9H"}
    first, second = (
        start(
            "grevjass", PLAYERS, "N", {"claims": claims}, [shown, *tricks(f"{each}|7D 8D QD 9D|JD KD TD AD"), *more]
        )
        for each in closed
    )
    signs = [(side, what, n) for side in ("NS", "EW") for what in ("points", "strokes") for n in (-999, -25, -1, 5)]
    posts = {
        "adjust": [
            {"side": side, "what": what, "number": str(number), "reason": "x"} for side, what, number in signs
        ],
        "rule": do("misdeal", "dealer player=E", "trump suit=S", "adjust side=NS points=-1 reason=x", "take"),
        "enter": [
            *do("", "undo", "redo", "take", "vol player=N", "misdeal", "meld player=E four=J", "trump suit=S"),
            *do("", kind="tricks", draft="QH.JH", card="AH"),
            *do("", kind="tricks", draft="QH.JH.AH.TH"),
            *do("claim side=EW" if claims == "mild" else ""),
        ],
    }
    fourth, claim = tricks("QH JH AH TH")[0], {"type": "claim", "side": "NS"}
    edits = [
        *(put(place, adjust(side="NS", points=points)) for place in (2, 4) for points in (-30, -1, 60)),
        *(put(place, adjust(side="NS", strokes=strokes)) for place in (2, 4) for strokes in (1, 6)),
        *(put(place, claim) for place in (1, 2, 4)),
        *(instead(place) for place in range(1, 6 + len(more))),
        instead(1, {"type": "trump", "suit": "S"}),
        instead(1, {"type": "trump", "suit": "H"}),
        instead(1, {"type": "trump", "suit": "D"}),
        put(1, {"type": "dealer", "player": "E"}),
        put(2, fourth),
        instead(2, fourth),
        instead(2, {"type": "trick", "cards": ["-", "-", "QH", "-"]}),
        instead(3, {"type": "trick", "cards": ["-", "-", "-", "JH"]}),
        instead(2, {"type": "misdeal"}),
        put(3, {"type": "misdeal"}),
        put(2, {"type": "chalk", "side": "NS", "strokes": 1}),
        put(2, {"type": "meld", "player": "E", "four": "J"}),
    ]
    if more and more[0]["type"] == "claim":
        edits += [instead(6, {"type": "claim", "side": "NS"}), instead(6, adjust(side="NS", points=5))]
    if more and more[0]["type"] == "adjust":
        edits += [instead(6, adjust(side="NS", **given)) for given in ({"points": -2}, {"points": 2}, {"strokes": 1})]
    rules = {"claims": "open"}, {"claims": "mild"}, {"stikk": "side"}, {"strokes": 1}
    return Pair("grevjass", (first, second), posts, edits, rules)


def _sitting(key: str, closed: tuple[str, str], both: str, unplayed: str, rest: str, *more: Edits) -> Pair:
    """The tricks before those that both have differ in what was taken, and in the revokes that these show."""
    seats = "1234" if key == "hearts" else "NS"
    players = dict(zip(seats, PLAYERS.values(), strict=False))
    turned = [] if key == "hearts" else [{"type": "trump", "card": "2H"}]
    first, second = (start(key, players, seats[-1], {}, [*turned, *tricks(f"{each}|{both}")]) for each in closed)
    a, b = seats[0], seats[1]
    rulings = [
        *do(*(f"revoke player={seat}{named}" for seat in (a, b) for named in ("", " trick=1", " trick=2"))),
        *do("misdeal", "misdeal again=true", "finish", f"irregular short={a} long={b}", f"take-last player={a}"),
        *do(f"fault kind=lead player={a}", f"demand player={a} by={b} choice=play card=KH", "settle"),
    ]
    posts = {
        "adjust": [
            {"player": seat, "points": points, "reason": "x"} for seat in (a, b) for points in ("-9", "0", "9")
        ],
        "rule": rulings,
        "enter": [
            *rulings,
            *do("", "undo", "redo"),
            *do("", way="tricks", kind="tricks", draft=unplayed),
            *do("", way="tricks", kind="tricks", card=unplayed.split(".")[0]),
            *do("", way="count", kind="count", draft="0", tap="1"),
        ],
    }
    begun, ours = len(turned) + 1, len(turned) + 3
    taken = dict.fromkeys(seats, 0) | {a: 13 if key == "hearts" else 26}
    count, fourth = {"type": "count", "taken": taken}, {"type": "trick", "cards": unplayed.split(".")}
    edits = [
        *(put(place, count) for place in (begun, begun + 2)),
        *(put(place, count, {"type": "settle"}) for place in (begun, begun + 2)),
        *(instead(place) for place in range(begun, begun + 4)),
        *(put(place, {"type": "revoke", "player": seat}) for place in (begun, begun + 2) for seat in (a, b)),
        put(begun, fourth),
        instead(ours, fourth),
        instead(ours, count),
        put(ours, *tricks(rest)),
        put(ours, {"type": "misdeal"}),
        put(ours, adjust(player=a, points=0)),
        *more,
    ]
    rules = ({"odd_jack": True}, {"settling": "howell"}) if key == "hearts" else ({"deals": 1}, {"stake": 3})
    return Pair(key, (first, second), posts, edits, rules, opened=(begun, begun + 1))


def _humbug_whist() -> Pair:
    pack = [rank + suit for suit in "SDCH" for rank in "3456789TJQKA"]
    gone = "7S 9D KD 3D AH 3C 5S JS 8C 6C 9S QD TD".split()
    left = [card for card in pack if card not in gone] + ["2D", "2S", "2C"]
    rest = "|".join(" ".join(left[at : at + 2]) for at in range(0, 40, 2))  # As many as would be the last.
    named = [{"type": "revoke", "player": seat, "trick": trick} for seat in "NS" for trick in (1, 2, 3)]
    # In the first match S did not follow spades in trick 1, and has one in the last trick.
    return _sitting("humbug-whist", ("9S 9D|KD 3D", "9S 7S|KD 3D"), "AS JS|8C 6C", "QD.TD", rest,
                    *(put(4, each) for each in named), *(put(3, each) for each in named))  # fmt: skip


def _hearts() -> Pair:
    # The same winners; three hearts or none, and a revoke that the last trick shows.
    closed = ("7S AS 9H 8S|4D KD 9S 2H", "7S AS 9S 8S|4D KD 9D 2D")
    pack = [rank + suit for suit in "CD" for rank in "23456789TJQKA"]
    gone = "4D KD 9D 2D QC KC TC JC QD JD TD 3D".split()
    left = [card for card in pack if card not in gone] + [rank + "H" for rank in "3456789TJQKA" if rank != "9"]
    left += ["4S", "5S", "6S", "QS", "KS"]
    rest = "|".join(" ".join(left[at : at + 4]) for at in range(0, 32, 4))
    return _sitting("hearts", closed, "3S 2S JS TS|QC KC TC JC", "QD.JD.TD.3D", rest)


def _havilering() -> Pair:
    """Fifteen is claimed of each trick; the first has a flush besides, which is missed."""
    rules = {"muggins": True, "season": "winter", "target": 61}
    first, second = (
        start("havilering", PLAYERS, "N", rules,
              [*tricks("2S KS 6S 8C"), {"type": "claim", "items": {}},
               *tricks(f"7S AS 9S {card}"), {"type": "claim", "items": {"fifteen": 1}}])
        for card in ("8S", "8H")
    )  # fmt: skip
    said = [{"type": "claim", "items": items} for items in ({}, {"flush": 1}, {"prial": 1})]
    said += [{"type": "muggins", "by": "N", "items": items} for items in ({"flush": 1}, {"prial": 1})]
    ruling = {"about": "other", "reason": "x", "side": "NS", "points": "2"}
    posts: dict[str, list[dict[str, str]]] = {
        "enter": [
            *({"kind": "tricks"} | each for each in (
                {"draft": "3D.4D"}, {"draft": "3D", "card": "4D"}, {"draft": "3D.4D.5D.6D"},
                {"draft": "3D.4D.5D.6D", "leader": "W"})),
            *({"kind": "claim"} | each for each in (
                {"do": "claim", "draft": "flush"}, {"do": "claim", "draft": "prial"},
                {"draft": "flush", "tap": "flush"})),
            *({"kind": "call", "way": "call", "draft": items, "do": f"muggins by={by}"}
              for items, by in (("flush", "E"), ("flush", ""), ("", "E"))),
            *({"do": do} for do in ("deal", "reply answer=yes", "misdeal", "undo", "redo")),
        ],
        "rule": [{"do": "misdeal"}],
        "pegs": [{"NS": "9", "EW": "4", "reason": "x"}, {"NS": "60", "EW": "0", "reason": "x"}],
        "ruling": [ruling | {"give": "1"}, ruling | {"give": "-1"}, ruling | {"give": "1", "again": "1"}],
    }  # fmt: skip
    edits = [
        *(change(place, each) for place in (3, 4) for change in (put, instead) for each in said),
        *(instead(place) for place in range(1, 5)),
        *(put(place, adjust(side="EW", points=points)) for place in (1, 3) for points in (-5, 3, 70)),
        instead(1, *tricks("2S KS 6S 9C")),
        put(1, {"type": "misdeal"}),
        put(4, {"type": "misdeal"}),
    ]
    agreed = {"muggins": False}, {"target": 1}, {"season": "spring"}
    return Pair("havilering", (first, second), posts, edits, agreed, "8[SH]|8[♠♥]|8 of (spades|hearts)",
                depends=r"/leader\?leads|/revoke/|/why/1/2|8[SH]")  # fmt: skip


def _cribbage(phase: str) -> Pair:
    """Ann's hand counts four more in the first match, for a flush: not yet claimed, or claimed as nothing."""
    claimed = "" if phase == "to claim" else "=0"
    first, second = (record_of(f"^2S 9H 5C KH 3C 4H JC 7{suit} QD {claimed}", muggins=True) for suit in ("H", "D"))
    posts = {
        "adjust": [
            {"player": seat, "points": points, "reason": "x"} for seat in "NS" for points in ("-99", "-1", "5")
        ],
        "rule": do("misdeal", "penalty wrong-crib S", "penalty overpeg N 2", "penalty wrong-hand N"),
        "enter": [
            *do("undo", "redo", "misdeal", "go", "deal", "peg N 3", "hand 5", "crib 3", "penalty wrong-crib S"),
            *do("reply yes", "penalty misdeal N", "penalty misdeal S 2", "muggins 0"),
            *do("", card="6C"),
        ],
    }
    said: list[dict[str, Any]] = [{"type": "claim", "points": points} for points in (0, 2, 9)]
    said += [{"type": "muggins", "points": points} for points in (1, 4)]
    last = len(first["actions"])
    edits = [
        *(change(last, each) for change in (put, instead) for each in said),
        *(instead(place) for place in range(1, last + 1)),
        *(put(place, adjust(player="N", points=points)) for place in (2, last) for points in (-1, 3, 130)),
        put(last, {"type": "hand", "points": 7}),
        instead(2, {"type": "play", "card": "8H"}),
    ]
    rules = {"muggins": False}, {"target": 121}
    return Pair("cribbage", (first, second), posts, edits, rules, "7[HD]|7[♥♦]|7 of (hearts|diamonds)")


PAIRS: dict[str, Callable[[], Pair]] = {
    "grevjass, blind": lambda: _grevjass("blind"),
    "grevjass, mild": lambda: _grevjass("mild"),
    "grevjass, after a false claim": lambda: _grevjass("mild", {"type": "claim", "side": "EW"}),
    "grevjass, with points taken off": lambda: _grevjass("blind", adjust(side="NS", points=-1)),
    "hearts": _hearts,
    "humbug whist": _humbug_whist,
    "havilering, after a claim": _havilering,
    "cribbage, to be claimed": lambda: _cribbage("to claim"),
    "cribbage, claimed": lambda: _cribbage("claimed"),
}

"""No answer depends on what is closed: two matches that differ only in that answer every post alike.

Left out are the posts by which the rules themselves tell: a claim that ends a deal, a call of Muggins, a chalk, a
count, a card that is gone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from referee.match.log import read_edits
from tests.conftest import BOOK
from tests.cribbage.playing import record_of
from tests.pages import without_random

Edits = list[dict[str, Any]]
PLAYERS = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
NOT_ABOUT_THE_GAME = {"matches.rematch", "sharing.renew_match"}
"""Posts about a match that neither enter anything nor ask the rules."""


@dataclass(frozen=True)
class Pair:
    """Two matches of a game, and what is posted to each."""

    key: str
    records: tuple[dict[str, Any], dict[str, Any]]
    posts: dict[str, list[dict[str, str]]]
    """The forms of each address."""
    edits: list[Edits]
    rules: tuple[dict[str, Any], ...]
    """What of the agreed rules is corrected."""
    open_cards: str = ""
    """A pattern of the cards that lie open, and are others in the two matches."""


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
    return Pair(key, (first, second), posts, edits, rules)


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
        "trick": [{"cards": "3D.4D"}, {"cards": "3D", "card": "4D"}, {"cards": "3D.4D.5D.6D"}],
        "claim": [{"items": "flush"}, {"items": "prial"}, {"items": "flush", "add": "flush"}],
        "muggins": [{"items": "flush", "by": "E"}, {"items": "flush", "by": ""}, {"items": "", "by": "E"}],
        "deal": [{}], "reply": [{"answer": "yes"}], "misdeal": [{}], "undo": [{}], "redo": [{}], "look": [{}],
        "pegs": [{"NS": "9", "EW": "4", "reason": "x"}, {"NS": "60", "EW": "0", "reason": "x"}],
        "ruling": [ruling | {"give": "1"}, ruling | {"give": "-1"}, ruling | {"give": "1", "again": "1"}],
        "out-of-turn/W": [{"cards": "3D.4D.5D.6D"}],
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
    return Pair("havilering", (first, second), posts, edits, agreed, "8[SH]|8[♠♥]|8 of (spades|hearts)")


def _cribbage(phase: str) -> Pair:
    """Ann's hand counts four more in the first match, for a flush. It is to be claimed, or was claimed as nothing."""
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


class Asking:
    """Somebody who posts to a match, and takes back what was entered by it."""

    def __init__(self, app: Any, client: Any, service: Any, pair: Pair, at: int) -> None:
        self.client, self.service, self.pair = client, service, pair
        game = service.games[pair.key]
        ((self.number, _),) = service.import_records(BOOK, [game.records.read(pair.records[at])])
        own = "" if pair.key == "havilering" else f"/{pair.key}"
        self.own, self.core = f"{own}/matches/{self.number}/", f"/matches/{self.number}/"
        self.keys = 0

    def answers(self) -> dict[str, str]:
        """What is said to each post, with the table after it; to each preview; and to a confirmation without one."""
        found = {}
        for path, forms in self.pair.posts.items():
            for fields in forms:
                found[f"{path} {fields}"] = self._entered(self.own + path, fields)
        game, version = self.service.game(self.number), self.service.version(self.number)
        setup = game.write_setup(self.service.current(self.number).setup)
        tried: list[dict[str, Any]] = [{"edits": edits} for edits in self.pair.edits]
        tried += [{"edits": [], "setup": setup | {"dealer": seat}} for seat in setup["players"]]
        tried += [{"edits": [], "setup": setup | {"rules": setup["rules"] | rules}} for rules in self.pair.rules]
        for correction in tried:
            words = json.dumps({"of": version} | correction)
            answer = self.client.get(f"{self.core}mend/look", query_string={"edits": words})
            found[f"look {correction}"] = self._plain(answer)
            if "<h1>Before and after" not in found[f"look {correction}"]:
                found[f"confirm {correction}"] = self._entered(f"{self.core}mend/look", {"edits": words})
        return found

    def _entered(self, address: str, fields: dict[str, str]) -> str:
        before, page = self.service.current(self.number), self.client.get(self.own).get_data(as_text=True)
        names = ("csrf_token", "turn", "way", "phase", "kind")
        hidden = {name: found[1] for name in names if (found := re.search(rf'name="{name}"\s+value="([^"]*)"', page))}
        self.keys += 1
        form = hidden | {"version": str(before.version), "key": f"k{self.keys}"} | fields
        said = self._plain(self.client.post(address, data=form, follow_redirects=True))
        while (now := self.service.current(self.number)).live != before.live:
            step = self.service.undo if now.live > before.live else self.service.redo
            step(self.number, now.version, f"back{now.version}")
        return said

    def _plain(self, answer: Any) -> str:
        """An answer without what is made anew for each page, and without the cards that lie open."""
        page = f"{answer.status_code} {answer.get_data(as_text=True)}".replace("\ufe0e", "")
        page = re.sub(rf'(matches/|match=|match="|{self.pair.key}-)0*{self.number}\b', r"\1N", page)
        page = without_random(page)
        if not self.pair.key.startswith("grevjass"):  # Elsewhere a tap on a card that has gone says so at once.
            page = re.sub(r'data-gone="[01]*"', "GONE", page)
        if self.pair.open_cards:
            card = rf'<span class="face [SHDC]"[^>]*>({self.pair.open_cards})|{self.pair.open_cards}'
            key = r'<button class="key[^"]*" name="card".*?</button>|data-gone="[01]*"'
            page = re.sub(rf"(?s:{key})|{card}", "CARD", page)
        return page


@pytest.mark.parametrize("name", PAIRS)
def test_two_matches_that_differ_in_what_is_closed_answer_every_post_alike(
    app: Any, client: Any, service: Any, name: str
) -> None:
    pair = PAIRS[name]()
    first, second = (Asking(app, client, service, pair, at).answers() for at in (0, 1))
    assert first.keys() == second.keys()
    assert [post for post in first if first[post] != second[post]] == []


def together(client: Any, service: Any, record: dict[str, Any], change: dict[str, Any], edits: Edits) -> Any:
    """The preview of edits and another start in one correction."""
    game = next(game for game in service.games.values() if game.records.name == record["format"])
    ((number, _),) = service.import_records(BOOK, [game.records.read(record)])
    words = {"of": service.version(number), "edits": edits, "setup": {
        key: (record | change)[key] for key in ("players", "dealer", "started", "rules")
    }}  # fmt: skip
    return client.get(f"/matches/{number}/mend/look", query_string={"edits": json.dumps(words)})


@pytest.mark.parametrize("strokes", [1, 2])
def test_entries_that_end_a_match_by_its_corrected_start_are_not_previewed(
    client: Any, service: Any, strokes: int
) -> None:
    record = start(
        "grevjass", PLAYERS, "N", {}, [{"type": "trump", "card": "9H"}, *tricks("7S AS TS KS|7C AC TC KC")]
    )
    last, more = record["actions"][-1], adjust(side="NS", strokes=strokes)
    for edits in (put(3, more), instead(3, last, more)):
        answer = together(client, service, record, {"rules": {"strokes": strokes}}, edits)
        assert answer.status_code == 422
        assert "24" not in re.sub(r"(?s)<head>.*?</head>", "", answer.get_data(as_text=True))


def test_a_deal_that_ends_only_with_the_corrected_dealer_is_not_previewed(client: Any, service: Any) -> None:
    """The card turned up, which the wrong dealer could not have played."""
    closed = "9S 9D|KD 3D|AS JS"
    record = start(
        "humbug-whist", {"N": "Ann", "S": "Bob"}, "S", {}, [{"type": "trump", "card": "2H"}, *tricks(closed)]
    )
    left = [rank + suit for suit in "SDCH" for rank in "23456789TJQKA"]
    left = [card for card in left if card not in ("2H", *closed.replace("|", " ").split())]
    turned = {"type": "trick", "cards": ["2H", left.pop()], "leader": "N"}
    rest = [{"type": "trick", "cards": left[at : at + 2]} for at in range(0, len(left), 2)]
    answer = together(client, service, record, {"dealer": "N"}, instead(4, record["actions"][-1], turned, *rest))
    assert answer.status_code == 422
    assert "closed" in answer.get_data(as_text=True)


def _put_in_before() -> dict[str, tuple[dict[str, Any], Edits, str]]:
    """Matches of which a deal was forgotten, that deal, and what the log must not tell of the deal in hand."""
    four, two = dict(zip("1234", PLAYERS.values(), strict=True)), {"N": "Ann", "S": "Bob"}
    counts: dict[str, list[dict[str, Any]]] = {
        "hearts": [{"type": "count", "taken": {"1": 1, "2": 3, "3": 4, "4": 5}}, {"type": "settle"}],
        "humbug-whist": [{"type": "count", "taken": {"N": 14, "S": 12}}, {"type": "settle"}],
    }
    turned = {"type": "trump", "card": "2H"}
    hearts = start("hearts", four, "4", {}, [*counts["hearts"], *tricks("7S AS 9H 8S|4D KD 9S 2D")])
    humbug = start("humbug-whist", two, "S", {}, [*counts["humbug-whist"], turned, *tricks("7S AS|4D KD")])
    by_points = "N+1 h5 h4 c2"
    cribbage = record_of(f"{by_points} ^2S 9H 5C KH 3C 4H JC 7H QD =0", muggins=True)
    return {
        "hearts": (hearts, put(1, *counts["hearts"]), "A♠"),
        "humbug whist": (humbug, put(1, *counts["humbug-whist"] * 2), "A♠"),
        "cribbage": (cribbage, put(1, *record_of(by_points)["actions"]), "flush"),
    }


@pytest.mark.parametrize("name", _put_in_before())
def test_the_log_tells_nothing_of_a_deal_in_hand_that_has_another_number_now(
    client: Any, service: Any, name: str
) -> None:
    record, edits, closed = _put_in_before()[name]
    game = next(game for game in service.games.values() if game.records.name == record["format"])
    ((number, _),) = service.import_records(BOOK, [game.records.read(record)])
    log = f"/matches/{number}/log"
    assert closed not in client.get(log).get_data(as_text=True).replace("\ufe0e", "")
    service.undo(number, service.version(number), "undone")
    service.redo(number, service.version(number), "and redone")
    kept = {"first": 1, "last": len(record["actions"]), "actions": None}
    service.correct(number, service.version(number), "c", read_edits(game, [*edits, kept]))
    page = client.get(log).get_data(as_text=True).replace("\ufe0e", "")
    assert "Corrected" in page
    assert closed not in page


def test_every_post_about_a_match_is_tried(app: Any, client: Any, service: Any) -> None:
    """So that a new one is not forgotten here."""
    tried = {"corrections.confirm", "start.start"}  # The latter leads to a preview.
    urls = app.url_map.bind("localhost")
    for make in PAIRS.values():
        pair = make()
        own = "" if pair.key == "havilering" else f"/{pair.key}"
        tried |= {urls.match(f"{own}/matches/1/{path}", method="POST")[0] for path in pair.posts}
    rules = [rule for rule in app.url_map.iter_rules() if "match_id" in rule.arguments and "POST" in rule.methods]
    assert {rule.endpoint for rule in rules} - NOT_ABOUT_THE_GAME == tried

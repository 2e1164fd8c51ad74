"""No answer depends on what is closed: two matches that differ only in that answer every post alike.

Left out are the posts by which the rules themselves tell: a claim that ends a deal, a call of Muggins, a chalk, a
count, a card that is gone.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.match.log import read_edits
from tests.conftest import BOOK
from tests.core.closed_pairs import PAIRS, PLAYERS, Edits, Pair, adjust, instead, put, start, tricks
from tests.cribbage.playing import record_of
from tests.pages import differences, with_plain_cards

CLOSES_NOTHING = {"karnoffel"}
"""Games in which all may be looked at."""
NOT_ABOUT_THE_GAME = {
    "matches.rematch", "sharing.renew", "keeping.merge", "notes.save", "evenings.first_dealer",
}  # fmt: skip
"""Posts about a match that neither enter anything nor ask the rules."""


class Asking:
    """Somebody who posts to a match, and takes back what was entered by it."""

    def __init__(self, app: Any, client: Any, service: Any, pair: Pair, at: int) -> None:
        self.client, self.service, self.pair = client, service, pair
        game = service.games[pair.key]
        ((self.number, _),) = service.import_records(BOOK, [game.read(pair.records[at])])
        own = "" if pair.key == "havilering" else f"/{pair.key}"
        self.own, self.core = f"{own}/matches/{self.number}/", f"/matches/{self.number}/"
        self.keys = 0

    def answers(self) -> dict[str, str]:
        """The answers to each post, with the table after it; to each preview; and to a confirmation without one."""
        found = {}
        for path, forms in self.pair.posts.items():
            for fields in forms:
                found[f"{path} {fields}"] = self._entered(self.own + path, fields)
        game, version = self.service.game(self.number), self.service.version(self.number)
        setup = game.setups.write(self.service.current(self.number).setup)
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
        return self.pair.plain(self.number, f"{answer.status_code} {answer.get_data(as_text=True)}")


@pytest.mark.quick(1, 5)
@pytest.mark.parametrize("name", PAIRS)
def test_two_matches_that_differ_in_what_is_closed_answer_every_post_alike(
    app: Any, client: Any, service: Any, name: str
) -> None:
    pair = PAIRS[name]()
    first, second = (Asking(app, client, service, pair, at).answers() for at in (0, 1))
    assert differences(first, second) == {}


def together(client: Any, service: Any, record: dict[str, Any], change: dict[str, Any], edits: Edits) -> Any:
    """The preview of edits and another start in one correction."""
    game = next(game for game in service.games.values() if game.format == record["format"])
    ((number, _),) = service.import_records(BOOK, [game.read(record)])
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
    game = next(game for game in service.games.values() if game.format == record["format"])
    ((number, _),) = service.import_records(BOOK, [game.read(record)])
    log = f"/matches/{number}/log"
    assert closed not in with_plain_cards(client.get(log).get_data(as_text=True))
    service.undo(number, service.version(number), "undone")
    service.redo(number, service.version(number), "and redone")
    kept = {"first": 1, "last": len(record["actions"]), "actions": None}
    service.correct(number, service.version(number), "c", read_edits(game, [*edits, kept]))
    page = with_plain_cards(client.get(log).get_data(as_text=True))
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
    posts = {rule.endpoint for rule in rules if rule.endpoint.partition(".")[0] not in CLOSES_NOTHING}
    assert posts - NOT_ABOUT_THE_GAME == tried

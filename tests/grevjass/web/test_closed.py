"""While the tricks are closed nothing that anybody can fetch tells what they brought: two deals that differ only in
that look the same."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.faults import RefusedError
from referee.games.edits import Edit
from referee.games.grevjass.actions import Claim, Claims
from referee.web.matches.live import news_of
from tests.conftest import BOOK
from tests.grevjass.playing import claim, record, trick, trump
from tests.pages import text, without_random

RICH = ("7S AS TS KS", "7C AC TC KC", "7D 8D QD 9D")
"""Tricks of Cat, Dan and Bob."""
POOR = ("7S QS 8S 9S", "7C QC 8C 9C", "7D 8D QD 9D")
"""The same winners, and the same trick before; but four points instead of 48."""
REST = {RICH: "QS 8S JS 9S|QC 8C JC 9C|TD KD AD JD|QH JH AH TH|7H 8H KH 9H",
        POOR: "AS TS KS JS|AC KC TC JC|TD KD AD JD|QH JH AH TH|7H 8H KH 9H"}  # fmt: skip


def ruling(reason: str = "a ruling", **given: int) -> dict[str, Any]:
    """Points or strokes for N–S by the table's word."""
    return {"type": "adjust", "side": "NS", "reason": reason, **given}


@pytest.fixture
def begun(service: Any) -> Any:
    """Import the match of some tricks; its number."""

    def begun(tricks: Any, *more: dict[str, Any], shown: str = "9H", claims: str = "blind") -> int:
        data = record(trump(shown), *map(trick, tricks), *more, claims=claims)
        ((number, _),) = service.import_records(BOOK, [service.games["grevjass"].read(data)])
        return int(number)

    return begun


def pages(number: int, version: int, entries: int) -> list[str]:
    """Everything of a match that a scorer can fetch, but for its record, which tells all."""
    own = ["", "?draft=QH.JH", "sheet", "deals/", "deals/1", "replay", "replay?at=3", "picture.svg", "meld", "wrong",
           "meld?player=E", "wrong?what=chalk", "wrong?what=adjust", "wrong?what=misdeal"]  # fmt: skip
    core = ["watch", "board", "log", "mend", "tricks.csv", "share", "throw-away"]
    core += [f"mend/{entry}" for entry in range(1, entries + 1)]
    core += [f"mend/{entry}?at=1" for entry in range(2, entries + 1)]
    core += [f"mend/2?insert={kind}" for kind in ("claim", "trick", "adjust", "meld")]
    claimed = [{"type": "claim", "side": "NS"}]
    for edits in ([{"first": 2, "last": 2, "actions": []}], [{"first": 3, "last": 2, "actions": claimed}],
                  [{"first": 1, "last": 1, "actions": [{"type": "trump", "card": "8H"}]}],
                  [{"first": 4, "last": 4, "actions": [trick("7D 8D KD 9D")]}]):  # fmt: skip
        core.append("mend/look?edits=" + json.dumps({"of": version, "edits": edits}))
    return [f"/grevjass/matches/{number}/{page}" for page in own] + [f"/matches/{number}/{page}" for page in core]


def normal(page: str, number: int) -> str:
    """A page without the number of its match, the keys that are made for it, and news of the match opened after."""
    page = re.sub(r"event: opened\ndata: .*\n\n", "", page)
    page = re.sub(rf"(matches/|bin/|match=\"?|grevjass-){number}\b", r"\1N", page)
    page = re.sub(r'name="(key|csrf_token|epoch)"\s+value="[^"]*"', r"\1", page)
    page = re.sub(r"/[a-z]+/\d+/[\w-]{20,}", "LINK", page)
    page = re.sub(r'<path d="[^"]*" class="qr[^"]*"|class="qrline"[^>]*>', "QR", page)
    return re.sub(r'(nonce|content)="[^"]*"', r"\1", page)


def fetched(app: Any, service: Any, visit: Any, number: int) -> dict[str, str]:
    """Everything that a scorer, a watcher and an open line get."""
    version = service.version(number)
    visitors = {"scorer": visit(Permission.OWN), "watcher": visit(Permission.WATCH, number)}
    found = {}
    for who, client in visitors.items():
        for page in pages(number, version, len(service.record(number).actions)):
            for headers in ({}, {"HX-Request": "true"}):
                answer = client.get(page, headers=headers)
                content = normal(answer.get_data(as_text=True), number)
                found[f"{who} {normal(page, number)} {bool(headers)}"] = f"{answer.status_code} {content}"
    news = news_of(app, number, {"watch", "both_sides", ""})
    assert news
    for name, event in news.events.items():
        found[f"line {name}"] = normal(event.decode(), number)
    return found


def differing(app: Any, service: Any, visit: Any, *numbers: int) -> list[str]:
    first, second = (fetched(app, service, visit, number) for number in numbers)
    assert first.keys() == second.keys()
    return [where for where in first if first[where] != second[where]]


@pytest.mark.quick(1)
@pytest.mark.parametrize("claims", ["blind", "mild"])
def test_two_deals_that_differ_in_worth_only_look_the_same(
    app: Any, service: Any, visit: Any, begun: Any, claims: str
) -> None:
    assert differing(app, service, visit, *(begun(tricks, claims=claims) for tricks in (RICH, POOR))) == []


def test_in_the_open_they_do_not(app: Any, service: Any, visit: Any, begun: Any) -> None:
    """So the test before could fail."""
    found = differing(app, service, visit, *(begun(tricks, claims="open") for tricks in (RICH, POOR)))
    for page in ("", "sheet", "picture.svg"):
        is_there = f"scorer /grevjass/matches/N/{page} False" in found
        assert is_there == (page == "")
    assert "line page" in found or any(where.startswith("line") for where in found)


def test_in_the_open_the_cards_of_earlier_tricks_are_closed_too(service: Any, visit: Any, begun: Any) -> None:
    """Rule 4.4. The pad knows that they have gone; after the deal the log shows where."""
    number, client = begun(RICH, claims="open"), visit(Permission.OWN)
    for page in ("log", "mend"):
        shown = text(client.get(f"/matches/{number}/{page}").get_data(as_text=True))
        assert "Trick 1: Cat’s" in shown
        assert "A♠" not in shown
    table = client.get(f"/grevjass/matches/{number}/").get_data(as_text=True)
    assert re.findall(r'data-gone="([01]*)"', table)[0].count("1") == 12
    for at, cards in enumerate(REST[RICH].split("|")):
        service.post(number, 4 + at, f"rest{at}", [service.games["grevjass"].read_action(trick(cards))])
    assert "Trick 1: 7♠ A♠ 10♠ K♠" in text(client.get(f"/matches/{number}/log").get_data(as_text=True))


def test_a_false_claim_tells_nothing_either(app: Any, service: Any, visit: Any, begun: Any) -> None:
    numbers = [begun(tricks, claim("EW"), trick("QH JH AH TH"), claims="mild") for tricks in (RICH, POOR)]
    assert differing(app, service, visit, *numbers) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("claims", ["blind", "mild"])
def test_after_an_undo_a_claim_and_the_eighth_trick_are_closed_again(
    app: Any, service: Any, visit: Any, begun: Any, claims: str
) -> None:
    whole = [begun((*tricks, *REST[tricks].split("|")), claims=claims) for tricks in (RICH, POOR)]
    assert "carried" in text(visit(Permission.OWN).get(f"/grevjass/matches/{whole[0]}/").get_data(as_text=True))
    for number in whole:
        for step in range(5):
            service.undo(number, service.version(number), f"u{step}")
        assert service.current(number).whole_match.hides_points
    assert differing(app, service, visit, *whole) == []
    claimed = [begun(tricks, *([claim("NS")] if claims == "blind" else []), claims=claims) for tricks in (RICH, POOR)]
    for number in claimed if claims == "blind" else ():
        service.undo(number, service.version(number), "u")
    assert differing(app, service, visit, *claimed) == []


def test_nothing_that_the_points_decide_can_be_tried_out_in_a_correction(
    service: Any, visit: Any, begun: Any
) -> None:
    """Before a claim, with a claim, with points: refused, whatever the tricks brought."""
    for tricks in (RICH, POOR):
        number = begun(tricks, claim("NS"), claims="mild")
        client, version = visit(Permission.OWN), service.version(number)
        given = {"type": "adjust", "side": "NS", "points": 90, "reason": "to find out"}
        chalk = {"type": "chalk", "side": "NS", "strokes": 1}
        for edits in ([{"first": 2, "last": 1, "actions": [given]}],
                      [{"first": 3, "last": 2, "actions": [claim("EW")]}],
                      [{"first": 5, "last": 5, "actions": [chalk]}]):  # fmt: skip
            words = json.dumps({"of": version, "edits": edits})
            answer = client.get(f"/matches/{number}/mend/look", query_string={"edits": words})
            assert answer.status_code == 422
            assert "hidden during the deal" in text(answer.get_data(as_text=True))


@pytest.mark.parametrize("void", [False, True])
def test_no_correction_ends_a_deal_whose_tricks_are_closed(service: Any, visit: Any, begun: Any, void: bool) -> None:
    """With strokes, with made-up tricks, by a chalk in the place of a misdeal; whichever tricks the edit leaves."""
    strokes = {"type": "adjust", "side": "NS", "strokes": 10, "reason": "to find out"}
    for tricks in (RICH, POOR):
        number = begun(tricks, *([{"type": "misdeal"}] if void else []))
        client, version, last = visit(Permission.OWN), service.version(number), 5 if void else 4
        chalk = {"type": "chalk", "side": "NS", "strokes": 1}
        rest = list(map(trick, REST[tricks].split("|")))
        whole = [{"first": 5, "last": 4, "actions": rest}, {"first": 5, "last": 5, "actions": []}]
        made_up = whole if void else [{"first": 4, "last": 4, "actions": [trick(tricks[2]), *rest]}]
        for edits in (
            [{"first": 3, "last": last, "actions": [strokes]}],
            [{"first": 3, "last": last, "actions": [chalk]}],
            [{"first": last, "last": last, "actions": [chalk]}],
            made_up,
        ):
            words = json.dumps({"of": version, "edits": edits})
            answer = client.get(f"/matches/{number}/mend/look", query_string={"edits": words})
            assert (answer.status_code, edits) == (422, edits)
            assert "hidden during the deal" in text(answer.get_data(as_text=True))


def test_nothing_can_be_tried_out_before_a_ruling_that_takes_points(service: Any, visit: Any, begun: Any) -> None:
    taken = {"type": "adjust", "side": "NS", "points": -1, "reason": "taken"}
    given = {"type": "adjust", "side": "NS", "points": 40, "reason": "given"}
    number = begun(POOR, taken)
    client, version = visit(Permission.OWN), service.version(number)
    for edits in ([{"first": 1, "last": 0, "actions": [given]}], [{"first": 2, "last": 2, "actions": []}]):
        words = json.dumps({"of": version, "edits": edits})
        answer = client.get(f"/matches/{number}/mend/look", query_string={"edits": words})
        assert answer.status_code == 422


FREE: dict[str, list[dict[str, Any]]] = {
    "other strokes": [{"first": 5, "last": 5, "actions": [ruling(strokes=2)]}],
    "strokes put in": [{"first": 3, "last": 2, "actions": [ruling(strokes=1)]}],
    "no strokes": [{"first": 5, "last": 5, "actions": []}],
    "another reason": [{"first": 7, "last": 7, "actions": [ruling(points=4, reason="agreed")]}],
    "no false claim": [{"first": 6, "last": 6, "actions": []}],
    "the card of the same trump": [{"first": 1, "last": 1, "actions": [{"type": "trump", "suit": "H"}]}],
    "cards swapped that neither led nor won": [{"first": 2, "last": 2, "actions": [trick("7S AS KS TS")]}],
}
BOUND = {
    "points after which a claim was judged": [{"first": 5, "last": 5, "actions": [ruling(points=1)]}],
    "another trump": [{"first": 1, "last": 1, "actions": [{"type": "trump", "suit": "S"}]}],
    "the winning card swapped": [{"first": 2, "last": 2, "actions": [trick("7S TS AS KS")]}],
    "a king of trumps swapped": [{"first": 4, "last": 4, "actions": [trick("QH JH 8H KH")]}],
    "another card": [{"first": 2, "last": 2, "actions": [trick("7S AS 9S KS")]}],
    "strokes that end the match": [{"first": 5, "last": 5, "actions": [ruling(strokes=9)]}],
}


@pytest.mark.quick(4)
@pytest.mark.parametrize("edits", [*FREE.values(), *BOUND.values()], ids=[*FREE, *BOUND])
def test_what_tells_nothing_is_put_right_before_a_claim_that_was_judged(
    service: Any, visit: Any, begun: Any, edits: Any
) -> None:
    """It is previewed without totals and confirmed; what might tell is refused, whatever the tricks brought."""
    more = trick("QH JH KH 8H"), ruling(strokes=1), claim("EW"), ruling(points=4)
    number = begun(RICH[:2], *more, claims="mild")
    client = visit(Permission.OWN)
    words = json.dumps({"of": service.version(number), "edits": edits})
    answer = client.get(f"/matches/{number}/mend/look", query_string={"edits": words})
    shown = text(answer.get_data(as_text=True))
    if edits in BOUND.values():
        assert answer.status_code == 422
        return
    assert answer.status_code == 200
    assert "Before and after" in shown
    assert re.search(r"Totals N–S ruled 4 N–S ruled 4 ", shown)
    before = service.current(number).whole_match.score
    service.correct(number, service.version(number), "c", service_edits(service, edits), "agreed")
    assert service.current(number).whole_match.score == before
    assert service.current(number).whole_match.hides_points


def service_edits(service: Any, edits: Any) -> list[Edit]:
    read = service.games["grevjass"].read_action
    return [Edit(each["first"], each["last"], tuple(map(read, each["actions"]))) for each in edits]


def test_a_preview_with_another_trump_tells_no_winners(service: Any, visit: Any, begun: Any) -> None:
    """Spades as trumps would give the first trick to somebody else, and Ann a stikk."""
    number, client = begun(("7S AS TS KS", "QS 8S 9S JS", "7D 8D QD 9D")), visit(Permission.OWN)
    spades = [{"first": 1, "last": 1, "actions": [{"type": "trump", "suit": "S"}]}]
    words = json.dumps({"of": service.version(number), "edits": spades})
    page = client.get(f"/matches/{number}/mend/look", query_string={"edits": words}).get_data(as_text=True)
    assert "spades, 3 tricks" in text(page)
    assert "stikk" not in page
    assert "leads" not in page
    assert not re.search(r"[12] tricks?\b", text(page))


def test_no_address_or_page_of_a_correction_has_the_cards_of_a_closed_trick(visit: Any, begun: Any) -> None:
    number, client = begun(RICH), visit(Permission.OWN)
    answer = client.get(f"/matches/{number}/mend/2?cards=-.-.9S&done=1")
    assert answer.status_code == 303
    page = without_random(client.get(answer.location).get_data(as_text=True))
    assert "now: Trick 1: 9♠" in text(page)
    for card in ("7S", "AS", "KS"):
        assert card not in answer.location
        assert card not in page
    again = re.findall(r'href="([^"]+)">Change trick 1 again', page.replace("&amp;", "&").replace("&#34;", '"'))
    assert "as entered" in client.get(again[0]).get_data(as_text=True)


def test_no_other_setup_tells_the_points(service: Any, begun: Any) -> None:
    """Points in the open, strokes that are reached already; and anything but names once a claim was judged."""
    number = begun(RICH, ruling(strokes=1), claims="mild")
    setup = service.current(number).setup

    def is_refused(**changed: Any) -> bool:
        rules = replace(setup.rules, **{name: changed.pop(name) for name in ("claims", "strokes") if name in changed})
        try:
            service.trial(number, setup=replace(setup, rules=rules, **changed))
        except RefusedError as refused:
            return bool(refused.faults[0].code == "closed-deal")
        return False

    assert is_refused(claims=Claims.OPEN)
    assert is_refused(strokes=1)
    assert not is_refused(claims=Claims.BLIND)
    assert not is_refused(dealer="E")
    service.post(number, service.version(number), "claim", [Claim(side="NS")])
    assert is_refused(dealer="E")
    assert not is_refused(players=setup.players | {"N": "Eve"})


def test_the_log_stays_closed_when_a_deal_gets_another_number(service: Any, visit: Any, begun: Any) -> None:
    """A deal that was forgotten is put in before the deal in hand."""
    number, client = begun(RICH), visit(Permission.OWN)
    game = service.games["grevjass"]
    forgotten = [trump("8S"), {"type": "meld", "player": "E", "four": "J"}, {"type": "take"}]
    edits = [Edit(1, 0, tuple(map(game.read_action, forgotten))), Edit(1, 4, None)]
    service.correct(number, service.version(number), "c", edits, "forgotten")
    assert service.current(number).whole_match.hides_points
    for page in ("log", "mend"):
        shown = text(client.get(f"/matches/{number}/{page}").get_data(as_text=True))
        assert "Trick 1: Cat’s" in shown or "Trick 1: " in shown
        assert "twenty-four" not in shown
        assert "10♠" not in shown


@pytest.mark.parametrize("points", ["-999", "-30", "-1"])
def test_no_points_are_taken_off_while_they_are_closed_whatever_the_total_is(
    service: Any, visit: Any, begun: Any, points: str
) -> None:
    """N–S have 48 or 4, which they are not told: to take one off is refused as much as to take off 999."""
    said = []
    for tricks in (RICH, POOR):
        number, client = begun(tricks), visit(Permission.OWN)
        page = client.get(f"/grevjass/matches/{number}/wrong?what=adjust").get_data(as_text=True)
        fields = {name: re.findall(rf'name="{name}"\s+value="([^"]*)"', page)[0]
                  for name in ("csrf_token", "version", "key")}  # fmt: skip
        fields |= {"side": "NS", "what": "points", "number": points, "reason": "no"}
        answer = client.post(f"/grevjass/matches/{number}/adjust", data=fields)
        assert answer.status_code == 422
        said.append(normal(text(answer.get_data(as_text=True)), number))
    assert said[0] == said[1]
    assert "Points are hidden during the deal" in said[0]


def test_once_the_deal_is_over_everything_is_told(visit: Any, begun: Any) -> None:
    number, client = begun(RICH, claim("NS")), visit(Permission.OWN)
    log = text(client.get(f"/matches/{number}/log").get_data(as_text=True))
    assert "Trick 1: 7♠ A♠ 10♠ K♠. Cat: twenty-four" in log
    assert "N–S claimed with 24: not out" in log
    deal = text(client.get(f"/grevjass/matches/{number}/deals/1").get_data(as_text=True))
    assert "Cat: twenty-four. 24–0" in deal

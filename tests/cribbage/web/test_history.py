"""Looking back at a match: the sheet with its charts, a past deal, the replay, the picture."""

import json
import random
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from referee.games.cribbage import story
from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from referee.games.edits import Edit
from referee.games.kit.sides import other
from tests.conftest import BOOK
from tests.cribbage.playing import played, record_of
from tests.cribbage.self_play import Table, random_rules
from tests.pages import text

MUGGINS = "^JD 8S KH 8C go 2H go 6C 7D 5D no 9D"


def test_the_sheet_asks_for_nothing(client: Any, service: Any) -> None:
    number = service.open(BOOK, CRIBBAGE.read(record_of("")).setup).id
    assert "count the hands" not in client.get(f"/cribbage/matches/{number}/sheet").get_data(as_text=True)


def self_played(seed: int, **rules: Any) -> dict[str, Any]:
    chance = random.Random(seed)
    table = Table(chance, accidents=0.08, **random_rules(chance) | {"target": 61} | rules)
    for _ in table.play(4000):
        pass
    return table.record


@pytest.mark.parametrize("seed", range(8))
def test_races_and_what_was_brought_add_up_to_the_outcome(seed: int) -> None:
    """Against the outcome of the match, which the second referee agrees on."""
    match = CRIBBAGE.replay(CRIBBAGE.read(self_played(seed)))
    told = outcome(match)
    races = story.races(match)
    assert [race.number for race in races] == list(range(1, len(told["games"]) + 1))
    for race, game in zip(races, told["games"], strict=True):
        last = race.course[-1]
        assert {"N": last.ns, "S": last.ew} == game["score"]
        assert race.result
        winner = race.result.winner
        behind = [totals.of(other(winner)) - totals.of(winner) for totals in race.course]
        assert race.comeback == max(0, *behind)
        assert all(one != other for one, other in pairwise(race.course))
    for deal, due in zip(match.deals, told["deals"], strict=True):
        brought = story.brought(deal)
        assert {seat: brought[seat].total for seat in SEATS} == due["pegged"]
        for seat in SEATS:
            own = [event["pegged"][seat] for event in due["events"] if event["event"] in ("play", "go", "peg")]
            assert brought[seat].play == sum(own)
    for seat, (hand, crib) in story.averages(match).items():
        counted = [event for deal in told["deals"] for event in deal["events"] if event["player"] == seat]
        for what, average in (("hand", hand), ("crib", crib)):
            points = [event["points"] for event in counted if event["event"] == what]
            assert average == (sum(points) / len(points) if points else None)


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(3))
def test_every_page_of_a_finished_match_is_there(client: Any, service: Any, seed: int) -> None:
    service.import_records(BOOK, [CRIBBAGE.read(self_played(seed, best_of=3))])
    base = "/cribbage/matches/1"
    sheet = client.get(f"{base}/sheet").get_data(as_text=True)
    links = sorted(set(re.findall(rf'href="({base}/deals/\d+)"', sheet)))
    match = service.current(1).whole_match
    assert len(links) == sum(bool(deal.events) for deal in match.deals)
    for link in links:
        page = client.get(link).get_data(as_text=True)
        number = int(link.rsplit("/", 1)[1])
        brought = story.brought(match.deals[number - 1])
        assert "Total " + " ".join(str(brought[seat].total) for seat in SEATS) in text(page)
    assert client.get(f"{base}/deals/").location in links
    assert client.get(f"{base}/deals/999").status_code == 404
    drawn = client.get(f"{base}/picture.svg")
    assert drawn.mimetype == "image/svg+xml"
    ElementTree.fromstring(drawn.get_data())
    moments = len(service.transitions(1))
    for at in (0, 1, moments // 2, moments, moments + 9):
        page = client.get(f"{base}/replay?at={at}").get_data(as_text=True)
        shown = service.transitions(1)[min(at, moments) - 1].after if at else None
        assert f"of {moments}" in text(page)
        if shown:
            totals = re.findall(r'class="total">(\d+)', page)
            assert totals == [str(shown.score.ns), str(shown.score.ew)]
    patch = client.get(f"{base}/replay?at=3", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert patch.lstrip().startswith('<section id="watch"')


def test_a_match_in_which_nothing_has_happened_has_a_sheet_and_no_replay(client: Any, service: Any) -> None:
    service.open(BOOK, CRIBBAGE.read(record_of("")).setup)
    assert "Nothing has been entered yet." in client.get("/cribbage/matches/1/sheet").get_data(as_text=True)
    for page in ("replay", "deals/"):
        assert client.get(f"/cribbage/matches/1/{page}").location == "/cribbage/matches/1/sheet"
    assert client.get("/cribbage/matches/1/picture.svg").status_code == 200


def test_nothing_of_an_open_claim_is_told_in_retrospect(client: Any, service: Any) -> None:
    """Rule 6.6, in the sheet, the replay, the picture, the table for spreadsheets and the page of the deal."""
    for words, told in ((MUGGINS, ""), (MUGGINS + " =4", "Ann claims 4 for the hand.")):
        ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(record_of(words, muggins=True))])
        base, at = f"/cribbage/matches/{number}", len(words.split())
        pages = [f"{base}/sheet", f"{base}/replay?at={at}", f"{base}/picture.svg", f"{base}/deals/1",
                 f"/matches/{number}/tricks.csv", f"/matches/{number}/log", f"/matches/{number}/mend"]  # fmt: skip
        shown = {page: text(client.get(page).get_data(as_text=True)) for page in pages}
        for page, seen in shown.items():
            assert not re.search(r"fifteen (two|four)|hand: 6|is six|8S 8C", seen), page
        assert told in shown[f"{base}/sheet"]
        assert "You can replay it when it is over." in shown[f"{base}/deals/1"]


def test_the_sheet_tells_which_deals_were_put_right(client: Any, service: Any) -> None:
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(record_of("^5D 8S 7H 8C 2H"))])
    edits = service.current(number).game.read_action({"type": "play", "card": "6H"})
    service.correct(number, service.version(number), "k", [Edit(3, 3, (edits,))], "it was the six")
    assert client.get(f"/cribbage/matches/{number}/sheet").status_code == 200
    log = text(client.get(f"/matches/{number}/log").get_data(as_text=True))
    assert "“it was the six”" in log
    assert json.dumps(outcome(service.current(number).whole_match)) == json.dumps(outcome(played("^5D 8S 6H 8C 2H")))


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("=6", ""),
        ("=2 !4", " (Ann pegged 2, Bob pegged 4)"),
        ("=0", " (nobody pegged it)"),
        ("=8", " (Ann pegged 6, Bob pegged 2)"),
    ],
)
def test_with_muggins_the_best_count_says_who_pegged_it(client: Any, service: Any, claim: str, told: str) -> None:
    """Rules 6.2 to 6.5, on the sheet and at the end. Ann's hand holds six, and no other as much."""
    words = f"^4H S+1 h6H6DTC9S {claim} hQHKDJC8C =3 c2H8DJDQS =0 deal"
    win = {"type": "adjust", "player": "S", "points": 121, "reason": "agreed"}
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(record_of(words, win, muggins=True))])
    sheet = text(client.get(f"/cribbage/matches/{number}/sheet").get_data(as_text=True))
    assert f"Ann ’s 6{told}: " in sheet
    end = client.get(f"/matches/{number}/watch").get_data(as_text=True)
    assert f"Best count: Ann’s hand, 6 in deal 1{told}." in end

"""Corrections of cribbage on the web: a card, a forgotten go, a claim; misfits; the log."""

import html
import json
import random
import re
from typing import Any

import pytest

from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from tests.conftest import BOOK
from tests.correcting import Correcting
from tests.cribbage.playing import record_of
from tests.cribbage.self_play import Table, random_rules


@pytest.fixture
def corrector(client: Any, service: Any) -> Any:
    def start(words: str, *more: Any, **rules: Any) -> Correcting:
        ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(record_of(words, *more, **rules))])
        return Correcting(client, number)

    return start


def kinds(service: Any, number: int) -> list[str]:
    return [CRIBBAGE.write_action(action)["type"] for action in service.record(number).actions]


def test_a_card_is_put_right_and_what_came_after_is_kept(corrector: Any, service: Any) -> None:
    correct = corrector("^5D 8S 7H 8C 2H")
    before = service.current(correct.number).whole_match.score
    correct.get("mend")
    assert "Deal 1" in correct.text
    correct.follow("Bob plays 7♥, 15")
    assert "Tap the card that belongs there" in correct.text
    correct.get("mend/3?card=6H&at=0")
    assert "Before and after" in correct.text
    assert "was: Bob plays 7♥, 15: fifteen for 2 now: Bob plays 6♥, 14" in correct.text
    assert "Totals 0–2 0–0" in correct.text
    assert service.current(correct.number).whole_match.score == before
    assert correct.confirm().status_code == 303
    assert outcome(service.current(correct.number).whole_match)["score"] == {"N": 0, "S": 0}
    page = correct.get("/cribbage/matches/1/").get_data(as_text=True)
    assert "Corrected. " in page
    assert "Undo takes it back." in page
    correct.get("log")
    assert "Corrected: was: Bob plays 7♥, 15: fifteen for 2 now: Bob plays 6♥, 14" in correct.text


def test_a_hand_told_in_points_stays_told_in_cards_while_these_are_picked(corrector: Any, service: Any) -> None:
    correct = corrector("N+1 h5 h4 c2")
    correct.get("mend")
    correct.follow("Ann’s hand: 5")
    assert '<input type="hidden" name="by" value="points">' in correct.page
    correct.follow("Enter its cards instead")
    for card in ("5D", "5S", "TH"):
        by = re.search(r'<input type="hidden" name="by" value="(\w+)">', correct.page)
        assert by
        assert by[1] == "cards"
        picked = dict(re.findall(r'name="(cards|edits)" value="([^"]*)"', correct.page))
        correct.get("mend/2", **{name: html.unescape(value) for name, value in picked.items()}, by=by[1], card=card)
    assert all(card in correct.text for card in ("5♦", "5♠", "10♥"))


def test_a_forgotten_go_is_put_in_where_the_next_card_no_longer_fits(corrector: Any, service: Any) -> None:
    correct = corrector("^5D KS TH 3C 2H AD")
    correct.get("mend/4?card=QC&at=0")
    assert "This no longer fits" in correct.text
    assert "The 2 of hearts makes 32, which is 1 past 31" in correct.text
    correct.follow("Bob said go before this")
    assert "It was Bob’s turn, and now it is Ann’s." in correct.text
    correct.follow("Delete the rest of deal 1: 2 entries")
    assert correct.confirm().status_code == 303
    assert kinds(service, correct.number) == ["starter", "play", "play", "play", "go"]


def test_entries_of_every_kind_can_be_changed(corrector: Any, service: Any) -> None:
    pegs = "N+3 S+2 h7 h4 c2 N+1"
    ruling = {"type": "adjust", "player": "N", "points": 2, "reason": "the board"}
    penalty = {"type": "penalty", "kind": "overpeg", "against": "N", "points": 2}
    correct = corrector(pegs, ruling, penalty)
    for query, told in [
        ("1?done=1&player=S&points=5", "Bob pegs 5"),
        ("3?by=points&done=1&points=12", "Ann’s hand: 12"),
        ("5?by=points&done=1&points=24", "Bob’s crib: 24"),
        ("7?done=1&player=S&points=-1&reason=the%20other", "Ruling: −1 to Bob (the other)"),
        ("8?done=1&kind=wrong-hand&against=S", "Wrong number of cards in Bob’s hand: 2 to Ann"),
        ("8?done=1&kind=overpeg&against=N&points=1", "Ann pegged too much: 2 to Bob, 1 taken back"),
    ]:
        correct.get(f"mend/{query}")
        assert f"now: {told}" in correct.text, correct.text
    correct.get("mend/1?done=1&player=S&points=100")
    assert "Points is not a whole number from 1 to 99" in correct.text.replace("points", "Points")
    assert correct.status == 422
    assert 'value="100"' in correct.page
    correct.get("mend/3?by=cards")
    assert "Card 4" in correct.text
    correct.get("mend/3?by=cards&cards=5H.5S.5D.JC")
    assert "This deal has no starter to count with" in correct.text
    correct.get("mend/6?insert=adjust&done=1&player=N&points=9&reason=Late")
    assert "now: Ruling: +9 to Ann (Late)" in correct.text
    correct.follow("Change what was added again")
    assert 'value="Late"' in correct.page


def test_a_claim_that_can_be_called_cannot_be_tried_out(corrector: Any) -> None:
    words = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D =4"
    correct = corrector(words, muggins=True)
    number = len(words.split())
    for query in (f"{number}?done=1&points=6", f"{number}?insert=claim&done=1&points=6"):
        correct.get(f"mend/{query}")
        assert "A claim of this deal is open" in correct.text
    for page in ("mend", "log", "mend/2", "mend/2?card=9S&at=0"):
        correct.get(page)
        assert "fifteen two" not in correct.text.lower()
        assert "hand: 6" not in correct.text
        assert "Ann claims 4 for the hand" in correct.text or page != "mend"


def test_the_latest_entry_is_always_the_first_of_the_list(corrector: Any) -> None:
    """Claims and calls among them: the list runs in one direction."""
    correct = corrector("^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D =4 !2 =6 c4D4CQSKD =2 !5 deal ^2C", muggins=True)
    correct.get("mend")
    assert "Bob calls Muggins for 2, and pegs 2" in correct.text
    deals = [re.findall(r'id="entry-(\d+)"', part) for part in correct.page.split("<details")[1:]]
    assert deals == [["20"], [str(number) for number in range(19, 0, -1)]]


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_any_entry_of_a_match_can_be_dropped_changed_or_followed_by_another(
    corrector: Any, client: Any, service: Any, seed: int
) -> None:
    """Every link of every page leads somewhere, and what is confirmed is what the rules say of the edited log."""
    chance = random.Random(seed)
    table = Table(chance, accidents=0.1, **random_rules(chance) | {"target": 31})
    for _ in table.play(most=90):
        pass
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(table.record)])
    correct = Correcting(client, number)
    confirmed = 0
    for _ in range(12):
        entries = len(service.record(number).actions)
        if not entries:
            break
        correct.get(f"mend/{chance.randrange(1, entries + 1)}")
        if correct.status == 422:  # An open claim.
            continue
        for _ in range(8):
            addresses = [each for each in correct.addresses if "/mend/" in each]
            if not addresses or ('name="reason"' in correct.page and ">Confirm<" in correct.page):
                break
            correct.get(chance.choice(addresses))
            assert correct.status in (200, 422), correct.text
        if ">Confirm<" in correct.page:
            wanted = re.search(r"Totals (\S+) (\S+)", correct.text)
            assert correct.confirm().status_code == 303
            confirmed += 1
            score = service.current(number).whole_match.score
            assert wanted
            assert wanted[2] == f"{score.ns}–{score.ew}"
            assert outcome(service.current(number).whole_match) == outcome(CRIBBAGE.replay(service.record(number)))
    assert confirmed
    assert client.get(f"/matches/{number}/log").status_code == 200


PLAYED = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D"


def test_the_log_tells_nothing_of_a_count_that_was_undone_and_may_be_claimed_again(
    corrector: Any, service: Any
) -> None:
    """Rule 6.6: undone and claimed again, undone into the play, called and undone, corrected while it is open."""

    def seen(correct: Any) -> str:
        for page in ("log", "mend"):
            correct.get(page)
            assert not re.search(
                "fifteen (two|four)|is six|, and pegs|more was missed|nothing was missed", correct.text
            ), page
        correct.get("log")
        return str(correct.text)

    def undo(number: int) -> None:
        service.undo(number, service.version(number), f"u{service.version(number)}")

    correct = corrector(f"{PLAYED} =2", muggins=True)
    undo(correct.number)
    assert "Ann claims 2 for the hand (undone)" in seen(correct)
    claim = CRIBBAGE.read_action({"type": "claim", "points": 4})
    service.post(correct.number, service.version(correct.number), "c", [claim])
    assert "Ann claims 4 for the hand" in seen(correct)
    call = CRIBBAGE.read_action({"type": "muggins", "points": 3})
    service.post(correct.number, service.version(correct.number), "m", [call])
    for _ in range(2):
        undo(correct.number)
        assert "Bob calls Muggins for 3 (undone)" in seen(correct)
    for _ in range(3):
        undo(correct.number)
        seen(correct)
    correct = corrector(f"{PLAYED} =2", muggins=True)
    correct.get("mend/2?card=8D&at=0")
    assert correct.confirm().status_code == 303
    seen(correct)


def test_no_edit_claims_a_hand_that_is_not_claimed_yet(corrector: Any) -> None:
    """In every phase of the deal; a claim that is closed can be corrected."""
    words = PLAYED.split()
    more = [{"type": "reply", "answer": "yes"}, {"type": "play", "card": "9D"}, {"type": "claim", "points": 0}]
    for cut in range(1, len(words) + 1):
        correct = corrector(" ".join(words[:cut]), muggins=True)
        edits = {"of": cut, "edits": [{"first": cut, "last": cut, "actions": more}]}
        correct.get("mend/look", edits=json.dumps(edits))
        assert correct.status == 422
        assert "A claim of this deal is open" in correct.text
    correct = corrector(f"{PLAYED} =2 !3 =6 c4D4CQSKD =5 deal ^2C", muggins=True)
    correct.get(f"mend/{len(words) + 1}?done=1&points=4")
    assert "now: Ann’s hand: " in correct.text


def test_edits_past_the_end_of_the_log_are_refused_whatever_is_wrong_before_them(corrector: Any) -> None:
    correct = corrector("^5D 8S 7H 8C 2H")
    ruling = {"type": "adjust", "player": "N", "points": -1, "reason": "x"}
    edits = [{"first": 2, "last": 3, "actions": [{"type": "go"}]}, {"first": 6, "last": 6, "actions": [ruling]}]
    correct.get("mend/look", edits=json.dumps({"of": 5, "edits": edits}))
    assert correct.status == 422
    assert "The match has changed in the meantime" in correct.text

"""Corrections of Grevjass on the web: open and closed tricks, melds, claims; misfits."""

import json
import random
import re
from typing import Any

import pytest

from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.correcting import Correcting
from tests.grevjass.playing import claim, meld, record, trick, trump
from tests.pages import tells

ONE, TWO, THREE = "7S AS TS KS", "7C AC TC KC", "7D 8D QD 9D"


@pytest.fixture
def corrector(client: Any, service: Any) -> Any:
    def start(*actions: dict[str, Any], **rules: Any) -> Correcting:
        data = record(*actions, **rules)
        ((number, _),) = service.import_records(BOOK, [service.games["grevjass"].read(data)])
        return Correcting(client, number)

    return start


def actions_of(service: Any, number: int) -> list[dict[str, Any]]:
    current = service.current(number)
    return [current.game.write_action(action) for action in service.record(number).actions]


def test_one_card_of_a_closed_trick_is_put_right_without_showing_the_others(corrector: Any, service: Any) -> None:
    correct = corrector(trump("9H"), trick(ONE), trick(TWO), trick(THREE))
    correct.get("mend/2")
    assert "as entered" in correct.text
    assert len(re.findall(r'class="key" name="card"', correct.page)) == 32
    assert "10♠" not in correct.text.split("Correct this entry", 1)[1]
    correct.get("mend/2?pick=2")
    correct.get(correct.address + "&card=9S")
    assert "9♠" in correct.links
    correct.get("mend/2?cards=-.-.9S&done=1")
    assert "was: Trick 1: Cat’s now: Trick 1: 9♠" in correct.text
    assert "Totals N–S , E–W" not in correct.text
    assert "Totals shown when the deal is over shown when the deal is over" in correct.text
    assert correct.confirm().status_code == 303
    correct.get("/grevjass/matches/1/")
    assert "Corrected. The points are shown when the deal is over. Undo takes it back." in correct.text
    assert actions_of(service, correct.number)[1] == trick("7S AS 9S KS")
    correct.get("log")
    assert "Corrected: was: Trick 1: Cat’s now: Trick 1: Cat’s" in correct.text


def test_a_card_that_would_be_twice_is_told_with_the_way_to_change_it(corrector: Any) -> None:
    correct = corrector(trump("9H"), trick(ONE), trick(TWO), trick(THREE))
    correct.get("mend/2?cards=7C&done=1")
    assert tells(correct.page, "7♣", "trick 1")
    assert correct.status == 200


def test_a_finished_deal_shows_its_tricks_and_points_before_and_after(corrector: Any, service: Any) -> None:
    correct = corrector(trump("9H"), trick(ONE), trick(TWO), claim("NS"), trump("8H"))
    correct.get("mend/2")
    assert "10♠" in correct.text
    correct.get("mend/2?cards=7S.AS.8S.KS&done=1")
    assert "Deal 1 Ann deals; N–S 1 trick, E–W 1 trick; 24–24" in correct.text
    assert "14–24" in correct.text
    assert '<td><span class="together">N–S</span>' in correct.page
    assert correct.confirm().status_code == 303
    assert service.current(correct.number).whole_match.deals[-1].final.ns == 14


def test_a_meld_and_a_trump_are_put_right(corrector: Any, service: Any) -> None:
    correct = corrector(trump("9H"), meld("S", "KD", 3), trick(ONE))
    correct.get("mend/2?player=S&cards=AD&length=4&done=1")
    assert "Cat declares A♦ K♦ Q♦ J♦, fifty" in correct.text
    assert "melds 20–0" in correct.text
    correct.confirm()
    correct.get("mend/1?by=suit&suit=H&done=1")
    correct.confirm()
    assert actions_of(service, correct.number)[:2] == [{"type": "trump", "suit": "H"}, meld("S", "AD", 4)]
    correct.get("mend/2?player=S&cards=9D&length=4&done=1")
    assert tells(correct.page, "9♦", "below the seven")


@pytest.mark.parametrize(("entry", "other", "words"), [
    (trump("9H"), "by=suit&suit=C", "Trump: clubs"),
    ({"type": "trump", "suit": "H"}, "by=card&cards=7C", "Trump: 7♣"),
    (meld("S", "KD", 3), "by=four&four=A", "Cat declares A♠ A♥ A♦ A♣, four strokes"),
    (meld("S", "A"), "by=sequence&cards=KD&length=3", "Cat declares K♦ Q♦ J♦, twenty"),
    ({"type": "adjust", "side": "NS", "points": 5, "reason": "a debt"}, "by=strokes&strokes=1", "+1 stroke: a debt"),
    ({"type": "adjust", "side": "NS", "strokes": 1, "reason": "a debt"}, "by=points&points=5", "+5 points: a debt"),
])  # fmt: skip
def test_an_entry_is_put_right_by_its_other_keys(
    corrector: Any, entry: dict[str, Any], other: str, words: str
) -> None:
    first = [trump("9H")] if entry["type"] == "meld" else []
    correct, place = corrector(*first, entry), len(first) + 1
    correct.get(f"mend/{place}?{other}&done=1")
    assert words in correct.text.split("now: ")[1]
    correct.get(f"mend/{place}?{other.partition('&')[0]}")
    assert "Enter " in correct.text


def test_a_forgotten_trick_is_put_in_and_a_claim_is_kept(corrector: Any, service: Any) -> None:
    correct = corrector(trump("9H"), trick(ONE), trick(THREE))
    correct.get("mend/3?insert=trick")
    correct.get(f"mend/3?insert=trick&cards={'.'.join(TWO.split())}&done=1")
    assert correct.confirm().status_code == 303
    assert actions_of(service, correct.number)[2] == trick(TWO)


def test_the_card_of_a_forgotten_meld_can_be_tapped_before_its_length_is_typed(corrector: Any) -> None:
    """A browser sends no form whose required field is empty, whichever key is tapped; the preview needs them all."""
    correct = corrector(trump("9H"), trick(ONE))
    for path, is_sent in (("mend/2?insert=meld", True), ("mend/2?insert=meld&cards=QD", False)):
        correct.get(path)
        (form,) = re.findall(r'<form id="pick"[^>]*>', correct.page)
        assert re.search(r'name="length" value="" [^>]*required', correct.page)
        assert ("novalidate" in form, 'name="done"' in correct.page) == (is_sent, not is_sent)


@pytest.mark.parametrize("more", ["number=2", "match_id=2", "_scheme=x", "_anchor=x", "way=x"])
def test_a_parameter_that_is_no_field_is_dropped_when_a_card_is_chosen(corrector: Any, more: str) -> None:
    correct = corrector(trump("9H"), meld("S", "KD", 3))
    correct.get(f"mend/2?player=E&length=4&by=sequence&cards=QD&pick=0&{more}")
    assert correct.status == 200
    kept = sorted(correct.address.split("?")[1].split("&"))
    assert kept == ["at=0", "by=sequence", "cards=QD", "length=4", "player=E"]


def test_what_belongs_to_another_deal_is_asked_about(corrector: Any, service: Any) -> None:
    correct = corrector(trump("9H"), trick(ONE), claim("NS"), trump("8H"), trick(TWO))
    correct.get("mend/look?edits=" + json.dumps({"of": 5, "edits": [{"first": 3, "last": 3, "actions": []}]}))
    assert "This no longer fits" in correct.text
    assert "It belongs to deal 2, and this is deal 1." in correct.text
    correct.follow("Delete the rest of deal 2")
    assert correct.confirm().status_code == 303
    assert len(actions_of(service, correct.number)) == 2


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_every_entry_has_a_form_that_changes_nothing_and_can_be_dropped(
    corrector: Any, client: Any, service: Any, seed: int
) -> None:
    ((number, _),) = service.import_records(BOOK, [SAMPLES["grevjass"].read(seed)])
    correct, chance = Correcting(client, number), random.Random(seed)
    for place, action in enumerate(actions_of(service, number), 1):
        correct.get(f"mend/{place}")
        assert correct.status == 200
        if action["type"] not in ("take", "misdeal"):
            correct.get(f"mend/{place}?done=1")
            assert "This changes nothing." in correct.text, action
        correct.get(f"mend/{place}?insert={chance.choice(['trump', 'meld', 'trick', 'claim', 'adjust', 'take'])}")
        assert correct.status in (200, 422)
        version = service.version(number)
        correct.get("mend/look?edits=" + json.dumps({"of": version, "edits": [
            {"first": place, "last": place, "actions": []}]}))  # fmt: skip
        assert correct.status == 200

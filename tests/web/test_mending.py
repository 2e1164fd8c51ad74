"""Putting things right on the web: choose, change, see before and after, decide what becomes of misfits, confirm."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.conftest import NO_SCORE

SIX, MORE = "7S AS 9S 8S", "3D 4D 5D 9D"
FOURTEEN = "QH AH KH JH"


@pytest.fixture
def mender(client: Any, sit_down: Any) -> Any:
    """A table with some tricks on it, and somebody who puts them right."""

    class Mender:
        def __init__(self, *tricks: str, **rules: Any) -> None:
            self.player = sit_down(**{"season": "winter"} | rules)
            for trick in tricks:
                self.player.trick(trick)
            self.number = self.player.match_id
            self.page = ""

        def get(self, path: str, **query: str) -> Any:
            path = path if path.startswith("/") else f"/matches/{self.number}/{path}"
            answer = client.get(path, query_string=query or None)
            while answer.status_code in (302, 303):
                self.address = answer.location
                answer = client.get(answer.location)
            self.status, self.page = answer.status_code, answer.get_data(as_text=True)
            return answer

        @property
        def text(self) -> str:
            return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.page)).replace("\ufe0e", "")

        def follow(self, words: str) -> None:
            found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*{words}', self.page, re.DOTALL)
            assert found, (words, self.text)
            self.get(found[1].replace("&amp;", "&").replace("&#34;", '"'))

        @property
        def edits(self) -> Any:
            return json.loads(parse_qs(urlsplit(self.address).query)["edits"][0])

        def confirm(self, **changed: str) -> Any:
            names = ("csrf_token", "version", "key", "edits")
            form = {name: re.findall(rf'name="{name}" value="([^"]*)"', self.page)[0] for name in names}
            form["edits"] = form["edits"].replace("&#34;", '"')
            answer = client.post(f"/matches/{self.number}/mend/look", data=form | changed)
            self.status, self.page = answer.status_code, answer.get_data(as_text=True)
            return answer

    return Mender


def test_a_card_is_put_right_and_what_came_after_is_kept(mender: Any, tables: Any) -> None:
    mend = mender(SIX, NO_SCORE[0], MORE)
    before = tables.standing(mend.number).match.score
    mend.get("mend")
    mend.follow("Trick 1")
    mend.get(f"mend/1?cards={SIX.replace(' ', '.')}&pick=1")
    assert "Tap the card that belongs there" in mend.page
    mend.get(f"mend/1?cards={SIX.replace(' ', '.')}&at=1&card=4S")
    assert "Before and after" in mend.text
    assert "7♠ A♠ 9♠ 8♠: Cat wins, N–S 6" in mend.text
    assert "7♠ 4♠ 9♠ 8♠: Dan wins" in mend.text
    assert tables.standing(mend.number).match.score == before
    assert mend.confirm().status_code == 303
    match = tables.standing(mend.number).match
    assert [len(trick.cards) for trick in match.tricks] == [4, 4, 4]
    assert match.tricks[0].winner.value == "W"
    mend.get("")
    assert "Mended. Undo takes it back." in mend.page
    mend.player.look()
    mend.player.post("undo")
    assert "Undone: what was put right." in mend.player.page
    assert tables.standing(mend.number).match.score == before


def test_leaving_changes_nothing_and_a_second_tap_of_confirm_nothing_more(mender: Any, tables: Any) -> None:
    mend = mender(SIX, NO_SCORE[0])
    mend.get("mend/1?cards=7S.4S.9S.8S")
    first = mend.confirm(key="the-same")
    mend.get("mend/1?cards=7S.4S.9S.8S")
    again = mend.confirm(key="the-same", version="2")
    assert (first.status_code, again.status_code) == (303, 303)
    assert tables.standing(mend.number).version == 3


def test_a_mending_from_a_stale_page_is_shown_again_with_what_it_would_do_now(mender: Any, tables: Any) -> None:
    mend = mender(SIX, NO_SCORE[0])
    mend.get("mend/1?cards=7S.4S.9S.8S")
    page = mend.page
    mend.player.trick(MORE)
    mend.page = page
    assert mend.confirm().status_code == 409
    assert "the match has moved on" in mend.page
    assert "Before and after" in mend.page
    assert tables.standing(mend.number).version == 3
    assert mend.confirm().status_code == 303
    assert tables.standing(mend.number).match.tricks[0].winner.value == "W"


def test_what_no_longer_fits_is_named_and_can_be_entered_anew_or_dropped(mender: Any, tables: Any) -> None:
    mend = mender(SIX, NO_SCORE[0], MORE)
    mend.get("mend/1?cards=7S.AS.9S.9D")
    assert "This no longer fits" in mend.page
    assert "3♦ 4♦ 5♦ 9♦" in mend.text
    assert "The 9 of diamonds went in trick 1 of this hand" in mend.page
    here = mend.address
    mend.follow("Enter it anew")
    edits = re.findall(r'name="edits" value="([^"]*)"', mend.page)[0].replace("&#34;", '"')
    mend.get("mend/3", edits=edits, cards="3D.4D.5D.TD")
    assert "Before and after" in mend.page
    assert [edit["first"] for edit in mend.edits] == [1, 3]
    mend.get(here)
    mend.follow("Drop it")
    assert "Dropped:" in mend.page
    assert mend.confirm().status_code == 303
    assert len(tables.standing(mend.number).match.tricks) == 2
    assert [line.entry.kind for line in tables.history(mend.number)] == ["act", "act", "act", "mend"]


def test_an_offer_that_is_made_now_is_answered_on_the_way(mender: Any, tables: Any) -> None:
    mend = mender(SIX, NO_SCORE[0], MORE, target=11, best_of=3)
    mend.get(f"mend/1?cards={FOURTEEN.replace(' ', '.')}")
    assert "This no longer fits" in mend.page
    assert "asks" in mend.text
    mend.follow("No</a")
    mend.follow("No</a")
    assert "It belongs to hand 1, and here hand 2 would be played." in mend.page
    mend.follow("Drop what is left of hand 1: 2 entries")
    assert mend.confirm().status_code == 303
    match = tables.standing(mend.number).match
    assert (match.games[0].winner.value, match.hand, match.in_hand) == ("NS", 2, 0)


def test_a_claim_that_is_missing_is_asked_for(mender: Any, tables: Any) -> None:
    mend = mender(SIX, muggins=True)
    mend.player.post("claim", items="fifteen")
    mend.player.trick(NO_SCORE[0])
    mend.get("mend/2")
    assert re.search(r'name="fifteen" value="1"', mend.page)
    mend.get("mend/2", done="1", flush="x")
    assert mend.status == 422
    assert "flush is not a whole number" in mend.page
    mend.get("mend/2")
    mend.follow("drop it")
    assert "This no longer fits" in mend.page
    mend.follow("Enter the claim that is missing")
    edits = re.findall(r'name="edits" value="([^"]*)"', mend.page)[0].replace("&#34;", '"')
    mend.get("mend/3", edits=edits, insert="1", done="1", flush="1")
    assert "Before and after" in mend.page
    assert mend.confirm().status_code == 303
    match = tables.standing(mend.number).match
    assert (match.score.ns, match.phase.value) == (1, "claim")


def test_a_claim_too_high_is_refused_with_a_way_back(mender: Any) -> None:
    mend = mender(SIX, muggins=True)
    mend.player.post("claim", items="fifteen")
    mend.get("mend/2", done="1", fifteen="2")
    assert "That cannot be" in mend.page
    assert "does not hold what was claimed" in mend.page
    mend.follow("Change it")
    assert re.search(r'name="fifteen" value="2"', mend.page)


def test_a_forgotten_trick_is_put_in(mender: Any, tables: Any) -> None:
    mend = mender(SIX, MORE)
    mend.get("mend/2")
    mend.follow("A trick before it was forgotten")
    assert "What was forgotten" in mend.page
    mend.get("mend/2?insert=1&cards=2S.KS.6S.7S")
    assert "That cannot be" in mend.page
    mend.follow("Change it")
    assert 'name="cards" value="2S.KS.6S.7S"' in mend.page
    mend.get("mend/2?insert=1&cards=2S.KS.6S.8C")
    assert "Before and after" in mend.page
    mend.follow("Change it further")
    assert 'name="cards" value="2S.KS.6S.8C"' in mend.page
    mend.get("mend/2?insert=1&cards=2S.KS.6S.8C")
    mend.confirm()
    assert [trick.number for trick in tables.standing(mend.number).match.tricks] == [1, 2, 3]


def test_a_reply_a_call_and_a_ruling_can_be_put_right(mender: Any, tables: Any) -> None:
    mend = mender(FOURTEEN, target=11, best_of=3)
    mend.player.post("reply", answer="yes")
    mend.get("mend/2", done="1", answer="maybe")
    assert mend.confirm().status_code == 303
    assert tables.standing(mend.number).match.phase.value == "offer-second"
    mend.get("mend/2", done="1", answer="perhaps")
    assert mend.status == 422
    mend = mender(SIX, muggins=True)
    mend.player.post("claim")
    mend.player.post("muggins", by="E", items="flush")
    mend.get("mend/3", done="1", by="W", flush="1", fifteen="1")
    mend.confirm()
    assert tables.standing(mend.number).match.score.ew == 2


def test_a_later_correction_of_the_board_is_shown_and_can_be_dropped(mender: Any, tables: Any) -> None:
    mend = mender(SIX)
    mend.player.look()
    form = mend.player.form() | {"about": "", "side": "NS", "give": "1", "points": "3", "reason": "board differs"}
    mend.player.client.post(f"/matches/{mend.number}/ruling", data=form)
    mend.get("mend/1?cards=7S.4S.9S.8S")
    assert "If it was for this very mistake, drop it" in mend.page
    mend.follow("Drop it")
    mend.confirm()
    assert tables.standing(mend.number).match.adjustments == ()


def test_the_log_keeps_both_versions_and_closed_tricks_closed(mender: Any) -> None:
    mend = mender(SIX, NO_SCORE[0])
    mend.get("mend/1?cards=7S.4S.9S.8S")
    mend.confirm()
    mend.get("log")
    assert "Put right:" in mend.text
    assert "was: Trick 1: Cat takes it" in mend.text
    assert "now: Trick 1: Dan takes it" in mend.text
    assert "A♠" not in mend.text
    mend.player.look()
    mend.player.post("undo")
    mend.get("log")
    assert "Undone: entry 3" in mend.text
    assert "(undone)" in mend.text


def test_after_the_hand_the_log_shows_the_cards(mender: Any) -> None:
    mend = mender(FOURTEEN, target=11)
    mend.get("mend/1?cards=JH.AH.KH.QH")
    mend.confirm()
    mend.get("log")
    assert "now: Trick 1: Cat takes it with J♥ A♥ K♥ Q♥" in mend.text
    assert "with Q♥ A♥ K♥ J♥" in mend.text


@pytest.mark.parametrize("path", ["mend/0", "mend/9", "mend/1?edits=x", "mend/look?edits=[1]", "mend/look?edits={}",
                                  'mend/look?edits=[{"first":9,"last":9,"actions":[]}]',
                                  "mend/1?cards=joker"])  # fmt: skip
def test_nonsense_is_refused_with_a_sentence(mender: Any, path: str) -> None:
    mend = mender(SIX)
    mend.get(path)
    assert mend.status == 422
    assert len(mend.text) > 60


def test_a_confirmation_needs_its_token_and_its_version(mender: Any, tables: Any) -> None:
    mend = mender(SIX)
    mend.get("mend/1?cards=7S.4S.9S.8S")
    page = mend.page
    assert mend.confirm(csrf_token="x").status_code == 400
    mend.page = page
    assert mend.confirm(version="x").status_code == 422
    assert mend.confirm(edits="[[").status_code == 422
    assert tables.standing(mend.number).version == 1

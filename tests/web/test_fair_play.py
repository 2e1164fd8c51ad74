"""While a hand is played its closed tricks stay closed, and a claim keeps what it missed."""

import json
from typing import Any

from referee.cards import listed, read_cards
from tests.conftest import NO_SCORE
from tests.web.conftest import FOURTEEN, MORE, SIX, deal


def test_previews_and_the_log_show_no_closed_trick_that_was_not_opened(mender: Any) -> None:
    tricks = [trick.replace(" ", ".") for trick in deal(0)[:5]]
    mend = mender(*deal(0)[:5], target=1000)

    def shown() -> set[int]:
        """Which of the five tricks can be read on the page."""
        return {place for place, trick in enumerate(tricks, 1) if listed(read_cards(trick)) in mend.text}

    mend.get("mend/3?insert=1&cards=AD.AH.AS.AC")
    assert shown() <= {5}
    assert "A♦ A♥ A♠ A♣" in mend.text
    mend.get("mend/2")
    mend.follow("drop it")
    assert shown() <= {5}
    mend.confirm()
    mend.get("log")
    assert shown() <= {5}
    mend.get("mend")
    assert shown() <= {5}
    mend.player.look()
    mend.player.post("misdeal")
    mend.player.trick("AD AH AS AC")
    for page in ("log", "mend"):
        mend.get(page)
        assert shown() == set()


def test_a_claim_that_can_still_be_called_is_not_tried_out(mender: Any) -> None:
    mend = mender(SIX, muggins=True)
    mend.player.post("claim", items="fifteen")
    claim = {"of": 2, "edits": [{"first": 2, "last": 2, "actions": [{"type": "claim", "items": {"flush": 1}}]}]}
    for path in ("mend/2", "mend/2?done=1&flush=1", "mend/2?done=1&pair=1", f"mend/look?edits={json.dumps(claim)}"):
        mend.get(path)
        assert mend.status == 422
        assert "undo what was said of it" in mend.page


def test_a_claim_that_can_still_be_called_is_not_tried_out_by_detours(mender: Any) -> None:
    mend = mender(SIX, muggins=True)
    mend.player.post("claim", items="fifteen")
    trick, more = {"type": "trick", "cards": SIX.split()}, {"type": "claim", "items": {"flush": 1}}
    same = {"first": 1, "last": 1, "actions": [trick]}
    copy = {"first": 1, "last": 0, "actions": [trick, more]}
    claim = {"first": 2, "last": 2, "actions": [more]}
    for edits in ([same, claim], [copy]):
        mend.get("mend/look", edits=json.dumps({"of": 2, "edits": edits}))
        assert "undo what was said of it" in mend.page
    # Nor while the table is asked whether to go on, after which the trick can be called.
    mend = mender(FOURTEEN, target=11, best_of=3, muggins=True)
    mend.player.post("claim", items="running-flush-4.flush")
    assert mend.player.hidden("version") == "2"
    mend.get("mend/2?done=1&pair=1")
    assert "undo what was said of it" in mend.page


def test_a_trick_kept_in_another_hand_stays_closed(mender: Any) -> None:
    mend = mender(*deal(0), *deal(1)[:3], target=1000)
    mend.get("mend/13")
    mend.follow("drop it")
    mend.follow("It belongs here: keep it")
    assert listed(read_cards(deal(1)[0])) not in mend.text


def test_an_undone_trick_of_another_hand_stays_closed_in_the_log(mender: Any) -> None:
    mend = mender(FOURTEEN, target=11, best_of=3)
    mend.player.post("reply", answer="yes")
    mend.player.trick(MORE)
    mend.player.trick(NO_SCORE[0])
    for _ in range(3):
        mend.player.post("undo")
    for _ in range(2):
        mend.player.post("reply", answer="no")
    for trick in (MORE, NO_SCORE[0], SIX):
        mend.player.trick(trick)
    mend.get("log")
    assert "3♦ 4♦ 5♦ 9♦" not in mend.text
    assert "2♠ K♠ 6♠ 8♣" not in mend.text
    assert "7♠ A♠ 9♠ 8♠" in mend.text


def test_the_log_keeps_both_versions_and_closed_tricks_closed(mender: Any) -> None:
    mend = mender(SIX, NO_SCORE[0])
    mend.get("mend/1?cards=7S.4S.9S.8S")
    mend.confirm()
    mend.get("log")
    assert "Put right:" in mend.text
    assert "was: Trick 1: Cat’s, closed" in mend.text
    assert "now: Trick 1: Dan’s, closed" in mend.text
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
    assert "now: Trick 1: Cat’s, J♥ A♥ K♥ Q♥" in mend.text
    assert "was: Trick 1: Cat’s, Q♥ A♥ K♥ J♥" in mend.text

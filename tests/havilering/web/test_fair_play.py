"""While a hand is played its closed tricks stay closed, and a claim keeps what it missed."""

import json
import re
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.cards import listed, read_cards
from referee.english import times
from tests.conftest import NO_SCORE
from tests.correcting import FOURTEEN, MORE, SIX, deal


def test_previews_and_the_log_show_no_closed_trick_that_was_not_opened(corrector: Any) -> None:
    tricks = [trick.replace(" ", ".") for trick in deal(0)[:5]]
    person = corrector(*deal(0)[:5], target=1000)

    def shown() -> set[int]:
        """The numbers of the five tricks that can be read on the page."""
        return {place for place, trick in enumerate(tricks, 1) if listed(read_cards(trick)) in person.text}

    person.get("mend/3?insert=1&cards=AD.AH.AS.AC")
    assert shown() <= {5}
    assert "A♦ A♥ A♠ A♣" in person.text
    person.get("mend/2")
    person.follow("Delete this entry")
    assert shown() <= {5}
    person.confirm()
    person.get("log")
    assert shown() <= {5}
    person.get("mend")
    assert shown() <= {5}
    person.player.look()
    person.player.post("misdeal")
    person.player.trick("AD AH AS AC")
    for page in ("log", "mend"):
        person.get(page)
        assert shown() == set()


def test_a_claim_that_can_still_be_called_is_not_tried_out(corrector: Any) -> None:
    person = corrector(SIX, muggins=True)
    person.player.post("claim", draft="fifteen")
    claim = {"of": 2, "edits": [{"first": 2, "last": 2, "actions": [{"type": "claim", "items": {"flush": 1}}]}]}
    for path in (
        "mend/2",
        "mend/2?done=1&items_flush=1",
        "mend/2?done=1&items_pair=1",
        f"mend/look?edits={json.dumps(claim)}",
    ):
        person.get(path)
        assert person.status == 422
        assert "undo its claim and its calls" in person.page


def test_a_claim_that_can_still_be_called_is_not_tried_out_by_detours(corrector: Any) -> None:
    person = corrector(SIX, muggins=True)
    person.player.post("claim", draft="fifteen")
    trick, more = {"type": "trick", "cards": SIX.split()}, {"type": "claim", "items": {"flush": 1}}
    same = {"first": 1, "last": 1, "actions": [trick]}
    copy = {"first": 1, "last": 0, "actions": [trick, more]}
    claim = {"first": 2, "last": 2, "actions": [more]}
    for edits in ([same, claim], [copy]):
        person.get("mend/look", edits=json.dumps({"of": 2, "edits": edits}))
        assert "undo its claim and its calls" in person.page
    # Nor while the table is asked whether to go on, after which the trick can be called.
    person = corrector(FOURTEEN, target=11, best_of=3, muggins=True)
    person.player.post("claim", draft="running-flush-4.flush")
    assert person.player.hidden("version") == "2"
    person.get("mend/2?done=1&items_pair=1")
    assert "undo its claim and its calls" in person.page


def test_a_trick_kept_in_another_hand_stays_closed(corrector: Any) -> None:
    person = corrector(*deal(0), *deal(1)[:3], target=1000)
    person.get("mend/13")
    person.follow("Delete this entry")
    person.follow("Keep it: it belongs here")
    assert listed(read_cards(deal(1)[0])) not in person.text


def test_an_undone_trick_of_another_hand_stays_closed_in_the_log(corrector: Any) -> None:
    person = corrector(FOURTEEN, target=11, best_of=3)
    person.player.post("reply answer=yes")
    person.player.trick(MORE)
    person.player.trick(NO_SCORE[0])
    for _ in range(3):
        person.player.post("undo")
    for _ in range(2):
        person.player.post("reply answer=no")
    for trick in (MORE, NO_SCORE[0], SIX):
        person.player.trick(trick)
    person.get("log")
    assert "3♦ 4♦ 5♦ 9♦" not in person.text
    assert "2♠ K♠ 6♠ 8♣" not in person.text
    assert "7♠ A♠ 9♠ 8♠" in person.text


def test_the_log_keeps_both_versions_and_closed_tricks_closed(corrector: Any) -> None:
    person = corrector(SIX, NO_SCORE[0])
    person.get("mend/1?cards=7S.4S.9S.8S")
    person.confirm()
    person.get("log")
    assert "Corrected:" in person.text
    assert "was: Trick 1: Cat’s, closed" in person.text
    assert "now: Trick 1: Dan’s, closed" in person.text
    assert "A♠" not in person.text
    person.player.look()
    person.player.post("undo")
    person.get("log")
    assert "Undone: entry 3" in person.text
    assert "(undone)" in person.text


def test_after_the_hand_the_log_shows_the_cards(corrector: Any) -> None:
    person = corrector(FOURTEEN, target=11)
    person.get("mend/1?cards=JH.AH.KH.QH")
    person.confirm()
    person.get("log")
    assert "now: Trick 1: Cat’s, J♥ A♥ K♥ Q♥" in person.text
    assert "was: Trick 1: Cat’s, Q♥ A♥ K♥ J♥" in person.text


# --- calls --------------------------------------------------------------------------------------------------------


def call(**items: int) -> dict[str, Any]:
    return {"type": "muggins", "by": "W", "draft": items}


def claim(**items: int) -> dict[str, Any]:
    return {"type": "claim", "draft": items}


LEAD = {"type": "trick", "cards": MORE.split()}
TRIED_CALLS = {
    "put in behind the claim": [{"first": 3, "last": 2, "actions": [call(flush=1)]}],
    "in the place of the claim": [{"first": 2, "last": 2, "actions": [claim(fifteen=1), call(flush=1)]}],
    "with a lead behind it": [{"first": 3, "last": 2, "actions": [call(flush=1), LEAD]}],
    "behind a lead": [{"first": 3, "last": 2, "actions": [LEAD, call(flush=1)]}],
    "the trick anew": [
        {"first": 1, "last": 2, "actions": [{"type": "trick", "cards": SIX.split()}, claim(fifteen=1), call(flush=1)]}
    ],
    "the trick put in before itself": [
        {"first": 1, "last": 0, "actions": [{"type": "trick", "cards": SIX.split()}, claim(), call(flush=1)]}
    ],
    "the trick in another order": [
        {"first": 1, "last": 1, "actions": [{"type": "trick", "cards": SIX.split()[::-1]}]},
        {"first": 2, "last": 2, "actions": [claim(flush=1)]},
    ],
}


def answer_to(person: Any, of: int, edits: Any) -> str:
    """The preview of some edits, and the answer to posting them; without the edits themselves, which come back."""
    tried = json.dumps({"of": of, "edits": edits})
    person.get("mend/look", edits=tried)
    said = [person.status, person.page]
    form = person.player.form() | {"edits": tried}
    answer = person.player.client.post(f"/matches/{person.number}/mend/look", data=form)
    said += [answer.status_code, answer.get_data(as_text=True)]
    assert (said[0], said[2]) == (422, 422)
    assert (
        person.player.client.get(f"/matches/{person.number}/line").get_data(as_text=True).endswith(f"data: {of}\n\n")
    )
    token = r"[\w-]+\.[\w-]{6}\.[\w-]{27}"  # It has the time in it.
    return re.sub(rf'{token}|edits=[^"]*"|name="edits" value="[^"]*"', "", str(said))


@pytest.mark.parametrize("edits", TRIED_CALLS.values(), ids=TRIED_CALLS)
def test_a_call_is_not_tried_out_by_any_detour(corrector: Any, edits: Any) -> None:
    """The trick has one flush: whether a call of one or of two is tried, the answer is the same, also to a post."""
    person = corrector(SIX, muggins=True)
    person.player.post("claim", draft="fifteen")
    two = json.loads(json.dumps(edits).replace('"flush": 1', '"flush": 2'))
    assert two != edits
    assert answer_to(person, 2, edits) == answer_to(person, 2, two)


def test_a_call_that_was_made_is_not_tried_with_other_items(corrector: Any) -> None:
    person = corrector(SIX, muggins=True)
    person.player.post("claim", draft="fifteen")
    person.player.post("muggins by=W", kind="call", way="call", draft="flush")
    for path in ("mend/3?done=1&items_pair=1", "mend/3?done=1&items_flush=1"):
        person.get(path)
        assert person.status == 422
        assert "undo its claim and its calls" in person.page


def test_a_trick_still_to_be_claimed_is_not_claimed_on_trial(corrector: Any) -> None:
    person = corrector(SIX, muggins=True)
    for place in (
        lambda said: [{"first": 2, "last": 1, "actions": [said]}],
        lambda said: [{"first": 1, "last": 1, "actions": [{"type": "trick", "cards": SIX.split()}, said]}],
    ):
        assert (
            len({answer_to(person, 1, place(said)) for said in (claim(flush=1), claim(flush=2), claim(prial=1))}) == 1
        )


def test_what_a_misdeal_made_void_is_not_tried_out_before_undo_brings_it_back(corrector: Any) -> None:
    person = corrector(SIX, muggins=True)
    person.player.post("misdeal")
    said = [
        [{"first": 2, "last": 1, "actions": [items]}] for items in (claim(flush=1), claim(flush=2), claim(prial=1))
    ]
    assert len({answer_to(person, 2, edits) for edits in said}) == 1


# --- claims that were refused ------------------------------------------------------------------------------------


def test_every_phone_sees_how_many_claims_on_a_trick_were_refused(sit_down: Any, visit: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    watcher = visit(Permission.WATCH, player.match_id)

    def told_to_all(words: str) -> None:
        looking_on = (watcher.get(f"/matches/{player.match_id}/{page}") for page in ("watch", "board"))
        for page in (player.look(), *(answer.get_data(as_text=True) for answer in looking_on)):
            assert words in page

    form = player.form() | {"do": "claim", "draft": "prial"}
    for _ in range(3):  # The same claim, sent again and again by a double tap, is one.
        assert player.client.post(f"/matches/{player.match_id}/enter", data=form).status_code == 422
        told_to_all("Refused once.")
    player.post("claim", draft="prial")
    told_to_all("Refused twice.")
    # Neither an undo of the trick nor a restart makes it forgotten.
    player.post("undo")
    player.trick(SIX)
    service.clear_cache()
    told_to_all("Refused twice.")
    log = player.client.get(f"/matches/{player.match_id}/log").get_data(as_text=True)
    assert log.count("A claim on trick 1 was refused") == 2
    assert "prial" not in log.lower()
    player.post("claim", draft="fifteen")
    for page in (player.page, player.look()):  # It has been put right.
        assert "Refused" not in page


def test_every_claim_is_counted_whatever_key_it_is_sent_with(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    for count, items in enumerate(("prial", "pair", "run-3", "thirty-one"), 1):
        assert player.post("claim", key="one-for-all", draft=items).status_code == 422
        assert f"Refused {times(count)}." in player.look()
    assert len(service.current(player.match_id).refused) == 4


def test_nobody_takes_the_keys_that_the_referee_gives_to_its_own_entries(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    assert player.post("", draft=SIX.replace(" ", "."), key="refused mine").status_code == 422
    for key in ("a b", "refused x", "\u00a0", "a\n", "<i>"):
        assert player.post("", draft=SIX.replace(" ", "."), key=key).status_code == 422
    assert service.current(player.match_id).version == 0


# --- what the page and the file of an open match hold -------------------------------------------------------------


def test_a_page_knows_that_a_card_is_gone_and_not_where(sit_down: Any) -> None:
    """The same cards in other tricks: the same page."""
    found = set()
    for order in ((SIX, MORE, FOURTEEN), (MORE, SIX, FOURTEEN), (MORE, FOURTEEN, SIX)):
        player = sit_down(season="winter")
        for trick in order:
            player.trick(trick)
        found.add(re.findall(r'data-gone="([^"]*)"', player.look())[0])
    assert len(found) == 1
    assert set(found.pop()) <= {"0", "1", " ", ".", ","}
    player.post("", card="7S")
    assert "The 7 of spades was played in trick 3" in player.page  # It is told when the referee is asked.


def test_the_file_of_an_open_match_leaves_out_the_hand_in_play(corrector: Any, client: Any, visit: Any) -> None:
    person = corrector(*deal(0), *deal(1)[:5], target=1000)
    for visitor in (client, visit(Permission.SCORE, person.number)):
        record = visitor.get(f"/matches/{person.number}/record.json").get_json()
        assert len(record["actions"]) == 13
        rows = visitor.get(f"/matches/{person.number}/tricks.csv").get_data(as_text=True).splitlines()
        assert len(rows) == 1 + 13
    whole = client.get("/books/1/book.json").get_json()
    assert len(whole["matches"][0]["actions"]) == 18  # An owner's own.
    assert visit(Permission.SCORE, person.number).get("/books/1/book.json").status_code == 404


def test_the_same_claim_with_the_same_key_on_another_trick_is_counted_too(sit_down: Any, service: Any) -> None:
    """Also after an undo, with other cards in the same place; and it is answered as any other that is refused."""
    player = sit_down(muggins=True)
    for number, trick in enumerate((SIX, MORE), 1):
        player.trick(trick)
        for items in ("prial", "thirty-one.thirty-one"):
            assert player.post("claim", key=items.replace(".", "-"), draft=items).status_code == 422
        assert "Refused twice." in player.look()
        if number == 1:
            player.post("claim", draft="")
    player.post("undo", draft="")
    player.trick(FOURTEEN)
    assert "Refused" not in player.look()
    assert player.post("claim", key="prial", draft="prial").status_code == 422
    assert "Refused once." in player.look()
    player.post("undo", draft="")
    player.trick(MORE)
    assert "Refused twice." in player.look()


def test_a_trick_keeps_its_count_wherever_a_correction_puts_it(corrector: Any, service: Any) -> None:
    person = corrector(NO_SCORE[0], muggins=True)
    person.player.post("claim", draft="")
    person.player.trick(SIX)
    person.player.post("claim", draft="prial")
    person.get("mend/look", edits=json.dumps({"of": 4, "edits": [{"first": 1, "last": 2, "actions": []}]}))
    assert person.confirm().status_code == 303
    assert service.current(person.number).whole_match.in_hand == 1
    assert "Refused once." in person.player.look()
    person.player.post("claim", draft="fifteen")
    person.player.trick(MORE)
    assert "Refused" not in person.player.look()


def test_a_wrong_claim_on_a_trick_that_is_undone_at_that_moment_is_answered_as_a_right_one(
    sit_down: Any, service: Any, monkeypatch: Any
) -> None:
    after = service.after
    for items in ("prial", "fifteen"):
        player = sit_down(muggins=True)
        player.trick(SIX)

        def undone_behind(current: Any, number: int, new: Any) -> Any:
            monkeypatch.setattr(service, "after", after)
            try:
                return after(current, number, new)
            finally:
                service.undo(current.id, current.version, "other")

        monkeypatch.setattr(service, "after", undone_behind)
        assert player.post("claim", draft=items).status_code == 409
        assert service.version(player.match_id) == 2

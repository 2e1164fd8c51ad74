"""Corrections on the web: choose, change, see before and after, resolve misfits, confirm."""

import json
import re
from typing import Any

import pytest

from tests.conftest import NO_SCORE
from tests.correcting import FOURTEEN, MORE, SIX, deal
from tests.pages import tells


def test_a_card_is_put_right_and_what_came_after_is_kept(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0], MORE)
    before = service.current(correct.number).whole_match.score
    correct.get("mend")
    correct.follow("Trick 1")
    correct.get(f"mend/1?cards={SIX.replace(' ', '.')}&pick=1")
    assert "Tap the card that belongs there" in correct.page
    correct.get(f"mend/1?cards={SIX.replace(' ', '.')}&at=1&card=4S")
    assert "Before and after" in correct.text
    assert "7♠ A♠ 9♠ 8♠: Cat wins, Ann &amp; Cat 6" in correct.text
    assert "7♠ 4♠ 9♠ 8♠: Dan wins" in correct.text
    assert service.current(correct.number).whole_match.score == before
    assert correct.confirm().status_code == 303
    match = service.current(correct.number).whole_match
    assert [len(trick.cards) for trick in match.tricks] == [4, 4, 4]
    assert match.tricks[0].winner == "W"
    correct.get("")
    assert "Corrected. New total" in correct.page
    assert "Undo takes it back." in correct.page
    correct.player.look()
    correct.player.post("undo")
    assert "Undone: the correction." in correct.player.page
    assert service.current(correct.number).whole_match.score == before


def test_a_second_tap_of_confirm_counts_once(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0])
    correct.get("mend/1?cards=7S.4S.9S.8S")
    page = correct.page
    assert correct.confirm().status_code == 303
    correct.page = page
    assert correct.confirm().status_code == 303
    assert service.current(correct.number).version == 3


def test_the_back_button_after_a_confirmation_corrects_nothing_more(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0], MORE)
    correct.get("mend/2")
    correct.follow("Delete this entry")
    address = correct.asked
    assert correct.confirm().status_code == 303
    correct.get(address)
    assert correct.status == 422
    assert tells(correct.page, "match", "changed")
    assert "Back to the table" in correct.page
    assert len(service.current(correct.number).whole_match.tricks) == 2


def test_a_correction_of_a_log_that_another_phone_changed_is_not_offered_again(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0], MORE)
    correct.get("mend/3")
    correct.follow("Delete this entry")
    page = correct.page
    correct.get("mend/1")
    correct.follow("Delete this entry")
    correct.confirm()
    correct.page = page
    assert correct.confirm().status_code == 422
    assert "Start this correction again" in correct.page
    assert len(service.current(correct.number).whole_match.tricks) == 2


def test_what_changes_nothing_cannot_be_confirmed(corrector: Any, service: Any) -> None:
    correct = corrector(SIX)
    for path in ("mend/look", "mend/1?cards=7S.AS.9S.8S"):
        correct.get(path)
        assert "This changes nothing." in correct.page
        assert ">Confirm<" not in correct.page
    correct.get("mend/1?cards=7S.4S.9S.8S")
    assert correct.confirm(edits="").status_code == 422
    assert service.current(correct.number).version == 1
    correct.player.look()
    correct.player.post("undo")
    assert service.current(correct.number).whole_match.tricks == ()


def test_a_correction_from_a_stale_page_is_shown_again_with_what_it_does_now(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0])
    correct.get("mend/1?cards=7S.4S.9S.8S")
    page = correct.page
    correct.player.trick(MORE)
    correct.page = page
    assert correct.confirm().status_code == 409
    assert "in the meantime" in correct.page
    assert "Before and after" in correct.page
    assert service.current(correct.number).version == 3
    assert correct.confirm().status_code == 303
    assert service.current(correct.number).whole_match.tricks[0].winner == "W"


def test_what_no_longer_fits_is_named_and_can_be_entered_anew_or_dropped(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0], MORE)
    correct.get("mend/1?cards=7S.AS.9S.9D")
    assert "This no longer fits" in correct.page
    assert "3♦ 4♦ 5♦ 9♦" in correct.text
    assert tells(correct.page, "9 of diamonds", "trick 1")
    here = correct.address
    correct.follow("Re-enter it")
    edits = re.findall(r'name="edits" value="([^"]*)"', correct.page)[0].replace("&#34;", '"')
    correct.get("mend/3", edits=edits, cards="3D.4D.5D.TD")
    assert "Before and after" in correct.page
    assert [edit["first"] for edit in correct.edits["edits"]] == [1, 3]
    correct.get(here)
    correct.follow("Delete it")
    assert "was: Trick 3: Ann’s, 3♦ 4♦ 5♦ 9♦ deleted" in correct.text
    assert correct.confirm().status_code == 303
    assert len(service.current(correct.number).whole_match.tricks) == 2
    assert [line.entry.kind for line in service.audit_log(correct.number)] == ["act", "act", "act", "mend"]


def test_an_offer_that_is_made_now_is_answered_on_the_way(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0], MORE, target=11, best_of=3)
    correct.get(f"mend/1?cards={FOURTEEN.replace(' ', '.')}")
    assert "This no longer fits" in correct.page
    assert "asks" in correct.text
    correct.follow("No</span")
    correct.follow("No</span")
    assert "It belongs to hand 1, and this is hand 2." in correct.page
    correct.follow("Delete the rest of hand 1: 2 entries")
    assert correct.confirm().status_code == 303
    match = service.current(correct.number).whole_match
    assert (match.games[0].winner, match.hand, match.in_hand) == ("NS", 2, 0)


def test_a_claim_that_is_missing_is_asked_for(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim", draft="fifteen")
    correct.player.trick(NO_SCORE[0])
    correct.get("mend/2")
    assert re.search(r'name="items_fifteen"\s+value="1"', correct.page)
    correct.get("mend/2", done="1", items_flush="x")
    assert correct.status == 422
    assert "Flush is not a whole number" in correct.page
    correct.get("mend/2")
    correct.follow("Delete this entry")
    assert "This no longer fits" in correct.page
    correct.follow("A claim is missing before this")
    edits = re.findall(r'name="edits" value="([^"]*)"', correct.page)[0].replace("&#34;", '"')
    correct.get("mend/3", edits=edits, insert="1", done="1", items_flush="1")
    assert "Before and after" in correct.page
    assert correct.confirm().status_code == 303
    match = service.current(correct.number).whole_match
    assert (match.score.ns, match.phase.value) == (1, "claim")


def test_a_claim_too_high_is_refused_with_a_way_back(corrector: Any) -> None:
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim", draft="fifteen")
    correct.player.trick(NO_SCORE[0])
    correct.get("mend/2", done="1", items_fifteen="2")
    assert "Not possible" in correct.page
    assert tells(correct.page, "claimed", "Something you claimed is not there")
    correct.follow("Change it")
    assert re.search(r'name="items_fifteen"\s+value="2"', correct.page)


def test_a_forgotten_trick_is_put_in(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, MORE)
    correct.get("mend/2")
    correct.follow("Add a trick before it")
    assert "Add a missing entry" in correct.page
    correct.get("mend/2?insert=1&cards=2S.KS.6S.7S")
    assert "Not possible" in correct.page
    correct.follow("Change it")
    assert 'name="cards" value="2S.KS.6S.7S"' in correct.page
    correct.get("mend/2?insert=1&cards=2S.KS.6S.8C")
    assert "Before and after" in correct.page
    correct.follow("Change what was added again")
    assert 'name="cards" value="2S.KS.6S.8C"' in correct.page
    correct.get("mend/2?insert=1&cards=2S.KS.6S.8C")
    correct.confirm()
    assert [trick.number for trick in service.current(correct.number).whole_match.tricks] == [1, 2, 3]


def test_a_reply_a_call_and_a_ruling_can_be_put_right(corrector: Any, service: Any) -> None:
    correct = corrector(FOURTEEN, target=11, best_of=3)
    correct.player.post("reply answer=yes")
    correct.get("mend/2", done="1", answer="maybe")
    assert correct.confirm().status_code == 303
    assert service.current(correct.number).whole_match.phase.value == "offer-second"
    correct.get("mend/2", done="1", answer="perhaps")
    assert correct.status == 422
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim")
    correct.player.post("muggins by=E", kind="call", way="call", draft="flush")
    correct.player.trick(MORE)
    correct.get("mend/3", done="1", by="W", items_flush="1", items_fifteen="1")
    correct.confirm()
    assert service.current(correct.number).whole_match.score.ew == 2


def test_a_later_correction_of_the_board_is_shown_and_can_be_dropped(corrector: Any, service: Any) -> None:
    correct = corrector(SIX)
    correct.player.look()
    form = correct.player.form() | {"about": "", "side": "NS", "give": "1", "points": "3", "reason": "board differs"}
    correct.player.client.post(f"/matches/{correct.number}/ruling", data=form)
    correct.get("mend/1?cards=7S.4S.9S.8S")
    assert "Delete any made for the same mistake" in correct.page
    correct.follow("Delete it")
    correct.confirm()
    assert service.current(correct.number).whole_match.adjustments == ()


OUT_OF_REACH = 'mend/look?edits={"of":1,"edits":[{"first":9,"last":9,"actions":[]}]}'


@pytest.mark.parametrize("path", ["mend/1?edits=x", "mend/look?edits=[1]", "mend/look?edits={}", OUT_OF_REACH,
                                  'mend/look?edits={"of":-1,"edits":[]}', "mend/1?cards=joker",
                                  'mend/look?edits={"of":1,"edits":[],"\\ud800":1}'])  # fmt: skip
def test_nonsense_is_refused_with_a_sentence(corrector: Any, path: str) -> None:
    correct = corrector(SIX)
    correct.get(path)
    assert correct.status == 422
    assert len(correct.text) > 60


def test_a_confirmation_needs_its_token_and_its_version(corrector: Any, service: Any) -> None:
    correct = corrector(SIX)
    correct.get("mend/1?cards=7S.4S.9S.8S")
    page = correct.page
    assert correct.confirm(csrf_token="x").status_code == 400
    correct.page = page
    assert correct.confirm(version="x").status_code == 422
    assert correct.confirm(edits="[[").status_code == 422
    assert service.current(correct.number).version == 1


def test_a_trick_missing_before_the_end_of_a_hand_can_be_put_in_behind_it(corrector: Any, service: Any) -> None:
    correct = corrector(*deal(0), *deal(1)[:2], target=1000)
    meant = service.current(correct.number).whole_match
    correct.get("mend/5")
    correct.follow("Delete this entry")
    # By what is left hand 1 has twelve tricks when hand 2 begins.
    assert "It belongs to hand 2, and this is hand 1." in correct.page
    correct.follow("A trick is missing before this")
    assert "Add a missing entry" in correct.page
    edits = re.findall(r'name="edits" value="([^"]*)"', correct.page)[0].replace("&#34;", '"')
    correct.get("mend/14", edits=edits, insert="1", cards=deal(0)[4].replace(" ", "."))
    assert "Before and after" in correct.page
    correct.confirm(reason="it was the last trick")
    match = service.current(correct.number).whole_match
    assert (match.hand, match.in_hand, len(match.tricks)) == (2, 2, 15)
    assert [sorted(trick.cards, key=str) for trick in match.tricks[13:]] == [
        sorted(trick.cards, key=str) for trick in meant.tricks[13:]
    ]
    correct.get("log")
    assert "“it was the last trick”" in correct.text


def test_the_table_can_say_that_what_follows_belongs_where_it_comes_to_stand(corrector: Any, service: Any) -> None:
    # One trick of hand 1 was forgotten, so the first of hand 2 went in as its thirteenth.
    first, second = deal(0), deal(0)
    correct = corrector(*first[:12], target=1000)
    correct.player.look()
    correct.player.trick(first[12])
    for trick in second[:2]:
        correct.player.look()
        correct.player.trick(trick)
    correct.get("mend/14")
    correct.follow("Add a trick before it")
    correct.get("mend/14", insert="1", cards=second[5].replace(" ", "."))
    assert "Before and after" in correct.page
    correct.get("mend/13")
    correct.follow("Delete this entry")
    assert "It belongs to hand 2" in correct.page
    correct.follow("Keep it and all that follows")
    # Kept, but still judged by the rules: a card of it is in hand 1 already.
    assert "was played in trick 1 of this hand" in correct.page
    correct.follow("Delete it")
    assert "was played in trick 2 of this hand" in correct.page


def test_a_hand_given_up_for_a_game_that_was_not_won_can_be_void_and_the_next_kept(
    corrector: Any, service: Any
) -> None:
    correct = corrector(FOURTEEN, target=11, best_of=3)
    for _ in range(2):
        correct.player.post("reply answer=no")
    correct.player.trick(SIX)
    correct.player.trick(NO_SCORE[0])
    # The first trick was worth nothing, so nobody had won and nobody was to be asked.
    correct.get("mend/1?cards=2H.9C.KH.JD")
    correct.follow("Delete it")
    correct.follow("Delete it")
    assert "It belongs to hand 2, and this is hand 1." in correct.page
    correct.follow("There was a misdeal before this")
    correct.follow("Keep it and all that follows")
    assert "Before and after" in correct.page
    assert correct.confirm().status_code == 303
    match = service.current(correct.number).whole_match
    assert (match.hand, match.in_hand, match.misdeals, match.games) == (1, 2, (1,), ())
    assert match.score.ns + match.score.ew == 6


def test_a_forgotten_trick_and_its_claim_are_put_in_one_behind_the_other(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim", draft="fifteen")
    correct.player.trick(MORE)
    correct.player.post("claim")
    correct.get("mend/3?insert=1&cards=2S.KS.6S.8C")
    correct.follow("A claim is missing before this")
    assert "claims its points" in correct.page
    assert "2♠ K♠ 6♠ 8♣" in correct.text
    edits = re.findall(r'name="edits" value="([^"]*)"', correct.page)[0].replace("&#34;", '"')
    correct.get("mend/3", edits=edits, insert="1", done="1")
    assert "Before and after" in correct.page
    assert correct.confirm().status_code == 303
    assert [trick.number for trick in service.current(correct.number).whole_match.tricks] == [1, 2, 3]


def test_a_changed_reply_is_told_in_the_preview_and_another_players_is_not_chosen(corrector: Any) -> None:
    correct = corrector(FOURTEEN, target=11, best_of=3)
    correct.player.post("reply answer=yes")
    correct.get("mend/1?cards=AH.QH.KH.JH")
    assert re.search("It was .*’s answer, and now .* is asked.", correct.text)
    correct.follow("Re-enter it")
    assert "checked" not in correct.page
    edits = re.findall(r'name="edits" value="([^"]*)"', correct.page)[0].replace("&#34;", '"')
    correct.get("mend/2", edits=edits, done="1", answer="maybe")
    assert "answers yes" in correct.text
    assert "answers maybe" in correct.text


def test_no_time_comes_in_by_an_address(corrector: Any, service: Any) -> None:
    correct = corrector(SIX)
    at = service.record(correct.number).actions[0].at
    action = {"type": "trick", "cards": "7S 4S 9S 8S".split(), "at": "2020-01-01T00:00:00+00:00"}
    edits = {"of": 1, "edits": [{"first": 1, "last": 1, "actions": [action]}]}
    correct.get("mend/look", edits=json.dumps(edits))
    correct.confirm()
    assert service.record(correct.number).actions[0].at == at


def test_a_ruling_is_put_in_before_an_entry_also_after_the_match(corrector: Any, service: Any) -> None:
    correct = corrector(NO_SCORE[0], FOURTEEN, target=11)
    assert service.current(correct.number).whole_match.winner
    correct.get("ruling")
    correct.follow("choose which")
    correct.follow("Trick 2")
    correct.follow("Add a ruling before it")
    edits = re.findall(r'name="edits" value="([^"]*)"', correct.page)[0].replace("&#34;", '"')
    ruling = {"insert": "adjust", "done": "1", "side": "EW", "points": "3"}
    correct.get("mend/2", edits=edits, reason="", **ruling)
    assert "Not possible" in correct.page
    correct.follow("Change it")
    assert 'name="points" value="3"' in correct.page
    correct.get("mend/2", edits=edits, reason="Exposed card", points="many", insert="adjust", done="1", side="EW")
    assert correct.status == 422
    assert 'value="Exposed card"' in correct.page
    assert 'name="points" value="many"' in correct.page
    correct.get("mend/2", edits=edits, reason="Exposed card", **ruling)
    assert "Bob &amp; Dan +3: Exposed card" in correct.text
    assert correct.confirm().status_code == 303
    match = service.current(correct.number).whole_match
    assert [(given.after_trick, given.points) for given in match.adjustments] == [(1, 3)]
    assert match.score.ew == 17


# --- a card that lies in another trick of the hand ---

ONE, TWO, THREE = "2S KS 6S 8C", "3D 4D 5D 9D", "7H 8H 9H TH"


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize(("first", "card", "other", "gives"), [(1, "4D", 2, "KS"), (2, "KS", 1, "4D")])
def test_a_card_of_another_trick_can_be_swapped(
    corrector: Any, service: Any, finished: bool, first: int, card: str, other: int, gives: str
) -> None:
    """Two tricks were entered with each other's card: whichever is changed first, one tap changes the other."""
    correct = corrector(*(deal(0) if finished else [ONE, TWO, THREE]))
    tricks = [list(done.action.cards) for done in service.transitions(correct.number)]
    if finished:
        tricks_of = {1: tricks[0], 2: tricks[1]}
        card, gives = tricks_of[other][1].code, tricks_of[first][1].code
    cards = [each.code for each in tricks[first - 1]]
    cards[1] = card
    correct.get(f"mend/{first}", cards=".".join(cards))
    assert correct.status == 200
    assert f"was played in trick {min(first, other)}" in correct.text
    correct.follow("The two were swapped")
    assert "Before and after" in correct.text
    correct.confirm()
    now = [[each.code for each in done.action.cards] for done in service.transitions(correct.number)]
    assert (now[first - 1][1], now[other - 1][1]) == (card, gives)
    assert {code for four in now for code in four} == {each.code for trick in tricks for each in trick}


@pytest.mark.parametrize(("first", "card", "other"), [(1, "4D", 2), (2, "KS", 1)])
def test_from_a_card_of_another_trick_there_is_a_way_to_that_trick(
    corrector: Any, service: Any, first: int, card: str, other: int
) -> None:
    correct = corrector(ONE, TWO, THREE)
    cards = [each.code for each in service.transitions(correct.number)[first - 1].action.cards]
    cards[1] = card
    correct.get(f"mend/{first}", cards=".".join(cards))
    closed = {each.code for each in service.transitions(correct.number)[other - 1].action.cards} - {card}
    assert [code for code in closed if re.search(rf"(?<![%\w]){code}\b", correct.page)] == []
    correct.follow(f"Trick {other} was wrong")
    assert f"mend/{other}" in correct.address
    there = correct.address
    correct.get(f"{there}&card=QC")
    assert "Before and after" in correct.text
    correct.confirm()
    now = [[each.code for each in done.action.cards] for done in service.transitions(correct.number)]
    assert (now[first - 1][1], now[other - 1][1]) == (card, "QC")


def test_a_trick_changed_into_a_copy_of_a_later_one_leads_to_that_one(corrector: Any) -> None:
    correct = corrector(ONE, TWO, THREE)
    correct.get("mend/1", cards=TWO.replace(" ", "."))
    assert "Trick 2 was wrong" in correct.text
    correct.follow("Trick 2 was wrong")
    assert "mend/2" in correct.address


def test_two_cards_of_other_tricks_are_two_questions(corrector: Any, service: Any) -> None:
    correct = corrector(ONE, TWO, THREE)
    correct.get("mend/1", cards="2S.4D.8H.8C")
    correct.follow("The two were swapped: .*? was played in trick 2")
    correct.follow("The two were swapped: .*? was played in trick 3")
    correct.confirm()
    now = [[each.code for each in done.action.cards] for done in service.transitions(correct.number)]
    assert now == ["2S 4D 8H 8C".split(), "3D KS 5D 9D".split(), "7H 6S 9H TH".split()]

"""A lead out of turn that stands: entered, corrected, undone, and announced with the real leader."""

import json
import re
from typing import Any

import pytest

from referee.games.havilering.actions import Play
from referee.games.havilering.results import Trick
from referee.games.kit.sides import seat_after
from tests.conftest import NO_SCORE
from tests.correcting import deal
from tests.havilering.web.test_rulings import SIX, text
from tests.pages import text as text_of
from tests.pages import with_plain_cards, without_random

CHOSEN = r'<option value="(\w)" selected>'
TEN = "3C 2H KH AH"
"""A run of four and a fifteen, which Ann takes if she leads."""


def out_of_turn(player: Any, seat: str, cards: str, form: dict[str, str] | None = None) -> Any:
    """Enter a trick that somebody led out of turn, from a page of the table or the form of one before."""
    if form is None:
        player.look(f"?leader={seat}")
    return player.post("", **(form or player.form()) | {"leader": seat, "draft": cards.replace(" ", ".")})


def shown(answer: Any) -> str:
    return text_of(answer.get_data(as_text=True))


@pytest.fixture
def led(sit_down: Any) -> Any:
    """A table at which Ann led to the second trick, though Cat should have."""
    player = sit_down(season="winter")
    player.trick(SIX)
    assert out_of_turn(player, "N", TEN).location == "/matches/1/"
    player.look()
    return player


def last(service: Any) -> Trick:
    trick: Trick = service.current(1).whole_match.tricks[-1]
    return trick


def test_it_is_entered_as_it_was_played(sit_down: Any, client: Any, service: Any) -> None:
    player = sit_down(season="winter")
    player.trick(SIX)  # Cat leads next.
    before = service.current(1).whole_match.score
    page = client.get("/matches/1/leader?what=turn").get_data(as_text=True)
    assert 'href="/matches/1/?leader=N"' in page
    assert 'href="/matches/1/?leader=S"' not in page
    assert client.get("/matches/1/out-of-turn/N?cards=3C.2H").location == "/matches/1/?leader=N&draft=3C.2H"
    assert "Ann led, though Cat should have" in player.look("?leader=N")
    assert out_of_turn(player, "N", TEN).location == "/matches/1/"
    match = service.current(1).whole_match
    assert (match.score.ns - before.ns, match.score.ew - before.ew) == (10, 0)
    assert [card.code for card in match.tricks[-1].cards] == TEN.split()
    assert (match.leader, match.adjustments) == ("N", ())
    entry = service.audit_log(1)[-1].entry
    assert [action["type"] for action in entry.actions] == ["trick"]
    assert entry.actions[0]["leader"] == "N"
    assert "Ann led out of turn." in player.look()
    form = client.get("/matches/1/ruling?about=Lead out of turn").get_data(as_text=True)
    assert '<option selected value="Lead out of turn">' in form
    assert 'href="/matches/1/leader?what=turn"' in form


def test_its_undo_leads_back_to_the_page_with_the_cards(led: Any, client: Any, service: Any) -> None:
    led.post("undo")
    assert len(service.current(1).whole_match.tricks) == 1
    there = re.findall(r'href="/matches/1/([^"]*)">Change a card', led.page)
    assert there == ["?draft=3C.2H.KH.AH&amp;leader=N"]
    led.look(there[0].replace("&amp;", "&"))
    assert (led.hidden("draft"), led.hidden("leader")) == ("3C.2H.KH.AH", "N")
    led.post("redo")
    assert last(service).leader == "N"


def test_with_muggins_it_tells_no_points_and_is_claimed_like_any_trick(
    sit_down: Any, client: Any, service: Any
) -> None:
    player = sit_down(muggins=True)
    assert out_of_turn(player, "N", TEN).location == "/matches/1/"
    assert "out of turn" not in text(client, "/matches/1/leader?what=turn")
    assert "Ann takes the trick and claims its points." in player.look()
    player.post("claim", draft="run-4")
    assert service.current(1).whole_match.score.ns == 9
    assert "Ann led out of turn." in player.page


@pytest.mark.parametrize(
    ("cards", "told"),
    [("3C 2H KH 7S", "7 of spades"), ("3C 3C KH 7D", "twice"), ("3C 2H KH XX", "XX"), ("", "Tap a card")],
)  # fmt: skip
def test_what_cannot_be_is_refused(sit_down: Any, service: Any, cards: str, told: str) -> None:
    player = sit_down()
    player.trick(SIX)
    answer = out_of_turn(player, "N", cards)
    assert answer.status_code == 422
    assert told in with_plain_cards(answer.get_data(as_text=True))
    assert service.version(1) == 1


# --- two phones ----------------------------------------------------------------------------------------------


def test_from_a_stale_page_it_is_told(sit_down: Any, service: Any) -> None:
    player = sit_down()
    old = player.form()
    player.trick(SIX)
    for turn in ("1.0.1", "nonsense"):
        answer = out_of_turn(player, "N", TEN, old | {"turn": turn})
        assert answer.status_code == 409
        told = answer.get_data(as_text=True)
        assert "Trick 1 was entered differently" in told or "Meanwhile" in told
    assert service.version(1) == 1


def test_posted_twice_or_by_two_phones_it_counts_once_and_with_another_leader_it_is_another(
    sit_down: Any, client: Any, service: Any
) -> None:
    player = sit_down()
    player.trick(SIX)
    form = player.form()
    for _ in range(2):
        assert out_of_turn(player, "N", TEN, form).status_code == 303
        assert "already entered" not in player.page
    assert out_of_turn(player, "N", TEN, form | {"key": "other"}).status_code == 303
    assert "It was already entered on another phone." in player.page
    for seat in "EW":
        answer = out_of_turn(player, seat, TEN, form | {"key": "other"})
        assert answer.status_code == 409
        assert "Trick 2 was entered differently" in shown(answer)
        assert f"cards=3C.2H.KH.AH&amp;leader={seat}" in answer.get_data(as_text=True)
    assert service.version(1) == 2


def test_a_ruling_meanwhile_does_not_matter(sit_down: Any, client: Any, service: Any) -> None:
    player = sit_down()
    form = player.form()
    usual = {"about": "Exposed card", "side": "NS", "give": "1", "points": "0", "reason": ""}
    assert client.post("/matches/1/ruling", data=player.form() | usual | {"key": "ruling"}).status_code == 303
    assert out_of_turn(player, "N", TEN, form).status_code == 303
    assert last(service).leader == "N"


def test_a_phone_that_had_it_in_turn_is_told_who_led_and_may_insist(led: Any, client: Any, service: Any) -> None:
    """A record that a phone keeps has no leader: its trick was led in turn."""
    answer = led.post("", turn="1.0.2", version="1", key="b", draft="3C.2H.KH.AH")
    assert answer.status_code == 409
    assert "Trick 2 was entered differently on another phone." in shown(answer)
    mine = re.findall(r'href="([^"]*)">Use my cards', answer.get_data(as_text=True))[0].replace("&amp;", "&")
    assert mine == "/matches/1/mend/1/2?cards=3C.2H.KH.AH"
    preview = shown(client.get(mine, follow_redirects=True))
    assert "3♣ 2♥ K♥ A♥: Cat wins" in preview


# --- corrections ---------------------------------------------------------------------------------------------


def test_a_correction_sets_the_leader_and_removes_it_again(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, TEN, "4D 5D 6D TD")
    correct.get("mend/2")
    assert re.findall(CHOSEN, correct.page) == ["S"]
    correct.get("mend/2", cards="3C.2H.KH.AH", leader="N")
    assert (
        "Trick 2 Cat wins, Ann &amp; Cat 10 closed, led out of turn by Ann: Ann wins, Ann &amp; Cat 10"
        in correct.text
    )
    assert correct.confirm().status_code == 303
    match = service.current(correct.number).whole_match
    assert [(trick.leader, trick.winner) for trick in match.tricks] == [
        ("E", "S"),
        ("N", "N"),
        ("N", "W"),
    ]
    correct.get("mend/2")
    assert re.findall(CHOSEN, correct.page) == ["N"]
    correct.get("mend/2", cards="3C.2H.KH.AH", leader="S")
    assert "This changes nothing" not in correct.text
    assert "leader" not in json.dumps(correct.edits)
    assert correct.confirm().status_code == 303
    assert not any(trick.out_of_turn for trick in service.current(correct.number).whole_match.tricks)


def test_who_led_a_closed_trick_is_corrected_unseen(corrector: Any) -> None:
    """Neither a page nor an address tells its cards, which nobody asked for."""
    correct = corrector(SIX, TEN, "4D 5D 6D TD", "7H 8H 9H TH")
    address, places = f"/matches/{correct.number}/mend/1/2?leader=N", list[str]()
    while address:
        answer = correct.client.get(address)
        address = answer.location or ""
        places.append(address)
    page = shown(answer)
    assert "Trick 2 Cat wins, Ann &amp; Cat 10 closed, led out of turn by Ann: Ann wins" in page
    told = with_plain_cards(answer.get_data(as_text=True))
    assert not re.search("KH|K♥|AH|A♥", f"{page} {places} {without_random(told)}")


def test_a_corrected_card_leaves_the_leader(corrector: Any, service: Any) -> None:
    correct = corrector(SIX)
    out_of_turn(correct.player, "N", TEN)
    correct.get("mend/2")
    assert re.findall(r'name="pick" value="0".*?<bdi[^>]*>(\w+)', correct.links) or "Ann" in correct.text
    for query in ({"cards": "3C.2H.KH.QH"}, {"cards": "3C.2H.KH.AH", "at": "3", "card": "QH"}):
        correct.get("mend/2", **query)
        assert correct.edits["edits"][0]["actions"] == [
            {"type": "trick", "cards": ["-", "-", "-", "QH"], "leader": "N"}
        ]
    correct.get("mend/2", cards="3C.2H.KH.AH", leader="W", pick="3")
    assert re.findall(CHOSEN, correct.page) == ["W"]
    assert "Tap the card that belongs there" in correct.page


def test_a_card_that_is_swapped_into_it_leaves_the_leader(corrector: Any) -> None:
    correct = corrector(SIX)
    out_of_turn(correct.player, "N", TEN)
    correct.get("mend/1", cards="7S.AH.9S.8S")
    correct.follow("The two were swapped")
    actions = [edit["actions"][0] for edit in correct.edits["edits"]]
    assert actions[1] == {"type": "trick", "cards": ["-", "-", "-", "AS"], "leader": "N"}


def test_a_missing_trick_led_out_of_turn_is_inserted(corrector: Any, service: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0])
    correct.get("mend/2", insert="1", cards="3C.2H.KH.AH", leader="N")
    assert correct.confirm().status_code == 303
    assert [trick.leader for trick in service.current(1).whole_match.tricks] == ["E", "N", "N"]


def test_a_needless_leader_goes_from_the_record_once_a_correction_makes_it_so(
    corrector: Any, service: Any, client: Any
) -> None:
    correct = corrector(SIX)
    out_of_turn(correct.player, "W", TEN)
    correct.get("mend/1", cards="7S.9S.AS.8S")  # Now it was Dan's lead.
    assert correct.confirm().status_code == 303
    assert not any(trick.out_of_turn for trick in service.current(1).whole_match.tricks)
    written = service.game(1).write(service.record(1))
    assert not any("leader" in action for action in written["actions"])


def test_a_revoke_may_have_been_a_lead_out_of_turn(corrector: Any, service: Any) -> None:
    """Dan led diamonds to the second trick; entered as if Cat had, it gives Ann a spade that was Bob's."""
    correct = corrector("2S KS 6S 8H", "3D 4D 5S 9D")
    assert [found.seat for found in service.current(1).whole_match.revokes] == ["N"]
    correct.get("revoke/1/1/N")
    assert "Or a lead out of turn was allowed to stand" in correct.text
    correct.follow("Trick 2: <bdi>Dan</bdi> led")
    assert "led out of turn by Dan" in correct.text
    assert correct.confirm().status_code == 303
    match = service.current(1).whole_match
    assert (match.revokes, match.leader) == ((), "S")


def test_who_really_leads_may_follow_from_a_lead_out_of_turn(corrector: Any, service: Any) -> None:
    correct = corrector("2S KS 6S 8H", "3D 4D 5S 9D")
    correct.get("leader", leads="S")
    correct.follow("Trick 2: <bdi>Dan</bdi> led")
    assert correct.confirm().status_code == 303
    assert service.current(1).whole_match.leader == "S"


# --- what is told --------------------------------------------------------------------------------------------


def test_everything_is_told_by_who_really_led(sit_down: Any, client: Any, service: Any) -> None:
    tricks = deal(0)
    player = sit_down(season="winter", target=1000)
    player.trick(tricks[0])
    due = service.current(1).whole_match.leader
    assert out_of_turn(player, seat_after(due, 3), tricks[1]).status_code == 303
    name = service.current(1).whole_match.player(seat_after(due, 3))
    cards = last(service).cards
    for trick in tricks[2:]:
        player.look()
        player.trick(trick)
    match = service.current(1).whole_match
    assert (match.hand, match.tricks[1].leader, match.tricks[1].cards) == (2, seat_after(due, 3), cards)
    out = f"{name} led out of turn."
    assert out in text(client, "/matches/1/sheet")
    assert "led out of turn" in text(client, "/matches/1/hands/1")
    why = client.get("/matches/1/why/1/2").get_data(as_text=True)
    assert out in why
    assert f"leader={seat_after(due, 3)}" in why or seat_after(due, 3) == "N"
    assert f"led out of turn by {name}" in text(client, "/matches/1/log")
    assert f"led out of turn by {name}" in text(client, "/matches/1/mend?open=2")
    assert out in text(client, "/matches/1/replay?at=2")
    record = client.get("/matches/1/record.json").get_json()
    assert record["actions"][1]["leader"] == seat_after(due, 3)
    table = client.get("/matches/1/tricks.csv").get_data(as_text=True).splitlines()
    header, row = table[0].split(","), table[2].split(",")
    assert row[header.index("leader")] == seat_after(due, 3)
    assert row[header.index("dealer")] == "N"


def test_a_closed_trick_does_not_tell_it(led: Any, client: Any) -> None:
    led.trick("4D 5D 6D TD")
    assert "led out of turn" not in text(client, "/matches/1/log")
    assert "led out of turn" not in text(client, "/matches/1/why/1/2")


def test_what_was_entered_the_old_way_stays(sit_down: Any, client: Any, service: Any) -> None:
    """Cards as if the lead had been in turn, and a ruling: all of it counts as it did."""
    setup = service.record(sit_down(season="winter").match_id).setup
    table = service.open(1, setup)
    old = Play(service.game(1).read_action({"type": "trick", "cards": ["KH", "AH", "3C", "2H"]}).cards)
    ruling = {"type": "adjust", "side": "NS", "points": 2,
              "reason": "Lead out of turn by Ann: Ann takes the trick."}  # fmt: skip
    service.post(table.id, 0, "a", [old, service.game(1).read_action(ruling)])
    match = service.current(table.id).whole_match
    assert (match.tricks[0].leader, match.tricks[0].out_of_turn, match.score.ns) == ("E", False, 12)
    assert "Lead out of turn by Ann: Ann takes the trick." in text(client, f"/matches/{table.id}/")

"""Corrections of sittings on the web: counts, tricks, faults, misfits; the log."""

import json
import random
import re
from typing import Any

import pytest

from referee.games import game_of_record
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.correcting import Correcting
from tests.pages import tells

HEARTS = {
    "format": "hearts-match", "version": 1, "players": {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan"},
    "dealer": "4", "started": "2026-11-21T20:00:00+00:00",
}  # fmt: skip
WHIST = {
    "format": "humbug-whist-match", "version": 1, "players": {"N": "Ann", "S": "Bob"}, "dealer": "S",
    "started": "2026-11-21T20:00:00+00:00",
}  # fmt: skip


def counted(*taken: int) -> dict[str, Any]:
    return {"type": "count", "taken": {str(seat): hearts for seat, hearts in enumerate(taken, 1)}}


SETTLE = {"type": "settle"}
TRICKS = [{"type": "trick", "cards": cards.split()} for cards in ("7S AS 9H 8S", "4D KD 9S 2D", "3S 2S JS TS")]


@pytest.fixture
def corrector(client: Any, service: Any) -> Any:
    def start(envelope: dict[str, Any], *actions: dict[str, Any]) -> Correcting:
        record = envelope | {"actions": list(actions)}
        ((number, _),) = service.import_records(BOOK, [game_of_record(record).read(record)])
        return Correcting(client, number)

    return start


def record_of(service: Any, number: int) -> list[dict[str, Any]]:
    current = service.current(number)
    return [current.game.write_action(action) for action in service.record(number).actions]


def test_a_count_is_put_right_and_the_jack_that_follows_from_it(corrector: Any, service: Any) -> None:
    correct = corrector(HEARTS, counted(1, 3, 4, 5), SETTLE, counted(0, 3, 5, 5), SETTLE)
    correct.get("mend")
    assert "Deal 2 settled. Ann is clear, and takes twenty-six" in correct.text
    correct.follow("Hearts counted: Ann 1, Bob 3, Cat 4, Dan 5")
    assert 'name="taken_2"' in correct.page
    correct.get("mend/1?taken_1=0&taken_2=4&taken_3=4&taken_4=5&done=1")
    assert tells(correct.page, "Ann", "takes thirteen")
    assert "Totals Ann +25, Bob −6, Cat −9, Dan −10 Ann +26, Bob −7, Cat −9, Dan −10" in correct.text
    assert correct.confirm().status_code == 303
    assert record_of(service, correct.number)[0] == counted(0, 4, 4, 5)
    correct.get("log")
    assert "Corrected: was: Hearts counted: Ann 1, Bob 3" in correct.text


def test_a_count_that_does_not_add_up_says_so_and_can_be_changed_again(corrector: Any) -> None:
    correct = corrector(HEARTS, counted(1, 3, 4, 5), SETTLE)
    correct.get("mend/1?taken_1=2&taken_2=3&taken_3=4&taken_4=5&done=1")
    assert tells(correct.page, "fourteen", "thirteen")
    correct.get("mend/1?taken_1=x&taken_2=3&taken_3=4&taken_4=5&done=1")
    assert correct.status == 422
    assert re.search(r'name="taken_1"\s+value="x"', correct.page)


def test_a_closed_trick_is_told_only_when_it_is_opened(corrector: Any, service: Any) -> None:
    correct = corrector(HEARTS, *TRICKS)
    correct.get("mend")
    assert tells(correct.page, "tricks", "closed")
    assert "9♥" not in correct.text
    correct.follow("Trick 1")
    assert "9♥" in correct.text  # The table has opened it.
    correct.get("mend/1?cards=7S.AS.9C.8S&done=1")
    assert "was: Trick 1: Ann leads 7♠ A♠ 9♥ 8♠ now: Trick 1: Ann leads 7♠ A♠ 9♣ 8♠" in correct.text
    assert "K♦" not in correct.text
    assert correct.confirm().status_code == 303
    assert record_of(service, correct.number)[0]["cards"] == ["7S", "AS", "9C", "8S"]


def test_a_card_that_is_in_another_trick_no_longer_fits(corrector: Any, service: Any) -> None:
    correct = corrector(HEARTS, *TRICKS)
    correct.get("mend/1?cards=7S.AS.KD.8S&done=1")
    assert "This no longer fits" in correct.text
    assert "K♦ was tapped in trick 1" in correct.text
    correct.follow("Delete the rest of deal 1: 2 entries")
    assert correct.confirm().status_code == 303
    assert len(record_of(service, correct.number)) == 1


def test_a_forgotten_settling_and_revoke_are_put_in(corrector: Any, service: Any) -> None:
    correct = corrector(HEARTS, counted(0, 4, 4, 5), SETTLE, counted(1, 3, 4, 5))
    correct.get("mend/2?insert=revoke&player=3&done=1")
    assert tells(correct.page, "Cat", "revoked", "thirteen")
    assert correct.confirm().status_code == 303
    assert record_of(service, correct.number)[1] == {"type": "revoke", "player": "3"}
    edits = json.dumps({"of": service.version(correct.number), "edits": [{"first": 3, "last": 3, "actions": []}]})
    correct.get("mend/look", edits=edits)
    assert "This no longer fits" in correct.text
    correct.follow("The deal was settled before it")
    assert "This changes nothing." in correct.text


def test_every_kind_of_entry_can_be_changed(corrector: Any) -> None:
    fault = {"type": "fault", "kind": "exposed", "player": "2", "card": "QH"}
    demand = {"type": "demand", "player": "2", "by": "4", "choice": "play", "card": "QH"}
    more = [{"type": "irregular", "short": "3", "long": "4"}, {"type": "revoke", "player": "4"},
            {"type": "adjust", "player": "1", "points": -3, "reason": "a debt"}, {"type": "misdeal"}]  # fmt: skip
    correct = corrector(HEARTS, fault, demand, *more)
    correct.get("mend/1?done=1&kind=exposed&player=3&cards=KH")
    assert tells(correct.page, "Dan", "demands", "Q♥")  # Which no longer fits.
    correct.follow("Delete it")
    assert "now: Cat exposed the K♥. Dan, Ann or Bob may demand the K♥" in correct.text
    for query, said in [
        ("2?done=1&player=2&by=3&choice=play&cards=QH", "Cat demands the Q♥"),
        ("3?done=1&short=1&long=2", "now: Ann draws from Bob"),
        ("4?done=1&player=3&by=1", "now: Cat revoked, claimed by Ann"),
        ("5?done=1&player=2&points=-5&reason=the%20other", "now: The table takes 5 counters from Bob"),
        ("6?done=1&again=1", "now: Dan’s deal is void, and the same player deals again"),
    ]:
        correct.get(f"mend/{query}")
        assert said in correct.text, (query, correct.text)


def test_a_trick_of_two_and_the_card_turned_up_are_put_right(corrector: Any, service: Any) -> None:
    tricks = [{"type": "trick", "cards": cards.split()} for cards in ("7S 9D", "KD 2D")]
    correct = corrector(WHIST, {"type": "trump", "card": "TH"}, *tricks)
    correct.get("mend/1")
    assert "Turned up: 10♥" in correct.text
    correct.get("mend/1?cards=4D&done=1")
    assert "was: Turned up: 10♥ now: Turned up: 4♦" in correct.text
    assert correct.confirm().status_code == 303
    assert service.current(correct.number).whole_match.deal.tricks[0].winner == "S"


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", ["hearts", "humbug-whist"])
def test_every_form_of_every_entry_opens_with_anything_in_its_address(
    client: Any, service: Any, key: str, seed: int
) -> None:
    """Whatever is inserted before whatever, filled in or not: a page, never a failure."""
    chance = random.Random(seed)
    record = SAMPLES[key].read(seed)
    ((number, _),) = service.import_records(BOOK, [record])
    actions = len(service.record(number).actions)
    kinds = ["", "nonsense", "count", "trick", "revoke", "fault", "demand", "irregular", "take-last", "trump",
             "misdeal", "settle", "adjust", "finish"]  # fmt: skip
    filled = ["", "done=1", "done=1&player=1&by=2&choice=play", "done=1&cards=7S.8S.9S.TS", "pick=0",
              "at=9&card=joker", "done=1&kind=exposed&player=2", "done=1&points=x&reason=y&player=9",
              "taken_1=13&done=1"]  # fmt: skip
    for place in {1, actions, *(chance.randrange(1, actions + 1) for _ in range(6))}:
        for kind in kinds:
            query = f"insert={kind}&{chance.choice(filled)}" if kind else chance.choice(filled)
            answer = client.get(f"/matches/{number}/mend/{place}?{query}", follow_redirects=True)
            assert answer.status_code in (200, 422), (place, query)

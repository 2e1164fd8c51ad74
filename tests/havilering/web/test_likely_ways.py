"""Entries that no longer fit: the recommended solution changes the fewest entries."""

import json
import random
import re
from typing import Any

import pytest

from referee.games.havilering.game import HAVILERING
from tests.conftest import BOOK, NO_SCORE
from tests.correcting import FOURTEEN, MORE, SIX, Correcting, deal
from tests.havilering.self_play import evening, season_of

ONE, TWO, THREE = "2S KS 6S 8C", "3D 4D 5D 9D", "7H 8H 9H TH"


def likely(correct: Correcting) -> str:
    """The words of the only way that is recommended, which comes before all others."""
    assert correct.links.count("primary") == 1
    assert (
        correct.text.index("Most likely") < correct.text.find("Other solutions")
        or "Other solutions" not in correct.text
    )
    section = re.findall(r'<section class="likely">(.*?)</section>', correct.links)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", section).split()).removeprefix("Most likely ")


def test_two_cards_in_each_others_trick_are_swapped(corrector: Any) -> None:
    correct = corrector(ONE, TWO, THREE)
    correct.get("mend/1", cards="2S.4D.6S.8C")
    assert likely(correct).startswith(
        "The two were swapped: K♠ was played in trick 2 The two cards were probably swapped"
    )


def test_a_card_that_a_forgotten_trick_holds_too_was_entered_wrong_where_it_was(corrector: Any) -> None:
    correct = corrector(ONE, TWO, THREE)
    correct.get("mend/1", insert="1", cards="2C.3C.5C.9D")
    assert re.match(r"Trick \d was wrong: it was not 9♦ One card of trick \d was", likely(correct))
    correct.get("mend/1", insert="1", cards=TWO.replace(" ", "."))
    assert likely(correct).startswith("Delete it It was probably entered twice")
    assert likely(correct).endswith("Everything after it fits.")


def test_a_question_that_is_put_now_was_answered_as_the_rest_shows(corrector: Any) -> None:
    correct = corrector(SIX, NO_SCORE[0], MORE, target=11, best_of=3)
    correct.get("mend/1", cards=FOURTEEN.replace(" ", "."))
    assert likely(correct).startswith("Yes It probably happened but was not entered.")
    correct.follow("Yes</span>")
    assert "Before and after" in correct.text


def test_an_answer_to_a_question_that_is_put_no_more_is_dropped(corrector: Any) -> None:
    correct = corrector(FOURTEEN, target=11, best_of=3)
    correct.player.post("reply answer=yes")
    correct.player.trick(SIX)
    correct.get("mend/1", cards="2H.9C.KH.JD")
    assert likely(correct).startswith("Delete it")


def test_a_missing_trick_or_claim_is_entered(corrector: Any) -> None:
    correct = corrector(*deal(0), *deal(1)[:2], target=1000)
    correct.get("mend/5")
    correct.follow("Delete this entry")
    assert likely(correct).startswith("A trick is missing before this: add it It probably happened")
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim", draft="fifteen")
    correct.player.trick(NO_SCORE[0])
    correct.get("mend/2")
    correct.follow("Delete this entry")
    assert likely(correct).startswith("A claim is missing before this: add it")


def test_the_claim_of_a_trick_that_is_left_out_is_left_out_too(corrector: Any) -> None:
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim", draft="fifteen")
    correct.player.trick(NO_SCORE[0])
    correct.player.post("claim")
    correct.player.trick(MORE)
    correct.get("mend/1")
    correct.follow("Delete this entry")
    assert likely(correct).startswith("Delete it It was probably entered twice, or depended on")
    assert likely(correct).endswith("Everything after it fits.")


def test_what_has_just_been_entered_wrong_is_changed(corrector: Any) -> None:
    correct = corrector(ONE, TWO)
    edits = {"of": 2, "edits": [{"first": 1, "last": 0, "actions": [{"type": "claim", "items": {}}]}]}
    correct.get("mend/look", edits=json.dumps(edits))
    assert likely(correct).startswith("Change it There is probably a mistake in your change.")
    assert "Other solutions" not in correct.text


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", [3, 4, 6, 8])
def test_no_other_way_that_can_be_tried_changes_less(client: Any, service: Any, seed: int) -> None:
    """Every way is followed, and what it adds, leaves out and leaves undecided is counted from the pages."""
    chance, tried = random.Random(seed), 0
    record = HAVILERING.read(evening(seed, 1, season_of, target=61))
    ((number, _),) = service.import_records(BOOK, [record])
    correct, last = Correcting(client, number), len(record.actions)
    version = service.version(number)
    for place in chance.sample(range(1, last), 8):
        edits = {"of": version, "edits": [{"first": place, "last": place, "actions": []}]}
        correct.get("mend/look", edits=json.dumps(edits))
        if "Most likely" not in correct.text:
            continue
        at, (first, *others) = int(re.findall(r"Entry (\d+) of", correct.text)[0]), ways(correct)
        counts = [counted(correct, way, edits["edits"], at, last) for way in (first, *others)]
        if counts[0] is None:
            assert min(count for count in counts if count is not None) >= 1
        else:
            tried += 1
            assert counts[0] == min(count for count in counts if count is not None)
    assert tried


def ways(correct: Correcting) -> list[str]:
    """The addresses of the ways, in order."""
    return [address for address in correct.addresses if "/mend/" in address]


def counted(correct: Correcting, way: str, before: list[Any], at: int, last: int) -> int | None:
    """The changes of a way, and the entries after it that are undecided; None if it leads to no preview."""
    if "/mend/look" not in way:
        return None
    correct.get(way)
    found = re.findall(r"Entry (\d+) of", correct.text)
    if "Not possible" in correct.text:
        return last - at + 2
    return changed(correct.edits["edits"]) - changed(before) + (last - int(found[0]) + 1 if found else 0)


def changed(edits: list[Any]) -> int:
    """The number of entries that some edits insert or omit."""
    return sum(
        max(len(edit["actions"]), edit["last"] - edit["first"] + 1)
        for edit in edits
        if edit.get("actions") is not None
    )

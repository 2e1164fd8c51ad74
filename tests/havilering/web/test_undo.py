"""Undo and Redo a page at a time: what was tapped last first, then the log. Nothing that was tapped is lost."""

from __future__ import annotations

from typing import Any

import pytest

SIX, NOUGHT = "7S AS 9S 8S", "2S KS 6S 8C"


def tap(player: Any, **tapped: str) -> Any:
    """A tap on a page without JavaScript: the draft travels in the form."""
    return player.post(tapped.pop("what", "trick"), **player.form() | {"taken": player.hidden("taken")} | tapped)


def undo(player: Any) -> Any:
    calling = {"calling": "1"} if 'name="calling"' in player.page else {}
    return tap(player, what="undo", **calling)


def redo(player: Any) -> Any:
    calling = {"calling": "1"} if 'name="calling"' in player.page else {}
    return tap(player, what="redo", **calling)


def test_undo_takes_the_last_card_back_and_then_the_entry_before(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    for card in ("2D", "KD"):
        tap(player, card=card)
    undo(player)
    assert (player.hidden("cards"), player.hidden("taken")) == ("2D", "KD")
    undo(player)
    assert player.hidden("cards") == ""
    assert service.current(1).version == 1
    undo(player)
    assert service.current(1).version == 2
    assert "Undone: 7♠ A♠ 9♠ 8♠." in player.page


def test_redo_gives_back_what_undo_took_in_order(sit_down: Any, service: Any) -> None:
    player = sit_down()
    for card in ("2D", "KD", "6D"):
        tap(player, card=card)
    for _ in range(3):
        undo(player)
    for expected in ("2D", "2D.KD", "2D.KD.6D"):
        redo(player)
        assert player.hidden("cards") == expected
    assert service.current(1).version == 0
    tap(player, card="8D")
    assert service.current(1).version == 1


def test_a_new_tap_ends_what_can_be_given_back(sit_down: Any) -> None:
    player = sit_down()
    tap(player, card="2D")
    undo(player)
    tap(player, card="3D")
    assert (player.hidden("cards"), player.hidden("taken")) == ("3D", "")
    assert redo(player).status_code == 422
    assert "There is nothing to redo." in player.page


def test_undo_takes_an_item_of_a_claim_back_and_then_the_trick(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    for item in ("flush", "fifteen"):
        tap(player, what="claim", add=item)
    undo(player)
    assert (player.hidden("items"), player.hidden("taken")) == ("flush", "fifteen")
    redo(player)
    assert player.hidden("items") == "flush.fifteen"
    undo(player)
    undo(player)
    assert player.hidden("items") == ""
    assert service.current(1).version == 1
    undo(player)
    assert service.current(1).version == 2


def test_undo_during_a_call_takes_an_item_then_the_call_then_the_lead(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    player.post("claim")
    tap(player, card="2D")
    tap(player, what="muggins")
    tap(player, what="muggins", add="flush")
    assert "what did" in player.page
    undo(player)
    assert (player.hidden("items"), player.hidden("cards")) == ("", "2D")
    assert "what did" in player.page
    undo(player)
    assert "what did" not in player.page
    assert player.hidden("cards") == "2D"
    undo(player)
    assert player.hidden("cards") == ""
    assert service.current(1).version == 2


@pytest.mark.parametrize(("answers", "cards"), [(["yes"], "2D"), (["no", "yes"], "2D"), (["no", "no"], "")])
def test_the_lead_waits_while_an_offer_after_a_call_is_answered(sit_down: Any, answers: Any, cards: str) -> None:
    """A call that wins the game keeps the cards that were tapped, as long as their trick is still to come."""
    player = sit_down(muggins=True, target=11, best_of=3)
    player.trick("5S 5D 5C KH")
    player.post("claim")
    tap(player, card="2D")
    tap(player, what="muggins", add="prial")
    tap(player, what="muggins", by="E", items="prial.fifteen.fifteen")
    assert 'data-phase="offer-first"' in player.page
    assert player.hidden("cards") == "2D"
    for answer in answers:
        tap(player, what="reply", answer=answer)
    assert 'data-phase="play"' in player.page
    assert player.hidden("cards") == cards
    assert ("Take back </span>" in player.page) is bool(cards)


def test_undo_during_an_offer_takes_back_the_call_and_not_the_lead_that_waits(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True, target=11, best_of=3)
    player.trick("5S 5D 5C KH")
    player.post("claim")
    tap(player, card="2D")
    tap(player, what="muggins", by="E", items="prial.fifteen.fifteen")
    undo(player)
    assert 'data-phase="play"' in player.page
    assert player.hidden("cards") == "2D"
    assert service.current(1).version == 4


def test_nonsense_in_what_was_taken_is_refused(sit_down: Any) -> None:
    player = sit_down()
    answer = player.post("redo", **player.form() | {"taken": "prialx"})
    assert answer.status_code == 422
    assert "is not a card" in player.page


def test_what_was_undone_is_told_until_a_card_is_down(sit_down: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    player.post("undo")
    assert "Undone: 7♠ A♠ 9♠ 8♠." in player.page
    tap(player, card="2D")
    assert "Undone" not in player.page

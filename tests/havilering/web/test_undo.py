"""Undo and Redo a page at a time: the last tap first, then the log; no tap is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.pages import text

SIX, NOUGHT = "7S AS 9S 8S", "2S KS 6S 8C"
CALL = "?way=call&led=2D"


def tap(player: Any, **tapped: str) -> None:
    """A tap on a page without JavaScript: the draft travels in the form."""
    player.post("", **tapped)


def test_undo_takes_the_last_card_back_and_then_the_entry_before(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    for card in ("2D", "KD"):
        tap(player, card=card)
    player.post("undo")
    assert player.hidden("draft") == "2D"
    player.post("undo")
    assert player.hidden("draft") == ""
    assert service.current(1).version == 1
    player.post("undo")
    assert service.current(1).version == 2
    assert "Undone: 7♠ A♠ 9♠ 8♠." in text(player.page)
    player.post("redo")
    assert service.current(1).version == 3


def test_undo_takes_an_item_of_a_claim_back_and_then_the_trick(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    for item in ("flush", "fifteen"):
        tap(player, tap=item)
    player.post("undo")
    assert player.hidden("draft") == "flush"
    player.post("undo")
    assert player.hidden("draft") == ""
    assert service.current(1).version == 1
    player.post("undo")
    assert service.current(1).version == 2


def test_undo_during_a_call_takes_an_item_then_the_call_then_the_lead(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    player.post("claim")
    player.look(CALL)
    tap(player, tap="flush")
    assert "what did" in player.page
    player.post("undo")
    assert (player.hidden("draft"), player.hidden("led")) == ("", "2D")
    assert "what did" in player.page
    player.post("undo")
    assert "what did" not in player.page
    assert player.hidden("draft") == "2D"
    player.post("undo")
    assert player.hidden("draft") == ""
    assert service.current(1).version == 2


@pytest.mark.parametrize(("answers", "cards"), [(["yes"], "2D"), (["no", "yes"], "2D"), (["no", "no"], "")])
def test_the_lead_waits_while_an_offer_after_a_call_is_answered(sit_down: Any, answers: Any, cards: str) -> None:
    """A call that wins the game keeps the cards that were tapped, as long as their trick is still to come."""
    player = sit_down(muggins=True, target=11, best_of=3)
    player.trick("5S 5D 5C KH")
    player.post("claim")
    player.look(CALL)
    tap(player, tap="prial")
    player.post("muggins by=E", draft="prial.fifteen.fifteen")
    assert 'data-phase="offer-first"' in player.page
    assert player.hidden("led") == "2D"
    for answer in answers:
        player.post(f"reply answer={answer}")
    assert 'data-phase="play"' in player.page
    assert player.hidden("draft") == cards
    assert (re.search(r'class="player [^"]*filled', player.page) is not None) is bool(cards)


def test_undo_during_an_offer_takes_back_the_call(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True, target=11, best_of=3)
    player.trick("5S 5D 5C KH")
    player.post("claim")
    player.look(CALL)
    player.post("muggins by=E", draft="prial.fifteen.fifteen")
    player.post("undo")
    assert 'data-phase="play"' in player.page
    assert service.current(1).version == 4


def test_what_was_undone_is_told_until_a_card_is_down(sit_down: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    player.post("undo")
    assert "Undone: 7♠ A♠ 9♠ 8♠." in text(player.page)
    tap(player, card="2D")
    assert "Undone" not in player.page

"""The table of an evening that has finished its round: its question, and the way to the evening."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from referee.books.permissions import EVENING_SCORE
from referee.games import GAMES
from referee.web.sharing.views import address
from tests.conftest import BOOK, Player
from tests.core.web.test_evenings import NAMES, Secretary, asked, told

FINISHED = "This round is over. Go on"
A_HAND = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]


def begun(client: Any, app: Flask, **settings: str) -> Secretary:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(length="hands", hands="1", **settings)
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    return secretary


def test_the_last_call_of_a_round_is_still_asked(client: Any, app: Flask) -> None:
    """With Muggins, points missed in the last trick can be called, even if no further hand is played."""
    game = GAMES["havilering"]
    app.extensions["score_books"].keep_rules(BOOK, "Club", game.setups.rules.read({"muggins": True}), game)
    secretary = begun(client, app, rules="havilering/Club")
    player = Player(client, secretary.match_of("Ann"), fragments=True)
    for at in range(0, 52, 4):
        player.trick(" ".join(A_HAND[at : at + 4]))
        player.post("claim")
    assert FINISHED in told(secretary.get(f"/matches/{player.match_id}/"))
    assert asked(player.page) == "The hand is over. Any call on the last trick?"


def test_a_table_that_has_finished_leads_to_the_evening(client: Any, app: Flask, service: Any) -> None:
    """A player's phone waits there for the next round, with or without scripts."""
    secretary = begun(client, app, game="hearts")
    match, game = secretary.match_of("Ann"), service.game(secretary.match_of("Ann"))
    for number, action in enumerate(({"type": "count", "taken": {"1": 2, "2": 5, "3": 4, "4": 2}},
                                     {"type": "settle"})):  # fmt: skip
        service.post(match, service.version(match), f"{number}", [game.read_action(action)])
    phone = app.test_client()
    phone.get(address(app.extensions["score_books"].grant(EVENING_SCORE, 1), app.config["SECRET_KEY"]))
    page = phone.get(f"/hearts/matches/{match}/").get_data(as_text=True)
    assert asked(page) == "This round is over."
    assert told(page) == FINISHED
    (waiting,) = re.findall(r'(?s)<p id="evening".*?<a href="([^"]*)"', page)
    assert phone.get(waiting).status_code == 200
    assert "Whose phone is this?" in phone.get(waiting).get_data(as_text=True)
    secretary.do(result="1", round="0", table="0", side_0="1", side_1="2", side_2="3", side_3="4")
    page = phone.get(f"/hearts/matches/{match}/").get_data(as_text=True)
    assert told(page) == "Entered from paper: 1–2–3–4."
    secretary.do(result="1", round="0", table="0", side_0="5", side_1="-2", side_2="0", side_3="-3")
    page = phone.get(f"/hearts/matches/{match}/").get_data(as_text=True)
    assert told(page) == "Entered from paper: 5, −2, 0, −3."
    secretary.do(begin="1")
    assert told(phone.get(f"/hearts/matches/{match}/").get_data(as_text=True)) == "A later round has begun. Go on"

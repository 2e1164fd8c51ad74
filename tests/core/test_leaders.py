"""Naming the leader whose lead it was anyway leaves the log as if nobody had been named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.books.score_books import ScoreBooks
from referee.games import GAMES, game_of_record
from referee.games.edits import Edit
from referee.match.service import MatchService
from tests.core.samples import SAMPLES

NAMING = [key for key, game in GAMES.items() if game.stepping.leader]
NAMES = dict(zip("NESW", ("Ann", "Bob", "Cat", "Dan"), strict=True))


def open_match(service: MatchService, record: dict[str, Any]) -> tuple[int, list[Any]]:
    """A match with the setup of a record, and the actions of that."""
    read = game_of_record(record).read(record)
    book = ScoreBooks(service.database, service.clock).first().id
    return service.open(book, read.setup).id, list(read.actions)


def test_games_with_leads_out_of_turn_are_tried() -> None:
    assert {"havilering", "hearts", "humbug-whist"} <= set(NAMING)


@pytest.mark.parametrize("key", NAMING)
def test_a_needless_leader_is_not_in_the_log(service: MatchService, key: str) -> None:
    """Also if the answer was lost and it is posted again, and if another phone names nobody."""
    game, tried = GAMES[key], 0
    number, actions = open_match(service, SAMPLES[key].play(3))
    for place, action in enumerate(actions):
        before = service.current(number)
        leader = game.stepping.leader(before.whole_match) if game.stepping.leader else None
        is_trick = getattr(action, "leader", "") is None
        named = replace(action, leader=leader) if is_trick else action
        turn = game.turn_of(before.whole_match) if is_trick else None
        after = service.post(number, before.version, f"key {place}", [named], turn)
        written = service.database.entries(number, after=before.version)[0].actions[0]
        if is_trick:
            tried += 1
            assert "leader" not in written
            again = service.post(number, before.version, f"key {place}", [named], turn)
            assert again.version == after.version
    assert tried > 5


def log_and_record(service: MatchService, actions: list[dict[str, Any]], dealer: str) -> list[Any]:
    """A match that North deals, corrected in the log and in its record to another dealer: both scores."""
    record = {
        "format": "havilering-match", "version": 1, "players": NAMES, "dealer": "N",
        "started": "2026-06-20T22:50:00+01:00", "rules": {"season": "winter"}, "actions": actions,
    }  # fmt: skip
    game, read = GAMES["havilering"], game_of_record(record).read(record)
    number, _ = open_match(service, record | {"actions": []})
    for place, action in enumerate(read.actions):
        service.post(number, place, f"key {place}", [action])
    exported = game.write(service.record(number))
    setup = game.setups.read(game.setups.write(read.setup) | {"dealer": dealer})
    service.correct(number, len(actions), "correction", service.trial(number, setup=setup).edits, setup=setup)
    found = game.replay(game.read(exported | {"dealer": dealer}))
    return [service.current(number).whole_match.score, found.score]


def test_a_corrected_dealer_moves_a_needless_lead_in_log_and_record_alike(service: MatchService) -> None:
    trick = {"type": "trick", "cards": ["7S", "AS", "9S", "8S"], "leader": "E"}
    in_log, in_record = log_and_record(service, [trick], "W")
    assert in_log == in_record


def test_a_lead_that_only_a_correction_made_needless(service: MatchService) -> None:
    """It was out of turn when it was entered, and in turn after the first trick was corrected."""
    tricks = [{"type": "trick", "cards": ["2S", "KS", "6S", "8S"]}]
    game = GAMES["havilering"]
    record = {
        "format": "havilering-match", "version": 1, "players": NAMES, "dealer": "N",
        "started": "2026-06-20T22:50:00+01:00", "rules": {"season": "winter"}, "actions": tricks,
    }  # fmt: skip
    number, actions = open_match(service, record)
    service.post(number, 0, "one", actions)
    out_of_turn = game.read_action({"type": "trick", "cards": ["3D", "4D", "5D", "9D"], "leader": "E"})
    service.post(number, 1, "two", [out_of_turn])
    first = game.read_action({"type": "trick", "cards": ["KS", "2S", "6S", "8S"]})
    service.correct(number, 2, "three", [Edit(1, 1, (first,))])
    written = game.write(service.record(number))
    assert "leader" not in written["actions"][1]
    service.correct(number, 3, "four", [Edit(1, 1, tuple(actions))])
    again = game.read(written | {"actions": [*tricks, written["actions"][1]]})
    assert service.current(number).whole_match.tricks[1].leader is game.replay(again).tricks[1].leader

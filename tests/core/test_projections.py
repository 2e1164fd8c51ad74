"""Projections updated by each entry equal a full recount, and match the log."""

import random
from contextlib import suppress
from typing import Any

import pytest

from referee.books.maintenance import Maintenance
from referee.cards import PACK
from referee.faults import RefusedError
from referee.games.havilering.actions import Answer, Play, Reply
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.state import Phase
from referee.games.kit.sides import side_of
from referee.match.service import MatchService
from tests.conftest import BOOK
from tests.core.test_memory import do_something
from tests.havilering.self_play import SelfPlayingTable

DERIVED = ("matches", "places", "players", "names", "results", "totals", "tricks", "match_list", "trick_list")


def rows(service: MatchService) -> dict[str, list[Any]]:
    """Everything derived, and what it stands beside."""
    found = {name: service.database.rows(f"SELECT * FROM {name}") for name in DERIVED}
    return {name: sorted(map(tuple, each), key=repr) for name, each in found.items()}


def played(service: MatchService, seed: int) -> list[int]:
    """Two short matches with undo, redo and corrections, to their ends, which may be undone in turn."""
    chance, numbers = random.Random(seed), list[int]()
    for match in range(2):
        table = SelfPlayingTable(
            random.Random(seed * 10 + match), lambda m: "winter", strays=0.05, target=31, best_of=3, season="winter"
        )
        record = HAVILERING.read(table.play(60))
        number, waiting = service.open(BOOK, record.setup).id, list(record.actions)
        for step in range(70):
            with suppress(RefusedError):  # A correction may have ended the match earlier.
                do_something(service, number, waiting, chance, f"step {step}")
        finish(service, number, chance)
        for change, undo_or_redo in enumerate([service.undo, service.undo, service.redo, service.redo][: 2 * seed]):
            undo_or_redo(number, service.version(number), f"change {change}")
        numbers.append(number)
    return numbers


def finish(service: MatchService, number: int, chance: random.Random) -> None:
    """Enter tricks of cards that are left until the match is over."""
    while not (current := service.current(number)).is_over:
        gone = {card for trick in current.whole_match.hand_tricks for card in trick.cards}
        play = Play(tuple(chance.sample([card for card in PACK if card not in gone], 4)))
        action = play if current.whole_match.phase is Phase.PLAY else Reply(Answer.NO)
        service.post(number, current.version, f"finish {current.version}", [action])


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(4))
def test_each_entry_leaves_the_projections_as_a_recount_makes_them(service: MatchService, seed: int) -> None:
    numbers = played(service, seed)
    assert {service.current(number).is_over for number in numbers} == {seed != 1}
    kept = rows(service)
    assert Maintenance(service).recount() == []
    assert rows(service) == kept
    for number in numbers:
        match = service.current(number).whole_match
        (listed,) = [row for row in service.database.rows("SELECT * FROM matches") if row["id"] == number]
        assert (listed["score_ns"], listed["score_ew"]) == (match.score.ns, match.score.ew)
        assert (listed["games_ns"], listed["games_ew"]) == (match.games_won.ns, match.games_won.ew)
        assert (listed["phase"], listed["over"]) == (match.phase.value, int(match.winner is not None))
        assert len([row for row in kept["tricks"] if row[0] == number]) == (len(match.tricks) if match.winner else 0)
        results = service.database.rows("SELECT * FROM results WHERE match_id = ?", [number])
        assert len(results) == (4 if match.winner else 0)
        for row in results:
            side = side_of(row["seat"])
            won = [trick for trick in match.tricks if trick.winner == row["seat"]]
            assert row["tricks_won"] == len(won)
            assert row["matches_won"] == (match.winner == side)
            assert row["games_won"] == sum(game.winner == side for game in match.games)


def test_an_undone_end_takes_the_results_back_and_a_redo_gives_them_again(service: MatchService) -> None:
    table = SelfPlayingTable(random.Random(3), lambda moment: "winter", target=31, season="winter")
    record = HAVILERING.read(table.play())
    number = service.import_records(BOOK, [record])[0][0]
    before = rows(service)
    assert len(before["results"]) == 4
    service.undo(number, service.version(number), "undo")
    assert [rows(service)[name] for name in ("results", "totals", "tricks")] == [[], [], []]
    service.redo(number, service.version(number), "redo")
    after = rows(service)
    assert {name: after[name] for name in DERIVED if name != "matches"} == {
        name: before[name] for name in DERIVED if name != "matches"
    }

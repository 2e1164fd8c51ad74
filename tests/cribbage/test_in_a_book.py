"""Cribbage in a database with Havilering: logs, turns, undo, corrections, import and check."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.faults import RefusedError
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.legality import turn_of
from referee.games.cribbage.outcome import outcome
from referee.games.edits import Edit
from referee.games.game import Games
from referee.games.havilering.game import HAVILERING
from referee.match.current import StaleError
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK, Clock
from tests.cribbage.playing import actions_of, record_of
from tests.cribbage.self_play import Table, random_rules
from tests.havilering.self_play import evening, season_of

GAMES: Games = {game.key: game for game in (HAVILERING, CRIBBAGE)}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Any]:
    """Opens the same database, each time by a service that has nothing in memory."""
    opened: list[MatchService] = []

    def opens() -> MatchService:
        opened.append(MatchService(Database(tmp_path / "book.db"), Clock(), GAMES))
        return opened[-1]

    assert ScoreBooks(opens().database, Clock()).first().id == BOOK
    yield opens
    for each in opened:
        each.close()


def self_played(seed: int, most: int = 150, **rules: Any) -> dict[str, Any]:
    chance = random.Random(seed)
    table = Table(chance, accidents=0.05, **(rules or random_rules(chance)))
    for _ in table.play(most):
        pass
    return table.record


def begun(service: MatchService, data: dict[str, Any]) -> int:
    return service.open(BOOK, CRIBBAGE.read(data | {"actions": []}).setup).id


def problems_of(service: MatchService) -> list[str]:
    return list(problems(service.database, GAMES))


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(6))
def test_a_match_is_entered_by_turns_with_undo_and_redo_and_read_cold(book: Any, seed: int) -> None:
    service, chance, data = book(), random.Random(seed), self_played(seed)
    number = begun(service, data)
    for place, written in enumerate(data["actions"]):
        action, current = CRIBBAGE.read_action(written), service.current(number)
        turn = turn_of(current.whole_match)
        current = service.post(number, current.version, f"k{place}", [action], turn)
        if chance.random() < 0.2:
            current = service.undo(number, current.version, f"u{place}")
            current = service.redo(number, current.version, f"r{place}")
        if chance.random() < 0.05:
            cold = book().current(number)
            assert outcome(cold.whole_match) == outcome(current.whole_match)
    expected = outcome(CRIBBAGE.replay(CRIBBAGE.read(data)))
    assert outcome(service.current(number).whole_match) == expected
    assert outcome(book().current(number).whole_match) == expected
    assert problems_of(service) == []
    assert CRIBBAGE.write(service.record(number))["actions"] == [
        {**written, "at": action.at.isoformat()}
        for written, action in zip(data["actions"], service.record(number).actions, strict=True)
    ]


def test_an_entry_for_a_turn_counts_once_and_another_for_it_is_stale(book: Any) -> None:
    one, two = book(), book()
    number = begun(one, record_of(""))
    starter, other = (CRIBBAGE.read_action(action) for action in actions_of("^2D ^3D"))
    one.post(number, 0, "a", [starter], "1.0.0")
    # The same card from another phone: it stands already. Another card: the table has to decide.
    with pytest.raises(StaleError) as same:
        two.post(number, 0, "b", [starter], "1.0.0")
    assert same.value.is_entered
    with pytest.raises(StaleError) as different:
        two.post(number, 0, "c", [other], "1.0.0")
    assert not different.value.is_entered
    # A late card for its own turn is due, whatever version its page had.
    card = CRIBBAGE.read_action(actions_of("8S")[0])
    assert two.post(number, 0, "d", [card], "1.0.1").version == 2
    assert one.post(number, 0, "d", [card], "1.0.1").version == 2


ENTRIES = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D =4 !2 =6 c4D4CQSKD =5 deal N+3"


def test_every_entry_is_known_again_at_its_turn(book: Any) -> None:
    service = book()
    number = begun(service, record_of("", muggins=True) | {"rules": {"muggins": True}})
    for place, written in enumerate(actions_of(ENTRIES)):
        action, current = CRIBBAGE.read_action(written), service.current(number)
        turn = turn_of(current.whole_match)
        after = service.post(number, current.version, f"k{place}", [action], turn)
        with pytest.raises(StaleError) as same:
            service.post(number, current.version, f"same {place}", [action], turn)
        assert same.value.next_turn == turn_of(after.whole_match), written
        for nonsense in ("", "x", "1.0", "0.0.0", "9.0.0", f"{turn}.1", "²._.1"):
            with pytest.raises(StaleError) as stale:
                service.post(number, current.version, f"{nonsense} {place}", [action], nonsense)
            assert not stale.value.is_entered


@pytest.mark.quick(2, 4)
@pytest.mark.parametrize("seed", range(8))
def test_any_correction_comes_to_what_the_corrected_record_comes_to(book: Any, seed: int) -> None:
    """Or it is refused, and nothing changes; never anything else."""
    service, chance, data = book(), random.Random(seed), self_played(seed, most=60)
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(data)])
    corrected = 0
    for turn in range(25):
        current, actions = service.current(number), service.record(number).actions
        if not actions:
            break
        first = chance.randrange(1, len(actions) + 1)
        new = chance.choice([(), (chance.choice(actions),), (actions[first - 1], chance.choice(actions))])
        edit = Edit(first, first, new)
        before = outcome(current.whole_match)
        try:
            after = service.correct(number, current.version, f"c{turn}", [edit])
        except RefusedError:
            assert outcome(service.current(number).whole_match) == before
            continue
        corrected += 1
        assert outcome(after.whole_match) == outcome(CRIBBAGE.replay(service.record(number)))
        assert outcome(book().current(number).whole_match) == outcome(after.whole_match)
    assert problems_of(service) == []
    assert corrected or seed


def test_a_card_moved_to_the_other_player_is_a_misfit(book: Any) -> None:
    service = book()
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(record_of("^2D TS 4H 5C 6D"))])
    trial = service.trial(number, [Edit(2, 2, ())])
    assert trial.corrected.misfit
    assert [fault.code for fault in trial.corrected.misfit.faults] == ["other-player"]


def test_while_a_claim_is_open_no_trial_tells_what_the_hand_holds(book: Any) -> None:
    """Rule 6.6."""
    service = book()
    data = record_of("^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D =4", muggins=True)
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(data)])
    claim = CRIBBAGE.read_action({"type": "claim", "points": 8})
    last = len(data["actions"])
    for edit in (Edit(last, last, (claim,)), Edit(last, last - 1, (claim,)), Edit(last, last, ())):
        with pytest.raises(RefusedError, match="A claim of this deal is open"):
            service.correct(number, last, f"c{edit.actions}", [edit])
    # The cards can be put right.
    other = CRIBBAGE.read_action({"type": "play", "card": "3H"})
    assert service.correct(number, last, "card", [Edit(6, 6, (other,))]).version == last + 1


def test_a_book_of_both_games_is_checked_searched_counted_anew_and_brought_in_once(book: Any) -> None:
    service = book()
    havilering = HAVILERING.read(evening(1, 1, season_of, target=61))
    cribbage = CRIBBAGE.read(self_played(5, most=2000, target=61, best_of=1))
    numbers = service.import_records(BOOK, [havilering, cribbage])
    assert numbers == [(1, True), (2, True)]
    assert service.import_records(BOOK, [cribbage, havilering]) == [(2, False), (1, False)]
    assert problems_of(service) == []
    assert Maintenance(service).recount() == []
    assert problems_of(book()) == []
    assert [service.game(number).key for number in (1, 2)] == ["havilering", "cribbage"]
    rows = service.database.rows("SELECT game_key, over, seat_scores FROM matches ORDER BY id")
    assert [row["game_key"] for row in rows] == ["havilering", "cribbage"]
    final = service.current(2).whole_match
    assert json.loads(rows[1]["seat_scores"])["N"] == [final.score.ns, final.games_won.ns, final.games_won.ns]
    listed = service.projections.match_search.listed([1, 2])
    assert {match.id: set(match.players) for match in listed} == {1: set("NESW"), 2: set("NS")}
    assert [row[0] for row in service.database.rows("SELECT match FROM match_list")] == [1]


def test_a_rematch_is_dealt_by_the_loser_and_names_can_change() -> None:
    match = CRIBBAGE.replay(CRIBBAGE.read(record_of("N+11", target=11)))
    again = CRIBBAGE.rematch(match, Clock()())
    assert again.dealer == "S"
    assert CRIBBAGE.setups.players(CRIBBAGE.setups.with_players(again, {"N": "Cat"})) == {"N": "Cat", "S": "Bob"}
    for rules in CRIBBAGE.house_rules.values():
        assert CRIBBAGE.setups.rules.read(CRIBBAGE.setups.rules.write(rules)) == rules
    assert CRIBBAGE.setups.read(CRIBBAGE.setups.write(again)) == again

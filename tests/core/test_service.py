"""The match service: the log only grows, a repeated post counts once, a stale one changes nothing."""

import random
import sqlite3
import threading
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.cards import read_cards
from referee.faults import NotThereError, RefusedError
from referee.games.havilering.actions import Misdeal, Play
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.outcome import outcome
from referee.games.havilering.state import Phase
from referee.match.current import NothingToUndoError, StaleError
from referee.match.service import MatchService
from referee.season import season_at
from referee.store.database import Database
from referee.store.match_search import Criteria
from tests.conftest import BOOK
from tests.core import next_release
from tests.havilering.self_play import SelfPlayingTable

SIX = Play(read_cards("7S AS 9S 8S"))
NOUGHT = Play(read_cards("2S KS 6S 8C"))


def latest(service: MatchService, over: bool) -> list[int]:
    return [match.id for match in service.projections.match_search.find(BOOK, Criteria(over=over), limit=9)]


def test_a_post_is_stamped_with_the_time_and_kept(service: MatchService, open_match: Any, clock: Any) -> None:
    table = open_match(season="winter")
    clock.move(minutes=2)
    after = service.post(table.id, 0, "a", [SIX])
    assert (after.version, after.whole_match.score.ns) == (1, 6)
    (action,) = service.record(table.id).actions
    assert action.at == clock()


@pytest.mark.parametrize(("year", "is_taken"), [(1600, False), (1601, True), (2998, True), (2999, False)])
def test_a_clock_of_a_year_that_cannot_be_read_back_stores_nothing(
    service: MatchService, score_books: ScoreBooks, open_match: Any, clock: Any, year: int, is_taken: bool
) -> None:
    number, maintenance = open_match(season="winter").id, Maintenance(service)
    other = score_books.begin("Other").id
    clock.now = clock.now.replace(year=year)
    before = service.database.counts()
    for store in (
        lambda: service.post(number, 0, "a", [SIX]),
        open_match,
        lambda: score_books.begin("Third"),
        lambda: maintenance.move_to_bin(number),
        lambda: maintenance.move_book_to_bin(other),
    ):
        with nullcontext() if is_taken else pytest.raises(RefusedError, match=f"says {year}|1601 to 2998"):
            store()
    assert (service.database.counts() == before, maintenance.count_binned(BOOK) == 0) == (not is_taken,) * 2


def test_a_match_that_is_not_opened_after_all_leaves_nothing_behind(service: MatchService, open_match: Any) -> None:
    """The next one gets its number."""
    with suppress(KeyError), service.database.writing():
        gone = open_match(dealer="W").id
        service.post(gone, 0, "a", [SIX])
        raise KeyError
    there = open_match(dealer="E")
    assert there.id == gone
    assert there.setup.dealer == "E"
    assert service.current(gone).version == 0


def test_a_match_that_is_read_while_a_player_is_renamed_has_the_new_name(
    service: MatchService, open_match: Any
) -> None:
    table, players = open_match().id, service.projections.player_store
    ann = players.by_name(BOOK, "Ann")
    assert ann
    with service.database.writing():
        Maintenance(service).rename(BOOK, ann, "Anna")
        reader = threading.Thread(target=service.current, args=[table])
        reader.start()
        reader.join()
    assert "Anna" in service.current(table).setup.players.values()


def test_the_same_form_again_gets_the_same_answer_and_counts_once(service: MatchService, open_match: Any) -> None:
    table = open_match()
    first = service.post(table.id, 0, "a", [SIX])
    assert service.post(table.id, 0, "a", [SIX]) == first
    assert len(service.audit_log(table.id)) == 1


def test_a_used_key_with_something_else_is_stale(service: MatchService, open_match: Any) -> None:
    table = open_match()
    service.post(table.id, 0, "a", [SIX])
    with pytest.raises(StaleError) as stale:
        service.post(table.id, 0, "a", [NOUGHT])
    assert stale.value.current.version == 1
    assert [entry.number for entry in stale.value.since] == [1]
    assert len(service.audit_log(table.id)) == 1


def test_a_refused_post_changes_nothing(service: MatchService, open_match: Any) -> None:
    table = open_match()
    service.post(table.id, 0, "a", [SIX])
    with pytest.raises(RefusedError):
        service.post(table.id, 1, "b", [Misdeal(), SIX, SIX])
    assert service.current(table.id).whole_match.score.ns == 6
    assert len(service.audit_log(table.id)) == 1


def test_undo_gives_back_the_state_before_and_redo_the_one_after(service: MatchService, open_match: Any) -> None:
    """Over whole matches, back to the first card and forth again: across hands, games and the match's end."""
    for seed in range(3):
        chance = random.Random(seed)
        playing = SelfPlayingTable(
            chance, lambda moment: "winter", target=31, best_of=3, muggins=bool(seed % 2), season="winter"
        )
        record = HAVILERING.read(playing.play())
        table = service.open(BOOK, record.setup)
        states = [table.whole_match]
        for number, action in enumerate(record.actions):
            states.append(service.post(table.id, number, f"{seed}a{number}", [action]).whole_match)
        assert states[-1].phase is Phase.MATCH_OVER
        assert table.id in latest(service, over=True)
        version, steps = len(record.actions), min(len(record.actions), 70)
        for back in range(steps):
            after = service.undo(table.id, version, f"{seed}u{back}")
            assert after.whole_match == states[-2 - back]
            version = after.version
        assert table.id not in latest(service, over=True)
        for forth in range(steps):
            after = service.redo(table.id, version, f"{seed}r{forth}")
            version = after.version
        assert after.whole_match == states[-1]
        with pytest.raises(RefusedError, match="nothing to redo"):
            service.redo(table.id, version, "x")


def test_something_new_ends_what_could_be_redone(service: MatchService, open_match: Any) -> None:
    table = open_match()
    service.post(table.id, 0, "a", [SIX])
    service.undo(table.id, 1, "b")
    service.post(table.id, 2, "c", [NOUGHT])
    with pytest.raises(RefusedError, match="nothing to redo"):
        service.redo(table.id, 3, "d")
    assert [line.entry.kind for line in service.audit_log(table.id)] == ["act", "undo", "act"]


def test_nothing_to_undo(service: MatchService, open_match: Any) -> None:
    with pytest.raises(NothingToUndoError):
        service.undo(open_match().id, 0, "a")


def test_no_such_match(service: MatchService) -> None:
    with pytest.raises(NotThereError):
        service.current(1)
    with pytest.raises(NotThereError):
        service.post(1, 0, "a", [SIX])


def test_the_log_is_append_only(service: MatchService, open_match: Any, tmp_path: Path) -> None:
    service.post(open_match().id, 0, "a", [SIX])
    with sqlite3.connect(tmp_path / "book.db") as connection:
        for change in ("DELETE FROM entries", "UPDATE entries SET actions = '[]'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(change)
    connection.close()


def test_a_second_program_sees_and_is_seen(service: MatchService, open_match: Any, tmp_path: Path) -> None:
    """Entries and undos of another process are in the next answer here."""
    table = open_match()
    service.post(table.id, 0, "a", [SIX])
    other = MatchService(Database(tmp_path / "book.db"))
    other.post(table.id, 1, "b", [Misdeal()])
    assert service.current(table.id).whole_match.misdeals == (1,)
    other.undo(table.id, 2, "c")
    assert service.current(table.id).whole_match.score.ns == 6
    other.close()


def test_many_at_once_count_each_trick_once(service: MatchService, open_match: Any) -> None:
    """Eight threads post the same trick from the same version: one is kept, seven are told it is stale."""
    table = open_match()
    outcomes: list[str] = []

    def post(key: str) -> None:
        try:
            service.post(table.id, 0, key, [SIX])
            outcomes.append("kept")
        except StaleError:
            outcomes.append("stale")

    threads = [threading.Thread(target=post, args=[str(number)]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["kept"] + ["stale"] * 7
    assert len(service.audit_log(table.id)) == 1


def test_records_come_in_once_and_go_out_the_same(service: MatchService) -> None:
    playing = SelfPlayingTable(random.Random(2), lambda moment: season_at(moment).value, target=61, muggins=True)
    record = HAVILERING.read(playing.play())
    assert service.import_records(BOOK, [record, record]) == [(1, True), (1, False)]
    assert service.record(1) == record
    assert outcome(service.current(1).whole_match) == playing.oracle.outcome


def test_a_backup_is_a_book(service: MatchService, open_match: Any, tmp_path: Path) -> None:
    service.post(open_match().id, 0, "a", [SIX])
    service.database.back_up(tmp_path / "copy.db")
    copy = MatchService(Database(tmp_path / "copy.db"))
    assert copy.current(1).whole_match.score.ns == 6
    copy.close()


def test_opening_twice_with_one_key_opens_one_match(service: MatchService, open_match: Any) -> None:
    setup = open_match().match.setup
    assert service.open(BOOK, setup, key="k").id == service.open(BOOK, setup, key="k").id == 2
    Maintenance(service).move_to_bin(2)  # Somebody goes back and sends the form again.
    assert service.open(BOOK, setup, key="k").id == service.open(BOOK, setup, key="k").id == 3


def test_the_next_release_brings_a_book_up_to_date_with_all_it_holds(
    service: MatchService, open_match: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.post(open_match().id, 0, "a", [SIX])
    before = service.database.entries(1)
    service.close()
    next_release.begin(monkeypatch)
    with closing(Database(tmp_path / "book.db")) as database:
        assert list(problems(database)) == []
        assert database.entries(1) == before
        assert "remark" in database.sqlite.table("matches").columns_dict
        assert MatchService(database).current(1).whole_match.score.ns == 6

"""Backups at intervals: when they are made, which are kept, and faults that do not stop them."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

from referee.cli import main
from referee.cli.backups import TRY_AGAIN, back_up_at_intervals
from referee.faults import RefusedError
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file, instance_id, secret_key
from tests.servers import COMMAND, started


class Time:
    """A clock that moves when somebody waits for it."""

    def __init__(self, rounds: float) -> None:
        self.now, self.waits, self.rounds = 1_800_000_000.0, 0.0, rounds
        self.since_wait = 0
        self.before_each: Callable[[int], None] = lambda waited: None

    def clock(self) -> float:
        self.since_wait += 1
        assert self.since_wait < 5, "it does not wait between rounds"
        return self.now

    def wait(self, seconds: float) -> None:
        self.now, self.since_wait = self.now + seconds, 0
        self.waits += seconds
        self.before_each(int(self.waits))
        if self.waits >= self.rounds * 3600:
            raise KeyboardInterrupt


def backing_up(tmp_path: Path, keep: int = 2) -> argparse.Namespace:
    return argparse.Namespace(file=tmp_path / "backups", every=3600.0, keep=keep, instance=tmp_path / "own")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    with closing(MatchService(Database(book_file(tmp_path / "own")))):
        secret_key(tmp_path / "own")
        return tmp_path / "backups"


def test_backups_at_intervals_keep_the_latest(kept: Path, tmp_path: Path) -> None:
    time = Time(rounds=5)
    kept.mkdir()
    for name in ("notes.txt", "book-of-mine.db"):
        (kept / name).write_text("Mine.")
    assert back_up_at_intervals(backing_up(tmp_path), time.clock, time.wait) == 0
    names = sorted(file.name for file in kept.iterdir())
    assert names == [*(name_at(tmp_path, hour) for hour in (3, 4)), "book-of-mine.db", "notes.txt"]
    for name in names[:2]:
        assert main(["check", str(kept / name)]) == 0

    again = Time(rounds=1)  # Started anew half an hour after the last backup: it waits for the other half.
    again.now = time.now - 3600 + 1800
    again.before_each = lambda waited: None if waited > 1800 else check_same(kept, names)
    assert back_up_at_intervals(backing_up(tmp_path), again.clock, again.wait) == 0
    assert sorted(file.name for file in kept.iterdir()) != names


def test_what_a_killed_backup_has_left_is_removed_by_the_next(kept: Path, tmp_path: Path) -> None:
    kept.mkdir()
    name = name_at(tmp_path, -1)
    with NamedTemporaryFile(dir=kept, prefix=name, delete=False) as part:
        journal = Path(part.name + "-journal")
        journal.write_bytes(b"")
    others = [kept / each for each in (f"{name}-wal", f"{name}.copy", "book-11111111-x.dbabcdefgh", "tmpabcdefgh")]
    for other in others:
        other.write_bytes(b"")
    assert back_up_at_intervals(backing_up(tmp_path), (time := Time(rounds=1)).clock, time.wait) == 0
    assert not Path(part.name).exists()
    assert not journal.exists()
    assert all(other.exists() for other in others)


def name_at(tmp_path: Path, hour: int, end: str = "", number: int | None = None) -> str:
    """The name of a backup made some hours after the first; an earlier release's name if the number is 0."""
    made = datetime.fromtimestamp(1_800_000_000 + hour * 3600, UTC)
    number = hour + 1 if number is None else number
    count = f"-{number}" if number else ""
    return f"book-{instance_id(secret_key(tmp_path / 'own'))[:8]}-{made:%Y%m%dT%H%M%S}Z{count}{end}.db"


def check_same(folder: Path, names: list[str]) -> None:
    assert sorted(file.name for file in folder.iterdir()) == names


def test_a_backup_that_fails_is_told_and_tried_again(kept: Path, tmp_path: Path, capsys: Any) -> None:
    time, own = Time(rounds=2), tmp_path / "own"
    own.rename(tmp_path / "elsewhere")

    def comes_back(waited: int) -> None:
        if waited >= TRY_AGAIN * (1 + 2 + 4) - 60 and not own.exists():
            (tmp_path / "elsewhere").rename(own)

    time.before_each = comes_back
    assert back_up_at_intervals(backing_up(tmp_path), time.clock, time.wait) == 0
    assert capsys.readouterr().err.count("Trying again") == 3  # At once, and after one and two minutes more.
    assert len(list(kept.iterdir())) == 2


def test_a_clock_after_the_last_year_does_not_end_the_backups(kept: Path, tmp_path: Path, capsys: Any) -> None:
    time = Time(rounds=1)
    time.now = 3e11
    assert back_up_at_intervals(backing_up(tmp_path), time.clock, time.wait) == 0
    assert "Trying again" in capsys.readouterr().err


def test_what_is_damaged_takes_no_place_of_what_is_whole(kept: Path, tmp_path: Path, capsys: Any) -> None:
    time = Time(rounds=8)
    book = book_file(tmp_path / "own")
    whole = book.read_bytes()

    def damage(waited: int) -> None:
        if waited == 2 * 3600:
            book.write_bytes(whole[:-4096] + os.urandom(4096))
        if waited == 6 * 3600:
            book.write_bytes(whole)

    time.before_each = damage
    assert back_up_at_intervals(backing_up(tmp_path, keep=3), time.clock, time.wait) == 0
    assert capsys.readouterr().err.count("no earlier backup was removed") == 4
    assert sorted(file.name for file in kept.iterdir()) == sorted(
        [*(name_at(tmp_path, hour) for hour in (1, 6, 7)),
         *(name_at(tmp_path, hour, ".damaged") for hour in (3, 4, 5))]
    )  # fmt: skip


def test_names_that_mean_no_time_do_not_stop_the_backups(kept: Path, tmp_path: Path) -> None:
    kept.mkdir()
    now = name_at(tmp_path, 0, number=0)
    for name in (now.replace("20270115T08", "20990101T00"), now.replace("20270115", "20261332")):
        assert name != now
        (kept / name).write_text("")
    (kept / now.replace("20270115", "20260115")).mkdir()
    time = Time(rounds=2)
    assert back_up_at_intervals(backing_up(tmp_path), time.clock, time.wait) == 0
    assert (kept / name_at(tmp_path, 1)).is_file()


@pytest.mark.parametrize("number", [0, 7, 10**18 - 3])
def test_a_clock_that_is_behind_removes_no_new_backup_and_makes_none_too_soon(
    kept: Path, tmp_path: Path, number: int
) -> None:
    kept.mkdir()
    for hour in (50, 51, 52):  # Made when the clock was ahead; without a number by an earlier release.
        (kept / name_at(tmp_path, hour, number=number and number + hour - 50)).write_text("")
    time, made = Time(rounds=4), set[str]()
    time.before_each = lambda waited: made.update(file.name for file in kept.iterdir())
    assert back_up_at_intervals(backing_up(tmp_path), time.clock, time.wait) == 0
    first = number + 3 if number else 1
    here = [name_at(tmp_path, hour, number=first + hour) for hour in range(4)]
    assert made >= set(here)
    assert len(made - set(here)) <= 1  # One of before, while there was but one new.
    assert sorted(file.name for file in kept.iterdir()) == here[-2:]


def test_a_clock_that_always_goes_back_is_waited_for(kept: Path, tmp_path: Path) -> None:
    time = Time(rounds=0.1)

    def goes_back(waited: int) -> None:
        time.now -= 86_400

    time.before_each = goes_back
    assert back_up_at_intervals(backing_up(tmp_path), time.clock, time.wait) == 0
    assert time.waits == 360
    names = sorted((file.name for file in kept.iterdir()), key=lambda name: int(name[:-3].rpartition("-")[2]))
    assert [name[:-3].rpartition("-")[2] for name in names] == ["5", "6"]  # The last of one each minute.


def test_backups_that_fail_for_days_are_tried_again_at_the_interval(kept: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "own").rename(tmp_path / "elsewhere")
    options, time = backing_up(tmp_path), Time(rounds=18)
    options.every = 60.0
    assert back_up_at_intervals(options, time.clock, time.wait) == 0
    assert capsys.readouterr().err.count("Trying again") == 18 * 60


def test_two_instances_may_share_a_folder(kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with closing(MatchService(Database(book_file(other)))):
        secret_key(other)
    for instance in (tmp_path / "own", other):
        time = Time(rounds=1)
        options = argparse.Namespace(file=kept, every=3600.0, keep=1, instance=instance)
        assert back_up_at_intervals(options, time.clock, time.wait) == 0
    assert len(list(kept.iterdir())) == 2


def test_a_backup_does_not_fail_because_its_time_cannot_be_noted(kept: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "own" / "last-backup").symlink_to(tmp_path / "nowhere" / "there")
    assert main(["backup", str(tmp_path / "b.db"), "--instance", str(tmp_path / "own")]) == 0
    assert "could not be noted" in capsys.readouterr().err


def test_a_folder_for_backups_is_not_made_in_the_instance_folder(kept: Path, tmp_path: Path) -> None:
    options = backing_up(tmp_path)
    options.file = tmp_path / "own" / "backups"
    with pytest.raises(RefusedError, match="elsewhere"):
        back_up_at_intervals(options)
    assert not options.file.exists()


@pytest.mark.parametrize("words", [["--every", "0h"], ["--every", "soon"], ["--every", "1h", "--keep", "0"]])
def test_intervals_are_read_strictly(words: list[str], tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["backup", str(tmp_path / "b"), *words, "--instance", str(tmp_path)])
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_is_no_folder_for_backups(kept: Path, tmp_path: Path) -> None:
    kept.write_text("")
    with pytest.raises(RefusedError, match="name a folder"):
        back_up_at_intervals(backing_up(tmp_path))


def test_a_backup_at_intervals_ends_when_it_is_told_to(kept: Path, tmp_path: Path) -> None:
    words = ["backup", str(kept), "--every", "1d", "--instance", str(tmp_path / "own")]
    process = started([*COMMAND, *words])
    assert process.stdout
    assert "is written" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    process.stdout.close()

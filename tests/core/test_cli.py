"""The command line: what it prints, and one clear line for bad input with status 2 and nothing else."""

import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.browser.build import PYODIDE
from referee.cli import main
from referee.season import season_at
from referee.store.database import Database
from referee.store.instance import only_one
from tests.havilering.self_play import SelfPlayingTable


class Bytes(io.TextIOWrapper):
    """Standard input from bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run a command; its status, output and complaint."""

    def run(*words: str, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Bytes(given.encode()))
        for stream in ("stdout", "stderr"):
            monkeypatch.setattr(getattr(sys, stream), "reconfigure", lambda **to: None, raising=False)
        try:
            status = main([*words])
        except SystemExit as exited:
            status = int(exited.code or 0)
        out, error = capsys.readouterr()
        return status, out, error

    return run


def record(seed: int = 1, **rules: Any) -> dict[str, Any]:
    return SelfPlayingTable(random.Random(seed), lambda moment: season_at(moment).value, **rules).play()


def test_score_as_the_interface_says(run: Any) -> None:
    status, out, _ = run(
        "score", "7S", "AS", "9S", "8S", "--leader", "N", "--dealer", "E", "--season", "spring", "--json"
    )
    answer = json.loads(out)
    assert status == 0
    assert (answer["winner"], answer["winning_card"], answer["points"]) == ("E", "AS", 6)
    assert answer["items"] == {
        "flush": {"count": 1, "points": 1},
        "fifteen": {"count": 1, "points": 1},
        "running-flush-3": {"count": 1, "points": 4},
    }
    assert answer["sets"][0] == {"item": "flush", "cards": ["7S", "AS", "9S", "8S"], "points": 1}
    assert "East’s A♠" in answer["reason"]


def test_score_to_read(run: Any) -> None:
    _, out, _ = run("score", "3c", "2♥", "K♡", "AH", "--season", "winter", "--last")
    assert "North wins" in out
    assert "12 — Fifteen one, a run of four is ten, and the last trick is twelve." in out
    assert "3 + 2 + 10 = 15" in out
    assert "no set of three scores" in out


def test_score_values_of_jack_havel(run: Any) -> None:
    trick = [
        "score",
        "JD",
        "2S",
        "4S",
        "8D",
        "--season",
        "winter",
        "--json",
        "--jack-havel",
        "3",
        "--jack-havel-dealer",
        "6",
    ]
    for dealer, points in (["--dealer", "N"], 6), (["--dealer", "E"], 3), ([], 3):
        assert json.loads(run(*trick, *dealer)[1])["items"]["jack-havel"]["points"] == points


def test_score_streams_and_goes_on_after_a_bad_line(run: Any) -> None:
    lines = [
        '{"cards": ["7S", "AS", "9S", "8S"], "leader": "N", "dealer": "E", "season": "spring", "last": false}',
        "nonsense",
        '{"cards": ["7S", "AS", "9S"]}',
        '{"cards": ["7S", "AS", "9S", "7S"]}',
        '{"cards": ["7S", "AS", "9S", "XX"], "leader": "Q"}',
        '{"cards": ["7S", "AS", "9S", "8S"], "lsat": true}',
        '{"cards": ["7s", "10♦", "9S", "8S"], "last": true, "season": "auto", "dealer": null}',
    ]
    status, out, _ = run("score", "--json", "-", given="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [answer.get("line") for answer in answers] == [None, 2, 3, 4, 5, 6, None]
    assert answers[0]["points"] == 6
    assert "XX" in answers[4]["error"]
    assert "leader" in answers[4]["error"]
    assert "lsat" in answers[5]["error"]
    assert answers[6]["items"]["last"] == {"count": 1, "points": 2}


def test_a_stream_is_answered_line_by_line() -> None:
    """A peer may wait for each answer before it writes the next line."""
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "score", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as peer:
        assert peer.stdin
        assert peer.stdout
        for cards in (["7S", "AS", "9S", "8S"], ["5S", "5D", "5C", "5H"]):
            peer.stdin.write(json.dumps({"cards": cards}).encode() + b"\n")
            peer.stdin.flush()
            assert json.loads(peer.stdout.readline())["points"] in (6, 16)
        peer.stdin.close()
        assert peer.wait() == 0


def test_the_help_of_score_explains_every_option(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for option, said in (
        ("--leader {N,E,S,W}", "who led (default: N)"),
        ("--dealer {N,E,S,W}", "who dealt (default: somebody who does not win the trick)"),
        ("--jack-havel POINTS", "what Jack Havel is worth (default: 2)"),
        ("--jack-havel-dealer POINTS", "what he is worth to the dealer in person (default: 4)"),
    ):
        assert f"{option} {said}" in told


def test_season(run: Any) -> None:
    assert json.loads(run("season", "2026-11-21", "--json")[1]) == {
        "season": "autumn", "suit": "C", "from": "2026-09-23", "to": "2026-12-20",
    }  # fmt: skip
    assert json.loads(run("season", "2026-06-20T23:30:00+00:00", "--json")[1])["season"] == "summer"
    assert run("season", "2026-06-20")[1] == "Spring, jack of hearts, 20 March 2026 to 20 June 2026 in Sussex\n"
    assert run("season")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", "7S", "AS", "9S"], "four cards"),
        (["score", "7S", "AS", "9S", "7S"], "twice"),
        (["score", "7S", "AS", "9S", "ZZ"], "ZZ"),
        (["score", "7S", "AS", "9S", "8S", "--season", "monsoon"], "monsoon"),
        (["score", "7S", "AS", "9S", "8S", "--jack-havel", "-1"], "jack-havel"),
        (["score", "7S", "AS", "9S", "8S", "--jack-havel", "٣"], "jack-havel"),
        (["score", "7S", "AS", "9S", "8S", "--leader", "ſ"], "leader"),
        (["score", "-"], "--json"),
        (["score"], "cards"),
        (["season", "tomorrow"], "tomorrow"),
        (["season", ""], "is not a day"),
        (["export", "99999999999999999999999"], "no match 99999999999999999999999"),
        (["--port", "x"], "a port is a number"),
        (["--name", ""], "'' is not a host name"),
        (["--name", "https://cards.example.org"], "'https://cards.example.org' is not a host name"),
        (["--name", "a", "--front", "a b"], "'a b' is not a host name"),
        (["--instance", __file__], "test_cli.py is a file: name a folder with --instance."),
        (["--instance", __file__, "books"], "test_cli.py is a file: name a folder with --instance."),
        (["season", "1066-10-14"], "1600"),
        (["replay", "/nowhere/record.json"], "/nowhere/record.json"),
        (["export", "7"], "no match 7"),
        (["import", "/nowhere/record.json"], "/nowhere/record.json"),
        (["fly"], "fly"),
        (["--port", "99999"], "port"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run: Any, tmp_path: Path, words: list[str], said: str) -> None:
    if words[0] in ("export", "import"):
        Database(tmp_path / "book.db").close()
        words = [*words, "--instance", str(tmp_path)]
    status, out, error = run(*words)
    assert (status, out) == (2, "")
    assert error.count("\n") == 1
    assert said in error


def test_replay(run: Any, tmp_path: Path) -> None:
    playing = SelfPlayingTable(random.Random(4), lambda moment: season_at(moment).value, best_of=3, muggins=True)
    text = json.dumps(playing.play())
    (tmp_path / "r.json").write_text(text)
    status, out, _ = run("replay", str(tmp_path / "r.json"), "--json")
    assert status == 0
    assert json.loads(out) == playing.oracle.outcome
    assert run("replay", "-", "--json", given=text)[1] == out
    assert "Match to" in run("replay", "-", given=text)[1]


def test_replay_names_the_place_of_a_fault(run: Any) -> None:
    spoilt = record(3)
    spoilt["actions"].insert(2, spoilt["actions"][0])
    status, out, error = run("replay", "-", given=json.dumps(spoilt))
    assert (status, out) == (2, "")
    assert error.startswith("referee: action 3 (")
    assert run("replay", "-", given='{"format":\n nothing}')[2].count("line 2") == 1


def test_out_of_one_book_and_into_another(run: Any, tmp_path: Path) -> None:
    files = []
    for seed in range(3):
        files.append(tmp_path / f"{seed}.json")
        files[-1].write_text(json.dumps(record(seed, muggins=True)))
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    assert run("import", *map(str, files), "--instance", here)[1].split() == [
        "match",
        "1",
        "match",
        "2",
        "match",
        "3",
    ]
    assert run("--instance", here, "export", "2")[1].strip() == json.dumps(
        json.loads(files[1].read_text()), ensure_ascii=False, indent=1
    )
    whole = tmp_path / "whole.json"
    assert run("export", "--instance", here, "--out", str(whole))[:2] == (0, "")
    assert run("import", str(whole), "--instance", there)[0] == 0
    assert "in the book already" in run("import", str(whole), "--instance", there)[1]
    assert run("export", "--instance", there)[1] == whole.read_text()


def test_a_whole_score_book_and_its_tricks_go_out(run: Any, tmp_path: Path) -> None:
    file, here, there = tmp_path / "r.json", str(tmp_path / "here"), str(tmp_path / "there")
    file.write_text(json.dumps([record(1), record(2)]))
    run("import", str(file), "--instance", here)
    status, whole, _ = run("export", "--book", "1", "--instance", here)
    assert (status, json.loads(whole)["format"]) == (0, "havilering-book")
    (tmp_path / "whole.json").write_text(whole)
    assert run("import", str(tmp_path / "whole.json"), "--instance", there)[1].split() == ["match", "1", "match", "2"]
    assert run("export", "--book", "1", "--instance", there)[1] == whole
    rows = run("export", "--csv", "--instance", here)[1].splitlines()
    assert rows[0].startswith("match,opened,north")
    assert run("export", "2", "--csv", "--instance", here)[1].splitlines()[1:] == [
        row for row in rows if row.startswith("2,")
    ]
    assert run("export", "--book", "7", "--instance", here)[0] == 2
    assert run("export", "--csv", "7", "--instance", here)[:2] == (2, "")


def test_an_export_that_fails_leaves_the_file_as_it_was(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.json").write_text(json.dumps([record(1), record(2)]))
    run("import", str(tmp_path / "r.json"), "--instance", str(tmp_path / "own"))
    kept = tmp_path / "elsewhere" / "kept.json"
    kept.parent.mkdir()
    kept.write_text("as it was")

    def full(*_: object) -> Iterator[str]:
        yield "half of "
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("referee.books.export.list_of_records", full)
    status, out, error = run("export", "--out", str(kept), "--instance", str(tmp_path / "own"))
    assert (status, out) == (2, "")
    assert "No space left" in error
    assert kept.read_text() == "as it was"
    assert sorted(file.name for file in kept.parent.iterdir()) == ["kept.json"]


def test_a_backup_waits_for_nobody(run: Any, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(json.dumps(record(1)))
    run("import", str(tmp_path / "r.json"), "--instance", str(tmp_path))
    database = Database(tmp_path / "book.db")
    with database.writing(), only_one(tmp_path):
        assert run("backup", str(tmp_path.parent / "copy.db"), "--instance", str(tmp_path))[0] == 0
        assert run("export", "1", "--instance", str(tmp_path))[0] == 0
    database.close()


def test_of_a_damaged_match_nothing_is_exported(run: Any, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(json.dumps([record(1), record(2)]))
    run("import", str(tmp_path / "r.json"), "--instance", str(tmp_path))
    database = Database(tmp_path / "book.db")
    with database.writing():
        database.run("UPDATE matches SET setup = '{' WHERE id = 2")
    database.close()
    status, out, error = run("export", "2", "--instance", str(tmp_path))
    assert (status, out) == (2, "")
    assert "Match 2 cannot be read" in error


def test_import_is_all_or_nothing(run: Any, tmp_path: Path) -> None:
    spoilt = record(1)
    spoilt["actions"].append({"type": "deal"})
    (tmp_path / "bad.json").write_text(json.dumps([record(2), spoilt]))
    status, out, error = run("import", str(tmp_path / "bad.json"), "--instance", str(tmp_path))
    assert (status, out) == (2, "")
    assert "bad.json, record 2: action" in error
    assert run("export", "--instance", str(tmp_path))[2].count("There is no book") == 1


def test_nothing_is_imported_into_a_deleted_score_book(run: Any, tmp_path: Path) -> None:
    """It would be erased with the book."""
    here = str(tmp_path)
    (tmp_path / "record.json").write_text(json.dumps(record()))
    assert run("import", str(tmp_path / "record.json"), "--new", "Sunday", "--instance", here)[0] == 0
    assert run("delete", "--book", "1", "--instance", here)[0] == 0
    status, out, error = run("import", str(tmp_path / "record.json"), "--book", "1", "--instance", here)
    assert (status, out, error) == (2, "", "referee: There is no score book 1.\n")


def test_backup(run: Any, tmp_path: Path) -> None:
    own, copy = tmp_path / "own", tmp_path / "copy"
    (tmp_path / "r.json").write_text(json.dumps(record()))
    run("import", str(tmp_path / "r.json"), "--instance", str(own))
    copy.mkdir()
    assert run("backup", str(copy / "book.db"), "--instance", str(own))[0] == 0
    assert run("export", "--instance", str(copy))[1] == run("export", "--instance", str(own))[1]


def test_backup_never_writes_over_the_live_book(run: Any, tmp_path: Path) -> None:
    Database(tmp_path / "book.db").close()
    before = (tmp_path / "book.db").read_bytes()
    for target in ("book.db", "book.db-wal", "."):
        status, _, error = run("backup", str(tmp_path / target), "--instance", str(tmp_path))
        assert status == 2
        assert "the referee’s own folder" in error
    assert (tmp_path / "book.db").read_bytes() == before
    assert run("backup", str(tmp_path / "nowhere" / "b.db"), "--instance", str(tmp_path))[0] == 2
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("book.db") and "-" not in file.name] == [
        "book.db"
    ]


def test_a_mistyped_folder_is_told_and_not_made(run: Any, tmp_path: Path) -> None:
    for words in (["export"], ["backup", str(tmp_path / "copy.db")]):
        status, out, error = run(*words, "--instance", str(tmp_path / "typo"))
        assert (status, out) == (2, "")
        assert "There is no book in" in error
    assert not (tmp_path / "typo").exists()


def test_the_readable_sheet_keeps_what_a_claim_missed_until_calls_are_over(run: Any) -> None:
    match = record(1) | {"rules": {"muggins": True, "season": "winter"}, "dealer": "N"}
    match["actions"] = [{"type": "trick", "cards": ["7S", "AS", "9S", "8S"]}]
    assert "to be claimed" in run("replay", "-", given=json.dumps(match))[1]
    match["actions"].append({"type": "claim", "items": {"flush": 1}})
    sheet = run("replay", "-", given=json.dumps(match))[1]
    assert "A flush is one." in sheet
    assert "Unclaimed" not in sheet
    match["actions"].append({"type": "trick", "cards": ["2D", "3D", "4D", "5D"]})
    assert "Unclaimed: a fifteen" in run("replay", "-", given=json.dumps(match))[1].replace(
        "fifteen and a", "a fifteen and a"
    )


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [9, 600_000])
def test_very_many_faults_are_told_in_one_short_line(run: Any, tmp_path: Path, count: int) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(record() | {"actions": [{"type": "no"}] * count}))
    for command in (["replay", str(file)], ["import", str(file), "--instance", str(tmp_path)]):
        status, out, error = run(*command)
        assert (status, out) == (2, "")
        assert len(error) <= 2000
        assert error.count("\n") == 1
        assert "action 1 " in error
        assert error.endswith(f"And {count - error.count('has an unknown type'):,} more fault{'s' * (count > 9)}.\n")


@pytest.mark.parametrize("word", ["x" * 5000, "\x1b[31m" * 600, "7S " * 2000])
def test_a_long_or_strange_word_is_told_in_one_short_line(run: Any, word: str) -> None:
    for command in (["score", word], ["season", word], ["replay", word], ["score", "7S", "--season", word], [word]):
        status, out, error = run(*command)
        assert (status, out) == (2, "")
        assert len(error) <= 2000
        assert error.count("\n") == 1
        assert "\x1b" not in error


@pytest.mark.parametrize(
    ("package", "told"),
    [(b"torn", "is not the package that was published: run it again"), (None, "needs access to npm")],
)
def test_an_app_for_phones_that_cannot_be_built_leaves_the_one_that_is_there(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, package: bytes | None, told: str
) -> None:
    monkeypatch.setattr("referee.cli.engine.which", lambda program: program)

    def fail(command: list[str], **rest: object) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(subprocess, "run", fail)
    edition, work = tmp_path / "own" / "engine" / "edition.json", tmp_path / "work"
    for folder in (edition.parent, work):
        folder.mkdir(parents=True)
    edition.write_text("{}")
    if package:
        (work / f"pyodide-{PYODIDE}.tgz").write_bytes(package)
    status, out, error = run("engine", "--instance", str(tmp_path / "own"), "--work", str(work))
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert told in error
    assert edition.exists()

"""Malformed logs of matches: each is refused in plain words, and changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from referee.books.check import problems
from referee.log.checksums import chained, checksum_of
from referee.log.shape import MATCH
from referee.store.log_rows import LogRows
from tests.conftest import rechain

AT = "2026-06-20T20:00:00+00:00"
TRICK = '[{"type":"trick","cards":["7S","AS","9S","8S"]}]'
NONSENSE = '[{"type":"nonsense"}]'
ADJUST = '[{"type":"adjust","side":"NS","points":%s,"reason":"x"}]'
PYTHONS = re.compile(r"Error|Traceback|NoneType|index|iterable|codec|UNIQUE|pop from|'[a-z_]+'$|dict|\bint\b")
"""Words of Python's own messages, and of the database's."""


def mended(content: str) -> str:
    """The actions of a correction, with some content beside its edits."""
    return f'[{{"edits":[]{content}}}]'


LOGS: dict[str, list[tuple[Any, ...]]] = {
    "undo without an entry": [("undo", "[]")],
    "redo without an undo": [("act", TRICK), ("redo", "[]")],
    "redo after an entry": [("act", TRICK), ("undo", "[]"), ("act", TRICK), ("redo", "[]")],
    "undo twice": [("act", TRICK), ("undo", "[]"), ("undo", "[]")],
    "undo with an action": [("act", TRICK), ("undo", TRICK)],
    "two of one key": [("act", TRICK, "k"), ("undo", "[]", "k")],
    "unknown kind": [("unheard", TRICK)],
    "no list": [("act", "{}")],
    "a number": [("act", "3")],
    "nothing": [("act", "null")],
    "numbers": [("act", "[3]")],
    "empty": [("act", "[]")],
    "empty and undone": [("act", TRICK), ("act", "[]"), ("undo", "[]")],
    "no type": [("act", "[{}]")],
    "a list as type": [("act", '[{"type":[]}]')],
    "a long number": [("act", ADJUST % ("9" * 5000))],
    "a large number": [("act", ADJUST % 10**12)],
    "no number": [("act", ADJUST % "NaN")],
    "deep": [("act", "[" * 5000 + "]" * 5000)],
    "a key twice": [("act", '[{"type":"trick","type":"trick"}]')],
    "half a character as key": [("act", TRICK, "\ud800")],
    "half a character as kind": [("\ud800", TRICK)],
    "NUL": [("act", TRICK, "\0")],
    "nonsense that is undone": [("act", TRICK), ("act", NONSENSE), ("undo", "[]")],
    "nonsense that is gone": [("act", NONSENSE), ("undo", "[]"), ("act", TRICK)],
    "a correction without content": [("mend", "[]")],
    "a correction without edits": [("mend", '[{"reason":"x"}]')],
    "a correction without a reason": [("mend", mended(""))],
    "a correction with a number as reason": [("mend", mended(',"reason":3'))],
    "a correction with a long reason": [("mend", mended(f',"reason":"{"x" * 201}"'))],
    "a correction with more": [("mend", mended(',"reason":"","more":1'))],
    "a correction to no match": [("act", TRICK), ("mend", mended(',"reason":"","setup":3')), ("undo", "[]")],
    "edits that are none": [("mend", '[{"edits":3,"reason":"x"}]')],
    "a note of no refusal": [("refused", '[{"type":"x"}]')],
    "a note of no trick": [("act", TRICK), ("refused", '[{"trick":"1","number":[]}]')],
    "an empty note": [("refused", "[]")],
}


def written(setup: str, entries: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """The rows of a log with the checksums that they would have."""
    before, found = chained("", setup), []
    for number, (kind, actions, *key) in enumerate(entries, 1):
        row = [number, kind, actions, key[0] if key else None, AT, None]
        before = checksum_of(before, *row) if "\ud800" not in f"{kind}{key}" else "0" * 32
        found.append([*row, before])
    return found


def post(client: Any, path: str, **fields: str) -> tuple[int, str]:
    token = client.get("/kept/token").get_json()["token"]
    answer = client.post(path, data=fields | {"csrf_token": token})
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_no_referee_makes_is_refused_in_words(client: Any, service: Any, sit_down: Any, name: str) -> None:
    number = sit_down(target=121, muggins=True).match_id
    match = LogRows(service.database).match(number)
    log = written(match["setup"], LOGS[name])
    setup = match["setup"].replace("Ann", "Zoe")
    begun = {key: match[key] for key in MATCH if key in match} | {"key": "k", "setup": setup}
    begun |= {"entries": (rows := written(setup, LOGS[name])), "checksum": rows[-1][-1]}
    for path, field, data in (
        (f"/kept/matches/{number}/log", "log", log),
        ("/kept/books/1/matches", "match", begun),
    ):
        status, told = post(client, path, **{field: json.dumps(data)})
        assert status == 422, told
        assert not PYTHONS.search(told), told
    assert service.version(number) == 0
    assert service.database.numbers() == [number]
    assert list(problems(service.database)) == []


@pytest.mark.parametrize(
    "gone",
    [
        [("act", TRICK), ("act", TRICK), ("undo", "[]")],
        [("act", TRICK), ("act", TRICK), ("undo", "[]"), ("undo", "[]"), ("act", TRICK), ("undo", "[]")],
        [
            ("act", TRICK),
            ("mend", '[{"edits":[{"first":9,"last":9,"actions":null}],"reason":""}]'),
            ("undo", "[]"),
            ("undo", "[]"),
            ("act", TRICK),
        ],
    ],
)
def test_the_log_shows_what_the_rules_forbade_if_it_is_undone(
    client: Any, service: Any, sit_down: Any, gone: list[tuple[Any, ...]]
) -> None:
    """As rules may be stricter one day than they were when it was entered."""
    number = sit_down(target=121).match_id
    log = written(LogRows(service.database).match(number)["setup"], gone)
    assert post(client, f"/kept/matches/{number}/log", log=json.dumps(log))[0] == 200
    for path in ("", "log", "sheet", "watch", "wrong"):
        assert client.get(f"/matches/{number}/{path}").status_code == 200, path
    assert client.get("/books/1/").status_code == 200


@pytest.mark.parametrize("name", ["undo with an action", "empty and undone", "nonsense that is undone"])
def test_check_names_such_an_entry_in_a_database(service: Any, sit_down: Any, name: str) -> None:
    database, number = service.database, sit_down(target=121).match_id
    with database.writing():
        LogRows(database).add_entries(number, written(LogRows(database).match(number)["setup"], LOGS[name]))
        rechain(database)
    service.clear_cache()
    assert any(line.startswith(f"match {number}") and not PYTHONS.search(line) for line in problems(database))

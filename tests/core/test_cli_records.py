"""Records on the command line: the files that are exported, imported, replayed and checked, of every game."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.core.samples import SAMPLES
from tests.core.test_cli import run as run  # A fixture.


@pytest.fixture
def own(run: Any, tmp_path: Path) -> Path:
    """An instance with a match of each game, and the file they are from."""
    (tmp_path / "all.json").write_text(json.dumps([sample.play(1) for sample in SAMPLES.values()]))
    assert run("import", str(tmp_path / "all.json"), "--instance", str(tmp_path / "own"))[0] == 0
    return tmp_path / "own"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("export 1 --book 1", "Name either a match or --book NUMBER."),
        ("export 1 --csv --book 1", "Name either a match or --book NUMBER."),
        ("export --game hearts", "--game goes with --csv of several matches."),
        ("export --book 1 --game hearts", "--game goes with --csv of several matches."),
        ("export 1 --csv --game hearts", "--game goes with --csv of several matches."),
        ("export --csv --game whist", "invalid choice: 'whist'"),
        ("export --logs", "--logs needs --book NUMBER"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(run: Any, own: Path, words: str, said: str) -> None:
    status, out, error = run(*words.split(), "--instance", str(own))
    assert (status, out) == (2, "")
    assert said in error


def test_a_file_without_a_match_is_told(run: Any, own: Path, tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("[]")
    assert run("import", str(tmp_path / "none.json"), "--instance", str(own)) == (0, "There is no match in it.\n", "")

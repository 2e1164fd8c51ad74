"""The standard streams of commands: closed ones, a full disk, a reader that leaves, Ctrl-C."""

import io
import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import cast

import pytest

from referee.cli.output import answer_lines

BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
REFEREE = f"{sys.executable} -m referee"
TRICK = '{"cards": ["7S", "AS", "9S", "8S"]}'


def run(line: str) -> tuple[int, str, str]:
    done = subprocess.run(["bash", "-c", line], env=BUFFERED, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.quick(1)
@pytest.mark.quick(2)
@pytest.mark.parametrize("words", ["season 2026-11-21", "--version", "--help", f"score --json - <<< '{TRICK}'"])
def test_an_answer_that_cannot_be_written_is_one_clear_line(words: str) -> None:
    assert run(f"{REFEREE} {words} > /dev/full") == (2, "", "referee: No space left on device\n")


@pytest.mark.quick(1)
@pytest.mark.quick(2)
@pytest.mark.parametrize("words", ["season 2026-11-21", "--help", f"score --json - <<< '{TRICK}'"])
def test_a_reader_may_leave_before_the_answer(words: str) -> None:
    assert run(f"{REFEREE} {words} | exec true; echo ${{PIPESTATUS[0]}}") == (0, "0\n", "")


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("line", "status", "error"),
    [
        ("season 2026-11-21 >&-", 0, ""),
        ("season tomorrow 2>&-", 2, ""),
        ("score --json - <&-", 0, ""),
        ("replay - <&-", 2, "referee: This is not JSON: see line 1, column 1.\n"),
        ("replay - <&- >&- 2>&-", 2, ""),
    ],
)
def test_a_closed_stream_is_as_if_it_were_empty(line: str, status: int, error: str) -> None:
    assert run(f"{REFEREE} {line}") == (status, "", error)


def test_ctrl_c_ends_a_command_without_a_word(request: pytest.FixtureRequest) -> None:
    # A shell lets what it starts in the background ignore the signal, and so would the command.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(partial(signal.signal, signal.SIGINT, before))
    command = [*REFEREE.split(), "score", "--json", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=BUFFERED) as peer:
        assert peer.stdin
        assert peer.stdout
        peer.stdin.write(TRICK + "\n")
        peer.stdin.flush()
        assert "East" in peer.stdout.readline()  # It has begun.
        peer.send_signal(signal.SIGINT)
        assert (peer.wait(20), peer.stderr and peer.stderr.read()) == (130, "")


@pytest.mark.quick(2)
@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_a_stream_is_read_in_whole_lines_wherever_it_is_cut(size: int) -> None:
    class Pieces:
        def __init__(self) -> None:
            text = b'1\n\n"ab\xc3\xbc"\n\n\n33\r\n4'
            self.left = [text[at : at + size] for at in range(0, len(text), size)]

        def read1(self, most: int) -> bytes:
            return self.left.pop(0) if self.left else b""

    out = io.StringIO()
    source = cast(io.BufferedReader, Pieces())
    assert answer_lines(source, out, lambda line: {"read": line.decode()}) == 0
    seen = [json.loads(line)["read"] for line in out.getvalue().splitlines()]
    assert seen == ["1", "", '"abü"', "", "", "33\r", "4"]


def test_a_line_without_an_end_is_read_in_time() -> None:
    """The time grows with its length, not with the square."""
    pieces = [b"x" * 1000] * 30_000
    source = SimpleNamespace(read1=lambda most: pieces.pop() if pieces else b"")
    out, began = io.StringIO(), process_time()
    answer_lines(cast(io.BufferedReader, source), out, lambda line: {"length": len(line)})
    assert out.getvalue() == '{"length": 30000000}\n'
    assert process_time() - began < 5

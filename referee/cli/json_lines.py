"""Answers to JSON lines: one object in, one object out, in the same order, streaming."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from io import BufferedReader
from typing import IO, Any, cast

from referee.faults import Fault, RefusedError

BAD_LINES = 2
"""The exit status if a line of input was refused."""
_encode = json.JSONEncoder(ensure_ascii=False).encode


def answer_input(options: argparse.Namespace, answer: Callable[[bytes], dict[str, Any]]) -> int:
    """Answer each line of the standard input; returns the exit status. Raises RefusedError without `--json`."""
    if not options.json:
        raise RefusedError(Fault("usage", "- reads JSON lines: add --json."))
    return BAD_LINES if answer_lines(cast(BufferedReader, sys.stdin.buffer), sys.stdout, answer) else 0


def answer_lines(source: BufferedReader, target: IO[str], answer: Callable[[bytes], dict[str, Any]]) -> int:
    """Write the `answer` to each line, in order; an error object for a line that it refuses.

    Returns the number of refused lines. Output is flushed after every batch of available lines, so a peer may wait
    for each answer.
    """
    number = bad = 0
    for lines in _batches(source):
        answers = []
        for line in lines:
            number += 1
            try:
                reply = answer(line)
            except RefusedError as refused:
                reply = {"error": str(refused), "line": number}
                bad += 1
            answers.append(_encode(reply) + "\n")
        target.write("".join(answers))
        target.flush()
    return bad


def _batches(source: BufferedReader) -> Iterator[list[bytes]]:
    """Batches of the lines that are available, until the end of the input."""
    rest = b""
    while chunk := source.read1(1 << 16):
        *whole, rest = (rest + chunk).split(b"\n")
        yield whole
    if rest:
        yield [rest]

"""Input and output of commands, JSON lines too. Files are written atomically, never over the database or its key."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, cast

from referee.faults import Fault, RefusedError
from referee.store.damage import JOURNALS

BAD_LINES = 2
"""The exit status if a line of input was refused."""
_encode = json.JSONEncoder(ensure_ascii=False).encode


def writable(file: Path, instance: Path, makes_folder: bool = False) -> Path:
    """The resolved path of a file to write.

    Raises RefusedError if it is in the instance folder, is not a regular file, or is a database in use; or if its
    folder is missing, unless the caller makes it.
    """
    try:
        target = file.resolve()
    except RuntimeError as error:  # A cycle of symbolic links.
        raise RefusedError(Fault("not-a-file", f"{file} is a broken link: name another file.")) from error
    if instance.exists() and any(
        folder.exists() and folder.samefile(instance) for folder in (target, *target.parents)
    ):
        text = f"{file} is inside {instance}, the referee’s own folder: choose a file elsewhere."
        raise RefusedError(Fault("instance-folder", text))
    if target.is_dir():
        raise RefusedError(Fault("not-a-file", f"{file} is a folder: name the file to write."))
    if not makes_folder and not target.parent.is_dir():
        raise RefusedError(Fault("no-folder", f"{file} cannot be written: there is no folder {target.parent}."))
    if target.exists() and not target.is_file():
        raise RefusedError(Fault("not-a-file", f"{file} is not a regular file: name another one."))
    journals = (target.with_name(target.name + end) for end in JOURNALS if end != "-shm")
    if any(journal.exists() and journal.stat().st_size for journal in journals):
        # SQLite would apply the journal of the old file to the new one.
        raise RefusedError(Fault("in-use", f"{file} is a database with a journal beside it: name another file."))
    return target


def write_whole(file: Path, pieces: Iterable[str]) -> None:
    """Write a text file atomically, and sync it to the disk."""
    with NamedTemporaryFile("w", encoding="utf-8", newline="", dir=file.parent, delete=False) as part:
        try:
            part.writelines(pieces)
            part.flush()
            os.fsync(part.fileno())
            os.replace(part.name, file)
        except BaseException:
            os.unlink(part.name)
            raise


def whole(file: str) -> bytes:
    """The content of a file; `-` is standard input. Raises OSError."""
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def whole_number(text: str) -> int:
    """The value of an option that is a whole number, in plain digits. Raises argparse.ArgumentTypeError."""
    if not re.fullmatch("-?[0-9]{1,4000}", text):  # Python reads no more digits.
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def in_either_case(*words: str) -> Callable[[str], str]:
    """A reader for an option with these words, which it accepts in capitals or small letters."""
    known = {word.lower(): word for word in words}
    return lambda text: known.get(text.lower(), text) if text.isascii() else text


def print_answer(answer: str | dict[str, Any]) -> None:
    """Print a text, or an object as a line of JSON."""
    sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False) + "\n")


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
    rest = list[bytes]()  # The parts of a line whose end has not come yet.
    while chunk := source.read1(1 << 16):
        first, *others = chunk.split(b"\n")
        rest.append(first)
        if others:
            yield [b"".join(rest), *others[:-1]]
            rest = others[-1:]
    if last := b"".join(rest):
        yield [last]

"""What commands read and write. A file is never written over the database or its key, and whole or not at all."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from referee.faults import Fault, RefusedError
from referee.store.damage import JOURNALS


def writable(file: Path, instance: Path) -> Path:
    """Where a file is to be written.

    Raises RefusedError if that is in the instance folder, or if there is something that is no plain file, or a
    database in use.
    """
    try:
        target = file.resolve()
    except RuntimeError as error:  # Links that lead round in a circle.
        raise RefusedError(Fault("not-a-file", f"{file} leads nowhere: name another file.")) from error
    if any(folder.exists() and folder.samefile(instance) for folder in (target, *target.parents)):
        text = f"{file} lies in {instance}, where the referee keeps its book: name a file elsewhere."
        raise RefusedError(Fault("instance-folder", text))
    if target.is_dir():
        raise RefusedError(Fault("not-a-file", f"{file} is a folder: name the file to write."))
    if target.exists() and not target.is_file():
        raise RefusedError(Fault("not-a-file", f"{file} is no plain file: name another one."))
    journals = (target.with_name(target.name + end) for end in JOURNALS if end != "-shm")
    if any(journal.exists() and journal.stat().st_size for journal in journals):
        # Whoever opened it next would have the journal of what was there before written into it.
        raise RefusedError(Fault("in-use", f"{file} is a database with a journal beside it: name another file."))
    return target


def write_whole(file: Path, pieces: Iterable[str]) -> None:
    """Write a text file; what was there stays until the new one is whole and on the disk."""
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
    """All that a file holds; `-` is standard input. Raises OSError."""
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def print_answer(answer: str | dict[str, Any]) -> None:
    """Print a text, or an object as a line of JSON."""
    sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False) + "\n")

"""The command line: the server, records, maintenance of the database, and each game's own commands."""

import io
import os
import sqlite3
import sys

from referee.cli.parser import BAD_INPUT, one_line, parser
from referee.faults import DamagedError, NotThereError, RefusedError


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status: 0, or 2 for bad input, with one line on standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = parser().parse_args(argv)
    try:
        return int(options.run(options) or 0)
    except RefusedError as refused:
        return _bad(str(refused))
    except (NotThereError, DamagedError) as error:
        return _bad(str(error))
    except BrokenPipeError:
        # The reader has closed the pipe: discard what is still buffered.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _bad(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return _bad(f"the book cannot be used: {error}")


def _bad(text: str) -> int:
    sys.stderr.write(one_line(f"referee: {text}"))
    return BAD_INPUT

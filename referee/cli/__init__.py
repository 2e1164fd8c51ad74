"""The command line: the server, records, maintenance of the database, and each game's own commands."""

import io
import os
import sqlite3
import sys

from referee.cli.parser import BAD_INPUT, one_line, parser
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.store.damage import why_unusable

STOPPED = 130
"""The exit status after Ctrl-C, as shells expect it."""


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status: 0, or 2 for bad input, with one line on standard error."""
    _prepare_streams()
    try:
        try:
            options = parser().parse_args(argv)
            return int(options.run(options) or 0)
        finally:
            _flush()
    except RefusedError as refused:
        return _bad(str(refused))
    except (NotThereError, DamagedError) as error:
        return _bad(str(error))
    except BrokenPipeError:
        return 0  # The reader has closed the pipe.
    except KeyboardInterrupt:
        return STOPPED
    except OSError as error:
        return _bad(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return _bad(why_unusable(error))


def _prepare_streams() -> None:
    """Make the standard streams UTF-8, and replace those that the shell has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
        elif stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8", errors="replace"))


def _flush() -> None:
    """Write what is buffered for standard output; if that fails, discard it, or the exit would try again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _bad(text: str) -> int:
    sys.stderr.write(one_line(f"referee: {text}"))
    return BAD_INPUT

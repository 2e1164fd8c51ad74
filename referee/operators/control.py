"""The control socket: commands send orders to the running server, which alone writes its book.

The socket is a file in the instance folder that only its owner may open. An order is a line of JSON, and so is its
answer.
"""

import json
import logging
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.store.damage import why_unusable

NAME = "control"
TIMEOUT = 600.0
"""Seconds that a command waits: rewriting a large score book takes a while."""
LONGEST = 64 * 1024
OWN_FILES = Path("/proc/self/fd")
log = logging.getLogger("referee")
CarryOut = Callable[[str, Mapping[str, Any]], dict[str, Any]]


@contextmanager
def _address(folder: Path) -> Iterator[str]:
    """The address of the socket; through the open folder if its path would be too long for a socket."""
    if not OWN_FILES.exists():
        yield str(folder / NAME)
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield str(OWN_FILES / str(descriptor) / NAME)
    finally:
        os.close(descriptor)


def take_orders(held: ExitStack, folder: Path, carry_out: CarryOut) -> None:
    """Take orders as long as the stack is open. On systems without such sockets, commands report that."""
    try:
        listener = _listening(folder)
    except (AttributeError, OSError) as error:
        log.warning("Commands cannot reach this server: %s", error)
        return
    held.callback((folder / NAME).unlink, missing_ok=True)
    held.callback(listener.close)
    held.callback(_wake, listener)
    Thread(target=_take, args=(listener, carry_out), name="referee-control", daemon=True).start()


def _listening(folder: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        (folder / NAME).unlink(missing_ok=True)
        with _address(folder) as address:
            listener.bind(address)
        (folder / NAME).chmod(0o600)
        listener.listen(4)
    except OSError:
        listener.close()
        raise
    return listener


def _wake(listener: socket.socket) -> None:
    """End `accept`, which closing alone does not."""
    with suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)


def _take(listener: socket.socket, carry_out: CarryOut) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection, suppress(OSError, ValueError):  # The command went away, or it was not a command.
            connection.settimeout(TIMEOUT)
            with connection.makefile("rb") as lines:
                order = json.loads(lines.readline(LONGEST))
            connection.sendall(json.dumps(_answered(order, carry_out)).encode() + b"\n")


def _answered(order: Any, carry_out: CarryOut) -> dict[str, Any]:
    if not isinstance(order, dict) or order.keys() != {"order", "given"}:
        return {"refused": "that is not an order"}
    try:
        return {"done": carry_out(order["order"], order["given"])}
    except (RefusedError, NotThereError, DamagedError) as error:
        return {"refused": str(error)}
    except (sqlite3.Error, OSError) as error:
        return {"refused": why_unusable(error)}
    except Exception:
        log.exception("An order failed")
        return {"refused": "something went wrong: see the log of the server"}


def give_order(folder: Path, order: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Send an order to the server of an instance folder; returns its answer. Raises RefusedError."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(TIMEOUT)
            with _address(folder) as address:
                connection.connect(address)
            connection.sendall(json.dumps({"order": order, "given": dict(given)}).encode() + b"\n")
            with connection.makefile("rb") as lines:
                answer = json.loads(lines.readline())
    except (AttributeError, OSError, ValueError) as error:
        text = f"A referee is running on {folder}, or a command is using it, and takes no orders: stop it first."
        raise RefusedError(Fault("no-control", text)) from error
    if "refused" in answer:
        raise RefusedError(Fault("refused", answer["refused"]))
    done: dict[str, Any] = answer["done"]
    return done

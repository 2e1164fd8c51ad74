"""Timeouts of a request's head, its body, its answer and its wait for a thread, on a server within this process."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.server import bodies, gateway, protocol
from referee.server.gateway import Gateway
from referee.server.serve import listen
from tests.core.test_gateway import no_news, returning

PATIENCE = 20
HEAD = b"Host: 127.0.0.1\r\n"
WHOLE = b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n"


def hello(environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


@contextmanager
def served(app: Callable[..., Any], most: int = 100, most_of_one: int = 100) -> Iterator[int]:
    """A server with an app; its port."""
    listener = listen("127.0.0.1", 0)
    gate = Gateway(app, lambda mark: (0, set()), no_news, returning(100))
    config = uvicorn.Config(
        gate, http=protocol.protocol(most, most_of_one), ws="none", lifespan="on", log_config=None,
        timeout_keep_alive=PATIENCE, timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        yield connection


def answer(connection: socket.socket) -> bytes:
    """One answer of the app."""
    heard = b""
    while not heard.endswith(b"hello"):
        part = connection.recv(1000)
        assert part, heard
        heard += part
    return heard


def rest(connection: socket.socket) -> bytes:
    """Everything until the other end hangs up; a timeout if it does not."""
    heard = b""
    while True:
        try:
            part = connection.recv(1000)
        except ConnectionError:
            return heard
        if not part:
            return heard
        heard += part


@pytest.mark.parametrize("before", [0, 1, 2])
def test_half_a_head_is_not_held_for_ever_on_a_kept_connection_either(before: int, monkeypatch: Any) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT", 0.3)
    with served(hello) as port, connected(port) as connection:
        for _ in range(before):
            connection.sendall(WHOLE)
            answer(connection)
        connection.sendall(b"GET / HTTP/1.1\r\nX-More: ")
        assert rest(connection) == b""


def test_a_head_that_comes_in_drops_has_no_more_time(monkeypatch: Any) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT", 0.3)
    with served(hello) as port, connected(port) as connection:
        connection.sendall(WHOLE)
        answer(connection)
        connection.sendall(b"GET / HTTP/1.1\r\nX-More: ")
        listening = threading.Thread(target=rest, args=[connection])
        listening.start()
        for _ in range(PATIENCE * 20):
            listening.join(0.05)
            if not listening.is_alive():
                break
            with suppress(OSError):
                connection.sendall(b"x")
        assert not listening.is_alive()


def test_a_connection_that_is_used_stays(monkeypatch: Any) -> None:
    """Each head has its own time: one after the other may take longer together."""
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT", 1.0)
    with served(hello) as port, connected(port) as connection:
        began = time.monotonic()
        while time.monotonic() - began < 1.5:
            connection.sendall(WHOLE)
            assert b"200 OK" in answer(connection)


def test_a_body_that_does_not_come_is_told_so_and_ends_the_connection(monkeypatch: Any) -> None:
    monkeypatch.setattr(bodies, "BODY_TIMEOUT", 0.3)
    with served(hello) as port, connected(port) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\n\r\nhello")
        answer(connection)
        connection.sendall(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 50\r\n\r\nnot all of it")
        told = rest(connection)
        assert b"408 Request Timeout" in told
        assert b"was discarded. Send it again." in told


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(monkeypatch: Any) -> None:
    monkeypatch.setattr(protocol, "SEND_TIMEOUT", 0.3)

    def large(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Length", f"{2**25}")])
        return [bytes(2**25)]

    lost, connection_lost = threading.Event(), protocol.LimitedProtocol.connection_lost

    def lose(self: Any, reason: Exception | None) -> None:
        connection_lost(self, reason)
        lost.set()

    monkeypatch.setattr(protocol.LimitedProtocol, "connection_lost", lose)
    with served(large) as port, connected(port) as connection:
        connection.sendall(WHOLE)
        assert lost.wait(PATIENCE)
        assert len(rest(connection)) < 2**25


def test_of_a_body_in_chunks_next_to_nothing_is_read(monkeypatch: Any) -> None:
    """A million chunks of a byte each would take seconds to take apart, in which nobody else is answered."""
    taken_apart: list[int] = []
    take_apart = H11Protocol.data_received

    def counting(self: H11Protocol, data: bytes) -> None:
        taken_apart.append(len(data))
        take_apart(self, data)

    monkeypatch.setattr(H11Protocol, "data_received", counting)
    with served(hello) as port, connected(port) as connection:
        with suppress(OSError):
            connection.sendall(b"POST / HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
            for _ in range(100):
                connection.sendall(b"1\r\nx\r\n" * 2_000)
        rest(connection)
    assert max(taken_apart) <= protocol.PIECE
    assert sum(taken_apart) <= 4 * protocol.PIECE


@pytest.mark.parametrize(
    "said",
    [
        b"POST / HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"x" * 500_000,
        b"nonsense\r\n\r\n" * 1000,
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: many\r\n\r\n",
    ],
)
def test_what_is_no_http_is_answered_and_not_logged(said: bytes, caplog: Any) -> None:
    with served(hello) as port:
        with connected(port) as client:
            with suppress(OSError):  # It may be closed while this is sent.
                client.sendall(said)
            with suppress(OSError):
                assert not (answer := client.recv(100)) or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 200"))
        with connected(port) as client:
            client.sendall(WHOLE)
            assert b"200 OK" in client.recv(1000)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_server_that_ends_does_not_wait_for_half_a_post(monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setattr(protocol, "BODY_AT_THE_END", 0.1)
    with served(hello) as port, connected(port) as half:
        half.sendall(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 500\r\n\r\nab=")
        with connected(port) as client:  # So that the first has been read.
            client.sendall(WHOLE)
            assert b"200 OK" in client.recv(1000)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_request_that_waited_too_long_for_its_turn_is_told_to_come_again(monkeypatch: Any) -> None:
    monkeypatch.setattr(gateway, "QUEUE_TIMEOUT", -1)
    with served(lambda *_: pytest.fail("the app was asked")) as port, connected(port) as connection:
        connection.sendall(WHOLE)
        told = rest(connection)
        assert b"503 Service Unavailable" in told
        assert b"retry-after: 5" in told.lower()


def test_nobody_who_looks_waits_for_those_who_write() -> None:
    """All threads that write are busy, as behind a database that another program has locked."""
    release, busy = threading.Event(), threading.Semaphore(0)

    def app(environ: Any, start_response: Any) -> Any:
        if environ["REQUEST_METHOD"] == "POST":
            busy.release()
            release.wait(PATIENCE)
        return hello(environ, start_response)

    with served(app) as port, ExitStack() as opened:
        writers = [opened.enter_context(connected(port)) for _ in range(gateway.WRITERS + 3)]
        for writer in writers:
            writer.sendall(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 0\r\n\r\n")
        for _ in range(gateway.WRITERS):
            assert busy.acquire(timeout=PATIENCE)
        with connected(port) as connection:
            connection.sendall(WHOLE)
            assert b"200 OK" in answer(connection)
        release.set()
        for writer in writers:
            assert b"200 OK" in answer(writer)


@pytest.mark.parametrize(("visitor", "most", "most_of_one", "taken"), [("", 3, 1, 3), ("192.0.2.1", 9, 2, 2)])
def test_so_many_connections_are_open_in_all_and_from_one_address(
    monkeypatch: pytest.MonkeyPatch, visitor: str, most: int, most_of_one: int, taken: int
) -> None:
    """This machine itself, such as a proxy, has no limit of its own. One that ends makes room for another."""
    monkeypatch.setattr(protocol, "visitor_at", lambda address: visitor)
    with served(hello, most, most_of_one) as port, ExitStack() as open_ones:

        def answered() -> bool:
            wire = open_ones.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
            with suppress(ConnectionError):
                wire.sendall(WHOLE)
                return wire.recv(1000).startswith(b"HTTP/1.1 200")
            return False

        assert [answered() for _ in range(taken + 1)] == [True] * taken + [False]
        open_ones.close()
        deadline = time.monotonic() + PATIENCE
        while not answered():
            assert time.monotonic() < deadline

"""Responses: compressed if the client accepts it, unchanged when unpacked; static files cached for ever."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest

from tests.conftest import BOOK

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def static(app: Any, name: str) -> str:
    return f"{app.static_url_path}/{name}"


def without_token(page: bytes) -> bytes:
    """A page without its token, which has the second in which it was made."""
    return re.sub(rb'name="csrf" content="[^"]*"', b"", page)


def test_a_page_is_packed_and_says_the_same(client: Any) -> None:
    plain, packed = client.get("/rules"), client.get("/rules", buffered=True, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert without_token(gzip.decompress(packed.data)) == without_token(plain.data)
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br", "nonsense;;q=x"])
def test_who_does_not_take_it_gets_it_plain(client: Any, accepted: str) -> None:
    answer = client.get("/rules", buffered=True, headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.data.startswith(b"<!doctype html>")


def test_the_length_of_a_packed_page_does_not_tell_what_is_in_it(client: Any) -> None:
    answers = [client.get("/rules", buffered=True, headers=GZIP).data for _ in range(40)]
    bare = {without_token(gzip.decompress(answer)) for answer in answers}
    assert len(bare) == 1
    assert len({len(answer) for answer in answers}) > 5


def test_static_files_are_packed_named_by_what_is_in_them_and_kept_for_ever(app: Any, client: Any) -> None:
    plain, packed = (
        client.get(static(app, "core/style.css"), buffered=True, headers=headers) for headers in ({}, GZIP)
    )
    assert gzip.decompress(packed.data) == plain.data
    assert packed.data == client.get(static(app, "core/style.css"), buffered=True, headers=GZIP).data
    assert packed.cache_control.max_age >= 365 * 24 * 3600
    assert client.get("/static/0000000000/core/style.css").status_code == 404
    again = client.get(
        static(app, "core/style.css"), buffered=True, headers=GZIP | {"If-None-Match": packed.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    part = client.get(static(app, "core/style.css"), buffered=True, headers=GZIP | {"Range": "bytes=0-9"})
    assert (part.status_code, part.data) == (206, plain.data[:10])
    assert "Content-Encoding" not in client.get(static(app, "core/icon-192.png"), buffered=True, headers=GZIP).headers


def test_a_head_has_the_heads_of_the_answer(app: Any, client: Any) -> None:
    for path in ("/dispute", static(app, "havilering/table.js")):
        answer, head = client.get(path, buffered=True, headers=GZIP), client.head(path, buffered=True, headers=GZIP)
        assert head.data == b""
        assert head.headers["Content-Encoding"] == answer.headers["Content-Encoding"] == "gzip"


def test_lines_and_files_that_are_sent_piece_by_piece_are_left_alone(client: Any, sit_down: Any) -> None:
    player = sit_down()
    for path in (f"/matches/{player.match_id}/line", f"/books/{BOOK}/tricks.csv", f"/books/{BOOK}/book.json"):
        assert "Content-Encoding" not in client.get(path, buffered=True, headers=GZIP).headers, path

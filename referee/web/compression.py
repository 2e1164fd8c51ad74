"""Compression: text responses are gzipped if the client accepts it; static files are compressed once."""

import secrets
import zlib
from functools import lru_cache

from flask import Flask, Response, request

TEXTS = {"text/html", "text/css", "text/javascript", "text/csv", "application/json", "application/manifest+json",
         "image/svg+xml"}  # fmt: skip
FILES = ("static", "matches.service_worker")
SMALLEST = 200
"""Responses with fewer bytes are not compressed."""
FAST, BEST = 6, 9
GZIP = 16 + zlib.MAX_WBITS
NOISE = 64
"""The length of a compressed page varies randomly by up to this number of bytes, against BREACH."""


def register(app: Flask) -> None:
    """Compress the app's responses. Must be registered before anything else that changes responses."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    is_file = request.endpoint in FILES
    if response.mimetype not in TEXTS or (response.is_streamed and not is_file):
        return response
    if response.status_code in (204, 206, 304) or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    whole = response.get_data()
    if len(whole) < SMALLEST:
        return response
    response.set_data(_packed_file(whole) if is_file else _packed(whole, FAST, secrets.randbelow(NOISE)))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)  # Ranges refer to the uncompressed file.
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)  # Equivalent content, but not the same bytes.
    return response


def _packed(whole: bytes, level: int, noise: int = 0) -> bytes:
    # The noise becomes the file name in the gzip header (RFC 1952), marked by its fourth byte; decoders ignore it.
    packed = zlib.compress(whole, level, GZIP)
    return b"".join((packed[:3], b"\x08", packed[4:10], b"-" * noise, b"\0", packed[10:]))


@lru_cache(maxsize=200)
def _packed_file(whole: bytes) -> bytes:
    return _packed(whole, BEST)

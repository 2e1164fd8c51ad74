"""Answers packed for the wire: texts go gzipped to whoever takes that, static files packed once for all."""

import re
import secrets
import struct
import zlib
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

TEXTS = {"text/html", "text/css", "text/javascript", "text/csv", "application/json", "application/manifest+json",
         "image/svg+xml"}  # fmt: skip
FILES = ("static", "matches.service_worker")
SMALLEST = 500
"""Bytes below which packing saves nothing."""
FAST, BEST = 4, 9
NOISE = 64
"""The length of a packed page varies by up to so many bytes, so that it does not tell what is in it (BREACH)."""


def register(app: Flask) -> None:
    """Let the app pack what it answers. To be called before anything else that changes answers."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    is_file = request.endpoint in FILES
    if response.mimetype not in TEXTS or (response.is_streamed and not is_file):
        return response
    if response.status_code in (204, 206, 304) or not _takes_gzip(request.headers.get("Accept-Encoding", "")):
        return response
    response.direct_passthrough = False
    whole = response.get_data()
    if len(whole) < SMALLEST:
        return response
    response.set_data(
        _packed_file(whole, response.mimetype) if is_file else _packed(whole, FAST, secrets.randbelow(NOISE))
    )
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)  # Parts are parts of what is not packed.
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)  # The same file, but not byte for byte.
    return response


@lru_cache(maxsize=200)
def _takes_gzip(accepted: str) -> bool:
    return bool(parse_accept_header(accepted, Accept)["gzip"])


_GZIP_HEAD = b"\x1f\x8b\x08\x08" + bytes(5) + b"\xff"
"""Deflated, with the name of a file, of no time and no known system (RFC 1952)."""


def _packed(whole: bytes, level: int, noise: int = 0) -> bytes:
    # The name of a file is room for noise: it stands in the gzip's head, and nobody reads it.
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(whole) + packer.flush()
    end = struct.pack("<LL", zlib.crc32(whole), len(whole) % 2**32)
    return b"".join((_GZIP_HEAD, b"-" * noise, b"\0", packed, end))


_COMMENTS = {
    "text/javascript": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
    "text/css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
"""Lines of comment are for whoever reads the source; a seventh of what a phone would wait for."""


@lru_cache(maxsize=200)
def _packed_file(whole: bytes, mimetype: str) -> bytes:
    comments = _COMMENTS.get(mimetype)
    return _packed(comments.sub(b"", whole) if comments else whole, BEST)

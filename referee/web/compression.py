"""Answers packed for the wire: texts go gzipped to whoever takes that, static files packed once for all."""

import gzip
import io
import re
import secrets
from functools import lru_cache

from flask import Flask, Response, request

TEXTS = {"text/html", "text/css", "text/javascript", "text/csv", "application/json", "application/manifest+json",
         "image/svg+xml"}  # fmt: skip
FILES = ("static", "matches.service_worker")
SMALLEST = 500
"""Bytes below which packing saves nothing."""
FAST, BEST = 5, 9
NOISE = 64
"""The length of a packed page varies by up to so many bytes, so that it does not tell what is in it (BREACH)."""


def register(app: Flask) -> None:
    """Let the app pack what it answers. To be called before anything else that changes answers."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    is_file = request.endpoint in FILES
    if response.mimetype not in TEXTS or (response.is_streamed and not is_file):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code in (204, 206, 304) or not request.accept_encodings["gzip"]:
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


def _packed(whole: bytes, level: int, noise: int = 0) -> bytes:
    # The name of a file is room for noise: it stands in the gzip's head, and nobody reads it.
    packed = io.BytesIO()
    with gzip.GzipFile("-" * noise, "wb", level, packed, mtime=0) as file:
        file.write(whole)
    return packed.getvalue()


_COMMENTS = {
    "text/javascript": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
    "text/css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
"""Lines of comment are for whoever reads the source; a seventh of what a phone would wait for."""


@lru_cache(maxsize=200)
def _packed_file(whole: bytes, mimetype: str) -> bytes:
    comments = _COMMENTS.get(mimetype)
    return _packed(comments.sub(b"", whole) if comments else whole, BEST)

"""Test for requests that want fragments instead of a whole page. The only module that uses flask-htmx."""

from flask import Flask
from flask_htmx import HTMX

_htmx = HTMX()


def register(app: Flask) -> None:
    """Register flask-htmx."""
    _htmx.init_app(app)


def wants_fragments() -> bool:
    """Return True if the request comes from an open page that will be patched."""
    return bool(_htmx) and not _htmx.boosted and not _htmx.history_restore_request

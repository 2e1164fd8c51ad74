"""Whether a page wants fragments of itself, or a whole page. Nothing else knows of flask-htmx."""

from flask import Flask
from flask_htmx import HTMX

_htmx = HTMX()


def register(app: Flask) -> None:
    """Have the app look at the headers that htmx sends."""
    _htmx.init_app(app)


def wants_fragments() -> bool:
    """The request comes from the table's own page, which wants to be patched."""
    return bool(_htmx) and not _htmx.boosted and not _htmx.history_restore_request

"""Loaded before servers are forked: every module that a server needs, and its compiled templates."""

import tempfile
from contextlib import closing
from pathlib import Path

import uvicorn.lifespan.on
import uvicorn.loops.auto

import referee.server.serve
from referee.web import create_app
from tests import routing

__all__ = ["referee", "uvicorn"]

routing.install()
with tempfile.TemporaryDirectory() as folder:
    app = create_app(Path(folder))
    with closing(app.extensions["service"]):
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)

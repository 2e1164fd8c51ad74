"""`python -m tests.styleguide`: serve the page of all components on this machine."""

from __future__ import annotations

import tempfile
from pathlib import Path

from werkzeug.serving import run_simple

from referee.web import create_app
from tests.styleguide.page import add

PORT = 8021

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        add(app)
        print(f"http://127.0.0.1:{PORT}/styleguide")
        run_simple("127.0.0.1", PORT, app)

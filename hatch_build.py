"""Adds to a wheel the app for phones, if `make dist` has built it, and the commit that it is built from."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Additions(BuildHookInterface):
    """The build hook of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include them as package data."""
        engine = Path(self.root, "build", "dist", "engine")
        if engine.is_dir():
            build_data["force_include"][str(engine)] = "referee/web/engine"
        release = runpy.run_path(str(Path(self.root, "referee", "release.py")))
        commit = release["commit_of"](Path(self.root))
        if commit and version != "editable":
            note = Path(self.root, "build", release["NOTED"])
            note.parent.mkdir(exist_ok=True)
            note.write_text(commit)
            build_data["force_include"][str(note)] = f"referee/{release['NOTED']}"

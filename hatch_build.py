"""Adds the app for phones to a wheel, if `make dist` has built it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Engine(BuildHookInterface):
    """The build hook of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the folder as package data."""
        engine = Path(self.root, "build", "dist", "engine")
        if engine.is_dir():
            build_data["force_include"][str(engine)] = "referee/web/engine"

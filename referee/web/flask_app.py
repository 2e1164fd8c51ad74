"""A Flask class without per-request work that this app does not need."""

from collections.abc import Callable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment


class _Environment(Environment):
    """Globals are all registered before the first template is loaded, so a plain dictionary replaces the ChainMap."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template as one dictionary."""
        return {**self.globals, **(d or {})}


class RefereeApp(Flask):
    """Skips the check for asynchronous views, of which there are none."""

    jinja_environment = _Environment

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged."""
        return func

"""Flask without what this app does not need at every request."""

from collections.abc import Callable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment


class _Environment(Environment):
    """All globals are registered before the first template is loaded, so they need no chain of dictionaries."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template, in one dictionary."""
        return {**self.globals, **(d or {})}


class RefereeApp(Flask):
    """No view is asynchronous here, so none is looked at for that before every call."""

    jinja_environment = _Environment

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func

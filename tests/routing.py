"""Werkzeug's routes compiled once in a process: that is most of the time of making an app, which most tests do."""

from collections.abc import Callable
from unittest import mock

from werkzeug.routing import Rule

_compiled: dict[object, Callable[..., tuple[str, str]]] = {}
_compile = Rule._compile_builder


def compile_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """What builds the addresses of a rule; all it depends on is in the key."""
    key = rule.rule, str(rule.defaults), str(rule._trace), append_unknown
    if key not in _compiled:
        _compiled[key] = _compile(rule, append_unknown)
    return _compiled[key]


def install() -> None:
    """From now on each route is compiled once."""
    mock.patch.object(Rule, "_compile_builder", compile_once).start()

"""Werkzeug's routes, compiled once per process: most of the time of making an app, which most tests do."""

from typing import Any
from unittest import mock

from werkzeug.routing import Rule

_compiled: dict[object, tuple[dict[str, Any], Any, Any]] = {}
_compile = Rule.compile


def compile_once(rule: Rule) -> None:
    """Compile a rule once; later rules with the same key copy the result."""
    key = rule.rule, str(rule.defaults), rule.subdomain, rule.host, rule.is_leaf, rule.merge_slashes, rule.build_only
    if key not in _compiled:
        _compile(rule)
        state = {name: getattr(rule, name) for name in ("_parts", "_trace", "_converters", "arguments")}
        _compiled[key] = state, rule._build.__func__, rule._build_unknown.__func__  # type: ignore[attr-defined]
    state, build, build_unknown = _compiled[key]
    vars(rule).update(state, _build=build.__get__(rule), _build_unknown=build_unknown.__get__(rule))


def install() -> None:
    """From now on each route is compiled once."""
    mock.patch.object(Rule, "compile", compile_once).start()

"""A Flask class without per-request work that this app does not need."""

import types
from collections.abc import Callable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2.bccache import Bucket, BytecodeCache


class CompiledTemplates(BytecodeCache):
    """The compiled templates of this process, so that a second app in it does not compile them again."""

    def __init__(self) -> None:
        self.codes: dict[str, types.CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template's code if there is any; Jinja compiles it if not."""
        bucket.code = self.codes.get(bucket.key + bucket.checksum)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        self.codes[bucket.key + bucket.checksum] = bucket.code


COMPILED = CompiledTemplates()


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

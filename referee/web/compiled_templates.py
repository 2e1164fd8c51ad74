"""The compiled templates of this process: in a browser the build provides them, and a second app need not compile
again."""

import types

from jinja2.bccache import Bucket, BytecodeCache


class CompiledTemplates(BytecodeCache):
    """Compiled templates in memory."""

    def __init__(self) -> None:
        self.codes: dict[str, types.CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template's code, if there is any, by its name and file; otherwise Jinja compiles it."""
        bucket.code = self.codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        self.codes[bucket.key] = bucket.code


COMPILED = CompiledTemplates()

"""The compiled templates of this process: a browser has them from the build, a second app need not compile again."""

import types

from jinja2.bccache import Bucket, BytecodeCache


class CompiledTemplates(BytecodeCache):
    """Compiled templates in memory."""

    def __init__(self) -> None:
        self.codes: dict[str, types.CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template's code if there is any, by its name and file; Jinja compiles it if not."""
        bucket.code = self.codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        self.codes[bucket.key] = bucket.code


COMPILED = CompiledTemplates()

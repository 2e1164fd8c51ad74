"""Includes that are put in their places when a template is loaded.

Jinja gives an included template a context of its own at each rendering, which takes longer than most of them have to
say.
"""

import re

from jinja2.ext import Extension

_INCLUDE = re.compile(r'(?:(?<=\n)[ \t]*|\A[ \t]*)?\{% include "([^"]+)" %\}\n?')


class Inlining(Extension):
    """Replaces `{% include "name" %}` by what the template of that name holds. What that sets is seen after it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template with the includes in it, and those in them."""
        return _INCLUDE.sub(lambda found: self._source(found[1]), source)

    def _source(self, name: str) -> str:
        assert self.environment.loader is not None
        source, _, _ = self.environment.loader.get_source(self.environment, name)
        return self.preprocess(source.removesuffix("\n"), name)

"""A Jinja extension that inlines includes and leaves out indentation when a template is loaded.

Jinja creates a context for an included template at each rendering, which takes longer than rendering most of them.
Indentation would be a tenth of what a page weighs before it is compressed.
"""

import re

from jinja2.ext import Extension

_INCLUDE = re.compile(r'(?:(?<=\n)[ \t]*|\A[ \t]*)?\{% include "([^"]+)" %\}\n?')

_INDENTATION = re.compile(r"\n[ \t]+")


class Inlining(Extension):
    """Replaces `{% include "name" %}` by that template's source; variables that it sets remain visible after it.

    Of indentation one space is left: it may be all that is between two words, as Jinja drops line ends after tags.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template with its includes inlined recursively."""
        return _INDENTATION.sub("\n ", _INCLUDE.sub(lambda found: self._source(found[1]), source))

    def _source(self, name: str) -> str:
        assert self.environment.loader is not None
        source, _, _ = self.environment.loader.get_source(self.environment, name)
        return self.preprocess(source.removesuffix("\n"), name)

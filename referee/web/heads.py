"""The head of a page: its styles and its scripts come as one file each, so that a phone discovers nothing late."""

import re

from flask import Flask
from markupsafe import Markup

from referee.web import joined
from referee.web.joined import SCRIPTS, STYLES, name_of

_STYLE = re.compile(r'<link rel="stylesheet"\s+href="(\S*?/static/\w+/)([\w/-]+\.css)">\s*')
_SCRIPT = re.compile(r'<script src="(\S*?/static/\w+/)([\w/.-]+)"\s+type="module"></script>\s*')


def register(app: Flask) -> None:
    """Let templates join the files that a head names, and the app send them."""
    joined.register(app)
    app.jinja_env.filters["whole_head"] = whole_head


def whole_head(markup: str) -> Markup:
    """Return the links and scripts of a head, with one link for its styles, and one script for its modules."""
    markup = str(markup)
    styles, scripts = _STYLE.findall(markup), _SCRIPT.findall(markup)
    rest = _SCRIPT.sub("", _STYLE.sub("", markup))
    if styles:
        rest = (
            f'<link rel="stylesheet" href="{styles[0][0]}{name_of(STYLES, (name for _, name in styles))}">\n  {rest}'
        )
    if scripts:
        address = f"{scripts[0][0]}{name_of(SCRIPTS, (name for _, name in scripts))}"
        rest += f'<script src="{address}" type="module"></script>'
    return Markup(rest)

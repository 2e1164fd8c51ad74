"""Includes that are inlined when a template is loaded: the same page as if they were included when it is rendered."""

import re

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, TemplateNotFound

from referee.web.inlining import Inlining

PIECES = st.sampled_from(
    [
        "text\n",
        "text ",
        "<b>{{ name }}</b>",
        "{{ name }}\n",
        "{% if shown %}yes{% endif %}",
        "{% if shown %}\n  line\n{% endif %}\n",
        "{% for each in several %}{{ each }}, {% endfor %}\n",
        "\n",
        "  ",
    ]
)
SOURCES = st.lists(PIECES, min_size=1, max_size=4).map("".join)
GIVEN = {"name": "<Ann>", "shown": True, "several": [1, 2]}


def rendered(templates: dict[str, str], inlining: bool) -> str:
    """The template `page`, with the settings of the app, without its white space."""
    environment = Environment(
        loader=DictLoader(templates),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Inlining] if inlining else [],
    )
    return re.sub(r"\s+", "", environment.get_template("page").render(GIVEN))


@given(SOURCES, SOURCES, SOURCES, st.sampled_from(["", "  "]))
def test_a_page_is_the_same_with_its_includes_inlined(before: str, part: str, after: str, indent: str) -> None:
    """An include stands on a line of its own or within one, and may include another."""
    templates = {
        "page": f'{before}\n{indent}{{% include "part" %}}\n{after}',
        "part": f'{part}{{% include "inner" %}}\n',
        "inner": "<i>{{ name }}</i>\n",
    }
    assert rendered(templates, inlining=True) == rendered(templates, inlining=False)


def test_what_an_inlined_template_sets_stays_visible() -> None:
    """The one difference: of a template that is included when it is rendered nothing is visible after it."""
    templates = {"page": '{% include "part" %}\n{{ found }}', "part": "{% set found = name %}\n"}
    assert (rendered(templates, inlining=True), rendered(templates, inlining=False)) == ("&lt;Ann&gt;", "")


def test_a_template_that_is_not_there_is_named() -> None:
    try:
        rendered({"page": '{% include "missing" %}'}, inlining=True)
    except TemplateNotFound as missing:
        assert missing.name == "missing"
    else:
        raise AssertionError("a missing template was not noticed")


def test_no_template_of_the_app_includes_another_by_its_name_when_it_is_rendered(app: Flask) -> None:
    environment = app.jinja_env
    inlined = 0
    for name in environment.list_templates():
        assert environment.loader is not None
        source, path, _ = environment.loader.get_source(environment, name)
        whole = environment.preprocess(source, name, path)
        assert not re.search(r'\{%-?\s*include "[^"]*" *-?%', whole), name
        inlined += whole != source
    assert inlined > 9

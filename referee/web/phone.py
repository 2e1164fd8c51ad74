"""Settings and name of the phone that makes a request, kept in its session."""

from collections.abc import Mapping

from flask import has_request_context, session

SETTINGS = {
    "theme": ("auto", "light", "dark"),
    "colours": ("two", "four"),
    "hand": ("right", "left"),
    "type": ("usual", "large"),
    "clock": ("off", "on"),
    "signs": ("new", "known"),
    "turned": ("off", "on"),
    "enters": ("", "points", "cards"),
}
"""Each setting with its values, the default first."""


def settings_of_phone() -> dict[str, str]:
    """The value of each setting of the phone that asks."""
    return {name: session.get(name, values[0]) for name, values in SETTINGS.items()}


def remember(inputs: Mapping[str, str]) -> None:
    """Keep the settings of a form; unknown values change nothing."""
    for name, values in SETTINGS.items():
        if inputs.get(name) in values:
            session[name] = inputs[name]


def name_of_phone() -> str | None:
    """The name that was given to the phone that asks, for the log; None if it has none."""
    return session.get("phone") if has_request_context() else None

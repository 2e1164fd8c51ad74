"""Pretty-printed JSON for frozen files, with short values on one line."""

import json
from typing import Any

WIDTH = 118


def pretty(data: Any, indent: int = 0) -> str:
    """Plain data as JSON, in the order it has."""
    short = json.dumps(data, ensure_ascii=False)
    if len(short) + indent <= WIDTH or not isinstance(data, dict | list) or not data:
        return short
    inner, outer = "\n" + " " * (indent + 1), "\n" + " " * indent
    if isinstance(data, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {pretty(value, indent + 1)}" for key, value in data.items()]
        return "{" + inner + f",{inner}".join(parts) + outer + "}"
    return "[" + inner + f",{inner}".join(pretty(value, indent + 1) for value in data) + outer + "]"

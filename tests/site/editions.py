"""Other editions of the site, for tests of updates."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from referee.browser.build import measures, packed


def edition_of(site: Path) -> str:
    """The edition of a site."""
    found: str = json.loads((site / "edition.json").read_bytes())["edition"]
    return found


def another(site: Path, folder: Path, edition: str, changes: Mapping[str, bytes] | None = None) -> Path:
    """A copy of a site as another edition, with some of its files changed."""
    shutil.copytree(site, folder)
    old = edition_of(site)
    (folder / "site" / old).rename(folder / "site" / edition)
    own = folder / "site" / edition
    listed = json.loads((own / "files.json").read_bytes())
    page = (own / "index.html").read_bytes().replace(old.encode(), edition.encode())
    for name, content in {"index.html": page, **(changes or {})}.items():
        smaller = packed(content)
        (own / f"{name}.lzma").write_bytes(smaller)
        if (own / name).exists():
            (own / name).write_bytes(content)
        for file in listed["files"]:
            if file["path"] == f"site/{old}/{name}":
                file |= measures(smaller)
    text = json.dumps(listed).replace(f"site/{old}/", f"site/{edition}/")
    (own / "files.json").write_text(text)
    (folder / "index.html").write_bytes(page)
    (folder / "edition.json").write_text(json.dumps({"edition": edition}))
    return folder

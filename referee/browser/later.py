"""Posts that a phone has answered itself and must still send: settings, house rules, notes (they are in no log)."""

import json
import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from referee.books.forgetting import Renaming

Post = list[str]
"""A path and a body."""
LONGEST = 1_000
"""The maximum length of a text in which names were replaced."""


class Later:
    """The posts that wait in a file, in order, one per line, so that damage to one does not affect the others."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def posts(self) -> list[Post]:
        """The posts that can be read."""
        posts = list[Post]()
        for line in self._file.read_bytes().splitlines() if self._file.exists() else ():
            with suppress(ValueError, TypeError):
                path, body = json.loads(line)
                posts += [[path, body]] if isinstance(path, str) and isinstance(body, str) else []
        return posts

    @property
    def paths(self) -> set[str]:
        """The paths of the posts."""
        return {path for path, _ in self.posts()}

    def add(self, path: str, fields: list[tuple[str, str]]) -> None:
        """Add the post of a form."""
        self._write([*self.posts(), [path, urlencode(fields)]])

    def remove(self, post: Post) -> None:
        """Remove a post, if it is there."""
        posts = self.posts()
        with suppress(ValueError):
            posts.remove(post)
        self._write(posts)

    def move(self, match_id: int, number: int) -> None:
        """Redirect the posts of a match to another number; the match may have been opened there at another time."""
        path, opened = re.compile(rf"/matches/{match_id}(?=/)"), re.compile(r"&?\bopened=[^&]*")
        self._write(
            [
                [path.sub(f"/matches/{number}", each), opened.sub("", body) if path.search(each) else body]
                for each, body in self.posts()
            ]
        )

    def rename(self, rename: Renaming) -> None:
        """Replace names of players who were forgotten."""
        fields = [(path, parse_qsl(body, keep_blank_values=True)) for path, body in self.posts()]
        self._write(
            [[path, urlencode([(name, rename.text(text, LONGEST)) for name, text in each])] for path, each in fields]
        )

    def _write(self, posts: list[Post]) -> None:
        """Write in place and truncate last, so that a full disk loses nothing."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write("".join(f"{json.dumps(post)}\n" for post in posts).encode())
            file.truncate()

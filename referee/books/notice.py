"""The host's notice on all phones, such as “Upgrade at 22:00”; in the instance folder, so a restart keeps it."""

import hashlib
from contextlib import suppress
from pathlib import Path

from referee.fields import read_value

LONGEST = 200
"""The maximum length of a notice in characters."""


class Notice:
    """The notice of an instance."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "notice"
        self.text = ""
        with suppress(OSError, UnicodeDecodeError):
            self.text = self._file.read_text("utf-8")

    @property
    def id(self) -> str:
        """An id by which a phone remembers the notice it has dismissed."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:8]

    def put(self, text: str) -> None:
        """Show a notice, or none if the text is empty. Raises RefusedError or OSError."""
        text = text.strip()
        if text:
            read_value(lambda reader: reader.words(text, "The notice", LONGEST))
            part = self._file.with_name(self._file.name + ".part")
            part.write_text(text, "utf-8")
            part.replace(self._file)
        else:
            self._file.unlink(missing_ok=True)
        self.text = text

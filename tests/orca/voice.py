"""A stand-in for the speech dispatcher of screen readers that records its texts, by its protocol (SSIP)."""

from __future__ import annotations

import re
import socketserver
import threading
from html import unescape
from pathlib import Path
from typing import Self

ANSWERS = {
    "LIST OUTPUT_MODULES": "250-paper\r\n250 OK MODULE LIST SENT",
    "LIST SYNTHESIS_VOICES": "249-paper\ten-GB\tnone\r\n249 OK VOICE LIST SENT",
    "LIST VOICES": "249-MALE1\r\n249 OK VOICE LIST SENT",
    "HISTORY GET CLIENT_ID": "245-1\r\n245 OK CLIENT ID SENT",
    "GET": "251-0\r\n251 OK GET RETURNED",
    "QUIT": "231 HAPPY HACKING",
}
"""By the beginning of a command; `208 OK` answers all others."""


class _Client(socketserver.StreamRequestHandler):
    """One connection of a screen reader."""

    server: _Listener

    def handle(self) -> None:
        said = 0
        while command := self._line():
            verb, _, rest = command.partition(" ")
            if verb not in ("SPEAK", "CHAR", "KEY", "SOUND_ICON"):
                found = (answer for start, answer in ANSWERS.items() if command.startswith(start))
                self._write(next(found, "208 OK"))
                continue
            said += 1
            if verb == "SPEAK":
                self._write("230 OK RECEIVING DATA")
                rest = self._text()
            self.server.voice.hear(rest)
            self._write(f"225-{said}\r\n225 OK MESSAGE QUEUED")
            for code, what in ((701, "BEGIN"), (702, "END")):
                self._write(f"{code}-{said}\r\n{code}-1\r\n{code} {what}")

    def _line(self) -> str:
        return self.rfile.readline().decode().rstrip("\r\n")

    def _text(self) -> str:
        lines = list[str]()
        while (line := self._line()) != ".":
            lines.append(line.removeprefix("."))
        return "\n".join(lines)

    def _write(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())


class _Listener(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    voice: Voice


class Voice:
    """Listens at a socket, and keeps what it is told to say."""

    def __init__(self, path: Path) -> None:
        self.address = f"unix_socket:{path}"
        self._changed = threading.Condition()
        self._said = list[str]()
        self._listener = _Listener(str(path), _Client)
        self._listener.voice = self
        threading.Thread(target=self._listener.serve_forever, daemon=True).start()

    def hear(self, text: str) -> None:
        """Add a text, which may be SSML."""
        words = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", text))).strip()
        with self._changed:
            self._said += [words] if words else []
            self._changed.notify_all()

    def wait(self, pattern: str, seconds: float) -> tuple[list[str], bool]:
        """The texts said since the last call up to one that matches, and True if there was one in that time."""
        with self._changed:
            number = self._changed.wait_for(lambda: self._number(pattern), seconds)
            said, self._said = self._said[: number or None], self._said[number:] if number else []
            return said, bool(number)

    def _number(self, pattern: str) -> int:
        """The number of texts up to one that matches; 0 if none does."""
        return next((place for place, said in enumerate(self._said, 1) if re.search(pattern, said)), 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown()
        self._listener.server_close()

"""The outcome of a frozen book, read through stable interfaces: commands, addresses and the database's views."""

from __future__ import annotations

import gzip
import hmac
import io
import json
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.cli import main
from referee.web import create_app
from tests.frozen.figures import figures

FOLDER = Path(__file__).parent
_NAMES = (file.name.removesuffix(".db.gz") for file in FOLDER.glob("*.db.gz"))
BOOKS = sorted(_NAMES, key=lambda name: [int(number) for number in name.split(".")])
"""A book of each release, by its version."""
KEY = b"the same for every frozen book.."
VIEWS = ("match_list", "trick_list", "player_list")
OF_A_MATCH = ("", "sheet", "watch", "board", "log", "replay", "replay?at=5", "replay?at=33", "hands/", "hands/1",
              "why/1/1", "mend", "picture.svg")  # fmt: skip
MOST_MATCHES = 100
"""More than a frozen book has."""
OF_A_TABLE = ("", "sheet", "deals/1", "deals/2", "replay", "replay?at=5", "replay?at=33")
"""Pages of a match of another game than Havilering, under its game's address."""
OF_A_BOOK = ("", "?state=finished", "?state=open", "?player=ann", "?player=dan&state=finished", "players", "seasons",
             "bin")  # fmt: skip


def unpack(name: str, folder: Path) -> None:
    """Make an instance folder of a frozen book."""
    folder.mkdir(exist_ok=True)
    (folder / "book.db").write_bytes(gzip.decompress((FOLDER / f"{name}.db.gz").read_bytes()))
    (folder / "secret.key").write_bytes(KEY)


def expected(name: str) -> dict[str, Any]:
    """The answers that were frozen with a book."""
    return dict(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def command(*words: str | Path) -> dict[str, Any]:
    """The exit status of a command, and its output; as JSON where it is."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(word) for word in words])
        except SystemExit as ended:
            status = int(ended.code or 0)
    return {"status": status, "output": out.getvalue().splitlines(), "errors": err.getvalue().splitlines()}


@contextmanager
def opened(folder: Path) -> Iterator[Flask]:
    """The app on an instance folder; in the end whatever it holds is let go of."""
    app = create_app(folder)
    app.testing = True
    try:
        yield app
    finally:
        for held in app.extensions.values():
            getattr(held, "close", lambda: None)()


class Reader:
    """Reads a book that the newest release has opened."""

    def __init__(self, name: str, folder: Path) -> None:
        """Unpacks it into a folder; without a name it is a book that is there already."""
        if name:
            unpack(name, folder)
        else:
            (folder / "secret.key").write_bytes(KEY)
        self.name, self.folder = name, folder
        self.here = ("--instance", folder)
        with opened(folder):
            pass  # So that it is brought up to date, and what is derived is there.
        self.views = {view: self._view(view) for view in VIEWS}
        matches, players = self.views["match_list"], self.views["player_list"]
        self.books = sorted({row["book"] for row in matches})
        self.numbers = {book: sorted(row["match"] for row in matches if row["book"] == book) for book in self.books}
        self.names = {row[seat] for row in matches for seat in ("north", "east", "south", "west")}
        self.names |= {row["name"] for row in players}
        self.others: dict[int, str] = {}
        """Addresses of matches of other games than Havilering, by number."""
        if name:
            with self.keeper() as client:
                self.others = dict(self._other_games(client))
        for number in self.others:
            record = json.loads("".join(command("export", str(number), *self.here)["output"]))
            self.names |= {*record["players"].values()}

    def rows(self, select: str) -> list[dict[str, Any]]:
        """The answers of the database itself."""
        with closing(sqlite3.connect(self.folder / "book.db")) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(select)]

    def _view(self, name: str) -> list[dict[str, Any]]:
        rows = self.rows(f"SELECT * FROM {name}")
        return sorted(rows, key=lambda row: json.dumps(list(row.values())))

    def keepers_link(self, book: int) -> str:
        """The address that opens a score book, made as every release makes it."""
        (row,) = self.rows(f"SELECT seal FROM score_books WHERE id = {book}")
        word = hmac.digest(KEY, f"referee link keep-{book} {row['seal']}".encode(), "sha256")[:18]
        return f"/keep/{book}/{urlsafe_b64encode(word).decode()}"

    @contextmanager
    def keeper(self) -> Iterator[FlaskClient]:
        """The keeper of all its score books."""
        with opened(self.folder) as app:
            client = app.test_client()
            for book in self.books:
                assert client.get(self.keepers_link(book)).status_code == 303
            yield client

    def _other_games(self, client: FlaskClient) -> Iterator[tuple[int, str]]:
        for number in range(1, MOST_MATCHES):
            led = client.get(f"/matches/{number}/").headers.get("Location", "")
            if led.endswith(f"/matches/{number}/"):
                yield number, led

    def answers(self) -> dict[str, Any]:
        """Everything that is held against what was frozen."""
        with self.keeper() as client:
            pages = self._pages(client)
            files = self._files(client)
        numbers = [number for book in self.books for number in self.numbers[book]]
        matches = {str(number): self._match(number) for number in (*numbers, *self.others)}
        return {
            "check": command("check", *self.here),
            "matches": matches,
            "pages": pages,
            "files": self._briefly(files, {number: match["record"] for number, match in matches.items()}),
            "views": {
                view: [list(rows[0]) if rows else [], *(list(row.values()) for row in rows)]
                for view, rows in self.views.items()
            },
        }

    def _match(self, number: int) -> dict[str, Any]:
        exported, file = command("export", str(number), *self.here), self.folder / f"{number}.json"
        file.write_text("\n".join(exported["output"]), encoding="utf-8")
        replayed = command("replay", "--json", file)
        errors = [error.replace(str(file), "FILE") for each in (exported, replayed) for error in each["errors"]]
        return {
            "record": json.loads("".join(exported["output"])),
            "outcome": json.loads("".join(replayed["output"]) or "null"),
            "status": [exported["status"], replayed["status"]],
            "errors": errors,
        }

    def _addresses(self) -> Iterator[str]:
        for book in self.books:
            base, mine = f"/books/{book}", [row for row in self.views["player_list"] if row["book"] == book]
            yield from (f"{base}/{page}" for page in OF_A_BOOK)
            numbers = {row["name"]: row["player"] for row in mine}
            for name, number in sorted(numbers.items()):
                yield f"{base}/players/{number}"
                partner = next(row["partner"] for row in mine if row["name"] == name)
                yield f"{base}/players/{number}/with/{numbers[partner]}"
            yield from (f"{base}/seasons/{league}" for league in sorted({row["league"] for row in mine}))
            yield from (f"/matches/{number}/{page}" for number in self.numbers[book] for page in OF_A_MATCH)
        for number, base in self.others.items():
            yield from (f"{base}{page}" for page in OF_A_TABLE)
            yield from (f"/matches/{number}/{page}" for page in ("watch", "board", "log", "mend", "picture.svg"))

    def _pages(self, client: FlaskClient) -> dict[str, list[str]]:
        shown = {}
        for address in self._addresses():
            answer = client.get(address, follow_redirects=True)
            found = figures(answer.get_data(as_text=True), self.names)
            shown[address] = found if answer.status_code == 200 else [f"status {answer.status_code}", *found]
        return shown

    def _files(self, client: FlaskClient) -> dict[str, Any]:
        def fetched(address: str) -> str:
            answer = client.get(address)
            assert answer.status_code == 200, address
            return answer.get_data(as_text=True)

        files: dict[str, Any] = {}
        for book in self.books:
            for number in self.numbers[book]:
                base = f"/matches/{number}"
                files[f"{base}/record.json"] = json.loads(fetched(f"{base}/record.json"))
                files[f"{base}/tricks.csv"] = fetched(f"{base}/tricks.csv").splitlines()
            files[f"/books/{book}/book.json"] = json.loads(fetched(f"/books/{book}/book.json"))
            files[f"/books/{book}/tricks.csv"] = fetched(f"/books/{book}/tricks.csv").splitlines()
        return files

    def _briefly(self, files: dict[str, Any], records: dict[str, Any]) -> dict[str, Any]:
        """Files without what they repeat, which is looked at here: records by their numbers, tricks of matches."""
        for number, record in records.items():
            if int(number) in self.others:
                continue
            file = files[f"/matches/{number}/record.json"]
            if file == record | {"actions": record["actions"][: len(file["actions"])]}:
                files[f"/matches/{number}/record.json"] = f"the first {len(file['actions'])} actions"
        for book in self.books:
            numbers = self.numbers[book]
            whole, table = files[f"/books/{book}/book.json"], files[f"/books/{book}/tricks.csv"]
            known = {json.dumps(record): f"match {number}" for number, record in records.items()}
            whole["matches"] = [known.get(json.dumps(match), match) for match in whole["matches"]]
            rows = [row for number in numbers for row in files[f"/matches/{number}/tricks.csv"][1:]]
            if table == [*table[:1], *rows]:
                files[f"/books/{book}/tricks.csv"] = [*table[:1], f"{len(rows)} rows, those of its matches"]
        return files

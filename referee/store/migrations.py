"""The database schema as named migrations; each runs once, in its own transaction.

To change the schema add a migration at the end; never change one that has been released.
"""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from sqlite3 import DatabaseError

from sqlite_utils import Database as SqliteUtils
from sqlite_utils import Migrations

from referee.store.checksums import chain
from referee.store.game_tables import ACHIEVEMENTS, CRIBBAGE, GREVJASS, SITTINGS
from referee.store.projection_tables import (
    FIGURES,
    ITEMS,
    MATCHES_OF_HAVILERING,
    PLAYERS,
    RESULTS,
    STATE_OF_MATCH,
    TRICKS,
    views,
)

migration = Migrations("book")


@migration()
def matches_and_their_logs(db: SqliteUtils) -> None:
    """The first schema: a row for each match, and a log that can only grow."""
    db.table("matches").create(
        {"id": int, "opened": str, "setup": str, "show_played": int, "over": int, "key": str},
        pk="id",
        not_null={"opened", "setup", "show_played", "over"},
        strict=True,
    )
    db.table("matches").create_index(["over", "id"])
    db.table("matches").create_index(["opened"])
    db.table("matches").create_index(["key"], unique=True)
    db.table("entries").create(
        {"match_id": int, "number": int, "kind": str, "actions": str, "key": str, "at": str},
        pk=("match_id", "number"),
        foreign_keys=[("match_id", "matches", "id")],
        not_null={"kind", "actions", "at"},
        strict=True,
    )
    db.table("entries").create_index(["match_id", "key"], unique=True)
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER entries_no_{change.lower()} BEFORE {change} ON entries "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )


@migration()
def house_rules(db: SqliteUtils) -> None:
    """Named sets of house rules."""
    db.table("house_rules").create({"name": str, "rules": str}, pk="name", not_null={"rules"}, strict=True)


@migration()
def score_books(db: SqliteUtils) -> None:
    """Score books, to which matches and house rules belong, and the seals of links."""
    db.table("score_books").create(
        {"id": int, "name": str, "opened": str, "seal": int},
        pk="id",
        not_null={"name", "opened", "seal"},
        strict=True,
    )
    if db.table("matches").count or db.table("house_rules").count:
        opened = datetime.now(UTC).isoformat(timespec="seconds")
        db.execute("INSERT INTO score_books (id, name, opened, seal) VALUES (1, '', ?, random())", [opened])
    db.execute("ALTER TABLE matches ADD COLUMN book_id INTEGER REFERENCES score_books (id)")
    db.execute("ALTER TABLE matches ADD COLUMN score_seal INTEGER")
    db.execute("ALTER TABLE matches ADD COLUMN watch_seal INTEGER")
    db.execute("UPDATE matches SET book_id = 1, score_seal = random(), watch_seal = random()")
    for index in ("over_id", "opened", "key"):
        db.execute(f"DROP INDEX idx_matches_{index}")
    db.table("matches").create_index(["book_id", "over", "id"])
    db.table("matches").create_index(["book_id", "opened"])
    db.table("matches").create_index(["book_id", "key"], unique=True)
    old = db.execute("SELECT name, rules FROM house_rules").fetchall()
    db.table("house_rules").drop()
    db.table("house_rules").create(
        {"book_id": int, "name": str, "rules": str},
        pk=("book_id", "name"),
        foreign_keys=[("book_id", "score_books", "id")],
        not_null={"rules"},
        strict=True,
    )
    db.table("house_rules").insert_all({"book_id": 1, "name": name, "rules": rules} for name, rules in old)


@migration()
def what_the_logs_come_to(db: SqliteUtils) -> None:
    """The projections, from which lists and figures are made without replaying logs; and the bin.

    All but `names`, `players` and `binned` is derived and can be rebuilt from the logs.
    """
    for column in (
        *STATE_OF_MATCH,
        "binned TEXT",
        *(f"{name} INTEGER NOT NULL DEFAULT 0" for name in ("edition", "teaching")),
    ):
        db.execute(f"ALTER TABLE matches ADD COLUMN {column}")
    for index in ("over_id", "opened"):
        db.execute(f"DROP INDEX idx_matches_book_id_{index}")
    for statement in (*PLAYERS, *RESULTS, *TRICKS, *views(FIGURES, ITEMS)):
        db.execute(statement)


@migration()
def games_and_rematches(db: SqliteUtils) -> None:
    """The number of the game a match is in, which is derived; and the match it is a rematch of."""
    db.execute("ALTER TABLE matches ADD COLUMN game INTEGER")
    db.execute("ALTER TABLE matches ADD COLUMN follows INTEGER REFERENCES matches (id)")
    db.execute("CREATE INDEX rematches ON matches (follows) WHERE follows IS NOT NULL")


@migration()
def checksums_and_snapshots(db: SqliteUtils) -> None:
    """Chained checksums of the logs, snapshots, and columns for import and erasing."""
    db.execute("ALTER TABLE entries ADD COLUMN checksum TEXT")
    for column in ("checksum", "record_digest", "to_erase"):
        db.execute(f"ALTER TABLE matches ADD COLUMN {column} TEXT")
    db.execute(
        "CREATE TABLE snapshots (match_id INTEGER NOT NULL REFERENCES matches (id), version INTEGER NOT NULL, "
        "rules TEXT NOT NULL, checksum TEXT NOT NULL, live INTEGER NOT NULL, state TEXT NOT NULL, "
        "PRIMARY KEY (match_id, version)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX digests_of_matches ON matches (book_id, record_digest) WHERE record_digest IS NOT NULL")
    db.execute("DROP TRIGGER entries_no_update")
    highest = db.execute("SELECT coalesce(max(id), 0) FROM matches").fetchone()[0]
    for number in range(1, highest + 1):
        # A log on a damaged page stays without checksums and is reported as damaged.
        with suppress(DatabaseError):
            chain(db, number)
    db.execute(
        "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )
    # An earlier release would write entries without checksums.
    db.execute(
        "CREATE TRIGGER entries_have_checksums BEFORE INSERT ON entries WHEN NEW.checksum IS NULL "
        "BEGIN SELECT RAISE(ABORT, 'this release of the referee is too old for this book'); END"
    )


@migration()
def games_of_matches(db: SqliteUtils) -> None:
    """The game that a match is of; until now there was one. And points and games by seat, for games without sides."""
    db.execute("ALTER TABLE matches ADD COLUMN game_key TEXT NOT NULL DEFAULT 'havilering'")
    db.execute("ALTER TABLE matches ADD COLUMN seat_scores TEXT")


@migration()
def figures_of_cribbage(db: SqliteUtils) -> None:
    """Players' figures and deals of cribbage; and the game that house rules are for."""
    for statement in CRIBBAGE:
        db.execute(statement)
    db.execute("ALTER TABLE house_rules RENAME TO earlier_house_rules")
    db.execute(
        "CREATE TABLE house_rules (book_id INTEGER NOT NULL REFERENCES score_books (id), name TEXT NOT NULL, "
        "rules TEXT NOT NULL, game_key TEXT NOT NULL DEFAULT 'havilering', PRIMARY KEY (book_id, game_key, name)) "
        "STRICT"
    )
    db.execute("INSERT INTO house_rules (book_id, name, rules) SELECT book_id, name, rules FROM earlier_house_rules")
    db.execute("DROP TABLE earlier_house_rules")


@migration()
def figures_of_sittings(db: SqliteUtils) -> None:
    """Players' figures and deals of Hearts and Humbug Whist."""
    for statement in SITTINGS:
        db.execute(statement)


@migration()
def figures_of_grevjass(db: SqliteUtils) -> None:
    """Players' figures and deals of Grevjass; and the list of matches without those of another game for four."""
    for statement in (*GREVJASS, *MATCHES_OF_HAVILERING):
        db.execute(statement)


@migration()
def links_of_tables(db: SqliteUtils) -> None:
    """Links of a score book to its table and to read it; and the name of the phone that made an entry."""
    for seal in ("read_seal", "table_score_seal", "table_watch_seal"):
        db.execute(f"ALTER TABLE score_books ADD COLUMN {seal} INTEGER")
        db.execute(f"UPDATE score_books SET {seal} = random()")
    db.execute("ALTER TABLE entries ADD COLUMN phone TEXT")


@migration()
def books_that_moved(db: SqliteUtils) -> None:
    """Where a score book has moved to; and for one that came, its former links and numbers."""
    db.execute("ALTER TABLE score_books ADD COLUMN moved_to TEXT")
    db.table("moved_links").create(
        {"word_hash": str, "origin": str, "kind": str, "number": int, "seal": int},
        pk="word_hash",
        not_null={"origin", "kind", "number", "seal"},
        strict=True,
    )
    db.table("moved_numbers").create(
        {"origin": str, "what": str, "former": int, "number": int},
        pk=("origin", "what", "former"),
        not_null={"number"},
        strict=True,
    )


@migration()
def players_told_apart(db: SqliteUtils) -> None:
    """Players with similar names of whom people have said that they are two."""
    db.execute(
        "CREATE TABLE told_apart (player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE, "
        "other_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE, PRIMARY KEY (player_id, other_id)) "
        "STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX told_apart_others ON told_apart (other_id)")


@migration()
def without_snapshots(db: SqliteUtils) -> None:
    """A match is folded from its log: there are no snapshots any more."""
    db.execute("DROP TABLE snapshots")


@migration()
def evenings_of_clubs(db: SqliteUtils) -> None:
    """Evenings of several tables: their logs, their links, and which match is played at which table."""
    db.execute(
        "CREATE TABLE evenings (id INTEGER PRIMARY KEY AUTOINCREMENT, "
        "book_id INTEGER NOT NULL REFERENCES score_books (id), opened TEXT NOT NULL, setup TEXT NOT NULL, "
        "key TEXT NOT NULL, score_seal INTEGER NOT NULL, watch_seal INTEGER NOT NULL, UNIQUE (book_id, key)) STRICT"
    )
    db.execute(
        "CREATE TABLE evening_entries (evening_id INTEGER NOT NULL REFERENCES evenings (id), "
        "number INTEGER NOT NULL, key TEXT NOT NULL, action TEXT NOT NULL, at TEXT NOT NULL, "
        "PRIMARY KEY (evening_id, number), UNIQUE (evening_id, key)) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TRIGGER evening_entries_no_update BEFORE UPDATE ON evening_entries "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )
    db.execute(
        "CREATE TABLE evening_matches (match_id INTEGER PRIMARY KEY REFERENCES matches (id), "
        "evening_id INTEGER NOT NULL REFERENCES evenings (id), round INTEGER NOT NULL, place INTEGER NOT NULL) STRICT"
    )
    db.execute("CREATE INDEX matches_of_evenings ON evening_matches (evening_id)")


@migration()
def notes_on_matches(db: SqliteUtils) -> None:
    """Notes of people on matches and their hands."""
    db.execute(
        "CREATE TABLE match_notes (match_id INTEGER NOT NULL REFERENCES matches (id), hand INTEGER NOT NULL, "
        "text TEXT NOT NULL, PRIMARY KEY (match_id, hand)) STRICT, WITHOUT ROWID"
    )


@migration()
def entries_set_aside(db: SqliteUtils) -> None:
    """What phones entered under a link that had ended, until the owner of the book has decided about it."""
    db.execute(
        "CREATE TABLE set_aside (match_id INTEGER NOT NULL REFERENCES matches (id), phone TEXT NOT NULL, "
        "at TEXT NOT NULL, entries TEXT NOT NULL, decided INTEGER NOT NULL DEFAULT 0, "
        "PRIMARY KEY (match_id, phone)) STRICT, WITHOUT ROWID"
    )


@migration()
def achievements_in_finished_matches(db: SqliteUtils) -> None:
    """Indexes by which what players achieved is found."""
    for statement in ACHIEVEMENTS:
        db.execute(statement)


def steps() -> list[str]:
    """The names of all migrations that this release knows, in order."""
    with closing(sqlite3.connect(":memory:")) as empty:
        return [migration.name for migration in migration.pending(SqliteUtils(empty))]


def of_an_earlier_release(db: SqliteUtils) -> bool:
    """Whether a database lacks migrations that this release knows."""
    return bool(migration.pending(db))


def of_a_later_release(db: SqliteUtils) -> bool:
    """Whether a database has migrations that this release does not know."""
    return not {migration.name for migration in migration.applied(db)} <= set(steps())

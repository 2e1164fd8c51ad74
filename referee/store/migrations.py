"""The database schema as named migrations; each runs once, in its own transaction.

To change the schema add a migration at the end; never change one that has been released.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from sqlite3 import DatabaseError

from sqlite_utils import Database as SqliteUtils
from sqlite_utils import Migrations

from referee.store.checksums import chained

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
        *_STANDING,
        "binned TEXT",
        *(f"{name} INTEGER NOT NULL DEFAULT 0" for name in ("edition", "teaching")),
    ):
        db.execute(f"ALTER TABLE matches ADD COLUMN {column}")
    for index in ("over_id", "opened"):
        db.execute(f"DROP INDEX idx_matches_book_id_{index}")
    for statement in (*_PEOPLE, *_RESULTS, *_TRICKS, *views(_FIGURES, _ITEMS)):
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


def chain(db: SqliteUtils, match_id: int) -> None:
    """Add checksums to the entries of a match."""
    match = db.execute("SELECT setup FROM matches WHERE id = ?", [match_id]).fetchone()
    if match is None:
        return
    before = chained("", match[0])
    select = "SELECT number, kind, actions, key, at FROM entries WHERE match_id = ? ORDER BY number"
    for row in db.execute(select, [match_id]).fetchall():
        before = chained(before, *row)
        db.execute("UPDATE entries SET checksum = ? WHERE match_id = ? AND number = ?", [before, match_id, row[0]])
    db.execute("UPDATE matches SET checksum = ? WHERE id = ?", [before, match_id])


_STANDING = (
    "began TEXT",
    "league TEXT",
    "year INTEGER",
    "muggins INTEGER",
    "target INTEGER",
    "best_of INTEGER",
    "phase TEXT",
    "ended TEXT",
    "hand INTEGER",
    "trick INTEGER",
    "score_ns INTEGER",
    "score_ew INTEGER",
    "games_ns INTEGER",
    "games_ew INTEGER",
    "words TEXT",
)
_FIGURES = (
    "matches matches_won games games_won hands points points_against tricks tricks_won worth_won tricks_given "
    "worth_given flush fifteen thirty_one pair prial double_prial run_3 run_4 running_flush_3 running_flush_4 "
    "jack_havel last jack_havel_dealer claims missed caught calls called_right called_wrong gained lost revokes"
).split()
_ITEMS = _FIGURES[12:24]
_COUNTS = ", ".join(f"{name} INTEGER NOT NULL" for name in _FIGURES)
_PEOPLE = (
    "CREATE TABLE players (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES score_books (id), "
    "name TEXT NOT NULL, UNIQUE (book_id, name)) STRICT",
    "CREATE TABLE names (book_id INTEGER NOT NULL REFERENCES score_books (id), written TEXT NOT NULL, "
    "player_id INTEGER NOT NULL REFERENCES players (id), PRIMARY KEY (book_id, written)) STRICT, WITHOUT ROWID",
    "CREATE TABLE places (match_id INTEGER NOT NULL REFERENCES matches (id), seat TEXT NOT NULL, "
    "written TEXT NOT NULL, player_id INTEGER NOT NULL REFERENCES players (id), PRIMARY KEY (match_id, seat)) "
    "STRICT, WITHOUT ROWID",
    "CREATE INDEX places_of_players ON places (player_id, match_id, seat)",
    "CREATE INDEX binned_matches ON matches (book_id, binned) WHERE binned IS NOT NULL",
    "CREATE INDEX names_of_players ON names (player_id)",
    "CREATE INDEX editions_of_matches ON matches (edition)",
    "CREATE INDEX leagues_of_matches ON matches (book_id, league, began, id)",
    "CREATE INDEX years_of_matches ON matches (book_id, year, began, id)",
    "CREATE INDEX matches_by_age ON matches (book_id, began, id)",
    "CREATE INDEX matches_by_state ON matches (book_id, over, began, id)",
    # The log is append-only, except that of a match in the bin.
    "DROP TRIGGER entries_no_delete",
    "CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries "
    "WHEN (SELECT binned FROM matches WHERE id = OLD.match_id) IS NULL "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
)
_KEY = "(player_id, partner_id, league)"


def following(figures: Sequence[str]) -> list[str]:
    """The triggers that update `totals` whenever `results` change."""
    # For the league of the season, and for all seasons together, which is the league ''.
    add = " ".join(
        f"INSERT INTO totals (book_id, league, player_id, partner_id, {', '.join(figures)}) VALUES (NEW.book_id, "
        f"{league}, NEW.player_id, NEW.partner_id, {', '.join(f'NEW.{name}' for name in figures)}) "
        f"ON CONFLICT {_KEY} DO UPDATE SET {', '.join(f'{name} = {name} + excluded.{name}' for name in figures)};"
        for league in ("NEW.league", "''")
    )
    take = " ".join(
        f"UPDATE totals SET {', '.join(f'{name} = {name} - OLD.{name}' for name in figures)} "
        f"WHERE {_KEY} = (OLD.player_id, OLD.partner_id, {league}); "
        f"DELETE FROM totals WHERE {_KEY} = (OLD.player_id, OLD.partner_id, {league}) AND matches = 0;"
        for league in ("OLD.league", "''")
    )
    return [
        f"CREATE TRIGGER results_added AFTER INSERT ON results BEGIN {add} END",
        f"CREATE TRIGGER results_gone AFTER DELETE ON results BEGIN {take} END",
        f"CREATE TRIGGER results_moved AFTER UPDATE ON results BEGIN {take} {add} END",
    ]


_RESULTS = (
    "CREATE TABLE results (match_id INTEGER NOT NULL REFERENCES matches (id), seat TEXT NOT NULL, "
    "book_id INTEGER NOT NULL, league TEXT NOT NULL, player_id INTEGER NOT NULL REFERENCES players (id), "
    f"partner_id INTEGER NOT NULL REFERENCES players (id), began TEXT NOT NULL, {_COUNTS}, "
    "PRIMARY KEY (match_id, seat)) STRICT",
    "CREATE INDEX results_of_players ON results (player_id, began, match_id)",
    "CREATE INDEX results_of_partners ON results (partner_id, match_id)",
    "CREATE TABLE totals (book_id INTEGER NOT NULL, league TEXT NOT NULL, player_id INTEGER NOT NULL "
    f"REFERENCES players (id), partner_id INTEGER NOT NULL REFERENCES players (id), {_COUNTS}, "
    f"PRIMARY KEY {_KEY}) STRICT, WITHOUT ROWID",
    "CREATE INDEX totals_of_leagues ON totals (book_id, league)",
    *following(_FIGURES),
)
_TRICKS = (
    "CREATE TABLE tricks (match_id INTEGER NOT NULL REFERENCES matches (id), book_id INTEGER NOT NULL, "
    "game INTEGER NOT NULL, hand INTEGER NOT NULL, trick INTEGER NOT NULL, at TEXT NOT NULL, season TEXT NOT NULL, "
    "dealer TEXT NOT NULL, leader TEXT NOT NULL, card_1 TEXT NOT NULL, card_2 TEXT NOT NULL, card_3 TEXT NOT NULL, "
    "card_4 TEXT NOT NULL, winner TEXT NOT NULL, rule TEXT NOT NULL, points INTEGER NOT NULL, "
    f"{', '.join(f'{name} INTEGER NOT NULL' for name in _ITEMS)}, missed INTEGER NOT NULL, "
    "pegged_ns INTEGER NOT NULL, pegged_ew INTEGER NOT NULL, total_ns INTEGER NOT NULL, total_ew INTEGER NOT NULL, "
    "PRIMARY KEY (match_id, hand, trick)) STRICT, WITHOUT ROWID",
    "CREATE INDEX missed_tricks ON tricks (book_id, missed) WHERE missed > 0",
)
_SEATED = " ".join(
    f"JOIN places {seat} ON {seat}.match_id = m.id AND {seat}.seat = '{seat}' JOIN players {seat}_player "
    f"ON {seat}_player.id = {seat}.player_id"
    for seat in "NESW"
)


def views(figures: Sequence[str], items: Sequence[str]) -> list[str]:
    """The views for people: matches, tricks and players."""
    return [
        "CREATE VIEW match_list AS SELECT m.id AS match, m.book_id AS book, m.opened, m.ended, m.league, "
        "N_player.name AS north, E_player.name AS east, S_player.name AS south, W_player.name AS west, m.target, "
        "m.best_of, m.muggins, m.phase, m.score_ns, m.score_ew, m.games_ns, m.games_ew, "
        "CASE WHEN m.phase <> 'match-over' THEN NULL WHEN m.games_ns > m.games_ew THEN 'NS' ELSE 'EW' END AS winner "
        f"FROM matches m {_SEATED} WHERE m.binned IS NULL",
        "CREATE VIEW trick_list AS SELECT t.match_id AS match, t.game, t.hand, t.trick, t.at, t.season, "
        "d.name AS dealer, l.name AS leader, t.card_1, t.card_2, t.card_3, t.card_4, w.name AS winner, t.rule, "
        f"t.points, {', '.join(f't.{name}' for name in items)}, t.missed, t.pegged_ns, t.pegged_ew, t.total_ns, "
        "t.total_ew "
        "FROM tricks t "
        + " ".join(
            f"JOIN places {who[0]}p ON {who[0]}p.match_id = t.match_id AND {who[0]}p.seat = t.{who} "
            f"JOIN players {who[0]} ON {who[0]}.id = {who[0]}p.player_id"
            for who in ("dealer", "leader", "winner")
        ),
        "CREATE VIEW player_list AS SELECT p.id AS player, p.book_id AS book, p.name, t.league, q.name AS partner, "
        f"{', '.join(f't.{name}' for name in figures)} "
        "FROM totals t JOIN players p ON p.id = t.player_id JOIN players q ON q.id = t.partner_id "
        "WHERE t.league <> ''",
    ]

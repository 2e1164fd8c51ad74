"""The book's schema, as named steps; each runs once, in a transaction of its own.

To change the schema add a step at the end; never change one that has been released.
"""

from datetime import UTC, datetime

from sqlite_utils import Database, Migrations

book = Migrations("book")


@book()
def matches_and_their_logs(db: Database) -> None:
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


@book()
def house_rules(db: Database) -> None:
    """Sets of house rules that the players have given a name."""
    db.table("house_rules").create({"name": str, "rules": str}, pk="name", not_null={"rules"}, strict=True)


@book()
def score_books(db: Database) -> None:
    """Score books, which matches and house rules belong to, and the seals that links are made from."""
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

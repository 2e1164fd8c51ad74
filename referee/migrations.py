"""The book's schema, as named steps; each runs once, in a transaction of its own.

To change the schema add a step at the end; never change one that has been released.
"""

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

"""The tables of a book that do not depend on the game: books, matches and their logs, players, evenings.

Numbers used in addresses are never reused, even after a deletion: AUTOINCREMENT.
"""

_TABLES = """
CREATE TABLE epochs (
    id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID

INSERT INTO epochs VALUES (lower(hex(randomblob(8))))

CREATE TABLE score_books (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    opened TEXT NOT NULL,
    seal INTEGER NOT NULL,
    read_seal INTEGER NOT NULL,
    table_score_seal INTEGER NOT NULL,
    table_watch_seal INTEGER NOT NULL,
    invitation TEXT,
    binned TEXT,
    to_erase TEXT,
    -- The rest is derived from the logs, and counted by triggers.
    bytes INTEGER NOT NULL DEFAULT 0,
    last_entry TEXT
) STRICT

CREATE TABLE house_rules (
    book_id INTEGER NOT NULL REFERENCES score_books (id),
    game_key TEXT NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (book_id, game_key, name)
) STRICT

CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id INTEGER NOT NULL REFERENCES score_books (id),
    game_key TEXT NOT NULL,
    opened TEXT NOT NULL,
    arrived TEXT NOT NULL,
    setup TEXT NOT NULL,
    key TEXT,
    follows INTEGER REFERENCES matches (id),
    show_played INTEGER NOT NULL,
    teaching INTEGER NOT NULL DEFAULT 0,
    score_seal INTEGER NOT NULL,
    watch_seal INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    binned TEXT,
    to_erase TEXT,
    -- The rest is derived from the log, and can be rebuilt.
    over INTEGER NOT NULL,
    began TEXT,
    ended TEXT,
    league TEXT,
    year INTEGER,
    target INTEGER,
    best_of INTEGER,
    muggins INTEGER,
    phase TEXT,
    game INTEGER,
    hand INTEGER,
    trick INTEGER,
    score_ns INTEGER,
    score_ew INTEGER,
    games_ns INTEGER,
    games_ew INTEGER,
    seat_scores TEXT,
    result TEXT,
    words TEXT,
    record_digest TEXT,
    edition INTEGER NOT NULL DEFAULT 0,
    UNIQUE (book_id, key)
) STRICT

CREATE INDEX matches_by_age ON matches (book_id, began, id)

CREATE INDEX matches_by_arrival ON matches (book_id, arrived, began, id) WHERE binned IS NULL

CREATE INDEX matches_by_state ON matches (book_id, over, began, id)

CREATE INDEX leagues_of_matches ON matches (book_id, league, began, id)

CREATE INDEX years_of_matches ON matches (book_id, year, began, id)

CREATE INDEX editions_of_matches ON matches (edition)

CREATE INDEX binned_matches ON matches (book_id, binned) WHERE binned IS NOT NULL

CREATE INDEX rematches ON matches (follows) WHERE follows IS NOT NULL

CREATE INDEX digests_of_matches ON matches (book_id, record_digest) WHERE record_digest IS NOT NULL

-- Of each entry one of the two is given: what its log is of.
CREATE TABLE entries (
    match_id INTEGER REFERENCES matches (id),
    evening_id INTEGER REFERENCES evenings (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    actions TEXT NOT NULL,
    key TEXT,
    at TEXT NOT NULL,
    phone TEXT,
    checksum TEXT NOT NULL,
    CHECK ((match_id IS NULL) <> (evening_id IS NULL)),
    UNIQUE (match_id, number),
    UNIQUE (match_id, key),
    UNIQUE (evening_id, number),
    UNIQUE (evening_id, key)
) STRICT

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END

CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id AND binned IS NULL)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END

CREATE TRIGGER entries_counted AFTER INSERT ON entries
BEGIN UPDATE score_books
SET bytes = bytes + length(NEW.actions) + 160,
last_entry = max(coalesce(last_entry, ''), strftime('%Y-%m-%dT%H:%M:%S+00:00', NEW.at))
WHERE id = coalesce((SELECT book_id FROM matches WHERE id = NEW.match_id),
(SELECT book_id FROM evenings WHERE id = NEW.evening_id));
END

CREATE TRIGGER entries_uncounted AFTER DELETE ON entries
BEGIN UPDATE score_books SET bytes = bytes - length(OLD.actions) - 160
WHERE id = coalesce((SELECT book_id FROM matches WHERE id = OLD.match_id),
(SELECT book_id FROM evenings WHERE id = OLD.evening_id));
END

CREATE TABLE match_notes (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    hand INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, hand)
) STRICT, WITHOUT ROWID

CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id INTEGER NOT NULL REFERENCES score_books (id),
    name TEXT NOT NULL,
    UNIQUE (book_id, name)
) STRICT

CREATE TABLE names (
    book_id INTEGER NOT NULL REFERENCES score_books (id),
    written TEXT NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (book_id, written)
) STRICT, WITHOUT ROWID

CREATE INDEX names_of_players ON names (player_id)

CREATE TABLE places (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat TEXT NOT NULL,
    written TEXT NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID

CREATE INDEX places_of_players ON places (player_id, match_id, seat)

CREATE TABLE told_apart (
    player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    PRIMARY KEY (player_id, other_id)
) STRICT, WITHOUT ROWID

CREATE INDEX told_apart_others ON told_apart (other_id)

CREATE TABLE evenings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id INTEGER NOT NULL REFERENCES score_books (id),
    opened TEXT NOT NULL,
    setup TEXT NOT NULL,
    key TEXT NOT NULL,
    score_seal INTEGER NOT NULL,
    watch_seal INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    UNIQUE (book_id, key)
) STRICT

CREATE INDEX evenings_by_age ON evenings (book_id, opened, id)

CREATE TABLE evening_matches (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    round INTEGER NOT NULL,
    place INTEGER NOT NULL
) STRICT

CREATE INDEX matches_of_evenings ON evening_matches (evening_id)
"""
TABLES = tuple(_TABLES.strip().split("\n\n"))
"""The statements that create them, with their indexes and triggers."""

"""The tables, triggers and views of the projections, as migrations create them.

What a released migration executes is frozen: a later schema gets statements of its own.
"""

from collections.abc import Sequence

STATE_OF_MATCH = (
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
"""The derived columns of `matches`."""
FIGURES = (
    "matches matches_won games games_won hands points points_against tricks tricks_won worth_won tricks_given "
    "worth_given flush fifteen thirty_one pair prial double_prial run_3 run_4 running_flush_3 running_flush_4 "
    "jack_havel last jack_havel_dealer claims missed caught calls called_right called_wrong gained lost revokes"
).split()
"""The columns of `results` and `totals`."""
ITEMS = FIGURES[12:24]
"""Those that count combinations, which `tricks` has too."""
_COUNTS = ", ".join(f"{name} INTEGER NOT NULL" for name in FIGURES)
PLAYERS = (
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


def triggers_of_totals(figures: Sequence[str]) -> list[str]:
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


RESULTS = (
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
    *triggers_of_totals(FIGURES),
)
TRICKS = (
    "CREATE TABLE tricks (match_id INTEGER NOT NULL REFERENCES matches (id), book_id INTEGER NOT NULL, "
    "game INTEGER NOT NULL, hand INTEGER NOT NULL, trick INTEGER NOT NULL, at TEXT NOT NULL, season TEXT NOT NULL, "
    "dealer TEXT NOT NULL, leader TEXT NOT NULL, card_1 TEXT NOT NULL, card_2 TEXT NOT NULL, card_3 TEXT NOT NULL, "
    "card_4 TEXT NOT NULL, winner TEXT NOT NULL, rule TEXT NOT NULL, points INTEGER NOT NULL, "
    f"{', '.join(f'{name} INTEGER NOT NULL' for name in ITEMS)}, missed INTEGER NOT NULL, "
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


MATCHES_OF_HAVILERING = (
    "DROP VIEW match_list",
    f"{views(FIGURES, ITEMS)[0]} AND m.game_key = 'havilering'",
)
"""The list of matches, since there is another game whose seats are North, East, South and West."""

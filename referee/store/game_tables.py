"""The tables, triggers and views of each game's figures, as the first migration creates them.

Statements that a released migration executes are frozen: a later schema gets statements of its own.
"""

from collections.abc import Sequence


def tables(
    game: str, figures: Sequence[str], rows: Sequence[str], key: str, with_partners: bool = False
) -> list[str]:
    """Return the statements that create the results, totals and rows of a game, given its name and columns.

    `key` are the columns that distinguish the rows of a match; `with_partners` also counts figures by partner.
    """
    deals = f"{game}_deals (match_id INTEGER NOT NULL REFERENCES matches (id), book_id INTEGER NOT NULL"
    return [
        *results(f"{game}_", figures, with_partners),
        f"CREATE TABLE {deals}, {', '.join(rows)}, PRIMARY KEY (match_id, {key})) STRICT, WITHOUT ROWID",
    ]


def results(prefix: str, figures: Sequence[str], with_partners: bool) -> list[str]:
    """The tables of results and totals, and the view of players; their names begin with a prefix."""
    who = ("player_id", "partner_id") if with_partners else ("player_id",)
    of_players = ", ".join(f"{column} INTEGER NOT NULL REFERENCES players (id)" for column in who)
    counts = ", ".join(f"{name} INTEGER NOT NULL" for name in figures)
    by_partner = f"CREATE INDEX {prefix}results_of_partners ON {prefix}results (partner_id, match_id)"
    return [
        f"CREATE TABLE {prefix}results (match_id INTEGER NOT NULL REFERENCES matches (id), seat TEXT NOT NULL, "
        f"book_id INTEGER NOT NULL, league TEXT NOT NULL, {of_players}, "
        f"began TEXT NOT NULL, place INTEGER NOT NULL, {counts}, PRIMARY KEY (match_id, seat)) STRICT",
        f"CREATE INDEX {prefix}results_of_players ON {prefix}results (player_id, began, match_id)",
        *([by_partner] if with_partners else []),
        f"CREATE TABLE {prefix}totals (book_id INTEGER NOT NULL, league TEXT NOT NULL, "
        f"{of_players}, {counts}, PRIMARY KEY ({', '.join(who)}, league)) STRICT, WITHOUT ROWID",
        f"CREATE INDEX {prefix}totals_of_leagues ON {prefix}totals (book_id, league)",
        *_triggers(prefix, figures, who),
        f"CREATE VIEW {prefix}player_list AS SELECT p.id AS player, p.book_id AS book, p.name, t.league, "
        f"{'q.name AS partner, ' if with_partners else ''}"
        f"{', '.join(f't.{name}' for name in figures)} FROM {prefix}totals t JOIN players p ON p.id = t.player_id "
        f"{'JOIN players q ON q.id = t.partner_id ' if with_partners else ''}WHERE t.league <> ''",
    ]


def _triggers(prefix: str, figures: Sequence[str], who: Sequence[str]) -> list[str]:
    """The triggers that update the totals whenever results change."""
    players, key = ", ".join(who), f"({', '.join(who)}, league)"
    new, old = (", ".join(f"{row}.{column}" for column in who) for row in ("NEW", "OLD"))
    # For the league of the season, and for all seasons together, which is the league ''.
    add = " ".join(
        f"INSERT INTO {prefix}totals (book_id, league, {players}, {', '.join(figures)}) VALUES (NEW.book_id, "
        f"{league}, {new}, {', '.join(f'NEW.{name}' for name in figures)}) "
        f"ON CONFLICT {key} DO UPDATE SET "
        f"{', '.join(f'{name} = {name} + excluded.{name}' for name in figures)};"
        for league in ("NEW.league", "''")
    )
    take = " ".join(
        f"UPDATE {prefix}totals SET {', '.join(f'{name} = {name} - OLD.{name}' for name in figures)} "
        f"WHERE {key} = ({old}, {league}); "
        f"DELETE FROM {prefix}totals WHERE {key} = ({old}, {league}) AND matches = 0;"
        for league in ("OLD.league", "''")
    )
    return [
        f"CREATE TRIGGER {prefix}results_added AFTER INSERT ON {prefix}results BEGIN {add} END",
        f"CREATE TRIGGER {prefix}results_gone AFTER DELETE ON {prefix}results BEGIN {take} END",
        f"CREATE TRIGGER {prefix}results_moved AFTER UPDATE ON {prefix}results BEGIN {take} {add} END",
    ]


HAVILERING_FIGURES = (
    "matches matches_won games games_won hands points points_against tricks tricks_won worth_won tricks_given "
    "worth_given flush fifteen thirty_one pair prial double_prial run_3 run_4 running_flush_3 running_flush_4 "
    "jack_havel last jack_havel_dealer claims missed caught calls called_right called_wrong gained lost revokes"
).split()
_TRICK = (
    *(f"{name} INTEGER NOT NULL" for name in "game hand trick".split()),
    *(f"{name} TEXT NOT NULL" for name in "at season dealer leader card_1 card_2 card_3 card_4 winner rule".split()),
    "points INTEGER NOT NULL",
    # Counts of combinations.
    *(f"{name} INTEGER NOT NULL" for name in HAVILERING_FIGURES[12:24]),
    *(f"{name} INTEGER NOT NULL" for name in "missed pegged_ns pegged_ew total_ns total_ew".split()),
)
_SEATED = " ".join(
    f"JOIN places {seat} ON {seat}.match_id = m.id AND {seat}.seat = '{seat}' JOIN players {seat}_player "
    f"ON {seat}_player.id = {seat}.player_id"
    for seat in "NESW"
)
_PLAYERS_OF_TRICK = " ".join(
    f"JOIN places {who[0]}p ON {who[0]}p.match_id = t.match_id AND {who[0]}p.seat = t.{who} "
    f"JOIN players {who[0]} ON {who[0]}.id = {who[0]}p.player_id"
    for who in ("dealer", "leader", "winner")
)
_TRICK_COLUMNS = ", ".join(
    f"{column[0]}.name AS {column}" if column in ("dealer", "leader", "winner") else f"t.{column}"
    for column in (definition.split()[0] for definition in _TRICK)
)
HAVILERING = (
    *results("", HAVILERING_FIGURES, with_partners=True),
    "CREATE TABLE tricks (match_id INTEGER NOT NULL REFERENCES matches (id), book_id INTEGER NOT NULL, "
    f"{', '.join(_TRICK)}, PRIMARY KEY (match_id, hand, trick)) STRICT, WITHOUT ROWID",
    "CREATE INDEX missed_tricks ON tricks (book_id, missed) WHERE missed > 0",
    "CREATE VIEW match_list AS SELECT m.id AS match, m.book_id AS book, m.opened, m.ended, m.league, "
    "N_player.name AS north, E_player.name AS east, S_player.name AS south, W_player.name AS west, m.target, "
    "m.best_of, m.muggins, m.phase, m.score_ns, m.score_ew, m.games_ns, m.games_ew, "
    "CASE WHEN m.over THEN iif(json_extract(m.result, '$.NS[1]') = 1, 'NS', 'EW') END AS winner "
    f"FROM matches m {_SEATED} WHERE m.binned IS NULL AND m.game_key = 'havilering'",
    f"CREATE VIEW trick_list AS SELECT t.match_id AS match, {_TRICK_COLUMNS} FROM tricks t {_PLAYERS_OF_TRICK}",
)
"""The tables and views of Havilering, whose names do not mention a game."""

CRIBBAGE_FIGURES = (
    "matches matches_won games games_won hands points points_against stakes_won stakes_lost skunks_given "
    "skunks_taken lurches_given lurches_taken dealer_plays dealer_pegged pone_plays pone_pegged heels hands_counted "
    "hand_points best_hands nineteens cribs_counted crib_points false_goes claims missed caught excess calls gained "
    "lost"
).split()
_CRIBBAGE_DEAL = (
    *("game INTEGER NOT NULL", "deal INTEGER NOT NULL"),
    *(f"{name} TEXT NOT NULL" for name in ("dealer", "starter", "played")),
    *("pone_cards TEXT NOT NULL", "pone_points INTEGER", "pone_claimed INTEGER"),
    *("dealer_cards TEXT NOT NULL", "dealer_points INTEGER", "dealer_claimed INTEGER"),
    *("crib_cards TEXT NOT NULL", "crib_points INTEGER", "crib_claimed INTEGER"),
    *(f"{name} INTEGER NOT NULL" for name in "missed play_n play_s pegged_n pegged_s total_n total_s".split()),
)
_PLAYERS_OF_CRIBBAGE = (
    "JOIN places np ON np.match_id = m.id AND np.seat = 'N' JOIN players n ON n.id = np.player_id "
    "JOIN places sp ON sp.match_id = m.id AND sp.seat = 'S' JOIN players s ON s.id = sp.player_id"
)
CRIBBAGE = (
    *tables("cribbage", CRIBBAGE_FIGURES, _CRIBBAGE_DEAL, "deal"),
    "CREATE INDEX cribbage_missed_deals ON cribbage_deals (book_id, missed) WHERE missed > 0",
    "CREATE VIEW cribbage_match_list AS SELECT m.id AS match, m.book_id AS book, m.opened, m.ended, m.league, "
    "n.name AS north, s.name AS south, m.target, m.best_of, m.muggins, m.phase, "
    "json_extract(m.seat_scores, '$.N[0]') AS score_north, json_extract(m.seat_scores, '$.S[0]') AS score_south, "
    "json_extract(m.seat_scores, '$.N[1]') AS games_north, json_extract(m.seat_scores, '$.S[1]') AS games_south "
    f"FROM matches m {_PLAYERS_OF_CRIBBAGE} WHERE m.binned IS NULL AND m.game_key = 'cribbage'",
    "CREATE VIEW cribbage_deal_list AS SELECT d.match_id AS match, n.name AS north, s.name AS south, "
    f"{', '.join('d.' + column.split()[0] for column in _CRIBBAGE_DEAL)} "
    f"FROM cribbage_deals d JOIN matches m ON m.id = d.match_id {_PLAYERS_OF_CRIBBAGE}",
)
"""The tables and views of cribbage."""

HEARTS_FIGURES = (
    "matches matches_won games games_won hands points points_against hearts clear all_hearts pools jacks halves won "
    "paid revokes fines"
).split()
_HEARTS_SEATS = "123456"
_HEARTS_DEAL = (
    "deal INTEGER NOT NULL",
    *(f"{name} TEXT NOT NULL" for name in "dealer entry result why revoked".split()),
    *(f"{name} INTEGER NOT NULL" for name in "pool_before pool_after jack_before jack_after".split()),
    # Empty for a seat that a smaller table does not have.
    *(f"{name}_{seat} INTEGER" for name in ("hearts", "net", "total") for seat in _HEARTS_SEATS),
)
HUMBUG_WHIST_FIGURES = (
    "matches matches_won games games_won hands points points_against level tricks revokes gained given"
).split()
_HUMBUG_WHIST_DEAL = (
    "deal INTEGER NOT NULL",
    *(f"{name} TEXT NOT NULL" for name in ("dealer", "turned", "entry")),
    *(f"{name}_{seat} INTEGER NOT NULL" for name in "won revokes tricks units total".split() for seat in "ns"),
)


def _sitting_views(game: str, key: str, seats: str, rows: Sequence[str]) -> list[str]:
    """The views of a game's matches and deals, with a column of each seat's name and total."""
    names = ", ".join(
        f"(SELECT p.name FROM places s JOIN players p ON p.id = s.player_id "
        f"WHERE s.match_id = m.id AND s.seat = '{seat}') AS player_{seat.lower()}"
        for seat in seats
    )
    scores = ", ".join(f"json_extract(m.seat_scores, '$.\"{seat}\"[0]') AS score_{seat.lower()}" for seat in seats)
    of_game = f"m.binned IS NULL AND m.game_key = '{key}'"
    return [
        f"CREATE VIEW {game}_match_list AS SELECT m.id AS match, m.book_id AS book, m.opened, m.ended, m.league, "
        f"{names}, m.phase, m.hand AS deal, {scores} FROM matches m WHERE {of_game}",
        f"CREATE VIEW {game}_deal_list AS SELECT d.match_id AS match, {names}, "
        f"{', '.join('d.' + column.split()[0] for column in rows)} "
        f"FROM {game}_deals d JOIN matches m ON m.id = d.match_id",
    ]


SITTINGS = (
    *tables("hearts", HEARTS_FIGURES, _HEARTS_DEAL, "deal"),
    *_sitting_views("hearts", "hearts", _HEARTS_SEATS, _HEARTS_DEAL),
    *tables("humbug_whist", HUMBUG_WHIST_FIGURES, _HUMBUG_WHIST_DEAL, "deal"),
    *_sitting_views("humbug_whist", "humbug-whist", "NS", _HUMBUG_WHIST_DEAL),
)
"""The tables and views of Hearts and Humbug Whist."""

GREVJASS_FIGURES = (
    "matches matches_won games games_won hands points points_against claims_right claims_false jans_given "
    "jans_taken vols vols_bid vols_made melds melds_good meld_points meld_strokes stikk jass socks tricks tricks_won "
    "card_points revokes"
).split()
_GREVJASS_DEAL = (
    *("game INTEGER NOT NULL", "deal INTEGER NOT NULL"),
    *(f"{name} TEXT NOT NULL" for name in "dealer trump shown vol melds played winner how".split()),
    *("strokes INTEGER NOT NULL", "jan INTEGER NOT NULL"),
    *(f"{name}_{side} INTEGER NOT NULL" for side in ("ns", "ew")
      for name in "tricks cards last melds stikk total".split()),
)  # fmt: skip
_NAMES_OF_FOUR = ", ".join(
    f"(SELECT p.name FROM places s JOIN players p ON p.id = s.player_id "
    f"WHERE s.match_id = m.id AND s.seat = '{word[0].upper()}') AS {word}"
    for word in ("north", "east", "south", "west")
)


def _views_of_four(game: str, more: str, scores: str, rows: Sequence[str]) -> list[str]:
    """The views of matches and deals of a two-sided game; `scores` are the names of each side's values in
    `seat_scores`."""
    figures = ", ".join(
        f"json_extract(m.seat_scores, '$.{'NE'[at % 2]}[{at // 2}]') AS {name}"
        for at, name in enumerate(scores.split())
    )
    return [
        f"CREATE VIEW {game}_match_list AS SELECT m.id AS match, m.book_id AS book, m.opened, m.ended, m.league, "
        f"{_NAMES_OF_FOUR}, m.target, m.phase, {more}{figures} "
        f"FROM matches m WHERE m.binned IS NULL AND m.game_key = '{game}'",
        f"CREATE VIEW {game}_deal_list AS SELECT d.match_id AS match, {_NAMES_OF_FOUR}, "
        f"{', '.join('d.' + column.split()[0] for column in rows)} "
        f"FROM {game}_deals d JOIN matches m ON m.id = d.match_id",
    ]


GREVJASS = (
    *tables("grevjass", GREVJASS_FIGURES, _GREVJASS_DEAL, "deal", with_partners=True),
    *_views_of_four(
        "grevjass", "m.game, m.hand AS deal, ", "strokes_ns strokes_ew games_ns games_ew", _GREVJASS_DEAL
    ),
)
"""The tables and views of Grevjass."""

KARNOFFEL_FIGURES = (
    "matches matches_won games games_won hands points points_against sweeps swept choices tricks tricks_won "
    "karnoffels devils popes kaisers devils_led"
).split()
_KARNOFFEL_DEAL = (
    "deal INTEGER NOT NULL",
    *(f"{name} TEXT NOT NULL" for name in "dealer chosen shown entry played winner devil".split()),
    *(f"{name} INTEGER NOT NULL" for name in "sweeps tricks_ns tricks_ew total_ns total_ew".split()),
)
KARNOFFEL = (
    *tables("karnoffel", KARNOFFEL_FIGURES, _KARNOFFEL_DEAL, "deal", with_partners=True),
    *_views_of_four("karnoffel", "m.hand AS deal, ", "deals_ns deals_ew", _KARNOFFEL_DEAL),
)
"""The tables and views of Karnöffel."""

ACHIEVEMENTS = tuple(
    f"CREATE INDEX {name} ON {table} (book_id, match_id) WHERE {when}"
    for table, name, when in (
        ("tricks", "double_prials", "double_prial > 0"),
        ("tricks", "jacks_with_thirteen", "jack_havel > 0 AND points >= 13"),
        ("cribbage_deals", "perfect_pones", "pone_points = 29"),
        ("cribbage_deals", "perfect_dealers", "dealer_points = 29"),
        ("hearts_deals", "all_thirteen", "13 IN (hearts_1, hearts_2, hearts_3, hearts_4, hearts_5, hearts_6)"),
        ("hearts_deals", "jacks_taken", "jack_before = 1 AND jack_after = 0"),
        ("grevjass_deals", "all_eight", "8 IN (tricks_ns, tricks_ew)"),
        ("karnoffel_deals", "devils_led", "devil <> ''"),
        ("karnoffel_deals", "swept_thrice", "sweeps = 3"),
    )
)
"""The indexes by which rare rows of finished matches are found."""

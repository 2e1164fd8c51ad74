"""Player pages: all players, one player, two partners, the leagues of seasons, renaming and splitting.

Figures are of one game: `game` in the query string, else the first one that has any.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.books.ratings import RANKED_AFTER
from referee.english import joined, titled
from referee.evenings.standings import Line
from referee.faults import NotThereError, RefusedError
from referee.store.achievements import Achieved, Achievements
from referee.store.player_names import Player
from referee.store.players import PlayerStore, Side
from referee.web.components.charts import ROLLING, FormChart
from referee.web.components.figures import best_partners, similar_names
from referee.web.components.grid import grid_of, most_active
from referee.web.components.sorting import Sorting
from referee.web.evenings.screen import EveningScreen
from referee.web.forms import NameForm, error_texts, form_page
from referee.web.permissions import needs
from referee.web.services import evenings, game_pages, maintenance, player_stores, ratings, score_books, service

pages = Blueprint("players", __name__, url_prefix="/books/<int:book_id>")
LATEST_FORM, LONG_FORM = ROLLING, 60
"""The number of matches in a form chart; the second with `?all`, and of achievements on a page."""
PAIRS = 8
"""The maximum number of pairs of partners on a page, and of achievements on a player's."""
MOST_SEASONS = 400
SOME = 5
"""The number of partners and seasons on a player's page, unless all are requested."""


class Chosen:
    """The game whose figures a page shows, and addresses for the same game."""

    def __init__(self, book_id: int) -> None:
        self.book_id = book_id
        self.played = [key for key, store in player_stores().items() if store.leagues(book_id, 1)]
        """The games with a finished match, then the games of evenings."""
        self.played += [key for key in evenings().store.games_of(book_id)
                        if key in player_stores() and key not in self.played]  # fmt: skip
        first, wanted_game = next(iter(player_stores())), request.args.get("game", "")
        usual = next(iter(self.played), first)
        self.key = wanted_game if wanted_game in player_stores() else usual
        self._named = {} if self.key == usual else {"game": self.key}

    @property
    def store(self) -> PlayerStore[Any]:
        """The figures of the game."""
        return player_stores()[self.key]

    @property
    def title(self) -> str:
        """The name of the game."""
        return game_pages(self.key).title

    @property
    def figures(self) -> Any:
        """The presentation of the figures."""
        return game_pages(self.key).figures

    @cached_property
    def base(self) -> str:
        """The address of the list of players, which the addresses of players and partners extend."""
        return url_for("players.everybody", book_id=self.book_id)

    def address(self, side: Side) -> str:
        """The address of a player, or of two partners."""
        return f"{self.base}/{'/with/'.join(str(player.id) for player in side)}"

    def query(self, **parts: object) -> str:
        """The query string of an address, with the game."""
        fields = {name: text for name, text in (parts | self._named).items() if text}
        return f"?{urlencode(fields)}" if fields else ""

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The games to choose from: query string, name, and whether it is this one."""
        keys = list(dict.fromkeys([*self.played, self.key]))
        return [(f"?game={key}", game_pages(key).title, key == self.key) for key in keys] if len(keys) > 1 else []


@pages.get("/players")
@needs(Permission.WATCH)
def everybody(book_id: int) -> ResponseReturnValue:
    """All players of a score book, best first."""
    chosen = Chosen(book_id)
    store, of_players, of_pairs = chosen.store, Sorting(request.args), sorting_of_pairs()
    counted = store.everybody(book_id, order=of_players.order)
    pairs = store.pairs(book_id, limit=-1 if "all" in request.args else PAIRS + 1, order=of_pairs.order)
    active = most_active(counted)
    return render_template(
        "core/players/everybody.html",
        book=score_books().score_book(book_id),
        chosen=chosen,
        counted=counted,
        of_players=of_players,
        active=active,
        cells=grid_of(store.pairs_among(active)),
        pairs=pairs if "all" in request.args else pairs[:PAIRS],
        of_pairs=of_pairs,
        more_pairs=len(pairs) > PAIRS and "all" not in request.args,
        similar_names=list(islice(_perhaps_one(store, book_id), SOME)),
    )


@pages.get("/ratings")
@needs(Permission.WATCH)
def rated(book_id: int) -> ResponseReturnValue:
    """The ratings of a game's players, and of its partners if it has any."""
    chosen = Chosen(book_id)
    game = game_pages(chosen.key).game
    return render_template(
        "core/players/ratings.html",
        book=score_books().score_book(book_id),
        chosen=chosen,
        own=url_for("players.rated", book_id=book_id),
        ratings=ratings().of(book_id, game),
        of_players=Sorting(request.args),
        partners=ratings().of(book_id, game, by_pairs=True) if game.partners else [],
        of_pairs=sorting_of_pairs(),
        ranked_after=RANKED_AFTER,
    )


def _latest_achievements(
    chosen: Chosen, who: Player | None, most: int, before: str = ""
) -> tuple[list[tuple[Achieved, str]], str]:
    """The latest achievements of a player or of anybody, with their addresses, and the cursor of the next page."""
    store, pages = Achievements(service().database), game_pages(chosen.key)
    try:
        achievements = store.of(chosen.book_id, pages.game, most + 1, who.id if who else None, before)
    except (ValueError, OverflowError) as error:
        raise NotThereError("There is no such page of achievements.") from error
    rows = [(done, pages.of_row(done.match_id, done.place)) for done in achievements[:most]]
    return rows, achievements[most - 1].cursor if len(achievements) > most else ""


@pages.get("/achievements")
@needs(Permission.WATCH)
def achieved(book_id: int) -> ResponseReturnValue:
    """The achievements in a game, of everybody or of `?player=`, latest first, a page at a time."""
    chosen, number = Chosen(book_id), request.args.get("player", type=int)
    who = chosen.store.player(book_id, number) if number else None
    latest, before = _latest_achievements(chosen, who, LONG_FORM, request.args.get("before", ""))
    what = dict.fromkeys(each.words for each in game_pages(chosen.key).game.achievements)
    return render_template(
        "core/players/achievements.html",
        book=score_books().score_book(book_id),
        chosen=chosen,
        own=url_for("players.achieved", book_id=book_id),
        who=who,
        achieved=latest,
        before=before,
        told=f"{titled(joined(what))} will appear here once a match is over." if what else "",
    )


def _perhaps_one(store: PlayerStore[Any], book_id: int) -> Iterator[tuple[Player, Player]]:
    return (pair for pair in similar_names(store.players(book_id)) if not store.are_two(*pair))


@pages.get("/players/<int:player_id>")
@needs(Permission.WATCH)
def player(book_id: int, player_id: int) -> ResponseReturnValue:
    """A player's figures, of all seasons or of the season `?league=`."""
    chosen = Chosen(book_id)
    return _player_page(chosen, chosen.store.player(book_id, player_id))


def _player_page(
    chosen: Chosen, who: Player, form: NameForm | None = None, errors: list[str] | None = None
) -> ResponseReturnValue:
    league = request.args.get("league", "")
    sorting = Sorting(request.args, anchor="partners")
    partners = chosen.store.partners(who, league, sorting.order)
    written = chosen.store.other_names(who)
    latest, more = ([], "") if league else _latest_achievements(chosen, who, PAIRS)
    return form_page(
        "core/players/player.html",
        errors or [],
        partners=partners if "all" in request.args else partners[:SOME],
        all_partners=len(partners),
        sorting=sorting,
        best=best_partners(partners),
        achieved=latest,
        more_achieved=more,
        evenings=[] if league else _evenings_of(chosen, {who.name, *written}),
        written=written,
        form=form or NameForm(name=who.name),
        **_figures(chosen, [who], league),
    )


def _evenings_of(chosen: Chosen, names: set[str]) -> list[tuple[EveningScreen, Line]]:
    """The latest evenings of a player, given all their names, with their line in the standings."""
    found = evenings().of_player(chosen.book_id, chosen.key, names, SOME)
    return [(EveningScreen(current), line) for current, line in found]


@pages.get("/players/<int:player_id>/with/<int:partner_id>")
@needs(Permission.WATCH)
def pair(book_id: int, player_id: int, partner_id: int) -> ResponseReturnValue:
    """The figures of two partners together, and of each side by side."""
    chosen = Chosen(book_id)
    store, league = chosen.store, request.args.get("league", "")
    who, partner = store.player(book_id, player_id), store.player(book_id, partner_id)
    other = store.figures([partner, who], league) if store.has_partners else None
    if other is None or not other.matches:
        raise NotThereError(f"{who.name} and {partner.name} have not been partners.")
    return render_template("core/players/pair.html", other=other, **_figures(chosen, [who, partner], league))


def _figures(chosen: Chosen, who: Side, league: str) -> dict[str, object]:
    store = chosen.store
    counts = store.figures(who, league)
    if league and not counts.matches:
        raise NotThereError(f"{who[0].name} finished no match in that season.")
    wants_all = "all" in request.args
    count = LONG_FORM if wants_all else LATEST_FORM
    form = store.form(who, count + ROLLING - 1)
    return {
        "chosen": chosen,
        "who": who,
        "own": chosen.address(who),
        "book": score_books().score_book(chosen.book_id),
        "league": league,
        "counts": counts,
        "seasons": store.by_league(who, MOST_SEASONS if wants_all else SOME),
        "chart": FormChart(form, count) if form and not league else None,
    }


def sorting_of_pairs() -> Sorting:
    """Return the sorting of a page's second table, the table of pairs."""
    return Sorting(request.args, "sort_pairs", "partners")


# --- names ---------------------------------------------------------------------------------------------------


@pages.post("/players/<int:player_id>")
@needs(Permission.OWN)
def rename(book_id: int, player_id: int) -> ResponseReturnValue:
    """Rename a player; if another player has that name, the two are merged."""
    chosen, form = Chosen(book_id), NameForm()
    who = chosen.store.player(book_id, player_id)
    if not form.validate():
        return _player_page(chosen, who, form, error_texts(form))
    try:
        renamed = maintenance().rename(book_id, who, form.name.data)
    except RefusedError as refused:
        return _player_page(chosen, who, form, [fault.text for fault in refused.faults])
    if renamed.id != who.id:
        flash(f"{who.name} and {renamed.name} are one player now.")
    elif renamed != who:
        flash(f"{who.name} is {renamed.name} now.")
    return redirect(url_for("players.player", book_id=book_id, player_id=renamed.id), 303)


@pages.post("/players/<int:player_id>/apart")
@needs(Permission.OWN)
def keep_apart(book_id: int, player_id: int) -> ResponseReturnValue:
    """Note that a player and another with a similar name, the field `other`, are two people."""
    store = Chosen(book_id).store
    one, other = store.player(book_id, player_id), store.by_name(book_id, request.form.get("other", ""))
    if other is None:
        raise NotThereError("There is no player of that name.")
    maintenance().keep_apart(one, other)
    flash(f"{one.name} and {other.name} are two people.")
    return redirect(url_for("players.everybody", book_id=book_id), 303)


@pages.post("/players/<int:player_id>/part")
@needs(Permission.OWN)
def split(book_id: int, player_id: int) -> ResponseReturnValue:
    """Make one of a player's names a separate player, with the matches under that name."""
    who = Chosen(book_id).store.player(book_id, player_id)
    new = maintenance().split(book_id, who, request.form.get("written", ""))
    flash(f"{new.name} is now a separate player from {who.name}.")
    return redirect(url_for("players.player", book_id=book_id, player_id=new.id), 303)

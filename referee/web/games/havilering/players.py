"""Player pages: all players, one player, two partners, the leagues of seasons, renaming and splitting."""

from datetime import date
from itertools import islice

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import NotThereError, RefusedError
from referee.season import local_day, span_of
from referee.store.player_names import Player
from referee.web.components.charts import ROLLING, FormChart
from referee.web.forms import NameForm, error_texts
from referee.web.games.havilering import figures
from referee.web.permissions import needs
from referee.web.services import maintenance, player_store, score_books, service

pages = Blueprint("players", __name__, url_prefix="/books/<int:book_id>")
LATEST_FORM, LONG_FORM = ROLLING, 60
"""The number of matches in a form chart; the second with `?all`."""
SEASONS, PAIRS = 8, 8
"""The maximum number of seasons, and of pairs of partners, on a page."""
MOST_SEASONS = 400
SOME = 5
"""The number of partners and seasons on a player's page, unless all are requested."""


@pages.get("/players")
@needs(Permission.KEEP)
def everybody(book_id: int) -> ResponseReturnValue:
    """All players of a score book, best first."""
    pairs = player_store().pairs(book_id, limit=-1 if "all" in request.args else PAIRS + 1)
    return render_template(
        "havilering/players/everybody.html",
        book=score_books().score_book(book_id),
        counted=player_store().everybody(book_id),
        pairs=pairs if "all" in request.args else pairs[:PAIRS],
        more_pairs=len(pairs) > PAIRS and "all" not in request.args,
        similar_names=list(islice(figures.similar_names(player_store().players(book_id)), SOME)),
        base=_base(book_id),
        figures=figures,
    )


@pages.get("/players/<int:player_id>")
@needs(Permission.KEEP)
def player(book_id: int, player_id: int) -> ResponseReturnValue:
    """A player's figures, of all seasons or of the season `?league=`."""
    return _player_page(book_id, player_store().player(book_id, player_id))


def _player_page(
    book_id: int, who: Player, form: NameForm | None = None, errors: list[str] | None = None
) -> ResponseReturnValue:
    league = request.args.get("league", "")
    partners = player_store().partners(who, league)
    page = render_template(
        "havilering/players/player.html",
        who=[who],
        partners=partners if "all" in request.args else partners[:SOME],
        all_partners=len(partners),
        best=figures.best_partner(partners),
        written=player_store().other_names(who),
        form=form or NameForm(name=who.name),
        errors=errors or [],
        **_figures(book_id, who, None, league),
    )
    return make_response(page, 422 if errors else 200)


@pages.get("/players/<int:player_id>/with/<int:partner_id>")
@needs(Permission.KEEP)
def pair(book_id: int, player_id: int, partner_id: int) -> ResponseReturnValue:
    """The figures of two partners together, and of each side by side."""
    who, partner = player_store().player(book_id, player_id), player_store().player(book_id, partner_id)
    league = request.args.get("league", "")
    other = player_store().figures(partner, who, league)
    if not other.matches:
        raise NotThereError(f"{who.name} and {partner.name} were no partners there.")
    return render_template(
        "havilering/players/pair.html", who=[who, partner], other=other, **_figures(book_id, who, partner, league)
    )


def _figures(book_id: int, who: Player, partner: Player | None, league: str) -> dict[str, object]:
    counts = player_store().figures(who, partner, league)
    if league and not counts.matches:
        raise NotThereError(f"{who.name} finished no match in that season.")
    wants_all, base = "all" in request.args, _base(book_id)
    shown = LONG_FORM if wants_all else LATEST_FORM
    form = player_store().form(who, shown + ROLLING - 1, partner)
    return {
        "base": base,
        "own": f"{base}/{who.id}/with/{partner.id}" if partner else f"{base}/{who.id}",
        "book": score_books().score_book(book_id),
        "league": league,
        "counts": counts,
        "seasons": player_store().by_league(who, MOST_SEASONS if wants_all else SOME, partner),
        "chart": FormChart(form, shown) if form and not league else None,
        "figures": figures,
    }


def _base(book_id: int) -> str:
    """The address of the list of players, which those of a player and of two partners extend."""
    return url_for("players.everybody", book_id=book_id)


# --- the seasons ---------------------------------------------------------------------------------------------


@pages.get("/seasons")
@needs(Permission.KEEP)
def seasons(book_id: int) -> ResponseReturnValue:
    """The leagues of the seasons, with their leaders or winners."""
    found = player_store().leagues(book_id, SEASONS + 1, request.args.get("before", ""))
    shown = found[:SEASONS]
    return render_template(
        "havilering/players/seasons.html",
        book=score_books().score_book(book_id),
        champions=player_store().champions(book_id, shown),
        before=shown[-1] if len(found) > SEASONS else None,
        now=_this_season(),
    )


@pages.get("/seasons/<league>")
@needs(Permission.KEEP)
def season(book_id: int, league: str) -> ResponseReturnValue:
    """The league tables of a season: players and pairs of partners."""
    counted = player_store().everybody(book_id, league)
    if not counted:
        raise NotThereError(f"No match was finished in {league}.")
    return render_template(
        "havilering/players/season.html",
        book=score_books().score_book(book_id),
        league=league,
        last=span_of(date.fromisoformat(league)).last,
        counted=counted,
        pairs=player_store().pairs(book_id, league),
        is_now=league == _this_season(),
        base=_base(book_id),
        figures=figures,
    )


def _this_season() -> str:
    return span_of(local_day(service().clock())).first.isoformat()


# --- names ---------------------------------------------------------------------------------------------------


@pages.post("/players/<int:player_id>")
@needs(Permission.KEEP)
def rename(book_id: int, player_id: int) -> ResponseReturnValue:
    """Rename a player; if another player has that name, the two are merged."""
    who, form = player_store().player(book_id, player_id), NameForm()
    if not form.validate():
        return _player_page(book_id, who, form, error_texts(form))
    try:
        renamed = maintenance().rename(book_id, who, form.name.data)
    except RefusedError as refused:
        return _player_page(book_id, who, form, [fault.text for fault in refused.faults])
    joined = renamed.id != who.id
    flash(f"{who.name} and {renamed.name} are one player now." if joined else f"{who.name} is {renamed.name} now.")
    return redirect(url_for("players.player", book_id=book_id, player_id=renamed.id), 303)


@pages.post("/players/<int:player_id>/part")
@needs(Permission.KEEP)
def split(book_id: int, player_id: int) -> ResponseReturnValue:
    """Make a new player of a name that a player was entered under, with the matches under that name."""
    who = player_store().player(book_id, player_id)
    new = maintenance().split(book_id, who, request.form.get("written", ""))
    flash(f"{new.name} is a player apart from {who.name} now.")
    return redirect(url_for("players.player", book_id=book_id, player_id=new.id), 303)

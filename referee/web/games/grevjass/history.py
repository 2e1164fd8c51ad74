"""A match in retrospect: the score sheet with its chart, a deal looked back on, the replay, a picture to share."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import NotThereError
from referee.games.grevjass import talk
from referee.games.grevjass.deal import ITEMS, Deal
from referee.games.grevjass.notices import revokes, strays
from referee.games.grevjass.sheet import with_totals
from referee.games.grevjass.sides import SIDES, ZERO, Pair
from referee.games.grevjass.state import Match, Phase
from referee.text import isolated
from referee.web.components.picture import PictureSide
from referee.web.components.picture import picture as draw
from referee.web.components.race import RaceChart
from referee.web.components.replay import replay_page
from referee.web.fragments import wants_fragments
from referee.web.games.grevjass.pages import OF
from referee.web.games.grevjass.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service


def register(pages: Blueprint) -> None:
    """Add the views to the blueprint of the game's matches."""
    for path, view in (
        ("/sheet", sheet),
        ("/deals/", latest_deal),
        ("/deals/<int:number>", deal),
        ("/replay", replay),
        ("/picture.svg", picture),
    ):
        pages.add_url_rule(path, view_func=view)


@dataclass(frozen=True, slots=True)
class SlateRace:
    """The slate over the course of a match, for its chart."""

    number: int
    course: tuple[Pair, ...]
    """The strokes at the start, and after each game."""


@needs(Permission.WATCH)
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet: games and deals that are over, the slate as a chart."""
    current = service().current(match_id)
    match = current.match
    return render_template(
        "grevjass/history/sheet.html",
        screen=Screen(current),
        chart=_chart(match),
        games=[(game, _deals_of(match, at)) for at, game in enumerate((*match.games, None), 1)],
        told=lambda deal: [line for line in talk.deal_told(match, deal) if line],
        game_told=lambda game, deals: talk.game_told(match, game, deals[-1] if deals else None),
        ruling_told=talk.ruling_told,
        items=ITEMS,
        corrected={each.before.number for each in service().corrected(match_id)},
    )


def _deals_of(match: Match, game: int) -> list[Deal]:
    """The deals of a game that are over."""
    return [deal for deal in match.deals if deal.game == game]


def _chart(match: Match) -> RaceChart | None:
    """The strokes after each game; None before the first."""
    if not match.games:
        return None
    course, strokes = [ZERO], ZERO
    for game in match.games:
        strokes = strokes.plus(game.winner, game.strokes)
        course.append(strokes)
    if strokes != match.strokes:
        course.append(match.strokes)  # The table gave or took strokes.
    return RaceChart(
        SlateRace(1, tuple(course)),
        {side: [each.of(side) for each in course] for side in SIDES},
        {side: " & ".join(map(isolated, match.partners(side))) for side in SIDES},
        match.setup.rules.strokes,
        list(range(1, len(course))),
        len(course) - 1 if match.winner else None,
    )


# --- a deal ------------------------------------------------------------------------------------------------------


@needs(Permission.WATCH)
def latest_deal(match_id: int) -> ResponseReturnValue:
    """Redirect to the latest deal that is over, or to the sheet if there is none."""
    match = service().current(match_id).match
    if not match.deals:
        return redirect(OF.address("sheet", match_id))
    return redirect(OF.address("deal", match_id, number=len(match.deals)))


@needs(Permission.WATCH)
def deal(match_id: int, number: int) -> ResponseReturnValue:
    """A deal that is over: its melds and tricks, what was noticed, and what each side had."""
    current = service().current(match_id)
    match = current.match
    if not 1 <= number <= len(match.deals):
        raise NotThereError(f"Deal {number} is not over: you can look back at it when it is.")
    found = match.deals[number - 1]
    return render_template(
        "grevjass/history/deal.html",
        screen=Screen(current),
        deal=found,
        tricks=[
            (
                trick,
                plays,
                talk.trick_told(match, found, trick, is_closed=False),
                talk.stikk_told(match, trick),
                total,
            )
            for (trick, total), plays in zip(with_totals(found), found.plays, strict=True)
        ],
        noticed=[
            *(talk.revoke_told(match, each) for each in revokes(found)),
            *(talk.stray_told(match, each) for each in strays(found)),
        ],
        claims=[talk.claim_told(match, claim, is_closed=False) for claim in found.claims],
        told=[line for line in (*talk.deal_told(match, found), talk.socks_told(found)) if line],
        rulings=[talk.ruling_told(ruling) for ruling in found.rulings],
        worth=talk.worth,
        items=ITEMS,
        last=len(match.deals),
    )


# --- the replay and the picture ----------------------------------------------------------------------------------


@needs(Permission.WATCH)
def replay(match_id: int) -> ResponseReturnValue:
    """The replay of the deals that are over, entry by entry."""
    current = service().current(match_id)
    over = len(current.match.deals)
    moments = [each.after for each in service().transitions(match_id) if _is_over(each.after, over)]
    if not moments:
        return redirect(OF.address("sheet", match_id))

    def show(moment: Match) -> tuple[Screen, str]:
        screen = Screen(replace(current, match=moment, undone=()))
        return screen, screen.heading

    return replay_page(
        moments,
        show,
        title=Screen(current).names,
        moment="grevjass/_seen.html",
        styles=("components/table.css", "components/sittings.css", "grevjass/table.css"),
        links=(OF.address("replay", match_id), OF.address("sheet", match_id)),
        is_patch=wants_fragments(),
    )


def _is_over(moment: Match, over: int) -> bool:
    """Whether a moment lies in the deals that are over."""
    return (
        moment.number <= over or moment.phase is Phase.MATCH_OVER or (moment.number == over + 1 and not moment.deal)
    )


@needs(Permission.WATCH)
def picture(match_id: int) -> ResponseReturnValue:
    """The slate as an SVG picture. It holds no points."""
    current = service().current(match_id)
    match = current.match
    sides: Sequence[PictureSide] = [
        PictureSide(
            names=match.partners(side),
            style=side,
            has_won=match.winner == side,
            figure=match.strokes.of(side),
            by_game=[],
        )
        for side in SIDES
    ]
    screen = Screen(current)
    return draw(
        title=screen.names,
        game="Grevjass",
        began=match.setup.started,
        best_of=1,
        sides=sides,
        told=screen.waits if match.winner else screen.heading,
        races=[chart] if (chart := _chart(match)) else [],
    )

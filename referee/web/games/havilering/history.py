"""History pages: the score sheet with charts, the replay, the review of a hand, a picture to share."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import NotThereError
from referee.games.havilering import lesson, story, tactics
from referee.games.havilering.actions import Play
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import SEATS, Side
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.summary import Hand, hands
from referee.match.current import CurrentMatch
from referee.web.components.picture import PictureSide
from referee.web.components.picture import picture as draw
from referee.web.components.replay import replay_page
from referee.web.fragments import wants_fragments
from referee.web.games.havilering import texts
from referee.web.games.havilering.race_chart import race_chart
from referee.web.games.havilering.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("history", __name__, url_prefix="/matches/<int:match_id>")


@pages.get("/sheet")
@needs(Permission.WATCH)
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet by game and hand; of the hand in play only the totals are shown (2.8)."""
    current = service().current(match_id)
    match = current.match
    return render_template(
        "havilering/history/sheet.html",
        screen=Screen(current),
        races=[race_chart(match, race) for race in story.races(match)],
        lookable=[hand.number for hand in hands(match) if _may_look(current, hand)],
        can_replay=any(hand.over for hand in hands(match)),
        seats=SEATS,
        best=story.best_tricks(match),
        swings=story.greatest_swings(match),
        captures=story.captures(match),
        put_right=_corrected_tricks(match_id),
    )


def _corrected_tricks(match_id: int) -> set[tuple[int, int]]:
    """The tricks that a correction added, as hand and number."""
    corrected = service().corrected(match_id)
    tricks = [each.after.tricks[-1] for each in corrected if isinstance(each.action, Play)]
    return {(trick.hand, trick.number) for trick in tricks}


@pages.get("/picture.svg")
@needs(Permission.WATCH)
def picture(match_id: int) -> ResponseReturnValue:
    """The score so far as an SVG picture."""
    current = service().current(match_id)
    found = story.races(current.match)
    screen, match = Screen(current), current.match
    games = [game.at_game for game in match.games] + ([match.score] if match.phase is not Phase.MATCH_OVER else [])
    sides = [
        PictureSide(
            names=[match.player(seat) for seat in SEATS if seat.side is side],
            style=side.value,
            has_won=match.winner is side,
            figure=won if screen.rules.best_of > 1 else total,
            by_game=[game.of(side) for game in games],
        )
        for side, _, total, won in screen.scores
    ]
    return draw(
        title=" v ".join(names for _, names, _, _ in screen.scores),
        game="Havilering",
        began=match.setup.started,
        best_of=screen.rules.best_of,
        sides=sides,
        told=screen.waits if match.phase is Phase.MATCH_OVER else screen.heading,
        races=[race_chart(match, race) for race in found],
    )


# --- a hand --------------------------------------------------------------------------------------------------


@pages.get("/hands/")
@needs(Permission.WATCH)
def latest_hand(match_id: int) -> ResponseReturnValue:
    """Redirect to the latest hand that may be reviewed, or to the sheet if there is none."""
    current = service().current(match_id)
    open_hands = [hand.number for hand in hands(current.match) if _may_look(current, hand)]
    if not open_hands:
        return redirect(url_for("history.sheet", match_id=match_id))
    return redirect(url_for("history.hand", match_id=match_id, hand=open_hands[-1]))


@pages.get("/hands/<int:hand>")
@needs(Permission.WATCH)
def hand(match_id: int, hand: int) -> ResponseReturnValue:
    """The review of a hand: cards, voids, high cards, better choices, and what was not claimed."""
    current = service().current(match_id)
    played = next((each for each in hands(current.match) if each.number == hand and each.tricks), None)
    if played is None:
        raise NotThereError(f"There is no hand {hand}.")
    may_look = _may_look(current, played)
    tricks = _to_be_told(current.match, played) if may_look else ()
    return render_template(
        "havilering/history/hand.html",
        screen=Screen(current),
        hand=played,
        seats=SEATS,
        others=[each.number for each in hands(current.match) if _may_look(current, each)],
        may_look=may_look,
        tricks=tricks,
        dealt=lesson.dealt(tricks),
        voids=lesson.voids(tricks),
        high=lesson.HIGH,
        falls=lesson.high_cards(tricks),
        costliest=lesson.costliest(tricks),
        chances=lesson.chances(current.match, tricks)[:3],
        tactic_of=tactics.tactic_of,
        unguarded=tactics.unguarded(tricks),
        out=tactics.highest_out(tricks),
    )


def _may_look(current: CurrentMatch[Match], hand: Hand) -> bool:
    """Whether a hand may be reviewed: it is over, or the players chose to review during play."""
    return bool(hand.tricks) and (hand.over or current.teaching)


def _to_be_told(match: Match, hand: Hand) -> tuple[Trick, ...]:
    """The tricks of a hand whose full worth may be shown: with Muggins, not one that can still be called (8.6)."""
    still_open = not hand.over and match.setup.rules.muggins
    return hand.tricks[:-1] if still_open else hand.tricks


# --- the replay ----------------------------------------------------------------------------------------------


@pages.get("/replay")
@needs(Permission.WATCH)
def replay(match_id: int) -> ResponseReturnValue:
    """The replay of the match; `at` is the number of a step. Only hands that are over are shown."""
    current = service().current(match_id)
    moments = story.moments(service().transitions(match_id))
    if not moments:
        return redirect(url_for("history.sheet", match_id=match_id))

    def show(moment: Match) -> tuple[Screen, str]:
        return Screen(replace(current, match=moment, show_played=False, undone=())), texts.moment(moment)

    return replay_page(
        moments,
        show,
        title=" v ".join(texts.side_names(current.match, side) for side in Side),
        moment="havilering/watching/_watch.html",
        styles=("components/table.css", "havilering/table.css", "havilering/watch.css"),
        links=(url_for("history.replay", match_id=match_id), url_for("history.sheet", match_id=match_id)),
        is_patch=wants_fragments(),
    )

"""A match in retrospect: the score sheet with charts, a deal looked back on, the replay, a picture to share."""

from dataclasses import replace
from itertools import accumulate

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.english import plural, times
from referee.faults import NotThereError
from referee.games.cribbage import story, talk
from referee.games.cribbage.events import CardPlayed, GoSaid
from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.sheet import running
from referee.games.cribbage.state import Deal, Match, Phase
from referee.web.components.picture import PictureSide
from referee.web.components.picture import picture as draw
from referee.web.components.race import RaceChart
from referee.web.components.replay import replay_page
from referee.web.fragments import wants_fragments
from referee.web.games.cribbage import texts
from referee.web.games.cribbage.screen import TRACKS, Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("cribbage_history", __name__, url_prefix="/cribbage/matches/<int:match_id>")


@pages.get("/sheet")
@needs(Permission.WATCH)
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet: every event of every deal, with the totals after it; charts, and what stood out."""
    current = service().current(match_id)
    match = current.match
    return render_template(
        "cribbage/history/sheet.html",
        screen=Screen(current),
        races=[_chart(match, race) for race in story.races(match)],
        captions=[caption(match, race) for race in story.races(match)],
        lines={deal.number: [(f"{total.n}–{total.s}", event) for event, total in running(deal)]
               for deal in match.deals},
        ends=set(accumulate(game.deals for game in match.games)),
        lookable={deal.number for deal in match.deals if deal.events and story.is_over(match, deal)},
        best=story.best_counts(match),
        pegged_by=texts.pegged_by,
        averages=story.averages(match),
        corrected={each.before.deal.number for each in service().corrected(match_id)},
    )  # fmt: skip


def _chart(match: Match, race: story.Race) -> RaceChart:
    return RaceChart(
        race,
        {TRACKS[seat]: [totals.of(seat) for totals in race.course] for seat in SEATS},
        {TRACKS[seat]: match.player(seat) for seat in SEATS},
        race.target,
        [step.deal for step in race.steps],
        len(race.steps) if race.result else None,
    )


def caption(match: Match, race: story.Race) -> str:
    """The course of a game in a sentence or two."""
    leads = race.lead_changes
    changes = f"The lead changed {times(leads)}." if leads else "The lead never changed."
    if race.result is None:
        return f"{plural(len(race.deals), 'deal')} so far. {changes}"
    winner, score = race.result.winner, race.result.score
    won = (
        f"{match.player(winner)} won {score.of(winner)}–{score.of(winner.other)} in {plural(len(race.deals), 'deal')}"
    )
    behind = f", after being {plural(race.comeback, 'point')} behind" if race.comeback > 9 else ""
    return f"{won}{behind}. {changes}"


# --- a deal --------------------------------------------------------------------------------------------------


@pages.get("/deals/")
@needs(Permission.WATCH)
def latest_deal(match_id: int) -> ResponseReturnValue:
    """Redirect to the latest deal that may be looked back on, or to the sheet if there is none."""
    match = service().current(match_id).match
    over = [deal.number for deal in match.deals if deal.events and story.is_over(match, deal)]
    if not over:
        return redirect(url_for("cribbage_history.sheet", match_id=match_id))
    return redirect(url_for("cribbage_history.deal", match_id=match_id, number=over[-1]))


@pages.get("/deals/<int:number>")
@needs(Permission.WATCH)
def deal(match_id: int, number: int) -> ResponseReturnValue:
    """A deal that is over: the play, the counts, what was pegged where, and the average hand and crib."""
    current = service().current(match_id)
    match = current.match
    found = next((each for each in match.deals if each.number == number and each.events), None)
    if found is None:
        raise NotThereError(f"There is no deal {number}.")
    return render_template(
        "cribbage/history/deal.html",
        screen=Screen(current),
        deal=found,
        is_over=story.is_over(match, found),
        plays=_plays(found),
        brought=story.brought(found),
        averages=story.averages(match),
        talk=talk,
        others={each.number for each in match.deals if each.events and story.is_over(match, each)},
    )


def _plays(deal: Deal) -> list[tuple[CardPlayed | GoSaid, str]]:
    """The cards and goes of a play, and what each pegged in words."""
    return [(event, talk.pegs(event.items)) for event in deal.events if isinstance(event, CardPlayed | GoSaid)]


# --- the replay and the picture ------------------------------------------------------------------------------


@pages.get("/replay")
@needs(Permission.WATCH)
def replay(match_id: int) -> ResponseReturnValue:
    """The replay of the match, action by action."""
    current = service().current(match_id)
    moments = story.moments(service().transitions(match_id))
    if not moments:
        return redirect(url_for("cribbage_history.sheet", match_id=match_id))

    def show(moment: Match) -> tuple[Screen, str]:
        screen = Screen(replace(current, match=moment, undone=()))
        return screen, screen.heading

    return replay_page(
        moments,
        show,
        title=" v ".join(map(current.match.player, SEATS)),
        moment="cribbage/_seen.html",
        styles=("components/table.css", "cribbage/table.css"),
        links=(
            url_for("cribbage_history.replay", match_id=match_id),
            url_for("cribbage_history.sheet", match_id=match_id),
        ),
        is_patch=wants_fragments(),
    )


@pages.get("/picture.svg")
@needs(Permission.WATCH)
def picture(match_id: int) -> ResponseReturnValue:
    """The score so far as an SVG picture."""
    current = service().current(match_id)
    screen, match = Screen(current), current.match
    is_over = match.phase is Phase.MATCH_OVER
    scores = [game.score for game in match.games] + ([] if is_over else [match.score])
    races = story.races(match)
    sides = [
        PictureSide(
            names=[match.player(seat)],
            style=TRACKS[seat],
            has_won=is_over and match.games[-1].winner is seat,
            figure=match.games_won.of(seat) if screen.rules.best_of > 1 else match.score.of(seat),
            by_game=[score.of(seat) for score in scores],
        )
        for seat in SEATS
    ]
    return draw(
        title=" v ".join(map(match.player, SEATS)),
        game="Cribbage",
        began=match.setup.started,
        best_of=screen.rules.best_of,
        sides=sides,
        told=screen.waits if is_over else screen.heading,
        races=[_chart(match, race) for race in races],
    )

"""A look back at a match: the score sheet, a deal, the replay, a picture to share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.books.permissions import Permission
from referee.games.edits import Transition
from referee.match.current import CurrentMatch
from referee.web.components.picture import MOST_GAMES, Standing, picture_of
from referee.web.components.race import on_one_scale
from referee.web.fragments import wants_fragments
from referee.web.permissions import view_of
from referee.web.services import service
from referee.web.tables.pages import TablePages
from referee.web.tables.screen import Screen


class History:
    """The views that look back at a game's matches."""

    part = "deal"
    """The word for the parts of a match that players can look back at."""
    drawn_in = "components"
    """The folder of the templates that draw its course and its picture."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages
        pages.course, pages.part = self._course, self.part

    def register(self, blueprint: Blueprint) -> None:
        """Add the views to the blueprint of the game's matches."""
        for path, name, view in (
            ("/sheet", "sheet", self._sheet),
            (f"/{self.part}s/", f"latest_{self.part}", self._latest_deal),
            (f"/{self.part}s/<int:number>", self.part, self._deal),
            ("/replay", "replay", self._replay),
            ("/picture.svg", "picture", self._picture),
        ):
            blueprint.add_url_rule(path, name, view_of(view, Permission.WATCH))

    # --- what differs between games ------------------------------------------------------------------------------

    def sheet(self, current: CurrentMatch[Any]) -> dict[str, Any]:
        """Return the variables of the score sheet's template, in addition to the screen."""
        raise NotImplementedError

    def numbers(self, current: CurrentMatch[Any]) -> Sequence[int]:
        """The numbers of the past deals that may be shown."""
        raise NotImplementedError

    def deal(self, current: CurrentMatch[Any], number: int) -> dict[str, Any]:
        """Return the variables of a deal's template, in addition to the screen. Raises NotThereError if there is
        no such deal."""
        raise NotImplementedError

    def moments(self, current: CurrentMatch[Any]) -> Sequence[Any]:
        """The states of the match that the replay shows: after each entry that may be shown."""
        done = service().transitions(current.id)
        return [each.after for each in done if self.may_be_replayed(current.match, each)]

    def may_be_replayed(self, match: Any, done: Transition[Any, Any]) -> bool:
        """Return True if the replay shows the match after an entry, given the match now."""
        return True

    def deals_corrected(self, current: CurrentMatch[Any]) -> set[int]:
        """The numbers of the deals with a correction."""
        return {self.pages.corrections.number(each.before) for each in service().corrected(current.id)}

    def where(self, screen: Screen) -> str:
        """Return the position of a moment of the replay, in words."""
        return screen.heading

    def charts(self, match: Any) -> Sequence[Any]:
        """The course of each game, or of the whole match."""
        return ()

    def standings(self, match: Any) -> Sequence[Standing]:
        """Return the standings of the sides, as the score sheet and the picture show them."""
        raise NotImplementedError

    def told(self, current: CurrentMatch[Any]) -> str:
        """The state of the match in words, for its picture."""
        screen = self.pages.screen(current)
        return screen.waits if current.is_over else screen.heading

    # --- the views -----------------------------------------------------------------------------------------------

    def _sheet(self, match_id: int) -> ResponseReturnValue:
        """The score sheet."""
        current = service().current(match_id)
        looks_back = bool(self.numbers(current))
        variables = {
            "part": self.part,
            "can_replay": looks_back,
            "looks_back": looks_back,
            "standings": self.standings(current.match),
            "charts": self.charts(current.match),
        } | self.sheet(current)
        return render_template(self.pages.template("sheet"), screen=self.pages.screen(current), **variables)

    def _latest_deal(self, match_id: int) -> ResponseReturnValue:
        """Redirect to the latest past deal that may be shown, or to the sheet if there is none."""
        numbers = self.numbers(service().current(match_id))
        there = self.pages.address(self.part, match_id, number=numbers[-1]) if numbers else None
        return redirect(there or self.pages.address("sheet", match_id))

    def _deal(self, match_id: int, number: int) -> ResponseReturnValue:
        """A past deal."""
        current = service().current(match_id)
        variables = {"part": self.part, "number": number, "others": self.numbers(current)} | self.deal(
            current, number
        )
        return render_template(
            self.pages.template(self.pages.deal_template or self.part), screen=self.pages.screen(current), **variables
        )

    def _replay(self, match_id: int) -> ResponseReturnValue:
        """The replay, moment by moment; `at` is the number of one."""
        current = service().current(match_id)
        moments = self.moments(current)
        if not moments:
            return redirect(self.pages.address("sheet", match_id))
        last = len(moments) - 1
        at = min(max(0, request.args.get("at", 0, type=int)), last)
        screen = self.pages.screen(replace(current, whole_match=moments[at], show_played=False, undone=()))
        screen.looks_back = True
        template = f"components/{'_moment' if wants_fragments() else 'replay'}.html"
        return render_template(template, screen=screen, at=at, last=last, where=self.where(screen))

    def _course(self, match: Any) -> Markup:
        """The course of the match, drawn on a page; empty if there is nothing to draw."""
        charts = self.charts(match)[-MOST_GAMES:]
        if len(charts) > 1:
            on_one_scale(charts)
        return Markup(render_template(f"{self.drawn_in}/course.svg", charts=charts)) if charts else Markup()

    def _picture(self, match_id: int) -> ResponseReturnValue:
        """The score so far as a picture."""
        current = service().current(match_id)
        match = current.match
        return picture_of(
            self.drawn_in,
            title=self.pages.names(match),
            game=self.pages.title,
            began=match.setup.started,
            best_of=getattr(match.setup.rules, "best_of", 1),
            sides=self.standings(match),
            told=self.told(current),
            chart=next(reversed(self.charts(match)), None),
        )

"""A sitting in retrospect: the score sheet with its chart, a deal looked back on, the replay, a picture to share."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.english import plural
from referee.faults import NotThereError
from referee.games.sittings.games import may_be_seen
from referee.games.sittings.sheet import signed, with_totals
from referee.games.sittings.state import Deal, Match, Phase
from referee.web.components.replay import replay_page
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs
from referee.web.services import service
from referee.web.sittings.chart import BalanceChart
from referee.web.sittings.pages import SittingPages
from referee.web.sittings.screen import Screen
from referee.web.sittings.table import view_of

AnyMatch = Match[Any, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A settled deal on the sheet."""

    deal: Deal
    brought: dict[str, str]
    """What it brought each player, by seat, with its sign."""
    totals: dict[str, str]
    remarks: dict[str, str]
    line: str


class History:
    """The views of a game's sittings in retrospect."""

    def __init__(self, of: SittingPages) -> None:
        self.of = of

    def register(self, pages: Blueprint) -> None:
        """Add the views to the game's blueprint."""
        for path, name, view in (
            ("/sheet", "sheet", self._sheet),
            ("/deals/", "latest_deal", self._latest_deal),
            ("/deals/<int:number>", "deal", self._deal),
            ("/replay", "replay", self._replay),
            ("/picture.svg", "picture", self._picture),
        ):
            pages.add_url_rule(path, name, needs(Permission.WATCH)(view_of(view)))

    def _sheet(self, match_id: int) -> ResponseReturnValue:
        """The score sheet: what every deal brought, the totals after it, and what was ruled; with a chart."""
        current = service().current(match_id)
        match = current.match
        return render_template(
            "components/sittings/sheet.html",
            screen=Screen(self.of, current),
            rows=list(self._rows(match)),
            chart=_chart(match) if match.settled else None,
            events={deal.number: [self.of.event_line(match, event) for event in deal.events] for deal in match.deals},
            corrected={each.before.deal.number for each in service().corrected(match_id)},
        )

    def _rows(self, match: AnyMatch) -> Iterator[Row]:
        for deal, after in with_totals(match):
            if deal.settlement:
                brought = {seat: signed(points) for seat, points in self.of.brought(match, deal).items()}
                totals = {seat: signed(total) for seat, total in match.by_seat(after).items()}
                yield Row(deal, brought, totals, self.of.remarks(match, deal), self.of.settled_line(match, deal))

    # --- a deal ----------------------------------------------------------------------------------------------

    def _latest_deal(self, match_id: int) -> ResponseReturnValue:
        """Redirect to the latest deal that may be looked back on, or to the sheet if there is none."""
        match = service().current(match_id).match
        if not match.settled:
            return redirect(self.of.address("sheet", match_id))
        return redirect(self.of.address("deal", match_id, number=match.settled))

    def _deal(self, match_id: int, number: int) -> ResponseReturnValue:
        """A deal that has been played: its tricks if they were tapped, what was ruled, who paid and took what."""
        current = service().current(match_id)
        match = current.match
        if not 1 <= number <= len(match.deals) or not (number <= match.settled or match.deal.is_begun):
            raise NotThereError(f"There is no deal {number}.")
        deal = match.deals[number - 1]
        is_open = may_be_seen(match, number)
        return render_template(
            "components/sittings/deal.html",
            screen=Screen(self.of, current),
            deal=deal,
            is_open=is_open,
            tricks=[
                (trick, match.plays(trick), self.of.trick_line(match, deal, trick))
                for trick in (deal.tricks if is_open else ())
            ],
            revokes=match.revokes_of(deal) if is_open else (),
            events=[self.of.event_line(match, event) for event in deal.events],
            line=self.of.settled_line(match, deal) if deal.settlement else "",
            reasons=self.of.reasons(match, deal) if deal.settlement else [],
            rule=self.of.rule_of(deal) if deal.settlement else "",
            last=match.settled,
        )

    # --- the replay and the picture --------------------------------------------------------------------------

    def _replay(self, match_id: int) -> ResponseReturnValue:
        """The replay of the sitting, deal by deal."""
        current = service().current(match_id)
        moments = _moments([each.after for each in service().transitions(match_id)])
        if not moments:
            return redirect(self.of.address("sheet", match_id))

        def show(moment: AnyMatch) -> tuple[Screen, str]:
            screen = Screen(self.of, replace(current, match=moment, undone=()))
            return screen, screen.deals_so_far if moment.phase is not Phase.OVER else screen.heading

        return replay_page(
            moments,
            show,
            title=", ".join(current.match.setup.players.values()),
            moment="components/sittings/_seen.html",
            styles=("components/table.css", "components/sittings.css"),
            links=(self.of.address("replay", match_id), self.of.address("sheet", match_id)),
            is_patch=wants_fragments(),
        )

    def _picture(self, match_id: int) -> ResponseReturnValue:
        """The totals so far as an SVG picture; with `part=course` in the address only the chart."""
        current = service().current(match_id)
        match = current.match
        most, pool = max(match.score), self.of.pool(match) if match.phase is not Phase.OVER else ""
        part = "course" if match.settled and request.args.get("part") == "course" else "picture"
        drawn = render_template(
            f"components/sittings/{part}.svg",
            title=", ".join(match.setup.players.values()),
            game=self.of.title,
            began=match.setup.started,
            players=[
                (match.player(seat), signed(total), match.phase is Phase.OVER and total == most)
                for seat, total in match.by_seat(match.score).items()
            ],
            told=", ".join(filter(None, (plural(match.settled, "deal"), pool))),
            chart=_chart(match) if match.settled else None,
        )
        return Response(drawn, mimetype="image/svg+xml")


def _chart(match: AnyMatch) -> BalanceChart:
    """The balances after each deal, and as they stand if they were moved since."""
    course = [after for deal, after in with_totals(match) if deal.settlement]
    if course[-1] != match.score:
        course.append(match.score)
    return BalanceChart(
        {name: [0, *(match.by_seat(after)[seat] for after in course)] for seat, name in match.setup.players.items()},
        match.settled,
    )


def _moments(after: list[AnyMatch]) -> list[AnyMatch]:
    """The match after each settling, and at its end: at none of them a trick is on the table."""
    return [
        match
        for before, match in pairwise([None, *after])
        if match is not None and ((before.settled if before else 0) < match.settled or match.phase is Phase.OVER)
    ]

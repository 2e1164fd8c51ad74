"""The table of a sitting: a count can be opened again until the deal is settled."""

from referee.faults import Fault, RefusedError
from referee.games.sittings.actions import Count
from referee.games.sittings.state import Phase
from referee.log.entry import ACT, in_force
from referee.match.log import actions_of
from referee.web.services import service
from referee.web.tables.posted import Posted
from referee.web.tables.screen import Screen
from referee.web.tables.table import Table


class SittingTable(Table):
    """The views of a sitting's table."""

    def _done(self, match_id: int, form: Posted) -> Screen:
        """Execute a post."""
        if form.untap is not None and not form.inputs.get("draft"):  # Nothing was tapped: it waited to be settled.
            return self._reopened(match_id, form)
        return super()._done(match_id, form)

    def _reopened(self, match_id: int, form: Posted) -> Screen:
        """Undo a count, if it is the last entry in force, so that one of its numbers can be changed."""
        game, (entries, _) = service().game(match_id), in_force(service().database.entries(match_id))
        is_count = any(each.kind == ACT and isinstance(actions_of(game, each)[-1], Count) for each in entries[-1:])
        if service().current(match_id).match.phase is Phase.SETTLE and not is_count:
            text = "Something was recorded after the count. Undo that first, or correct the count from the menu."
            raise RefusedError(Fault("not-last", text))
        current = service().undo(match_id, form.version, form.key)
        return self.pages.screen(current, self.pages.entries.undone(current, form.untap))

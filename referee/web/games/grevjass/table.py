"""The table of Grevjass, with the questions of a meld."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.web.fragments import wants_fragments
from referee.web.games.grevjass import melding
from referee.web.permissions import view_of
from referee.web.services import service
from referee.web.tables.table import Table


class GrevjassTable(Table):
    """The views of the table."""

    def register(self, blueprint: Blueprint) -> None:
        """Add the views to the blueprint of the game's matches."""
        super().register(blueprint)
        blueprint.add_url_rule("/meld", "meld", view_of(self._meld, Permission.SCORE))

    def _meld(self, match_id: int) -> ResponseReturnValue:
        """Ask the questions of a meld, one after the other; the answers are in the query string."""
        current = service().current(match_id)
        question = melding.next_question(current.match, request.args)
        template = self.pages.template("_meld" if wants_fragments() else "meld")
        return render_template(template, screen=self.pages.screen(current), question=question)

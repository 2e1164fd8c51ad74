"""The pages of a game of two sides."""

from typing import Any

from referee.web.tables.listing import SidesRow
from referee.web.tables.pages import TablePages


class SidesPages(TablePages):
    """The pages of a game of two sides, whose styles and script have the name of its folder."""

    who = "Partners sit opposite each other. Each draws a card, and the lowest deals first"
    row_class = SidesRow
    texts: Any
    """The module of the game's texts: its `recent` are the latest events, its `last_trick` is the one that
    ended a deal, and its `awaited` is what comes next."""

    def __init__(self) -> None:
        super().__init__()
        own = f"{self.name}/table.css"
        self.look, self.script = f"sitting {self.name}", f"{self.name}/table.js"
        self.styles, self.entry_styles = (*TablePages.styles, "sittings/sittings.css", own), (own,)

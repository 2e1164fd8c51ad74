"""Interface between a game and its pages. A game overrides defaults only where it differs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import render_template, url_for
from markupsafe import Markup

from referee.cards import Card
from referee.games.game import Game
from referee.games.kit.draws import Draw, lowest_deals
from referee.games.kit.sides import SIDES
from referee.log.entry import UNDO
from referee.match.current import CurrentMatch
from referee.store.match_search import MatchSummary
from referee.text import isolated, versus
from referee.web.components.figures import FigurePages
from referee.web.components.picking import PAD
from referee.web.matches.setup_form import MatchForm
from referee.web.tables.correcting import Corrections
from referee.web.tables.entries import Entries
from referee.web.tables.forms import AdjustForm
from referee.web.tables.listing import MatchRow
from referee.web.tables.screen import Screen
from referee.web.tables.tricks import side_names

CORRECTED = "Meanwhile an earlier entry was corrected on another phone."
STANDS = "It was already entered on another phone."
STALE = "Another phone entered something in the meantime. Check the table, then carry on."
"""The notice for a phone whose entry arrives after another phone's."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A key: it records a ruling, or leads to the next question."""

    words: str
    do: str = ""
    """The ruling that it records, as `Posted` reads it."""
    page: str = ""
    """The endpoint of a page of its own that it leads to."""
    query: Mapping[str, str] = field(default_factory=dict)
    """The parameters of the page that it leads to."""
    hint: str = ""
    """A line on its effect."""


@dataclass(frozen=True, slots=True)
class Step:
    """A page of "Something wrong?": its texts and its choices."""

    title: str
    lead: str = ""
    rule: str = ""
    """The number of the rule."""
    choices: Sequence[Choice] = ()
    with_card: str = ""
    """The ruling that a card tapped here completes."""
    with_points: str = ""
    """The ruling that a number of points typed here completes."""
    adjusts: bool = False
    """True if it is the form in which the table moves points."""


Trouble = tuple[str, str, Step]
"""An error: its words, a hint, and the page that records it or asks further."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of a game."""

    endpoint: str
    words: str


class TablePages:
    """The pages of a game. A game has one instance."""

    game: Game[Any, Any, Any]
    title: str
    """The game's name for people."""
    about = ""
    """A few words on the players and the kind of game."""
    rows = "deals"
    """The word for the rows of a match: `tricks`."""
    again = "Same four again"
    """The words of the key for a rematch."""
    changes_seats = False
    """True if the page for a new match can begin with the players of another match, in other seats."""
    prefix: str | None = None
    """The beginning of its pages' addresses; None for its key."""
    folder: str | None = None
    """The folder of its templates; None for its name."""
    look = ""
    """The class of its pages, for styles."""
    styles: tuple[str, ...] = ("tables/table.css", "tables/felt.css")
    """The styles of its table, in addition to the styles of its keys."""
    book_styles: tuple[str, ...] = ("core/book.css",)
    """The styles of the score sheet, and of past deals."""
    new_match_template = "components/new_match.html"
    """The template of the page for a new match."""
    who = "Each draws a card, and the lowest deals first"
    """The words above the fields of the players."""
    deal_template: str | None = None
    """The template of a past deal, without its file type; None for its own."""
    entry_styles: tuple[str, ...] = ()
    """The styles of the form of an entry."""
    script = ""
    """The script of its table."""
    parts: tuple[str, ...] = ("_ways",)
    """The templates of the parts that an entry changes, apart from the table and the question."""
    asks = ""
    """The template of its additions to the question."""
    place = ""
    """The template next to the heading."""
    acts = ""
    """The template of the choices that belong to the notices above the keys."""
    pad: Sequence[Any] = PAD
    """The rows of its pad of cards."""
    course: Callable[[Any], Markup]
    """Draws the course of a match; set by its history."""
    listed = 10
    """The maximum number of deals that a table lists."""
    part: str
    """The word for the parts of a match that players can look back at; set by its history."""
    draw_text = "Each draws a card, and the lowest deals. The ace is low, and those who tie draw again."
    """The way to draw for the first deal."""
    draws_partners = ""
    """The choice to draw for partners too, if the game offers it."""
    links: tuple[Link, ...]
    """The pages that it offers without a match: first the page that settles a dispute, then rules and practice."""
    wrong_path = "/wrong"
    figures: FigurePages
    match_form: type[MatchForm]
    entries_class: type[Entries] = Entries
    screen_class: type[Screen]
    row_class: type[MatchRow]
    corrections_class: type[Corrections]
    adjust_form: type[Any] | None = AdjustForm
    """The form in which the table moves points, None for a page of its own; `action` is the ruling as in a record."""

    def __init__(self) -> None:
        self.entries, self.corrections = self.entries_class(self.game), self.corrections_class(self)

    def styles_of(self, screen: Screen) -> tuple[str, ...]:
        """The styles of the table with its keys."""
        return (self.styles[0], "tables/keys.css", *self.styles[1:])

    @property
    def name(self) -> str:
        """The name of its matches' blueprint, and of its folders."""
        return self.game.key.replace("-", "_")

    @property
    def url_prefix(self) -> str:
        """The beginning of its pages' addresses."""
        return f"/{self.game.key}" if self.prefix is None else self.prefix

    @property
    def new_match(self) -> str:
        """The endpoint of the page for a new match."""
        return f"{self.name}_new_match.new"

    def address(self, view: str, match_id: int, **more: Any) -> str:
        """The address of one of its pages for a match."""
        return url_for(f"{self.name}.{view}", match_id=match_id, **more)

    def of_row(self, match_id: int, place: Sequence[int]) -> str:
        """The address of a row of a finished match: a past deal, or a trick on the sheet."""
        if len(place) == 1:
            return self.address("deal", match_id, number=place[0])
        return self.address("sheet", match_id, _anchor=f"trick-{'-'.join(map(str, place))}")

    def rule(self, number: str) -> str:
        """The address of a numbered rule."""
        return url_for(f"{self.name}_disputes.rules", _anchor=f"r{number}")

    def template(self, name: str) -> str:
        """The path of one of its templates, or of one that games share, given with its folder."""
        return f"{name}.html" if "/" in name else f"{self.folder or self.name}/{name}.html"

    def screen(self, current: CurrentMatch[Any], *inputs: Any, **more: Any) -> Screen:
        """Return the screen that templates show of a match."""
        return self.screen_class(self, current, *inputs, **more)

    def row(self, match: MatchSummary) -> MatchRow:
        """A match in a list."""
        return self.row_class(match, self.title)

    def sides(self, match: Any) -> list[str]:
        """The names of each side of a match, or of each player in a game without partners."""
        if self.game.partners:
            return [side_names(match, side) for side in SIDES]
        return list(map(isolated, self.game.setups.players(match.setup).values()))

    def names(self, match: Any) -> str:
        """All players of a match."""
        return versus(self.sides(match))

    def wins(self, match: Any) -> int:
        """The number that wins a match, in a game with a single race."""
        raise NotImplementedError

    def highlights(self, match: Any) -> list[str]:
        """Return the highlights of a match that is over, in a few sentences."""
        return []

    def rules_text(self, rules: Any) -> str:
        """A set of house rules in a few words."""
        raise NotImplementedError

    def setup_variables(self) -> dict[str, Any]:
        """Return the variables of the page for a new match, in addition to the form."""
        return {}

    def draw(self, drawn: Mapping[str, Card], form: Any, for_partners: bool) -> Draw:
        """Decide a draw of cards, by seat, with the choices in the form of a new match."""
        return lowest_deals(drawn)

    def watch_page(self, current: CurrentMatch[Any], page: str, as_fragments: bool) -> str:
        """The page `watch` or `both_sides` for watchers of a match, as a whole or as fragments.

        An undone entry is not described, because watchers may not have been allowed to see it.
        """
        template = f"tables/{'_watch' if as_fragments else 'watch'}.html"
        screen = self.screen(current, notice="The last entry was undone." if current.kind == UNDO else "")
        screen.since = current.version - 1
        return render_template(template, page=page, screen=screen)

    # --- something wrong -----------------------------------------------------------------------------------------

    def latest_deals(self, match: Any) -> Sequence[tuple[int, Sequence[object]]]:
        """The latest deals that are over, with each player's points by seat, for tables with room for them."""
        return ()

    def is_great(self, match: Any) -> bool:
        """Return True if the last result is a rare one, which is announced more prominently than others."""
        return False

    def troubles(self, match: Any, inputs: Mapping[str, str]) -> Mapping[str, Trouble]:
        """Return the errors that can be recorded now, by their names in addresses; `inputs` are earlier answers."""
        return {}

    def wrongs(self, match: Any) -> list[Choice]:
        """Return the choices of the first page of "Something wrong?"."""
        troubles = self.troubles(match, {}).items()
        return [Choice(words, query={"what": what}, hint=hint) for what, (words, hint, _) in troubles]

    def wrong(self, match: Any, inputs: Mapping[str, str]) -> Step | None:
        """A further page of "Something wrong?"; None if its question does not apply now."""
        _, _, step = self.troubles(match, inputs).get(inputs.get("what", ""), ("", "", None))
        return step

    def tell(self, current: CurrentMatch[Any]) -> None:
        """Flash the result of a ruling, unless the table shows it anyway."""

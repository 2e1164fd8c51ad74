"""The view model of a table: everything the templates of all games show, computed from the current match."""

import secrets
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.cards import PACK, Card, Suit
from referee.faults import Fault
from referee.games.edits import Transition
from referee.log.entry import UNDO
from referee.match.current import CurrentMatch
from referee.web.components import picking
from referee.web.components.seating import Seating
from referee.web.tables import announcing
from referee.web.tables.draft import Draft


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a hand, a deal or a game, as shown until the next one begins."""

    title: str
    sides: Sequence[tuple[str, str, object]]
    """The style of each side, its names, and its number."""
    line: str = ""
    """The next step."""
    stands_for: Sequence[str] = ()
    """The same in sentences."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence that explains the latest result, and a link to more about it."""

    words: str
    address: str = ""
    link: str = ""


class Screen:
    """The table at one moment, with a unique `key` for its form; `round_over` replaces the question after a round."""

    board: Any = None
    """The pegboard; None in a game without one."""
    looks_back = False
    """True if the match is replayed: the latest trick is shown, even if the table keeps it closed."""
    is_trial = False
    """True if the match is a preview of a correction, which must not reveal anything closed."""
    is_undone: bool
    """True if the notice describes the last undo."""
    since: int | None = None
    """The version that the page showed before; None for a newly opened page."""

    def __init__(
        self,
        pages: Any,
        current: CurrentMatch[Any],
        draft: Any = None,
        notice: str = "",
        faults: Sequence[Fault] = (),
        way: str = "",
        stands: str = "",
        typed: str = "",
    ) -> None:
        """`of` are the pages of the match's game; `stands` is the turn after the same entry from another phone."""
        self.pages, self.current, self.match = pages, current, current.match
        self.setup, self.rules = self.match.setup, self.match.setup.rules
        self.notice, self.faults, self.stands, self.typed = notice, faults, stands, typed
        self.draft: Any = self.fitting(draft, way)
        self.way, self.kind = self.draft.way, self.draft.kind
        self.is_undone = not notice and bool(current.undone) and current.kind == UNDO and self._is_as_undone()
        self.notice = announcing.undone(self) if self.is_undone else notice
        self.key, self.round_over = secrets.token_urlsafe(12), ""

    def _is_as_undone(self) -> bool:
        """Return True if nothing has been tapped since the undo."""
        restored = self.pages.entries.undone(self.current)
        return not any(self.draft.values) or bool(restored and restored.values == self.draft.values)

    def fitting(self, draft: Any, way: str) -> Any:
        """Return the draft, if it is for the next entry; else an empty one, in a way to enter if that is open."""
        empty: Draft = self.pages.entries.empty(self.match, {"way": (draft.way if draft else "") or way})
        return draft if draft and (draft.way, draft.kind) == (empty.way, empty.kind) else empty

    @property
    def phase(self) -> str:
        """The phase of the match."""
        return str(self.match.phase.value)

    @property
    def turn(self) -> str:
        """The turn of the entry that comes next."""
        return str(self.pages.game.turn_of(self.match))

    @property
    def heading(self) -> str:
        """The position in the match, in a few words."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """The heading of the table's page, which names no trick if the evening's round is over."""
        return "Round over" if self.round_over else self.heading

    def trick_of(self, deal: Any) -> str:
        """The trick in play of a deal, ` · Trick 3`; in a replay, the last trick played, if any."""
        number = len(deal.tricks) + (not self.looks_back)
        return f" · Trick {number}" if number else ""

    @cached_property
    def names(self) -> str:
        """The players: `Ann & Cat v Bob & Dan`."""
        return str(self.pages.names(self.match))

    @property
    def title(self) -> str:
        """The page's title."""
        return f"{self.names} · {self.place}"

    @property
    def waits(self) -> str:
        """The entry that the match waits for, as a sentence."""
        raise NotImplementedError

    @property
    def won_now(self) -> str:
        """The latest win, while the table is asked how to continue."""
        return ""

    @property
    def panel(self) -> str:
        """The name of the keys that are shown."""
        return self.phase

    # --- what the templates and the script need ------------------------------------------------------------------

    @property
    def seating(self) -> Seating:
        """The players round the table."""
        raise NotImplementedError

    @property
    def is_hidden(self) -> bool:
        """True if the totals are closed."""
        return False

    @property
    def can_untap(self) -> bool:
        """True if the card or number shown for a player can be changed by a tap."""
        return True

    @property
    def moment(self) -> Moment | None:
        """The end of a hand, a deal or a game, while nothing has been entered after it."""
        return None

    @property
    def between(self) -> bool:
        """True if the end of a hand or deal is shown in place of its cards."""
        return False

    @property
    def settings(self) -> dict[str, Any]:
        """The script's settings for the match, by the names of data attributes; they never change."""
        return {}

    @property
    def state(self) -> dict[str, Any]:
        """The script's state for the moment, likewise."""
        show_played = {"show-played": ""} if self.current.show_played else {}
        return {"phase": self.phase, "way": self.way, "kind": self.kind, "turn": self.turn} | show_played

    @property
    def played(self) -> Collection[Card]:
        """The cards that have been played, for the pad."""
        return ()

    @property
    def gone(self) -> str:
        """The cards that have been played, for the script."""
        return picking.gone([tuple(self.played)])

    @property
    def fields(self) -> dict[str, str]:
        """The fields of a post that identify its moment, in addition to its version and key."""
        return {"turn": self.turn, "kind": self.kind, "draft": self.draft.written}

    @property
    def notices(self) -> list[str]:
        """The notices above the keys."""
        return [self.notice] if self.notice else []

    @property
    def waits_seen(self) -> str:
        """The watchers' words for the next entry."""
        return self.waits

    @property
    def games_text(self) -> list[str]:
        """The results of several games, once the match is over."""
        return []

    # --- what was said -------------------------------------------------------------------------------------------

    @property
    def recent(self) -> list[str]:
        """The latest events, newest first."""
        return []

    @property
    def result_lines(self) -> list[str]:
        """The lines of the last result, the most important first."""
        return self.recent

    @property
    def reasons(self) -> list[Reason]:
        """The explanations of the latest result."""
        return []

    @property
    def announced(self) -> str:
        """The announcement: the news since the page was shown, and what comes next."""
        return announcing.announced(self)

    def announcements(self, done: Transition[Any, Any]) -> list[str]:
        """The announcement of the last action, in sentences: all its effects, and no more."""
        return announcing.brought(self, done)

    @property
    def asks(self) -> str:
        """The announcement of what comes next: a player's turn, or a question."""
        return " ".join(filter(None, [self.waits, self.others]))

    @property
    def others(self) -> str:
        """The losers' totals, for voices, once the match is over and `waits` names only the winner."""
        return ""

    @property
    def refusals(self) -> list[str]:
        """The announcement of a refusal that the log notes."""
        return []

    @property
    def spoken(self) -> str:
        """The last entry, as described in a replay; empty if nothing has happened."""
        return " ".join(self.recent[:1])

    @property
    def call(self) -> str:
        """The last entry in spoken form."""
        return self.spoken

    @property
    def ending(self) -> str:
        """The last entry of a match that is over: it has no other place on the page."""
        return self.call

    @property
    def last_text(self) -> str:
        """The position of the last entry, as sortable text, so that a page knows whether it is new."""
        raise NotImplementedError

    @property
    def spoken_totals(self) -> list[str]:
        """Each side's total in spoken form."""
        raise NotImplementedError

    @property
    def spoken_sides(self) -> Mapping[str, str]:
        """The spoken forms of the sides, by their written forms."""
        return announcing.SPOKEN_SIDES

    @property
    def games(self) -> int | None:
        """The number of games that are over, so that the end of a game is heard; None if a match has no games."""
        return len(self.match.games) if hasattr(self.match, "games") else None

    @property
    def may_finish(self) -> bool:
        """True if the end of the match is offered."""
        return False

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The other ways to enter what comes next, with the words of their links."""
        return []

    @property
    def not_in_pack(self) -> Set[Card]:
        """The cards that are not in use at this table."""
        return set(PACK) - set(getattr(self.setup, "pack", PACK))

    @property
    def led(self) -> Suit | None:
        """The suit led in the trick that is tapped."""
        return next((lead.suit for lead in self.draft.cards[:1] if lead), None)

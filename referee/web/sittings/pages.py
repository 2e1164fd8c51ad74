"""What a game provides to the shared pages of sittings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for

from referee.games.game import Game
from referee.games.sittings.revokes import Revoke
from referee.games.sittings.state import Trick


@dataclass(frozen=True, slots=True)
class Choice:
    """A key: it records a ruling, or leads to the next question."""

    words: str
    do: str = ""
    """The ruling that it records, as `Posted` reads it."""
    query: Mapping[str, str] = field(default_factory=dict)
    """The parameters of the page that it leads to."""


@dataclass(frozen=True, slots=True)
class Step:
    """A page of "Something wrong?": what it says, and what can be tapped."""

    title: str
    lead: str = ""
    rule: str = ""
    """The number of the rule that says so."""
    choices: Sequence[Choice] = ()
    with_card: str = ""
    """The ruling that a card tapped here completes."""
    adjusts: bool = False
    """Whether it is the form in which the table moves points."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What may be demanded now: a sentence, and the keys that record it."""

    key: str
    """What a phone knows it by that has put it away."""
    words: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Noticed:
    """A revoke that the app noticed, and the key that claims it."""

    words: str
    choice: Choice


class NamedPages:
    """The addresses of a game's pages. A game has one instance."""

    game: Game[Any, Any, Any]
    name: str
    """The name of its blueprint, and of its folder of templates."""
    title: str
    """The game's name for people."""

    def address(self, view: str, match_id: int, **more: Any) -> str:
        """The address of one of the game's pages of a match."""
        return url_for(f"{self.name}.{view}", match_id=match_id, **more)

    def rule(self, number: str) -> str:
        """The address of a numbered rule."""
        return url_for(f"{self.name}_disputes.rules", _anchor=f"r{number}")


class SittingPages(NamedPages):
    """The words of a sitting, and what is its own on the shared pages."""

    unit: str
    """What totals are counted in: `counter`."""
    adjust_hint: str
    """What plus and minus do in a correction by the table."""

    def settle_words(self, match: Any) -> str:
        """The words of the key that settles a deal."""
        return "Settle"

    def pool(self, match: Any) -> str:
        """What is in the pool, in words; empty in a game without one."""
        return ""

    def shares(self, match: Any) -> dict[str, int]:
        """What each player got of the pool when the sitting was finished, by seat; empty where nothing was shared."""
        return {}

    def last_trick(self, match: Any) -> Trick | None:
        """The last trick, if everybody may look at it."""
        return None

    def trick_line(self, match: Any, deal: Any, trick: Trick) -> str:
        """Who takes a trick."""
        raise NotImplementedError

    def settled_line(self, match: Any, deal: Any) -> str:
        """How a deal was settled, as it is said at the table."""
        raise NotImplementedError

    def reasons(self, match: Any, deal: Any) -> list[str]:
        """Who paid and took what in a settled deal, each in a sentence."""
        raise NotImplementedError

    def rule_of(self, deal: Any) -> str:
        """The number of the rule that decided a settled deal."""
        raise NotImplementedError

    def event_line(self, match: Any, event: Any) -> str:
        """A ruling or a claim in a sentence."""
        raise NotImplementedError

    def brought(self, match: Any, deal: Any) -> dict[str, int]:
        """What a settled deal brought each player, by seat."""
        raise NotImplementedError

    def demands(self, match: Any) -> list[Demand]:
        """What may be demanded now."""
        return []

    def noticed(self, match: Any, revoke: Revoke) -> Noticed | None:
        """A noticed revoke as it is told after the deal; None if it is claimed already."""
        raise NotImplementedError

    def end_line(self, match: Any) -> str:
        """How the sitting ended."""
        raise NotImplementedError

    def wrongs(self, match: Any) -> list[Choice]:
        """What may go wrong, as the first page of "Something wrong?" lists it."""
        raise NotImplementedError

    def wrong(self, match: Any, given: Mapping[str, str]) -> Step | None:
        """A further page of "Something wrong?"; None if the parameters are invalid."""
        raise NotImplementedError

    def remarks(self, match: Any, deal: Any) -> dict[str, str]:
        """What the sheet adds to the name of a player in a deal, by seat: `revoked`."""
        return {}

"""The actions of a match's log, and the setup of a match. Rules 6 to 9."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from referee.cards import Card
from referee.games.havilering.combinations import Item
from referee.games.havilering.tricks import Values
from referee.games.kit.stepping import Timed
from referee.games.sittings.actions import SittingSetup
from referee.season import Season


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the players agreed before the match. Rules 4.13, 5.3, 6.1, 6.2 and 8."""

    target: int = 121
    best_of: int = 1
    muggins: bool = False
    season: Season | None = None
    """The season chosen for the whole match; None to use the calendar at the start of each game."""
    values: Values = field(default_factory=Values)
    southern: bool = False
    """True if the seasons of the southern hemisphere are used."""

    @property
    def games_to_win(self) -> int:
        """The number of games that win the match: more than half of `best_of`."""
        return self.best_of // 2 + 1


HOUSE_RULES = {
    "As published": Rules(),
    "The author’s revision": Rules(values=Values(jack_havel=3, jack_havel_dealer=6)),
}
"""The game's own named sets of house rules (4.13); season and number of games are not part of a set."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a match. Rule 1.1."""

    rules: Rules


class Answer(Enum):
    """An answer to "Shall we finish?" or "How about you?". Rules 7.2 and 7.3."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


@dataclass(frozen=True, slots=True)
class Play(Timed):
    """A trick is complete: its four cards in order of play, leader first. In a record: `trick`."""

    cards: tuple[Card, ...]
    leader: str | None = None
    """The leader; None for the player whose lead it was. Rule 9.6."""


@dataclass(frozen=True, slots=True)
class Claim(Timed):
    """The winner of the trick claims its points, item by item. Rule 8.1."""

    items: Mapping[Item, int]


@dataclass(frozen=True, slots=True)
class Muggins(Timed):
    """An opponent names items that the winner of the last trick did not claim. Rules 8.2 to 8.5."""

    by: str
    items: Mapping[Item, int]


@dataclass(frozen=True, slots=True)
class NextDeal(Timed):
    """The next hand is dealt, which ends the time for calls on the thirteenth trick. Rule 8.5."""


@dataclass(frozen=True, slots=True)
class Reply(Timed):
    """The answer of the player who is being asked whether to finish the hand. Rules 7.2 and 7.3."""

    answer: Answer
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Misdeal(Timed):
    """The hand is void and dealt again. Rule 9.1."""


@dataclass(frozen=True, slots=True)
class Adjust(Timed):
    """The table gives points to a side, or takes them away, for a reason. Rule 9.4."""

    side: str
    points: int
    reason: str


Action = Play | Claim | Muggins | NextDeal | Reply | Misdeal | Adjust

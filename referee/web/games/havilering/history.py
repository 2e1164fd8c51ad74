"""A look back at a match: the score sheet with charts, the replay, the review of a hand, a picture to share."""

from typing import Any

from referee.faults import NotThereError
from referee.games.havilering import lesson, story, tactics
from referee.games.havilering.actions import Play
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match
from referee.games.havilering.summary import Hand, hands
from referee.games.kit.races import Race
from referee.games.kit.sides import SEATS, other
from referee.match.current import CurrentMatch
from referee.web.games.havilering import texts
from referee.web.services import service
from referee.web.tables.screen import Screen
from referee.web.tables.sides import GamesHistory


class HavileringHistory(GamesHistory):
    """The views that look back at a match."""

    part, total = "hand", "at_game"

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """The score by game and hand; for the hand in play only the totals are shown (2.8)."""
        match = current.match
        return {
            "lookable": self.numbers(current),
            "can_replay": any(hand.over for hand in hands(match)),
            "seats": SEATS,
            "best": story.best_tricks(match),
            "swings": story.greatest_swings(match),
            "captures": story.captures(match),
            "put_right": _corrected_tricks(current.id),
        }

    def numbers(self, current: CurrentMatch[Match]) -> list[int]:
        """The hands that may be reviewed."""
        return [hand.number for hand in hands(current.match) if _may_look(current, hand)]

    def deal(self, current: CurrentMatch[Match], number: int) -> dict[str, Any]:
        """Return the review of a hand: cards, voids, high cards, better choices, and unclaimed items."""
        match = current.whole_match if current.teaching else current.match
        played = next((each for each in hands(match) if each.number == number and each.tricks), None)
        if played is None:
            raise NotThereError(f"There is no hand {number}.")
        may_look = _may_look(current, played)
        tricks = _revealed(match, played) if may_look else ()
        return {
            "hand": played,
            "seats": SEATS,
            "may_look": may_look,
            "tricks": tricks,
            "dealt": lesson.dealt(tricks),
            "voids": lesson.voids(tricks),
            "high": lesson.HIGH,
            "falls": lesson.high_cards(tricks),
            "other": other,
            "costliest": lesson.costliest(tricks),
            "chances": lesson.chances(match, tricks)[:3],
            "tactic_of": tactics.tactic_of,
            "unguarded": tactics.unguarded(tricks),
            "out": tactics.highest_out(tricks),
        }

    def moments(self, current: CurrentMatch[Match]) -> list[Match]:
        """The match step by step. Only hands that are over are shown."""
        return story.moments(service().transitions(current.id))

    def where(self, screen: Screen) -> str:
        """The hand and trick of a moment."""
        return texts.moment(screen.match)

    def races(self, match: Match) -> list[Race]:
        """The course of each game."""
        return story.races(match)


def _corrected_tricks(match_id: int) -> set[tuple[int, int]]:
    """The tricks that a correction added, as hand and number."""
    corrected = service().corrected(match_id)
    tricks = [each.after.tricks[-1] for each in corrected if isinstance(each.action, Play)]
    return {(trick.hand, trick.number) for trick in tricks}


def _may_look(current: CurrentMatch[Match], hand: Hand) -> bool:
    """Return True if a hand may be reviewed: it is over, or the players chose to review during play."""
    return bool(hand.tricks) and (hand.over or current.teaching)


def _revealed(match: Match, hand: Hand) -> tuple[Trick, ...]:
    """The tricks of a hand whose full worth may be shown: with Muggins, not one that can still be called (8.6)."""
    still_open = not hand.over and match.setup.rules.muggins
    return hand.tricks[:-1] if still_open else hand.tricks

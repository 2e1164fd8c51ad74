"""A look back at a match: the score sheet with charts, a deal, the replay, a picture to share."""

from itertools import accumulate
from typing import Any

from referee.english import plural, times
from referee.faults import NotThereError
from referee.games.cribbage import story, talk
from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.events import CardPlayed, GoSaid
from referee.games.cribbage.outcome import running
from referee.games.cribbage.state import Deal, Match
from referee.games.kit.races import Race
from referee.games.kit.sides import other
from referee.match.current import CurrentMatch
from referee.web.games.cribbage import texts
from referee.web.games.cribbage.questions import sets_of
from referee.web.services import service
from referee.web.tables.sides import GamesHistory


class CribbageHistory(GamesHistory):
    """The views that look back at a match."""

    sides = SEATS

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """Return every event of every deal, with the totals after it; charts, and highlights."""
        match = current.match
        return {
            "can_replay": bool(story.races(match)),
            "captions": [caption(match, race) for race in story.races(match)],
            "lines": {deal.number: [(total, texts.event_text(match, event))
                                    for event, total in running(deal)] for deal in match.deals},
            "ends": set(accumulate(game.deals for game in match.games)),
            "lookable": set(self.numbers(current)),
            "best": story.best_counts(match),
            "pegged_by": texts.pegged_by,
            "averages": story.averages(match),
            "sets_of": sets_of,
            "corrected": self.deals_corrected(current),
        }  # fmt: skip

    def numbers(self, current: CurrentMatch[Match]) -> list[int]:
        """The deals that are over."""
        match = current.match
        return [deal.number for deal in match.deals if deal.events and story.is_over(match, deal)]

    def deal(self, current: CurrentMatch[Match], number: int) -> dict[str, Any]:
        """Return a deal that is over: the play, the counts, the points by occasion, and the average hand and crib."""
        match = current.match
        deal = next((each for each in match.deals if each.number == number and each.events), None)
        if deal is None:
            raise NotThereError(f"There is no deal {number}.")
        return {
            "deal": deal,
            "is_over": story.is_over(match, deal),
            "plays": _plays(deal),
            "brought": story.brought(deal),
            "averages": story.averages(match),
            "sets_of": sets_of,
            "talk": talk,
        }

    def moments(self, current: CurrentMatch[Match]) -> list[Match]:
        """The match after each action."""
        return story.moments(service().transitions(current.id))

    def races(self, match: Match) -> list[Race]:
        """The course of each game."""
        return story.races(match)


def caption(match: Match, race: Race) -> str:
    """The course of a game in a sentence or two."""
    leads = race.lead_changes
    changes = f"The lead changed {times(leads)}." if leads else "The lead never changed."
    if race.result is None:
        return f"{plural(len(race.parts), 'deal')} so far. {changes}"
    winner, score = race.result.winner, race.result.score
    points = f"{score.of(winner)}–{score.of(other(winner))}"
    won = f"{match.player(winner)} won {points} in {plural(len(race.parts), 'deal')}"
    behind = f", after being {plural(race.comeback, 'point')} behind" if race.comeback > 9 else ""
    return f"{won}{behind}. {changes}"


def _plays(deal: Deal) -> list[tuple[CardPlayed | GoSaid, str]]:
    """Return the cards and goes of a play, each with its points in words."""
    return [(event, talk.pegs(event.items)) for event in deal.events if isinstance(event, CardPlayed | GoSaid)]

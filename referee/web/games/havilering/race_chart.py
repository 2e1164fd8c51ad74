"""The chart of a game's totals by trick."""

from referee.games.havilering.seats import Side
from referee.games.havilering.state import Match
from referee.games.havilering.story import Race
from referee.web.components.race import RaceChart
from referee.web.games.havilering import texts


def race_chart(match: Match, race: Race) -> RaceChart:
    """Both sides' totals; above the target the points are being run (rule 7)."""
    return RaceChart(
        race,
        {side.value: [totals.of(side) for totals in race.course] for side in Side},
        {side.value: texts.side_names(match, side) for side in Side},
        race.target,
        [step.hand for step in race.steps],
        race.won_at,
        runs=race.result is None or race.result.ran,
    )

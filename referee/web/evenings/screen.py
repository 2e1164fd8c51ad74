"""View model of the pages of an evening."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from referee.books.current_evening import CurrentEvening, planned_scores, plays_as_seated, sides_of
from referee.english import in_words, joined, number_of, plural, times
from referee.evenings.actions import EveningSetup, Length, Movement, Score
from referee.evenings.changes import next_table
from referee.evenings.evening import Evening
from referee.evenings.movements import evenness, follows_plan, plan_of
from referee.evenings.rounds import Table, Unit, names_of
from referee.evenings.standings import Line
from referee.store.evenings import TableRow
from referee.web.evenings.ranked import columns, rules_of_standings
from referee.web.evenings.steps import step
from referee.web.evenings.table_shown import TableShown
from referee.web.services import game_pages

MOST_SHOWN = 120
"""The maximum number of tables of earlier rounds on the page."""
LENGTHS = {Length.GAME: "a game", Length.HANDS: "hands", Length.MINUTES: "minutes"}
MOVEMENTS = {
    Movement.EVERYBODY: "Everybody meets everybody",
    Movement.STANDING: "Players on equal points (Swiss)",
    Movement.LADDER: "A ladder",
    Movement.WINNERS: "Winning ladies up, losing gentlemen down",
    Movement.ALL: "All ladies up, all gentlemen down",
    Movement.STAY: "Ladies stay, gentlemen up",
}


@dataclass(frozen=True, slots=True)
class EveningScreen:
    """An evening for its pages."""

    current: CurrentEvening

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.current.evening

    @property
    def setup(self) -> EveningSetup:
        """Its settings."""
        return self.current.evening.setup

    @property
    def round(self) -> int:
        """The number of the latest round, from 1; 0 before the first one."""
        return len(self.evening.rounds)

    @property
    def is_alone(self) -> bool:
        """True if everybody plays alone, so that places are decided by points."""
        return self.setup.shape.most > 0

    @property
    def game(self) -> str:
        """The name of its game."""
        return str(game_pages(self.setup.game).title)

    @property
    def length(self) -> str:
        """The length of a round, in words."""
        number, unit = self.setup.number, {Length.HANDS: "hand", Length.MINUTES: "minute"}.get(self.setup.length)
        return plural(number, unit) if unit else "one game"

    @property
    def forms_tables(self) -> bool:
        """True if there are enough people for a table."""
        return bool(self.setup.shape.tables(len(self.evening.here)))

    @property
    def makes(self) -> str:
        """A forecast for the units that are there: tables, units that sit out, and rounds until everybody has met."""
        count, shape = len(self.evening.here), self.setup.shape
        sizes = shape.tables(count)
        if not sizes:
            return "Too few for a table."
        out = count - sum(sizes)
        unit = "pair" if self.setup.is_fixed else "player"
        text = f"{plural(count, unit)}: {plural(len(sizes), 'table')}"
        text += f", {plural(out, unit)} {'sits' if out == 1 else 'sit'} out" if out else ""
        return f"{text}.{self._how_even(count)}"

    def _how_even(self, count: int) -> str:
        """The evenness of rounds in which everybody meets everybody, by a plan or so far."""
        rounds, shape, here = self.evening.rounds, self.setup.shape, self.evening.here
        if self.setup.movement is not Movement.EVERYBODY:
            return ""
        if follows_plan(shape, here, rounds):
            met = "partnered everybody once and opposed everybody twice" if shape.size > 1 else "met everybody once"
            return f" After {plural(len(plan_of(shape, count)), 'round')} everybody has {met}."
        if not rounds and shape.size > 1:
            return " No plan is perfectly even for this number. Nobody repeats a partner until it is unavoidable."
        partners, opponents = evenness(rounds)
        as_partners = f"partner more than {times(partners)}, or the same " if shape.size > 1 else ""
        often = f" So far nobody has had the same {as_partners}opponent more than {times(opponents)}."
        return often if opponents else ""

    @property
    def counted(self) -> str:
        """The numbers of players and rounds, in words."""
        people = {name for unit in self.evening.units for name in unit}
        return f"{plural(len(people), 'player')}, {plural(self.round, 'round') if self.round else 'not begun'}"

    @property
    def tables(self) -> list[TableShown]:
        """The tables of the latest round."""
        return list(self.of_round(self.round - 1)) if self.round else []

    @property
    def out(self) -> list[str]:
        """The units that sit out in the latest round."""
        return [" & ".join(unit) for unit in self.evening.rounds[-1].out] if self.round else []

    @property
    def waiting(self) -> list[str]:
        """The units that have come since the latest round began."""
        seated = set(self.evening.rounds[-1].units) if self.round else set()
        return [" & ".join(unit) for unit in self.evening.here if unit not in seated] if self.round else []

    @property
    def unfinished(self) -> str:
        """The tables that have not played the latest round, in words; empty if all have."""
        numbers = self.evening.rounds[-1].all_numbers if self.round else ()
        labels = [str(label) for label in sorted(numbers[place] for place in self.current.unfinished)]
        return f"{'tables' if len(labels) > 1 else 'table'} {joined(labels)}" if labels else ""

    def rounds_before(self, current: int) -> list[tuple[int, bool, bool]]:
        """The earlier rounds, or all once the evening is over, latest first: their numbers from 0, and True if shown.

        About `MOST_SHOWN` of the latest tables are shown, and a requested round, numbered from 1.
        """
        rounds, tables = list[tuple[int, bool, bool]](), 0
        for number in reversed(range(self.round - (not self.evening.is_over))):
            tables += len(self.evening.rounds[number].tables)
            rounds.append((number, tables <= MOST_SHOWN or number + 1 == current, number + 1 == current))
        return rounds

    def of_round(self, number: int) -> Iterator[TableShown]:
        """The tables of a round, from 0, by the numbers shown on them."""
        seats = self.evening.rounds[number]
        for place in sorted(range(len(seats.tables)), key=lambda place: seats.all_numbers[place]):
            table = seats.tables[place]
            row = self.current.tables.get((number, place))
            sides, by_hand = [names_of(side) for side in table], (number, place) in self.evening.by_hand
            scores, is_over = self.current.scores.get((number, place)), self.current.is_over(number, place)
            match_id = row.match_id if row else None
            progress, is_open = (
                self._progress(number, place) + self._late(number, row),
                (number, place) in self.current.open_ones,
            )
            has_begun = bool(row and row.has_begun)
            label = seats.all_numbers[place]
            shown = TableShown(
                number, place, label, sides, scores, progress, match_id, is_over, by_hand, is_open, has_begun
            )
            if row and row.has_entries and not by_hand and not plays_as_seated(self.evening, (number, place), row):
                shown = replace(shown, others=joined(row.players.values()))
                is_past = self.evening.is_over or number + 1 < self.round
                if is_over or is_past or self.setup.length is Length.MINUTES:
                    shown = replace(shown, would_count=planned_scores(self.evening, (number, place), row))
            yield shown

    @property
    def one_more(self) -> Table:
        """A table for the people who are free; none if there are too few."""
        if not self.round:
            return ()
        return next_table(self.evening.rounds[-1], self.setup.shape, self.evening.here, self.evening.kinds)

    @property
    def aside(self) -> list[tuple[int, str, int]]:
        """The matches that were set aside: their numbers, sides and hands."""
        return [
            (row.match_id, " – ".join(" & ".join(side) for side in sides_of(row)), row.hands + 1)
            for row in self.current.aside
        ]

    @property
    def open_before(self) -> list[TableShown]:
        """The tables of earlier rounds that have no result, or of all rounds once the evening is over."""
        until = self.round if self.evening.is_over else self.round - 1
        numbers = dict.fromkeys(number for number, _ in self.current.open_ones if number < until)
        return [table for number in numbers for table in self.of_round(number) if table.is_open]

    @property
    def open_ones(self) -> list[TableShown]:
        """All tables without a result."""
        return [*self.open_before, *(table for table in self.tables if table.is_open and not self.evening.is_over)]

    @property
    def results(self) -> list[str]:
        """The results of the latest round, as announced."""
        return [
            f"Table {table.label}: {', '.join(self._result(table.sides, table.scores))}."
            for table in self.tables
            if table.scores and (table.is_over or table.by_hand)
        ]

    def _result(self, sides: list[list[str]], scores: tuple[Score, ...]) -> Iterator[str]:
        for side, score in zip(sides, scores, strict=True):
            points = f"{score.points}".replace("-", "minus ") if any(each.points for each in scores) else ""
            yield f"{joined(side)} {points or ('won' if score.games else 'lost')}"

    def _progress(self, number: int, place: int) -> str:
        """Describe the progress of a table."""
        row, setup = self.current.tables.get((number, place)), self.setup
        if (number, place) in self.evening.by_hand:
            return "entered by hand" if self.evening.by_hand[number, place] else "written off"
        if row is None:
            return "deleted"
        if row.has_entries and not plays_as_seated(self.evening, (number, place), row):
            return "other players"
        if self.current.is_over(number, place):
            return "over"
        if not row.has_begun:
            return "not begun"
        if setup.length is Length.HANDS and (number, place) in self.current.open_ones and number + 1 < self.round:
            return f"{in_words(row.hands) if row.hands else 'none'} of {number_of(setup.number, 'hand')}"
        return f"hand {row.hands + 1} of {setup.number}" if setup.length is Length.HANDS else f"hand {row.hands + 1}"

    @property
    def last_step(self) -> str:
        """The step that can be undone, in words; empty if there is none."""
        return step(self.evening, self.current.folded.last, self.round, self.current.folded.seats_before)

    @property
    def next_step(self) -> str:
        """The step that can be redone, in words; empty if there is none."""
        return step(self.evening, self.current.folded.undone, self.round + 1)

    @property
    def has_standings(self) -> bool:
        """True if a table has played its round."""
        return bool(self.current.results)

    @property
    def best_of_kinds(self) -> Iterator[tuple[str, list[Line]]]:
        """Yield each kind of a whist drive's players, with those of them in the highest place."""
        for number, kind in enumerate(self.setup.kinds if self.setup.movement.has_kinds else ()):
            lines = [line for line in self.current.standings
                     if line.place and self.evening.kinds.get(line.who, 0) == number]  # fmt: skip
            yield kind, [line for line in lines if line.place == lines[0].place]

    def _late(self, number: int, row: TableRow | None) -> str:
        """Mark a table at which something was entered after its round's time was up."""
        until = self.evening.until(number)
        is_late = until and row and row.last and datetime.fromisoformat(row.last) > until
        return ", entries after time" if is_late else ""

    @property
    def columns(self) -> list[tuple[str, str]]:
        """The columns of the standings in the order in which they decide: titles, and the fields of a line."""
        return columns(self.setup)

    @property
    def ranked_by(self) -> str:
        """The order of the standings, and the rules for it, in words."""
        text = f"{rules_of_standings(self.setup, self.current.rounds)} {self.current.rounds.note}".rstrip()
        more = " A handicap (+) is added to the points at every table." if self.evening.handicaps else ""
        return text + more

    def has_left(self, unit: Unit) -> bool:
        """True if a seated player has left."""
        return unit not in self.evening.here

    def table_of(self, name: str) -> TableShown | None:
        """The table of somebody in the latest round."""
        return next((each for each in self.tables if any(name in side for side in each.sides)), None)

    @property
    def names(self) -> list[str]:
        """The names of all players who are there."""
        return sorted((name for unit in self.evening.here for name in unit), key=str.casefold)

    def sat_out(self, unit: Unit) -> int:
        """Count the rounds that a player has sat out."""
        return sum(unit in each.out for each in self.evening.rounds)

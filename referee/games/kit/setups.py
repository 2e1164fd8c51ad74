"""Setups and house rules as plain data for JSON: described once, and read and written by that description."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from referee.fields import FieldReader, read_value
from referee.games.kit.values import Value

S = TypeVar("S")
R = TypeVar("R")
SETUP_KEYS = ("players", "dealer", "started")


@dataclass(frozen=True, slots=True)
class RulesFormat(Generic[R]):
    """The house rules of a game; each has a default."""

    values: Mapping[str, Value[Any]]
    """The rules by their keys."""
    build: Callable[[Mapping[str, Any]], R]
    """The rules with some given values."""
    parts: Callable[[R], Mapping[str, Any]]
    """The values of rules by their keys; rules that it omits are not written."""

    def noted(self, reader: FieldReader, data: object) -> R:
        """Read rules, and note every fault."""
        given = reader.fields(data, "rules", (), optional=tuple(self.values))
        return self.build({key: self.values[key].read(reader, given[key], f"rules.{key}") for key in given})

    def read(self, data: object) -> R:
        """Read rules from plain data. Raises RefusedError with every fault."""
        return read_value(lambda reader: self.noted(reader, data))

    def write(self, rules: R) -> dict[str, Any]:
        """Rules as plain data."""
        return {key: self.values[key].write(part) for key, part in self.parts(rules).items()}


def rules_format(usual: R, values: Mapping[str, Value[Any]]) -> RulesFormat[R]:
    """Return the format of rules whose keys are the names of their fields; `usual` are the published rules."""
    return RulesFormat(
        values,
        lambda given: replace(usual, **given),  # type: ignore[type-var]
        lambda rules: {key: getattr(rules, key) for key in values},
    )


@dataclass(frozen=True, slots=True)
class SetupFormat(Generic[S]):
    """The setups of a game: players, first dealer, time of opening, and rules; their class has these fields."""

    build: type[S]
    seats: Mapping[str, Any]
    """The seats in order of play, by their written names."""
    rules: RulesFormat[Any]

    def seats_of(self, players: object) -> Mapping[str, Any]:
        """The seats of a table, given its players as plain data."""
        return self.seats

    def rules_of(self, reader: FieldReader, data: object, players: Mapping[Any, str]) -> Any:
        """Read the rules of a table, and note every fault."""
        return self.rules.noted(reader, data)

    def noted(self, reader: FieldReader, fields: Mapping[str, Any]) -> S | None:
        """The setup from a record's fields, with every fault noted; None only if there was one."""
        seats = self.seats_of(fields.get("players"))
        names = reader.fields(fields["players"], "players", tuple(seats)) if "players" in fields else {}
        players = {seats[seat]: reader.name(names[seat], f"players.{seat}") for seat in names}
        known = [name.casefold() for name in players.values() if name]
        if len(set(known)) < len(known):
            reader.fail("players", "has one name twice: add a letter to tell the two apart")
        first = next(iter(seats.values()))
        dealer = reader.among(fields["dealer"], "dealer", seats, first) if "dealer" in fields else first
        started = reader.moment(fields["started"], "started") if "started" in fields else None
        rules = self.rules_of(reader, fields.get("rules", {}), players)
        if not started or len(players) < len(seats):
            return None
        build: Callable[..., S] = self.build
        return build(players, dealer, started, rules)

    def read(self, data: object) -> S:
        """Read a setup from plain data. Raises RefusedError."""
        setup = read_value(
            lambda reader: self.noted(reader, reader.fields(data, "the match", SETUP_KEYS, optional=("rules",)))
        )
        assert setup is not None
        return setup

    def write(self, setup: Any) -> dict[str, Any]:
        """A setup as plain data, with every rule written out, so that it does not depend on defaults."""
        return {
            "players": self.players(setup),
            "dealer": self._words[setup.dealer],
            "started": setup.started.isoformat(),
            "rules": self.rules.write(setup.rules),
        }

    def players(self, setup: Any) -> dict[str, str]:
        """The players' names by the words for their seats."""
        return {self._words[seat]: name for seat, name in setup.players.items()}

    def with_players(self, setup: S, names: Mapping[str, str]) -> S:
        """A setup with the names for some of its seats replaced."""
        given: Any = setup
        known = {self.seats[seat]: name for seat, name in names.items() if self.seats[seat] in given.players}
        changed: S = replace(given, players={**given.players, **known})
        return changed

    @property
    def _words(self) -> dict[Any, str]:
        return {seat: word for word, seat in self.seats.items()}

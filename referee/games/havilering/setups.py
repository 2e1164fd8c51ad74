"""The setup of a match as plain data for JSON: players, first dealer, time of opening, rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.fields import NAME_LENGTH
from referee.games.havilering.actions import Rules, Setup
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.seats import SEAT_NAMED, SEATS, Seat
from referee.games.kit.setups import RulesFormat, SetupFormat
from referee.games.kit.values import TRUTH, Value, choice, number, numbers_of
from referee.season import Season

TARGETS, MATCH_LENGTHS, POINTS = range(11, 1001), range(1, 100, 2), range(100)
SEASONS: dict[str, Season | None] = {"auto": None, **{season.value: season for season in Season}}
_AGREED_SEASONS: dict[str, tuple[Season | None, bool]] = {
    "south": (None, True),
    **{name: (season, False) for name, season in SEASONS.items()},
}
"""The values of `season` in a record: the chosen season, if any, and whether southern seasons are used."""
_PARTS: dict[str, Value[Any]] = {
    "target": number(TARGETS),
    "best_of": number(MATCH_LENGTHS),
    "muggins": TRUTH,
    "season": choice(_AGREED_SEASONS),
    "jack_havel": number(POINTS),
    "jack_havel_dealer": number(POINTS),
    "values": numbers_of({item.value: item for item in PUBLISHED_VALUES}, POINTS),
}


def _built(given: Mapping[str, Any]) -> Rules:
    rules = Rules(**{key: given[key] for key in ("target", "best_of", "muggins") if key in given})
    season, southern = given.get("season", (None, False))
    house = given.get("values", {})
    jacks = {key: given[key] for key in ("jack_havel", "jack_havel_dealer") if key in given}
    values = replace(rules.values, **jacks, house={item: house[item] for item in PUBLISHED_VALUES if item in house})
    return replace(rules, season=season, southern=southern, values=values)


def _parts(rules: Rules) -> dict[str, Any]:
    values = rules.values
    parts = {key: getattr(rules, key) for key in ("target", "best_of", "muggins")}
    parts["season"] = rules.season, rules.southern and not rules.season
    parts |= {"jack_havel": values.jack_havel, "jack_havel_dealer": values.jack_havel_dealer}
    return parts | ({"values": values.house} if values.house else {})


class _SetupFormat(SetupFormat[Setup]):
    """With what a stored match of an earlier release may have."""

    __slots__ = ()

    def read(self, data: object, stored: bool = False) -> Setup:
        """A `stored` match may have two players of the same name; the second Ann is then `Ann 2`."""
        setup = self.read_with(data, may_be_alike=stored)
        return replace(setup, players=_numbered(setup.players)) if stored else setup


def _numbered(players: Mapping[Seat, str]) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for seat, name in players.items():
        others = (f"{name[: NAME_LENGTH - 3]} {number}" for number in range(2, len(SEATS) + 2))
        found[seat] = next(each for each in (name, *others) if each not in found.values())
    return found


RULES = RulesFormat(_PARTS, _built, _parts)
SETUPS = _SetupFormat(Setup, SEAT_NAMED, RULES)

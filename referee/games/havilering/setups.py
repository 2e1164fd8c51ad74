"""The setup of a match as plain data for JSON: players, first dealer, time of opening, rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games.havilering.actions import Rules, Setup
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.seats import SEAT_NAMED
from referee.games.kit.rounds import Rounds
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


RULES = RulesFormat(_PARTS, _built, _parts)
SETUPS = SetupFormat(Setup, SEAT_NAMED, RULES)
ROUNDS = Rounds(has_end=True, rules={"best_of": 1}, endless={"target": TARGETS[-1]})

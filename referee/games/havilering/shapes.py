"""The shapes of actions and setups in Havilering records."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.fields import FieldReader
from referee.games.havilering.actions import (
    Adjust,
    Answer,
    Claim,
    Misdeal,
    Muggins,
    NextDeal,
    Play,
    Reply,
    Rules,
    Setup,
)
from referee.games.havilering.combinations import PUBLISHED_VALUES, Item
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.rounds import Rounds
from referee.games.kit.setups import RulesFormat, SetupFormat
from referee.games.kit.sides import SEATS, SIDES
from referee.games.kit.values import (
    POINTS,
    REASON_LENGTH,
    TRUTH,
    Value,
    cards,
    choice,
    member,
    number,
    numbers_of,
    seat,
    word,
)
from referee.season import Season

COUNTS = range(100)


def _read_reason(reader: FieldReader, value: object, place: str) -> str:
    return reader.words(value, place, REASON_LENGTH)


_SEAT = seat(SEATS)
_ITEMS = numbers_of({item.value: item for item in Item}, COUNTS)
CARDS = cards("a trick has four")
"""The cards of a trick, in any usual spelling. Rule 1.5."""

KINDS: Kinds = {
    "trick": Kind(Play, {"cards": CARDS}, {"leader": _SEAT}, in_turn=True),
    "claim": Kind(Claim, {"items": _ITEMS}, in_turn=True),
    "muggins": Kind(Muggins, {"by": _SEAT, "items": _ITEMS}),
    "deal": Kind(NextDeal),
    "reply": Kind(Reply, {"answer": member(Answer)}, {"player": _SEAT}),
    "misdeal": Kind(Misdeal),
    "adjust": Kind(Adjust, {"side": word(SIDES), "points": POINTS, "reason": Value(_read_reason)}),
}
"""The types of action by name."""


TARGETS, MATCH_LENGTHS, WORTHS = range(11, 1001), range(1, 100, 2), range(100)
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
    "jack_havel": number(WORTHS),
    "jack_havel_dealer": number(WORTHS),
    "values": numbers_of({item.value: item for item in PUBLISHED_VALUES}, WORTHS),
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
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
ROUNDS = Rounds(has_end=True, rules={"best_of": 1}, endless={"target": TARGETS[-1]})

"""The setup of a match as plain data for JSON: players, first dealer, time of opening, rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.fields import NAME_LENGTH, FieldReader
from referee.games.havilering.actions import Rules, Setup
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.seats import SEAT_NAMED, SEATS, Seat
from referee.games.havilering.tricks import Values
from referee.season import Season

TARGETS, MATCH_LENGTHS, POINTS = range(11, 1001), range(1, 100, 2), range(100)
SEASONS: dict[str, Season | None] = {"auto": None, **{season.value: season for season in Season}}
_AGREED_SEASONS: dict[str, tuple[Season | None, bool]] = {
    "south": (None, True),
    **{name: (season, False) for name, season in SEASONS.items()},
}
"""The values of `season` in a record: the chosen season, if any, and whether southern seasons are used."""
_HOUSE_ITEMS = {item.value: item for item in PUBLISHED_VALUES}
SETUP_KEYS = ("players", "dealer", "started")
_RULE_KEYS = ("target", "best_of", "muggins", "season", "jack_havel", "jack_havel_dealer", "values")


def read_setup(data: object, stored: bool = False) -> Setup:
    """Read a setup: players, dealer, started and rules. Raises RefusedError.

    A `stored` match may have two players of the same name, because earlier releases allowed that; the second Ann is
    then `Ann 2`.
    """
    reader = FieldReader()
    fields = reader.fields(data, "the match", SETUP_KEYS, optional=("rules",))
    setup = setup_from(reader, fields)
    if "players" in fields and not stored:
        told_apart(reader, fields["players"])
    reader.done()
    assert setup is not None
    return replace(setup, players=_numbered(setup.players)) if stored else setup


def read_rules(data: object) -> Rules:
    """Read rules from plain data. Raises RefusedError."""
    reader = FieldReader()
    rules = _rules(reader, data)
    reader.done()
    return rules


def write_setup(setup: Setup) -> dict[str, Any]:
    """A setup as plain data, with every rule written out, so that it does not depend on defaults."""
    return {
        "players": {seat.value: setup.players[seat] for seat in SEATS},
        "dealer": setup.dealer.value,
        "started": setup.started.isoformat(),
        "rules": write_rules(setup.rules),
    }


def write_rules(rules: Rules) -> dict[str, Any]:
    """Rules as plain data for JSON."""
    written: dict[str, Any] = {
        "target": rules.target,
        "best_of": rules.best_of,
        "muggins": rules.muggins,
        "season": rules.season.value if rules.season else "south" if rules.southern else "auto",
        "jack_havel": rules.values.jack_havel,
        "jack_havel_dealer": rules.values.jack_havel_dealer,
    }
    if rules.values.house:
        written["values"] = {item.value: points for item, points in rules.values.house.items()}
    return written


def setup_from(reader: FieldReader, fields: dict[str, Any]) -> Setup | None:
    """The setup of the fields of a record; None only if a fault was noted."""
    players: dict[Seat, str] = {}
    if "players" in fields:
        names = reader.fields(fields["players"], "players", [seat.value for seat in SEATS])
        players = {
            seat: reader.name(names[seat.value], f"players.{seat.value}") for seat in SEATS if seat.value in names
        }
    dealer = reader.among(fields["dealer"], "dealer", SEAT_NAMED, Seat.N) if "dealer" in fields else Seat.N
    started = reader.moment(fields["started"], "started") if "started" in fields else None
    rules = _rules(reader, fields.get("rules", {}))
    return Setup(players, dealer, started, rules) if started else None


def told_apart(reader: FieldReader, players: object) -> None:
    """Note a fault unless the four names differ, ignoring case and surrounding spaces."""
    if not isinstance(players, dict):
        return
    names = [" ".join(name.split()).casefold() for name in players.values() if isinstance(name, str)]
    if len(set(names)) < len(names):
        reader.fail("players", "has one name twice: add a letter to tell the two apart")


def _numbered(players: Mapping[Seat, str]) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for seat, name in players.items():
        others = (f"{name[: NAME_LENGTH - 3]} {number}" for number in range(2, len(SEATS) + 2))
        found[seat] = next(each for each in (name, *others) if each not in found.values())
    return found


def _rules(reader: FieldReader, data: object) -> Rules:
    fields = reader.fields(data, "rules", (), optional=_RULE_KEYS)
    usual = Rules()
    values = usual.values
    house = fields.get("values", {})
    if not isinstance(house, dict):
        reader.fail("rules.values", "is not an object of items")
        house = {}
    for key in (key for key in house if key not in _HOUSE_ITEMS):
        reader.fail("rules.values", f"has “{str(key)[:40]}”, which is not one of {', '.join(_HOUSE_ITEMS)}")
    season, southern = reader.among(fields.get("season", "auto"), "rules.season", _AGREED_SEASONS, (None, False))
    return Rules(
        target=reader.whole(fields.get("target", usual.target), "rules.target", TARGETS),
        best_of=reader.whole(fields.get("best_of", usual.best_of), "rules.best_of", MATCH_LENGTHS),
        muggins=reader.truth(fields.get("muggins", usual.muggins), "rules.muggins"),
        season=season,
        southern=southern,
        values=Values(
            reader.whole(fields.get("jack_havel", values.jack_havel), "rules.jack_havel", POINTS),
            reader.whole(
                fields.get("jack_havel_dealer", values.jack_havel_dealer), "rules.jack_havel_dealer", POINTS
            ),
            {
                item: reader.whole(house[key], f"rules.values.{key}", POINTS)
                for key, item in _HOUSE_ITEMS.items()
                if key in house
            },
        ),
    )

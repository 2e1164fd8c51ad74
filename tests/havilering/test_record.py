"""The match record: read, written, refused with every fault and its place."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.faults import Fault, RefusedError
from referee.fields import parse_json
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.outcome import outcome, score_sheet
from referee.games.kit.records import Record
from tests.correcting import deal

RECORD: dict[str, Any] = {
    "format": "havilering-match", "version": 1,
    "players": {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"},
    "dealer": "N", "started": "2026-06-20T22:50:00+01:00",
    "rules": {"target": 121, "best_of": 3, "muggins": True, "season": "auto", "jack_havel": 2,
              "jack_havel_dealer": 4},
    "actions": [
        {"type": "trick", "cards": ["7S", "AS", "9S", "8S"], "at": "2026-06-20T22:52:10+01:00"},
        {"type": "claim", "items": {"flush": 1}},
        {"type": "muggins", "by": "E", "items": {"running-flush-3": 1}},
        {"type": "adjust", "side": "EW", "points": -2, "reason": "wooden board differs"},
    ],
}  # fmt: skip


def parse(text: str | bytes) -> Record[Any, Any]:
    """A record of JSON."""
    return HAVILERING.read(parse_json(text))


def changed(path: str, value: Any = None) -> Any:
    """The record with one place changed, or taken out."""
    record = copy.deepcopy(RECORD)
    *way, last = path.split(".")
    at: Any = record
    for step in way:
        at = at[int(step) if step.isdigit() else step]
    key = int(last) if last.isdigit() else last
    if value is None:
        del at[key]
    else:
        at[key] = value
    return record


def faults_of(record: Any) -> list[str]:
    with pytest.raises(RefusedError) as refused:
        HAVILERING.read(record)
    return [fault.text for fault in refused.value.faults]


def test_the_record_of_the_interface_is_read_and_written_back() -> None:
    assert HAVILERING.write(HAVILERING.read(RECORD)) == RECORD
    assert HAVILERING.replay(HAVILERING.read(RECORD)).score.ew == 2


def test_rules_may_be_left_out() -> None:
    for key, usual in [("target", 121), ("best_of", 1), ("muggins", False), ("season", "auto"), ("jack_havel", 2)]:
        assert HAVILERING.write(HAVILERING.read(changed(f"rules.{key}")))["rules"][key] == usual
    assert HAVILERING.write(HAVILERING.read(changed("rules")))["rules"]["jack_havel_dealer"] == 4


def test_values_replace_the_published_ones() -> None:
    record = changed("rules.values", {"flush": 7, "last": 0})
    assert HAVILERING.write(HAVILERING.read(record)) == record
    assert outcome(HAVILERING.replay(HAVILERING.read(record)))["tricks"][0]["items"]["flush"] == {
        "count": 1,
        "points": 7,
    }


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", "chess", "format"),
        ("version", 2, "version"),
        ("version", True, "version"),
        ("version", 1.0, "version"),
        ("players", None, "the record"),
        ("players.S", None, "players"),
        ("players.S", "  ", "players.S"),
        ("players.S", "x" * 41, "players.S"),
        ("players.S", "a\u202eb", "players.S"),
        ("players.S", 5, "players.S"),
        ("players.S", "C" + 40 * " ", "players.S"),
        ("players.S", "Ann", "players"),
        ("players.S", " aNN ", "players"),
        ("players.S", "\u00a0BOB", "players"),
        ("players", {"N": "A  B", "E": "A B", "S": "C", "W": "D"}, "players"),
        ("dealer", "X", "dealer"),
        ("started", "2026-06-20T22:50:00", "started"),
        ("started", "yesterday", "started"),
        ("rules.target", 10, "rules.target"),
        ("rules.target", 1001, "rules.target"),
        ("rules.target", 121.0, "rules.target"),
        ("rules.best_of", 2, "rules.best_of"),
        ("rules.best_of", 101, "rules.best_of"),
        ("rules.muggins", 1, "rules.muggins"),
        ("rules.season", "monsoon", "rules.season"),
        ("rules.jack_havel", -1, "rules.jack_havel"),
        ("rules.values", {"jack-havel": 3}, "rules.values"),
        ("rules.values", {"flush": 100}, "rules.values.flush"),
        ("rules.hats", 1, "rules"),
        ("hats", 1, "the record"),
        ("actions", {}, "actions"),
        ("actions.0", 7, "action 1"),
        ("actions.0.type", "trik", "action 1"),
        ("actions.0.cards", "7S AS 9S 8S", "action 1 (trick)"),
        ("actions.0.cards.1", "1S", "action 1 (trick)"),
        ("actions.0.at", "noon", "action 1 (trick)"),
        ("actions.1.items", {"flush": -1}, "action 2 (claim)"),
        ("actions.1.items", {"flash": 1}, "action 2 (claim)"),
        ("actions.1.items", [], "action 2 (claim)"),
        ("actions.2.by", "Q", "action 3 (muggins)"),
        ("actions.3.points", "2", "action 4 (adjust)"),
        ("actions.3.points", -2.0, "action 4 (adjust)"),
        ("actions.1.items", {"flush": 1.0}, "action 2 (claim)"),
        ("rules.jack_havel", 2.0, "rules.jack_havel"),
        ("actions.3.reason", None, "action 4 (adjust)"),
        ("actions.3.reason", "x\nforged", "action 4 (adjust)"),
        ("actions.3.reason", "\ud800", "action 4 (adjust)"),
        ("actions.3.reason", "x" * 201, "action 4 (adjust)"),
        ("actions.2.items", {"flush": 100}, "action 3 (muggins)"),
        ("actions.3.side", "NE", "action 4 (adjust)"),
        ("actions.3.hats", 1, "action 4 (adjust)"),
    ],
)
def test_a_fault_of_shape_is_told_with_its_place(path: str, value: Any, place: str) -> None:
    (text,) = faults_of(changed(path, value))
    assert text.startswith(place), text


def test_every_fault_is_told_at_once() -> None:
    record = changed("dealer", "X") | {"started": "never", "version": 9}
    record["actions"][1] = {"type": "claim", "items": {"flash": 1}}
    assert len(faults_of(record)) == 4


@pytest.mark.parametrize(
    "text", ["", "{", "[1,", "\xff", "nul", "[" * 100_000, "9" * 5000 + "x", '{"format": 1e999}']
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        parse(text.encode("latin-1"))


@pytest.mark.parametrize(
    ("once", "twice"),
    [
        ('"version": 1,', '"version": 1, "version": 1,'),
        ('"N": "Ann",', '"N": "Ann", "N": "Ann",'),
        ('"target": 121,', '"target": 61, "target": 121,'),
        ('{"flush": 1}', '{"flush": 1, "flush": 1}'),
        ('{"type": "claim",', '{"type": "claim", "type": "claim",'),
    ],
)
def test_a_key_given_twice_in_one_object_is_refused(once: str, twice: str) -> None:
    text = json.dumps(RECORD)
    assert once in text
    assert parse(text)
    key = twice.split('"')[1]
    with pytest.raises(RefusedError, match=f"has the key “{key}” twice"):
        parse(text.replace(once, twice, 1))


@pytest.mark.parametrize(
    ("opened", "seasons"),
    [("2026-06-20T22:50:00+01:00", ["autumn", "winter"]), ("2026-12-31T22:50:00+00:00", ["summer", "summer"])],
)
def test_southern_seasons_are_the_opposite_of_the_calendars_game_by_game(opened: str, seasons: list[str]) -> None:
    record = RECORD | {
        "started": opened,
        "rules": {"season": "south", "target": 11, "best_of": 3},
        "actions": [
            {"type": "adjust", "side": "NS", "points": 11, "reason": "agreed", "at": "2026-06-22T00:10:00+01:00"}
            | ({} if "06-20" in opened else {"at": "2027-01-01T00:10:00+00:00"}),
            *({"type": "reply", "answer": "no"} for _ in range(2)),
        ],
    }
    match = HAVILERING.replay(HAVILERING.read(record))
    assert [match.games[0].season.value, match.season.value] == seasons
    assert HAVILERING.write(HAVILERING.read(record))["rules"]["season"] == "south"


def test_records_are_utf_8() -> None:
    text = json.dumps(RECORD, ensure_ascii=False)
    assert parse(text.encode()) == parse(text.encode("utf-8-sig")) == HAVILERING.read(RECORD)
    with pytest.raises(RefusedError, match="not UTF-8"):
        parse(text.encode("utf-16"))


def test_an_illegal_action_is_named_by_number_type_and_reason() -> None:
    record = changed("actions.3", {"type": "deal"})
    with pytest.raises(
        RefusedError, match=r"^action 4 \(deal\): The next deal cannot be entered now: a trick comes next"
    ):
        HAVILERING.replay(HAVILERING.read(record))


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=60))
def test_names_of_any_script_are_kept_or_refused_never_changed_beyond_spaces(name: str) -> None:
    record = changed("players.N", name)
    try:
        kept = HAVILERING.read(record)
    except RefusedError as refused:
        assert "players.N" in str(refused)
    else:
        assert HAVILERING.write(kept)["players"]["N"] == " ".join(name.split())


@pytest.mark.parametrize("name", ["Ζωή", "李娜", "محمد", "ஆ", "O’Neil-Smith", "Ann 🎴", "می‌خواهم"])
def test_names_of_many_scripts(name: str) -> None:
    assert HAVILERING.write(HAVILERING.read(changed("players.N", name)))["players"]["N"] == name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "cards", "at"]), inner),
    max_leaves=6,
)


@given(st.sampled_from(sorted(RECORD)), JSON)
def test_nonsense_anywhere_is_refused_and_never_breaks_the_reader(key: str, nonsense: Any) -> None:
    try:
        HAVILERING.replay(HAVILERING.read(RECORD | {key: nonsense}))
    except RefusedError as refused:
        assert refused.faults


def test_of_very_many_faults_the_first_are_named_and_the_others_counted() -> None:
    with pytest.raises(RefusedError) as refused:
        HAVILERING.read(RECORD | {"actions": [{"type": "no"}] * 600_000})
    text = str(refused.value)
    assert len(text) <= 2000
    assert text.startswith("action 1 has an unknown type, not one of")
    assert text.endswith(f"And {600_000 - text.count('unknown type'):,} more faults.")


def test_a_single_fault_is_never_longer_than_a_line() -> None:
    with pytest.raises(RefusedError) as refused:
        raise RefusedError(Fault("long", "x" * 5000), Fault("short", "y"))
    assert len(str(refused.value)) <= 2000
    assert str(refused.value).endswith("And 1 more fault.")


def test_the_readable_sheet_tells_tricks_games_and_adjustments() -> None:
    sheet = score_sheet(HAVILERING.replay(HAVILERING.read(RECORD)))
    assert "N Ann, E Bob, S Cat, W Dan" in sheet
    assert "7♠ A♠ 9♠ 8♠" in sheet
    assert "E–W −2: wooden board differs" in sheet
    assert json.loads(json.dumps(outcome(HAVILERING.replay(HAVILERING.read(RECORD)))))["phase"] == "play"


def test_the_leader_of_a_game_won_between_hands_is_whoever_won_the_last_trick() -> None:
    """Interface, outcome: `leader` is the last trick's winner but in play; here that trick is of the hand before."""
    tricks = [{"type": "trick", "cards": cards.split()} for cards in deal(0)]
    won = {"type": "adjust", "side": "NS", "points": 1000, "reason": "agreed"}
    setup = RECORD | {"rules": {"target": 1000, "best_of": 3}}
    before, after = (
        outcome(HAVILERING.replay(HAVILERING.read(setup | {"actions": actions})))
        for actions in (tricks, [*tricks, won])
    )
    assert (before["phase"], before["leader"]) == ("play", "S")  # Left of the next dealer.
    assert (after["phase"], after["leader"]) == ("offer-first", before["tricks"][-1]["winner"])
    assert after["leader"] != "S"

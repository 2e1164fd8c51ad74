"""Records: a malformed action is refused by its number, with advice on how to correct it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.faults import RefusedError
from referee.games import game_of_record
from referee.games.cribbage import game
from referee.games.cribbage.game import CRIBBAGE
from tests.cribbage.playing import SETUP, record_of

RULES = Path(game.__file__).with_name("rules.md")


def read(**changes: Any) -> Any:
    return CRIBBAGE.read(record_of("^JD") | changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "whist-match"}, "format is not “cribbage-match”"),
        ({"version": 2}, "version is not 1"),
        ({"version": True}, "version is not 1"),
        ({"players": {"N": "Ann"}}, "players has no “S”"),
        ({"players": {"N": "Ann", "S": "Bob", "E": "Cat"}}, "players has “E”, which is unknown here"),
        ({"players": {"N": "Ann", "S": " ann "}}, "players has one name twice"),
        ({"players": {"N": "Ann", "S": "  "}}, "players.S has no name"),
        ({"players": {"N": "Ann", "S": "x" * 41}}, "more than 40 characters"),
        ({"dealer": "E"}, "dealer is not one of N, S"),
        ({"started": "yesterday"}, "started is not a time"),
        ({"actions": {}}, "actions is not a list"),
        ({"more": 1}, "has “more”, which is unknown here"),
        ({"rules": {"target": 10}}, "rules.target is not a whole number from 11 to 1000"),
        ({"rules": {"target": 121.0}}, "rules.target is not a whole number"),
        ({"rules": {"best_of": 2}}, "rules.best_of is not an odd number from 1 to 99"),
        ({"rules": {"muggins": 1}}, "rules.muggins is not true or false"),
        ({"rules": {"doubles_count": None}}, "rules.doubles_count is not true or false"),
        ({"rules": {"skunk": 0}}, "rules.skunk is not a whole number from 1 to 9"),
        ({"rules": {"lurch": 10}}, "rules.lurch is not a whole number from 1 to 9"),
        ({"rules": {"double_lurch": True}}, "rules.double_lurch is not a whole number from 1 to 9"),
        ({"rules": {"false_go": 10}}, "rules.false_go is not a whole number from 0 to 9"),
        ({"rules": {"season": "auto"}}, "rules has “season”, which is unknown here"),
    ],
)
def test_a_wrong_envelope_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(said)):
        read(**changes)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("starter", "action 2 has an unknown type, not one of"),
        ({"type": "trick", "cards": []}, "has an unknown type, not one of"),
        ({"type": ["go"]}, "has an unknown type, not one of"),
        ({"type": "play"}, "(play) has no “card”"),
        ({"type": "play", "card": "1S"}, "“1S” is not a card"),
        ({"type": "play", "card": 8}, "card is not the code of a card"),
        ({"type": "play", "card": "8S", "player": "E"}, "player is not one of N, S"),
        ({"type": "play", "card": "8S", "player": None}, "player is not one of N, S"),
        ({"type": "starter", "card": "8S", "player": "N"}, "has “player”, which is unknown here"),
        ({"type": "go", "at": "now"}, "at is not a time"),
        ({"type": "peg", "player": "N", "points": 0}, "points is not a whole number from 1 to 99"),
        ({"type": "peg", "points": 1}, "(peg) has no “player”"),
        ({"type": "hand"}, "needs either “cards” or “points”"),
        ({"type": "hand", "cards": ["2S", "3S", "4S", "5S"], "points": 4}, "needs either “cards” or “points”"),
        ({"type": "hand", "cards": ["2S", "3S", "4S"]}, "cards are not four different cards"),
        ({"type": "hand", "cards": ["2S", "3S", "4S", "2♠"]}, "cards are not four different cards"),
        ({"type": "crib", "cards": "2S 3S 4S 5S"}, "cards is not a list of card codes"),
        ({"type": "crib", "cards": ["2S"] * 1000}, "cards are 1,000, and a hand or crib has four"),
        ({"type": "hand", "points": 19}, "points is not a total of a hand"),
        ({"type": "hand", "points": True}, "points is not a total of a hand"),
        ({"type": "claim", "points": 25}, "points is not a total of a hand"),
        ({"type": "claim", "points": "4"}, "points is not a total of a hand"),
        ({"type": "muggins", "points": 30}, "points is not a whole number from 1 to 29"),
        ({"type": "reply", "answer": "maybe"}, "answer is not one of yes, no"),
        ({"type": "reply", "answer": True}, "answer is not one of yes, no"),
        ({"type": "penalty", "kind": "revoke", "against": "N"}, "kind is not one of wrong-hand, wrong-crib, overpeg"),
        ({"type": "penalty", "kind": "overpeg", "against": "N"}, "needs “points” if, and only if"),
        ({"type": "penalty", "kind": "wrong-hand", "against": "N", "points": 0}, "needs “points” if, and only if"),
        ({"type": "penalty", "kind": "overpeg", "against": "N", "points": 100}, "whole number from 0 to 99"),
        ({"type": "adjust", "player": "N", "points": 1001, "reason": "x"}, "whole number from -1000 to 1000"),
        ({"type": "adjust", "player": "N", "points": 1, "reason": "x" * 201}, "at most 200 characters"),
        ({"type": "adjust", "player": "N", "points": 1, "reason": "  "}, "is empty: say what happened"),
        ({"type": "adjust", "side": "NS", "points": 1, "reason": "x"}, "has no “player”"),
        ({"type": "misdeal", "reason": "x"}, "has “reason”, which is unknown here"),
    ],
)
def test_an_action_of_a_wrong_shape_is_refused_by_its_number(action: Any, said: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(said)) as refused:
        read(actions=[{"type": "starter", "card": "JD"}, action])
    assert "action 2" in str(refused.value)


def test_the_envelope_comes_first_then_the_shape_then_what_is_not_allowed() -> None:
    actions = [{"type": "go"}, {"type": "claim", "points": 19}]
    with pytest.raises(RefusedError, match=r"^dealer"):
        read(dealer="E", actions=actions)
    with pytest.raises(RefusedError, match=r"^action 2 \(claim\)"):
        read(actions=actions)
    with pytest.raises(RefusedError, match=r"^action 1 \(go\)"):
        CRIBBAGE.replay(read(actions=actions[:1]))


def test_two_spellings_of_a_card_are_one_card() -> None:
    found = read(actions=[{"type": "starter", "card": "10♦"}])
    assert CRIBBAGE.write(found)["actions"] == [{"type": "starter", "card": "TD"}]


def test_a_written_record_names_every_rule_and_leaves_out_what_is_not_there() -> None:
    written = CRIBBAGE.write(read())
    assert written["rules"] == {
        "target": 121, "best_of": 1, "muggins": False, "skunk": 1, "lurch": 2, "double_lurch": 1,
        "doubles_count": False, "false_go": 2,
    }  # fmt: skip
    assert written["actions"] == [{"type": "starter", "card": "JD"}]


def test_a_record_is_known_by_its_format() -> None:
    assert game_of_record(SETUP) is CRIBBAGE
    strange: list[object] = [{}, [], None]
    assert [game_of_record(data).key for data in strange] == ["havilering"] * 3
    unknown: list[object] = ["cribage-match", [], None, 7]
    for name in unknown:
        with pytest.raises(RefusedError, match=r"^format is not one of havilering-match, cribbage-match, "):
            game_of_record({"format": name})


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)


def test_a_record_is_replayed_on_the_command_line(tmp_path: Path) -> None:
    example = json.loads(Path(__file__).with_name("example.json").read_text())
    file = tmp_path / "match.json"
    file.write_text(json.dumps(example["record"]))
    assert json.loads(run("replay", str(file), "--json").stdout) == example["outcome"]
    bad = run("replay", "-", given=json.dumps(record_of("^JD 8S 8S")))
    assert (bad.returncode, bad.stdout) == (2, "")
    text = "referee: action 3 (play): The 8 of spades is on the table already: Ann played it.\n"
    assert bad.stderr == text


LINES = [
    {"cards": ["5H", "6S", "7H", "JH"], "starter": "8H", "crib": False},
    {"cards": ["2S", "4S", "6S", "8S"], "starter": "10C", "crib": True},
    {"play": ["7D", "6C", "8H"]},
    {"play": []},
    {"cards": ["5H", "6S", "7H", "JH"]},
    {"cards": ["5H", "6S", "7H", "JH"], "starter": "5H"},
    {"cards": ["5H", "6S", "7H", "JH"], "starter": None},
    {"cards": ["5H", "6S", "7H", "JH"], "starter": "8H", "crib": 1},
    {"play": ["KH", "KS", "KD", "2C"]},
    {"play": ["7D"], "starter": "8H"},
]


def test_hands_and_plays_as_json_lines() -> None:
    done = run("cribbage", "--json", "-", given="".join(json.dumps(line) + "\n" for line in LINES) + "x")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [answer.get("line") for answer in answers] == [None, None, None, 4, 5, 6, 7, 8, 9, 10, 11]
    hand, crib, play = answers[:3]
    assert hand == {
        "cards": ["5H", "6S", "7H", "JH"],
        "starter": "8H",
        "crib": False,
        "points": 9,
        "items": {
            "fifteen": {"count": 2, "points": 4},
            "run-4": {"count": 1, "points": 4},
            "nobs": {"count": 1, "points": 1},
        },
        "sets": [
            {"item": "fifteen", "cards": ["5H", "JH"], "points": 2},
            {"item": "fifteen", "cards": ["7H", "8H"], "points": 2},
            {"item": "run-4", "cards": ["5H", "6S", "7H", "8H"], "points": 4},
            {"item": "nobs", "cards": ["JH"], "points": 1},
        ],
        "not_counted": [{"why": "flush-with-starter", "cards": ["5H", "7H", "JH", "8H"]}],
    }
    assert (crib["points"], crib["starter"], crib["not_counted"][0]["why"]) == (0, "TC", "crib-flush")
    assert play == {
        "play": ["7D", "6C", "8H"], "count": 21, "points": 3, "items": {"run-3": {"count": 1, "points": 3}}
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("5H 5S 5D JC", "A hand is four cards and a starter, not 4 and no starter."),
        ("5H 5S --starter 5H", "not 2 and a starter"),
        ("5H 5S 5D JC --starter XX", "“XX” is not a card"),
        ("5H 5S 5D XX --starter 5C", "“XX” is not a card"),
        ("--play KH KS KD 2C", "These count 32, which is 1 past 31."),
        ("5H --play KH", "--play takes no hand"),
        ("-", "add --json"),
    ],
)
def test_bad_input_gets_one_line(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["cribbage", *arguments.split()])
    except SystemExit as stop:
        status = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_the_examples_in_the_rules_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Each prints the count that its rule speaks of."""
    said = []
    for example in re.findall(r"Example: `(.*)`", RULES.read_text().partition("## 1 ")[2]):
        assert main(example.split()) == 0
        said.append(capsys.readouterr().out)
    assert [text.splitlines()[0].rpartition(": ")[2] for text in said] == [
        "15, fifteen for 2",
        "12, a pair royal for 6",
        "21, a run of three for 3",
        "12 points",
        "4 points",
        "29 points",
    ]

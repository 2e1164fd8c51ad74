"""The referee's words: deals settled, tricks, faults; refusals; the command; the rules with their examples."""

import re
from itertools import chain
from typing import Any

import pytest

from referee.cli import main
from referee.faults import RefusedError
from referee.games.hearts.actions import Settling
from referee.games.hearts.game import HEARTS
from referee.games.hearts.talk import settled_line
from referee.games.hearts.verdict import DealQuestion, answer, rulebook
from referee.games.sittings.outcome import won_line

NAMES = dict(zip("123456", "Ann Bob Cat Dan Eve Fay".split(), strict=True))
ENVELOPE = {"format": "hearts-match", "version": 1, "players": {"1": "Ann", "2": "Bob", "3": "Cat"}, "dealer": "3",
            "started": "2026-11-21T20:00:00+00:00", "actions": []}  # fmt: skip


def question(words: str) -> DealQuestion:
    """`0 3 5 5 pool=26 jack revoke=1`."""
    hearts = tuple(int(word) for word in words.split() if word.isdecimal())
    more: dict[str, Any] = dict(word.partition("=")[::2] for word in words.split() if not word.isdecimal())
    return DealQuestion(
        hearts,
        settling=Settling.HOWELL if "howell" in more else None,
        odd_jack="odd" in more,
        pool=int(more.get("pool", 0)),
        jack="jack" in more,
        revokers=tuple(more.get("revoke", "")),
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("0 3 5 5", "Ann is clear, and takes thirteen."),
        ("0 0 6 7", "Ann and Bob are clear: six each, and one stays."),
        ("0 0 6 7 odd", "Ann and Bob are clear: six each, and one stays, a Jack."),
        ("0 0 6 7 pool=1", "Ann and Bob are clear: seven each."),
        ("1 3 4 5", "Nobody is clear: a Jack of thirteen."),
        ("1 3 4 5 pool=13 jack", "Still a Jack: twenty-six."),
        ("0 0 6 7 pool=13 jack", "Ann and Bob are clear: still a Jack of twenty-six."),
        ("0 0 0 6 7", "Ann, Bob and Cat are clear: a Jack of thirteen."),
        ("13 0 0", "Ann took all the hearts: a Jack of thirteen."),
        ("0 4 4 5 revoke=3", "Cat revoked, and pays thirteen. Ann is clear, and takes thirteen."),
        ("0 4 4 5 revoke=1", "Ann revoked, and pays thirteen. Ann is clear: a Jack of thirteen."),
        ("0 0 6 7 revoke=1", "Ann revoked, and pays thirteen. Ann and Bob are clear: six to Bob, and a Jack of seven "
         "stays."),
        ("0 4 4 5 revoke=34", "Cat and Dan revoked, and pay thirteen each. Ann is clear, and takes twenty-six."),
        ("3 5 5 0 howell", "Dan plus thirteen, Ann plus one, Bob and Cat minus seven."),
        ("6 7", "Ann plus one, Bob minus one."),
    ],
)  # fmt: skip
def test_a_settled_deal_is_said_in_a_breath(asked: str, said: str) -> None:
    assert settled_line(NAMES, answer(question(asked))) == said


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([(0, 6, 7)], "Ann wins with +13."),
        ([(0, 6, 7), (6, 0, 7)], "Ann and Bob win with +7."),
        ([(0, 6, 7), (7, 0, 6), (6, 7, 0)], "All are level."),
    ],
)
def test_the_end_says_who_has_most(counts: list[tuple[int, ...]], said: str) -> None:
    deals = [
        [{"type": "count", "taken": dict(zip("123", taken, strict=True))}, {"type": "settle"}] for taken in counts
    ]
    record = ENVELOPE | {"actions": [*chain(*deals), {"type": "finish"}]}
    assert won_line(HEARTS.replay(HEARTS.read(record))) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("3 4 4 5", "That makes sixteen hearts; there are thirteen."),
        ("-1 14 0 0", "The number of hearts cannot be negative."),
        ("13", "Give the hearts of two to six players, and not of 1."),
        ("6 7 --settling sweepstake", "Two players cannot play Sweepstake"),
        ("3 5 5 0 --settling howell --jack --pool 3", "There are no Jacks in Howell’s settling"),
        ("3 5 5 0 --odd-jack --settling howell", "There are no Jacks in Howell’s settling"),
        ("0 4 4 5 --jack", "A Jack needs counters in the pool"),
        ("0 4 4 5 --pool -3", "The pool cannot be negative."),
        ("0 4 4 5 --revoke 5", "“5” is not a seat of this table: name one from 1 to 4."),
        ("0 4 4 5 --irregular 1,1", "Irregular hands belong to two players"),
        ("0 4 4 5 --irregular 1", "two seats are expected, with a comma between"),
        ("0 4 4 x", "'x' is not a whole number"),
        ("1_3 0 0 ٠", "'1_3' is not a whole number"),
    ],
)
def test_the_command_refuses_in_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["hearts", *words.split()]))
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1


def test_the_command_tells_who_paid_and_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hearts", "0", "4", "4", "5", "--irregular", "3,4", "--pool", "13"])
    assert capsys.readouterr().out.splitlines() == [
        "Seat 1 is clear, and takes thirty-six.",
        "  Seat 3 pays 5: for irregular hands.",
        "  Seat 4 pays 5: for irregular hands.",
        "  Seat 2 pays 4 for 4 hearts.",
        "  Seat 3 pays 4 for 4 hearts.",
        "  Seat 4 pays 5 for 5 hearts.",
        "  Seat 1 takes 36: the whole pool, clear alone.",
        "  The pool held 13; 23 went in, 36 came out, none is left.",
        "  Rule 3.4",
    ]


def test_the_command_names_everybody_who_pays_for_a_revoke(capsys: pytest.CaptureFixture[str]) -> None:
    for revokers, said in (("3", "paid by the player who revoked."), ("2 3", "paid by each player who revoked.")):
        revokes = [word for seat in revokers.split() for word in ("--revoke", seat)]
        main(["hearts", "0", "0", "13", "--settling", "howell", *revokes])
        assert f"the gain, {said}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": {"1": "Ann"}}, "players has no “2”"),
        ({"players": {"1": "Ann", "3": "Cat"}}, "players has no “2”"),
        ({"players": {str(seat): f"P{seat}" for seat in range(1, 8)}}, "has “7”, which is unknown here"),
        ({"players": {"1": "Ann", "2": " ann"}}, "players has one name twice"),
        ({"dealer": "4"}, "dealer is not one of 1, 2, 3"),
        ({"rules": {"settling": "poker"}}, "rules.settling is not one of sweepstake, howell"),
        ({"rules": {"odd_jack": 1}}, "rules.odd_jack is not true or false"),
        ({"rules": {"target": 1}}, "rules has “target”"),
        ({"players": {"1": "Ann", "2": "Bob"}, "dealer": "1", "rules": {"settling": "sweepstake"}}, "two players"),
        ({"actions": [{"type": "count", "taken": {"1": 13, "2": 0}}]}, "does not have each of the seats 1, 2, 3"),
        ({"actions": [{"type": "count", "taken": {"1": 14, "2": 0, "3": 0}}]}, "from 0 to 13"),
        ({"actions": [{"type": "revoke", "player": "4"}]}, "action 1 (revoke): player is not one of 1, 2, 3"),
        ({"actions": [{"type": "fault", "kind": "lead", "player": "1", "card": "QH"}]}, "needs “card” if, and only"),
        ({"actions": [{"type": "fault", "kind": "exposed", "player": "1"}]}, "needs “card” if, and only"),
        ({"actions": [{"type": "fault", "kind": "lead", "player": "1", "due": "2"}]}, "has “due”"),
        ({"actions": [{"type": "demand", "player": "1", "by": "2", "choice": "play"}]}, "needs “card” if, and only"),
        ({"actions": [{"type": "adjust", "player": "1", "points": 1, "reason": " "}]}, "is empty: say what happened"),
        ({"actions": [{"type": "misdeal", "again": None}]}, "again is not true or false"),
        ({"actions": [{"type": "finish"}, {"type": "settle", "x": 1}]}, "action 2 (settle) has “x”"),
        ({"actions": [{"type": "finish"}]}, "No deal is settled yet"),
        ({"actions": [{"type": "trick", "cards": ["2S", "3S"]}]}, "A trick has three cards"),
        ({"actions": [{"type": "trick", "cards": ["2S", "3S", "4S"]}]}, "2♠ is not in the pack of three players"),
        ({"actions": [{"type": "trick", "cards": ["7S"] * 60}]}, "and this has 60"),
    ],
)
def test_a_wrong_record_says_what_is_wrong(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(said)):
        HEARTS.replay(HEARTS.read(ENVELOPE | changes))


def test_every_example_of_the_rules_is_worked_out() -> None:
    examples = [example for chapter in rulebook().chapters for rule in chapter.rules for example in rule.examples]
    assert len(examples) >= 12
    assert all(example.answer.endswith(".") for example in examples)

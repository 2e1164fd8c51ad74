"""The rules of a match, one by one, by example."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.cribbage import match
from referee.games.cribbage.actions import Rules
from referee.games.cribbage.flow import worth_of
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from referee.games.kit.stepping import IllegalActionError
from tests.cribbage.playing import actions_of, played, record_of, refused, told

EXAMPLE = json.loads(Path(__file__).with_name("example.json").read_text())
PLAYED = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D"
"""Ann: 8S 8C 2H 7D; Bob deals: KH 6C 5D 9D."""


def test_the_published_example_comes_to_its_outcome() -> None:
    assert outcome(CRIBBAGE.replay(CRIBBAGE.read(EXAMPLE["record"]))) == EXAMPLE["outcome"]


def test_a_jack_turned_up_pegs_two_for_the_dealer() -> None:
    """Rule 2.3."""
    assert told("^JD")["score"] == {"N": 0, "S": 2}
    assert told("^TD")["score"] == {"N": 0, "S": 0}


def test_thirty_one_ends_the_count_and_is_no_go() -> None:
    """Rules 3.4 and 3.6."""
    now = told("^2D TS JH AC TC")
    assert (now["score"], now["count"], now["turn"]) == ({"N": 0, "S": 2}, 0, "N")


def test_a_player_without_cards_is_passed_over_and_the_same_player_leads_again() -> None:
    """Rules 3.3 and 3.5: Ann has played all her cards at 15; Bob makes 25, says go, and leads his last card."""
    words = "^2D TS TH 2C go 9S QH 5D JH"
    assert (told(words)["turn"], told(words)["count"]) == ("S", 25)
    now = told(f"{words} go")
    assert (now["turn"], now["count"]) == ("S", 0)
    go = now["deals"][0]["events"][-1]
    assert (go["player"], go["pegged"]) == ("S", {"N": 0, "S": 1})


def test_the_eighth_card_is_last_and_never_a_go_as_well() -> None:
    """Rules 3.9 and 3.10."""
    last = [event for event in told(PLAYED)["deals"][0]["events"] if event["event"] == "play"][-1]
    assert last["items"] == {"last": {"count": 1, "points": 1}}


def test_the_eighth_card_at_thirty_one_is_two_and_no_last() -> None:
    """Rule 3.10."""
    now = told("^2D TS TH TC go AS 7S 9S JS 5D", muggins=True)
    (*_, last) = (event for event in now["deals"][0]["events"] if event["event"] == "play")
    assert (last["count"], last["items"]) == (31, {"thirty-one": {"count": 1, "points": 2}})


def test_a_go_that_is_merely_said_interrupts_nothing() -> None:
    """Rule 3.6: the pair is made across the go."""
    now = told("^2D TS 9H 3C 3D go AS AC", muggins=True)
    (*_, last) = now["deals"][0]["events"]
    assert last["card"] == "AC"
    assert "pair" in last["items"]


def test_no_card_pegs_with_those_of_the_count_before() -> None:
    """Rule 3.6."""
    now = told("^2D TS JH AC TC 5S", muggins=True)
    assert now["deals"][0]["events"][-1]["items"] == {}


def test_without_muggins_hands_are_pegged_at_once_and_the_crib_is_awaited() -> None:
    """Rules 4.1 and 8.3."""
    now = told(PLAYED)
    assert (now["phase"], now["turn"], now["counting"]) == ("crib", "S", "crib")
    assert [event["event"] for event in now["deals"][0]["events"][-2:]] == ["hand", "hand"]


def test_the_deal_alternates_within_a_game_and_the_loser_of_one_deals_first_in_the_next() -> None:
    """Rule 1.5."""
    assert told(f"{PLAYED} c0")["dealer"] == "N"
    now = told("N+9 N+9", target=11, best_of=3)
    assert (now["dealer"], now["games"][0]["winner"], now["phase"]) == ("S", "N", "starter")


def test_a_peg_stops_in_the_game_hole_and_nothing_more_is_pegged() -> None:
    """Rules 5.1 and 5.2: Ann wins with her hand, and Bob's is not counted."""
    now = told(PLAYED, target=11)
    assert now["phase"] == "match-over"
    assert max(now["score"].values()) == 11
    assert now["games"][0]["score"] == now["score"]


@pytest.mark.parametrize(
    ("loser", "worth"),
    [(0, 4), (30, 4), (31, 3), (60, 3), (61, 2), (90, 2), (91, 1), (120, 1)],
)
def test_what_a_game_is_worth(loser: int, worth: int) -> None:
    """Rule 5.3, at each line of a game to 121."""
    assert worth_of(loser, Rules(skunk=2, lurch=3, double_lurch=4)) == worth


def test_only_the_greatest_of_the_lines_counts_and_a_line_may_be_off() -> None:
    """Rule 5.3: a double lurch below a quarter is below half too."""
    assert worth_of(10, Rules()) == 2
    assert worth_of(70, Rules()) == 1
    assert worth_of(10, Rules(lurch=1)) == 1


def test_the_lines_hold_for_any_target() -> None:
    """Rule 5.3: for every target and total, by fractions."""
    for target in range(11, 1001, 7):
        for loser in range(target):
            share = loser / target
            expected = 4 if share < 0.25 else 3 if share < 0.5 else 2 if share < 0.75 else 1
            assert worth_of(loser, Rules(target=target, skunk=2, lurch=3, double_lurch=4)) == expected


def test_doubles_count_for_the_match_only_if_agreed() -> None:
    """Rules 5.4 and 5.5."""
    once = told("N+11", target=11, best_of=3)
    assert (once["phase"], once["games_won"], once["stakes"]) == ("starter", {"N": 1, "S": 0}, {"N": 2, "S": 0})
    assert told("N+11", target=11, best_of=3, doubles_count=True)["phase"] == "match-over"


def test_with_muggins_hands_are_claimed() -> None:
    """Rules 6.1 and 6.2: Ann's eight and eight with a seven and a two are 6."""
    now = told(PLAYED, muggins=True)
    assert (now["phase"], now["turn"], now["counting"]) == ("claim", "N", "hand")
    after = told(f"{PLAYED} =4", muggins=True)
    assert after["score"]["N"] - now["score"]["N"] == 4
    assert (after["phase"], after["turn"]) == ("claim", "S")


def test_too_much_is_corrected_at_once_and_the_excess_is_the_opponents() -> None:
    """Rule 6.3: and nothing is left to call."""
    before, after = told(PLAYED, muggins=True)["score"], told(f"{PLAYED} =8", muggins=True)["score"]
    assert (after["N"] - before["N"], after["S"] - before["S"]) == (6, 2)
    assert refused(f"{PLAYED} =8", "!2", muggins=True) == ["nothing-to-call"]


@pytest.mark.parametrize(
    ("claim", "call", "ann", "bob"),
    [(4, 2, 4, 2), (4, 1, 4, 1), (4, 9, 4, 2), (6, 3, 9, 0), (0, 29, 0, 6)],
)
def test_a_call_of_muggins(claim: int, call: int, ann: int, bob: int) -> None:
    """Rule 6.5."""
    before = told(PLAYED, muggins=True)["score"]
    after = told(f"{PLAYED} ={claim} !{call}", muggins=True)["score"]
    assert (after["N"] - before["N"], after["S"] - before["S"]) == (ann, bob)


def test_muggins_is_called_once_and_until_the_next_count() -> None:
    """Rule 6.4."""
    assert refused(f"{PLAYED} =4 !1", "!1", muggins=True) == ["nothing-to-call"]
    assert refused(f"{PLAYED} =4 =6 c0", "!1", muggins=True) == ["wrong-phase"]
    assert refused(f"{PLAYED} =4 =6", "!1", muggins=True) == []
    assert played(f"{PLAYED} =4 =6", muggins=True).window.claimant == "S"  # type: ignore[union-attr]
    assert refused(f"{PLAYED} =4 =6 c4D4CQSKD =2", "!1", muggins=True) == []
    assert refused(f"{PLAYED} =4 =6 c4D4CQSKD =2 deal", "!1", muggins=True) == ["wrong-phase"]


def test_what_was_missed_is_no_more_than_the_holes_there_were_to_go() -> None:
    """Rule 6.5: Ann has 8 of 11 before she counts 6; claiming 1 she has missed 2, not 5."""
    early = {"type": "adjust", "player": "N", "points": 5, "reason": "head start"}
    actions = [early, *actions_of(f"{PLAYED} =1 !9")]
    (*_, call) = told("", *actions, muggins=True, target=11)["deals"][0]["events"]
    assert (call["right"], call["pegged"]) == (2, {"N": 0, "S": 2})


def test_points_are_agreed_by_both() -> None:
    """Rule 6.7: no claim and no call, also with Muggins."""
    now = told("N+2 h12 h8 c4", muggins=True)
    assert (now["phase"], now["dealer"], now["score"]) == ("starter", "N", {"N": 14, "S": 12})
    assert refused("N+2 h12", "!1", muggins=True) == ["nothing-to-call"]


def test_a_misdeal_goes_back_to_the_start_of_the_deal_but_for_early_rulings() -> None:
    """Rule 7.1."""
    early: list[Any] = [
        {"type": "penalty", "kind": "wrong-hand", "against": "N"},
        {"type": "adjust", "player": "N", "points": 7, "reason": "head start"},
        {"type": "starter", "card": "JD"},
        {"type": "adjust", "player": "N", "points": 3, "reason": "too late to stay"},
        {"type": "misdeal"},
    ]
    now = told("", *early)
    assert (now["phase"], now["score"], now["dealer"]) == ("starter", {"N": 7, "S": 2}, "S")
    (deal,) = now["deals"]
    assert (deal["misdeals"], [event["event"] for event in deal["events"]]) == (1, ["penalty", "adjust"])
    assert (deal["starter"], deal["play"], deal["pegged"]) == (None, None, {"N": 7, "S": 2})


def test_penalties() -> None:
    """Rules 7.2 to 7.4."""
    over = {"type": "penalty", "kind": "overpeg", "against": "N", "points": 3}
    assert told("N+5", over)["score"] == {"N": 2, "S": 2}
    assert told("N+5", over | {"points": 0})["score"] == {"N": 5, "S": 2}
    assert refused("N+2", over) == ["below-nought"]
    crib = {"type": "penalty", "kind": "wrong-crib", "against": "S"}
    assert told("", crib)["score"] == {"N": 2, "S": 0}
    assert refused("", crib | {"against": "N"}) == ["not-the-dealer"]


def test_a_false_go_is_asked_of_the_opponent_and_play_stands() -> None:
    """Rule 7.6."""
    words = "^JD 8S KH 8C go 2H go 6C 7D 5D"
    now = told(words)
    assert (now["phase"], now["turn"], now["count"]) == ("false-go", "N", 18)
    assert told(f"{words} no")["deals"][0]["false_goes"][0]["answer"] == "no"
    assert told(f"{words} yes")["score"]["N"] - now["score"]["N"] == 2
    assert told(f"{words} yes", false_go=9)["score"]["N"] - now["score"]["N"] == 9


def test_with_nothing_to_take_a_false_go_is_noted_and_not_asked() -> None:
    """Rule 7.6."""
    now = told("^JD 8S KH 8C go 2H go 6C 7D 5D", false_go=0)
    assert now["phase"] == "play"
    assert now["deals"][0]["false_goes"] == [{"player": "S", "count": 26, "card": "5D", "answer": None}]


def test_each_card_shows_a_go_false_by_itself() -> None:
    """Rule 7.6: Bob had a five and a three."""
    now = told("^JD 8S KH 8C go 2H go 6C 7D 5D yes 3D yes")
    assert [(false["card"], false["answer"]) for false in now["deals"][0]["false_goes"]] == [
        ("5D", "yes"),
        ("3D", "yes"),
    ]


@pytest.mark.parametrize(
    ("words", "action", "code"),
    [
        ("", "8S", "wrong-phase"),
        ("^JD", "^QD", "wrong-phase"),
        ("^JD", "JD", "card-is-starter"),
        ("^JD 8S", "8S", "card-played"),
        ("^JD TS TH TC", "2C", "past-31"),
        ("^JD TS AH", "go", "go-too-soon"),
        ("^JD TS TH AC", "go", "go-too-soon"),
        ("^JD N+1", "8S", "by-points"),
        ("^JD N+1", "go", "by-points"),
        ("^JD 8S", "h12", "play-not-over"),
        ("N+1", "h2S3S4S5S", "no-starter"),
        ("^JD N+1", "h2S3S4SJD", "card-is-starter"),
        ("^JD N+1 h2S3S4S5S", "h2S3D4D5D", "card-in-hand"),
        ("^JD N+1 h2S3S4S5S h2D3D4D5D", "c2D9S9D9C", "card-in-hand"),
        (PLAYED, "c8S9S9D2C", "card-in-hand"),
        (PLAYED, "deal", "wrong-phase"),
        (PLAYED, "=4", "wrong-phase"),
        ("", "yes", "wrong-phase"),
        ("^JD 8S KH 8C go 2H go 6C 7D 5D", "misdeal", "wrong-phase"),
        ("", {"type": "adjust", "player": "N", "points": -1, "reason": "so"}, "below-nought"),
        ("^JD", {"type": "play", "card": "8S", "player": "S"}, "not-their-turn"),
        ("^JD N+1", {"type": "hand", "points": 4, "player": "S"}, "not-their-turn"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(words: str, action: Any, code: str) -> None:
    assert code in refused(words, action)


def test_after_the_first_peg_the_cards_played_bind_no_more() -> None:
    """Rule 8.2."""
    assert refused("^JD 8S N+2", "h8S9S9C2C") == []


def test_after_the_match_nothing_is_allowed() -> None:
    for action in ("^JD", "N+1", "misdeal", "deal", "h4", "=4", "!4"):
        assert refused("N+11", action, target=11) == ["wrong-phase"]


def test_an_illegal_action_of_a_log_is_named_by_its_number() -> None:
    found = CRIBBAGE.read(record_of("^JD 8S 8S"))
    with pytest.raises(IllegalActionError) as caught:
        match.fold(found.setup, found.actions)
    assert caught.value.number == 3


def test_the_time_is_that_of_the_last_action_that_has_one() -> None:
    late = {"type": "starter", "card": "2D", "at": "2026-11-21T20:05:00+00:00"}
    assert played("", late, {"type": "play", "card": "8S"}).now.minute == 5

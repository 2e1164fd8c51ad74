"""The referee's words for hands and plays, and the score sheet."""

import random
from typing import Any

import pytest

from referee.cards import read_cards
from referee.games.cribbage.counting import count
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import score_sheet
from referee.games.cribbage.talk import cadence, call, game_won, match_won
from referee.games.cribbage.verdict import hand_text, play_text
from tests.cribbage.playing import actions_of, played
from tests.cribbage.self_play import Table, random_rules


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("7S 8H 2C 2D KD", "Fifteen two, and a pair is four."),
        ("8S 7H 8C 2D KD", "Fifteen two, fifteen four, and a pair is six."),
        ("2S 4D 6H 8C TS", "Nineteen, which is nothing."),
        ("2S 2D 6H 8C TS", "A pair is two."),
        ("5H 2S 4D 9C KS", "Fifteen two, fifteen four."),
        ("6H 2S 4D 9C KS", "Fifteen two, fifteen four."),
        ("JS 2D 4H 8C 6S", "One for his nobs is one."),
        ("3S 3D 3H 8C TS", "A pair royal is six."),
        ("3S 3D 3H 3C TS", "A double pair royal is twelve."),
    ],
)
def test_a_count_is_said_as_at_the_table(cards: str, said: str) -> None:
    *four, starter = read_cards(cards)
    assert cadence(count(four, starter).sets) == said


def test_a_ruling_on_a_hand_shows_each_set_and_what_does_not_count() -> None:
    *four, starter = read_cards("2S 4S 6S 8S TC")
    assert hand_text(four, starter, crib=True) == (
        "Crib 2♠ 4♠ 6♠ 8♠, starter 10♣: 0 points\n"
        "Nineteen, which is nothing.\n"
        "   –  a flush: 2♠ 4♠ 6♠ 8♠: a crib’s flush needs the starter’s suit too\n"
    )
    assert play_text(read_cards("7D 8C")) == "7♦ 8♣: 15, fifteen for 2\n"
    assert play_text(read_cards("7D 9C")) == "7♦ 9♣: 16, which pegs nothing\n"


SHEET = """\
N Ann, S Bob
Cribbage to 31, best of 3, with Muggins
Opened 21 November 2026 at 20:00

Game 1, deal 1: Bob deals
        0–2   Wrong number of cards in Ann’s hand: 2 to Bob
        0–4   Bob turns up J♦: his heels for 2
        0–4   Ann plays 8♠, 8
        0–4   Bob plays K♥, 18
        0–4   Ann plays 8♣, 26
        0–4   Bob says go at 26
        0–4   Ann plays 2♥, 28
        1–4   Ann says go at 28 and pegs one
        1–4   Bob plays 6♣, 6
        1–4   Ann plays 7♦, 13
        1–7   Bob plays 5♦, 18: a run of three for 3
        3–7   Ann takes 2 for the false go
        3–8   Bob plays 9♦, 27: one for last
        7–8   Ann’s hand 8♠ 8♣ 2♥ 7♦: 6, claimed 4
       7–10   Bob calls Muggins for 2, and pegs 2
      10–16   Bob’s hand K♥ 6♣ 5♦ 9♦: 6, claimed 9, so 3 to Ann
      10–14   Ruling: −2 to Bob (the board differs)
      10–18   Bob’s crib: 4

Game 1, deal 2: Ann deals
      30–18   Ann pegs 20
      31–18   Ann pegs 1

Ann wins game 1, 31–18

Game 2, deal 3: Bob deals

Score 0–0, games 1–0. Bob to turn up the starter.
"""


def test_the_sheet_tells_the_match_deal_by_deal() -> None:
    ruling = {"type": "adjust", "player": "S", "points": -2, "reason": "the board differs"}
    words = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D =4 !2 =9"
    early = {"type": "penalty", "kind": "wrong-hand", "against": "N"}
    match = played(
        "", early, *actions_of(words), ruling, *actions_of("c4 N+20 N+1"), target=31, best_of=3, muggins=True
    )
    assert score_sheet(match) == SHEET


@pytest.mark.parametrize(
    ("words", "rules", "told"),
    [
        ("N+11", {"best_of": 1}, "Ann wins, 11–0: a lurch, worth 3"),
        ("N+11 N+11", {}, "Ann wins the match, 2–0"),
        ("N+6 S+11 N+11 N+11", {}, "Ann wins the match, 2–1"),
        ("N+11", {"doubles_count": True}, "Ann wins the match, 3–0"),
        ("N+6 S+11 N+6 S+11 N+11", {"doubles_count": True, "best_of": 5}, "Ann wins the match, 3–2"),
    ],
)
def test_a_match_is_won_by_what_decides_it(words: str, rules: dict[str, Any], told: str) -> None:
    """Rules 5.4 and 5.5: games, or what they are worth."""
    assert match_won(played(words, **{"target": 11, "best_of": 3, "lurch": 3} | rules)) == told


@pytest.mark.parametrize(
    ("worths", "lost", "told"),
    [
        ({}, 60, "Ann wins game 1, 121–60: a lurch, worth 2"),
        ({}, 61, "Ann wins game 1, 121–61"),
        ({}, 5, "Ann wins game 1, 121–5: a lurch, worth 2"),
        ({"double_lurch": 3}, 30, "Ann wins game 1, 121–30: a double lurch, worth 3"),
        ({"skunk": 2, "lurch": 3}, 90, "Ann wins game 1, 121–90: a skunk, worth 2"),
        ({"skunk": 4, "lurch": 3}, 5, "Ann wins game 1, 121–5: a skunk, worth 4"),
        ({"lurch": 1}, 5, "Ann wins game 1, 121–5"),
    ],
)
def test_what_a_game_was_worth_is_told_by_its_name(worths: dict[str, int], lost: int, told: str) -> None:
    """Rule 5.3."""
    words = f"S+{lost} N+99 N+22"
    match = played(words, best_of=3, **worths)
    assert game_won(match, 1) == told
    assert told in score_sheet(match)
    alone = score_sheet(played(words, **worths))
    assert alone.endswith(f"\n{told.replace(' game 1', '')}\n")
    assert alone.count("Ann wins") == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("!2", "Bob calls Muggins for 2, and pegs 2"),
        ("!1", "Bob calls Muggins for 1, and pegs 1"),
        ("!5", "Bob calls Muggins for 5, and pegs 2: no more was missed"),
    ],
)
def test_a_call_of_muggins_is_told_with_what_it_brought(said: str, told: str) -> None:
    hands = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D"
    assert told in score_sheet(played(f"{hands} =4 {said}", muggins=True))
    wrong = score_sheet(played(f"{hands} =6 {said}", muggins=True))
    assert f"Bob calls Muggins for {said[1:]}, but nothing was missed: {said[1:]} to Ann" in wrong


@pytest.mark.parametrize("seed", range(20))
def test_every_match_has_a_sheet_that_ends_with_its_score(seed: int) -> None:
    """The totals beside the events are the sums of what was pegged: the last one is the score."""
    chance = random.Random(seed)
    table = Table(chance, accidents=0.1, **random_rules(chance))
    for _ in table.play(most=150):
        pass
    match = CRIBBAGE.replay(CRIBBAGE.read(table.record))
    lines = score_sheet(match).splitlines()
    pegged = [line for line in lines if line.startswith("   ")]
    assert len(pegged) == sum(len(deal.events) for deal in match.deals)
    if match.deal.events and match.deal.game == len(match.games) + (match.winner is None):
        assert pegged[-1].split()[0] == f"{match.score.ns}–{match.score.ew}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("^JD", "Two for his heels, Bob."),
        ("^2D", "Bob turns up 2♦."),
        ("^2D 8S", "Eight."),
        ("^2D 8S 7D", "Fifteen for two."),
        ("^2D 8S 8D", "Sixteen and a pair for two."),
        ("^2D 8S 6D 7S", "Twenty-one and a run of three."),
        ("^2D 4S 5D 6S", "Fifteen for two and a run of three."),
        ("^2D TS 5D 6S TD", "Thirty-one for two."),
        ("^2D TS KD QS", "Thirty."),
        ("^2D TS KD QS go", "Go."),
        ("^2D TS KD QS go go", "Go. One for Ann."),
        ("^2D TS KD QS go go 3D 3S 3H", "Nine and a pair royal for six."),
    ],
)
def test_the_voice_says_what_is_said_at_the_table(words: str, said: str) -> None:
    match = played(words)
    assert call(match, match.deal.events[-1]) == said


def test_the_voice_names_go_and_last_with_the_count_that_they_end() -> None:
    last = [event for event in played("^2D TS KD QS go go 3D 4S 5D 6S 7H").deal.events if event.name == "play"][-1]
    assert call(played("^2D"), last) == "Twenty-five and a run of five, one for last."
    # Ann has said go, and this is Bob's fourth card.
    ended = played("^2D 9S TS 3S 2S go 5D AS")
    assert call(ended, ended.deal.events[-1]) == "Thirty, and one for the go."

"""Grevjass in words, as people say it at the table."""

from typing import Any

import pytest

from referee.games.grevjass import match, talk
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.outcome import score_sheet
from referee.games.grevjass.state import Match
from referee.games.grevjass.verdict import rulebook
from tests.grevjass.playing import claim, meld, record, trick, trump


def after(*actions: dict[str, Any], **rules: Any) -> Match:
    found: Match = GREVJASS.replay(GREVJASS.read(record(*actions, **rules)))
    return found


@pytest.mark.parametrize(("second", "said"), [
    (meld("S", "AD", 4), "Cat’s fifty is better than twenty: fifty for N–S."),
    (meld("S", "K"), "Cat’s three strokes are better than twenty: three strokes for N–S."),
    (meld("S", "KD", 3), "Cat’s is as long, and its king is higher: twenty for N–S."),
    (meld("S", "QH", 3), "Cat’s is as high, and in trumps: twenty for N–S."),
    (meld("S", "QD", 3), "Bob’s is as high, and Bob sits before Cat: E–W still count."),
    (meld("W", "TC", 4), "Fifty more for E–W, seventy in all."),
])  # fmt: skip
def test_a_meld_is_compared_with_the_best_one(second: dict[str, Any], said: str) -> None:
    """Rule 3.3."""
    now = after(trump("9H"), meld("E", "QS", 3), second)
    assert now.deal
    assert talk.meld_text(now, now.deal, 1) == said


def test_more_cards_are_better_among_strokes() -> None:
    """Rule 3.3."""
    now = after(trump("9H"), meld("N", "Q"), meld("E", "JS", 5))
    assert now.deal
    assert talk.meld_text(now, now.deal, 1) == "Bob’s has more cards: two strokes for E–W."
    assert talk.strokes_asked(now.deal) == "Five to the jack of spades: two strokes, E–W. Take them, or vol?"


def games(*actions: dict[str, Any], **rules: Any) -> str:
    now = after(*actions, **rules)
    deal = now.deals[-1]
    return " ".join(line for line in talk.deal_text(now, deal) if line)


RICH = (trump("9H"), meld("S", "AD", 4), meld("N", "KC", 4))


def test_how_a_game_ends() -> None:
    """Rules 6.2 to 6.8 and 7.6."""
    won = trick("QH AH 7S JH")
    assert games(*RICH, won, claim("NS")) == "Out! N–S 133, E–W 0: jan. Two strokes."
    assert games(*RICH, trick("QH 7H 7S 8H"), claim("NS")).endswith(
        "Where is the Jass? If E–W hold him, he has gone in his socks."
    )
    assert games(trump("9H"), won, claim("EW")) == (
        "Not out: E–W have 0. Seven tricks were left. N–S chalk two: jan."
    )
    assert games(trump("9H"), meld("S", "K"), {"type": "take"}) == "N–S take three strokes for melds."


def test_the_published_case_in_which_both_have_a_hundred() -> None:
    """Rule 6.8: N–S at 90 and E–W at 85; the second of the stikk, and then E–W take the eighth trick."""
    tricks = ("7S AS 9S 8S", "7D 8D QH 9D", "7C 8C 9C TC", "JD TD AD KD", "QC JC KC AC", "QS JS TS KS", "7H 8H TH 9H")
    actions = [trump("9H"), *map(trick, tricks)]
    now = after(*actions)
    for side, total in (("NS", 90), ("EW", 85)):
        points = total - now.score.of(side)
        actions.append({"type": "adjust", "side": side, "points": points, "reason": "carried from before"})
    ended = after(*actions, trick("QD AH KH JH"))
    assert talk.game_text(ended, ended.games[0], ended.deals[0]) == (
        "N–S 110, E–W 126 with the eighth trick. Both have a hundred, and N–S had it first. One stroke, N–S."
    )
    other_way = after(*actions, trick("QD AH KH JH"), stikk="trick")
    assert talk.game_text(other_way, other_way.games[0], other_way.deals[0]) == (
        "E–W 126, N–S 90 with the eighth trick. One stroke, E–W."
    )


def test_the_examples_of_the_rules_are_worked_out() -> None:
    said = [example.answer for chapter in rulebook().chapters for rule in chapter.rules for example in rule.examples]
    assert len(said) == 10
    assert "East takes 33. The Jass is the highest trump." in said
    assert "South’s is better: it is in trumps. It is worth twenty." in said


def test_the_sheet_tells_all_that_the_record_does() -> None:
    now = after(trump("9H"), meld("E", "QS", 3), trick("7S AS TS KS"), trick("7C 8S TC KC"))
    sheet = score_sheet(now)
    for line in (
        "Deal 1, game 1: Ann deals, trump hearts (9♥)",
        "Bob: Q♠ J♠ 10♠, twenty",
        "1. Bob leads 7♠ A♠ 10♠ K♠: Cat: twenty-four.  24–20",
        "Dan played 10♠ in trick 1: it was in a meld of Bob.",
        "The game in hand: 24–",
        "The slate: N–S 0, 6 to go; E–W 0, 6 to go",
    ):
        assert line in sheet


def test_stepping_and_the_faults_agree() -> None:
    now = after(trump("9H"))
    action = GREVJASS.read_action(trick("7S AS 9S 9S"))
    assert [fault.code for fault in match.faults(now, action)] == ["card-twice"]

"""The rules against the second referee: every trick, random matches, every action, corrupted records."""

import json
import random
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from referee.cards import PACK, SUITS, Suit, codes, read_cards
from referee.faults import RefusedError
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.outcome import outcome
from referee.games.karnoffel.talk import why
from referee.games.karnoffel.tricks import lowest, taking_place
from referee.games.karnoffel.verdict import verdict
from referee.games.kit.questions import TrickQuestion
from tests.karnoffel import oracle
from tests.karnoffel.self_play import Table, random_setup, spoilt
from tests.patterns import namings, tricks

CARD = {card.code: card for card in PACK}


@pytest.mark.quick(2)
@pytest.mark.parametrize("led", [rank + suit for rank in "7KJ96TQ85432" for suit in "HS"])
def test_every_ordered_trick_goes_to_the_same_card(led: str) -> None:
    """All 4,669,920 ordered tricks of 48 cards are these, up to the names of the suits that are not chosen."""
    for cards in tricks(led, oracle.TOP_DOWN, "H", "SDC"):
        found = taking_place([CARD[card] for card in cards], Suit.HEARTS)
        assert found == oracle.taker([*cards], "H"), cards


def test_the_patterns_are_all_ordered_tricks() -> None:
    """Each stands for as many tricks as its suits can be renamed: together all of a chosen suit."""
    seen = 0
    for led in ("KH", "KS"):
        seen += 12 * sum(namings(cards, "H") for cards in tricks(led, oracle.TOP_DOWN, "H", "SDC"))
    assert seen == 48 * 47 * 46 * 45


@pytest.mark.parametrize("chosen", SUITS, ids=lambda suit: str(suit.plural))
def test_other_suits_may_be_chosen_and_another_pack_used(chosen: Any) -> None:
    """The names of the suits do not matter, and the sentence that says why never fails."""
    chance = random.Random(3)
    for pack in PACKS.values():
        for _ in range(1500):
            cards = chance.sample(pack, 4)
            assert taking_place(cards, chosen) == oracle.taker(codes(cards), chosen.letter)
            assert why(cards, chosen).endswith(".")


def test_every_four_face_up_cards_choose_the_suit_of_the_lowest_dealt_first() -> None:
    """All heights, whatever the suits: equal ones go to the one dealt first."""
    by_height = [[card for card in PACKS[48] if card.rank.letter == rank] for rank in reversed(oracle.TOP_DOWN)]
    for order in permutations(range(12), 4):
        assert order[lowest([by_height[at][0] for at in order])] == min(order)
    for equal in ("2S 5H 2D 2C", "KD KS KH KC", "5H 2S 4D 2C"):
        cards = read_cards(equal)
        heights = [card.rank.height for card in cards]
        assert lowest(cards) == heights.index(min(heights))


CASES = {
    "9♠ K♠ 3♥ 4♦": ("E", "the three does not take it"),
    "9♠ Q♠ 3♥ 4♥": ("S", "three takes the queen"),
    "K♠ 5♥ 2♥ 6♥": ("W", "Pope takes the Kaiser"),
    "7♥ 6♥ 2♥ K♥": ("N", "Devil was led"),
    "7♥ J♥ 6♥ 2♥": ("E", "Karnöffel takes the Devil"),
    "2♣ 7♥ K♦ K♥": ("N", "Devil was not led"),
    "8♥ 7♥ K♥ 3♥": ("S", "king; the three does not take it"),
    "Q♥ 4♥ 5♥ 3♥": ("W", "three takes the queen"),
    "T♦ J♦ 5♥ 4♥": ("W", "four takes the jack"),
}


@pytest.mark.parametrize("cards", CASES)
def test_the_published_cases_come_out_with_their_reasons(cards: str) -> None:
    winner, words = CASES[cards]
    answer = verdict(TrickQuestion(read_cards(cards), Suit.HEARTS))
    assert answer.winner == winner
    assert words in why(answer.question.cards, Suit.HEARTS, ("Ann", "Bob", "Cat", "Dan"))


def test_the_published_example_comes_out() -> None:
    example = json.loads(Path(__file__).with_name("example.json").read_text(encoding="utf-8"))
    found = outcome(KARNOFFEL.replay(KARNOFFEL.read(example["record"])))
    assert json.dumps(found) == json.dumps(example["outcome"])
    assert oracle.outcome(example["record"]) == example["outcome"]


def played(seed: int, most: int, accidents: float = 0.1) -> tuple[random.Random, dict[str, Any]]:
    chance = random.Random(seed)
    record = random_setup(chance)
    for _ in Table(chance, record, accidents).play(most):
        pass
    return chance, record


@pytest.mark.quick(50)
@pytest.mark.parametrize("seed", range(250))
def test_a_match_that_plays_itself_comes_to_the_same(seed: int) -> None:
    _, record = played(seed, [10, 40, 200][seed % 3], [0.05, 0.1, 0.4][seed // 3 % 3])
    read = KARNOFFEL.read(record)
    assert json.dumps(outcome(KARNOFFEL.replay(read))) == json.dumps(oracle.outcome(record))
    assert KARNOFFEL.read(KARNOFFEL.write(read)) == read
    assert KARNOFFEL.digest(KARNOFFEL.read(KARNOFFEL.write(read))) == KARNOFFEL.digest(read)


@pytest.mark.quick(60)
@pytest.mark.parametrize("seed", range(300))
def test_a_spoilt_record_is_refused_by_number(seed: int) -> None:
    chance, record = played(1000 + seed, 40)
    wrong, number = spoilt(chance, record)
    with pytest.raises(RefusedError, match=rf"^action {number}\b"):
        KARNOFFEL.replay(KARNOFFEL.read(wrong))


def candidates(chance: random.Random) -> Iterator[dict[str, Any]]:
    """An action of each type, and some of each option, whether they fit or not."""
    four = codes(chance.sample(PACK, 4))
    yield {"type": "chosen", "cards": four}
    yield {"type": "chosen", "suit": chance.choice("SHDC")}
    yield {"type": "trick", "cards": four}
    yield {"type": "trick", "cards": ["7H", "7S", "7D", "7C"], "leader": chance.choice("NESW")}
    for lost in range(3):
        yield {"type": "result", "side": chance.choice(["NS", "EW"]), "lost": lost}
    yield {"type": "misdeal"}
    for deals in (-100, -1, 0, 1, 100):
        yield {"type": "adjust", "side": chance.choice(["NS", "EW"]), "deals": deals, "reason": "x"}


@pytest.mark.quick(30)
@pytest.mark.parametrize("seed", range(120))
def test_every_action_is_allowed_when_the_second_referee_allows_it(seed: int) -> None:
    chance, record = played(5000 + seed, [1, 5, 30][seed % 3], 0.3)
    before = KARNOFFEL.replay(KARNOFFEL.read(record))
    for action in candidates(chance):
        longer = {**record, "actions": [*record["actions"], action]}
        try:
            due = oracle.outcome(longer)
        except oracle.Refused:
            assert KARNOFFEL.faults(before, KARNOFFEL.read_action(action))
            continue
        assert outcome(KARNOFFEL.replay(KARNOFFEL.read(longer))) == due


def test_a_single_trick_is_ruled_on_the_same() -> None:
    chance = random.Random(7)
    for _ in range(300):
        cards, chosen, leader = chance.sample(PACKS[48], 4), chance.choice(SUITS), chance.choice("NESW")
        found = verdict(TrickQuestion(tuple(cards), chosen, leader)).as_data()
        assert found.pop("reason")
        assert found == oracle.single(codes(cards), chosen.letter, leader)

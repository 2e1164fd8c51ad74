"""The rules against the second referee: every trick, every pair of melds, random matches, every action."""

import json
import random
from collections.abc import Iterator
from itertools import chain, cycle, permutations
from pathlib import Path
from typing import Any

import pytest

from referee.cards import read_card
from referee.faults import RefusedError
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.match import faults
from referee.games.grevjass.melds import Meld, best
from referee.games.grevjass.outcome import outcome
from referee.games.grevjass.pack import PACK, SUITS, points_of, value_of, winning_place
from referee.games.grevjass.verdict import verdict
from referee.games.kit.questions import TrickQuestion
from referee.games.kit.sides import SEATS
from tests.grevjass import oracle
from tests.grevjass.oracle_cards import RANKS
from tests.grevjass.self_play import Table, random_setup, spoilt, spoilt_setup
from tests.patterns import namings, tricks

CARD = {card.code: card for card in PACK}


@pytest.mark.quick(1)
@pytest.mark.parametrize("trump", SUITS, ids=lambda suit: str(suit.plural))
def test_every_ordered_trick_goes_to_the_same_player_and_counts_the_same(trump: Any) -> None:
    """All 863,040 of each suit of trumps, up to the names of the other suits."""
    seen = 0
    names = cycle(map("".join, permutations(suit.letter for suit in SUITS if suit is not trump)))
    for rank, others in zip(RANKS, names, strict=False):
        for codes in chain.from_iterable(
            tricks(rank + suit, RANKS, trump.letter, others) for suit in (trump.letter, others[0])
        ):
            cards = [CARD[code] for code in codes]
            assert winning_place(cards, trump) == oracle.trick_winner(codes, trump.letter)
            assert value_of(cards, trump) == oracle.trick_points(codes, trump.letter)
            seen += namings(codes, trump.letter)
    assert seen == 32 * 31 * 30 * 29


@pytest.mark.parametrize("trump", SUITS, ids=lambda suit: str(suit.plural))
def test_a_pack_counts_141_and_146_with_the_last_trick(trump: Any) -> None:
    by_suit = {suit: sum(points_of(card, trump) for card in PACK if card.suit is suit) for suit in SUITS}
    assert by_suit == {suit: 60 if suit is trump else 27 for suit in SUITS}
    tricks = [PACK[place : place + 4] for place in range(0, 32, 4)]
    found = [verdict(TrickQuestion(cards, trump, last=cards is tricks[-1])) for cards in tricks]
    assert sum(each.points for each in found) == 146


def test_the_best_of_every_pair_of_melds_is_the_same_for_all_players_and_trumps() -> None:
    melds = [tuple(cards) for cards in oracle.every_meld()]
    of = {cards: tuple(map(read_card, cards)) for cards in melds}
    seen = 0
    for at, first in enumerate(melds):
        for second in melds[at:]:
            for place, players in enumerate((one, other) for one in SEATS for other in SEATS):
                trump, forehand = SUITS[(place + at) % 4], SEATS[(place // 4 + at) % 4]
                order = SEATS[SEATS.index(forehand) :] + SEATS[: SEATS.index(forehand)]
                pair = [Meld(player, of[cards]) for player, cards in zip(players, (first, second), strict=True)]
                due = oracle.best_meld(
                    [(player, cards) for player, cards in zip(players, (first, second), strict=True)],
                    trump.letter,
                    forehand,
                )
                found = best(pair, trump, order)
                assert found
                assert due
                if first != second:  # The same cards twice can only be the same meld.
                    assert (found.player, tuple(card.code for card in found.cards)) == (due[0], tuple(due[1]))
                assert (found.points, found.strokes) == oracle.meld_worth(due[1])
                seen += 1
    assert seen == 88 * 89 // 2 * 16


def test_the_published_example_comes_out() -> None:
    example = json.loads(Path(__file__).with_name("example.json").read_text(encoding="utf-8"))
    found = outcome(GREVJASS.replay(GREVJASS.read(example["record"])))
    assert found == example["outcome"]
    assert json.dumps(found) == json.dumps(oracle.outcome(example["record"]))


def played(seed: int, most: int, accidents: float = 0.1) -> tuple[random.Random, dict[str, Any]]:
    chance = random.Random(seed)
    return chance, Table(chance, random_setup(chance), accidents).play(most)


@pytest.mark.quick(15)
@pytest.mark.parametrize("seed", range(130))
def test_a_match_that_plays_itself_comes_to_the_same(seed: int) -> None:
    _, record = played(seed, [15, 60, 250][seed % 3], [0.05, 0.1, 0.3][seed // 3 % 3])
    read = GREVJASS.read(record)
    assert outcome(GREVJASS.replay(read)) == oracle.outcome(record)
    assert GREVJASS.read(GREVJASS.write(read)) == read
    assert GREVJASS.digest(GREVJASS.read(GREVJASS.write(read))) == GREVJASS.digest(read)


@pytest.mark.quick(15)
@pytest.mark.parametrize("seed", range(100))
def test_a_spoilt_record_is_refused_by_number(seed: int) -> None:
    chance, record = played(1000 + seed, 70)
    wrong, number = spoilt(chance, record)
    with pytest.raises(RefusedError, match=rf"^action {number}\b"):
        GREVJASS.replay(GREVJASS.read(wrong))
    with pytest.raises(RefusedError):
        GREVJASS.read(spoilt_setup(chance, record))


def test_a_card_outside_the_pack_is_named() -> None:
    _, record = played(1, 1)
    with pytest.raises(RefusedError, match=r"card is 2♠, which is not in the pack of 32 cards"):
        GREVJASS.read(record | {"actions": [{"type": "trump", "card": "2S"}]})


def candidates(chance: random.Random) -> Iterator[dict[str, Any]]:
    """An action of each type, and some of each option, whether they fit or not."""
    card, (player, side) = chance.choice(PACK), chance.choice([("N", "NS"), ("E", "EW"), ("S", "NS"), ("W", "EW")])
    yield {"type": "dealer", "player": player}
    yield {"type": "trump", "card": card.code}
    yield {"type": "trump", "suit": card.suit.letter}
    for length in range(3, 9):
        yield {"type": "meld", "player": player, "sequence": card.code, "length": length}
    for four in "JQKA":
        yield {"type": "meld", "player": player, "four": four}
    yield {"type": "take"}
    yield {"type": "vol", "player": player}
    yield {"type": "trick", "cards": [each.code for each in chance.sample(PACK, 4)]}
    yield {"type": "claim", "side": side}
    yield {"type": "misdeal"}
    yield {"type": "chalk", "side": side, "strokes": chance.randint(1, 10)}
    for what in ("points", "strokes"):
        yield {"type": "adjust", "side": side, what: chance.choice([-60, -1, 0, 1, 60]), "reason": "x"}


@pytest.mark.quick(20)
@pytest.mark.parametrize("seed", range(90))
def test_every_action_is_allowed_when_the_second_referee_allows_it(seed: int) -> None:
    chance, record = played(5000 + seed, [3, 12, 45][seed % 3], 0.3)
    before = GREVJASS.replay(GREVJASS.read(record))
    for action in candidates(chance):
        longer = {**record, "actions": [*record["actions"], action]}
        try:
            due = oracle.outcome(longer)
        except oracle.Refused:
            assert faults(before, GREVJASS.read_action(action))
            continue
        assert outcome(GREVJASS.replay(GREVJASS.read(longer))) == due


def test_a_single_trick_is_ruled_on_the_same() -> None:
    chance = random.Random(7)
    for _ in range(300):
        cards, trump, leader, last = (
            chance.sample(PACK, 4), chance.choice(SUITS), chance.choice(SEATS), chance.random() < 0.3
        )  # fmt: skip
        found = verdict(TrickQuestion(tuple(cards), trump, leader, last)).as_data()
        assert found.pop("reason")
        assert found == oracle.single([card.code for card in cards], trump.letter, leader, last)

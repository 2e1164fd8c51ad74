"""Finding the trick that was entered wrongly: the right one is always among those suggested."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from referee.cards import PACK, Card
from referee.games.havilering.actions import Play
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import fold
from referee.games.havilering.misentries import misentries
from referee.games.kit.sides import SEATS
from referee.season import season_at
from tests.havilering.self_play import SelfPlayingTable


def slipped(cards: tuple[Card, ...], chance: random.Random) -> tuple[Card, ...]:
    """Four cards as a hasty finger enters them."""
    four = list(cards)
    place, other = chance.sample(range(4), 2)
    if chance.random() < 0.5:
        four[place], four[other] = four[other], four[place]
    else:
        near = [
            card
            for card in PACK
            if card not in cards
            and (card.rank is cards[place].rank
            or (card.suit is cards[place].suit and abs(card.rank.height - cards[place].rank.height) == 1))
        ]  # fmt: skip
        four[place] = chance.choice(near)
    return tuple(four)


def table(chance: random.Random) -> SelfPlayingTable:
    return SelfPlayingTable(chance, lambda moment: season_at(moment).value, accidents=0, revokes=0)


def test_the_trick_with_the_slip_is_named_whenever_it_puts_somebody_else_on_lead() -> None:
    wrong_leads = likeliest = unlikely = 0
    for seed in range(400):
        chance = random.Random(seed)
        table = SelfPlayingTable(
            chance, lambda moment: season_at(moment).value, accidents=0, revokes=0, season="winter"
        )
        record = HAVILERING.read(table.play(chance.randrange(2, 13)))
        place = chance.randrange(len(record.actions))
        right = record.actions[place]
        assert isinstance(right, Play)
        # Only who leads is looked at, so that the cards of other tricks do not matter here.
        cards = slipped(right.cards, chance)
        others = {card for action in record.actions if action is not right for card in getattr(action, "cards", ())}
        if others & set(cards):
            continue
        entered = [*record.actions[:place], Play(cards), *record.actions[place + 1 :]]
        meant, stands = (fold(record.setup, log) for log in (record.actions, entered))
        if meant.leader == stands.leader:
            assert misentries(stands, meant.leader) == []
            continue
        wrong_leads += 1
        named = {misentry.trick.number: misentry.revokes for misentry in misentries(stands, meant.leader)}
        assert place + 1 in named, f"seed {seed}"
        likeliest += named[place + 1] == min(named.values())
        unlikely += max(named.values()) > min(named.values())
    assert wrong_leads > 60
    # The right trick leaves no more revokes than another, but for the wrong card itself; and others do leave more.
    assert likeliest > wrong_leads * 0.8
    assert unlikely > wrong_leads * 0.4


def test_nobody_is_named_where_the_lead_is_right_or_no_trick_was_played() -> None:
    record = HAVILERING.read(table(random.Random(1)).play(5))
    match = fold(record.setup, record.actions)
    assert misentries(match, match.leader) == []
    empty = fold(record.setup, [])
    assert [misentries(empty, seat) for seat in SEATS] == [[], [], [], []]


NEAR = {card: {other for other in PACK if other is not card and (
    other.rank is card.rank or (other.suit is card.suit and abs(other.rank.height - card.rank.height) == 1))}
    for card in PACK}  # fmt: skip


def variants(cards: tuple[Card, ...], gone: set[Card]) -> Iterator[tuple[Card, ...]]:
    """Every trick that may have been meant: two cards in each other's place, or one for another that is not out."""
    for one, other in combinations(range(4), 2):
        four = list(cards)
        four[one], four[other] = four[other], four[one]
        yield tuple(four)
    for place, card in enumerate(cards):
        for meant in NEAR[card] - gone:
            yield (*cards[:place], meant, *cards[place + 1 :])


@pytest.mark.parametrize("seed", range(12))
def test_a_trick_is_named_if_and_only_if_one_slip_explains_the_lead(seed: int) -> None:
    """Every slip is tried, and the hand played over with it."""
    record = HAVILERING.read(table(random.Random(seed)).play(random.Random(seed).randrange(1, 13)))
    stands = fold(record.setup, record.actions)
    plays = [action for action in record.actions if isinstance(action, Play)]
    gone = {card for action in plays for card in action.cards}
    leads: dict[str, set[int]] = {seat: set() for seat in SEATS}
    for place, action in enumerate(plays):
        for cards in variants(action.cards, gone):
            meant = fold(record.setup, [*plays[:place], Play(cards), *plays[place + 1 :]])
            leads[meant.leader].add(place + 1)
    for seat in SEATS:
        named = {misentry.trick.number for misentry in misentries(stands, seat)}
        assert named == (set() if seat == stands.leader else leads[seat])

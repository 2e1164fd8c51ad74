"""Finding the trick that was entered wrong: the right one is always among those that are named."""

import random

from referee.cards import PACK, Card
from referee.havilering.actions import Play
from referee.havilering.match import fold
from referee.havilering.seats import SEATS
from referee.havilering.slips import slips
from referee.record import read
from referee.season import season_at
from tests.tables import SelfPlayingTable


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
        record = read(table.play(chance.randrange(2, 13)))
        place = chance.randrange(len(record.actions))
        right = record.actions[place]
        assert isinstance(right, Play)
        # Only who leads is looked at, so that the cards of other tricks do not matter here.
        cards = slipped(right.cards, chance)
        others = {card for action in record.actions if action is not right for card in getattr(action, "cards", ())}
        if others & set(cards):
            continue
        entered = [*record.actions[:place], Play(cards), *record.actions[place + 1 :]]
        meant, stands = (fold(record.setup, season_at, log) for log in (record.actions, entered))
        if meant.leader is stands.leader:
            assert slips(stands, meant.leader) == []
            continue
        wrong_leads += 1
        named = {slip.trick.number: slip.revokes for slip in slips(stands, meant.leader)}
        assert place + 1 in named, f"seed {seed}"
        likeliest += named[place + 1] == min(named.values())
        unlikely += max(named.values()) > min(named.values())
    assert wrong_leads > 60
    # The right trick leaves no more revokes than another, but for the wrong card itself; and others do leave more.
    assert likeliest > wrong_leads * 0.8
    assert unlikely > wrong_leads * 0.4


def test_nobody_is_named_where_the_lead_is_right_or_no_trick_was_played() -> None:
    record = read(table(random.Random(1)).play(5))
    match = fold(record.setup, season_at, record.actions)
    assert slips(match, match.leader) == []
    empty = fold(record.setup, season_at, [])
    assert [slips(empty, seat) for seat in SEATS] == [[], [], [], []]

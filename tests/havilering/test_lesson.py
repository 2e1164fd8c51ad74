"""The review of a hand, against a search written differently and a hand worked out by hand."""

import random
from datetime import datetime
from typing import Any

import pytest

from referee.cards import PACK, read_card
from referee.games.havilering import lesson
from referee.games.havilering.actions import Rules, Setup
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import fold
from referee.games.kit.sides import SEATS, other
from referee.season import SUSSEX, Season
from tests.havilering.oracle import CYCLE, Oracle
from tests.havilering.self_play import SelfPlayingTable, new_record


def played(seed: int, revokes: float = 0) -> Any:
    """A hand of the second referee and the same tricks here."""
    rules = {"season": "winter", "target": 1000}
    chance = random.Random(seed)
    table = SelfPlayingTable(chance, lambda moment: "winter", accidents=0, revokes=revokes, strays=0.1, **rules)
    actions = [HAVILERING.read_action(action) for action in table.play(13)["actions"]]
    players = {seat: seat for seat in SEATS}
    started = datetime(2026, 1, 1, tzinfo=SUSSEX)
    setup = Setup(players, table.record["dealer"], started, Rules(1000, season=Season.WINTER))
    return fold(setup, actions), table.oracle.tricks


def seat_at(trick: Any, place: int) -> str:
    return str(Oracle.turn(trick["leader"], place))


@pytest.mark.parametrize("seed", range(10))
def test_hands_voids_and_high_cards_are_those_of_the_second_referee(seed: int) -> None:
    match, tricks = played(seed, revokes=seed / 20)  # Whoever revokes was not void, whatever the others thought.
    held = lesson.dealt(match.tricks)
    assert sorted(card.code for suits in held.values() for cards in suits.values() for card in cards) == sorted(
        card.code for card in PACK
    )
    for place in range(4):
        for trick in tricks:
            card = read_card(trick["cards"][place])
            assert card in held[seat_at(trick, place)][card.suit]
    first: dict[tuple[str, str], int] = {}
    for trick in tricks:
        led = trick["cards"][0][1]
        for place, code in enumerate(trick["cards"]):
            if code[1] != led:
                later = [each for each in tricks if each["trick"] > trick["trick"]]
                seat = seat_at(trick, place)
                shown = {each["cards"][("NESW".index(seat) - "NESW".index(each["leader"])) % 4][1] for each in later}
                if led not in shown:
                    first.setdefault((seat_at(trick, place), led), trick["trick"])
    assert {(v.seat, v.suit.letter): v.trick.number for v in lesson.voids(match.tricks)} == first
    falls = lesson.high_cards(match.tricks)
    assert [suit.letter for suit in falls] == list(reversed(CYCLE))
    for suit, four in falls.items():
        for rank, fall in zip("AKQJ", four, strict=True):
            assert fall is not None
            (trick,) = (trick for trick in tricks if rank + suit.letter in trick["cards"])
            assert (fall.trick.number, fall.by) == (
                trick["trick"], seat_at(trick, trick["cards"].index(rank + suit.letter)))  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_what_the_last_to_play_could_have_done_is_what_trying_every_card_finds(seed: int) -> None:
    match, tricks = played(seed)
    due = {}
    for trick in tricks:
        last = seat_at(trick, 3)
        left = [
            each["cards"][("NESW".index(last) - "NESW".index(each["leader"])) % 4]
            for each in tricks[trick["trick"] - 1 :]
        ]
        follow = [code for code in left if code[1] == trick["cards"][0][1]] or left
        worth = {code: net(match, trick, code) for code in follow}
        if max(worth.values()) > worth[trick["cards"][3]]:
            due[trick["trick"]] = max(worth.values()) - worth[trick["cards"][3]]
    found = lesson.chances(match, match.tricks)
    assert {chance.trick.number: chance.cost for chance in found} == due
    assert [chance.cost for chance in found] == sorted(due.values(), reverse=True)
    for chance in found:
        trick = tricks[chance.trick.number - 1]
        assert net(match, trick, chance.better.code) == chance.could
        assert net(match, trick, chance.played.code) == chance.got


def net(match: Any, trick: Any, code: str) -> int:
    """By the second referee: what a trick is worth to the side of its last player, with another last card."""
    record = new_record(random.Random(1), season="winter", target=1000)
    oracle = Oracle(record | {"dealer": match.setup.dealer}, lambda moment: "winter")
    oracle.leader, oracle.current = (
        trick["leader"],
        [{"cards": [f"{n}{m}" for m in "abcd"]} for n in range(trick["trick"] - 1)],
    )
    oracle.do_trick({"cards": [*trick["cards"][:3], code]})
    points = int(oracle.tricks[-1]["points"])
    return points if oracle.side(oracle.tricks[-1]["winner"]) == oracle.side(seat_at(trick, 3)) else -points


def test_what_cost_most_is_told_for_each_side() -> None:
    match, tricks = played(2)
    found = lesson.costliest(match.tricks)
    for side in ("NS", "EW"):
        most = max(trick["pegged"]["EW" if side == "NS" else "NS"] for trick in tricks)
        assert [t.pegged.of(other(s)) for s, t in found if s == side] == ([most] if most else [])


def test_a_hand_that_was_cut_short_is_not_judged() -> None:
    match, _ = played(1)
    assert lesson.chances(match, match.tricks[:12]) == []

"""A lead out of turn that stands (9.6): the real leader decides everything that follows from a trick."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.faults import RefusedError
from referee.games.havilering.actions import Play
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import begin, fold
from referee.games.havilering.misentries import instead_of_revoke, leads_out_of_turn, misentries
from referee.games.havilering.outcome import outcome, score_sheet
from referee.games.havilering.state import Match
from referee.games.kit.sides import SEATS
from tests.havilering.oracle import CYCLE, RANKS, SUIT_OF, VALUE, items_of, winning_place
from tests.havilering.self_play import SelfPlayingTable

PACK = [rank + suit for rank in RANKS for suit in CYCLE]
NAMES = dict(zip("NESW", ("Ann", "Bob", "Cat", "Dan"), strict=True))
PLAIN = "2S KS 6S 8C"
"""A trick without points, which its second player takes."""


def record_of(*actions: Any, **rules: Any) -> Any:
    """A record of a match that North has dealt, so East's lead is due. `N 3C 2H KH AH` was led by North."""
    return {
        "format": "havilering-match", "version": 1, "players": NAMES, "dealer": "N",
        "started": "2026-06-20T22:50:00+01:00", "rules": {"season": "winter"} | rules,
        "actions": [trick(action) if isinstance(action, str) else action for action in actions],
    }  # fmt: skip


def trick(words: str) -> dict[str, Any]:
    led, cards = words[:1] if words[1] == " " else "", words.split()[-4:]
    return {"type": "trick", "cards": cards} | ({"leader": led} if led else {})


def match_of(*actions: Any, **rules: Any) -> Any:
    return HAVILERING.replay(HAVILERING.read(record_of(*actions, **rules)))


@given(
    cards=st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True),
    leader=st.sampled_from("NESW"),
    season=st.sampled_from(sorted(SUIT_OF)),
)
@example(cards=["3C", "2H", "KH", "AH"], leader="S", season="winter")  # Two opposed suits: the one led rules.
@example(cards=["AC", "AH", "2S", "3D"], leader="N", season="winter")  # Four suits, two aces: the one played last.
@example(cards=["JD", "2H", "3H", "AC"], leader="W", season="winter")  # Jack Havel, to the dealer or not.
def test_points_and_winner_are_those_of_the_cards_as_played(cards: list[str], leader: str, season: str) -> None:
    match = match_of(f"{leader} {' '.join(cards)}", season=season)
    winner = "NESW"[("NESW".index(leader) + winning_place(cards)) % 4]
    jack = (4 if winner == "N" else 2) if "J" + SUIT_OF[season] in cards else 0
    points = sum(VALUE[item] * count for item, count in items_of(cards).items()) + jack
    assert (match.score.ns, match.score.ew) == ((points, 0) if winner in "NS" else (0, points))
    assert match.leader == winner
    told = outcome(match)["tricks"][0]
    assert (told["leader"], told["winner"], told["cards"]) == (leader, winner, cards)
    assert match.tricks[0].out_of_turn == (leader != "E")
    assert not match.adjustments


def test_nobody_has_revoked_by_it() -> None:
    """West leads spades to the second trick, though it was North's lead; entered in turn it makes a revoke."""
    played = ("2S KS 6S 8C", "W 3D 4D 5S 9D")
    assert not match_of(*played, "TS QS TD 7S").revokes
    entered_in_turn = match_of(played[0], played[1][2:], "TS QS TD 7S")
    assert [(found.seat, found.trick.number) for found in entered_in_turn.revokes] == [("N", 1)]


def test_with_muggins_its_winner_claims_and_the_opponents_may_call() -> None:
    claim = {"type": "claim", "items": {"running-flush-3": 0, "run-4": 1}}
    match = match_of("N 3C 2H KH AH", claim, muggins=True)
    assert (match.score.ns, match.score.ew) == (9, 0)
    call = {"type": "muggins", "by": "E", "items": {"fifteen": 1}}
    assert (match_of("N 3C 2H KH AH", claim, call, muggins=True).score.ew) == 1
    with pytest.raises(RefusedError, match="Only an opponent"):
        match_of("N 3C 2H KH AH", claim, call | {"by": "S"}, muggins=True)


def test_of_a_first_trick_led_out_of_turn_the_dealer_is_still_the_dealer() -> None:
    match = match_of("N 3C 2H KH AH", PLAIN)
    assert [match.dealer_of(each) for each in match.tricks] == ["N", "N"]
    assert [each.leader for each in match.tricks] == ["N", "N"]


def test_the_sheet_says_it() -> None:
    sheet = score_sheet(match_of("N 3C 2H KH AH", PLAIN))
    lines = [line.strip() for line in sheet.splitlines() if " leads " in line]
    assert [line[:24] for line in lines] == ["1  N leads 3♣ 2♥ K♥ A♥  ", "2  N leads 2♠ K♠ 6♠ 8♣  "]
    assert [line.endswith("is ten. (led out of turn)") for line in lines] == [True, False]


# --- the record ----------------------------------------------------------------------------------------------


def test_a_leader_whose_lead_it_was_is_as_if_left_out_and_not_written() -> None:
    needless = record_of("E 3C 2H KH AH", "N 2S KS 6S 8C", "3D 4D 5D 9D")
    plain = record_of("3C 2H KH AH", "N 2S KS 6S 8C", "3D 4D 5D 9D")
    assert outcome(HAVILERING.replay(HAVILERING.read(needless))) == outcome(HAVILERING.replay(HAVILERING.read(plain)))
    assert HAVILERING.write(HAVILERING.read(needless)) == HAVILERING.write(HAVILERING.read(plain))
    assert HAVILERING.write(HAVILERING.read(plain))["actions"] == plain["actions"]
    assert HAVILERING.digest(HAVILERING.read(needless)) == HAVILERING.digest(HAVILERING.read(plain))
    assert HAVILERING.digest(HAVILERING.read(plain)) != HAVILERING.digest(
        HAVILERING.read(record_of("3C 2H KH AH", "2S KS 6S 8C", "3D 4D 5D 9D"))
    )


def test_a_record_that_cannot_be_is_written_all_the_same() -> None:
    impossible = record_of("E 3C 2H KH AH", "N 3C KS 6S 8C", "E 3D 4D 5D 9D")
    assert [action.get("leader") for action in HAVILERING.write(HAVILERING.read(impossible))["actions"]] == [
        None,
        "N",
        "E",
    ]


@pytest.mark.parametrize("leader", ["Q", "", None, 1, ["N"]])
def test_who_led_is_one_of_the_seats(leader: Any) -> None:
    record = record_of({"type": "trick", "cards": PLAIN.split(), "leader": leader})
    with pytest.raises(RefusedError, match=r"action 1 \(trick\): leader is not one of N, E, S, W"):
        HAVILERING.read(record)


def test_the_same_trick_with_the_same_leader_says_the_same_and_with_another_it_does_not() -> None:
    first, second = match_of(), match_of("N 3C 2H KH AH")

    def same(match: Match, words: str, other: str) -> bool:
        one, another = (
            HAVILERING.stepping.plain(match, HAVILERING.read_action(trick(each))) for each in (words, other)
        )
        return one == another

    assert [same(first, "N 3C 2H KH AH", f"{led} 3C 2H KH AH") for led in "NESW"] == [True, False, False, False]
    assert [same(second, PLAIN, f"{led} {PLAIN}") for led in "NESW"] == [True, False, False, False]
    assert not same(first, "N 3C 2H KH AH", "3C 2H KH AH")
    assert not same(first, "N 3C 2H KH AH", f"N {PLAIN}")


# --- entered as if in turn -----------------------------------------------------------------------------------


def strayed(seed: int) -> tuple[list[Any], int]:
    """The tricks of part of a hand, one led out of turn, and the place of that one."""
    chance = random.Random(seed)
    for again in range(1000):
        table = SelfPlayingTable(random.Random(1000 * seed + again), lambda m: "winter", 0, 0, 0.1, target=1000)
        actions = list(HAVILERING.read(table.play(chance.randrange(4, 14))).actions)[:12]
        led = [place for place, action in enumerate(actions) if isinstance(action, Play) and action.leader]
        if len(led) == 1:
            return [table.record, *actions], led[0]
    raise AssertionError("nobody led out of turn")


@pytest.mark.parametrize("seed", range(40))
def test_a_lead_out_of_turn_that_was_entered_as_if_in_turn_is_named(seed: int) -> None:
    """By who leads now, and by each revoke that only the wrong entry makes."""
    (record, *actions), place = strayed(seed)
    setup = HAVILERING.read(record).setup
    entered = [*actions[:place], Play(actions[place].cards), *actions[place + 1 :]]
    meant, stands = fold(setup, actions), fold(setup, entered)
    right = (place + 1, meant.tricks[place].leader, 0)
    if meant.leader != stands.leader and meant.in_hand:
        found = leads_out_of_turn(stands, meant.leader)
        assert min(each.revokes for each in found) == 0
        assert all(each.leader for each in found)
        assert len(found) < 3 or right[2] <= found[-1].revokes
    for revoke in stands.revokes:
        named = [(each.trick.number, each.leader, each.revokes) for each in instead_of_revoke(stands, revoke)]
        assert named == sorted(named, key=lambda each: each[2])
        assert right in named or len(named) == 3 == [each[2] for each in named].count(0)


def test_a_slip_before_a_lead_out_of_turn_does_not_explain_who_leads_now() -> None:
    match = match_of("7S AS 9S 8S", "E 2S KS 6S 8C", "3D 4D 5D 9D")
    for seat in SEATS:
        assert all(each.trick.number >= 2 for each in misentries(match, seat))
        assert all(each.trick.number >= 2 for each in leads_out_of_turn(match, seat))


def test_nobody_led_out_of_turn_where_the_lead_is_right_or_nothing_was_played() -> None:
    match = match_of("7S AS 9S 8S")
    assert leads_out_of_turn(match, match.leader) == []
    assert leads_out_of_turn(begin(match.setup), "W") == []

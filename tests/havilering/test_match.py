"""Rules 6 to 9, each in its own story."""

import random
import sys
from datetime import datetime, timedelta
from typing import Any

import pytest

from referee.cards import PACK
from referee.faults import RefusedError
from referee.games.havilering import match as referee
from referee.games.havilering.actions import Play
from referee.games.havilering.combinations import PUBLISHED_VALUES, Item
from referee.games.havilering.flow import head_start
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.shapes import SETUPS
from referee.games.havilering.state import Match, Pegs, Phase
from referee.games.havilering.summary import hands, last_hand
from referee.games.kit.sides import Pair, left_of, side_of
from referee.season import SUSSEX

START = datetime(2026, 6, 20, 21, 0, tzinfo=SUSSEX)
SIX = "7S AS 9S 8S"  # the second player's ace wins six points
NOUGHT = "2S KS 6S 8C"  # the last player's club wins nothing


def begin(dealer: str = "N", **rules: Any) -> Match:
    players = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
    setup = {
        "players": players,
        "dealer": dealer,
        "started": START.isoformat(),
        "rules": {"season": "winter"} | rules,
    }
    return referee.begin(SETUPS.read(setup))


def do(match: Match, kind: str, **fields: Any) -> Match:
    return referee.step(match, HAVILERING.read_action({"type": kind} | fields))


def play(match: Match, cards: str, **fields: Any) -> Match:
    return do(match, "trick", cards=cards.split(), **fields)


def give(match: Match, ns: int = 0, ew: int = 0) -> Match:
    for side, points in (("NS", ns), ("EW", ew)):
        if points:
            match = do(match, "adjust", side=side, points=points, reason="the board says so")
    return match


def codes_of(match: Match, kind: str, **fields: Any) -> list[str]:
    """The codes of all faults of an action; refusing it must change nothing and `step` must agree."""
    action = HAVILERING.read_action({"type": kind} | fields)
    found = [fault.code for fault in referee.faults(match, action)]
    if found:
        with pytest.raises(RefusedError) as refused:
            referee.step(match, action)
        assert [fault.code for fault in refused.value.faults] == found
    return found


def next_cards(match: Match) -> Play:
    """Four cards that have not been played in the hand."""
    gone = {card for trick in match.hand_tricks for card in trick.cards}
    return Play(tuple(card for card in PACK if card not in gone)[:4])


def played_out(match: Match) -> Match:
    """Play what is left of a hand, with cards that are still to come."""
    hand = match.hand
    while match.hand == hand and match.phase is Phase.PLAY:
        match = referee.step(match, next_cards(match))
    return match


# --- the hand ---


def test_eldest_leads_the_winner_leads_on_and_the_deal_passes_left() -> None:
    match = begin("N")
    assert (match.leader, match.dealer) == ("E", "N")
    match = play(match, SIX)
    assert match.leader == "S"
    assert match.score == Pair(6, 0)
    match = played_out(match)
    assert (match.dealer, match.leader, match.hand, match.in_hand) == ("E", "S", 2, 0)
    assert [Item.LAST in trick.score.items for trick in match.tricks] == [False] * 12 + [True]
    assert [trick.number for trick in match.tricks] == list(range(1, 14))


def test_pegs_leapfrog() -> None:
    match = play(begin(), SIX)
    assert match.pegs == Pegs(Pair(6, 0), Pair(0, 0))
    match = give(match, ns=3)
    assert match.pegs == Pegs(Pair(9, 0), Pair(6, 0))
    match = do(match, "adjust", side="NS", points=-3, reason="counted twice")
    assert match.pegs == Pegs(Pair(6, 0), Pair(9, 0))  # Where the move began: the two never share a hole.
    assert give(match, ns=2).pegs == Pegs(Pair(8, 0), Pair(6, 0))


# --- the game, and running the points ---


def at_122_115() -> Match:
    match = give(begin("N", best_of=3), ns=116, ew=115)
    return play(match, SIX)


def test_the_published_example_of_running_the_points() -> None:
    """118–115, four points make it 122–115; run, the hand ends 126–129; the next game starts 0–9."""
    match = at_122_115()
    assert match.score == Pair(122, 115)
    assert (match.phase, match.games_won) == (Phase.OFFER_FIRST, Pair(1, 0))
    match = do(match, "reply", answer="yes")
    assert match.phase is Phase.PLAY
    for _ in range(11):
        match = referee.step(match, next_cards(match))
    # Set the totals so that the last trick brings them to the example's 126–129.
    rest = next_cards(match)
    after = referee.step(match, rest)
    gain = after.games[-1].final
    match = give_to(match, Pair(126 - (gain.ns - match.score.ns), 129 - (gain.ew - match.score.ew)))
    match = referee.step(match, rest)
    (game,) = match.games
    assert (game.winner, game.at_game, game.final, game.ran) == ("NS", Pair(122, 115), Pair(126, 129), True)
    assert game.head_start == match.score == Pair(0, 9)
    assert (match.phase, match.hand, match.dealer, match.games_won) == (Phase.PLAY, 2, "E", Pair(1, 0))


def give_to(match: Match, totals: Pair) -> Match:
    return give(match, totals.ns - match.score.ns, totals.ew - match.score.ew)


def test_the_winner_of_the_trick_asks_the_left_and_then_the_right() -> None:
    match = at_122_115()
    assert match.won
    assert (match.won.asker, match.answerer) == ("S", "W")
    assert codes_of(match, "reply", answer="no", player="E") == ["not-asked"]
    match = do(match, "reply", answer="maybe", player="W")
    assert (match.phase, match.answerer) == (Phase.OFFER_SECOND, "E")
    assert codes_of(match, "reply", answer="maybe") == ["no-maybe"]
    assert codes_of(match, "reply", answer="maybe", player="N") == ["no-maybe", "not-asked"]
    match = do(match, "reply", answer="no")
    assert (match.score, match.dealer, match.game) == (Pair(0, 0), "E", 2)


def test_level_totals_start_the_next_game_from_nought() -> None:
    match = do(at_122_115(), "reply", answer="yes")
    while match.in_hand < 12:
        match = referee.step(match, next_cards(match))
    rest = next_cards(match)
    gain = referee.step(match, rest).games[-1].final
    match = give_to(match, Pair(200 - (gain.ns - match.score.ns), 200 - (gain.ew - match.score.ew)))
    assert referee.step(match, rest).games[-1].head_start == Pair(0, 0)


def test_a_head_start_is_never_less_than_nothing() -> None:
    """After the game was won an adjustment can bring even the side ahead below the target."""
    match = do(at_122_115(), "reply", answer="yes")
    while match.in_hand < 12:
        match = referee.step(match, next_cards(match))
    rest = next_cards(match)
    gain = referee.step(match, rest).games[-1].final
    match = give_to(match, Pair(90 - (gain.ns - match.score.ns), 80 - (gain.ew - match.score.ew)))
    after = referee.step(match, rest)
    assert after.games[-1].final == Pair(90, 80)
    assert after.games[-1].head_start == after.score == Pair(0, 0)


@pytest.mark.parametrize("target", [11, 12, 61])
@pytest.mark.parametrize("beyond", [0, 1, 2, 9, 10, 11, 12, 60, 500])
def test_a_head_start_wins_no_game(target: int, beyond: int) -> None:
    """Rule 7.6: it is what there is beyond the target less one, and at most the target less one."""
    start = head_start(Pair(target - 1 + beyond, 0), target)
    assert start == Pair(min(beyond, target - 1), 0)


def test_a_head_start_at_a_small_target_leaves_a_hole_to_be_pegged() -> None:
    match = do(give(begin(best_of=5, target=11), ns=11), "reply", answer="yes")
    while match.in_hand < 12:
        match = referee.step(match, next_cards(match))
    rest = next_cards(match)
    gain = referee.step(match, rest).games[-1].final
    match = give_to(match, Pair(40 - (gain.ns - match.score.ns), 0 - (gain.ew - match.score.ew)))
    match = referee.step(match, rest)
    assert (match.score, match.won, match.game) == (Pair(10, 0), None, 2)
    assert give(match, ew=3).won is None
    assert give(match, ns=1).won


def test_the_last_hand_is_the_one_that_has_just_ended_even_without_tricks() -> None:
    match = give(played_out(begin(best_of=3)), ns=200)
    match = do(do(match, "reply", answer="no"), "reply", answer="no")
    ended = last_hand(match)
    assert ended
    assert (ended.number, ended.tricks, ended.game) == (2, (), 1)
    assert [hand.number for hand in hands(match)] == [1, 2]


def test_no_offer_when_the_game_wins_the_match() -> None:
    match = play(give(begin(best_of=1), ns=116), SIX)
    assert (match.phase, match.winner, match.score) == (Phase.MATCH_OVER, "NS", Pair(122, 0))
    more: dict[str, dict[str, Any]] = {"trick": {"cards": SIX.split()}, "misdeal": {}, "reply": {"answer": "no"}}
    for kind, fields in more.items():
        assert codes_of(match, kind, **fields) == ["wrong-phase"]


def test_no_offer_after_a_thirteenth_trick() -> None:
    match = begin(best_of=3)
    while match.in_hand < 12:
        match = referee.step(match, next_cards(match))
    match = give_to(match, Pair(120, 120))
    match = played_out(match)
    assert (match.phase, match.score, match.game, match.hand) == (Phase.PLAY, Pair(0, 0), 2, 2)
    assert not match.games[0].ran


def test_a_game_keeps_its_season_past_midnight_and_the_next_looks_again() -> None:
    match = begin(season="auto", best_of=3)
    assert match.season.value == "spring"
    after_midnight = START + timedelta(hours=4)
    match = do(give(match, ns=116), "trick", cards=SIX.split(), at=after_midnight.isoformat())
    assert match.season.value == "spring"
    match = do(do(match, "reply", answer="no"), "reply", answer="no")
    assert match.season.value == "summer"


def test_a_referees_adjustment_that_wins_makes_north_or_east_ask() -> None:
    for side, asker in (("NS", "N"), ("EW", "E")):
        match = do(begin(best_of=3), "adjust", side=side, points=121, reason="x")
        assert match.won
        assert match.won.asker == asker


# --- Muggins ---


def claimed(items: dict[str, int], **rules: Any) -> Match:
    return do(play(begin(muggins=True, **rules), SIX), "claim", items=items)


def test_only_what_is_claimed_is_pegged() -> None:
    match = play(begin(muggins=True), SIX)
    assert (match.phase, match.score) == (Phase.CLAIM, Pair(0, 0))
    assert codes_of(match, "claim", items={"prial": 1, "fifteen": 2}) == ["not-in-trick"]
    match = do(match, "claim", items={"flush": 1})
    assert (match.phase, match.score) == (Phase.PLAY, Pair(1, 0))


def test_each_named_item_is_judged_by_itself() -> None:
    match = claimed({"flush": 1})
    assert codes_of(match, "muggins", by="N", items={"fifteen": 1}) == ["not-an-opponent"]
    assert codes_of(match, "muggins", by="S", items={}) == ["not-an-opponent", "names-nothing"]
    # Fifteen was missed, the flush was claimed, a pair is not there, a second fifteen neither.
    match = do(match, "muggins", by="W", items={"fifteen": 2, "flush": 1, "pair": 1})
    assert match.score == Pair(1 + 1 + 1 + 2, 1)
    assert match.tricks[-1].pegged == Pair(5, 1)
    # More than one call may be made; what was called already is called wrongly.
    match = do(match, "muggins", by="E", items={"running-flush-3": 1, "fifteen": 1})
    assert match.score == Pair(6, 5)


def test_the_time_for_a_call_ends_with_the_next_trick() -> None:
    match = claimed({})
    match = play(match, "2D KD 6D 8D")
    assert codes_of(match, "muggins", by="W", items={"fifteen": 1}) == ["wrong-phase"]
    assert codes_of(begin(muggins=True), "muggins", by="W", items={"fifteen": 1}) == ["nothing-to-call"]
    assert codes_of(begin(), "muggins", by="W", items={"fifteen": 1}) == ["no-muggins"]


def test_the_caller_asks_when_a_call_won_the_game_and_right_items_are_pegged_first() -> None:
    match = give(claimed({}, best_of=3), ns=120, ew=120)
    match = do(match, "muggins", by="W", items={"fifteen": 1, "prial": 1})
    assert match.won
    assert (match.won.side, match.won.asker, match.won.totals) == ("EW", "W", Pair(120, 121))
    assert match.score == Pair(129, 121)


def test_a_mistaken_call_can_win_the_game_for_the_trick_winner() -> None:
    match = do(give(claimed({}, best_of=3), ns=115), "muggins", by="E", items={"prial": 1})
    assert match.won
    assert (match.won.side, match.won.asker) == ("NS", "S")


def test_the_thirteenth_trick_can_be_called_until_the_deal() -> None:
    match = begin(muggins=True)
    for _ in range(13):
        match = do(referee.step(match, next_cards(match)), "claim", items={})
    assert match.phase is Phase.HAND_OVER
    assert codes_of(match, "trick", cards=SIX.split()) == ["wrong-phase"]
    winner = match.tricks[-1].winner
    match = do(match, "muggins", by=left_of(winner), items={"last": 1})
    assert match.score.of(side_of(left_of(winner))) == 2
    match = do(match, "deal")
    assert (match.phase, match.hand) == (Phase.PLAY, 2)
    assert codes_of(match, "deal") == ["wrong-phase"]


# --- when something goes wrong ---


def test_misdeal_goes_back_to_the_hands_start_and_the_same_dealer_deals_again() -> None:
    match = played_out(begin("N"))
    before = match.score
    again = do(play(match, SIX), "misdeal")
    assert (again.score, again.dealer, again.hand, again.in_hand) == (before, match.dealer, 2, 0)
    assert again.tricks == match.tricks
    assert codes_of(do(at_122_115(), "reply", answer="yes"), "misdeal") == ["game-won"]


def test_what_was_adjusted_before_the_first_trick_survives_a_misdeal() -> None:
    """Rule 9.1: a penalty for one misdeal is not lost by the next; what was adjusted later is void with the hand."""
    match = give(begin(), ns=3)
    match = do(give(play(match, SIX), ns=5, ew=2), "misdeal")
    assert (match.score, match.pegs) == (Pair(3, 0), Pegs(Pair(3, 0), Pair(0, 0)))
    assert [given.points for given in match.adjustments] == [3]
    again = do(play(give(match, ew=4), NOUGHT), "misdeal")
    assert (again.score, again.deal, tuple(again.misdeals)) == (Pair(3, 4), 2, (1, 1))
    assert [given.points for given in again.adjustments] == [3, 4]


def test_a_ruling_without_points_stays_on_record_when_its_hand_is_void() -> None:
    match = do(play(begin(), SIX), "adjust", side="NS", points=0, reason="exposed card")
    assert [given.reason for given in do(match, "misdeal").adjustments] == ["exposed card"]


def test_every_fault_of_a_trick_is_told_at_once() -> None:
    match = play(begin(), SIX)
    assert codes_of(match, "trick", cards=["7S", "2C", "2C"]) == ["not-four-cards", "card-twice", "card-played"]
    fault = referee.faults(match, HAVILERING.read_action({"type": "trick", "cards": ["7S", "2C", "3C", "4C"]}))[0]
    assert fault.about == ("7S", "1")
    assert "7 of spades" in fault.text


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({"side": "NS", "points": -1, "reason": "x"}, ["below-nought"]),
        ({"side": "NS", "points": 0, "reason": " "}, ["no-reason"]),
        ({"side": "NS", "points": 0, "reason": "exposed card"}, []),
        ({"side": "EW", "points": 1, "reason": "x"}, []),
    ],
)
def test_adjustments_are_for_a_reason_and_never_below_nought(fields: dict[str, Any], faults: list[str]) -> None:
    assert codes_of(begin(), "adjust", **fields) == faults


def test_adjustments_are_made_between_tricks_only() -> None:
    match = play(begin(muggins=True), SIX)
    assert codes_of(match, "adjust", side="NS", points=1, reason="x") == ["wrong-phase"]


def test_revoke_names_the_trick_and_the_first_card_that_shows_it() -> None:
    match = play(begin(), "7S AS 4D 8S")  # East leads; West does not follow, and South wins.
    match = play(match, "2D KD 9S 8D")  # North does not follow, and West wins.
    assert match.revokes == ()
    match = play(match, "3S 5D 4S 5S")
    match = play(match, "6S TS JS QS")
    shown = [(revoke.seat, revoke.trick.number, revoke.shown_in, revoke.card.code) for revoke in match.revokes]
    assert shown == [("W", 1, 3, "3S"), ("N", 2, 3, "5D"), ("N", 3, 4, "JS")]
    assert do(match, "misdeal").revokes == ()


# --- what a log of any length costs ---

FREE: dict[str, Any] = {
    "values": {item.value: 0 for item in PUBLISHED_VALUES},
    "jack_havel": 0,
    "jack_havel_dealer": 0,
}


def hands_without_following(tricks: int) -> list[dict[str, Any]]:
    """Cards as they come: nearly every trick shows revokes. Nothing scores, so no offer comes between."""
    chance = random.Random(1)
    played: list[dict[str, Any]] = []
    while len(played) < tricks:
        pack = chance.sample([card.code for card in PACK], 52)
        played += [{"type": "trick", "cards": pack[place : place + 4]} for place in range(0, 52, 4)]
    return played


LONG: dict[str, Any] = {
    "tricks": hands_without_following,
    "misdeals": lambda count: [{"type": "misdeal"}] * count,
    "rulings": lambda count: [{"type": "adjust", "side": "NS", "points": 0, "reason": "x"}] * count,
    "void hands": lambda count: (
        [
            *({"type": "trick", "cards": SIX.split()}, {"type": "adjust", "side": "NS", "points": 0, "reason": "x"}),
            {"type": "misdeal"},
        ]
        * (count // 3)
    ),
    "calls": lambda count: [
        *({"type": "trick", "cards": SIX.split()}, {"type": "claim", "items": {}}),
        *[{"type": "muggins", "by": "E", "items": {"flush": 1}}] * count,
    ],
}


def calls_made(actions: list[dict[str, Any]], muggins: bool) -> int:
    """Count the function calls of folding a log: a cost that no other program on the machine can disturb."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    read = [HAVILERING.read_action(action) for action in actions]
    match = begin(muggins=muggins, **FREE)
    sys.setprofile(note)
    try:
        for action in read:
            match = referee.step(match, action)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.quick(2)
@pytest.mark.parametrize("content", LONG)
def test_a_log_costs_in_proportion_to_its_length(content: str) -> None:
    short, long = (calls_made(LONG[content](count), content == "calls") for count in (312, 1248))
    assert long < 4.2 * short


def test_a_step_copies_nothing_that_was_there_before() -> None:
    """Check what has no calls to count: every sequence of a match shares its items with the match before."""
    match, chance = begin(**FREE), random.Random(2)
    for action in hands_without_following(130):
        after = referee.step(match, HAVILERING.read_action(action))
        assert after.tricks.since(match.tricks) == (after.tricks[-1],)
        if chance.random() < 0.2 and after.in_hand:
            void = do(after, "misdeal")
            assert void.tricks is after.hand_start.tricks
            assert void.misdeals.since(after.misdeals) == (after.hand,)
        match = after
    assert len(match.revokes) > 100

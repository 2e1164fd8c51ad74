"""Rule 9.2: a correction anywhere gives the match as if the right thing had been tapped at first."""

import random
from dataclasses import replace
from typing import Any

import pytest

from referee.cards import PACK, read_cards
from referee.faults import RefusedError
from referee.havilering.actions import Action, Adjust, Answer, Claim, Misdeal, Muggins, Play, Reply
from referee.havilering.combinations import Item
from referee.havilering.match import faults, fold, step
from referee.havilering.mending import Edit, Mended, Misfit, edited, mend, walk
from referee.havilering.seats import Seat, Side
from referee.havilering.state import Match
from referee.record import Record, read
from referee.season import season_at
from tests.havilering.test_against_oracle import table
from tests.tables import new_record


def mended(record: Record, *edits: Edit) -> Mended:
    return mend(walk(record.setup, season_at, record.actions), record.setup, season_at, edits)


def whole(record: Record, actions: Any) -> Match:
    return fold(record.setup, season_at, actions)


def spoilt(record: Record, chance: random.Random) -> tuple[Record, int]:
    """The match with one trick mis-tapped, as far as it could have been entered so; and which action is wrong."""
    tricks = [number for number, action in enumerate(record.actions, 1) if isinstance(action, Play)]
    number = chance.choice(tricks)
    right = record.actions[number - 1]
    assert isinstance(right, Play)
    cards = list(right.cards)
    place, other = chance.sample(range(4), 2)
    if chance.random() < 0.5:
        cards[place], cards[other] = cards[other], cards[place]
    else:
        cards[place] = chance.choice([card for card in PACK if card not in cards])
    wrong = [*record.actions[: number - 1], replace(right, cards=tuple(cards)), *record.actions[number:]]
    match, entered = whole(record, ()), []
    for action in wrong:
        if faults(match, action):
            break
        match = step(match, action)
        entered.append(action)
    return replace(record, actions=tuple(entered)), number


def test_a_correction_anywhere_gives_the_same_state_as_if_the_right_card_had_been_tapped_at_first() -> None:
    mended_behind = 0
    for seed in range(250):
        chance = random.Random(seed)
        record = read(table(seed).play(chance.choice([8, 30, 80])))
        wrong, number = spoilt(record, chance)
        if number > len(wrong.actions):
            continue  # It was refused at once.
        right = record.actions[number - 1]
        meant = record.actions[: len(wrong.actions)]
        # Without its time: what is put right happened when the wrong thing did.
        result = mended(wrong, Edit(number, number, (replace(right, at=None),)))
        if result.misfit is None:
            assert result.match == whole(record, meant), f"seed {seed}"
            mended_behind += len(meant) - number
        else:
            # What came by the wrong card alone is named; before that all is as it was meant.
            before = meant[: result.misfit.number - 1]
            assert result.match == whole(record, before), f"seed {seed}"
    assert mended_behind > 1000


def test_edits_that_change_nothing_change_nothing() -> None:
    for seed in range(40):
        record = read(table(seed).play(60))
        number = random.Random(seed).randrange(1, len(record.actions) + 1)
        same = Edit(number, number, (record.actions[number - 1],))
        assert mended(record, same) == Mended(whole(record, record.actions), None)
        assert mended(record) == Mended(whole(record, record.actions), None)


def test_what_does_not_fit_is_the_first_that_the_rules_refuse_or_that_means_something_else() -> None:
    """Dropping any action at all: everything before the misfit stands, and the misfit is no step from there."""
    kinds = set()
    for seed in range(150):
        record = read(table(seed).play(50))
        number = random.Random(seed).randrange(1, len(record.actions) + 1)
        result = mended(record, Edit(number, number, ()))
        rest = [*record.actions[: number - 1], *record.actions[number:]]
        if result.misfit is None:
            assert result.match == whole(record, rest)
            continue
        upto = result.misfit.number - 2
        assert result.match == whole(record, rest[:upto])
        assert result.misfit.action == rest[upto]
        codes = {fault.code for fault in result.misfit.faults}
        kinds |= codes
        if not codes & {"other-hand", "other-deal", "other-asked"}:
            with pytest.raises(RefusedError):
                step(result.match, rest[upto])
    assert {"wrong-phase", "other-hand"} <= kinds


def played(*actions: Action, **rules: Any) -> Record:
    record = read(new_record(random.Random(1), season="winter", **rules) | {"dealer": "N"})
    return replace(record, actions=actions)


def trick(cards: str) -> Play:
    return Play(read_cards(cards))


NOTHING, SIX = trick("2S KS 6S 8C"), trick("7S AS 9S 8S")


def test_a_later_trick_with_the_same_card_is_named() -> None:
    record = played(NOTHING, SIX, trick("3D 4D 5D 9D"))
    result = mended(record, Edit(1, 1, (trick("2S KS 6S 9D"),)))
    assert result.misfit == Misfit(3, record.actions[2], False, result.misfit.faults if result.misfit else ())
    assert [fault.code for fault in result.misfit.faults] == ["card-played"]


def test_a_claim_that_is_not_in_the_right_trick_is_named() -> None:
    record = played(SIX, Claim({}), trick("3D 4D 5D 9D"), muggins=True)
    assert mended(record, Edit(1, 1, (NOTHING,))).misfit is None
    claimed = played(SIX, Claim(step(whole(record, ()), SIX).tricks[-1].score.items), muggins=True)
    misfit = mended(claimed, Edit(1, 1, (NOTHING,))).misfit
    assert misfit
    assert misfit.number == 2
    assert {fault.code for fault in misfit.faults} == {"not-in-trick"}


def test_a_call_by_what_is_now_the_winners_side_is_named() -> None:
    # South took it with the ace and East called; with the king for the 7 East took it.
    record = played(trick("7S AS 9S 8S"), Claim({}), Muggins(Seat.E, {Item.FLUSH: 1}), muggins=True)
    misfit = mended(record, Edit(1, 1, (trick("KS 2S 9S 8S"),))).misfit
    assert misfit
    assert [fault.code for fault in misfit.faults] == ["not-an-opponent"]


def test_an_offer_that_is_made_no_more_and_one_that_is_made_now() -> None:
    fourteen = trick("QH AH KH JH")
    yes = Reply(Answer.YES)
    answered = played(fourteen, yes, NOTHING, target=11, best_of=3)
    misfit = mended(answered, Edit(1, 1, (SIX,))).misfit
    assert misfit
    assert isinstance(misfit.action, Reply)
    assert [fault.code for fault in misfit.faults] == ["wrong-phase"]
    assert mended(answered, Edit(1, 1, (SIX,)), Edit(2, 2, ())).misfit is None
    # The other way round an answer is missing, and is put in before the trick that waits for it.
    unasked = played(SIX, NOTHING, target=11, best_of=3)
    misfit = mended(unasked, Edit(1, 1, (fourteen,))).misfit
    assert misfit
    assert misfit.number == 2
    result = mended(unasked, Edit(1, 1, (fourteen,)), Edit(2, 1, (yes,)))
    assert result.match == whole(unasked, [fourteen, yes, NOTHING])


def test_an_answer_of_somebody_else_than_is_now_asked_is_named() -> None:
    reply = Reply(Answer.YES)
    record = played(trick("QH AH KH JH"), reply, target=11, best_of=3)
    misfit = mended(record, Edit(1, 1, (trick("AH QH KH JH"),))).misfit
    assert misfit
    assert [fault.code for fault in misfit.faults] == ["other-asked"]


def test_what_was_left_of_a_hand_never_slips_into_the_next() -> None:
    """With the target reached earlier and nobody running, the later tricks of the hand are not the next hand's."""
    record = played(SIX, NOTHING, trick("3D 4D 5D 9D"), target=11, best_of=3)
    no = Reply(Answer.NO)
    misfit = mended(record, Edit(1, 1, (trick("QH AH KH JH"),)), Edit(2, 1, (no, no))).misfit
    assert misfit
    assert misfit.number == 2
    assert [fault.code for fault in misfit.faults] == ["other-hand"]


def test_a_forgotten_trick_can_be_put_in_and_the_hand_moves_on() -> None:
    record = played(SIX, trick("3D 4D 5D 9D"))
    result = mended(record, Edit(2, 1, (NOTHING,)))
    assert [each.number for each in result.match.tricks] == [1, 2, 3]
    assert result.misfit is None


def test_a_misdeal_or_an_adjustment_can_be_dropped() -> None:
    record = played(SIX, Adjust(Side.EW, 3, "exposed card"), Misdeal())
    assert mended(record, Edit(3, 3, ())).match.score.ew == 3
    assert mended(record, Edit(2, 3, ())).match == whole(record, record.actions[:1])


def test_tricks_of_two_deals_of_a_hand_are_never_mixed() -> None:
    record = played(SIX, Misdeal(), NOTHING)
    misfit = mended(record, Edit(2, 2, ())).misfit
    assert misfit
    assert [fault.code for fault in misfit.faults] == ["other-deal"]
    # A misdeal before the first trick can go: nothing was void by it.
    record = played(Misdeal(), NOTHING, SIX)
    assert mended(record, Edit(1, 1, ())).match == whole(record, [NOTHING, SIX])


@pytest.mark.parametrize("edits", [[(0, 0)], [(3, 1)], [(4, 4)], [(1, 9)], [(1, 2), (2, 2)], [(2, 1), (1, 2)]])
def test_edits_out_of_reach_are_refused(edits: list[tuple[int, int]]) -> None:
    with pytest.raises(RefusedError):
        edited((SIX, NOTHING, NOTHING), [Edit(first, last, ()) for first, last in edits])

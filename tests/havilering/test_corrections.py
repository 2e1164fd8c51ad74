"""Rule 9.2: a correction anywhere gives the same match as if the right thing had been tapped at first."""

import random
from dataclasses import replace
from typing import Any

import pytest

from referee.cards import PACK, read_cards
from referee.faults import RefusedError
from referee.games.edits import Edit, Placed, edited, placed_by
from referee.games.havilering.actions import Action, Adjust, Answer, Claim, Misdeal, Muggins, Play, Reply
from referee.games.havilering.combinations import Item
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import faults, fold, step
from referee.games.havilering.state import Match
from referee.games.kit.records import Record
from referee.games.kit.sides import left_of
from referee.match.corrections import Corrected, correct, walk
from tests.havilering.self_play import new_record
from tests.havilering.test_against_oracle import table


def corrected(record: Record[Any, Any], *edits: Edit) -> Corrected:
    return correct(HAVILERING, walk(HAVILERING, record.setup, record.actions), record.setup, edits)


def whole(record: Record[Any, Any], actions: Any) -> Match:
    return fold(record.setup, actions)


def spoilt(record: Record[Any, Any], chance: random.Random) -> tuple[Record[Any, Any], int]:
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
    corrected_behind = 0
    for seed in range(250):
        chance = random.Random(seed)
        record = HAVILERING.read(table(seed).play(chance.choice([8, 30, 80])))
        wrong, number = spoilt(record, chance)
        if number > len(wrong.actions):
            continue  # It was refused at once.
        right = record.actions[number - 1]
        meant = record.actions[: len(wrong.actions)]
        # Without its time: what is put right happened when the wrong thing did.
        result = corrected(wrong, Edit(number, number, (replace(right, at=None),)))
        if result.misfit is None:
            assert result.match == whole(record, meant), f"seed {seed}"
            corrected_behind += len(meant) - number
        else:
            # What came by the wrong card alone is named; before that all is as it was meant.
            before = meant[: result.misfit.placed.number - 1]
            assert result.match == whole(record, before), f"seed {seed}"
    assert corrected_behind > 1000


def test_a_call_or_a_claim_never_slips_onto_another_trick() -> None:
    record = played(SIX, Claim({}), NOTHING, Claim({}), Muggins("N", {Item.FLUSH: 1}), muggins=True)
    caller = left_of(whole(record, record.actions[:4]).tricks[-1].winner)
    record = replace(record, actions=(*record.actions[:4], Muggins(caller, {Item.FLUSH: 1})))
    for edits, number in (([Edit(3, 3, ()), Edit(4, 4, ())], 5), ([Edit(2, 3, ())], 4)):
        misfit = corrected(record, *edits).misfit
        assert misfit
        assert misfit.placed.number == number
        assert [fault.code for fault in misfit.faults] == ["other-trick"]
    # Where the table says that it belongs, only the rules have a say.
    kept = corrected(record, Edit(2, 3, ()), Edit(4, 4, None))
    assert kept.misfit is None or kept.misfit.placed.number == 5


def test_tricks_put_right_belong_to_their_deal_too() -> None:
    first, other = trick("2S KS 6S 8C"), trick("7S TS 9H QS")
    record = played(first, Misdeal(), trick("3C 5D 9D 7H"), other, target=11, best_of=3)
    fourteen = Edit(1, 1, (trick("QH AH KH JH"),))
    yes = Edit(2, 1, (Reply(Answer.YES),))
    misfit = corrected(record, fourteen, yes, Edit(2, 2, ())).misfit
    assert misfit
    assert {fault.code for fault in misfit.faults} == {"other-deal"}


def test_what_the_table_keeps_is_judged_by_the_rules_alone() -> None:
    record = played(SIX, Misdeal(), NOTHING, trick("3D 4D 5D 9D"))
    misfit = corrected(record, Edit(2, 2, ())).misfit
    assert misfit
    assert misfit.is_misplaced
    kept = corrected(record, Edit(2, 2, ()), Edit(3, 4, None))
    assert kept.misfit is None
    assert kept.match == whole(record, [SIX, NOTHING, record.actions[3]])
    # Even what is kept cannot be against the rules.
    record = played(SIX, Misdeal(), SIX)
    misfit = corrected(record, Edit(2, 2, ()), Edit(3, 3, None)).misfit
    assert misfit
    assert {fault.code for fault in misfit.faults} == {"card-played"}


def test_edits_that_change_nothing_change_nothing() -> None:
    for seed in range(40):
        record = HAVILERING.read(table(seed).play(60))
        number = random.Random(seed).randrange(1, len(record.actions) + 1)
        same = Edit(number, number, (record.actions[number - 1],))
        assert corrected(record, same) == Corrected(whole(record, record.actions), None, (same,))
        assert corrected(record) == Corrected(whole(record, record.actions), None, ())


def test_what_does_not_fit_is_the_first_that_the_rules_refuse_or_that_means_something_else() -> None:
    """Dropping any action at all: everything before the misfit stands, and the misfit is no step from there."""
    kinds = set()
    for seed in range(90):
        record = HAVILERING.read(table(seed).play(50))
        number = random.Random(seed).randrange(1, len(record.actions) + 1)
        result = corrected(record, Edit(number, number, ()))
        rest = [*record.actions[: number - 1], *record.actions[number:]]
        if result.misfit is None:
            assert result.match == whole(record, rest)
            continue
        upto = result.misfit.placed.number - 2
        assert result.match == whole(record, rest[:upto])
        assert result.misfit.placed.action == rest[upto]
        codes = {fault.code for fault in result.misfit.faults}
        kinds |= codes
        if not codes & {"other-hand", "other-deal", "other-asked"}:
            with pytest.raises(RefusedError):
                step(result.match, rest[upto])
    assert {"wrong-phase", "other-hand"} <= kinds


def dropped_to_the_end(record: Record[Any, Any], first: int) -> list[Edit]:
    """Drop an action, and then whatever no longer fits, one after another."""
    edits = [Edit(first, first, ())]
    while misfit := corrected(record, *edits).misfit:
        edits.append(Edit(misfit.placed.number, misfit.placed.number, ()))
    return edits


def test_whatever_is_dropped_nothing_that_is_kept_means_something_else() -> None:
    """Every claim and call that is left is on its own trick, and tricks of two hands or deals are never mixed."""
    shortened = 0
    for seed in range(70):
        chance = random.Random(seed)
        record = HAVILERING.read(table(seed).play(chance.choice([20, 45])))
        edits = dropped_to_the_end(record, chance.randrange(1, len(record.actions) + 1))
        left = [placed.number for placed in placed_by(record.actions, edits)]
        after = walk(HAVILERING, record.setup, edited(record.actions, edits))
        before = walk(HAVILERING, record.setup, record.actions)
        old = [number for number, action in enumerate(record.actions, 1) if isinstance(action, Play)]
        deals: dict[object, set[tuple[int, int]]] = {}
        trick = 0
        for number, done in zip(left, after, strict=True):
            was = before[number - 1].before
            if isinstance(done.action, Claim | Muggins):
                assert trick == max(play for play in old if play < number), f"seed {seed}"
            if isinstance(done.action, Play):
                trick = number
                now = done.before
                void = sum(1 for each in after[: done.number] if each.after.misdeals != each.before.misdeals)
                its = sum(1 for each in before[:number] if each.after.misdeals != each.before.misdeals)
                deals.setdefault((now.hand, void), set()).add((was.hand, its))
        shortened += len(edits) > 1
        assert all(len({hand for hand, _ in found}) == 1 for found in deals.values()), f"seed {seed}"
        assert all(len(found) == 1 for found in deals.values()), f"seed {seed}"
    assert shortened > 25


def played(*actions: Action, **rules: Any) -> Record[Any, Any]:
    record = HAVILERING.read(new_record(random.Random(1), season="winter", **rules) | {"dealer": "N"})
    return replace(record, actions=actions)


def trick(cards: str) -> Play:
    return Play(read_cards(cards))


NOTHING, SIX = trick("2S KS 6S 8C"), trick("7S AS 9S 8S")


def test_a_later_trick_with_the_same_card_is_named() -> None:
    record = played(NOTHING, SIX, trick("3D 4D 5D 9D"))
    result = corrected(record, Edit(1, 1, (trick("2S KS 6S 9D"),)))
    assert result.misfit
    assert result.misfit.placed == Placed(3, record.actions[2], None)
    assert [fault.code for fault in result.misfit.faults] == ["card-played"]


def test_a_claim_that_is_not_in_the_right_trick_is_named() -> None:
    record = played(SIX, Claim({}), trick("3D 4D 5D 9D"), muggins=True)
    assert corrected(record, Edit(1, 1, (NOTHING,))).misfit is None
    claimed = played(SIX, Claim(step(whole(record, ()), SIX).tricks[-1].score.items), muggins=True)
    misfit = corrected(claimed, Edit(1, 1, (NOTHING,))).misfit
    assert misfit
    assert misfit.placed.number == 2
    assert {fault.code for fault in misfit.faults} == {"not-in-trick"}


def test_a_call_by_what_is_now_the_winners_side_is_named() -> None:
    # South took it with the ace and East called; with the king for the 7 East took it.
    record = played(trick("7S AS 9S 8S"), Claim({}), Muggins("E", {Item.FLUSH: 1}), muggins=True)
    misfit = corrected(record, Edit(1, 1, (trick("KS 2S 9S 8S"),))).misfit
    assert misfit
    assert [fault.code for fault in misfit.faults] == ["not-an-opponent"]


def test_an_offer_that_is_made_no_more_and_one_that_is_made_now() -> None:
    fourteen = trick("QH AH KH JH")
    yes = Reply(Answer.YES)
    answered = played(fourteen, yes, NOTHING, target=11, best_of=3)
    misfit = corrected(answered, Edit(1, 1, (SIX,))).misfit
    assert misfit
    assert isinstance(misfit.placed.action, Reply)
    assert [fault.code for fault in misfit.faults] == ["wrong-phase"]
    assert corrected(answered, Edit(1, 1, (SIX,)), Edit(2, 2, ())).misfit is None
    # The other way round an answer is missing, and is put in before the trick that waits for it.
    unasked = played(SIX, NOTHING, target=11, best_of=3)
    misfit = corrected(unasked, Edit(1, 1, (fourteen,))).misfit
    assert misfit
    assert misfit.placed.number == 2
    result = corrected(unasked, Edit(1, 1, (fourteen,)), Edit(2, 1, (yes,)))
    assert result.match == whole(unasked, [fourteen, yes, NOTHING])


def test_an_answer_of_somebody_else_than_is_now_asked_is_named() -> None:
    reply = Reply(Answer.YES)
    record = played(trick("QH AH KH JH"), reply, target=11, best_of=3)
    misfit = corrected(record, Edit(1, 1, (trick("AH QH KH JH"),))).misfit
    assert misfit
    assert [fault.code for fault in misfit.faults] == ["other-asked"]


def test_what_was_left_of_a_hand_never_slips_into_the_next() -> None:
    """With the target reached earlier and nobody running, the later tricks of the hand are not the next hand's."""
    record = played(SIX, NOTHING, trick("3D 4D 5D 9D"), target=11, best_of=3)
    no = Reply(Answer.NO)
    misfit = corrected(record, Edit(1, 1, (trick("QH AH KH JH"),)), Edit(2, 1, (no, no))).misfit
    assert misfit
    assert misfit.placed.number == 2
    assert [fault.code for fault in misfit.faults] == ["other-hand"]


def test_a_forgotten_trick_can_be_put_in_and_the_hand_moves_on() -> None:
    record = played(SIX, trick("3D 4D 5D 9D"))
    result = corrected(record, Edit(2, 1, (NOTHING,)))
    assert [each.number for each in result.match.tricks] == [1, 2, 3]
    assert result.misfit is None


def test_a_misdeal_or_an_adjustment_can_be_dropped() -> None:
    record = played(SIX, Adjust("EW", 3, "exposed card"), Misdeal())
    assert corrected(record, Edit(3, 3, ())).match.score.ew == 3
    assert corrected(record, Edit(2, 3, ())).match == whole(record, record.actions[:1])


def test_tricks_of_two_deals_of_a_hand_are_never_mixed() -> None:
    record = played(SIX, Misdeal(), NOTHING)
    misfit = corrected(record, Edit(2, 2, ())).misfit
    assert misfit
    assert [fault.code for fault in misfit.faults] == ["other-deal"]
    # A misdeal before the first trick can go: nothing was void by it.
    record = played(Misdeal(), NOTHING, SIX)
    assert corrected(record, Edit(1, 1, ())).match == whole(record, [NOTHING, SIX])


@pytest.mark.parametrize("edits", [[(0, 0)], [(3, 1)], [(4, 4)], [(1, 9)], [(1, 2), (2, 2)], [(2, 1), (1, 2)]])
def test_edits_out_of_reach_are_refused(edits: list[tuple[int, int]]) -> None:
    with pytest.raises(RefusedError):
        edited((SIX, NOTHING, NOTHING), [Edit(first, last, ()) for first, last in edits])

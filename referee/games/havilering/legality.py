"""The legality of actions: all reasons against one, each as a fault; and the turn that an entry belongs to.

Rules 6 to 9.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.cards import Card, codes
from referee.english import plural
from referee.faults import Fault
from referee.games.havilering.actions import Action, Adjust, Answer, Claim, Misdeal, Muggins, NextDeal, Play, Reply
from referee.games.havilering.results import Trick
from referee.games.havilering.shapes import KINDS
from referee.games.havilering.state import Match, Phase
from referee.games.kit.legality import Checks, awaited, checked, no_faults
from referee.games.kit.sides import left_of, seat_after, side_of

_AWAITED = {
    Phase.PLAY: "a trick comes next",
    Phase.CLAIM: "the trick is yet to be claimed",
    Phase.HAND_OVER: "the hand is over, and the next is yet to be dealt",
    Phase.OFFER_FIRST: "a player is being asked whether to finish the hand",
    Phase.OFFER_SECOND: "a player is being asked whether to finish the hand",
    Phase.MATCH_OVER: "the match is over",
}
NOT_IN_TRICK = "not-in-trick"
"""The code of the fault of a claim for more than the trick holds."""
MOST_LOOKED_AT = 8
"""More cards than this are not checked further; they are too many."""
LONGEST = 60
"""The maximum length of a turn in characters."""


def four_cards(cards: Sequence[Card]) -> Iterator[Fault]:
    """Rule 1.2: a trick has four different cards."""
    if len(cards) != 4:
        yield Fault("not-four-cards", f"A trick is four cards, not {len(cards)}.")
    for place, card in enumerate(cards[:MOST_LOOKED_AT]):
        if card in cards[:place]:
            yield Fault("card-twice", f"The {card.name} is in this trick twice.", (card.code,))


def _trick(match: Match, action: Play) -> Iterator[Fault]:
    """Rule 9.2: none of the cards has been played in this hand."""
    yield from four_cards(action.cards)
    for trick in match.hand_tricks:
        for card in action.cards[:MOST_LOOKED_AT]:
            if card in trick.cards:
                yield Fault(
                    "card-played",
                    f"The {card.name} was played in trick {trick.number} of this hand: correct one of them.",
                    (card.code, str(trick.number)),
                )


def _claim(match: Match, action: Claim) -> Iterator[Fault]:
    """Refuse a claim for more than the trick contains, without saying which item or number is wrong. Rule 8.1."""
    held = match.tricks[-1].score.items
    if any(count > held.get(item, 0) for item, count in action.items.items()):
        text = "Something you claimed is not there. Change it and claim again."
        yield Fault(NOT_IN_TRICK, text)


def _muggins(match: Match, action: Muggins) -> Iterator[Fault]:
    """Check the caller, the trick and the time of a call. Rules 8.2 and 8.5."""
    trick = match.can_be_called
    if not match.setup.rules.muggins:
        yield Fault("no-muggins", "This match is played without Muggins.")
    elif trick is None:
        yield Fault("nothing-to-call", "There is no trick that can be called now.")
    elif side_of(action.by) == side_of(trick.winner):
        callers = f"{match.player(left_of(trick.winner))} or {match.player(seat_after(trick.winner, 3))}"
        yield Fault("not-an-opponent", f"Only an opponent of the winner may call: {callers}.", (action.by,))
    if not any(action.items.values()):
        yield Fault("names-nothing", "A call of Muggins names what was missed.")


def _reply(match: Match, action: Reply) -> Iterator[Fault]:
    """Rules 7.2 and 7.3."""
    answerer = match.answerer
    assert answerer is not None
    if match.phase is Phase.OFFER_SECOND and action.answer is Answer.MAYBE:
        yield Fault("no-maybe", f"{match.player(answerer)} answers yes or no.", ("maybe",))
    if action.player not in (None, answerer):
        yield Fault("not-asked", f"It is {match.player(answerer)} who is being asked.", (answerer,))


def _misdeal(match: Match, action: Misdeal) -> Iterator[Fault]:
    """Rule 9.1: not once the hand's game has been won."""
    if match.won is not None:
        yield Fault("game-won", "This hand cannot be void: it has already won a game.")


def _adjust(match: Match, action: Adjust) -> Iterator[Fault]:
    """Rules 9.4 and 9.5: no total goes below 0, and a reason is required; a ruling may be without points."""
    total = match.score.of(action.side)
    if total + action.points < 0:
        names = " and ".join(match.partners(action.side))
        text = f"{names} have {plural(total, 'point')}: no more than that can be taken."
        yield Fault("below-nought", text, (action.side,))
    if not action.reason.strip():
        yield Fault("no-reason", "Say what happened: a ruling is recorded with its reason.")


_CHECKS: Checks = {
    Play: ((Phase.PLAY,), "a trick", _trick),
    Claim: ((Phase.CLAIM,), "a claim", _claim),
    Muggins: ((Phase.PLAY, Phase.HAND_OVER), "a call of Muggins", _muggins),
    NextDeal: ((Phase.HAND_OVER,), "the next deal", no_faults),
    Reply: ((Phase.OFFER_FIRST, Phase.OFFER_SECOND), "an answer", _reply),
    Misdeal: ((Phase.PLAY, Phase.CLAIM, Phase.HAND_OVER), "a misdeal", _misdeal),
    Adjust: ((Phase.PLAY, Phase.HAND_OVER), "a ruling", _adjust),
}
faults = checked(KINDS, _CHECKS, lambda match: _AWAITED[match.phase])
"""All reasons why an action is not allowed now; none if it is."""
is_awaited = awaited(_CHECKS)


def turn_of(match: Match) -> str:
    """The turn of the trick that is being entered or claimed, `hand.deal.number`; a misdeal starts a new deal."""
    return f"{match.hand}.{match.deal}.{match.in_hand + (match.phase is Phase.PLAY)}"


def mark_of(trick: Trick) -> str:
    """An identifier of a trick that does not depend on its place in the hand."""
    return " ".join([str(trick.hand), *sorted(codes(trick.cards))])


def trick_at(match: Match, turn: str | None) -> Trick | None:
    """The trick that was entered for a turn, or None."""
    place = read_turn(turn)
    if place is None or match.misdeals.count(place[0]) != place[1]:
        return None
    hand, _, number = place
    for trick in reversed(match.tricks):
        if (trick.hand, trick.number) <= (hand, number):
            return trick if (trick.hand, trick.number) == (hand, number) else None
    return None


def meaning(match: Match, action: Action) -> Action:
    """Return an action without its time; an answer gets its player."""
    if isinstance(action, Reply):
        action = replace(action, player=action.player or match.answerer)
    return replace(action, at=None)


def read_turn(turn: str | None) -> tuple[int, int, int] | None:
    """The hand, deal and number of a turn; None if it is invalid."""
    parts = (turn or "")[:LONGEST].split(".")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    hand, deal, number = map(int, parts)
    return hand, deal, number

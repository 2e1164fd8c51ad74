"""The public view of a match: in the hand in play, only the last trick, and the claims and calls.

Rules 2.8, 8.1 and 8.6. A revoke that the cards prove is shown with its cards (9.3).
"""

from collections.abc import Collection
from dataclasses import replace

from referee.cards import Card
from referee.games.edits import Transition
from referee.games.havilering.actions import Action
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.tricks import Score

NOT_TOLD = Score((), (), {}, {}, 0)
"""The worth of a trick that must not be shown."""


def seen(match: Match) -> Match:
    """Return the match without the cards of closed tricks (2.8), and with Muggins without unclaimed items (8.6)."""
    if match.phase is Phase.MATCH_OVER:
        return match
    tricks = (_seen(match, trick) for trick in match.hand_tricks)
    return replace(match, tricks=match.hand_start.tricks.extend(tricks))


def _seen(match: Match, trick: Trick) -> Trick:
    if may_be_revealed(match, trick):
        return trick
    cards = trick.cards if _is_last(match, trick) else ()
    return replace(trick, cards=cards, score=NOT_TOLD, open={})


def is_public(now: Match, done: Transition[Match, Action]) -> bool:
    """Return True if everybody may see an action of the log: its hand is over."""
    return now.is_over(done.before.hand)


def as_seen(now: Match, trick: Trick, opened: Collection[tuple[Card, ...]] = ()) -> Trick:
    """A trick with its cards if these may be shown: in the last trick, in finished hands, or if `opened`. Rule 2.8.

    The trick may come from another version of the match, where it was in another hand; cards that are now in a
    closed trick are not shown.
    """
    closed = [set(other.cards) for other in now.hand_tricks[:-1]] if now.winner is None else []
    is_over = now.is_over(trick.hand) and set(trick.cards) not in closed
    return trick if is_over or _is_last(now, trick) or trick.cards in opened else replace(trick, cards=())


def may_be_revealed(now: Match, trick: Trick) -> bool:
    """Return True if the full worth of a trick may be shown: with Muggins only once its hand is over. Rule 8.6."""
    return now.is_over(trick.hand) or (_is_last(now, trick) and not now.setup.rules.muggins)


def _is_last(now: Match, trick: Trick) -> bool:
    """Compares the cards as well, because the trick may be from another version of the match or a void deal."""
    last = now.last_trick
    return last is not None and (trick.hand, trick.cards) == (last.hand, last.cards)

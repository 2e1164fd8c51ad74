"""The public view of a match, and edits that would reveal more, such as trial claims of a trick that can be called.

Rules 2.8, 8.1 and 8.6. In the hand in play everybody sees the last trick, the claims and the calls, and a revoke that
the cards prove, with its cards (9.3).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from referee.cards import Card
from referee.faults import Fault
from referee.games.edits import Placed, Preview, Transition
from referee.games.havilering.actions import Action, Claim, Muggins, Play, Setup
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.tricks import Score

NOT_TOLD = Score((), (), {}, {}, 0)
"""The worth of a trick that must not be shown."""
_FAULT = Fault(
    "open-claim",
    "This trick can still be called: undo its claim and its calls, then claim or call again. Otherwise "
    "hidden points would be revealed.",
)


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


def guessing_faults(preview: Preview[Match, Action]) -> Iterator[Fault]:
    """Yield the reasons not to apply or preview some edits. Raises RefusedError for edits out of range."""
    match, done = preview.match, preview.done
    trick = last_trick(match, done)
    if trick is None or not match.setup.rules.muggins or match.phase is Phase.MATCH_OVER:
        return
    placed = preview.placed
    plays = [place for place, each in enumerate(placed) if isinstance(each.action, Play)]
    own = _tricks_of(done)
    last = max(own.values())
    for place in plays:
        source, is_the_cards = placed[place].source, set(_cards(placed[place])) == set(trick.cards)
        # Check the trick's cards wherever the edits move them, and whichever trick is last after the edits.
        for claim in _said_of(placed, place) if is_the_cards or place == plays[-1] else ():
            is_its_own = own.get(claim.source) == source and (source == last or not is_the_cards)
            if not is_its_own or (claim.edit and claim.edit.actions) or claim.source == preview.number:
                yield _FAULT
                return


def last_trick(match: Match, done: Sequence[Transition[Match, Action]]) -> Play | None:
    """The last trick entered for the hand, even if a misdeal made it void, since an undo restores it."""
    plays = (each for each in reversed(done) if isinstance(each.action, Play))
    last = next(plays, None)
    return last.action if last and last.before.hand == match.hand and isinstance(last.action, Play) else None


def _tricks_of(done: Sequence[Transition[Match, Action]]) -> dict[int, int]:
    """Return the number of the latest trick up to and including each action of the log."""
    own: dict[int, int] = {}
    last = 0
    for each in done:
        last = each.number if isinstance(each.action, Play) else last
        own[each.number] = last
    return own


def _cards(placed: Placed) -> tuple[object, ...]:
    return placed.action.cards if isinstance(placed.action, Play) else ()


def _said_of(placed: Sequence[Placed], place: int) -> Iterator[Placed]:
    """The claims and calls between a trick and the next."""
    for each in placed[place + 1 :]:
        if isinstance(each.action, Play):
            return
        if isinstance(each.action, Claim | Muggins):
            yield each


def setup_faults(match: Match, setup: Setup, done: Sequence[Transition[Match, Action]]) -> Iterator[Fault]:
    """Refuse to end Muggins while claims of this hand are open: their missed points would be pegged. Rule 8.6."""
    is_open = match.phase is not Phase.MATCH_OVER and last_trick(match, done) is not None
    if match.setup.rules.muggins and not setup.rules.muggins and is_open:
        text = "Muggins stays until the hand is over: without it the totals would reveal unclaimed points."
        yield Fault("open-claims", text)

"""Edits that would reveal the worth of a trick: trial claims or calls on a trick that can still be claimed or called.

A preview of such edits would reveal the items of the trick. Rules 8.1 and 8.6.
"""

from collections.abc import Iterator, Sequence

from referee.faults import Fault
from referee.games.edits import Placed, Preview, Transition
from referee.games.havilering.actions import Action, Claim, Muggins, Play
from referee.games.havilering.state import Match, Phase


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


_FAULT = Fault(
    "open-claim",
    "This trick can still be called: undo its claim and its calls, then claim or call again. Otherwise "
    "hidden points would be revealed.",
)


def _cards(placed: Placed) -> tuple[object, ...]:
    return placed.action.cards if isinstance(placed.action, Play) else ()


def _said_of(placed: Sequence[Placed], place: int) -> Iterator[Placed]:
    """The claims and calls between a trick and the next."""
    for each in placed[place + 1 :]:
        if isinstance(each.action, Play):
            return
        if isinstance(each.action, Claim | Muggins):
            yield each

"""Texts about entries of the log: made, undone, or made meanwhile by others."""

from collections.abc import Collection, Sequence

from referee.cards import Card
from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Adjust, Claim, Misdeal, Muggins, NextDeal, Play, Reply
from referee.games.havilering.seen import as_seen
from referee.games.havilering.state import Match
from referee.games.havilering.talk import counted
from referee.log.entry import ACT, CORRECTION, REDO, REFUSED, UNDO, Entry
from referee.web.games.havilering import texts


def entered(done: Transition[Match, Action], now: Match, opened: Collection[tuple[Card, ...]] = ()) -> str:
    """An action in words; for a trick that is closed now and not `opened`, only its winner (2.8)."""
    action, before = done.action, done.before
    match action:
        case Play():
            trick = done.after.tricks[-1]
            told = as_seen(now, trick, opened)
            cards = texts.as_played(now, told) if told.cards else "closed"
            return f"Trick {trick.number}: {now.player(trick.winner)}’s, {cards}"
        case Claim():
            trick = before.tricks[-1]
            return f"{now.player(trick.winner)} claims {counted(action.items)} for trick {trick.number}"
        case Muggins():
            return f"{now.player(action.by)} calls Muggins on trick {before.in_hand}: {counted(action.items)}"
        case Reply():
            return f"{now.player(before.answerer) if before.answerer else ''} answers {action.answer.value}"
        case Adjust():
            return texts.ruled(now, action)
        case NextDeal():
            return f"{now.player(before.dealer.left)} deals the next hand"
        case Misdeal():
            return "Misdeal: the hand is dealt again"


def meanwhile(since: Sequence[Entry]) -> str:
    """Describe the entries of other phones since a page was made."""
    if not since:
        return "The table is at a different point."
    if len(since) != 1:
        return f"On another phone {len(since)} entries were made in the meantime."
    (entry,) = since
    kind = str(entry.actions[0]["type"]) if entry.kind == ACT else entry.kind
    return f"On another phone {_HAPPENED[kind]} in the meantime."


_HAPPENED = {
    "trick": "a trick was entered",
    "claim": "points were claimed",
    "muggins": "Muggins was called",
    "deal": "the next hand was dealt",
    "reply": "an offer was answered",
    "misdeal": "the hand was dealt again",
    "adjust": "a ruling was recorded",
    UNDO: "the last entry was undone",
    REDO: "an entry was redone",
    REFUSED: "a claim was refused",
    CORRECTION: "an earlier entry was corrected",
}

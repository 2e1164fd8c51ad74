"""Short matches for tests, in a player's shorthand."""

from __future__ import annotations

from typing import Any

from referee.games.cribbage import match
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from referee.games.cribbage.state import Match

SETUP: dict[str, Any] = {
    "format": "cribbage-match",
    "version": 1,
    "players": {"N": "Ann", "S": "Bob"},
    "dealer": "S",
    "started": "2026-11-21T20:00:00+00:00",
}


def actions_of(words: str) -> list[dict[str, Any]]:
    """Actions from words: `^JD` a starter, `8S` a card, `go`, `N+3` a peg, `yes`, `no`, `=12` a claim, `!2` a call,
    `h7` and `c7` a hand and the crib as points, `c4D4CQSKD` as cards, `deal`, `misdeal`.
    """
    return [_action(word) for word in words.split()]


def _action(word: str) -> dict[str, Any]:
    rest = word[1:]
    if word in ("go", "deal", "misdeal"):
        return {"type": word}
    if word in ("yes", "no"):
        return {"type": "reply", "answer": word}
    if word[0] in "hc":
        cards = [rest[place : place + 2] for place in range(0, len(rest), 2)]
        shown: dict[str, Any] = {"points": int(rest)} if rest.isdecimal() else {"cards": cards}
        return {"type": {"h": "hand", "c": "crib"}[word[0]], **shown}
    if "+" in word:
        return {"type": "peg", "player": word[0], "points": int(word[2:])}
    if word[0] in "^=!":
        kind = {"^": "starter", "=": "claim", "!": "muggins"}[word[0]]
        return {"type": kind, "card": rest} if kind == "starter" else {"type": kind, "points": int(rest)}
    return {"type": "play", "card": word}


def record_of(words: str, *more: dict[str, Any], **rules: Any) -> dict[str, Any]:
    return SETUP | {"rules": rules, "actions": [*actions_of(words), *more]}


def played(words: str, *more: dict[str, Any], **rules: Any) -> Match:
    """The match after some words, and after them some actions."""
    return CRIBBAGE.replay(CRIBBAGE.read(record_of(words, *more, **rules)))


def told(words: str, *more: dict[str, Any], **rules: Any) -> dict[str, Any]:
    return outcome(played(words, *more, **rules))


def refused(words: str, action: dict[str, Any] | str, **rules: Any) -> list[str]:
    """The codes of the faults of an action after some words."""
    (data,) = actions_of(action) if isinstance(action, str) else [action]
    return [fault.code for fault in match.faults(played(words, **rules), CRIBBAGE.read_action(data))]

"""What the `Game` of every sitting has in common."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from referee.games.edits import Transition
from referee.games.sittings import guesses, projection, turns
from referee.games.sittings.actions import Play, Setup
from referee.games.sittings.misplaced import DealTracker
from referee.games.sittings.records import SittingFormat
from referee.games.sittings.state import Match, Phase

AnyMatch = Match[Any, Any]


def common(format_: SittingFormat, step: Callable[[Any, Any], Any]) -> dict[str, Any]:
    """The fields of a `Game` that are the same for all sittings; `step` is the game's."""
    return {
        "partners": {},
        "read_setup": format_.read_setup,
        "write_setup": format_.write_setup,
        "players": lambda setup: dict(setup.players),
        "with_players": _with_players,
        "rematch": _rematch,
        "read_action": format_.read_action,
        "write_action": format_.write_action,
        "digest": format_.digest,
        "is_over": lambda now: now.phase is Phase.OVER,
        "has_begun": lambda now: bool(now.settled or now.deal.is_begun or now.deal.events),
        "now": lambda now: now.now,
        "turn_of": turns.turn_of,
        "is_awaited": turns.is_awaited,
        "meaning": turns.meaning,
        "step": step,
        "refusal": guesses.refusal,
        "refusal_keys": {"deal"},
        "guessing_faults": partial(guesses.guessing_faults, step),
        "closed_faults": guesses.closed_faults,
        "setup_faults": guesses.setup_faults,
        "is_public": is_public,
        "tracker": lambda transitions: DealTracker(),
        "setup_columns": projection.setup_columns,
    }


def is_public(now: AnyMatch, done: Transition[AnyMatch, Any]) -> bool:
    """Whether everybody may see an action: tricks, and claims that name one, are closed until the deal was played."""
    is_closed = isinstance(done.action, Play) or guesses.names_a_trick(done.action)
    return not is_closed or may_be_seen(now, done.before.deal.number)


def may_be_seen(now: AnyMatch, number: int) -> bool:
    """Whether the tricks of a deal may be looked at."""
    return number < now.deal.number or (number == now.deal.number and now.phase is not Phase.PLAY)


def _with_players(setup: Setup, names: Mapping[str, str]) -> Setup:
    known = {seat: name for seat, name in names.items() if seat in setup.players}
    return replace(setup, players={**setup.players, **known})


def _rematch(before: AnyMatch, started: datetime) -> Setup:
    """The same seats and rules; whoever would deal next deals first."""
    again: Setup = replace(before.setup, dealer=before.deal.dealer, started=started)
    return again

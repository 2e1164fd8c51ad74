"""Cribbage as a `Game`."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from referee.games.cribbage import (
    guesses,
    match,
    misplaced,
    outcome,
    projection,
    record,
    setup_changes,
    setups,
    sheet,
    snapshot,
    turns,
)
from referee.games.cribbage.actions import HOUSE_RULES, Action, Setup
from referee.games.cribbage.figures import Figures
from referee.games.cribbage.seats import SEAT_NAMED, SEATS
from referee.games.cribbage.state import Match, Phase
from referee.games.game import Game, RecordFormat, Tables


def _players(setup: Setup) -> dict[str, str]:
    return {seat.value: setup.players[seat] for seat in SEATS}


def _with_players(setup: Setup, names: Mapping[str, str]) -> Setup:
    return replace(setup, players={**setup.players, **{SEAT_NAMED[seat]: name for seat, name in names.items()}})


def _rematch(before: Match, started: datetime) -> Setup:
    """The same seats and rules; the loser of the last game deals first (1.5)."""
    winner = before.games[-1].winner if before.games else before.setup.dealer
    return replace(before.setup, dealer=winner.other, started=started)


CRIBBAGE: Game[Setup, Match, Action] = Game(
    key="cribbage",
    records=RecordFormat(
        title="Cribbage",
        name=record.FORMAT,
        read=record.read,
        write=record.write,
        replay=record.replay,
        outcome=outcome.outcome,
        sheet=sheet.score_sheet,
    ),
    edition=projection.EDITION,
    setup_class=Setup,
    seats={seat.value: seat.word for seat in SEATS},
    partners={},
    read_setup=setups.read_setup,
    write_setup=setups.write_setup,
    players=_players,
    with_players=_with_players,
    rematch=_rematch,
    house_rules=HOUSE_RULES,
    read_rules=setups.read_rules,
    write_rules=setups.write_rules,
    read_action=record.read_action,
    write_action=record.write_action,
    digest=record.digest,
    begin=match.begin,
    step=match.step,
    faults=match.faults,
    fold=match.fold,
    is_over=lambda now: now.phase is Phase.MATCH_OVER,
    has_begun=lambda now: len(now.deals) > 1 or bool(now.deal.events),
    now=lambda now: now.now,
    turn_of=turns.turn_of,
    is_awaited=turns.is_awaited,
    meaning=turns.meaning,
    refusal=lambda now, faults: None,
    refusal_keys=frozenset(),
    guessing_faults=guesses.guessing_faults,
    closed_faults=lambda now, action: iter(()),
    # The cards are open on the real table, and a claim is said aloud.
    is_public=lambda now, transition: True,
    tracker=lambda transitions: misplaced.DealTracker(),
    snapshots=snapshot.FORMAT,
    figures=Figures,
    setup_columns=projection.setup_columns,
    state_columns=projection.state_columns,
    tables=Tables("cribbage_results", "cribbage_totals", "cribbage_deals", ("deal",)),
    results=projection.results,
    rows=projection.deals,
    public_rows=projection.public_deals,
    row_columns=projection.DEAL_COLUMNS,
    implied=setup_changes.IMPLIED,
    setup_faults=setup_changes.setup_faults,
)

"""Plain Tricks: the rules of a small game, and its `Game`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.game import Game
from referee.games.kit.figures import Figures
from referee.games.kit.records import Kinds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.stepping import Stepping
from referee.games.kit.values import seat
from referee.games.plain_tricks import talk
from referee.games.plain_tricks.settling import Settlement
from referee.games.rulebook import rulebook_of
from referee.games.sittings import legality, projection, steps
from referee.games.sittings import outcome as usual
from referee.games.sittings.actions import Adjust, Play, Settle, SittingSetup, taken, usual_kinds
from referee.games.sittings.games import SittingGame
from referee.games.sittings.state import Match as SittingMatch
from referee.games.sittings.state import SittingDeal

SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The four players (1.1)."""
TRICKS = 13


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreed rules of the players: nothing differs from table to table."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a match. Rules 1.1 to 1.3."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Match(SittingMatch[Setup, SittingDeal]):
    """The state of a match. Each trick counts one (2.3)."""


def winner(match: Match, action: Play, leader: str) -> str:
    """The highest card of the suit led takes the trick. Rules 2.1 and 2.2."""
    led = action.cards[0].suit
    best = max((card for card in action.cards if card.suit is led), key=lambda card: card.rank.height)
    return match.setup.clockwise(leader)[action.cards.index(best)]


def settled(match: Match, action: Settle) -> Match:
    """Everyone scores what they took. Rules 1.3 and 2.3."""
    return steps.next_deal(match, Settlement(match.taken))


def outcome(match: Match) -> dict[str, Any]:
    """The match as `referee replay --json` prints it."""
    return {
        "phase": match.phase.value,
        "score": match.by_seat(match.score),
        "dealer": match.deal.dealer,
        "leader": match.leader,
        "taken": match.taken,
        "deals": [
            {"deal": deal.number, "dealer": deal.dealer, "entry": match.entry_of(deal), "net": deal.settlement.net}
            for deal in match.deals
            if deal.settlement
        ],
        "tricks": [trick for trick, _, _ in usual.tricks(match.deals)],
        "revokes": usual.revokes((deal, match.revokes_of(deal)) for deal in match.deals),
        "events": [{"deal": deal.number} | usual.usual_event(event) for deal in match.deals for event in deal.events],
    }


def sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    return usual.score_sheet(match, "Plain Tricks", talk.event_line, talk.settled_line, usual.end_line(match))


def figures(match: Match) -> dict[str, Figures]:
    """The figures of each player of a finished match; the players with most tricks win a deal."""
    return projection.counted(match, Figures, _of_deals)


def _of_deals(match: Match, settlements: Sequence[Settlement], player: str) -> dict[str, int]:
    nets = [each.net for each in settlements]
    won = sum(net[player] == max(net.values()) for net in nets)
    return {"games_won": won, "points": sum(net[player] for net in nets)}


def deals(match: Match) -> list[projection.Row]:
    """The rows of the settled deals: what each seat took, its gain, and the total after it."""
    return projection.rows(match, _deal)


def _deal(match: Match, deal: SittingDeal, totals: Mapping[str, int]) -> projection.Row:
    row, taken_by = dict[str, Any](), match.taken_in(deal)
    for each, name in ((each, each.lower()) for each in SEATS):
        row |= {f"taken_{name}": taken_by[each], f"net_{name}": deal.settlement.net[each]}
        row[f"total_{name}"] = totals[each]
    return row


KINDS: Kinds = usual_kinds(seat(SEATS), "a trick has four", taken(SEATS, TRICKS))
SETUPS = SetupFormat(Setup, {word: word for word in SEATS}, rules_format(Rules(), {}))
STEPPING: Stepping[Setup, Match, Any] = Stepping(
    steps.beginning(Match, SittingDeal),
    legality.checked(KINDS, legality.USUAL),
    {**steps.usual_steps(winner), Settle: settled, Adjust: steps.given},
)
PLAIN_TRICKS: Game[Setup, Match, Any] = SittingGame(
    key="plain-tricks",
    kinds=KINDS,
    setups=SETUPS,
    stepping=STEPPING,
    outcome=outcome,
    sheet=sheet,
    seats=SEATS,
    house_rules={"As published": Rules()},
    state_columns=lambda now: projection.state_columns(now, "plain tricks"),
    figures=Figures,
    counted=figures,
    rows=deals,
)
rulebook = rulebook_of(__file__, {})
"""All rules by chapter, in order. The match ends when the players stop (2.4)."""

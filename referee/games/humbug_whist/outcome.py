"""A sitting written out: as plain data for JSON, and as a text score sheet."""

from typing import Any

from referee.english import plural
from referee.games.humbug_whist.actions import Revoke, Rules
from referee.games.humbug_whist.settling import Settlement
from referee.games.humbug_whist.state import Deal, Match
from referee.games.humbug_whist.talk import event_line, settled_line
from referee.games.kit.sheets import written
from referee.games.sittings.outcome import end_line, revokes, tricks, usual_event
from referee.games.sittings.outcome import score_sheet as sheet


def outcome(match: Match) -> dict[str, Any]:
    """Return what `referee replay --json` prints of a sitting."""
    now = written(match, "dealer=deal.dealer leader turned=deal.turned taken")
    return (
        {"phase": match.phase.value, "score": match.by_seat(match.score)}
        | now
        | {
            "deals": [_deal(match, deal) for deal in match.deals if deal.settlement],
            "tricks": [trick for trick, _, _ in tricks(match.deals)],
            "revokes": revokes((deal, match.revokes_of(deal)) for deal in match.deals),
            "events": [{"deal": deal.number} | _event(event) for deal in match.deals for event in deal.events],
        }
    )


def _deal(match: Match, deal: Deal) -> dict[str, Any]:
    assert deal.settlement is not None
    head = written(deal, "deal=number dealer turned") | {"entry": match.entry_of(deal)}
    return head | settlement_data(deal.settlement)


def settlement_data(settlement: Settlement) -> dict[str, Any]:
    """Return the settlement of a deal as plain data."""
    return written(settlement, "won revokes moved tricks winner difference units=net")


def _event(event: Any) -> dict[str, Any]:
    if isinstance(event, Revoke):
        return {"type": "revoke"} | written(event, "player trick")
    return usual_event(event)


def score_sheet(match: Match) -> str:
    """The sitting as a readable score sheet. Rules 3.3 and 3.4."""
    return sheet(match, title(match.setup.rules), event_line, settled_line, end_line(match))


def title(rules: Rules) -> str:
    """The game with its rules."""
    agreed = f", {plural(rules.deals, 'deal')} agreed" if rules.deals else ""
    return f"Humbug Whist, {plural(rules.stake, 'unit')} a trick{agreed}"

"""A sitting written out: as plain data for JSON, and as a text score sheet."""

from typing import Any

from referee.english import plural
from referee.games.hearts.actions import Revoke as RevokeClaim
from referee.games.hearts.actions import Rules, Settling, TakeLast
from referee.games.hearts.settling import Settlement
from referee.games.hearts.state import Deal, Drawn, Faulted, Match, Phase
from referee.games.hearts.talk import event_line, settled_line
from referee.games.kit.sheets import written
from referee.games.sittings.outcome import revokes, shares_words, tricks, usual_event
from referee.games.sittings.outcome import score_sheet as sheet


def outcome(match: Match) -> dict[str, Any]:
    """Return what `referee replay --json` prints of a sitting."""
    now = written(match, "pool jack dealer=deal.dealer leader hearts=taken")
    return (
        {"phase": match.phase.value, "score": match.by_seat(match.score)}
        | now
        | {
            "deals": [_deal(match, deal) for deal in match.deals if deal.settlement],
            "tricks": [trick | {"hearts": match.worth(played)} for trick, _, played in tricks(match.deals)],
            "revokes": revokes((deal, match.revokes_of(deal)) for deal in match.deals),
            "events": [{"deal": deal.number} | _event(event) for deal in match.deals for event in deal.events],
            "finish": match.finish and {"pool": match.finish.pool, "shares": match.by_seat(match.finish.shares)},
        }
    )


def _deal(match: Match, deal: Deal) -> dict[str, Any]:
    assert deal.settlement is not None
    head = {"deal": deal.number, "dealer": deal.dealer, "entry": match.entry_of(deal)}
    return head | settlement_data(deal.settlement)


def settlement_data(settlement: Settlement) -> dict[str, Any]:
    """Return the settlement of a deal as plain data."""
    return written(settlement, "hearts clear revokers result why") | {
        "items": [written(moved, "player item counters") for moved in settlement.items],
        "net": settlement.net,
        "pool": {
            "before": settlement.pool[0],
            "in": settlement.paid,
            "out": settlement.taken,
            "after": settlement.pool[1],
        },
        "jack": {"before": settlement.jack[0], "after": settlement.jack[1]},
    }


def _event(event: Any) -> dict[str, Any]:
    match event:
        case Faulted():
            demand = event.demand and written(event.demand, "by choice")
            return {"type": "fault"} | written(event, "kind player card by choices") | {"demand": demand}
        case Drawn():
            return {"type": "irregular"} | written(event, "short long")
        case TakeLast():
            return {"type": "take-last", "player": event.player}
        case RevokeClaim():
            return {"type": "revoke"} | written(event, "player by")
    return usual_event(event)


def score_sheet(match: Match) -> str:
    """The sitting as a readable score sheet. Rules 3.2 and 7.2."""
    return sheet(match, title(match.setup.rules), event_line, settled_line, _end_line(match))


def title(rules: Rules) -> str:
    """The game with its rules."""
    if rules.settling is Settling.HOWELL:
        return "Hearts, Howell’s settling"
    return f"Hearts, Sweepstake{', with an odd Jack' if rules.odd_jack else ''}"


def _end_line(match: Match) -> str:
    if match.finish:
        return "; ".join(filter(None, (f"Finished after {plural(match.settled, 'deal')}", finish_words(match))))
    over = "" if match.phase is not Phase.SETTLE else "; a deal waits to be settled"
    return f"{plural(match.settled, 'deal')} settled; {pool_words(match)}{over}"


def finish_words(match: Match) -> str:
    """Describe the shares of the pool at the finish; empty if the pool was empty (7.2)."""
    if not match.finish or not match.finish.pool:
        return ""
    shares = shares_words(match.setup.players.values(), match.finish.shares)
    return f"share of the pool of {match.finish.pool}: {shares}"


def pool_words(match: Match) -> str:
    """The pool in words: `13 in the pool, a Jack`."""
    if not match.pool:
        return "the pool is empty"
    return f"{match.pool} in the pool{', a Jack' if match.jack else ''}"

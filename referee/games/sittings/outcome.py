"""A sitting written out: as plain data for JSON, and as a text score sheet; the words for it that games share."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.english import joined, plural
from referee.games.kit.sheets import dealt_again, sheet, written
from referee.games.sittings.revokes import Revoke
from referee.games.sittings.state import Adjusted, AnyMatch, Misdealt, Phase
from referee.text import isolated

Told = Callable[..., str]


def tricks(deals: Iterable[Any]) -> Iterator[tuple[dict[str, Any], Any, Any]]:
    """Yield the tricks of some deals as plain data, each with its deal and in its own form."""
    for deal in deals:
        for trick in deal.tricks:
            yield {"deal": deal.number} | written(trick, "trick=number leader cards winner"), deal, trick


def revokes(noticed: Iterable[tuple[Any, Iterable[Revoke]]]) -> list[dict[str, Any]]:
    """The revokes noticed in some deals."""
    return [
        {
            "deal": deal.number,
            **written(each, "trick seat led played"),
            "shown_by": written(each, "trick=shown_in card=shown"),
        }
        for deal, found in noticed
        for each in found
    ]


def usual_event(event: Misdealt | Adjusted) -> dict[str, Any]:
    """A misdeal or a correction by the table."""
    if isinstance(event, Misdealt):
        return {"type": "misdeal"} | written(event, "dealer again")
    return {"type": "adjust"} | written(event, "player points reason")


def score_sheet(match: AnyMatch, title: str, event_line: Told, settled_line: Told, end_line: str) -> str:
    """The sitting as a readable score sheet; the functions word an event and a settlement."""
    lines = _lines(match, event_line, settled_line, end_line)
    return sheet(match, title, lines, {seat: seat for seat in match.setup.seats})


def _lines(match: AnyMatch, event_line: Told, settled_line: Told, end_line: str) -> Iterator[str]:
    for deal, after in with_totals(match):
        if not deal.settlement and not deal.events and (not deal.is_begun or match.phase is Phase.OVER):
            continue
        yield ""
        yield f"Deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}"
        for event in deal.events:
            yield f"  {event_line(match, event)}"
        if deal.settlement:
            yield f"  {settled_line(match.setup.players, deal.settlement)}"
            yield f"  {balances(match, after)}"
        elif deal.tricks:
            yield f"  {plural(len(deal.tricks), 'trick')} tapped"
    yield ""
    yield end_line
    yield balances(match, match.score)


def with_totals(match: AnyMatch) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """The deals, each with the totals after it."""
    deals = tuple(match.deals)
    starts = [deal.start for deal in deals[1:]]
    return zip(deals, [*starts, match.score], strict=True)


def balances(match: AnyMatch, score: tuple[int, ...]) -> str:
    """The totals with their signs, `Ann +39, Bob −3`."""
    return ", ".join(f"{match.player(seat)} {signed(total)}" for seat, total in match.by_seat(score).items())


def shares_words(names: Iterable[str], shares: Iterable[int]) -> str:
    """Write the shares of several players: `3 each`, or `Ann 4; Bob and Cat 3 each`."""
    by_share: dict[int, list[str]] = {}
    for name, share in zip(names, shares, strict=True):
        by_share.setdefault(share, []).append(name)
    if len(by_share) == 1:
        return f"{next(iter(by_share))} each"
    parts = (
        (joined(who), share, " each" if len(who) > 1 else "") for share, who in sorted(by_share.items()) if share
    )
    return "; ".join(f"{who} {share}{each}" for who, share, each in reversed([*parts]))


def won_line(match: AnyMatch) -> str:
    """Name the players with the highest total: `Bob wins with +4.`, or `All are level.`."""
    best = max(match.score)
    winners = [match.player(seat) for seat, total in match.by_seat(match.score).items() if total == best]
    if len(winners) == len(match.score):
        return "Both are level." if len(winners) == 2 else "All are level."
    return f"{joined(winners)} {'wins' if len(winners) == 1 else 'win'} with {signed(best)}."


def signed(number: int) -> str:
    """A number with its sign, `+3`, `−3` or `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def end_line(match: AnyMatch) -> str:
    """Describe the end of a sitting, or its progress so far."""
    deals = plural(match.settled, "deal")
    return f"Finished after {deals}" if match.phase is Phase.OVER else f"{deals} settled"


def event_line(match: AnyMatch, event: Misdealt | Adjusted, unit: str) -> str:
    """A misdeal or a correction by the table in a sentence."""
    if isinstance(event, Misdealt):
        whose = f"{match.player(event.dealer)}’s deal is void"
        if event.again:
            return f"{whose}, and the same player deals again."
        return f"{whose}, and {'the other player deals' if len(match.score) == 2 else 'passes to the left'}."
    name, moved = isolated(match.player(event.player)), plural(abs(event.points), unit)
    given = f"takes {moved} from {name}" if event.points < 0 else f"gives {name} {moved}"
    return f"The table {given}: {event.reason}"

"""Highlights of a sitting, for its end."""

from collections import Counter
from itertools import pairwise
from operator import itemgetter
from typing import Any

from referee.english import joined, plural
from referee.games.kit.figures import best
from referee.games.sittings.outcome import signed, with_totals
from referee.games.sittings.state import Match
from referee.web.components.highlights import stood_out


def highlights(match: Match[Any, Any]) -> list[str]:
    """Name the deal with a player's highest gain, and the players most often ahead."""
    settled = [(deal, after) for deal, after in with_totals(match) if deal.settlement]
    if not settled:
        return []
    wins = [(points, deal.number, seat) for deal, _ in settled for seat, points in deal.settlement.net.items()]
    texts = (
        f"{match.player(seat)}, {signed(points)} in deal {number}"
        for points, number, seat in best(wins, itemgetter(0))
    )
    lines = stood_out("Best deal", texts)
    course = [match.by_seat(after) for _, after in settled]
    leaders = [{seat for seat, total in totals.items() if total == max(totals.values())} for totals in course]
    alone = Counter(seat for each in leaders if len(each) == 1 for seat in each)
    if longest := best(alone, alone.__getitem__):
        who, each = joined(map(match.player, longest)), " each" if len(longest) > 1 else ""
        deals = f"{alone[longest[0]]} of {plural(len(settled), 'deal')}"
        lines.append(f"Longest ahead: {who}, after {deals}{each}.")
    changes = sum(one != other for one, other in pairwise(each for each in leaders if len(each) == 1))
    if changes >= 3:
        lines.append(f"The lead changed {changes} times.")
    return lines

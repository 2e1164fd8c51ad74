"""What stood out in a sitting, for its end."""

from collections import Counter
from itertools import pairwise
from typing import Any

from referee.english import plural
from referee.games.sittings.sheet import signed, with_totals
from referee.games.sittings.state import Match
from referee.web.sittings.pages import SittingPages


def highlights(of: SittingPages, match: Match[Any, Any]) -> list[str]:
    """The deal that brought a player most, and who was ahead how often."""
    settled = [(deal, after) for deal, after in with_totals(match) if deal.settlement]
    if not settled:
        return []
    wins = [(points, deal.number, seat) for deal, _ in settled for seat, points in of.brought(match, deal).items()]
    most = max(points for points, _, _ in wins)
    number, seat = next((number, seat) for points, number, seat in wins if points == most)
    found = [f"Best deal: {match.player(seat)}, {signed(most)} in deal {number}."] if most > 0 else []
    course = [match.by_seat(after) for _, after in settled]
    leaders = [{seat for seat, total in totals.items() if total == max(totals.values())} for totals in course]
    alone = Counter(seat for each in leaders if len(each) == 1 for seat in each)
    if alone:
        seat, count = alone.most_common(1)[0]
        found.append(f"Longest ahead: {match.player(seat)}, after {count} of {plural(len(settled), 'deal')}.")
    changes = sum(one != other for one, other in pairwise(each for each in leaders if len(each) == 1))
    if changes >= 3:
        found.append(f"The lead changed {changes} times.")
    return found

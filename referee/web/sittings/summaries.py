"""A sitting as a row of a list, and its highlights at its end."""

from collections import Counter
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any

from referee.english import joined, plural
from referee.games.kit.figures import best
from referee.games.sittings.outcome import shares_words, signed, with_totals
from referee.games.sittings.state import Match
from referee.text import isolated
from referee.web.components.highlights import stood_out
from referee.web.tables.listing import MatchRow


class SittingRow(MatchRow):
    """A sitting as a row of a list."""

    def _total(self, seat: str) -> int:
        return int(self.scores.get(seat, [0])[0])

    @cached_property
    def _best(self) -> list[str]:
        """The seats of the players who won or are ahead; none while all are level."""
        if self.is_over:
            return list(self.match.winners)
        most = max(map(self._total, self.match.players))
        best = [seat for seat in self.match.players if self._total(seat) == most]
        return best if len(best) < len(self.match.players) else []

    @property
    def sides(self) -> list[tuple[str, str, bool]]:
        """Each player, their name, and whether they ended with the most."""
        players = self.match.players.items()
        return [(seat, isolated(name), seat in self.match.winners) for seat, name in players]

    @property
    def figures(self) -> str:
        """The totals of two players, or the highest total of several."""
        totals = [self._total(seat) for seat in self.match.players]
        return " ".join(map(signed, totals if len(totals) == 2 else [max(totals)]))

    @property
    def summary(self) -> str:
        """The state of the sitting in words."""
        parts = [self.game, "finished" if self.is_over else f"Deal {self.match.hand}"]
        if self._best and len(self.match.players) > 2:
            best = joined(isolated(self.match.players[seat]) for seat in self._best)
            parts.append(f"{best} {'won' if self.is_over else 'is ahead' if len(self._best) == 1 else 'are ahead'}")
        elif self.is_over and not self._best:
            parts.append(f"{'both' if len(self.match.players) == 2 else 'all'} are level")
        if shares := self.scores.get("shares"):
            names = map(isolated, self.match.players.values())
            parts.append(f"share of the pool: {shares_words(names, shares)}")
        pool, jack = self.scores.get("pool", [0, 0])
        if pool:
            parts.append(f"{pool} in the pool{', a Jack' if jack else ''}")
        return " · ".join(parts)


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

"""A match as seen from its seats: the players' names, and the players of a trick's cards."""

from typing import Any

from referee.cards import Card


class Named:
    """Base of the state of a match, whose setup has the players by seat, clockwise."""

    __slots__ = ()
    setup: Any

    def player(self, seat: Any) -> str:
        """The name of the player in a seat."""
        name: str = self.setup.players[seat]
        return name

    def partners(self, side: str) -> tuple[str, str]:
        """The names of the two players of a side."""
        return self.player(side[0]), self.player(side[1])


class Seated(Named):
    """The same with a deal, whose tricks have leaders."""

    __slots__ = ()
    phase: Any
    deal: Any

    def plays(self, trick: Any) -> tuple[tuple[str, Card], ...]:
        """The cards of a trick with their players, in order of play."""
        return tuple(zip(self.setup.clockwise(trick.leader), trick.cards, strict=True))

    @property
    def expected_leader(self) -> str:
        """The winner of the last trick, or the player left of the dealer."""
        deal = self.deal
        leader: str = deal.tricks[-1].winner if deal.tricks else self.setup.left(deal.dealer)
        return leader

    @property
    def leader(self) -> str | None:
        """The leader of the next trick; None if no more tricks will be played."""
        return self.expected_leader if self.phase.value == "play" else None

"""Cards and tricks for the second reading of Humbug Whist, each worked out from a list of actions.

Written from the published rules alone, and shares no code with the package.
"""

from typing import Any, NamedTuple

from tests.humbug_whist.shapes import CARDS, RANKS, SEATS

Action = dict[str, Any]
OTHER = {"N": "S", "S": "N"}


class Trick(NamedTuple):
    """A trick of a deal: its number, and who did what."""

    number: int
    leader: str
    cards: tuple[str, str]
    winner: str

    def card_of(self, seat: str) -> str:
        return self.cards[0] if seat == self.leader else self.cards[1]


def winner(first: str, second: str, trump: str) -> int:
    """The index of the card that takes the trick, 0 for the card led or 1, with this suit as trumps."""
    if first[1] == second[1]:
        return 1 if RANKS.index(second[0]) > RANKS.index(first[0]) else 0
    return 1 if second[1] == trump else 0


def plain(actions: list[Action]) -> list[Action]:
    """The same actions, with every card spelled as its code."""
    spelled = []
    for action in actions:
        copy = dict(action)
        if "card" in copy:
            copy["card"] = CARDS[copy["card"]]
        if "cards" in copy:
            copy["cards"] = [CARDS[card] for card in copy["cards"]]
        spelled.append(copy)
    return spelled


def of_type(actions: list[Action], *kinds: str) -> list[Action]:
    return [action for action in actions if action["type"] in kinds]


def turned_up(actions: list[Action]) -> str | None:
    """The card turned up in a deal, from what was recorded in it."""
    return next((action["card"] for action in of_type(actions, "trump")), None)


def leader_of(dealer: str, tricks: list[Trick], action: Action | None = None) -> str:
    """The leader after these tricks of a deal: as the action says, or the last winner, or the non-dealer."""
    if action is not None and "leader" in action:
        return str(action["leader"])
    return tricks[-1].winner if tricks else OTHER[dealer]


def tricks_of(dealer: str, actions: list[Action]) -> list[Trick]:
    """The tricks of a deal, from what was recorded in it."""
    turned = turned_up(actions)
    tricks: list[Trick] = []
    for action in of_type(actions, "trick"):
        first, second = action["cards"]
        leader = leader_of(dealer, tricks, action)
        taker = (leader, OTHER[leader])[winner(first, second, turned[1] if turned else "")]
        tricks.append(Trick(len(tricks) + 1, leader, (first, second), taker))
    return tricks


def wins(tricks: list[Trick]) -> dict[str, int]:
    return {seat: sum(trick.winner == seat for trick in tricks) for seat in SEATS}


def noticed(tricks: list[Trick]) -> list[dict[str, Any]]:
    """Each trick of a deal where the second player did not follow and played the suit in a later trick."""
    found = []
    for trick in tricks:
        seat, led = OTHER[trick.leader], trick.cards[0][1]
        if trick.cards[1][1] == led:
            continue
        proofs = [later for later in tricks if later.number > trick.number and later.card_of(seat)[1] == led]
        if proofs:
            shown = {"trick": proofs[0].number, "card": proofs[0].card_of(seat)}
            found.append(
                {"trick": trick.number, "seat": seat, "led": led, "played": trick.cards[1], "shown_by": shown}
            )
    return found

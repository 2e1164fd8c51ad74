"""A record cut into deals, and what follows from them.

Written from the published rules alone, and shares no code with the package. Nothing is carried along from action to
action: everything is worked out anew from a list of actions.
"""

from dataclasses import dataclass, replace
from typing import Any

from tests.hearts.oracle_record import CHOICES, RANKS, TRICKS, Sheet, seats
from tests.hearts.oracle_settling import settled

Action = dict[str, Any]


@dataclass(frozen=True)
class Deal:
    """The record of one deal, void or not; a finish ends the list of its deal too."""

    number: int
    dealer: str
    first_action: int
    actions: list[Action]

    @property
    def end(self) -> str:
        """The type of the action that ended it, or nothing."""
        last = self.actions[-1]["type"] if self.actions else ""
        return last if last in ("settle", "misdeal", "finish") else ""

    def of(self, kind: str) -> list[Action]:
        return [action for action in self.actions if action["type"] == kind]


@dataclass(frozen=True)
class Books:
    """All counters that moved, the deals settled, and whether the pool is a Jack."""

    moves: list[tuple[str, int]]
    deals: list[dict[str, Any]]
    jack: bool
    finish: dict[str, Any] | None

    @property
    def pool(self) -> int:
        return -sum(counters for _, counters in self.moves)


def left(seat: str, players: int, steps: int = 1) -> str:
    """The seat a number of steps clockwise."""
    return seats(players)[(int(seat) - 1 + steps) % players]


def right(seat: str, players: int) -> str:
    return left(seat, players, players - 1)


def split(sheet: Sheet) -> list[Deal]:
    """The record cut into deals; the last has no end yet, and may be empty."""
    ends = [i for i, each in enumerate(sheet.actions) if each["type"] in ("settle", "misdeal", "finish")]
    starts = [0, *(i + 1 for i in ends)]
    deals = []
    for start, stop in zip(starts, [*starts[1:], len(sheet.actions)], strict=True):
        closing = [sheet.actions[i] for i in ends if i < start]
        counted = sum(action["type"] == "settle" for action in closing)
        passed = counted + sum(each["type"] == "misdeal" and not each.get("again", False) for each in closing)
        dealer = left(sheet.dealer, sheet.players, passed)
        deals.append(Deal(counted + 1, dealer, start + 1, sheet.actions[start:stop]))
    return deals


def tapped(deal: Deal, players: int) -> list[dict[str, Any]]:
    """The tricks tapped in the deal, as the outcome shows them."""
    tricks: list[dict[str, Any]] = []
    for action in deal.of("trick"):
        usual = tricks[-1]["winner"] if tricks else left(deal.dealer, players)
        leader, cards = action.get("leader", usual), action["cards"]
        following = [card for card in cards if card[1] == cards[0][1]]
        best = max(following, key=lambda card: RANKS.index(card[0]))
        winner = left(leader, players, cards.index(best))
        hearts = sum(card[1] == "H" for card in cards)
        shown = {"deal": deal.number, "trick": len(tricks) + 1, "leader": leader, "cards": cards}
        tricks.append({**shown, "winner": winner, "hearts": hearts})
    return tricks


def hearts_of(deal: Deal, players: int) -> dict[str, int]:
    """Counted, or else in the tricks tapped."""
    for action in deal.of("count"):
        return {seat: action["taken"][seat] for seat in seats(players)}
    tricks = tapped(deal, players)
    return {seat: sum(each["hearts"] for each in tricks if each["winner"] == seat) for seat in seats(players)}


def phase_of(deal: Deal, before: list[Deal], players: int) -> str:
    if any(each.end == "finish" for each in before):
        return "over"
    return "settle" if deal.of("count") or len(deal.of("trick")) == TRICKS[players] else "play"


def who_may_demand(fault: Action, players: int) -> list[str]:
    player = fault["player"]
    if fault["kind"] == "lead":
        return [right(player, players)]
    if fault["kind"] == "turn":
        return [left(player, players)] + ([fault["due"]] if "due" in fault else [])
    return [left(player, players, steps) for steps in range(1, players)]


def gives(fault: Action, demand: Action, players: int) -> bool:
    """True if the fault entitles the player to the demand."""
    return (
        fault["player"] == demand["player"]
        and demand["by"] in who_may_demand(fault, players)
        and demand["choice"] in CHOICES[fault["kind"]]
        and fault.get("card") == demand.get("card")
    )


def answers(actions: list[Action], players: int) -> dict[int, Action]:
    """The demand that answers each fault, by the place of the fault among the actions."""
    found: dict[int, Action] = {}
    for place, demand in enumerate(actions):
        if demand["type"] != "demand":
            continue
        faults = [i for i in range(place) if actions[i]["type"] == "fault" and i not in found]
        fitting = [i for i in faults if gives(actions[i], demand, players)]
        if fitting:
            found[fitting[0]] = demand
    return found


def entry_of(deal: Deal, players: int) -> str:
    tricks = len(deal.of("trick"))
    return "count" if tricks == 0 else "tricks" if tricks == TRICKS[players] else "mixed"


def shares_of(pool: int, dealer: str, players: int) -> dict[str, int]:
    """The pool shared equally, the odd counters clockwise from the left of the one who would deal."""
    lucky = [left(dealer, players, steps) for steps in range(1, pool % players + 1)]
    return {seat: pool // players + (seat in lucky) for seat in seats(players)}


def books_of(sheet: Sheet, deals: list[Deal]) -> Books:
    """The counters after these deals, from the beginning."""
    books = Books([], [], False, None)
    for deal in deals:
        for action in deal.of("adjust"):
            books = replace(books, moves=[*books.moves, (action["player"], action["points"])])
            books = replace(books, jack=books.jack and books.pool > 0)
        if deal.end == "settle":
            books = divided(sheet, deal, books)
        if deal.end == "finish":
            shares = shares_of(books.pool, deal.dealer, sheet.players)
            finish = {"pool": books.pool, "shares": shares}
            books = replace(books, moves=[*books.moves, *shares.items()], jack=False, finish=finish)
    return books


def divided(sheet: Sheet, deal: Deal, books: Books) -> Books:
    """The books once the deal is settled."""
    hearts = hearts_of(deal, sheet.players)
    revokers = {action["player"] for action in deal.of("revoke")}
    irregular = [(action["short"], action["long"]) for action in deal.of("irregular")]
    one = settled(hearts, sheet.settling, sheet.odd_jack, books.pool, books.jack, revokers, irregular)
    head = {"deal": deal.number, "dealer": deal.dealer, "entry": entry_of(deal, sheet.players)}
    moves = [(item["player"], item["counters"]) for item in one["items"]]
    return Books([*books.moves, *moves], [*books.deals, {**head, **one}], one["jack"]["after"], None)

"""One deal of Grevjass, and the points of a game, each worked out anew from the actions entered.

Written from the published rules alone, and shares no code with the package.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from tests.grevjass.oracle_cards import (
    OTHER,
    SIDE_OF,
    SIDES,
    Meld,
    best_meld,
    four,
    in_socks,
    left,
    meld_worth,
    sequence,
    trick_points,
    trick_winner,
)
from tests.grevjass.oracle_record import Action

Points = dict[str, int]
"""Points of both sides."""


@dataclass
class Deal:
    """A deal whose trump is named, with what was entered since."""

    number: int
    game: int
    dealer: str
    trump: str
    card: str | None
    stikk: str
    actions: list[Action] = field(default_factory=list)

    def until(self, count: int) -> "Deal":
        """The deal as it was after `count` of its actions."""
        return Deal(self.number, self.game, self.dealer, self.trump, self.card, self.stikk, self.actions[:count])

    def of_type(self, kind: str) -> list[Action]:
        return [action for action in self.actions if action["type"] == kind]


Part = Deal | Action
"""The parts of a game: deals, and adjustments of points between them."""


def add(*changes: Points) -> Points:
    return {side: sum(change.get(side, 0) for change in changes) for side in SIDES}


# ---- melds and vol


def cards_of_meld(action: Action) -> list[str]:
    """The cards of a meld, none where it would go below the seven."""
    if "four" in action:
        return four(action["four"])
    return sequence(action["sequence"], action["length"]) or []


def melds_of(deal: Deal) -> list[Meld]:
    return [(action["player"], cards_of_meld(action)) for action in deal.of_type("meld")]


def best_of(deal: Deal) -> Meld | None:
    return best_meld(melds_of(deal), deal.trump, left(deal.dealer))


def side_of_best(deal: Deal) -> str | None:
    best = best_of(deal)
    return SIDE_OF[best[0]] if best else None


def meld_totals(deal: Deal, which: int) -> Points:
    """The points (0) or strokes (1) of all melds of the side with the best."""
    side = side_of_best(deal)
    worth = [meld_worth(cards)[which] for player, cards in melds_of(deal) if SIDE_OF[player] == side]
    return add({side: sum(worth)}) if side else add()


def best_is_worth_strokes(deal: Deal) -> bool:
    best = best_of(deal)
    return best is not None and meld_worth(best[1])[1] > 0


def bidder(deal: Deal) -> str | None:
    return next((action["player"] for action in deal.of_type("vol")), None)


# ---- tricks


def plays(row: dict[str, Any]) -> dict[str, str]:
    """The player of each card in a trick."""
    return {left(row["leader"], steps): card for steps, card in enumerate(row["cards"])}


def bare_tricks(deal: Deal) -> list[dict[str, Any]]:
    """The tricks, with who led and who won."""
    leader, rows = left(deal.dealer), []
    for number, action in enumerate(deal.of_type("trick"), 1):
        winner = left(leader, trick_winner(action["cards"], deal.trump))
        rows.append(
            {"deal": deal.number, "trick": number, "leader": leader, "cards": action["cards"], "winner": winner}
        )
        leader = winner
    return rows


def stikk_of(deal: Deal) -> tuple[int, str] | None:
    """In which trick the stikk scores, and whose it is."""
    rows = bare_tricks(deal)
    played = [(row["trick"], seat, card) for row in rows for seat, card in plays(row).items()]
    halves = [(trick, seat) for trick, seat, card in played if card in ("K" + deal.trump, "Q" + deal.trump)]
    if len(halves) < 2 or halves[0][1] != halves[1][1]:
        return None
    seat, second = halves[0][1], max(trick for trick, _ in halves)
    if deal.stikk == "played":
        return second, seat
    if deal.stikk == "trick":
        return (second, seat) if rows[second - 1]["winner"] == seat else None
    won = [row["trick"] for row in rows if SIDE_OF[row["winner"]] == SIDE_OF[seat]]
    return (max(second, min(won)), seat) if won else None


def pieces(row: dict[str, Any]) -> list[Points]:
    """The points of a trick, in the order in which they count: stikk, cards, last."""
    stikk = [{SIDE_OF[row["stikk"]]: 20}] if row["stikk"] else []
    return stikk + [{SIDE_OF[row["winner"]]: points} for points in row["items"].values()]


def tricks_of(deal: Deal) -> list[dict[str, Any]]:
    """The tricks as the outcome shows them."""
    stikk, rows = stikk_of(deal), []
    for bare in bare_tricks(deal):
        items = {"cards": trick_points(bare["cards"], deal.trump)}
        if bare["trick"] == 8:
            items["last"] = 5
        scorer = stikk[1] if stikk and stikk[0] == bare["trick"] else None
        row = {**bare, "items": items, "stikk": scorer}
        rows.append({**row, "points": add(*pieces(row))})
    return rows


def won_by(deal: Deal) -> Points:
    """The number of tricks each side has won."""
    return add(*({SIDE_OF[row["winner"]]: 1} for row in bare_tricks(deal)))


def vol_can_be_won(deal: Deal) -> bool:
    """True if vol was bid, and the other side has no trick."""
    seat = bidder(deal)
    return seat is not None and won_by(deal)[OTHER[SIDE_OF[seat]]] == 0


def leader_of(deal: Deal) -> str:
    """The leader of the next trick."""
    rows = bare_tricks(deal)
    return str(rows[-1]["winner"]) if rows else left(deal.dealer)


def next_dealer(deal: Deal) -> str:
    """The dealer after this deal."""
    return leader_of(deal)


# ---- points


def changes_of(part: Part) -> list[Points]:
    """Every change of the points that this part of a game made, in order."""
    if not isinstance(part, Deal):
        return [{part["side"]: part["points"]}]
    changes: list[Points] = []
    rows = iter(tricks_of(part))
    for place, action in enumerate(part.actions):
        if action["type"] == "meld":
            before, after = meld_totals(part.until(place), 0), meld_totals(part.until(place + 1), 0)
            changes.append({side: after[side] - before[side] for side in SIDES})
        elif action["type"] == "trick":
            changes += pieces(next(rows))
        elif action["type"] == "adjust" and "points" in action:
            changes.append({action["side"]: action["points"]})
    return changes


def totals(parts: Sequence[Part]) -> Points:
    """Both sides' totals in a game of these parts."""
    return add(*(change for part in parts for change in changes_of(part)))


def has_had_100_since(parts: Sequence[Part], side: str) -> int:
    """Since how many changes the side has had 100 without a break; the fewer the number, the longer."""
    steps = [change.get(side, 0) for part in parts for change in changes_of(part)]
    short = [moment for moment, total in enumerate(accumulate(steps, initial=0)) if total < 100]
    return max(short) + 1


# ---- what the outcome says of a deal


def items_of(deal: Deal) -> dict[str, Points]:
    """The parts of each side's points in the deal."""
    items = {side: {"cards": 0, "last": 0, "melds": meld_totals(deal, 0)[side], "stikk": 0} for side in SIDES}
    for row in tricks_of(deal):
        for item, points in row["items"].items():
            items[SIDE_OF[row["winner"]]][item] += points
        if row["stikk"]:
            items[SIDE_OF[row["stikk"]]]["stikk"] += 20
    return items


def jass_of(deal: Deal) -> dict[str, Any] | None:
    jass = "J" + deal.trump
    for row in bare_tricks(deal):
        for seat, card in plays(row).items():
            if card == jass:
                return {"trick": row["trick"], "seat": seat, "socks": in_socks(row["cards"], deal.trump)}
    return None


def meld_rows(deal: Deal) -> list[dict[str, Any]]:
    rows = []
    for player, cards in melds_of(deal):
        points, strokes = meld_worth(cards)
        counts = SIDE_OF[player] == side_of_best(deal)
        rows.append({"player": player, "cards": list(cards), "points": points, "strokes": strokes, "counts": counts})
    return rows


def deal_row(deal: Deal) -> dict[str, Any]:
    """A deal as the outcome shows it."""
    return {
        "deal": deal.number,
        "game": deal.game,
        "dealer": deal.dealer,
        "trump": deal.trump,
        "card": deal.card,
        "vol": bidder(deal),
        "melds": meld_rows(deal),
        "tricks": won_by(deal),
        "items": items_of(deal),
        "jass": jass_of(deal),
    }


def revoke_rows(deal: Deal) -> list[dict[str, Any]]:
    """Each card that was neither trump nor of the suit led, and that a later card shows to be a revoke."""
    rows = bare_tricks(deal)
    found = []
    for row in rows:
        led = row["cards"][0][1]
        for seat, card in plays(row).items():
            later = [{"trick": each["trick"], "card": plays(each)[seat]} for each in rows[row["trick"] :]]
            shown = [each for each in later if each["card"][1] == led and each["card"] != "J" + deal.trump]
            if card[1] not in (led, deal.trump) and shown:
                about = {"deal": deal.number, "trick": row["trick"], "seat": seat, "led": led, "played": card}
                found.append({**about, "shown_by": shown[0]})
    return found


def stray_rows(deal: Deal) -> list[dict[str, Any]]:
    """Each card known to be one player's that another played."""
    known = {card: (player, "meld") for player, cards in melds_of(deal) for card in cards}
    if deal.card:
        known[deal.card] = (deal.dealer, "trump")
    return [
        {"deal": deal.number, "trick": row["trick"], "seat": seat, "card": card}
        | {"owner": known[card][0], "known": known[card][1]}
        for row in bare_tricks(deal)
        for seat, card in plays(row).items()
        if card in known and known[card][0] != seat
    ]

"""A second reading of Grevjass, for tests to compare with: the outcome of a record.

Written from the published rules alone, and shares no code with the package. A book keeps only what was entered,
sorted into games and deals; points, melds, tricks and the slate are worked out anew from it whenever they are asked
for.
"""

from collections.abc import Sequence
from typing import Any

from tests.grevjass.oracle_cards import (
    OTHER,
    PACK,
    SEATS,
    SIDE_OF,
    SIDES,
    SUITS,
    best_meld,
    every_meld,
    left,
    meld_key,
    meld_worth,
    trick_points,
    trick_winner,
)
from tests.grevjass.oracle_deals import (
    Deal,
    Part,
    Points,
    add,
    best_is_worth_strokes,
    bidder,
    deal_row,
    has_had_100_since,
    leader_of,
    meld_totals,
    next_dealer,
    revoke_rows,
    side_of_best,
    stray_rows,
    totals,
    tricks_of,
    won_by,
)
from tests.grevjass.oracle_record import CARDS, Action, Refused, Sheet, is_card, is_word, plain, read, spellings
from tests.grevjass.oracle_refusals import refusal

__all__ = [
    "OTHER",
    "PACK",
    "SEATS",
    "SIDES",
    "SIDE_OF",
    "SUITS",
    "Book",
    "Refused",
    "best_meld",
    "book_of",
    "every_meld",
    "left",
    "meld_key",
    "meld_totals",
    "meld_worth",
    "outcome",
    "plain",
    "read",
    "single",
    "spellings",
    "trick_points",
    "trick_winner",
]


class Book:
    """The entries: games of deals and adjustments, the results of finished games, and the slate's moves."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.dealer = sheet.dealer
        self.games: list[list[Part]] = [[]]
        self.results: list[dict[str, Any]] = []
        self.slate: list[Points] = []
        self.deal: Deal | None = None

    # ---- what it comes to

    def strokes(self) -> Points:
        return add(*self.slate)

    def phase(self) -> str:
        if max(self.strokes().values()) >= self.sheet.strokes:
            return "match-over"
        if self.deal is None:
            return "trump"
        undecided = best_is_worth_strokes(self.deal) and bidder(self.deal) is None
        return "strokes" if undecided else "play"

    def score(self) -> Points:
        return totals(self.games[-1])

    def deals(self) -> list[Deal]:
        return [part for game in self.games for part in game if isinstance(part, Deal)]

    def refusal(self, action: Action) -> str | None:
        """The reason why the action, plainly spelt, is refused now; None if it is allowed."""
        return refusal(self, action)

    # ---- entering

    def enter(self, action: Action) -> None:
        """Adds an action that is allowed."""
        kind = action["type"]
        if kind == "dealer":
            self.dealer = action["player"]
        elif kind == "trump":
            self._open(action)
        elif kind == "misdeal":
            self.games[-1] = [part for part in self.games[-1] if part is not self.deal]
            self.deal = None
        elif kind == "adjust":
            self._adjust(action)
        else:
            if self.deal:
                self.deal.actions.append(action)
            self._settle(action)

    def _open(self, action: Action) -> None:
        card: str | None = action.get("card")
        suit = card[1] if card else action["suit"]
        number = len(self.deals()) + 1
        self.deal = Deal(number, len(self.games), self.dealer, suit, card, self.sheet.stikk)
        self.games[-1].append(self.deal)

    def _adjust(self, action: Action) -> None:
        if "strokes" in action:
            self.slate.append({action["side"]: action["strokes"]})
        elif self.deal:
            self.deal.actions.append(action)
        else:
            self.games[-1].append(action)

    def _settle(self, action: Action) -> None:
        """Closes the deal, and the game, where the action just entered did so."""
        deal, result = self.deal, self._result(action)
        if result is None and (deal is None or len(deal.of_type("trick")) < 8):
            return
        if result:
            self._end_game(result)
        if self.phase() != "match-over":
            self.dealer = next_dealer(deal) if deal else left(self.dealer)
            self.games += [[]] if result else []
        self.deal = None

    def _end_game(self, result: tuple[str, str, int, bool]) -> None:
        winner, how, strokes, jan = result
        entered = sum(isinstance(part, Deal) for part in self.games[-1])
        end = {"points": self.score(), "deals": entered}
        self.results.append({"winner": winner, "how": how, "strokes": strokes, "jan": jan, **end})
        self.slate.append({winner: strokes})

    def _result(self, action: Action) -> tuple[str, str, int, bool] | None:
        """The side that won the game just now, how, for how many strokes, and whether doubled; None if nobody did."""
        kind, deal = action["type"], self.deal
        if kind == "chalk":
            return action["side"], "chalk", action["strokes"], False
        if kind == "take" and deal:
            side = str(side_of_best(deal))
            return side, "melds", meld_totals(deal, 1)[side], False
        if kind == "claim":
            return self._claimed(action["side"])
        if kind == "trick" and deal and len(deal.of_type("trick")) == 8:
            return self._counted(deal)
        return None

    def _claimed(self, side: str) -> tuple[str, str, int, bool] | None:
        if self.score()[side] >= 100:
            return self._won(side, "claim")
        return self._won(OTHER[side], "false-claim") if self.sheet.claims == "blind" else None

    def _counted(self, deal: Deal) -> tuple[str, str, int, bool] | None:
        for side, won in won_by(deal).items():
            if won == 8:
                return side, "vol", 4, False
        score = self.score()
        out = [side for side in SIDES if score[side] >= 100]
        out.sort(key=lambda side: has_had_100_since(self.games[-1], side))
        return self._won(out[0], "count") if out else None

    def _won(self, side: str, how: str) -> tuple[str, str, int, bool]:
        jan = self.score()[OTHER[side]] < 51
        return side, how, 2 if jan else 1, jan


def book_of(record: dict[str, Any], count: int | None = None) -> Book:
    """The book after `count` of the record's actions, or all of them. Raises Refused if one is not allowed."""
    sheet = read(record)
    book = Book(sheet)
    for number, action in enumerate(sheet.actions[:count], start=1):
        why = book.refusal(action)
        if why:
            raise Refused(number, why)
        book.enter(action)
    return book


def claim_rows(game: Sequence[Part]) -> list[dict[str, Any]]:
    """The claims of one game, each with what was so when it was made."""
    rows = []
    for place, deal in enumerate(game):
        if not isinstance(deal, Deal):
            continue
        for count, action in enumerate(deal.actions):
            if action["type"] == "claim":
                then = deal.until(count)
                points = totals([*game[:place], then])[action["side"]]
                about = {"deal": deal.number, "tricks": len(then.of_type("trick")), "side": action["side"]}
                rows.append({**about, "points": points, "right": points >= 100})
    return rows


def outcome(record: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a record as parsed JSON; Refused where the text refuses it."""
    book = book_of(record)
    phase, deals = book.phase(), book.deals()
    hand = book.deal if phase in ("play", "strokes") else None
    return {
        "phase": phase,
        "score": book.score(),
        "strokes": book.strokes(),
        "dealer": book.dealer,
        "leader": leader_of(hand) if hand else None,
        "trump": hand.trump if hand else None,
        "games": book.results,
        "deals": [deal_row(deal) for deal in deals],
        "claims": [row for game in book.games for row in claim_rows(game)],
        "tricks": [row for deal in deals for row in tricks_of(deal)],
        "revokes": [row for deal in deals for row in revoke_rows(deal)],
        "strays": [row for deal in deals for row in stray_rows(deal)],
    }


def single(cards: Sequence[str], trump: str, leader: str = "N", last: bool = False) -> dict[str, Any]:
    """The output of `referee grevjass --json` for one trick, without the reason."""
    known = len(cards) == 4 and all(is_card(card) for card in cards)
    if not known or len({CARDS[card] for card in cards}) < 4:
        raise Refused(0, "not four different cards")
    if not is_word(trump, SUITS) or not is_word(leader, SEATS) or type(last) is not bool:
        raise Refused(0, "not a suit, a seat, and true or false")
    codes = [CARDS[card] for card in cards]
    place = trick_winner(codes, trump)
    items = {"cards": trick_points(codes, trump), **({"last": 5} if last else {})}
    return {
        "winner": left(leader, place),
        "winning_card": codes[place],
        "points": sum(items.values()),
        "items": items,
    }

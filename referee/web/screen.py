"""The table screen: everything the templates show, made from a match's standing and from nothing else.

Fair play is kept here: no closed trick (2.8), and before and after a claim nothing of what a trick is worth but
what was claimed (8.6).
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cards import PACK, RANKS, SUITS, Card, Suit, listed, read_card
from referee.faults import Fault
from referee.havilering.combinations import Item
from referee.havilering.seats import SEATS, Seat, Side
from referee.havilering.state import Phase, Trick
from referee.havilering.summary import Hand, last_hand
from referee.havilering.talk import NAMES, cadence, counted, joined, plural
from referee.table import Standing
from referee.web.board import Board, board
from referee.web.forms import HOLE, write_items


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person has tapped and not yet posted."""

    cards: tuple[Card | None, ...] = ()
    """In order of play; None where one was taken back."""
    items: Mapping[Item, int] = field(default_factory=dict)
    calling: bool = False
    """Naming what a trick's winner missed."""

    @property
    def down(self) -> tuple[Card, ...]:
        """The cards that are there."""
        return tuple(card for card in self.cards if card)

    @property
    def codes(self) -> str:
        """The cards as the form carries them: `7S.-.9S`."""
        return ".".join(card.code if card else HOLE for card in self.cards)

    def query(self) -> dict[str, Any]:
        """The draft as it stands in an address."""
        parts = {
            "cards": self.codes,
            "items": write_items(dict(self.items)),
            "call": "1" if self.calling else "",
        }
        return {name: value for name, value in parts.items() if value}


@dataclass(frozen=True, slots=True)
class Slot:
    """A place round the table in the trick to come."""

    seat: Seat
    player: str
    place: int
    """Its turn in the trick, from 0 for the leader."""
    card: Card | None
    past: Card | None
    """The card played here to the trick before."""
    took: bool
    """Took the trick before."""
    dealer: bool
    wrong: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What the last entry came to, in words."""

    headline: str
    call: str
    pegs: str


class Screen:
    """One look at a table."""

    def __init__(
        self, standing: Standing, draft: Draft | None = None, notice: str = "", faults: Sequence[Fault] = (),
        kept: Sequence[Card] = (), typed: str = "",
    ) -> None:  # fmt: skip
        self.standing = standing
        self.match = standing.match
        self.draft = draft or Draft()
        self.notice = notice or self._undone
        self.faults = faults
        self.kept = kept or self._undone_cards
        """Cards that were tapped for a trick that is past: shown, so that they are not lost."""
        self.typed = typed
        """Words that were typed and could not be read."""
        self.key = secrets.token_urlsafe(12)
        self.rules = self.match.setup.rules

    @property
    def _undone(self) -> str:
        """What was undone last, as long as it can be redone."""
        if not self.standing.undone:
            return ""
        cards = self._undone_cards
        return f"Undone: {listed(cards) if cards else _NOUNS[self.standing.undone[-1].actions[0]['type']]}."

    @property
    def _undone_cards(self) -> tuple[Card, ...]:
        """The cards of a trick that was undone last: only one of them may be wrong."""
        action = self.standing.undone[-1].actions[0] if self.standing.undone else {}
        return tuple(read_card(code) for code in action.get("cards", ()))

    # --- where we are --------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """What the table waits for."""
        return self.match.phase.value

    @property
    def turn(self) -> str:
        """The trick that is being entered: a draft belongs to it."""
        return f"{self.match.hand}.{self.match.in_hand + (self.match.phase is Phase.PLAY)}"

    @property
    def trick_number(self) -> int:
        """The number of the trick that is played now."""
        return self.match.in_hand + 1 if self.match.phase is Phase.PLAY else self.match.in_hand

    @property
    def heading(self) -> str:
        """Where we are, in a few words."""
        if self.match.phase is Phase.MATCH_OVER:
            return "Match over"
        trick = f"Trick {self.trick_number} of 13"
        return f"Game {self.match.game} · {trick}" if self.rules.best_of > 1 else trick

    @property
    def title(self) -> str:
        """The page's title."""
        return f"{self.side_names(Side.NS)} v {self.side_names(Side.EW)} · {self.heading}"

    def player(self, seat: Seat) -> str:
        """A player's name."""
        return self.match.player(seat)

    def side_names(self, side: Side) -> str:
        """Both names of a side, `Ann & Cat`."""
        return " & ".join(self.player(seat) for seat in SEATS if seat.side is side)

    # --- the board -----------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The pegboard."""
        return board(self.rules.target)

    @property
    def sides(self) -> list[tuple[Side, int, int]]:
        """Each side with its total and its games."""
        return [(side, self.match.score.of(side), self.match.games_won.of(side)) for side in Side]

    # --- the trick -----------------------------------------------------------------------------------------

    @property
    def past(self) -> Trick | None:
        """The trick that may still be looked at: the last one, also across the end of its hand."""
        return self.match.tricks[-1] if self.match.tricks and not self._void else None

    @property
    def _void(self) -> bool:
        """The hand was dealt again, so that the last trick there is belongs to an earlier one."""
        return self.match.in_hand == 0 and self.match.hand in self.match.misdeals

    @property
    def slots(self) -> list[Slot]:
        """The four places round the table."""
        past, leader = self.past, self.match.leader
        if past and self.match.phase is not Phase.PLAY:
            leader = past.leader
        wrong = {word for fault in self.faults for word in fault.about}
        slots = []
        for seat in SEATS:
            place = (seat.place - leader.place) % 4
            card = self.draft.cards[place] if place < len(self.draft.cards) else None
            slots.append(
                Slot(
                    seat, self.player(seat), place, card, past.card_of(seat) if past else None,
                    bool(past and past.winner is seat), self.match.dealer is seat, bool(card and card.code in wrong),
                )
            )  # fmt: skip
        return slots

    @property
    def next_place(self) -> int:
        """Whose card is next, as a turn in the trick."""
        return next((place for place, card in enumerate(self.draft.cards) if card is None), len(self.draft.cards))

    @property
    def result(self) -> Result | None:
        """The last trick in words: winner, points as claimed, and where the peg went."""
        trick = self.past
        if trick is None or trick.claimed is None:
            return None
        values, side = self.rules.values, trick.winner.side
        points = sum(values.of(item, trick.dealer_won) * count for item, count in trick.claimed.items())
        call = cadence(trick.claimed, values, trick.dealer_won)
        for called in trick.calls:
            said = (
                [f"Muggins! {self.player(called.by)} is right about {counted(called.right)}."] if called.right else []
            )
            if called.wrong:
                said.append(f"{self.player(called.by)} is wrong about {counted(called.wrong)}.")
            call = " ".join([call, *said])
        headline = f"{self.player(trick.winner)} wins {plural(points, 'point') if points else 'no points'}"
        if self.rules.muggins:
            headline = f"{self.player(trick.winner)} claims {plural(points, 'point')}"
        pegged = [each for each in (side, side.other) if trick.pegged.of(each)]
        moves = [
            f"{each.text}: {plural(trick.pegged.of(each), 'hole')}, to {trick.totals.of(each)}" for each in pegged
        ]
        return Result(headline, call, "; ".join(moves))

    @property
    def can_explain(self) -> bool:
        """The last trick's worth may be told: with Muggins not while calls are open, nor ever after in the hand."""
        return self.past is not None and (not self.rules.muggins or self.past.hand < self.match.hand)

    @property
    def can_call(self) -> bool:
        """Muggins may be called, once the next lead is out or after a thirteenth trick (8.2, 8.5)."""
        trick = self.match.can_be_called
        return trick is not None and (trick.number == 13 or bool(self.draft.down))

    @property
    def call_later(self) -> bool:
        """Muggins may be called as soon as the next card is tapped."""
        return self.match.can_be_called is not None

    @property
    def callers(self) -> list[Seat]:
        """Who may call Muggins on the last trick."""
        trick = self.match.can_be_called
        return [trick.winner.left, trick.winner.right] if trick else []

    # --- the hand, the game, the match ---------------------------------------------------------------------

    @property
    def hand_over(self) -> Hand | None:
        """The hand that has just ended, until the next trick is complete."""
        return None if self._void else last_hand(self.match)

    @property
    def between(self) -> bool:
        """Between two hands: there is more to say, and the last trick's places matter less."""
        return (
            self.match.phase is Phase.PLAY
            and self.match.in_hand == 0
            and not self.draft.down
            and bool(self.match.tricks)
        )

    @property
    def news(self) -> list[str]:
        """What else there is to say at this moment: ends of hands and games, who deals."""
        said = []
        hand = self.hand_over
        if hand:
            brought = hand.brought
            said.append(f"Hand {hand.number} brought N–S {brought.ns}, E–W {brought.ew}.")
        if hand and self.match.games and hand.game == len(self.match.games):
            game = self.match.games[-1]
            ran = f", run to {game.final.ns}–{game.final.ew}" if game.ran else ""
            said.insert(
                0, f"Game {hand.game} to {self.side_names(game.winner)}, {game.at_game.ns}–{game.at_game.ew}{ran}."
            )
        if self._void:
            said.append(f"Misdeal: hand {self.match.hand} is dealt again.")
        if self.match.phase is Phase.PLAY and self.match.in_hand == 0:
            said.append(f"{self.player(self.match.dealer)} deals, {self.player(self.match.leader)} leads.")
        said += [
            f"Revoke? {self.player(revoke.seat)} did not follow {revoke.trick.led.symbol} in trick "
            f"{revoke.trick.number}, with {revoke.trick.card_of(revoke.seat)}; {revoke.card} shows it."
            for revoke in self.match.revokes
            if (revoke.trick.hand, revoke.shown_in) == (self.match.hand, self.match.in_hand)
        ]
        if self.match.won and self.match.phase is Phase.PLAY:
            said.append(f"Game {self.match.game} is won by {self.side_names(self.match.won.side)}; the points run.")
        return said

    @property
    def waits(self) -> str:
        """Whom the table waits for when it is not the next card, in words."""
        match self.match.phase:
            case Phase.CLAIM if self.past:
                return f"{self.player(self.past.winner)} takes the trick and claims its points."
            case Phase.OFFER_FIRST | Phase.OFFER_SECOND if self.match.won and self.match.asked:
                question = "Shall we finish?" if self.match.phase is Phase.OFFER_FIRST else "How about you?"
                return f"{self.player(self.match.won.asker)} asks {self.player(self.match.asked)}: “{question}”"
            case Phase.HAND_OVER:
                return "The hand is over. Any call on the last trick?"
            case Phase.MATCH_OVER if self.match.winner:
                won, winner = self.match.games_won, self.match.winner
                games = f"{won.of(winner)}–{won.of(winner.other)}" if self.rules.best_of > 1 else ""
                return f"{joined(self.side_names(winner).split(' & '))} win the match {games}".strip() + "."
        return ""

    @property
    def spoken(self) -> str:
        """What a screen reader is told after an entry, once."""
        faults = [fault.text for fault in self.faults]
        result = self.result
        said = [result.headline + ".", result.call, result.pegs + "." if result.pegs else ""] if result else []
        return " ".join(
            filter(None, [*faults, self.notice] if faults else [self.notice, *said, *self.news, self.waits])
        )

    # --- the pad -------------------------------------------------------------------------------------------

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick that is being entered."""
        lead = self.draft.cards[0] if self.draft.cards else None
        return lead.suit if lead else None

    @property
    def gone(self) -> str:
        """For each card of the pack in order, the trick it went in, as one sign: 0 for none, 1 to d."""
        tricks = {card: trick.number for trick in self.match.hand_tricks for card in trick.cards}
        return "".join("0123456789abcd"[tricks.get(card, 0)] for card in PACK)

    @property
    def played(self) -> frozenset[Card]:
        """The cards that are gone."""
        return frozenset(card for trick in self.match.hand_tricks for card in trick.cards)

    @property
    def asks_claim(self) -> bool:
        """The pad of items is open, for a claim or a call."""
        return self.match.phase is Phase.CLAIM or self.draft.calling

    @property
    def named(self) -> list[tuple[Item, str, int, int]]:
        """Every item with its name, what one is worth to this trick's winner, and how many are named so far."""
        trick = self.past
        return [
            (
                item,
                NAMES[item],
                self.rules.values.of(item, bool(trick and trick.dealer_won)),
                self.draft.items.get(item, 0),
            )
            for item in Item
        ]

    @property
    def named_items(self) -> str:
        """The items named so far, as the form carries them."""
        return write_items(dict(self.draft.items))

    @property
    def named_points(self) -> int:
        """What the items named so far come to."""
        return sum(worth * count for _, _, worth, count in self.named)


_NOUNS = {
    "claim": "the claim",
    "muggins": "the call of Muggins",
    "deal": "the deal",
    "reply": "the answer",
    "misdeal": "the misdeal",
    "adjust": "the adjustment",
}

PAD = [(suit, [[*suit_row] for suit_row in (RANKS[:5:-1], RANKS[5::-1])]) for suit in reversed(SUITS)]
"""The pad's rows: of each suit seven ranks from the ace down, then six and the suit's sign."""


def lost_cards(cards: Sequence[Card]) -> str:
    """The words for cards that were tapped too late."""
    return f"What you tapped was not entered: {listed(cards)}." if cards else ""

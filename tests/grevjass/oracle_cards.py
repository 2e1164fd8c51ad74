"""Cards, tricks and melds for the second reading of Grevjass.

Written from the published rules alone, and shares no code with the package.
"""

from collections.abc import Iterator, Sequence

SEATS = "NESW"
SIDES = ("NS", "EW")
SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}
SUITS = "SHDC"
RANKS = "AKQJT987"
"""From the top, in plain suits and in every sequence."""
TRUMP_RANKS = "J9AKQT87"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
PLAIN_POINTS = {"A": 11, "K": 3, "Q": 2, "J": 1, "T": 10, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"A": 11, "K": 3, "Q": 2, "J": 20, "T": 10, "9": 14, "8": 0, "7": 0}
FOURS = {"J": 1, "Q": 2, "K": 3, "A": 4}
"""Strokes for four of a rank."""

Meld = tuple[str, Sequence[str]]
"""The player who declared it, and its cards from the top down."""


def left(seat: str, steps: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + steps) % 4]


# ---- tricks

COUNTS = {
    trump: {card: (TRUMP_POINTS if card[1] == trump else PLAIN_POINTS)[card[0]] for card in PACK} for trump in SUITS
}
"""For each trump suit, what each card counts."""
BEATS = {
    (trump, led): {
        card: 20 - TRUMP_RANKS.index(card[0])
        if card[1] == trump
        else 10 - RANKS.index(card[0])
        if card[1] == led
        else 0
        for card in PACK
    }
    for trump in SUITS
    for led in SUITS
}
"""For each trump suit and suit led, how strong each card is; 0 cannot win."""


def trick_winner(cards: Sequence[str], trump: str) -> int:
    """The index of the card, in order of play, that takes the trick: 0 is the card led."""
    strong = BEATS[trump, cards[0][1]]
    strengths = [strong[card] for card in cards]
    return strengths.index(max(strengths))


def trick_points(cards: Sequence[str], trump: str, last: bool = False) -> int:
    """The points of the cards, with 5 more in the last trick."""
    counts = COUNTS[trump]
    return sum([counts[card] for card in cards]) + (5 if last else 0)


def in_socks(cards: Sequence[str], trump: str) -> bool:
    """True if the Jass, who is in this trick, takes no other card that counts 10 or more."""
    return all(COUNTS[trump][card] < 10 for card in cards if card != "J" + trump)


# ---- melds


def sequence(top: str, length: int) -> list[str] | None:
    """The cards of a sequence, or None where it would go below the seven."""
    ranks = RANKS[RANKS.index(top[0]) :][:length]
    return [rank + top[1] for rank in ranks] if len(ranks) == length else None


def four(rank: str) -> list[str]:
    return [rank + suit for suit in SUITS]


def every_meld() -> Iterator[list[str]]:
    """The cards of every meld there is: 84 sequences and four fours."""
    for top in PACK:
        for length in range(3, 9):
            cards = sequence(top, length)
            if cards:
                yield cards
    for rank in FOURS:
        yield four(rank)


def meld_worth(cards: Sequence[str]) -> tuple[int, int]:
    """Points and strokes of a meld."""
    if len({card[1] for card in cards}) > 1:
        return 0, FOURS[cards[0][0]]
    return {3: (20, 0), 4: (50, 0)}.get(len(cards), (0, 2))


def meld_key(meld: Meld, trump: str, forehand: str) -> tuple[int, ...]:
    """The greater the key, the better the meld."""
    player, cards = meld
    points, strokes = meld_worth(cards)
    all_trumps = all(card[1] == trump for card in cards)
    seat_from_forehand = (SEATS.index(player) - SEATS.index(forehand)) % 4
    return strokes, points, len(cards), -RANKS.index(cards[0][0]), int(all_trumps), -seat_from_forehand


def best_meld(melds: Sequence[Meld], trump: str, forehand: str) -> Meld | None:
    """The best of the melds, or None where there is none."""
    return max(melds, key=lambda meld: meld_key(meld, trump, forehand), default=None)


def touch(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if the end of one sequence is next to the start of the other in the same suit."""
    if len({card[1] for card in [*one, *other]}) > 1:
        return False
    ends = [(RANKS.index(cards[0][0]), RANKS.index(cards[-1][0])) for cards in (one, other)]
    return ends[0][1] + 1 == ends[1][0] or ends[1][1] + 1 == ends[0][0]

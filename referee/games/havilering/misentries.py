"""Finding the trick that was entered wrongly: if the leader at the table differs from the log, or no revoke was made.

Rules 2.5, 9.3 and 9.6.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations as choose
from itertools import takewhile

from referee.cards import RANKS, SUITS, Card, Suit, read_card
from referee.games.havilering.results import Revoke, Trick
from referee.games.havilering.state import Match
from referee.games.havilering.tricks import winner
from referee.games.kit.sides import SEATS, places_after


@dataclass(frozen=True, slots=True)
class Misentry:
    """A trick of the hand in which a single mis-tap would explain the wrong leader."""

    trick: Trick
    revokes: int
    """The number of revokes in the hand after the correction: the fewer, the likelier."""
    leader: str | None = None
    """The player who led out of turn, if that was not entered (9.6); None if the mistake is a mis-tap."""


MOST_LEADS = 3
"""The maximum number of leads out of turn that are suggested."""


def misentries(match: Match, leads: str) -> list[Misentry]:
    """Return the tricks of the hand that may be entered wrongly, likeliest first; `leads` is the true leader now.

    A mis-tap is a card instead of its neighbour on the pad, or two cards swapped. A different winner shifts every
    later lead by the same number of places, so the mis-tap must shift the winner by the difference of the leads; but
    not the lead of a trick that was led out of turn.
    """
    by = places_after(leads, match.leader)
    tricks = match.hand_tricks
    out = {card for trick in tricks for card in trick.cards}
    return _likeliest(
        Misentry(trick, _revokes(tricks, trick.number + 1, by))
        for trick in tricks
        if by and not any(later.out_of_turn for later in tricks[trick.number :])
        if (trick.win.place + by) % 4 in _places_by_a_slip(trick.cards, out)
    )


def leads_out_of_turn(match: Match, leads: str) -> list[Misentry]:
    """The tricks of the hand that may have been led out of turn, likeliest first, if `leads` has the lead now."""
    by = places_after(leads, match.leader)
    tricks = match.hand_tricks
    latest = max((trick.number for trick in tricks if trick.out_of_turn), default=1)
    return _likeliest(_led(tricks, trick, by) for trick in tricks[latest - 1 :] if by)[:MOST_LEADS]


def instead_of_revoke(match: Match, revoke: Revoke) -> list[Misentry]:
    """The leads out of turn that would explain a revoke, likeliest first.

    It can be any trick after the one in which the player did not follow, up to the one that shows the revoke.
    """
    tricks = [trick for trick in match.tricks if trick.hand == revoke.trick.hand]
    between = tricks[revoke.trick.number : revoke.shown_in]
    return _likeliest(_led(tricks, trick, by) for trick in between for by in range(1, len(SEATS)))[:MOST_LEADS]


def _led(tricks: Sequence[Trick], trick: Trick, by: int) -> Misentry:
    """A trick led by a player `by` places further than entered."""
    return Misentry(trick, _revokes(tricks, trick.number, by), trick.seat(by))


def _likeliest(misentries: Iterable[Misentry]) -> list[Misentry]:
    return sorted(misentries, key=lambda misentry: (misentry.revokes, -misentry.trick.number))


def _places_by_a_slip(cards: tuple[Card, ...], out: Collection[Card]) -> set[int]:
    return {winner(four).place for four in _by_a_slip(cards, out)}


def _by_a_slip(cards: tuple[Card, ...], out: Collection[Card]) -> Iterator[list[Card]]:
    """The tricks that a single mis-tap may have turned into these cards; cards played elsewhere are excluded."""
    for one, other in choose(range(4), 2):
        four = list(cards)
        four[one], four[other] = four[other], four[one]
        yield four
    for place, card in enumerate(cards):
        for meant in _neighbours(card):
            if meant not in out:
                yield [*cards[:place], meant, *cards[place + 1 :]]


def _neighbours(card: Card) -> Iterator[Card]:
    """Yield the cards next to a card on the pad, and the cards of its rank."""
    for height in (card.rank.height - 1, card.rank.height + 1):
        if 0 <= height < len(RANKS):
            yield read_card(RANKS[height].letter + card.suit.letter)
    for suit in SUITS:
        if suit is not card.suit:
            yield read_card(card.rank.letter + suit.letter)


def _revokes(tricks: Sequence[Trick], first: int, by: int) -> int:
    """The number of revokes in the hand if the lead to trick `first` shifts by `by` seats (9.3).

    The leads that follow from it shift as well, up to the next lead out of turn.
    """
    later = takewhile(lambda trick: not trick.out_of_turn, tricks[first:])
    shifted = {first, *(trick.number for trick in later)}
    lacking: set[tuple[str, Suit]] = set()
    count = 0
    for trick in tricks:
        for place, card in enumerate(trick.cards):
            seat = trick.seat(place + (by if trick.number in shifted else 0))
            if (seat, card.suit) in lacking:
                count += 1
                lacking.discard((seat, card.suit))
            if card.suit is not trick.led:
                lacking.add((seat, trick.led))
    return count

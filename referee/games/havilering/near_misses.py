"""Near misses: sets that people claim by mistake, with their flaws. Rules 4.2 to 4.4, 4.6 and 4.11.

Sums and runs are computed as in `combinations`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations as choose

from referee.cards import RANKS, SUITS, Card, Rank, jack_of
from referee.games.havilering.combinations import PLACES, Combination, Item, counts
from referee.games.havilering.suits import jack_havel
from referee.season import Season


def near_misses(cards: Sequence[Card], season: Season) -> tuple[Combination, ...]:
    """The near misses among a trick's four cards; none of them scores."""
    return (*_flush(cards), *_counts(cards), *_runs(cards), *_jacks(cards, season))


def _flush(cards: Sequence[Card]) -> Iterator[Combination]:
    """Rule 4.2: three cards of a suit and one of another."""
    for suit in SUITS:
        alike = tuple(card for card in cards if card.suit is suit)
        if len(alike) == 3:
            yield Combination(Item.FLUSH, alike, lacks="a flush takes all four cards")


def _counts(cards: Sequence[Card]) -> Iterator[Combination]:
    """Rules 4.3 and 4.4: sums that are one too high or too low."""
    totals = counts(cards)
    for places, total in zip(PLACES, totals, strict=True):
        if total in (14, 16):
            yield Combination(Item.FIFTEEN, tuple(cards[place] for place in places), lacks="not 15")
    if totals[-1] in (30, 32):
        yield Combination(Item.THIRTY_ONE, tuple(cards), lacks="not 31")


def _runs(cards: Sequence[Card]) -> Iterator[Combination]:
    """Yield sets with all but one rank of a longer run; none of three cards within a near miss of four. Rule 4.6."""
    seen: set[Rank] = set()
    for size, item in ((4, Item.RUN_4), (3, Item.RUN_3)):
        for some in choose(cards, size):
            missing = _missing(some)
            if missing and missing not in seen and all(card.rank is not missing for card in cards):
                seen.add(missing)
                yield Combination(item, some, lacks=f"the {missing.word} is missing")


def _missing(cards: Sequence[Card]) -> Rank | None:
    """The single rank that is missing between cards that would otherwise be consecutive, or None."""
    ranks = {card.rank for card in cards}
    for first in ranks:
        span = [RANKS[(first.height + step) % len(RANKS)] for step in range(len(cards) + 1)]
        gaps = [rank for rank in span if rank not in ranks]
        if len(ranks) == len(cards) and len(gaps) == 1 and gaps[0] is not span[-1]:
            return gaps[0]
    return None


def _jacks(cards: Sequence[Card], season: Season) -> Iterator[Combination]:
    """Rule 4.11: a jack of a suit other than the season's."""
    havel = jack_havel(season)
    for suit in SUITS:
        jack = jack_of(suit)
        if jack in cards and jack is not havel:
            yield Combination(Item.JACK_HAVEL, (jack,), lacks=f"in {season.value} he is the {havel.name}")

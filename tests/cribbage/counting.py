"""Counts of hands, cribs and plays by a second method: arithmetic on the number of cards of each rank.

Shares nothing with the rules: cards are strings like `TD`, fifteens come from a table of sums, runs from the numbers
of neighbouring ranks, flushes and nobs from letters.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import prod

ORDER = "A23456789TJQK"


def pips(card: str) -> int:
    return min(ORDER.index(card[0]) + 1, 10)


@cache
def by_ranks(ranks: str) -> dict[str, tuple[int, int]]:
    """Fifteens, runs and pairs of five cards, given their ranks in sorted order."""
    found: dict[str, tuple[int, int]] = {}
    ways = [1] + [0] * 15  # In how many ways each sum up to fifteen is made.
    for rank in ranks:
        value = min(ORDER.index(rank) + 1, 10)
        for total in range(15, value - 1, -1):
            ways[total] += ways[total - value]
    if ways[15]:
        found["fifteen"] = (ways[15], 2 * ways[15])
    times = Counter(ranks)
    stretches = [
        ORDER[first : first + length]
        for length in (5, 4, 3)
        for first in range(14 - length)
        if all(rank in times for rank in ORDER[first : first + length])
    ]
    if stretches:
        longest = len(stretches[0])
        number = sum(prod(times[rank] for rank in each) for each in stretches if len(each) == longest)
        found[f"run-{longest}"] = (number, number * longest)
    pairs = sum(n * (n - 1) // 2 for n in times.values())
    if pairs:
        found["pair"] = (pairs, 2 * pairs)
    return found


def hand_items(four: list[str], starter: str, crib: bool) -> dict[str, tuple[int, int]]:
    """Item to how many and points."""
    found = dict(by_ranks("".join(sorted(card[0] for card in [*four, starter]))))
    suits = "".join(card[1] for card in four)
    same = suits == suits[0] * 4
    if same and suits[0] == starter[1]:
        found["flush"] = (1, 5)
    elif same and not crib:
        found["flush"] = (1, 4)
    if "J" + starter[1] in four:
        found["nobs"] = (1, 1)
    return found


def play_items(cards: list[str]) -> dict[str, tuple[int, int]]:
    """The points that the last card of one count pegs, `go` and `last` aside."""
    found: dict[str, tuple[int, int]] = {}
    ranks = [ORDER.index(card[0]) for card in cards]
    total = sum(map(pips, cards))
    if total == 15:
        found["fifteen"] = (1, 2)
    if total == 31:
        found["thirty-one"] = (1, 2)
    back = ranks[::-1]
    same = next((n for n, rank in enumerate(back) if rank != back[0]), len(back))
    if same > 1:
        name = {2: "pair", 3: "pair-royal", 4: "double-pair-royal"}[same]
        found[name] = (1, same * (same - 1))
    best = 0
    for length in range(3, len(back) + 1):
        tail = sorted(back[:length])
        if tail == list(range(tail[0], tail[0] + length)):
            best = length
    if best:
        found[f"run-{best}"] = (1, best)
    return found

"""Results and reasons in the words used at the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from referee.cards import SUITS, Card, listed
from referee.english import in_words, joined, titled
from referee.games.havilering.actions import Adjust
from referee.games.havilering.combinations import Combination, Item
from referee.games.havilering.results import Adjustment, Call
from referee.games.havilering.suits import below
from referee.games.havilering.tricks import Values, Win, WinRule
from referee.games.kit.sides import SEAT_WORDS, SIDE_WORDS, seat_after

NAMES = {
    Item.FLUSH: "flush",
    Item.FIFTEEN: "fifteen",
    Item.THIRTY_ONE: "thirty-one",
    Item.PAIR: "pair",
    Item.PRIAL: "prial",
    Item.DOUBLE_PRIAL: "double prial",
    Item.RUN_3: "run of three",
    Item.RUN_4: "run of four",
    Item.RUNNING_FLUSH_3: "running flush of three",
    Item.RUNNING_FLUSH_4: "running flush of four",
    Item.JACK_HAVEL: "Jack Havel",
    Item.LAST: "last",
}

# The order in which points are called at the table.
CALLING_ORDER = (
    Item.FIFTEEN,
    Item.THIRTY_ONE,
    Item.RUN_3,
    Item.RUN_4,
    Item.RUNNING_FLUSH_3,
    Item.RUNNING_FLUSH_4,
    Item.PAIR,
    Item.PRIAL,
    Item.DOUBLE_PRIAL,
    Item.FLUSH,
    Item.JACK_HAVEL,
    Item.LAST,
)
RUNS = (Item.RUN_3, Item.RUN_4, Item.RUNNING_FLUSH_3, Item.RUNNING_FLUSH_4)
_COUNTS = (Item.FIFTEEN, Item.THIRTY_ONE)
_BARE = (Item.FIFTEEN, Item.THIRTY_ONE, Item.JACK_HAVEL, Item.LAST)


def cadence(items: Mapping[Item, int], values: Values, dealer_won: bool) -> str:
    """Call points the way cribbage players do, with the running total: `Fifteen one, and a pair is three.`"""
    parts, total = [], 0
    for item in CALLING_ORDER:
        worth = values.of(item, dealer_won)
        for _ in range(items.get(item, 0) if worth else 0):
            total += worth
            parts.append((item, total))
    if not parts:
        return "No points."
    said = [
        f"{_called(item)} {in_words(total)}" if item in _COUNTS else f"{_called(item)} is {in_words(total)}"
        for item, total in parts
    ]
    if len(said) > 1:
        said[-1] = f"and {said[-1]}"
    call = ", ".join(said)
    return call[0].upper() + call[1:] + "."


SHORT = {
    Item.FLUSH: "Fl",
    Item.FIFTEEN: "15",
    Item.THIRTY_ONE: "31",
    Item.PAIR: "Pr",
    Item.PRIAL: "Pl",
    Item.DOUBLE_PRIAL: "DP",
    Item.RUN_3: "R3",
    Item.RUN_4: "R4",
    Item.RUNNING_FLUSH_3: "RF3",
    Item.RUNNING_FLUSH_4: "RF4",
    Item.JACK_HAVEL: "JH",
    Item.LAST: "L",
}
"""The abbreviations used on a paper score sheet."""


def jotted(items: Mapping[Item, int]) -> str:
    """Items in abbreviated form, `15×2 Pr`."""
    counts = ((item, items.get(item, 0)) for item in CALLING_ORDER)
    return " ".join(f"{SHORT[item]}×{count}" if count > 1 else SHORT[item] for item, count in counts if count)


def _called(item: Item) -> str:
    if item is Item.LAST:
        return "the last trick"
    return NAMES[item] if item in _BARE else f"a {NAMES[item]}"


def counted(items: Mapping[Item, int]) -> str:
    """Items with their counts in words, `2 fifteens, a pair`."""
    parts = []
    for item in CALLING_ORDER:
        count = items.get(item, 0)
        if count == 1:
            parts.append(_called(item))
        elif count > 1:
            parts.append(f"{count} {_several(item)}")
    return joined(parts) if parts else "nothing"


def judged(call: Call) -> str:
    """The right and wrong items of a call of Muggins: `Right: a pair. Wrong: a flush`. Rules 8.3 and 8.4."""
    named = (("Right", call.right), ("Wrong", call.wrong))
    return ". ".join(f"{word}: {counted(items)}" for word, items in named if items)


def _several(item: Item) -> str:
    name = NAMES[item]
    for head in ("running flush", "run"):
        if name.startswith(head + " "):
            return head + ("es" if head == "running flush" else "s") + name[len(head) :]
    return name + ("es" if name.endswith("sh") else "s")


_LACKING = {
    Item.FLUSH: ("a flush with one card missing", "{} flushes with one card missing"),
    Item.FIFTEEN: ("a set that nearly makes 15", "{} sets that nearly make 15"),
    Item.THIRTY_ONE: ("nearly 31", "{} that nearly make 31"),
    Item.RUN_3: ("a run of three with a gap", "{} runs of three with a gap"),
    Item.RUN_4: ("a run of four with a gap", "{} runs of four with a gap"),
    Item.JACK_HAVEL: ("a jack that is not Jack Havel", "{} jacks that are not Jack Havel"),
}
"""Words for near misses, one and several of a kind."""


def refused(near: Iterable[Combination]) -> str:
    """Near misses counted by kind: `5 sets that nearly make 15 and a run of three with a gap`."""
    kinds = Counter(each.item for each in near)
    return joined(_LACKING[item][count > 1].format(count) for item, count in kinds.items())


def several(item: Item, count: int) -> str:
    """Two or more of one item, `6 pairs`."""
    return f"{count} {_several(item)}"


def seat_word(seat: str) -> str:
    """The name of a seat, for use instead of a player's name."""
    return SEAT_WORDS[seat]


def why_won(cards: tuple[Card, ...], leader: str, win: Win, name: Callable[[str], str] = seat_word) -> str:
    """State in a sentence who wins the trick, and why."""
    card = cards[win.place]
    whose = f"{name(seat_after(leader, win.place))}’s {card}"
    if win.rule is WinRule.FOUR_SUITS:
        ties = sum(other.rank is card.rank for other in cards) > 1
        tie = ", the last of equal rank" if ties else ""
        return f"All four suits were played, so the highest card of any suit wins: {whose}{tie}."
    assert win.suit is not None
    suit = win.suit.plural
    if win.rule is WinRule.ONE_SUIT:
        return f"All four are {suit}, and {whose} is the highest."
    if win.rule is WinRule.NEIGHBOURS:
        return f"{titled(suit)} beat {below(win.suit).plural}, and {whose} is the highest {win.suit.singular}."
    out = {played.suit for played in cards}
    if win.rule is WinRule.OPPOSED:
        (other,) = out - {win.suit}
        opposed = f"{titled(suit)} and {other.plural} are opposed"
        return f"{opposed}, so the suit led, {suit}, rules; {whose} is its highest."
    (missing,) = (other for other in SUITS if other not in out)
    three = joined(other.plural for other in reversed(SUITS) if other in out)
    lacking = f"{titled(three)} were played but no {missing.plural}"
    return f"{lacking}, so the suit below them, {suit}, rules; {whose} is its highest."


def arithmetic(combination: Combination) -> str:
    """The sum of a set, `7 + 8 = 15`, or its cards in order."""
    if combination.item in (Item.FIFTEEN, Item.THIRTY_ONE):
        pips = [card.rank.pips for card in combination.cards]
        return f"{' + '.join(map(str, pips))} = {sum(pips)}"
    if combination.item in RUNS:
        return listed(in_sequence(combination.cards))
    return listed(combination.cards)


def ruling(given: Adjust | Adjustment, side: str = "", total: int | None = None) -> str:
    """Write a ruling: the side, by its names if given, the points, if any, and the reason. Rules 9.4 and 9.5.

    With a `total` also the new total.
    """
    points = f" {given.points:+d}".replace("-", "−") if given.points else ""
    now = f", now {total}" if given.points and total is not None else ""
    return f"{side or SIDE_WORDS[given.side]}{points}{now}: {given.reason.rstrip('.')}"


def ruled_when(given: Adjustment) -> str:
    """The time of a ruling in its hand: `after trick 3`."""
    return f"after trick {given.after_trick}" if given.after_trick else "before the first trick"


def in_sequence(cards: Iterable[Card]) -> list[Card]:
    """The cards of a run in order round the circle: Q K A 2 starts with the queen."""
    run = sorted(cards, key=lambda card: card.rank.height)
    # A run starts after the widest gap.
    start = max(range(len(run)), key=lambda place: (run[place].rank.height - run[place - 1].rank.height) % 13)
    return run[start:] + run[:start]


def why_not(combination: Combination) -> str:
    """State the reason why a set that looks like a combination does not score: rules 4.8 to 4.10, or its flaw."""
    if combination.beaten_by is None:
        return combination.lacks
    greater = NAMES[combination.beaten_by]
    return {
        "4.8": f"of equal ranks only the largest set scores, and these are part of a {greater}",
        "4.9": f"with a {greater} no set of three scores as a run, suited or not",
        "4.10": "a running flush is not also a run",
    }[combination.rule]

"""Counts and events in words, in the cadence of the table: "fifteen two, fifteen four, and a pair is six"."""

from collections.abc import Iterator, Sequence

from referee.cards import Card, Rank, listed
from referee.english import in_words, titled
from referee.games.cribbage.actions import Kind, Rules
from referee.games.cribbage.counting import CardSet, NotCounted, Why
from referee.games.cribbage.events import (
    Adjusted,
    CardPlayed,
    Counted,
    Event,
    GoSaid,
    MugginsCalled,
    Penalised,
    Replied,
    Scored,
    StarterTurned,
)
from referee.games.cribbage.items import RUNS, Item, Items, Worth, value_of
from referee.games.cribbage.state import Game, Match
from referee.games.kit.sides import other

_NAMES = {
    Item.HEELS: "his heels",
    Item.FIFTEEN: "fifteen",
    Item.THIRTY_ONE: "thirty-one",
    Item.RUN_3: "a run of three",
    Item.RUN_4: "a run of four",
    Item.RUN_5: "a run of five",
    Item.RUN_6: "a run of six",
    Item.RUN_7: "a run of seven",
    Item.PAIR: "a pair",
    Item.PAIR_ROYAL: "a pair royal",
    Item.DOUBLE_PAIR_ROYAL: "a double pair royal",
    Item.FLUSH: "a flush",
    Item.NOBS: "one for his nobs",
    Item.GO: "go",
    Item.LAST: "last",
}
NOT_COUNTED = {
    Why.CRIB_FLUSH: ("a flush", "a crib’s flush needs the starter’s suit too"),
    Why.FLUSH_WITH_STARTER: ("a flush", "it needs all four cards of the hand; the starter cannot replace one"),
    Why.HEELS: ("his heels", "the jack turned up was pegged at once, and is not counted again"),
    Why.CORNER: ("a run round the corner", "nothing follows the king, and nothing precedes the ace"),
}
"""Names of near misses, and the reasons why they do not count (4.8)."""


def named(item: Item) -> str:
    """An item in words."""
    return _NAMES[item]


def steps(sets: Sequence[CardSet]) -> Iterator[tuple[CardSet, str, int]]:
    """Each set with its words and the running total: `fifteen`, 2; `fifteen`, 4; `a pair`, 6."""
    total = 0
    for each in sets:
        total += each.points
        yield each, named(each.item), total


def cadence(sets: Sequence[CardSet]) -> str:
    """Return a count in spoken form: "Fifteen two, fifteen four, and a pair is six." Nothing is "Nineteen"."""
    parts, total = list[str](), 0
    for words, points in _spoken(sets):
        total += points
        parts.append(
            f"{words} {in_words(total)}" if words == _NAMES[Item.FIFTEEN] else f"{words} is {in_words(total)}"
        )
    if not parts:
        return "Nineteen, which is nothing."
    if len(parts) > 1 and not parts[-1].startswith(_NAMES[Item.FIFTEEN]):
        parts[-1] = f"and {parts[-1]}"
    return f"{titled(', '.join(parts))}."


_ROYALS = {1: Item.PAIR, 3: Item.PAIR_ROYAL, 6: Item.DOUBLE_PAIR_ROYAL}
"""The names for a number of pairs of one rank (4.4)."""


def _spoken(sets: Sequence[CardSet]) -> Iterator[tuple[str, int]]:
    """Yield each set in words with its points; all pairs of a rank together, in place of the first one."""
    ranks = set[Rank]()
    for found in sets:
        if found.item is not Item.PAIR:
            yield named(found.item), found.points
        elif (rank := found.cards[0].rank) not in ranks:
            ranks.add(rank)
            alike = [each.points for each in sets if each.item is Item.PAIR and each.cards[0].rank is rank]
            yield named(_ROYALS[len(alike)]), sum(alike)


def call(match: Match, event: Event) -> str:
    """Return the words spoken at the table for an event: "Fifteen for two", "Twenty-eight, and one for the go"."""
    match event:
        case StarterTurned() if event.items:
            return f"Two for his heels, {match.player(event.player)}."
        case CardPlayed():
            return f"{titled(_count_called(event))}."
        case GoSaid():
            return f"Go. One for {match.player(_pegger(event))}." if event.items else "Go."
        case Counted() if event.cards is not None and event.claimed is None:
            return cadence(event.sets)
    return f"{event_text(match, event)}."


def _count_called(event: CardPlayed) -> str:
    """Write the count and its score: `twenty-one and a run of three`, `twenty-seven, one for last`."""
    count, items = in_words(event.count), dict(event.items)
    named_by_count = {Item.FIFTEEN, Item.THIRTY_ONE} & items.keys()
    for item in named_by_count:
        count += f" for {in_words(items.pop(item).points)}"
    if Item.LAST in items:
        ending = ", one for last"
    elif Item.GO in items:
        ending = ", and one for the go"
    else:
        ending = ""
    others = [_called(item, worth) for item, worth in items.items() if item not in (Item.GO, Item.LAST)]
    return "".join([count, *(f" and {words}" for words in others), ending])


def _called(item: Item, worth: Worth) -> str:
    """A run is named by its length, which is its points; others with their points."""
    return named(item) if item in RUNS.values() else f"{named(item)} for {in_words(worth.points)}"


def _pegger(event: Event) -> str:
    return event.player if event.pegged.of(event.player) else other(event.player)


def pegs(items: Items) -> str:
    """List the items that a card pegs in the play: "fifteen for 2, a pair for 2"; empty for none."""
    return ", ".join(_ENDINGS.get(item) or f"{named(item)} for {worth.points}" for item, worth in items.items())


_ENDINGS = {Item.GO: "one for the go", Item.LAST: "one for last"}


RULES = {
    Item.FIFTEEN: "4.2",
    **dict.fromkeys(RUNS.values(), "4.3"),
    Item.PAIR: "4.4",
    Item.FLUSH: "4.5",
    Item.NOBS: "4.6",
}
"""The rule by which an item counts in the show."""
PLAY_RULES = {
    Item.FIFTEEN: "3.6",
    Item.THIRTY_ONE: "3.6",
    **dict.fromkeys(RUNS.values(), "3.8"),
    **dict.fromkeys((Item.PAIR, Item.PAIR_ROYAL, Item.DOUBLE_PAIR_ROYAL), "3.7"),
}
"""The rule by which an item pegs in the play."""


def arithmetic(cards: Sequence[Card]) -> str:
    """Write the count of some cards as a sum: `7 + 8 = 15`."""
    return f"{' + '.join(str(card.rank.pips) for card in cards)} = {value_of(cards)}"


def why_not(near_miss: NotCounted) -> str:
    """Name a near miss, and the reason why it does not count."""
    name, why = NOT_COUNTED[near_miss.why]
    return f"{name}: {listed(near_miss.cards)}: {why}"


_PENALTIES = {
    Kind.WRONG_HAND: "Wrong number of cards in {}’s hand",
    Kind.WRONG_CRIB: "Wrong number of cards in {}’s crib",
    Kind.OVERPEG: "{} pegged too much",
}


def game_won(match: Match, number: int) -> str:
    """Describe the end of a game, the winner's total first: `Ann wins game 1, 121–58: a lurch, worth 2`. Rule 5.3.

    The number is omitted in a match of one game.
    """
    game, rules = match.games[number - 1], match.setup.rules
    lost, kind = game.score.of(other(game.winner)), lost_by(rules, game)
    what = f" game {number}" if rules.best_of > 1 else ""
    text = f"{match.player(game.winner)} wins{what}, {game.score.of(game.winner)}–{lost}"
    return f"{text}: a {kind}, worth {game.worth}" if kind else text


def lost_by(rules: Rules, game: Game) -> str:
    """Return the name of a loss for which the table agreed more than one: `lurch`; empty for any other. Rule 5.3."""
    lost = game.score.of(other(game.winner))
    below = [line for line in rules.lines if 4 * lost < line[1] * rules.target]
    return next((name for name, _, worth in below if worth == game.worth > 1), "")


def match_won(match: Match) -> str:
    """Describe the end of a match: `Ann wins the match, 2–1`; for a match of one game, the end of the game.

    If doubles count, each game counts for its worth. Rule 5.5.
    """
    winner, won = match.games[-1].winner, match.reckoned
    if match.setup.rules.best_of == 1:
        return game_won(match, 1)
    return f"{match.player(winner)} wins the match, {won.of(winner)}–{won.of(other(winner))}"


def event_text(match: Match, event: Event) -> str:
    """An event in a line, with the player's name."""
    name, opponent = match.player(event.player), match.player(other(event.player))
    items = pegs(event.items) if isinstance(event, Scored) else ""
    match event:
        case StarterTurned():
            text = f"{name} turns up {event.card}"
        case CardPlayed():
            text = f"{name} plays {event.card}, {event.count}"
        case GoSaid():
            text = f"{name} says go at {event.count}"
            pegs_it = " and pegs one" if _pegger(event) is event.player else f": one for {opponent}"
            return text + (pegs_it if items else "")
        case Counted():
            return _count_text(name, opponent, event)
        case Replied():
            return f"{name} takes {event.points if event.takes else 'no points'} for the false go"
        case MugginsCalled():
            return f"{name} calls Muggins for {event.points}{_call_text(event, opponent)}"
        case Penalised():
            taken = f", {event.taken} taken back" if event.taken else ""
            return f"{_PENALTIES[event.kind].format(name)}: {event.points} to {opponent}{taken}"
        case Adjusted():
            return f"Ruling: {event.points:+} to {name} ({event.reason})".replace(": -", ": −", 1)
        case _:
            return f"{name} pegs {event.points}"
    return f"{text}: {items}" if items else text


def _call_text(event: MugginsCalled, opponent: str) -> str:
    if not event.right:
        return f", but nothing was missed: {event.points} to {opponent}"
    return f", and pegs {event.right}{': no more was missed' if event.right < event.points else ''}"


def count_text(match: Match, event: Counted, is_open: bool) -> str:
    """Write a count in spoken form; only its claim while it `is_open` to a call (6.6)."""
    name, opponent = match.player(event.player), match.player(other(event.player))
    what = f"{name}’s {event.name}"
    if is_open:
        return f"{name} claims {event.claimed} for the {event.name}."
    if event.cards is None:
        return f"{what}: {event.points}."
    text = f"{what}: {cadence(event.sets)}"
    if event.claimed is None or event.claimed == event.points:
        return text
    excess = event.claimed - event.points
    return f"{text} {event.claimed} claimed" + (f", so {excess} to {opponent}." if excess > 0 else ".")


def _count_text(name: str, opponent: str, event: Counted) -> str:
    cards = f" {listed(event.cards)}" if event.cards else ""
    text = f"{name}’s {event.name}{cards}: {event.points}"
    if event.claimed is None:
        return text
    excess = event.claimed - event.points
    return f"{text}, claimed {event.claimed}" + (f", so {excess} to {opponent}" if excess > 0 else "")

"""Material for learners on the page of the rules: the items that score at a table, and a rhyme."""

from collections.abc import Iterator

from referee.cards import Card, read_cards
from referee.english import titled
from referee.games.havilering.combinations import Item
from referee.games.havilering.suits import jack_havel
from referee.games.havilering.talk import NAMES
from referee.games.havilering.tricks import Values
from referee.games.rulebook import Example, Scoring
from referee.season import Season

EXAMPLES = {
    Item.FLUSH: "4H 9H JH KH",
    Item.FIFTEEN: "5S KH",
    Item.THIRTY_ONE: "KD QC 10S AS",
    Item.PAIR: "9D 9C",
    Item.PRIAL: "4C 4D 4S",
    Item.DOUBLE_PRIAL: "7C 7S 7H 7D",
    Item.RUN_3: "QD KC AS",
    Item.RUN_4: "8C 6D 9S 7H",
    Item.RUNNING_FLUSH_3: "JD QD KD",
    Item.RUNNING_FLUSH_4: "2S 3S 4S 5S",
}
"""Cards that make each combination."""
RHYME = {
    Season.WINTER: "Diamonds glitter in the snow,",
    Season.SPRING: "hearts in spring begin to glow,",
    Season.SUMMER: "spades in summer turn the ground,",
    Season.AUTUMN: "clubs in autumn lie around.",
}


def scoring(values: Values) -> Iterator[Scoring]:
    """Each thing that scores, by name: its points at a table, and cards for an example."""
    for item in Item:
        points = str(values.of(item, False))
        if item is Item.JACK_HAVEL:
            points = f"{points}; {values.of(item, True)} if the dealer takes the trick"
        cards = read_cards(EXAMPLES[item]) if item in EXAMPLES else ()
        example = Example(" ".join(card.text for card in cards), "")
        yield Scoring(titled(NAMES[item]), points, (example,) if cards else ())


def rhyme() -> list[tuple[str, Card]]:
    """A line for each season, with its Jack Havel."""
    return [(line, jack_havel(season)) for season, line in RHYME.items()]

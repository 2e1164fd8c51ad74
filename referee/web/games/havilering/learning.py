"""What the page of the rules adds for learners: the table of what scores, a rhyme, and the words of the game."""

from collections.abc import Iterator

from referee.cards import Card, read_cards
from referee.games.havilering.combinations import Item
from referee.games.havilering.seasons import jack_havel
from referee.games.havilering.talk import NAMES
from referee.games.havilering.tricks import Values
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
TERMS = (
    (
        "Trump",
        "A card of the suit that beats the suit led, from somebody who cannot follow: ♦ on ♣. It takes the trick "
        "unless a higher card of that suit, or the next suit of the circle, is played too.",
    ),
    (
        "Cricket",
        "To play the opposed suit, second or third, when everybody before has followed: ♥ on ♣. It does not lead "
        "the trick, but it stops the next players from trumping: ♦ would now make ♥ the suit that wins. Third hand "
        "protects a partner’s high card in that way; in second seat it is a guess at what the partner holds.",
    ),
    (
        "Overcricket",
        "Third hand’s answer to a cricket in second seat: the suit that beats it, so ♠ on ♣ and ♥. Fourth hand, "
        "without the suit led, wins only with a higher card of the missing suit.",
    ),
    (
        "Unguarded",
        "A suit that nothing can trump any more, because all thirteen cards of the suit above it have been played. "
        "Once the last heart is gone, diamonds are unguarded.",
    ),
    ("Void", "Holding no card of a suit."),
    (
        "High card still out",
        "The highest card of a suit that has not been played yet. Whoever holds it wins the suit, as long as "
        "nobody trumps.",
    ),
)
"""The words of players for what happens in a hand, each with its meaning."""


def scoring(values: Values) -> Iterator[tuple[str, str, tuple[Card, ...]]]:
    """Each thing that scores, by name: its points, and cards for an example."""
    for item in Item:
        points = str(values.of(item, False))
        if item is Item.JACK_HAVEL:
            points = f"{points}; {values.of(item, True)} if the dealer takes the trick"
        yield NAMES[item], points, read_cards(EXAMPLES[item]) if item in EXAMPLES else ()


def rhyme() -> list[tuple[str, Card]]:
    """A line for each season, with its Jack Havel."""
    return [(line, jack_havel(season)) for season, line in RHYME.items()]

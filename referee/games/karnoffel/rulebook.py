"""The numbered rules as the app shows them, read from `rules.md`; their examples are computed by the code."""

from referee.cards import listed, read_cards, read_suit
from referee.games.karnoffel.tricks import lowest
from referee.games.karnoffel.verdict import verdict
from referee.games.kit.questions import TrickQuestion
from referee.games.kit.sides import SEAT_WORDS, SEATS
from referee.games.rulebook import Example, rulebook_of


def _trick(number: str, words: list[str]) -> Example:
    """A trick with the chosen suit: `karnoffel 9S KS 3H 4D --chosen H`."""
    cards, chosen = read_cards(" ".join(words[:4])), read_suit(words[5])
    answer = verdict(TrickQuestion(cards, chosen))
    prompt = f"{listed(cards)}, {chosen.plural} are chosen"
    return Example(prompt, f"{SEAT_WORDS[answer.winner]} takes it. {answer.reason}", answer.question)


def _choice(number: str, words: list[str]) -> Example:
    """Four face-up cards, where West deals: `chosen 9S 3H TC 3D`."""
    cards = read_cards(" ".join(words))
    place = lowest(cards)
    text = f"{SEAT_WORDS[SEATS[place]]}’s {cards[place]} is the lowest: {cards[place].suit.plural} are chosen."
    return Example(f"{listed(cards)}, dealt by West", text)


rulebook = rulebook_of(__file__, {"karnoffel": _trick, "chosen": _choice})
"""The rules, the order of the cards, and the words of the game."""

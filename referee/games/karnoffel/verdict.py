"""A verdict without a match: who takes a trick, and why; the rulebook, with examples."""

from referee.cards import listed, read_cards, read_suit
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.tricks import lowest, taking_place, title_of
from referee.games.kit.questions import TrickQuestion, TrickRuling, checked_trick
from referee.games.kit.sides import SEAT_WORDS, SEATS
from referee.games.rulebook import Example, rulebook_of


def verdict(question: TrickQuestion) -> TrickRuling:
    """Rule on a trick. Rule 3.8. Raises RefusedError unless it is four different cards of the pack."""
    cards, chosen = checked_trick(question, PACKS[48]), question.suit
    place = taking_place(cards, chosen)
    title = {"title": title_of(cards[place], chosen)}
    return TrickRuling(question, place, talk.why(cards, chosen), talk.each(cards, chosen), title)


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

"""A verdict without a match: who takes a trick, and why."""

from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.tricks import taking_place, title_of
from referee.games.kit.questions import TrickQuestion, TrickRuling, checked_trick


def verdict(question: TrickQuestion) -> TrickRuling:
    """Rule on a trick. Rule 3.8. Raises RefusedError unless it is four different cards of the pack."""
    cards, chosen = checked_trick(question, PACKS[48]), question.suit
    place = taking_place(cards, chosen)
    title = {"title": title_of(cards[place], chosen)}
    return TrickRuling(question, place, talk.why(cards, chosen), talk.each(cards, chosen), title)

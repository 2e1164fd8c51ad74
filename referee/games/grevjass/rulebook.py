"""The numbered rules as the app shows them, read from `rules.md`; their examples are computed by the code."""

from referee.cards import listed, read_card, read_cards, read_suit
from referee.games.grevjass import verdict
from referee.games.grevjass.actions import Declare
from referee.games.grevjass.melds import Meld, cards_of
from referee.games.grevjass.talk import reason, worth
from referee.games.kit.questions import TrickQuestion
from referee.games.kit.sides import SEAT_WORDS, SEATS
from referee.games.rulebook import Example, rulebook_of


def _trick(number: str, words: list[str]) -> Example:
    """A trick with its trump: `grevjass TS 9S 7H AS --trump H [--last]`."""
    cards, trump = read_cards(" ".join(words[:4])), read_suit(words[5])
    question = TrickQuestion(cards, trump, last="--last" in words)
    answer = verdict.verdict(question)
    prompt = f"{listed(cards)}, {trump.plural} are trumps{', the eighth trick' if question.last else ''}"
    socks = f" {answer.socks}" if answer.socks else ""
    text = f"{SEAT_WORDS[answer.winner]} takes {answer.points}. {answer.reason}{socks}"
    return Example(prompt, text, question)


def _melds(number: str, words: list[str]) -> Example:
    """Two melds, the trump and the dealer N: `melds E:QS:3 S:QH:3 --trump H`; four of a rank as `N:K:4`."""
    melds, trump = tuple(map(read_meld, words[:2])), read_suit(words[3])
    first, second = verdict.in_order(melds, trump, ORDER)
    prompt = " against ".join(f"{SEAT_WORDS[meld.player]}’s {listed(meld.cards)}" for meld in melds)
    text = f"{SEAT_WORDS[first.player]}’s is better: {reason(SEAT_WORDS, first, second, trump, ORDER)}."
    return Example(f"{prompt}, {trump.plural} are trumps", f"{text} It is worth {worth(first)}.")


ORDER = ("E", "S", "W", "N")
"""The seats from Forehand, where North deals."""


def read_meld(text: str) -> Meld:
    """A meld by its seat, top card and length, `E:QS:3`; or four of a rank, `N:K:4`. Raises RefusedError."""
    seat, top, length = text.split(":")
    assert seat in SEATS
    if len(top) == 1:
        return Meld(seat, cards_of(Declare(seat, four=read_card(f"{top}S").rank)))
    return Meld(seat, cards_of(Declare(seat, sequence=read_card(top), length=int(length))))


rulebook = rulebook_of(__file__, {"grevjass": _trick, "melds": _melds})
"""The rules, the items that score, and the words of the game."""

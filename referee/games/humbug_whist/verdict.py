"""Rulings on the settling of a deal and on a single trick, as data and as text; the rulebook, with examples."""

from dataclasses import dataclass
from typing import Any

from referee.cards import PACK, Card, Suit, codes, listed, read_cards, read_suit
from referee.english import in_words, number_of, titled
from referee.faults import Fault, RefusedError
from referee.games.humbug_whist.actions import SEATS, STAKES, TRICKS
from referee.games.humbug_whist.outcome import settlement_data
from referee.games.humbug_whist.settling import Settlement, settled, taken_by
from referee.games.humbug_whist.talk import reasons, settled_line, why
from referee.games.kit.questions import TrickQuestion, TrickRuling, checked_trick
from referee.games.rulebook import Example, rulebook_of

NAMES = {seat: seat for seat in SEATS}


@dataclass(frozen=True, slots=True)
class DealQuestion:
    """A deal to settle: N's and S's tricks, the player of each revoke, and the stake."""

    tricks: tuple[int, ...]
    revokers: tuple[str, ...] = ()
    stake: int = 1


def answer(question: DealQuestion) -> Settlement:
    """Settle the deal in question. Rules 3.1, 3.2 and 4.3. Raises RefusedError."""
    faults = _faults(question)
    if faults:
        raise RefusedError(*faults)
    revokes = {seat: question.revokers.count(seat) for seat in SEATS}
    return settled(dict(zip(SEATS, question.tricks, strict=True)), revokes, question.stake)


def _faults(question: DealQuestion) -> list[Fault]:
    if len(question.tricks) != len(SEATS):
        return [Fault("players", "Give two numbers: N’s tricks, then S’s.")]
    total = sum(question.tricks)
    faults = [
        Fault("seat", f"“{seat[:40]}” is not a seat of this table: name N or S.")
        for seat in dict.fromkeys(question.revokers)
        if seat not in SEATS
    ]
    if min(question.tricks) < 0:
        faults.append(Fault("wrong-number", "The number of tricks cannot be negative."))
    elif total != TRICKS:
        faults.append(Fault("wrong-total", f"That makes {number_of(total, 'trick')}; there are {in_words(TRICKS)}."))
    if question.stake not in STAKES:
        faults.append(Fault("stake", f"A stake is a whole number from {STAKES[0]} to {STAKES[-1]}."))
    return faults


def answer_data(question: DealQuestion) -> dict[str, Any]:
    """The settling as plain data for JSON. Raises RefusedError."""
    return settlement_data(answer(question))


def answer_text(question: DealQuestion) -> str:
    """The settling for people. Raises RefusedError."""
    settlement = answer(question)
    return "\n".join([settled_line(NAMES, settlement), *(f"  {line}" for line in reasons(NAMES, settlement))]) + "\n"


def trick_question(cards: tuple[Card, ...], trumps: Suit) -> TrickQuestion:
    """The question of who takes a trick: the card led, the second card, and the suit of trumps."""
    return TrickQuestion(cards, trumps, seats=SEATS)


def trick(question: TrickQuestion) -> TrickRuling:
    """Rule on a trick. Rules 2.3 and 2.4. Raises RefusedError unless it is two different cards."""
    led, second = checked_trick(question, PACK)
    place, _ = taken_by(led, second, question.suit)
    winner = question.cards[place].name
    return TrickRuling(question, place, f"The {winner} takes it: {why(question.cards, question.suit)}.", ())


def trick_data(question: TrickQuestion) -> dict[str, Any]:
    """Return the card that takes a trick, as plain data for JSON. Raises RefusedError."""
    card, reason = trick(question).card, why(question.cards, question.suit)
    return {"cards": codes(question.cards), "winning_card": card.code, "reason": reason}


def trick_text(question: TrickQuestion) -> str:
    """Describe the card that takes a trick, for people. Raises RefusedError."""
    card, reason = trick(question).card, why(question.cards, question.suit)
    return f"{listed(question.cards)}, {question.suit.plural} are trumps: {card}, {reason}\n"


def _example(number: str, words: list[str]) -> Example:
    """An example as on the command line: `--trick 9S JS --trump D`, or `17 9 --revoke N --stake 2`."""
    if words[0] == "--trick":
        asked = trick_question(read_cards(" ".join(words[1:3])), read_suit(words[4]))
        led = f"{listed(asked.cards)}, {asked.suit.plural} are trumps"
        return Example(led, f"{trick(asked).card}: {why(asked.cards, asked.suit)}.", asked)
    named = list(zip(words[2::2], words[3::2], strict=True))
    revokers = tuple(value for name, value in named if name == "--revoke")
    stake = next((int(value) for name, value in named if name == "--stake"), 1)
    question = DealQuestion((int(words[0]), int(words[1])), revokers, stake)
    parts = [f"N {words[0]}, S {words[1]}", *(f"{seat} revoked" for seat in revokers)]
    return Example(titled(", ".join(parts)), settled_line(NAMES, answer(question)), question)


rulebook = rulebook_of(__file__, {"humbug-whist": _example})
"""The rules, the items that score, and the words of the game."""

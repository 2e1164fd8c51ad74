"""Rulings on the settling of a single deal, as data and as text; the rulebook, with examples.

Rules 3.1 to 3.13 and 6.3 to 6.5.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.english import in_words, number_of
from referee.faults import Fault, RefusedError
from referee.games.hearts.actions import HEARTS, SEATS, Rules, Settling
from referee.games.hearts.outcome import settlement_data
from referee.games.hearts.settling import Before, Settlement, settled
from referee.games.hearts.talk import reasons, rule_of, seat_names, settled_line
from referee.games.rulebook import Example, rulebook_of


@dataclass(frozen=True, slots=True)
class DealQuestion:
    """A deal to settle: the hearts of seats 1, 2 and so on, the pool, and the rules."""

    hearts: tuple[int, ...]
    settling: Settling | None = None
    """None for the usual settling for this number of players."""
    odd_jack: bool = False
    pool: int = 0
    jack: bool = False
    revokers: tuple[str, ...] = ()
    irregular: tuple[tuple[str, str], ...] = ()


def answer(question: DealQuestion) -> Settlement:
    """Settle the deal in question. Raises RefusedError."""
    faults = _faults(question)
    if faults:
        raise RefusedError(*faults)
    by_seat = dict(zip(SEATS, question.hearts, strict=False))
    rules = Rules(_settling(question), question.odd_jack)
    return settled(
        by_seat, Before(rules, question.pool, question.jack, frozenset(question.revokers), question.irregular)
    )


def _settling(question: DealQuestion) -> Settling:
    usual = Settling.HOWELL if len(question.hearts) == 2 else Settling.SWEEPSTAKE
    return question.settling or usual


def _faults(question: DealQuestion) -> list[Fault]:
    if len(question.hearts) not in HEARTS:
        return [Fault("players", f"Give the hearts of two to six players, and not of {len(question.hearts)}.")]
    return [*_wrong_hearts(question.hearts), *_wrong_pool(question), *_wrong_seats(question)]


def _wrong_hearts(hearts: Sequence[int]) -> Iterator[Fault]:
    """Rule 3.1."""
    total, right = sum(hearts), HEARTS[len(hearts)]
    if min(hearts) < 0:
        yield Fault("wrong-number", "The number of hearts cannot be negative.")
    elif total != right:
        yield Fault("wrong-total", f"That makes {number_of(total, 'heart')}; there are {in_words(right)}.")


def _wrong_pool(question: DealQuestion) -> Iterator[Fault]:
    """Rules 3.11 to 3.13."""
    by_howell = _settling(question) is Settling.HOWELL
    if len(question.hearts) == 2 and not by_howell:
        yield Fault("two-players", "Two players cannot play Sweepstake: settle by Howell.")
    if by_howell and (question.jack or question.odd_jack):
        yield Fault("no-jacks", "There are no Jacks in Howell’s settling: leave them out.")
    if question.pool < 0:
        yield Fault("pool", "The pool cannot be negative.")
    if question.jack and not question.pool:
        yield Fault("empty-jack", "A Jack needs counters in the pool: enter how many.")


def _wrong_seats(question: DealQuestion) -> Iterator[Fault]:
    """Rules 1.1 and 4.5."""
    seats = SEATS[: len(question.hearts)]
    named = [*question.revokers, *(seat for draw in question.irregular for seat in draw)]
    for seat in dict.fromkeys(named):
        if seat not in seats:
            yield Fault("seat", f"“{seat[:40]}” is not a seat of this table: name one from 1 to {seats[-1]}.")
    if any(short == long for short, long in question.irregular):
        yield Fault("same-player", "Irregular hands belong to two players: name two seats.")


def answer_data(question: DealQuestion) -> dict[str, Any]:
    """The settling as plain data for JSON. Raises RefusedError."""
    return settlement_data(answer(question))


def answer_text(question: DealQuestion) -> str:
    """Describe the settling for people: the words, the payments, and the rule. Raises RefusedError."""
    settlement = answer(question)
    names = seat_names(settlement)
    lines = [
        settled_line(names, settlement),
        *(f"  {line}" for line in reasons(names, settlement)),
        f"  Rule {rule_of(settlement)}",
    ]
    return "\n".join(lines) + "\n"


def _example(number: str, words: list[str]) -> Example:
    """An example as on the command line: `0 3 5 5 --pool 26 --jack`."""
    at = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    options = [group.split() for group in " ".join(words[at:]).split("--")[1:]]
    given = {name: values for name, *values in options}
    question = DealQuestion(
        hearts=tuple(map(int, words[:at])),
        settling=Settling(given["settling"][0]) if "settling" in given else None,
        odd_jack="odd-jack" in given,
        pool=int(given.get("pool", ["0"])[0]),
        jack="jack" in given,
        revokers=tuple(value for name, *values in options if name == "revoke" for value in values),
    )
    settlement = answer(question)
    return Example(_asked(question), settled_line(seat_names(settlement), settlement), question)


def _asked(question: DealQuestion) -> str:
    pool = f", {question.pool} in the pool{', a Jack' if question.jack else ''}" if question.pool else ""
    revoked = "".join(f", seat {seat} revoked" for seat in question.revokers)
    howell = ", Howell’s settling" if question.settling is Settling.HOWELL else ""
    odd = ", with an odd Jack" if question.odd_jack else ""
    return f"{'–'.join(map(str, question.hearts))} hearts{pool}{revoked}{howell}{odd}"


rulebook = rulebook_of(__file__, {"hearts": _example})
"""The rules, the items that score, and the words of the game."""

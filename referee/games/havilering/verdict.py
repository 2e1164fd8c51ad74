"""A verdict on a trick without a match: the winner, the reason, and the points."""

from dataclasses import dataclass
from typing import Any

from referee.cards import Card, codes
from referee.faults import RefusedError
from referee.games.havilering.combinations import Combination, Item
from referee.games.havilering.legality import four_cards
from referee.games.havilering.near_misses import near_misses
from referee.games.havilering.outcome import items
from referee.games.havilering.seats import Seat
from referee.games.havilering.talk import NAMES, arithmetic, cadence, why_not, why_won
from referee.games.havilering.tricks import PUBLISHED, Score, Values, Win, score, winner
from referee.season import Season


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    """Four cards in order of play, and the circumstances that affect their worth."""

    cards: tuple[Card, ...]
    season: Season
    leader: Seat = Seat.N
    dealer: Seat | None = None
    """None counts Jack Havel as not won by the dealer."""
    last: bool = False
    values: Values = PUBLISHED


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question."""

    question: ScoreQuestion
    win: Win
    score: Score

    @property
    def winner(self) -> Seat:
        """The winner of the trick."""
        return self.question.leader.after(self.win.place)

    @property
    def dealer_won(self) -> bool:
        """True if the dealer wins it."""
        return self.winner is self.question.dealer

    @property
    def reason(self) -> str:
        """The winner and the reason, in a sentence."""
        return why_won(self.question.cards, self.question.leader, self.win)

    @property
    def near(self) -> tuple[Combination, ...]:
        """The near misses of items that score at this table."""
        misses, values = near_misses(self.question.cards, self.question.season), self.question.values
        return tuple(each for each in misses if values.of(each.item, self.dealer_won))

    def each(self, item: Item) -> int:
        """The points of one of an item in the trick."""
        return self.score.worth[item] // self.score.items[item]


def verdict(question: ScoreQuestion) -> Verdict:
    """Rule on a trick. Raises RefusedError unless it is four different cards."""
    cards = question.cards
    faults = tuple(four_cards(cards))
    if faults:
        raise RefusedError(*faults)
    win = winner(cards)
    dealer_won = question.leader.after(win.place) is question.dealer
    return Verdict(question, win, score(cards, question.season, dealer_won, question.last, question.values))


def as_data(answer: Verdict) -> dict[str, Any]:
    """The answer as plain data for JSON."""
    return {
        "winner": answer.winner.value,
        "winning_card": answer.question.cards[answer.win.place].code,
        "reason": answer.reason,
        "points": answer.score.points,
        "items": items(answer.score),
        "sets": [
            {"item": each.item.value, "cards": codes(each.cards), "points": answer.each(each.item)}
            for each in answer.score.sets
        ],
    }


def as_text(answer: Verdict) -> str:
    """The answer as text: winner, call, sets that score, sets that do not count, and near misses."""
    question = answer.question
    lines = [
        f"{answer.winner.word} wins. {answer.reason}",
        f"{answer.score.points} — {cadence(answer.score.items, question.values, answer.dealer_won)}",
    ]
    lines += [
        f"  {answer.each(each.item):>2}  {NAMES[each.item]:<22} {arithmetic(each)}" for each in answer.score.sets
    ]
    lines += [
        f"   –  {NAMES[each.item]:<22} {arithmetic(each)}: {why_not(each)}"
        for each in (*answer.score.set_aside, *answer.near)
    ]
    return "\n".join(lines) + "\n"

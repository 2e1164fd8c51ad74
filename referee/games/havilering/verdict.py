"""A verdict on a trick without a match: the winner, the reason, and the points; the rulebook, with examples."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from referee.cards import Card, codes, read_cards
from referee.faults import RefusedError
from referee.games.havilering.combinations import Combination, Item
from referee.games.havilering.flow import head_start
from referee.games.havilering.legality import four_cards
from referee.games.havilering.near_misses import near_misses
from referee.games.havilering.outcome import items
from referee.games.havilering.suits import draw, jack_havel
from referee.games.havilering.talk import NAMES, arithmetic, cadence, why_not, why_won
from referee.games.havilering.tricks import PUBLISHED, Score, Values, Win, score, winner
from referee.games.kit.sides import SEAT_WORDS, SEATS, Pair, seat_after
from referee.games.rulebook import Example, Worker, rulebook_of
from referee.season import Season, span_of

_SEASONS = {season.value: season for season in Season}


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    """Four cards in order of play, and the circumstances that affect their worth."""

    cards: tuple[Card, ...]
    season: Season
    leader: str = SEATS[0]
    dealer: str | None = None
    """None counts Jack Havel as not won by the dealer."""
    last: bool = False
    values: Values = PUBLISHED

    def player(self, place: int) -> str:
        """The seat that plays a card, by its place from 0."""
        return seat_after(self.leader, place)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question."""

    question: ScoreQuestion
    win: Win
    score: Score

    @property
    def winner(self) -> str:
        """The winner of the trick."""
        return self.question.player(self.win.place)

    @property
    def dealer_won(self) -> bool:
        """True if the dealer wins it."""
        return self.winner == self.question.dealer

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
    dealer_won = question.player(win.place) == question.dealer
    return Verdict(question, win, score(cards, question.season, dealer_won, question.last, question.values))


def as_data(answer: Verdict) -> dict[str, Any]:
    """The answer as plain data for JSON."""
    return {
        "winner": answer.winner,
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
        f"{SEAT_WORDS[answer.winner]} wins. {answer.reason}",
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


def _trick(number: str, words: list[str]) -> Example:
    """An example like `score 7S AS 9S 8S --dealer E --season spring --last`, as on the command line."""
    cards = read_cards(" ".join(word for word in words[:4]))
    options = dict(zip(words[4::2], words[5::2], strict=False))
    question = ScoreQuestion(
        cards=cards,
        # Without an explicit season, choose one whose Jack Havel is not among the cards.
        season=_SEASONS.get(options.get("--season", "")) or next(s for s in Season if jack_havel(s) not in cards),
        leader=options.get("--leader", SEATS[0]),
        dealer=options.get("--dealer"),
        last="--last" in words,
    )
    answer = verdict(question)
    call = cadence(answer.score.items, question.values, answer.dealer_won)
    deals = f"{SEAT_WORDS[question.dealer]} deals, {SEAT_WORDS[answer.winner]} wins: " if question.dealer else ""
    codes = " ".join(card.text for card in cards)
    return Example(codes, answer.reason if number.startswith("3.") else f"{deals}{call}", question)


def _draw(number: str, words: list[str]) -> Example:
    """`draw 5D QC JS 9S --season autumn`: the cards drawn by North, East, South and West."""
    cards = dict(zip(SEATS, read_cards(" ".join(words[:4])), strict=True))
    drawn = draw(cards, _SEASONS[words[5]])
    draws = ", ".join(f"{SEAT_WORDS[seat]} {card}" for seat, card in cards.items())
    dealer, partner = SEAT_WORDS[drawn.dealer], SEAT_WORDS[drawn.partner]
    text = f"{dealer} drew highest and deals; {partner} drew lowest and is the dealer’s partner."
    return Example(f"{words[5].capitalize()}: {draws}", text)


def _season(number: str, words: list[str]) -> Example:
    """`season 2026-12-20`."""
    day = date.fromisoformat(words[0])
    span = span_of(day)
    return Example(
        f"{day.day} {day:%B %Y}", f"{span.season.value.capitalize()}, with the {jack_havel(span.season).name}."
    )


def _run(number: str, words: list[str]) -> Example:
    """`run 126–129`: the totals when the points were run to the end, in a game to 121."""
    ns, ew = map(int, words[0].split("–"))
    start = head_start(Pair(ns, ew), target=121)
    return Example(f"Run to {ns}–{ew} in a game to 121", f"The next game starts {start.ns}–{start.ew}.")


_WORKERS: dict[str, Worker] = {"score": _trick, "draw": _draw, "season": _season, "run": _run}


rulebook = rulebook_of(__file__, _WORKERS)
"""The rules, the items that score, and the words of the game."""

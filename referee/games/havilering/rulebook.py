"""The numbered rules as the app shows them, read from `rules.md`; their examples are computed by the code."""

from datetime import date

from referee.cards import read_cards
from referee.games.havilering.draw import draw
from referee.games.havilering.game_flow import head_start
from referee.games.havilering.seasons import jack_havel
from referee.games.havilering.seats import SEAT_NAMED, Tally
from referee.games.havilering.talk import cadence
from referee.games.havilering.verdict import ScoreQuestion, verdict
from referee.games.rulebook import Example, Worker, rulebook_of
from referee.season import Season, span_of

_SEASONS = {season.value: season for season in Season}


def _trick(number: str, words: list[str]) -> Example:
    """An example like `score 7S AS 9S 8S --dealer E --season spring --last`, as on the command line."""
    cards = read_cards(" ".join(word for word in words[:4]))
    options = dict(zip(words[4::2], words[5::2], strict=False))
    question = ScoreQuestion(
        cards=cards,
        # Without an explicit season, choose one whose Jack Havel is not among the cards.
        season=_SEASONS.get(options.get("--season", "")) or next(s for s in Season if jack_havel(s) not in cards),
        leader=SEAT_NAMED[options.get("--leader", "N")],
        dealer=SEAT_NAMED.get(options.get("--dealer", "")),
        last="--last" in words,
    )
    answer = verdict(question)
    call = cadence(answer.score.items, question.values, answer.dealer_won)
    deals = f"{question.dealer.word} deals, {answer.winner.word} wins: " if question.dealer else ""
    codes = " ".join(card.text for card in cards)
    return Example(codes, answer.reason if number.startswith("3.") else f"{deals}{call}", question)


def _draw(number: str, words: list[str]) -> Example:
    """`draw 5D QC JS 9S --season autumn`: the cards drawn by North, East, South and West."""
    cards = dict(zip(SEAT_NAMED, read_cards(" ".join(words[:4])), strict=True))
    drawn = draw(cards, _SEASONS[words[5]])
    draws = ", ".join(f"{SEAT_NAMED[seat].word} {card}" for seat, card in cards.items())
    dealer, partner = SEAT_NAMED[drawn.dealer].word, SEAT_NAMED[drawn.partner].word
    text = f"{dealer} drew highest and deals; {partner} drew lowest and is the partner."
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
    start = head_start(Tally(ns, ew), target=121)
    return Example(f"Run to {ns}–{ew} in a game to 121", f"The next game starts {start.ns}–{start.ew}.")


_WORKERS: dict[str, Worker] = {"score": _trick, "draw": _draw, "season": _season, "run": _run}


rulebook = rulebook_of(__file__, _WORKERS)
"""The rules, the items that score, and the words of the game."""

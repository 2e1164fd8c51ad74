"""A match as a text score sheet, deal by deal."""

from collections.abc import Iterator

from referee.english import titled
from referee.games.cribbage.events import Event
from referee.games.cribbage.legality import awaited
from referee.games.cribbage.seats import SEATS, Seat, Tally
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.cribbage.talk import event_text, game_won, match_won
from referee.games.kit.sheets import dealt_again, sheet


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    rules = match.setup.rules
    best_of = f", best of {rules.best_of}" if rules.best_of > 1 else ""
    title = f"Cribbage to {rules.target}{best_of}{', with Muggins' if rules.muggins else ''}"
    return sheet(match, title, _lines(match), {seat: seat.value for seat in SEATS})


def _lines(match: Match) -> Iterator[str]:
    rules = match.setup.rules
    for deal in match.deals:
        yield from _deal_lines(match, deal)
        if rules.best_of > 1 and deal.game <= len(match.games) and _last_deal(match, deal.game) == deal.number:
            yield ""
            yield game_won(match, deal.game)
    yield ""
    yield _state_line(match)


def _deal_lines(match: Match, deal: Deal) -> Iterator[str]:
    yield ""
    yield f"Game {deal.game}, deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}"
    for event, score in running(deal):
        yield f"  {_totals(score):>9}   {event_text(match, event)}"


def running(deal: Deal) -> Iterator[tuple[Event, Tally]]:
    """The events of a deal, each with the totals after it."""
    score = deal.start
    for ruling in deal.rulings:
        score = score.since(ruling.pegged)
    for event in deal.events:
        score = Tally(score.n + event.pegged.n, score.s + event.pegged.s)
        yield event, score


def _last_deal(match: Match, game: int) -> int:
    """The number of the deal that ended a game."""
    return sum(each.deals for each in match.games[:game])


def _state_line(match: Match) -> str:
    won = match.games_won
    if match.phase is Phase.MATCH_OVER:
        return match_won(match)
    return f"Score {_totals(match.score)}, games {_totals(won)}. {titled(awaited(match))}."


def _totals(tally: Tally) -> str:
    return f"{tally.of(Seat.N)}–{tally.of(Seat.S)}"

"""A race of deals in words, as data, and as rows and figures."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.cards import listed
from referee.english import in_words, number_of, titled
from referee.games.game import Columns, Game
from referee.games.kit import figures, projections
from referee.games.kit.sheets import dealt_again, sheet
from referee.games.kit.sides import PARTNERS, SEAT_WORDS, SEATS, SIDE_WORDS, SIDES, other, ruling_text, side_of
from referee.games.sittings.races import Adjusted, Match, RaceDeal
from referee.games.sittings.state import Misdealt
from referee.games.sittings.turns import turn_of
from referee.results import Result, ranked


def deal_text(match: Match, deal: RaceDeal) -> str:
    """The end of a deal: "Three tricks: N–S win the deal and lead 4–2."; empty before that."""
    if not deal.winner:
        return ""
    side, won, lost = SIDE_WORDS[deal.winner], deal.total.of(deal.winner), deal.total.of(other(deal.winner))
    against, head = deal.taken.of(other(deal.winner)), f"{titled(in_words(match.setup.to_win))} tricks"
    if deal.result is not None:
        head += f" to {in_words(against) if against else 'none'}"
    if won >= match.setup.wins:
        return f"{head}: {side} win the deal, and the match {won}–{lost}."
    stand = "lead " if won > lost else "are level, " if won == lost else "have "
    return f"{head}: {side} win the deal and {stand}{won}–{lost}."


def event_text(match: Match, event: Misdealt | Adjusted) -> str:
    """A misdeal, or a ruling of the table."""
    if isinstance(event, Misdealt):
        return f"The deal is void: {match.player(event.dealer)} deals again."
    return ruling_text(event.side, event.deals, "deal", event.reason)


def tricks_text(deal: RaceDeal) -> str:
    """The tricks of a deal so far, `N–S two tricks to one`."""
    ns, ew = deal.taken.ns, deal.taken.ew
    if ns == ew:
        return f"{number_of(ns, 'trick')} each" if ns else "no trick yet"
    side = SIDE_WORDS["NS" if ns > ew else "EW"]
    return f"{side} {number_of(max(ns, ew), 'trick')} to {in_words(min(ns, ew))}"


def ended_text(match: Match) -> str:
    """The winner of the match: "N–S win the match, 6–4."; empty before that."""
    side = match.winner
    return f"{SIDE_WORDS[side]} win the match, {match.score.of(side)}–{match.score.of(other(side))}." if side else ""


def fresh_events(deal: RaceDeal) -> Iterator[Misdealt | Adjusted]:
    """The rulings since the last entry of a deal, and the misdeal before it, the latest first."""
    for event in reversed(deal.events):
        if isinstance(event, Misdealt):
            if not deal.entries:
                yield event
            return
        if event.after == len(deal.entries):
            yield event


def race_sheet(match: Match, title: str, opening: Callable[[Any, Any], str], talk: Any) -> str:
    """The match as a readable score sheet; `opening` describes the beginning of a deal in a line.

    `talk` is the module of the game's words: `opening`, `trick_text`, and `notes`, further facts that its cards show.
    """
    return sheet(match, title, _lines(match, opening, talk), SEAT_WORDS)


def _lines(match: Match, opening: Callable[[Any, Any], str], talk: Any) -> Iterator[str]:
    for deal in match.all_deals:
        if deal.is_begun or deal.events:
            yield ""
            yield from _deal_lines(match, deal, opening, talk)
    yield ""
    yield ended_text(match) or f"The score: {match.score}"


def _deal_lines(match: Match, deal: RaceDeal, opening: Callable[[Any, Any], str], talk: Any) -> Iterator[str]:
    dealt = f"Deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}."
    yield f"{dealt} {opening(match, deal)}".rstrip()
    for trick in deal.tricks:
        text = talk.trick_text(match, deal, trick)
        yield f"  {trick.number}. {match.player(trick.leader)} leads {listed(trick.cards)}. {text}"
        yield from (f"  {line}" for line in talk.notes(match, deal, trick))
    yield from (f"  {event_text(match, event)}" for event in deal.events)
    if deal.winner:
        yield f"  {deal_text(match, deal)}"


def events(match: Match) -> list[dict[str, Any]]:
    """The misdeals and rulings in an outcome."""
    return [{"deal": deal.number} | _event(event) for deal in match.all_deals for event in deal.events]


def _event(event: Misdealt | Adjusted) -> dict[str, Any]:
    if isinstance(event, Misdealt):
        return {"type": "misdeal", "dealer": event.dealer}
    return {"type": "adjust", "side": event.side, "deals": event.deals, "reason": event.reason}


def state_columns(match: Match, name: str) -> Columns:
    """The columns of a match that change with it; `name` is the game's for search."""
    deal, scores = match.deal, {seat: [match.score.of(side_of(seat)), 0] for seat in SEATS}
    rulings = (event for event in reversed(deal.events) if isinstance(event, Adjusted))
    return projections.state_columns(match, scores, (name,), rulings, deal.number, len(deal.tricks))


def rows(match: Match, own: Callable[[Any], Columns]) -> list[Columns]:
    """The rows of the deals that are over, with the number of deals in a row without a trick of the other side.

    `own` are the columns that a game adds.
    """
    rows, sweeps = list[Columns](), 0
    for deal in match.deals:
        row: Columns = {"deal": deal.number, "dealer": deal.dealer, "entry": deal.entry, "winner": deal.winner}
        before = rows[-1]["winner"] if rows else ""
        is_sweep = deal.taken.of(other(deal.winner)) == 0
        sweeps = (sweeps if deal.winner == before else 0) + 1 if is_sweep else 0
        row |= {"played": projections.played(deal.tricks), "sweeps": sweeps}
        for side in SIDES:
            row |= {f"tricks_{side.lower()}": deal.taken.of(side), f"total_{side.lower()}": deal.total.of(side)}
        rows.append(row | own(deal))
    return rows


def figures_of(match: Match, seat: str) -> dict[str, int]:
    """The figures of a player that a game of such races has: deals and tricks won, and deals without a trick."""
    side, deals = side_of(seat), tuple(match.deals)
    won, lost = ([deal for deal in deals if deal.winner == each] for each in (side, other(side)))
    tricks = [trick for deal in match.all_deals for trick in deal.tricks]
    return {
        **figures.of_side(result(match)[side].place, won, lost, len(deals)),
        "sweeps": sum(deal.taken.of(other(side)) == 0 for deal in won),
        "swept": sum(deal.taken.of(side) == 0 for deal in lost),
        "tricks": len(tricks),
        "tricks_won": sum(trick.winner == seat for trick in tricks),
    }


def result(match: Match) -> dict[str, Result]:
    """The side with more deals wins."""
    return ranked(match.score.by_side())


def _turn_of(match: Match) -> str:
    """The turn of the entry that comes next, with the phase at the end."""
    return turn_of(match) + (f".{match.phase.value}" if match.phase is match.ends[1] else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceGame(Game[Any, Any, Any]):
    """A game of races of deals. Its defaults are the same for all such games."""

    seats: Mapping[str, str] = field(default_factory=lambda: SEAT_WORDS)
    partners: Mapping[str, str] = field(default_factory=lambda: PARTNERS)
    next_dealer: Callable[[Any], str] = lambda before: before.next_dealer
    has_begun: Callable[[Any], bool] = lambda now: bool(now.deals or now.deal.is_begun or now.deal.events)
    turn_of: Callable[[Any], str] = _turn_of
    result: Callable[[Any], Mapping[str, Result]] = result

"""Texts of the table's pages, and the lurch lines on its board."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from markupsafe import Markup

from referee.games.cribbage import story, talk
from referee.games.cribbage.actions import Action, Misdeal, Rules
from referee.games.cribbage.counting import TOTALS
from referee.games.cribbage.events import Counted, Event, PointsPegged, StarterTurned
from referee.games.cribbage.projection import pegged_in_play
from referee.games.cribbage.state import Deal, FalseGo, Match
from referee.games.edits import Transition
from referee.games.kit.sides import ZERO, other
from referee.text import shortened
from referee.web.components.pegboard import board

_LINE = '<line class="lurch" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>'


def is_open(match: Match, event: Counted) -> bool:
    """Return True if the opponent may still call the points that this claim missed."""
    return match.window is not None and event is match.deal.counted[-1]


def perfect(match: Match) -> list[Counted]:
    """The latest counts of 29, if everybody may know them."""
    counts = (event for event in latest(match.deal) if isinstance(event, Counted) and not is_open(match, event))
    return [count for count in counts if count.points == TOTALS[-1]]


def game_title(match: Match, number: int) -> str:
    """Return the title of a finished game, with its winner: `Game 1 to Ann: a lurch`."""
    game = match.games[number - 1]
    kind = talk.lost_by(match.setup.rules, game)
    return f"Game {number} to {match.player(game.winner)}{f': a {kind}' if kind else ''}"


def event_text(match: Match, event: Event) -> str:
    """An event in words; a count that can still be called only with its claim."""
    if isinstance(event, Counted):
        return talk.count_text(match, event, is_open=is_open(match, event))
    return f"{talk.event_text(match, event)}."


def latest(deal: Deal) -> tuple[Event, ...]:
    """The events of the last action in a deal: after the eighth card both hands are counted automatically."""
    counts = tuple(takewhile(_is_counted_by_itself, reversed(deal.events)))
    return deal.events[-len(counts) - 1 :] if counts else deal.events[-1:]


def _is_counted_by_itself(event: Event) -> bool:
    return type(event) is Counted and event.cards is not None and event.claimed is None


def totals(match: Match, events: Sequence[Event]) -> str:
    """List the counts just made from cards, `Ann’s hand 6, Bob’s hand 8.`; empty if there were none.

    It precedes the count itself, whose points come last.
    """
    counts = [f"{shortened(match.player(event.player))}’s {event.name} {event.points}" for event in events
              if isinstance(event, Counted) and event.cards and event.claimed is None]  # fmt: skip
    return f"{', '.join(counts)}." if counts else ""


def called(match: Match, events: Sequence[Event]) -> str:
    """Return some events in spoken form."""
    return " ".join(
        event_text(match, event) if isinstance(event, Counted) else talk.call(match, event) for event in events
    )


def game_text(match: Match) -> str:
    """Describe the end of the previous game, and name the dealer (1.5)."""
    dealer = match.player(match.deal.dealer)
    return f"{talk.game_won(match, len(match.games))}. {dealer}, who lost, deals."


def void_text(match: Match) -> str:
    """Say that the deal in hand is dealt again after a misdeal (7.1)."""
    return f"The deal is void: {match.player(match.deal.dealer)} deals again."


def announced(match: Match, done: Transition[Match, Action]) -> list[str]:
    """The events of the action that was entered last, and the game or deal that it ended."""
    before, deal = done.before.deal, match.deal
    if isinstance(done.action, Misdeal):
        return [void_text(match)]
    texts = [event_text(match, event) for event in match.deals[before.number - 1].events.since(before.events)]
    if before.game < deal.game and before.number == deal.number - 1:
        texts.append(game_text(match))
    return texts or ([f"{match.player(deal.dealer)} deals."] if before.number < deal.number else [])


def false_go_asked(match: Match, false_go: FalseGo) -> str:
    """The question of whether the opponent takes the points for a false go (7.6)."""
    erred, opponent = (match.player(seat) for seat in (false_go.player, other(false_go.player)))
    held = f"{erred} said go at {false_go.count} but held the {false_go.card.text}."
    return f"{held} Does {opponent} take {match.setup.rules.false_go} for it?"


def pegged_by(match: Match, deal: Deal, count: Counted) -> str:
    """Name the players who pegged for a count with Muggins, unless its player got it all: ` (Bob pegged 8)` (6.2)."""
    pegged = story.pegged_for(deal, count)
    if not match.setup.rules.muggins or pegged == ZERO.with_(count.player, count.points):
        return ""
    shares = ((seat, pegged.of(seat)) for seat in (count.player, other(count.player)))
    texts = [f"{match.player(seat)} pegged {points}" for seat, points in shares if points]
    return f" ({', '.join(texts) or 'nobody pegged it'})"


def hints(match: Match) -> list[str]:
    """List hints on a play by points: his heels, pegged already; a dealer who has pegged nothing."""
    deal, hints = match.deal, list[str]()
    if not deal.by_points or not deal.events:
        return hints
    dealer, last = match.player(deal.dealer), deal.events[-1]
    pegs = [event for event in deal.events if isinstance(event, PointsPegged)]
    has_heels = any(isinstance(event, StarterTurned) and event.items for event in deal.events)
    if has_heels and pegs == [last] and last.player == deal.dealer:
        hints.append(f"Two for his heels have already been pegged for {dealer}.")
    if len(deal.counted) == 1 and last is deal.counted[0] and not pegged_in_play(deal, deal.dealer):
        hints.append(f"{dealer} has pegged nothing in the play, and the dealer always pegs at least one.")
    return hints


@lru_cache
def lurch_lines(rules: Rules) -> tuple[str, Markup]:
    """The lurch lines in force under some rules, in words and as SVG."""
    # The first total that is not below each.
    lines = [(name, -(-quarters * rules.target // 4)) for name, quarters, worth in reversed(rules.lines) if worth > 1]
    places = [board(rules.target).line_after(hole - 1) for _, hole in lines if 1 < hole < rules.target]
    words = "".join(f", {name} below {total}" for name, total in lines)
    return words, Markup("".join(_LINE.format(*place) for place in places))

"""Comparison of two states of a match: what a correction changes."""

from collections.abc import Callable, Collection, Iterator

from referee.cards import Card
from referee.english import plural
from referee.games.havilering.results import Trick
from referee.games.havilering.seasons import jack_havel
from referee.games.havilering.seats import Side, Tally
from referee.games.havilering.state import Match
from referee.web.correction_pages import Change
from referee.web.games.havilering import texts

MOST_TRICKS = 12


def changes(before: Match, after: Match, opened: Collection[tuple[Card, ...]] = ()) -> list[Change]:
    """The differences, and always the totals.

    Closed tricks show no cards (2.8), except those `opened` for correction. Whether a trick is closed depends on the
    state before the correction.
    """

    def seen(trick: Trick | None) -> bool:
        return trick is not None and (trick.cards in opened or before.may_be_seen(trick))

    tricks = list(_tricks(before, after, seen))
    found = tricks[:MOST_TRICKS]
    if len(tricks) > MOST_TRICKS:
        found.append(Change("And", "", f"{plural(len(tricks) - MOST_TRICKS, 'more trick')} changed"))
    pairs = [
        *_games(before, after),
        Change("Totals", _pair(before.score), _pair(after.score)),
        Change("Games won", _pair(before.games_won), _pair(after.games_won)),
        Change("Next", _next(before), _next(after)),
        Change("Jack Havel", jack_havel(before.season).text, jack_havel(after.season).text),
        Change("Revokes", _revokes(before), _revokes(after)),
    ]
    return found + [pair for pair in pairs if pair.what == "Totals" or pair.before != pair.after]


def _tricks(before: Match, after: Match, seen: Callable[[Trick | None], bool]) -> Iterator[Change]:
    old = {(trick.hand, trick.number): trick for trick in before.tricks}
    new = {(trick.hand, trick.number): trick for trick in after.tricks}
    for place in sorted(old.keys() | new.keys()):
        was, now = old.get(place), new.get(place)
        if was is None or now is None or _differ(was, now):
            hand, number = place
            what = f"Trick {number}" if hand == before.hand else f"Hand {hand}, trick {number}"
            is_led = bool(was and now and was.leader is not now.leader)
            yield Change(what, _trick(before, was, seen(was), is_led), _trick(after, now, seen(now), is_led))


def _differ(was: Trick, now: Trick) -> bool:
    return (was.cards, was.leader, was.pegged) != (now.cards, now.leader, now.pegged)


def _trick(match: Match, trick: Trick | None, seen: bool, is_led: bool) -> str:
    """A trick in words; if others led it before and after, with who did out of turn, although it may be closed."""
    if trick is None:
        return "–"
    pegged = [f"{texts.side_names(match, side)} {points}" for side in Side if (points := trick.pegged.of(side))]
    cards = f"{texts.as_played(match, trick, seen)}: " if seen or (is_led and trick.out_of_turn) else ""
    return f"{cards}{match.player(trick.winner)} wins, {' and '.join(pegged) or 'no points'}"


def _games(before: Match, after: Match) -> Iterator[Change]:
    """The winner of each game, the current one included."""
    for number in range(max(before.game, after.game)):
        yield Change(f"Game {number + 1}", _game(before, number), _game(after, number))


def _game(match: Match, number: int) -> str:
    if number < len(match.games):
        return f"to {texts.game_won(match, match.games[number])}"
    if match.won and number == len(match.games):
        won = match.won
        return f"won by {texts.side_names(match, won.side)}, {texts.first(won.totals, won.side)}"
    return "not won"


def _next(match: Match) -> str:
    return texts.waits(match) or f"{match.player(match.leader)} leads trick {match.in_hand + 1} of hand {match.hand}"


def _revokes(match: Match) -> str:
    return plural(len(match.revokes), "revoke") if match.revokes else "none"


def _pair(tally: Tally) -> str:
    return f"{tally.ns}–{tally.ew}"

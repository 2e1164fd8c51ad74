"""Comparison of two states of a match: the changes of a correction."""

from collections.abc import Collection, Iterator

from referee.cards import Card
from referee.english import plural
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import Side, Tally
from referee.games.havilering.seen import as_seen
from referee.games.havilering.state import Match
from referee.games.havilering.suits import jack_havel
from referee.web.corrections.questions import Change
from referee.web.games.havilering import texts


def states(match: Match) -> dict[str, str]:
    """Return the things that a correction can change, apart from tricks, by name."""
    return {f"Game {number + 1}": _game(match, number) for number in range(match.game)} | {
        "Totals": _pair(match.score),
        "Games won": _pair(match.games_won),
        "Next": _next(match),
        "Jack Havel": jack_havel(match.season).text,
        "Revokes": _revokes(match),
    }


def changed_tricks(before: Match, after: Match, opened: Collection[tuple[Card, ...]]) -> Iterator[Change]:
    """The tricks that differ. Closed ones show no cards (2.8), except those `opened` for correction.

    Whether a trick is closed depends on the state before the correction.
    """

    def seen(trick: Trick | None) -> Trick | None:
        return trick and as_seen(before, trick, opened)

    old = {(trick.hand, trick.number): trick for trick in before.tricks}
    new = {(trick.hand, trick.number): trick for trick in after.tricks}
    for place in sorted(old.keys() | new.keys()):
        was, now = old.get(place), new.get(place)
        if was is None or now is None or _differ(was, now):
            hand, number = place
            what = f"Trick {number}" if hand == before.hand else f"Hand {hand}, trick {number}"
            is_led = bool(was and now and was.leader is not now.leader)
            yield Change(what, _trick(before, seen(was), is_led), _trick(after, seen(now), is_led))


def _differ(was: Trick, now: Trick) -> bool:
    return (was.cards, was.leader, was.pegged) != (now.cards, now.leader, now.pegged)


def _trick(match: Match, trick: Trick | None, is_led: bool) -> str:
    """A trick in words; if its leader differs before and after, with the player who led out of turn, even if it is
    closed."""
    if trick is None:
        return "–"
    pegged = [f"{texts.side_names(match, side)} {points}" for side in Side if (points := trick.pegged.of(side))]
    cards = f"{texts.as_played(match, trick)}: " if trick.cards or (is_led and trick.out_of_turn) else ""
    return f"{cards}{match.player(trick.winner)} wins, {' and '.join(pegged) or 'no points'}"


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

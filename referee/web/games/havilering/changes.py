"""The changes that a correction makes, and its entries, in words; cards that are then in two tricks of a hand."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from referee.cards import Card, read_card
from referee.english import plural
from referee.games.edits import Placed, Transition, placed_by
from referee.games.havilering.actions import Action, Adjust, Claim, Misdeal, Muggins, NextDeal, Play, Reply
from referee.games.havilering.results import Trick
from referee.games.havilering.seen import as_seen
from referee.games.havilering.state import Match
from referee.games.havilering.suits import jack_havel
from referee.games.havilering.talk import counted
from referee.games.kit.sides import SIDES, left_of
from referee.match.current import Trial
from referee.web.corrections.draft import Edits
from referee.web.corrections.questions import Change
from referee.web.games.havilering import texts
from referee.web.tables.tricks import side_names


def states(match: Match) -> dict[str, str]:
    """Return the things that a correction can change, apart from tricks, by name."""
    return {f"Game {number + 1}": _game(match, number) for number in range(match.game)} | {
        "Totals": str(match.score),
        "Games won": str(match.games_won),
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
            is_led = bool(was and now and was.leader != now.leader)
            yield Change(what, _trick(before, seen(was), is_led), _trick(after, seen(now), is_led))


def _differ(was: Trick, now: Trick) -> bool:
    return (was.cards, was.leader, was.pegged) != (now.cards, now.leader, now.pegged)


def _trick(match: Match, trick: Trick | None, is_led: bool) -> str:
    """A trick in words; if its leader differs before and after, with the player who led out of turn, even if it is
    closed."""
    if trick is None:
        return "–"
    pegged = [f"{side_names(match, side)} {points}" for side in SIDES if (points := trick.pegged.of(side))]
    cards = f"{texts.as_played(match, trick)}: " if trick.cards or (is_led and trick.out_of_turn) else ""
    return f"{cards}{match.player(trick.winner)} wins, {' and '.join(pegged) or 'no points'}"


def _game(match: Match, number: int) -> str:
    if number < len(match.games):
        return f"to {texts.game_won(match, match.games[number])}"
    if match.won and number == len(match.games):
        won = match.won
        return f"won by {side_names(match, won.side)}, {texts.first(won.totals, won.side)}"
    return "not won"


def _next(match: Match) -> str:
    return texts.waits(match) or f"{match.player(match.leader)} leads trick {match.in_hand + 1} of hand {match.hand}"


def _revokes(match: Match) -> str:
    return plural(len(match.revokes), "revoke") if match.revokes else "none"


def entered(done: Transition[Match, Action], now: Match, opened: Collection[tuple[Card, ...]] = ()) -> str:
    """An action in words; for a trick that is closed now and not `opened`, only its winner (2.8)."""
    action, before = done.action, done.before
    match action:
        case Play():
            trick = done.after.tricks[-1]
            told = as_seen(now, trick, opened)
            cards = texts.as_played(now, told) if told.cards else "closed"
            return f"Trick {trick.number}: {now.player(trick.winner)}’s, {cards}"
        case Claim():
            trick = before.tricks[-1]
            return f"{now.player(trick.winner)} claims {counted(action.items)} for trick {trick.number}"
        case Muggins():
            return f"{now.player(action.by)} calls Muggins on trick {before.in_hand}: {counted(action.items)}"
        case Reply():
            return f"{now.player(before.answerer) if before.answerer else ''} answers {action.answer.value}"
        case Adjust():
            return texts.ruled(now, action)
        case NextDeal():
            return f"{now.player(left_of(before.dealer))} deals the next hand"
        case Misdeal():
            return "Misdeal: the hand is dealt again"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A card that is in two tricks of a hand: the changed one and another."""

    card: Card
    trick: int
    """The number of the other trick in its hand."""
    number: int
    """The number of its entry."""
    gives: Card | None
    """The card that it replaced, which may belong in the other trick; None if there is none."""
    swapped: Edits
    """The edits that swap the two cards. They contain the other trick's cards, even if it is closed."""


def conflicts(trial: Trial[Match], edits: Edits) -> Iterator[Conflict]:
    """The cards of a changed trick that another trick of the hand contains as well. Rule 9.2."""
    misfit, match = trial.corrected.misfit, trial.corrected.match
    if misfit is None or not isinstance(misfit.placed.action, Play):
        return
    actions = [done.action for done in trial.transitions]
    earlier = {placed.action.cards: placed for placed in placed_by(actions, edits.made)
               if isinstance(placed.action, Play) and placed != misfit.placed
               and placed.number <= misfit.placed.number}  # fmt: skip
    for fault in misfit.faults:
        if fault.code != "card-played":
            continue
        card, trick = read_card(fault.about[0]), match.hand_tricks[int(fault.about[1]) - 1]
        two = earlier[trick.cards], misfit.placed
        changed, other = two if two[0].edit and not two[1].edit else two[::-1]
        number = trick.number if other is two[0] else match.in_hand + 1
        yield _conflict(trial, edits, card, changed, other, number)


def _conflict(trial: Trial[Match], edits: Edits, card: Card, changed: Placed, other: Placed, number: int) -> Conflict:
    assert isinstance(changed.action, Play)
    assert isinstance(other.action, Play)
    was = trial.transitions[changed.number - 1].action if changed.source else None
    gone = was.cards[changed.action.cards.index(card)] if isinstance(was, Play) and len(was.cards) == 4 else None
    gives = gone if gone and gone not in changed.action.cards and gone not in other.action.cards else None
    swapped = edits
    if gives and other.source:
        cards = tuple(gives if each is card else each for each in other.action.cards)
        swapped = edits.instead(other.number, Play(cards, other.action.leader))
    return Conflict(card, number, other.number, gives if other.source else None, swapped)

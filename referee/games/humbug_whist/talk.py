"""Humbug Whist in words: the winner of a trick and why, the settlement of a deal, rulings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cards import Card, Suit
from referee.english import in_words, plural, times, titled
from referee.games.humbug_whist.actions import SEATS
from referee.games.humbug_whist.actions import Revoke as RevokeClaim
from referee.games.humbug_whist.settling import FOR_A_REVOKE, Reason, Settlement, taken_by
from referee.games.humbug_whist.state import Deal, Match, Trick
from referee.games.sittings import outcome as usual
from referee.games.sittings.revokes import Revoke

Names = Mapping[str, str]
"""The players' names by seat."""


def trick_line(match: Match, deal: Deal, trick: Trick) -> str:
    """Name the winner of a trick and the reason: "Bob: the trump."."""
    assert deal.turned is not None
    return f"{match.player(trick.winner)}: {why(trick.cards, deal.turned.suit)}."


def why(cards: Sequence[Card], trumps: Suit) -> str:
    """State the reason why a card takes the trick. Rules 2.3 and 2.4."""
    led, second = cards
    _, reason = taken_by(led, second, trumps)
    if reason is Reason.HIGHER:
        return f"the higher {'trump' if led.suit is trumps else led.suit.singular}"
    return "the trump" if reason is Reason.TRUMP else "the lead, neither followed nor trumped"


def settled_line(names: Names, settlement: Settlement) -> str:
    """Describe the settlement of a deal: "Seventeen to nine: Ann wins eight."."""
    text, count = titled(_score(settlement.won)), sum(settlement.revokes.values())
    what = "the revoke" if count == 1 else "the revokes"
    if any(settlement.moved.values()):
        gainer = max(SEATS, key=lambda seat: settlement.moved[seat])
        text += f"; {in_words(settlement.moved[gainer])} to {names[gainer]} for {what}: {_score(settlement.tricks)}"
        return f"{text}, {_paid(names, settlement)}"
    if count:
        return f"{text}, and {what} {'moves' if count == 1 else 'move'} nothing: {_paid(names, settlement)}"
    return f"{text}: {_paid(names, settlement)}"


def _score(tricks: Mapping[str, int]) -> str:
    high, low = max(tricks.values()), min(tricks.values())
    return "thirteen each" if high == low else f"{in_words(high)} to {in_words(low)}"


def _paid(names: Names, settlement: Settlement) -> str:
    if settlement.winner is None:
        return "nobody pays."
    units = in_words(max(settlement.net.values()))
    stake = "" if settlement.stake == 1 else f", at {in_words(settlement.stake)} a trick {units} units"
    return f"{names[settlement.winner]} wins {in_words(settlement.difference)}{stake}."


def reasons(names: Names, settlement: Settlement) -> Iterator[str]:
    """Yield the tricks, the tricks moved by revokes, and the payment."""
    yield f"Tricks taken: {_tricks(names, settlement.won)}."
    for seat in SEATS:
        if settlement.revokes[seat]:
            yield f"{names[seat]} revoked {times(settlement.revokes[seat])}."
    moved = max(settlement.moved.values())
    if any(settlement.revokes.values()):
        several = sum(settlement.revokes.values()) > 1
        each = f"{'Each' if several else 'A'} revoke that is left over moves {FOR_A_REVOKE} tricks"
        yield f"{each}, here {moved}{' in all' if several else ''}: {_tricks(names, settlement.tricks)}."
    if settlement.difference:
        yield f"The difference is {settlement.difference}, at {plural(settlement.stake, 'unit')} a trick."


def _tricks(names: Names, tricks: Mapping[str, int]) -> str:
    return " and ".join(f"{names[seat]} {tricks[seat]}" for seat in SEATS)


def rule_of(settlement: Settlement) -> str:
    """The number of the rule by which a deal was settled (3.1, 3.2 or 4.3)."""
    if any(settlement.revokes.values()):
        return "4.3"
    return "3.1" if settlement.winner else "3.2"


def event_line(match: Match, event: Any) -> str:
    """A ruling or a claim in a sentence."""
    if isinstance(event, RevokeClaim):
        where = f" in trick {event.trick}" if event.trick else ""
        return f"{match.player(event.player)} revoked{where}."
    return usual.event_line(match, event, "unit")


def revoke_line(match: Match, revoke: Revoke) -> str:
    """A revoke that was noticed: "Bob did not follow spades in trick 1, and had the 5."."""
    name = match.player(revoke.seat)
    return f"{name} did not follow {revoke.led.plural} in trick {revoke.trick}, and had the {revoke.shown.rank.word}."

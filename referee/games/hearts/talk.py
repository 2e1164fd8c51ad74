"""Hearts in words: a trick, how a deal was settled and why, rulings and demands."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from referee.english import in_words, joined, number_of, plural, titled
from referee.games.hearts.actions import Choice, FaultKind, TakeLast
from referee.games.hearts.actions import Revoke as RevokeClaim
from referee.games.hearts.settling import Item, Moved, Result, Settlement, Why
from referee.games.hearts.state import Deal, Drawn, Faulted, Match, Trick
from referee.games.sittings import outcome as usual
from referee.games.sittings.revokes import Revoke

Names = Mapping[str, str]
"""The players' names by seat."""
_RULES = {
    Why.ALL_HEARTS: "3.9",
    Why.NONE_CLEAR: "3.6",
    Why.MORE_CLEAR: "3.8",
    Why.JACK_STANDS: "3.7",
    Why.ONE_CLEAR: "3.4",
    Why.TWO_CLEAR: "3.5",
    Why.REVOKER_CLEAR: "6.4",
    Why.HOWELL: "3.12",
}
_CHOICES = {
    Choice.LEAD_HEART: "a heart when next on lead",
    Choice.LEAD_NO_HEART: "no heart when next on lead",
    Choice.HIGHEST: "the highest of the suit led",
    Choice.LOWEST: "the lowest of the suit led",
    Choice.NO_HEART: "no heart as a discard",
}


def trick_line(match: Match, deal: Deal, trick: Trick) -> str:
    """Name the winner of a trick: "Cat takes it, with two hearts."."""
    hearts = match.worth(trick)
    held = f"with {number_of(hearts, 'heart')}" if hearts else "with no hearts"
    return f"{match.player(trick.winner)} takes it, {held}."


def settled_line(names: Names, settlement: Settlement) -> str:
    """Describe the settlement of a deal: "Ann is clear, and takes thirteen."."""
    payments = _howell if settlement.why is Why.HOWELL else _pool
    return f"{_revokers(names, settlement)}{payments(names, settlement)}"


def _revokers(names: Names, settlement: Settlement) -> str:
    if not settlement.revokers:
        return ""
    who = joined(names[seat] for seat in settlement.revokers)
    losses = next((-moved.counters for moved in settlement.items if moved.item is Item.LOSSES), 0)
    if len(settlement.revokers) == 1:
        return f"{who} revoked, and pays {in_words(losses)}. "
    return f"{who} revoked, and pay {in_words(losses)} each. "


def _pool(names: Names, settlement: Settlement) -> str:
    clear = joined(names[seat] for seat in settlement.clear) if settlement.clear else ""
    are, pool = "is" if len(settlement.clear) == 1 else "are", in_words(settlement.pool[1])
    jack = f"{'still ' if settlement.jack[0] else ''}a Jack of {pool}"
    match settlement.why:
        case Why.ONE_CLEAR:
            return f"{clear} {are} clear, and takes {in_words(settlement.taken)}."
        case Why.TWO_CLEAR:
            return f"{clear} {are} clear: {in_words(settlement.taken // 2)} each{_odd(settlement)}."
        case Why.ALL_HEARTS:
            taker = max(settlement.hearts, key=lambda seat: settlement.hearts[seat])
            return f"{names[taker]} took all the hearts: {jack}."
        case Why.NONE_CLEAR:
            return f"Still a Jack: {pool}." if settlement.jack[0] else f"Nobody is clear: {jack}."
        case Why.REVOKER_CLEAR if settlement.result is Result.DIVIDED:
            (share,) = [moved for moved in settlement.items if moved.item is Item.SHARE]
            return f"{clear} {are} clear: {in_words(share.counters)} to {names[share.player]}, and {jack} stays."
    return f"{clear} {are} clear: {jack}."


def _odd(settlement: Settlement) -> str:
    if not settlement.pool[1]:
        return ""
    return ", and one stays, a Jack" if settlement.jack[1] else ", and one stays"


def _howell(names: Names, settlement: Settlement) -> str:
    net = sorted(settlement.net.items(), key=lambda each: -each[1])
    parts = []
    for counters, group in groupby(net, key=lambda each: each[1]):
        who = joined(names[seat] for seat, _ in group)
        sign = "plus" if counters > 0 else "minus"
        parts.append(f"{who} {sign} {in_words(abs(counters))}" if counters else f"{who} level")
    stays = f"; {in_words(settlement.pool[1])} in the pool" if settlement.pool[1] else ""
    return f"{', '.join(parts)}{stays}."


_ITEMS = {
    Item.FINE: "for irregular hands",
    Item.LOSSES: "all the losses, for the revoke",
    Item.POOL: "the whole pool, clear alone",
}


def item_line(names: Names, settlement: Settlement, moved: Moved) -> str:
    """Describe a payment or a share, and its reason: "Bob pays 3 for 3 hearts."."""
    what = f"{names[moved.player]} {'pays' if moved.counters < 0 else 'takes'} {abs(moved.counters)}"
    if moved.item in _ITEMS:
        return f"{what}: {_ITEMS[moved.item]}."
    hearts = settlement.hearts[moved.player]
    if moved.item is Item.HEARTS:
        return f"{what} for {plural(hearts, 'heart')}."
    if settlement.why is not Why.HOWELL:
        return f"{what}: half of the pool, clear."
    if settlement.revokers:
        return f"{what}: the gain, paid by {'the' if len(settlement.revokers) == 1 else 'each'} player who revoked."
    return f"{what} for the {plural(sum(settlement.hearts.values()) - hearts, 'heart')} of the others."


def pool_line(settlement: Settlement) -> str:
    """Describe the pool before and after; for a Jack, including who can take it."""
    before, after = settlement.pool
    was = f"held {before}{', a Jack' if settlement.jack[0] else ''}" if before else "was empty"
    out = f"{settlement.taken} came out" if settlement.taken else "nothing came out"
    stays = f"{after} stay{'s' if after == 1 else ''}" if after else "none is left"
    jack = ": a Jack, for the next player clear alone" if settlement.jack[1] else ""
    return f"The pool {was}; {settlement.paid} went in, {out}, {stays}{jack}."


def event_line(match: Match, event: Any) -> str:
    """A ruling or a claim in a sentence."""
    match event:
        case Faulted():
            is_of_use = event.demand is not None or match.may_be_demanded(event)
            return f"{fault_line(match, event)} {demand_line(match, event) if is_of_use else ''}".rstrip()
        case Drawn():
            short, long = match.player(event.short), match.player(event.long)
            return f"{short} draws from {long}, whose hand had more cards; each pays five."
        case TakeLast():
            return f"{match.player(event.player)} takes the last trick with its hearts."
        case RevokeClaim():
            by = f", claimed by {match.player(event.by)}" if event.by else ""
            return f"{match.player(event.player)} revoked{by}."
    return usual.event_line(match, event, "counter")


def fault_line(match: Match, fault: Faulted) -> str:
    """Describe a player's fault."""
    name = match.player(fault.player)
    if fault.kind is FaultKind.EXPOSED:
        return f"{name} exposed the {fault.card}."
    return f"{name} led out of turn." if fault.kind is FaultKind.LEAD else f"{name} played out of turn."


def demand_line(match: Match, fault: Faulted) -> str:
    """Describe the demand made for a fault, or the demands that are possible."""
    if fault.demand:
        return f"{match.player(fault.demand.by)} demands {choice_words(fault, fault.demand.choice)}."
    who = [match.player(seat) for seat in fault.by]
    choices = [choice_words(fault, choice) for choice in fault.choices]
    return f"{_either(who)} may demand {_either(choices)}."


def choice_words(fault: Faulted, choice: Choice) -> str:
    """Describe a demand."""
    return f"the {fault.card}" if choice is Choice.PLAY else _CHOICES[choice]


def _either(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def revoke_line(match: Match, revoke: Revoke) -> str:
    """A revoke that was noticed: "Ann had a spade in trick 1."."""
    return f"{match.player(revoke.seat)} had a {revoke.led.singular} in trick {revoke.trick}."


def reasons(names: Names, settlement: Settlement) -> Iterator[str]:
    """Yield the payments to and from each player, then the outcome for the pool."""
    for moved in settlement.items:
        yield item_line(names, settlement, moved)
    yield pool_line(settlement)


def rule_of(settlement: Settlement) -> str:
    """The number of the rule that decides about the pool."""
    return _RULES[settlement.why]


def seat_names(settlement: Settlement) -> dict[str, str]:
    """Words for the seats where no names are known."""
    return {seat: titled(f"seat {seat}") for seat in settlement.hearts}

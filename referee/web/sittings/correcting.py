"""How entries of a sitting are corrected and told, for the core's pages."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from referee.cards import listed
from referee.english import plural, titled
from referee.games.edits import Edit, Transition
from referee.games.kit.records import Kinds, type_of
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, Settle
from referee.games.sittings.games import is_public
from referee.games.sittings.sheet import balances
from referee.games.sittings.state import Match, Phase
from referee.match.corrections import Misfit
from referee.match.current import Trial
from referee.web.correction_draft import Edits
from referee.web.correction_pages import Change, CorrectionPages, Offer
from referee.web.sittings import entry_form
from referee.web.sittings.pages import SittingPages
from referee.web.sittings.screen import Screen

AnyMatch = Match[Any, Any]
MOST_DEALS = 12


def told(
    of: SittingPages, kinds: Kinds, done: Transition[AnyMatch, Any], now: AnyMatch, opened: Collection[Any] = ()
) -> str:
    """An action in words. A trick of the deal in hand is closed, unless its cards are among those `opened`."""
    action, before = done.action, done.before
    match action:
        case Play():
            number = len(before.deal.tricks) + 1
            if (not is_public(now, done) or _is_in_hand(now, action)) and action.cards not in opened:
                return f"Trick {number}"
            return (
                f"Trick {number}: {now.player(action.leader or before.expected_leader)} leads {listed(action.cards)}"
            )
        case Count():
            taken = [f"{name} {action.taken.get(seat, 0)}" for seat, name in now.setup.players.items()]
            return f"{titled(before.setup.counts)} counted: {', '.join(taken)}"
        case Settle():
            settled = of.settled_line(done.after, done.after.deals[before.deal.number - 1])
            return f"Deal {before.deal.number} settled. {settled}".rstrip(".")
        case Finish():
            return "The sitting was finished"
    if type_of(kinds, action) == "trump":
        return f"Turned up: {action.card}"
    return _event_told(of, done, now).rstrip(".")


def _is_in_hand(now: AnyMatch, action: Play) -> bool:
    """Whether a trick of the log is in the deal in hand, to which a correction may have given another number."""
    return now.phase is Phase.PLAY and action.cards in now.deal.entries


def _event_told(of: SittingPages, done: Transition[AnyMatch, Any], now: AnyMatch) -> str:
    """What an action recorded: a new event, or one that it changed, as a demand does its fault."""
    return of.event_line(now, done.after.deal.told_since(done.before.deal))


def _opened(trial: Trial[Any], edits: Sequence[Edit]) -> frozenset[Any]:
    """The cards of the tricks whose cards some edits change, which may be shown although they are closed."""
    found = set[Any]()
    for edit in edits:
        if edit.actions:  # What is only dropped need not be looked at.
            replaced = [done.action for done in trial.transitions[edit.first - 1 : edit.last]]
            found |= _cards(replaced) ^ _cards(edit.actions)
    return frozenset(found)


def _cards(actions: Iterable[Any]) -> set[Any]:
    return {action.cards for action in actions if isinstance(action, Play)}


def _may_change(misfit: Misfit, match: AnyMatch) -> bool:
    action = misfit.placed.action
    elsewhere = any(fault.code in ("other-deal", "wrong-phase") for fault in misfit.faults)
    return not elsewhere and not isinstance(action, Settle | Finish | Misdeal)


def _offers(misfit: Misfit, match: AnyMatch, may_change: bool) -> tuple[str, list[Offer]]:
    """What may have been forgotten before a misfit."""
    found = list[Offer]()
    if match.phase is Phase.SETTLE:
        found.append(Offer("The deal was settled before it", {"type": "settle"}))
    elif match.phase is Phase.PLAY:
        is_missing = isinstance(misfit.placed.action, Settle) or misfit.is_misplaced
        found.append(Offer("A count is missing before it: add it", insert="count", is_missing=is_missing))
        if match.deal.tricks:
            found.append(Offer("A trick is missing before it: add it", insert="trick"))
    if any(fault.code == "other-deal" for fault in misfit.faults):
        found.append(Offer("There was a misdeal before it", {"type": "misdeal"}))
    return "", found


def changes(of: SittingPages, before: AnyMatch, after: AnyMatch, opened: Collection[Any] = ()) -> list[Change]:
    """How each settled deal came out, where that differs; always the totals; the pool, and what comes next."""
    deals = list(_deals(of, before, after))
    found = deals[:MOST_DEALS]
    if len(deals) > MOST_DEALS:
        found.append(Change("And", "", f"{plural(len(deals) - MOST_DEALS, 'more deal')} changed"))
    pairs = [
        Change("Totals", balances(before, before.score), balances(after, after.score)),
        Change("Pool", of.pool(before), of.pool(after)),
        Change("Next", _next(before), _next(after)),
    ]
    return found + [pair for pair in pairs if pair.what == "Totals" or pair.before != pair.after]


def _deals(of: SittingPages, before: AnyMatch, after: AnyMatch) -> Iterator[Change]:
    for at in range(max(before.settled, after.settled)):
        was, now = (
            of.settled_line(match, match.deals[at]) if at < match.settled else "not settled"
            for match in (before, after)
        )
        if was != now:
            yield Change(f"Deal {at + 1}", was, now)


def _next(match: AnyMatch) -> str:
    if match.phase is Phase.OVER:
        return "The match is over"
    deal = match.deal
    where = f"Deal {deal.number}, {match.player(deal.dealer)} deals"
    if match.phase is Phase.SETTLE:
        return f"{where}: to be settled"
    tricks = f", {plural(len(deal.tricks), 'trick')} tapped" if deal.tricks else ""
    return f"{where}{tricks}: {match.player(match.expected_leader)} leads"


def _called(kinds: Kinds, done: Transition[AnyMatch, Any]) -> str:
    if isinstance(done.action, Play):
        return f"trick {len(done.before.deal.tricks) + 1}"
    return f"the {type_of(kinds, done.action).replace('-', ' ')}"


def _note(before: AnyMatch, now: AnyMatch) -> str:
    if before.deal.number == now.deal.number and now.phase is Phase.PLAY and now.deal.tricks:
        return "This deal is being played. Its tricks are closed: open one if the table agrees."
    return ""


def _brief(of: SittingPages, before: AnyMatch, now: AnyMatch) -> str:
    number = before.deal.number
    if number > now.settled:
        return "" if now.phase is Phase.OVER else "being played"
    return of.settled_line(now, now.deals[number - 1]).rstrip(".")


def corrections(of: SittingPages, kinds: Kinds) -> CorrectionPages:
    """The pages of a game, given its types of action."""
    return CorrectionPages(
        screen=partial(Screen, of),
        told=partial(told, of, kinds),
        opened=_opened,
        refused=lambda noted: f"A count of deal {noted['deal']} was refused: the tricks tapped show more",
        part=lambda match: f"deal {match.deal.number}",
        note=_note,
        brief=partial(_brief, of),
        belonging=lambda done, now: "",
        holds=lambda action: False,
        called=partial(_called, kinds),
        links=((f"{of.name}.wrong", "Something wrong?"),),
        missing=partial(entry_form.missing, kinds),
        form=partial(entry_form.form, kinds),
        refill=lambda action: entry_form.refill(kinds, of.game.write_action(action)),
        may_change=_may_change,
        ways_out=lambda trial, edits: [],
        swapped=_unswapped,
        offers=_offers,
        changes=partial(changes, of),
        is_ruling=lambda action: isinstance(action, Adjust) and bool(action.points),
        entry_template="components/sittings/entry.html",
        scores_template="components/sittings/_scores.html",
        styles=("components/table.css", "components/sittings.css"),
    )


def _unswapped(trial: Trial[Any], edits: Edits, what: str) -> Edits:
    """There are no ways out whose content a page must not have."""
    return edits

"""How entries of cribbage are corrected and told, for the core's pages."""

from collections.abc import Collection, Iterator
from typing import Any

from referee.cards import listed
from referee.english import plural, titled
from referee.games.cribbage import legality
from referee.games.cribbage.actions import Action, Adjust, Crib, Deal, Hand, Misdeal, Penalty
from referee.games.cribbage.events import Counted, Event, MugginsCalled
from referee.games.cribbage.play import LEAST_TO_GO
from referee.games.cribbage.seats import SEATS, Seat, Tally
from referee.games.cribbage.state import Deal as Dealt
from referee.games.cribbage.state import Match, Phase
from referee.games.cribbage.talk import count_told, told
from referee.games.edits import Transition
from referee.match.corrections import Misfit
from referee.web.correction_pages import Change, CorrectionPages, Offer
from referee.web.games.cribbage import entry_form
from referee.web.games.cribbage.screen import Screen
from referee.web.games.cribbage.texts import false_go_asked

MOST_DEALS = 12


def described(done: Transition[Match, Action], now: Match, opened: object = ()) -> str:
    """An action in words, with what followed from it; a count that can be called now only with its claim (6.6)."""
    action, before, deal = done.action, done.before, done.before.deal
    match action:
        case Deal():
            return f"{now.player(before.deal.pone)} deals"
        case Misdeal():
            return "Misdeal: the deal is dealt again"
    after = done.after.deals[deal.number - 1]
    said = [_event_told(now, after, event) for event in after.events.since(deal.events)]
    if said:
        return "; ".join(said)
    cards = listed(action.cards) if isinstance(action, Hand | Crib) and action.cards else ""
    return f"{now.player(deal.whose_count)}’s {'crib' if deal.is_crib_next else 'hand'}: {cards}"


def _event_told(now: Match, deal: Dealt, event: Event) -> str:
    """An event in words. What was undone may be claimed again, so the log must not tell it either (6.6)."""
    if isinstance(event, Counted):
        is_open = event.claimed is not None and not _is_closed(now, event)
        return count_told(now, event, is_open).rstrip(".")
    if isinstance(event, MugginsCalled) and not _is_closed(now, deal.counted[-1]):
        return f"{now.player(event.player)} calls Muggins for {event.points}"
    return told(now, event)


def _is_closed(now: Match, counted: Counted) -> bool:
    """Whether a count of the log is one that can be neither claimed nor called any more.

    Not by the number of its deal, to which a correction may have given another one.
    """
    if now.phase is Phase.MATCH_OVER:
        return True
    found = [each.cards for deal in now.deals for each in deal.counted]
    return counted.cards in (found if now.window is None else found[:-1])


def _may_change(misfit: Misfit, match: Match) -> bool:
    action = misfit.placed.action
    elsewhere = any(fault.code == "other-deal" for fault in misfit.faults)
    is_bare = type(action).__name__.lower() in entry_form.BARE
    return not elsewhere and not is_bare and legality.may_be_entered(action, match.phase)


def _offers(misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
    """What may have been forgotten before a misfit."""
    deal, found = match.deal, list[Offer]()
    is_here = not any(fault.code == "other-deal" for fault in misfit.faults)
    match match.phase:
        case Phase.MATCH_OVER:
            return "", []
        case Phase.FALSE_GO:
            words = {"yes": "The points were taken", "no": "No points were taken"}
            found = [Offer(text, {"type": "reply", "answer": answer}) for answer, text in words.items()]
            return false_go_asked(match, deal.asked) if deal.asked else "", found
        case Phase.DEAL_OVER:
            found = [Offer("The next deal was dealt before it", {"type": "deal"})]
        case Phase.PLAY if not deal.by_points:
            if deal.count >= LEAST_TO_GO and match.turn:
                found = [Offer(f"{match.player(match.turn)} said go before it", {"type": "go"})]
            found.append(Offer("A card is missing before it: add it", insert="play", is_missing=is_here))
        case _:
            what = {"starter": "The starter", "peg": "A peg", "claim": "A claim", "crib": "The crib"}
            kind = entry_form.awaited(match)
            missing = f"{what.get(kind, 'A hand')} is missing before it: add it"
            found = [Offer(missing, insert=kind, is_missing=is_here)]
    if misfit.is_misplaced and any(fault.code == "other-deal" for fault in misfit.faults):
        found.append(Offer("There was a misdeal before it", {"type": "misdeal"}))
    return "", found


def changes(before: Match, after: Match, opened: Collection[Any] = ()) -> list[Change]:
    """What each deal brought, where that differs; the games; always the totals; and what comes next."""
    deals = list(_deals(before, after))
    found = deals[:MOST_DEALS]
    if len(deals) > MOST_DEALS:
        found.append(Change("And", "", f"{plural(len(deals) - MOST_DEALS, 'more deal')} changed"))
    pairs = [
        *(Change(f"Game {at + 1}", _game(before, at), _game(after, at))
          for at in range(max(len(before.games), len(after.games)))),
        Change("Totals", _pair(before.score), _pair(after.score)),
        Change("Games won", _pair(before.games_won), _pair(after.games_won)),
        Change("Games worth", _pair(before.stakes), _pair(after.stakes)),
        Change("Next", titled(legality.awaited(before)), titled(legality.awaited(after))),
    ]  # fmt: skip
    return found + [pair for pair in pairs if pair.what == "Totals" or pair.before != pair.after]


def _deals(before: Match, after: Match) -> Iterator[Change]:
    for at in range(max(len(before.deals), len(after.deals))):
        was, now = (_brought(match, at) for match in (before, after))
        if was != now:
            yield Change(f"Deal {at + 1}", was, now)


def _brought(match: Match, at: int) -> str:
    """Who dealt a deal, and what each player pegged in it."""
    if at >= len(match.deals):
        return "–"
    deal = match.deals[at]
    pegged = ", ".join(f"{match.player(seat)} {points}" for seat, points in _pegged(match, at).items())
    return f"{match.player(deal.dealer)} deals; {pegged}"


def _pegged(match: Match, at: int) -> dict[Seat, int]:
    return {seat: sum(event.pegged.of(seat) for event in match.deals[at].events) for seat in SEATS}


def _game(match: Match, at: int) -> str:
    if at >= len(match.games):
        return "not won"
    game = match.games[at]
    return f"to {match.player(game.winner)}, {_pair(game.score)}"


def _pair(tally: Tally) -> str:
    return f"{tally.n}–{tally.s}"


def _ruling(action: Action) -> bool:
    return isinstance(action, Penalty) or (isinstance(action, Adjust) and bool(action.points))


def _brief(before: Match, now: Match) -> str:
    if now.phase is not Phase.MATCH_OVER and before.deal.number == now.deal.number:
        return "being played"
    return ", ".join(f"{now.player(seat)} {points}" for seat, points in _pegged(now, before.deal.number - 1).items())


def _called(done: Transition[Match, Action]) -> str:
    return f"the {type(done.action).__name__.lower().replace('play', 'card')}"


CORRECTIONS = CorrectionPages(
    screen=Screen,
    told=described,
    opened=lambda trial, edits: (),
    refused=lambda noted: "",
    part=lambda match: f"deal {match.deal.number}",
    note=lambda before, now: "",
    brief=_brief,
    belonging=lambda done, now: "",
    holds=lambda action: False,
    called=_called,
    links=(("cribbage_table.rulings", "Rulings"),),
    missing=entry_form.missing,
    form=entry_form.form,
    refill=entry_form.refill,
    may_change=_may_change,
    ways_out=lambda trial, edits: [],
    swapped=lambda trial, edits, what: edits,
    offers=_offers,
    changes=changes,
    is_ruling=_ruling,
    entry_template="cribbage/entry.html",
    scores_template="cribbage/_scores.html",
    styles=("components/table.css", "cribbage/table.css"),
)

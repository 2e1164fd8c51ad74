"""How entries of Grevjass are corrected and told, for the core's pages."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from referee.cards import Card, listed
from referee.english import plural
from referee.games.edits import Edit, Transition
from referee.games.grevjass import legality, talk
from referee.games.grevjass.actions import (
    TRICKS,
    Action,
    Adjust,
    Chalk,
    Claim,
    Declare,
    Misdeal,
    NameDealer,
    NameTrump,
    Play,
    Take,
    Vol,
)
from referee.games.grevjass.deal import Adjusted, Deal
from referee.games.grevjass.melds import Meld, cards_of
from referee.games.grevjass.sides import SIDE_WORDS, SIDES
from referee.games.grevjass.state import Match, Phase
from referee.match.corrections import Misfit
from referee.match.current import Trial
from referee.web.correction_draft import Edits
from referee.web.correction_pages import Change, CorrectionPages, Offer
from referee.web.games.grevjass import entry_form, texts
from referee.web.games.grevjass.screen import Screen

MOST_DEALS = 12
_CLOSED = "The next trick"
"""What comes next while the tricks are closed: who leads it would tell of their cards."""
Changed = Mapping[tuple[Card, ...], tuple[Card, ...]]


class TrialScreen(Screen):
    """The match before or after a correction that is not confirmed."""

    is_trial = True


def described(done: Transition[Match, Action], now: Match, opened: Changed) -> str:
    """An action in words, with what followed from it; of the tricks of a closed deal only whose they are (6.5).

    Of those that a correction has changed, only the cards that are new: `opened` has the cards before, by those now.
    """
    action, after = done.action, done.after
    match action:
        case NameDealer():
            return f"{now.player(action.player)} deals"
        case NameTrump():
            return f"Trump: {action.card or (action.suit and action.suit.plural)}"
        case Declare():
            meld = Meld(action.player, cards_of(action))
            return f"{now.player(action.player)} declares {listed(meld.cards)}, {talk.worth(meld)}"
        case Take():
            return "The strokes are taken"
        case Vol():
            return f"{now.player(action.player)} bids vol"
        case Play():
            return _trick(done, now, opened)
        case Claim():
            return _claim(done, now)
        case Misdeal():
            return "Misdeal: the deal is void"
        case Chalk():
            return f"Chalked: {texts.side_names(now, action.side)}, {talk.strokes_told(action.strokes)}"
    rulings = after.deal.rulings if after.deal else after.rulings or (after.deals[-1].rulings if after.deals else ())
    return talk.ruling_told(rulings[-1]) if rulings else _ruling(action)


def _ruling(action: Adjust) -> str:
    number, is_strokes = (action.strokes, True) if action.strokes is not None else (action.points or 0, False)
    return talk.ruling_told(Adjusted(action.side, number, is_strokes, action.reason))


def _deal_of(done: Transition[Match, Action]) -> Deal | None:
    """The deal that an entry belongs to, after it."""
    after, number = done.after, done.before.number
    return after.deal if after.deal and after.deal.number == number else after.last_deal


def _trick(done: Transition[Match, Action], now: Match, opened: Changed) -> str:
    deal, number = _deal_of(done), done.before.number
    assert deal is not None
    trick = deal.tricks[-1]
    if _is_closed(now, number, deal):
        if trick.cards in opened:
            new = [card for card, was in zip_longest(trick.cards, opened[trick.cards]) if card is not was]
            return f"Trick {trick.number}: {listed(new)}"
        return f"Trick {trick.number}: {now.player(trick.winner)}"
    told = talk.trick_told(now, deal, trick, is_closed=False).rstrip(".")
    return f"Trick {trick.number}: {listed(trick.cards)}. {told}"


def _changed(trial: Trial[Any], edits: Sequence[Edit]) -> Changed:
    """The cards of each trick that some edits put in, with those of the trick that it replaces."""
    found: dict[tuple[Card, ...], tuple[Card, ...]] = {}
    for edit in edits:
        replaced = [done.action for done in trial.transitions[edit.first - 1 : edit.last]]
        old = replaced[0].cards if len(replaced) == 1 and isinstance(replaced[0], Play) else ()
        found |= {action.cards: old for action in edit.actions or () if isinstance(action, Play)}
    return found


def _is_closed(now: Match, number: int, deal: Deal) -> bool:
    """Whether the tricks of a deal of the log may not be told, by its number and its tricks.

    A correction may give a deal another number. So while tricks are closed only those are told that are in a deal
    that is over.
    """
    if now.is_closed(number) or not deal.tricks or not (now.hides_points or now.misdeals):
        return now.is_closed(number)
    over = {trick.cards for each in now.deals for trick in each.tricks}
    return deal.tricks[-1].cards not in over


def _claim(done: Transition[Match, Action], now: Match) -> str:
    deal = _deal_of(done)
    assert deal is not None
    if _is_closed(now, done.before.number, deal):
        return f"{texts.side_names(now, deal.claims[-1].side)} claimed"
    return talk.claim_told(now, deal.claims[-1], is_closed=False).rstrip(".")


def _may_change(misfit: Misfit, match: Match) -> bool:
    action = misfit.placed.action
    elsewhere = any(fault.code == "other-deal" for fault in misfit.faults)
    is_bare = isinstance(action, Take | Misdeal)
    return not elsewhere and not is_bare and legality.may_be_entered(action, match.phase)


def _offers(misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
    """What may have been forgotten before a misfit."""
    kind = entry_form.awaited(match)
    words = {"trump": "The trump of a deal", "trick": "A trick", "take": "That the strokes were taken"}
    if kind not in words:
        return "", []
    is_elsewhere = any(fault.code == "other-deal" for fault in misfit.faults)
    closes_the_deal = match.deal is not None and len(match.deal.tricks) == TRICKS - 1
    is_missing = kind == "trump" or (kind == "trick" and is_elsewhere and closes_the_deal)
    action = {"type": "take"} if kind == "take" else None
    found = [Offer(f"{words[kind]} is missing before it: add it", action, kind, is_missing)]
    if is_elsewhere and match.deal:
        found.append(Offer("There was a misdeal before it", {"type": "misdeal"}))
    return "", found


def changes(before: Match, after: Match, opened: Collection[Any] = ()) -> list[Change]:
    """What differs: deals that are over, games, the deal in hand without its points; always the totals and slate."""
    deals = list(_deals(before, after))
    found = deals[:MOST_DEALS]
    if len(deals) > MOST_DEALS:
        found.append(Change("And", "", f"{plural(len(deals) - MOST_DEALS, 'more deal')} changed"))
    games = (
        Change(f"Game {at + 1}", _game(before, at), _game(after, at))
        for at in range(max(len(before.games), len(after.games)))
    )
    pairs = [
        *games,
        Change("In hand", _in_hand(before), _in_hand(after)),
        Change("Totals", texts.totals(before), texts.totals(after)),
        Change("Slate", str(before.strokes), str(after.strokes)),
        Change("Next", *(_CLOSED if match.hides_points else texts.awaited(match) for match in (before, after))),
    ]
    return found + [pair for pair in pairs if pair.what == "Totals" or pair.before != pair.after]


def _deals(before: Match, after: Match) -> Iterator[Change]:
    for at in range(max(len(before.deals), len(after.deals))):
        was, now = (_brought(match, at) for match in (before, after))
        if was != now:
            yield Change(f"Deal {at + 1}", was, now)


def _brought(match: Match, at: int) -> str:
    """Who dealt a deal that is over, and how the totals stood after it."""
    if at >= len(match.deals):
        return "–"
    deal = match.deals[at]
    tricks = ", ".join(f"{SIDE_WORDS[side]} {plural(deal.tricks_of(side), 'trick')}" for side in SIDES)
    return f"{match.player(deal.dealer)} deals; {tricks}; {deal.final}"


def _game(match: Match, at: int) -> str:
    if at >= len(match.games):
        return "not won"
    game = match.games[at]
    how = game.how.value.replace("-", " ")
    return f"to {texts.side_names(match, game.winner)}, {talk.strokes_told(game.strokes)} ({how})"


def _in_hand(match: Match) -> str:
    """What everybody knows of the deal in hand."""
    deal = match.deal
    if deal is None:
        return "–"
    tricks = plural(len(deal.tricks), "trick")  # Not whose: another trump or leader would tell of closed cards.
    melds = f"; melds {deal.of_melds}" if deal.melds else ""
    return f"{deal.trump.plural}, {tricks}{melds}"


def _unswapped(trial: Trial[Any], edits: Edits, what: str) -> Edits:
    """There are no ways out whose content a page must not have."""
    return edits


def _brief(before: Match, now: Match) -> str:
    if now.is_closed(before.number) or before.number > len(now.deals):
        return "" if now.phase is Phase.MATCH_OVER else "being played"
    deal = now.deals[before.number - 1]
    return f"{plural(len(deal.tricks), 'trick')} · totals {deal.final}"


def _belonging(done: Transition[Match, Action], now: Match) -> str:
    return described(done, now, {}) if isinstance(done.action, Claim) else ""


def _called(done: Transition[Match, Action]) -> str:
    deal = done.before.deal
    if isinstance(done.action, Play) and deal:
        return f"trick {len(deal.tricks) + 1}"
    return f"the {entry_form.kind_of(done.action)}"


CORRECTIONS = CorrectionPages(
    screen=TrialScreen,
    told=described,
    opened=_changed,
    refused=lambda noted: "",
    part=lambda match: f"deal {match.number}",
    note=lambda before, now: "The points are told when the deal is over" if now.is_closed(before.number) else "",
    brief=_brief,
    belonging=_belonging,
    holds=lambda action: not isinstance(action, Adjust),
    called=_called,
    links=(("grevjass.wrong", "Something wrong?"),),
    missing=entry_form.missing,
    form=entry_form.form,
    refill=entry_form.refill,
    may_change=_may_change,
    ways_out=lambda trial, edits: [],
    swapped=_unswapped,
    offers=_offers,
    changes=changes,
    is_ruling=lambda action: isinstance(action, Adjust) and bool(action.points or action.strokes),
    entry_template="grevjass/entry.html",
    scores_template="grevjass/_scores.html",
    styles=("components/table.css", "components/sittings.css", "grevjass/table.css"),
)

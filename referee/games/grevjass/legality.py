"""Legality of actions, and the turn that an entry belongs to. Rules 3.4 to 3.6, 6.4, 6.6, 7.1, 7.4 and 7.5."""

from referee.cards import listed
from referee.english import plural
from referee.faults import Fault
from referee.games.grevjass.actions import (
    TRICKS,
    Adjust,
    Chalk,
    Claim,
    Claims,
    Declare,
    NameDealer,
    NameTrump,
    Take,
    Vol,
)
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.melds import Meld, cards_of
from referee.games.grevjass.shapes import KINDS
from referee.games.grevjass.state import HUNDRED, Match, Phase
from referee.games.kit.legality import Checks, Faults, awaited, card_faults, checked, no_faults, taken_faults
from referee.games.kit.sides import SIDE_WORDS, side_of
from referee.games.sittings import legality
from referee.games.sittings.actions import Misdeal, Play
from referee.games.sittings.legality import gone_faults

_TRUMP, _PLAY, _STROKES = (Phase.TRUMP,), (Phase.PLAY,), (Phase.STROKES,)
_DEAL, _ALL = (Phase.PLAY, Phase.STROKES), (Phase.TRUMP, Phase.PLAY, Phase.STROKES)
_NOW = {
    Phase.TRUMP: "a deal comes next",
    Phase.STROKES: "a meld worth strokes waits to be taken or played for",
    Phase.PLAY: "a deal is being played",
    Phase.MATCH_OVER: "the match is over",
}


def _meld(match: Match, action: Declare) -> Faults:
    """Rules 3.1 and 3.4."""
    deal = match.deal
    if deal.tricks or deal.bid:
        what = "a vol is bid" if deal.bid else "the first trick is complete"
        yield Fault("too-late", f"A meld is declared before the first trick, and {what}.")
    cards = cards_of(action)
    if len(cards) < (action.length or 0):
        yield Fault("below-seven", f"A sequence of {action.length} from {action.sequence} would go below the seven.")
    else:
        yield from meld_faults(match, deal, Meld(action.player, cards))


def meld_faults(match: Match, deal: Deal, meld: Meld) -> Faults:
    """Yield the reasons why one more meld is impossible: earlier melds, the card shown, the cards held. Rule 3.4."""
    name, own, shown = match.player(meld.player), {*meld.cards}, deal.card
    for other in deal.melds:
        for card in meld.cards:
            if card in other.cards:
                text = f"The {card.name} is in a meld of {match.player(other.player)} already, and no card is in two."
                yield Fault("card-in-meld", text, (card.code,))
        if other.player == meld.player:
            own |= {*other.cards}
            if meld.touches(other):
                text = f"{name}’s {listed(other.cards)} touches it: declare them as one sequence."
                yield Fault("touching", text, tuple(card.code for card in other.cards))
    if shown and shown in meld.cards and meld.player != deal.dealer:
        text = f"The {shown.name} was shown, and belongs to {match.player(deal.dealer)}."
        yield Fault("card-shown", text, (meld.player,))
    held = len(own | ({shown} if shown and meld.player == deal.dealer else set()))
    if held > TRICKS:
        yield Fault("too-many-cards", f"That makes {plural(held, 'card')}, but {name} holds eight.")


def _vol(match: Match, action: Vol) -> Faults:
    """Rule 3.6."""
    deal = match.deal
    if side_of(action.player) != deal.best_side:
        best = SIDE_WORDS[deal.best_side or ""]
        yield Fault("other-side", f"The best meld is {best}’s, so {match.player(action.player)} cannot bid vol.")


def _trick(match: Match, action: Play) -> Faults:
    """Rule 4.1: four cards of the pack, none of which was played before in the deal."""
    yield from card_faults(action.cards, len(match.setup.seats), match.setup.pack)
    yield from gone_faults(match, action.cards)


def _claim(match: Match, action: Claim) -> Faults:
    """Rules 6.4 and 6.6."""
    deal = match.deal
    if deal.vol_is_open:
        text = f"Nobody may claim while {match.player(deal.bid or '')}’s vol can still be won."
        yield Fault("vol-open", text)
    elif match.setup.rules.claims is Claims.OPEN and match.score.of(action.side) < HUNDRED:
        text = f"{SIDE_WORDS[action.side]} have {match.score.of(action.side)}, and need {HUNDRED}."
        yield Fault("too-few-points", text, (str(match.score.of(action.side)),))


def _adjust(match: Match, action: Adjust) -> Faults:
    """Check a ruling, without revealing the points that can be taken: the tricks may be closed (6.5). Rule 7.4."""
    if action.points is not None and match.deal.unmelded.of(action.side) + action.points < 0:
        yield Fault("below-nothing", f"{SIDE_WORDS[action.side]} cannot go below 0 points.")
    yield from taken_faults(action.side, match.strokes.of(action.side), action.strokes or 0, "stroke")


_CHECKS: Checks = {
    NameDealer: (_TRUMP, "who deals", no_faults),
    NameTrump: (_TRUMP, "the trump", no_faults),
    Declare: (_DEAL, "a meld", _meld),
    Take: (_STROKES, "the taking of strokes", no_faults),
    Vol: (_STROKES, "a bid of vol", _vol),
    Play: (_PLAY, "a trick", _trick),
    Claim: (_PLAY, "a claim", _claim),
    Misdeal: (_DEAL, "a misdeal", no_faults),
    Chalk: (_ALL, "the chalking of a game", no_faults),
    Adjust: (_ALL, "a ruling", _adjust),
}
faults, is_awaited = checked(KINDS, _CHECKS, lambda match: _NOW[match.phase]), awaited(_CHECKS)


def turn_of(match: Match) -> str:
    """The turn of the next entry, `deal.misdeals.entries.dealt`. A misdeal starts the deal's turns anew.

    The last part contains the number of finished games and the dealer, so that a card shown belongs to a single deal.
    """
    return f"{legality.turn_of(match)}.{len(match.games)}{match.deal.dealer}"

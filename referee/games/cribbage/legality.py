"""The legality of actions: all reasons against one, each as a fault; and the turn that an entry belongs to."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.cards import Card
from referee.english import plural
from referee.faults import Fault
from referee.games.cribbage import actions
from referee.games.cribbage.actions import Action, Adjust, Kind, Peg
from referee.games.cribbage.counting import MOST
from referee.games.cribbage.play import LEAST_TO_GO
from referee.games.cribbage.shapes import KINDS
from referee.games.cribbage.state import Match, Phase
from referee.games.kit import legality as kit
from referee.games.kit.sides import other

_RULINGS = frozenset(Phase) - {Phase.FALSE_GO, Phase.MATCH_OVER}
"""The phases in which the table may rule."""


def awaited(match: Match) -> str:
    """Return the action that the match waits for, as part of a sentence."""
    deal = match.deal
    whose = match.player(match.turn) if match.turn else ""
    what = "crib" if deal.is_crib_next else "hand"
    return {
        Phase.STARTER: f"{match.player(deal.dealer)} to turn up the starter",
        Phase.PLAY: f"{whose} to play" if whose else "peg the play, then count the hands",
        Phase.FALSE_GO: f"{whose} is being asked about a false go",
        Phase.HAND: f"{whose}’s hand comes next",
        Phase.CLAIM: f"{whose} to claim the {what}",
        Phase.CRIB: f"{whose}’s crib comes next",
        Phase.DEAL_OVER: f"{match.player(deal.pone)} deals next",
        Phase.MATCH_OVER: "the match is over",
    }[match.phase]


def _own_turn(match: Match, player: str | None, whose: str | None) -> Iterator[Fault]:
    if player is not None and player != whose and whose is not None:
        yield Fault("not-their-turn", f"This is for {match.player(whose)}.", (whose,))


def _no_peg(match: Match) -> Iterator[Fault]:
    if match.deal.by_points:
        yield Fault("by-points", "The play of this deal is pegged by points: keep pegging, or enter the hands.")


def _card(match: Match, action: actions.Play) -> Iterator[Fault]:
    """Rules 3.1 and 7.7."""
    deal, card = match.deal, action.card
    yield from _own_turn(match, action.player, match.turn)
    yield from _no_peg(match)
    if card is deal.starter:
        yield Fault("card-is-starter", f"The {card.name} is the starter.", (card.code,))
    for placed in deal.cards:
        if placed.card is card:
            text = f"The {card.name} is on the table already: {match.player(placed.player)} played it."
            yield Fault("card-played", text, (card.code,))
    total = deal.count + card.rank.pips
    if total > MOST and not deal.by_points:
        text = f"The {card.name} makes {total}, which is {total - MOST} past 31: play a lower card, or say go."
        yield Fault("past-31", text, (card.code,))


def _go(match: Match, action: actions.Go) -> Iterator[Fault]:
    """Rules 3.2 and 7.7."""
    yield from _own_turn(match, action.player, match.turn)
    yield from _no_peg(match)
    count = match.deal.count
    if count < LEAST_TO_GO and not match.deal.by_points:
        text = f"At {count} every card can be played, so nobody can say go."
        yield Fault("go-too-soon", text, (str(count),))


def _shown(match: Match, action: actions.Shown) -> Iterator[Fault]:
    """Rules 8.2 and 8.3."""
    deal = match.deal
    if match.phase is Phase.PLAY and not deal.by_points:
        text = f"The hands are known when all eight cards are played: {awaited(match)}."
        yield Fault("play-not-over", text)
        return
    yield from _own_turn(match, action.player, deal.whose_count)
    if action.cards is None:
        return
    if deal.starter is None:
        yield Fault("no-starter", "This deal has no starter to count with: enter the points instead.")
    for card in action.cards:
        if card is deal.starter:
            yield Fault("card-is-starter", f"The {card.name} is the starter.", (card.code,))
        for seat in _held_by(match, card):
            text = f"The {card.name} was in {match.player(seat)}’s hand."
            yield Fault("card-in-hand", text, (card.code,))


def _held_by(match: Match, card: Card) -> Iterator[str]:
    """Yield the players known to have held a card in this deal: they played it, or counted it. Rules 8.2 and 8.3."""
    deal = match.deal
    for event in deal.counted:
        if event.cards is not None and card in event.cards:
            yield event.player


def _claim(match: Match, action: actions.Claim) -> Iterator[Fault]:
    yield from _own_turn(match, action.player, match.deal.whose_count)


def _muggins(match: Match, action: actions.Muggins) -> Iterator[Fault]:
    """Rule 6.4."""
    if match.window is None:
        text = (
            "There is no claim to call now" if match.setup.rules.muggins else "This match is played without Muggins"
        )
        yield Fault("nothing-to-call", f"{text}.")
    else:
        yield from _own_turn(match, action.player, other(match.window.claimant))


def _reply(match: Match, action: actions.Reply) -> Iterator[Fault]:
    yield from _own_turn(match, action.player, match.turn)


def _penalty(match: Match, action: actions.Penalty) -> Iterator[Fault]:
    """Rules 7.3 and 7.4."""
    if action.kind is Kind.WRONG_CRIB and action.against == match.deal.pone:
        dealer = match.player(match.deal.dealer)
        yield Fault("not-the-dealer", f"The crib is {dealer}’s, so only {dealer} can be penalised for it.")
    yield from _not_below_nought(match, action.against, -(action.points or 0))


def _adjust(match: Match, action: actions.Adjust) -> Iterator[Fault]:
    """Rule 7.8."""
    yield from _not_below_nought(match, action.player, action.points)
    if not action.reason.strip():
        yield Fault("no-reason", "Say what happened: a ruling is recorded with its reason.")


def _not_below_nought(match: Match, player: str, points: int) -> Iterator[Fault]:
    total = match.score.of(player)
    if total + points < 0:
        text = f"{match.player(player)} has {plural(total, 'point')}: no more than that can be taken."
        yield Fault("below-nought", text, (player,))


_CHECKS: kit.Checks = {
    actions.Starter: ((Phase.STARTER,), "a starter", kit.no_faults),
    actions.Play: ((Phase.PLAY,), "a card", _card),
    actions.Go: ((Phase.PLAY,), "a go", _go),
    actions.Peg: ((Phase.STARTER, Phase.PLAY), "a peg", kit.no_faults),
    actions.Hand: ((Phase.PLAY, Phase.HAND), "a hand", _shown),
    actions.Crib: ((Phase.CRIB,), "the crib", _shown),
    actions.Claim: ((Phase.CLAIM,), "a claim", _claim),
    actions.Muggins: ((Phase.HAND, Phase.CLAIM, Phase.CRIB, Phase.DEAL_OVER), "a call of Muggins", _muggins),
    actions.NextDeal: ((Phase.DEAL_OVER,), "the next deal", kit.no_faults),
    actions.Reply: ((Phase.FALSE_GO,), "an answer", _reply),
    actions.Misdeal: (_RULINGS, "a misdeal", kit.no_faults),
    actions.Penalty: (_RULINGS, "a penalty", _penalty),
    actions.Adjust: (_RULINGS, "a ruling", _adjust),
}
faults = kit.checked(KINDS, _CHECKS, awaited)
"""All reasons why an action is not allowed now; none if it is."""
is_awaited = kit.awaited(_CHECKS)


def turn_of(match: Match) -> str:
    """The turn of the next entry, `deal.misdeals.events`. A misdeal starts the deal's turns anew."""
    deal = match.deal
    return f"{deal.number}.{deal.misdeals}.{len(deal.events)}"


def meaning(match: Match, action: Action) -> Action:
    """Return an action without its time, and without its player if the match determines the player."""
    known: dict[str, Any] = {"at": None}
    if not isinstance(action, Peg | Adjust) and hasattr(action, "player"):
        known["player"] = None
    return replace(action, **known)

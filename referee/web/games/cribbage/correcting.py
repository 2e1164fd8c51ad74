"""Corrections of the entries of cribbage, and their words, for the core's pages."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from referee.cards import listed
from referee.english import titled
from referee.games.cribbage import legality
from referee.games.cribbage.actions import SEATS, Action, Crib, Hand, Kind, Misdeal, NextDeal, Peg, Play, Starter
from referee.games.cribbage.counting import TOTALS
from referee.games.cribbage.events import Counted, Event, MugginsCalled
from referee.games.cribbage.play import LEAST_TO_GO
from referee.games.cribbage.state import HAND_SIZE, Deal, Match, Phase
from referee.games.cribbage.talk import count_text, event_text
from referee.games.edits import Transition
from referee.games.kit.values import Value
from referee.match.corrections import Misfit
from referee.web.corrections.questions import EntryRequest, Offer
from referee.web.games.cribbage.texts import false_go_asked
from referee.web.tables.correcting import Corrections

_AWAITED = {
    Phase.STARTER: "starter",
    Phase.PLAY: "play",
    Phase.FALSE_GO: "reply",
    Phase.HAND: "hand",
    Phase.CLAIM: "claim",
    Phase.CRIB: "crib",
    Phase.DEAL_OVER: "deal",
    Phase.MATCH_OVER: "adjust",
}
_SHOWN = ("hand", "crib")


class CribbageCorrections(Corrections):
    """The correction pages of cribbage."""

    entry_template = "cribbage/entry.html"
    bare = frozenset({"go", "deal", "misdeal"})
    instead = MappingProxyType({"cards": "Enter its cards instead", "points": "Enter its points instead"})
    longer = MappingProxyType({"play": "card", "peg": "points", "muggins": "call of Muggins", "reply": "answer"})
    previews_at_once = True

    def undone(self, done: Transition[Match, Action]) -> str:
        """A card, hand, crib or peg that was just undone: everybody saw it."""
        match done.action:
            case Starter(card=card) | Play(card=card):
                return str(card)
            case Hand(cards=cards) | Crib(cards=cards) if cards:
                return listed(cards)
            case Peg(player=player, points=points):
                return f"{points} for {done.before.player(player)}"
        return self.called(done)

    def describe(self, done: Transition[Match, Action], now: Match, opened: object = ()) -> str:
        """Describe an action with its consequences; a count that can be called now only by its claim (6.6)."""
        action, before, deal = done.action, done.before, done.before.deal
        match action:
            case NextDeal():
                return f"{now.player(before.deal.pone)} deals"
            case Misdeal():
                return "Misdeal: the deal is dealt again"
        after = done.after.deals[deal.number - 1]
        texts = [_event_text(now, after, event) for event in after.events.since(deal.events)]
        if texts:
            return "; ".join(texts)
        cards = listed(action.cards) if isinstance(action, Hand | Crib) and action.cards else ""
        return f"{now.player(deal.whose_count)}’s {'crib' if deal.is_crib_next else 'hand'}: {cards}"

    def offers(self, misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
        """Return the entries that may have been forgotten before a misfit."""
        deal, offers = match.deal, list[Offer]()
        is_here = not self.is_elsewhere(misfit)
        match match.phase:
            case Phase.MATCH_OVER:
                return "", []
            case Phase.FALSE_GO:
                words = {"yes": "The points were taken", "no": "No points were taken"}
                offers = [Offer(text, {"type": "reply", "answer": answer}) for answer, text in words.items()]
                return false_go_asked(match, deal.open_false_go) if deal.open_false_go else "", offers
            case Phase.DEAL_OVER:
                offers = [Offer("The next deal was dealt before this", {"type": "deal"})]
            case Phase.PLAY if not deal.by_points:
                if deal.count >= LEAST_TO_GO and match.turn:
                    offers = [Offer(f"{match.player(match.turn)} said go before this", {"type": "go"})]
                offers.append(Offer("A card is missing before this: add it", insert="play", is_missing=is_here))
            case _:
                what = {"starter": "The starter", "peg": "A peg", "claim": "A claim", "crib": "The crib"}
                kind = self.awaited(match)
                missing = f"{what.get(kind, 'A hand')} is missing before this: add it"
                offers = [Offer(missing, insert=kind, is_missing=is_here)]
        if misfit.is_misplaced and self.is_elsewhere(misfit):
            offers.append(Offer("There was a misdeal before this", {"type": "misdeal"}))
        return "", offers

    # --- forms ---------------------------------------------------------------------------------------------------

    def awaited(self, match: Match) -> str:
        """The type of the action that a match waits for."""
        return "peg" if match.phase is Phase.PLAY and match.deal.by_points else _AWAITED[match.phase]

    def fields(self, name: str) -> Mapping[str, Value[Any] | None]:
        """The fields of a form. It names no player if only one is possible."""
        is_of_a_player = name in ("peg", "adjust")
        return {key: value for key, value in super().fields(name).items() if key != "player" or is_of_a_player}

    def cards_needed(self, request: EntryRequest) -> int:
        """The four cards of a hand or crib, unless its points are entered; one card for other actions with a card."""
        needed = super().cards_needed(request)
        return HAND_SIZE if needed and request.stands["type"] in _SHOWN else needed

    def content(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of an action except its cards; the points of a penalty only for pegging too much."""
        content = super().content(name, values)
        if name == "penalty" and content["kind"] != Kind.OVERPEG.value:
            content.pop("points", None)
        return content

    def more_variables(self, request: EntryRequest) -> dict[str, Any]:
        """The players, and the totals to choose from."""
        return {
            "players": [(seat, request.before.player(seat)) for seat in SEATS],
            "totals": [(total, total) for total in TOTALS],
        }

    def place_names(self, request: EntryRequest, number: int) -> Sequence[str]:
        """Return the labels of the cards' places; a single card is labelled with its kind."""
        return super().place_names(request, number) if number > 1 else [titled(str(request.stands["type"]))]

    def forgotten(self, name: str) -> dict[str, str]:
        """Return the entries that a table may have forgotten before an entry."""
        links = {"play": "card", "go": "go"} if name in ("play", "go") else {"peg": "peg"} if name == "peg" else {}
        return links | {"adjust": "ruling", "penalty": "penalty"}

    # --- before and after ----------------------------------------------------------------------------------------

    def deals(self, match: Match) -> list[str]:
        """Return the dealer of each deal, and the points that each player pegged in it."""
        return [
            f"{match.player(deal.dealer)} deals; {_pegged_text(match, at)}" for at, deal in enumerate(match.deals)
        ]

    def states(self, match: Match) -> dict[str, str]:
        """The games, the totals, and what comes next."""
        games = {f"Game {at}": f"to {match.player(game.winner)}, {game.score}"
                 for at, game in enumerate(match.games, 1)}  # fmt: skip
        return games | {
            "Totals": str(match.score),
            "Games won": str(match.games_won),
            "Games worth": str(match.stakes),
            "Next": titled(legality.awaited(match)),
        }

    def is_ruling(self, action: Action) -> bool:
        """Return True if an action is a ruling or a penalty."""
        return self.type_of(action) == "penalty" or super().is_ruling(action)

    def brief(self, before: Match, now: Match) -> str:
        """Return the points that each player pegged in a deal that is over."""
        if now.phase is not Phase.MATCH_OVER and before.deal.number == now.deal.number:
            return "being played"
        return _pegged_text(now, before.deal.number - 1)


def _event_text(now: Match, deal: Deal, event: Event) -> str:
    """Describe an event. An undone count may be claimed again, so the log must not reveal it either (6.6)."""
    if isinstance(event, Counted):
        is_open = event.claimed is not None and not _is_closed(now, event)
        return count_text(now, event, is_open).rstrip(".")
    if isinstance(event, MugginsCalled) and not _is_closed(now, deal.counted[-1]):
        return f"{now.player(event.player)} calls Muggins for {event.points}"
    return event_text(now, event)


def _is_closed(now: Match, counted: Counted) -> bool:
    """Return True if a count of the log can be neither claimed nor called any more.

    This does not use the deal's number, which a correction may have changed.
    """
    if now.phase is Phase.MATCH_OVER:
        return True
    hands = [each.cards for deal in now.deals for each in deal.counted]
    return counted.cards in (hands if now.window is None else hands[:-1])


def _pegged_text(match: Match, at: int) -> str:
    """Return the points that each player pegged in a deal, in words."""
    pegged = match.deals[at].pegged
    return ", ".join(f"{match.player(seat)} {pegged.of(seat)}" for seat in SEATS)

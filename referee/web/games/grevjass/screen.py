"""The view model of the table: everything that its templates show, computed from the current match."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from referee.cards import Card
from referee.english import plural
from referee.games.edits import Transition
from referee.games.grevjass.actions import Adjust, NameDealer
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sides import SIDE_WORDS, SIDES, side_of
from referee.web.components import picking
from referee.web.components.seating import Seating
from referee.web.games.grevjass import melding, slate, texts
from referee.web.games.grevjass.entries import TRICKS
from referee.web.tables.screen import Moment, Reason, Screen


@dataclass(frozen=True, slots=True)
class SideView:
    """A side at the table."""

    side: str
    words: str
    """`N–S`."""
    names: tuple[str, str]
    total: str
    """Its total; empty while it is closed."""
    parts: str
    """The parts of its points that everybody knows, while the total is closed."""
    strokes: int
    slate: Markup
    needs: int
    """The number of strokes it still needs; 0 once it has won."""


class GrevjassScreen(Screen):
    """The table at one moment."""

    @property
    def deal(self) -> Deal | None:
        """The deal in hand; None between two."""
        deal: Deal | None = self.match.deal
        return deal

    @property
    def state(self) -> dict[str, Any]:
        """The state of the deal."""
        return super().state | {
            "leads": ".".join(self.leads),
            "dealer": self.match.dealer,
            "trumps": self.deal.trump.letter if self.deal else "",
            "played": len(self.deal.tricks) if self.deal else 0,
            "gone": self.gone,
            **({"may-meld": ""} if self.may_meld else {}),
            **({"may-claim": ""} if self.may_claim else {}),
        }

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The cards of a trick that are tapped and not entered."""
        return self.draft.cards if self.kind == TRICKS else ()

    @property
    def heading(self) -> str:
        """The game, deal and trick, in a few words."""
        if self.match.phase is Phase.MATCH_OVER:
            return "Match over"
        trick = self.trick_of(self.deal) if self.deal and self.match.phase is Phase.PLAY else ""
        return f"Game {self.match.game} · Deal {self.match.number}{trick}"

    @property
    def panel(self) -> str:
        """The name of the keys that are shown: `cards`, `strokes` or `match-over`."""
        return "cards" if self.kind else self.phase

    @property
    def panels(self) -> tuple[str, ...]:
        """All panels, of which a page shows one."""
        return ("cards", "strokes", "match-over")

    # --- the sides and the players ---------------------------------------------------------------------------

    @cached_property
    def sides(self) -> list[SideView]:
        """Both sides."""
        is_hidden, match = self.match.hides_points, self.match
        return [
            SideView(
                side=side,
                words=SIDE_WORDS[side],
                names=match.partners(side),
                total="" if is_hidden else str(match.score.of(side)),
                parts=texts.parts(match, side, self.is_trial) if is_hidden else "",
                strokes=match.strokes.of(side),
                slate=slate.drawn(match.strokes.of(side)),
                needs=max(0, self.setup.rules.strokes - match.strokes.of(side)),
            )
            for side in SIDES
        ]

    @property
    def is_hidden(self) -> bool:
        """True if the totals are closed."""
        return bool(self.match.hides_points)

    @property
    def leads(self) -> tuple[str, ...]:
        """The seats as a trick goes round."""
        return self.deal.seats_from(self.deal.leader) if self.deal else self.setup.seats

    @property
    def seating(self) -> Seating:
        """The four seats; until a card is tapped with the trick before, which may be looked at (4.4)."""
        deal, draft, is_asked = self.deal, self.draft, self.kind == TRICKS
        past = deal.tricks[-1] if deal and deal.tricks else None
        return Seating(
            names=self.setup.players,
            sides={seat: side_of(seat) for seat in self.setup.seats},
            order=self.leads,
            dealer=self.match.dealer if self.match.phase is not Phase.MATCH_OVER else "",
            leader=deal.leader if deal else "",
            tapped={seat: draft.value_of(seat) for seat in draft.places} if is_asked else {},
            next=draft.places[draft.next_place] if is_asked and draft.next_place is not None else None,
            past=dict(zip(deal.seats_from(past.leader), past.cards, strict=True)) if deal and past else {},
            winner=past.winner if past else "",
        )

    @property
    def gone(self) -> str:
        """The cards that have gone in the deal in hand, for the script; empty while they would tell closed points."""
        if self.match.hides_points:
            return ""
        return picking.gone(trick.cards for trick in (self.deal.tricks if self.deal else ()))

    @property
    def moment(self) -> Moment | None:
        """The totals after a deal, or of a game that it ended; at the end of the match the strokes."""
        match = self.match
        if match.phase is Phase.MATCH_OVER:
            return Moment(
                "Strokes", [(side, texts.side_names(match, side), match.strokes.of(side)) for side in SIDES]
            )
        last = match.deals[-1] if match.deals else None
        if last is None or last.final is None or match.phase is not Phase.TRUMP or match.misdeals or match.rulings:
            return None
        if len(match.games) > (last.won or last.game - 1):
            return None  # A game was chalked since.
        game = match.games[last.won - 1] if last.won else None
        title = texts.game_title(last.won, game) if game else f"After deal {last.number}"
        totals = game.score if game else last.final
        dealer = f"{match.player(match.dealer)} deals."
        if not any(map(totals.of, SIDES)):  # Won by a meld, before a card was played.
            totals, dealer = match.strokes, f"Strokes so far. {dealer}"
        sides = [(side, texts.side_names(match, side), totals.of(side)) for side in SIDES]
        return Moment(title, sides, dealer)

    # --- what is entered -------------------------------------------------------------------------------------

    @property
    def may_meld(self) -> bool:
        """True if the key for melds is offered: until the first card of the first trick is tapped."""
        return melding.may_meld(self.match) and not any(self.cards)

    @property
    def may_claim(self) -> bool:
        """True if a side may claim."""
        return self.match.phase is Phase.PLAY and self.deal is not None and not self.deal.vol_is_open

    @property
    def strokes_keys(self) -> list[tuple[str, str]]:
        """The keys when the best meld is worth strokes: take them, or vol by either player of that side."""
        if self.match.phase is not Phase.STROKES or self.deal is None:
            return []
        players = [seat for seat in self.deal.order if side_of(seat) == self.deal.best_side]
        them = "it" if self.deal.strokes == 1 else "them"
        return [
            (f"Take {them}", "take"),
            *((f"Vol: {self.match.player(seat)}", f"vol player={seat}") for seat in players),
        ]

    @property
    def waits(self) -> str:
        """The question to the table."""
        for player in self.players:
            if player.next:
                return f"{player.name}’s card?"
        return texts.awaited(self.match)

    # --- what was said ---------------------------------------------------------------------------------------

    @cached_property
    def recent(self) -> list[str]:
        """The latest events, newest first."""
        return list(texts.recent(self.match))

    @property
    def said(self) -> list[str]:
        """The latest events, with the melds declared in the deal in hand."""
        melds = texts.melds(self.match)
        return [*self.recent, f"Melds: {' · '.join(melds)}"] if melds else self.recent

    @property
    def reasons(self) -> list[Reason]:
        """The reasons for the last trick's winner, or for the choice of dealer. Rules 1.3, 2.3, 4.1, 5.1 and 5.2."""
        told, last = [] if self.is_trial else texts.why(self.match), self.match.last_deal
        if told:
            return [*map(Reason, told), Reason("", self.of.rule("4.1"), "Rule 4.1")]
        won = last.tricks[-1].winner if last and last.tricks and self.match.phase is Phase.TRUMP else ""
        is_told = won == self.match.dealer
        return [Reason("The winner of the last trick deals.", self.of.rule("2.3"), "Rule 2.3")] if is_told else []

    @property
    def spoken(self) -> str:
        """The last entry as a replay tells it."""
        return " ".join(self.recent)

    def told_of(self, done: Transition[Match, Any]) -> list[str]:
        """The announcement of the last action; of a deal that it ended with the strokes."""
        if isinstance(done.action, Adjust | NameDealer):
            return super().told_of(done)
        is_over = len(self.match.games) > len(done.before.games)
        return [*self.recent, *([f"{', '.join(self.spoken_totals)}."] if is_over else [])]

    @property
    def told_last(self) -> str:
        """The position of the last event, as sortable text, so that a page knows whether it is new."""
        match, deal = self.match, self.deal
        entries = len(deal.entries) if deal else 0
        rulings = len(deal.rulings) if deal else len(match.rulings)
        misdeals = deal.misdeals if deal else match.misdeals
        return f"{match.number:04}.{misdeals:02}.{entries:03}.{rulings:02}.{len(match.games):03}"

    @property
    def totals_text(self) -> str:
        """The totals, `64–82`."""
        if self.match.hides_points:
            return "numbers that are told when the deal is over"
        return str(self.match.score)

    @property
    def spoken_totals(self) -> list[str]:
        """Each side's names and strokes in spoken form; with its total unless that is closed."""
        return [
            f"{' and '.join(view.names)} "
            + ", ".join([*([plural(int(view.total), "point")] if view.total else []), plural(view.strokes, "stroke")])
            for view in self.sides
        ]

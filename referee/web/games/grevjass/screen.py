"""The view model of the table: everything that its templates show, computed from the current match."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from referee.english import plural
from referee.games.edits import Transition
from referee.games.grevjass import talk
from referee.games.grevjass.actions import Adjust, NameDealer
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sides import SIDES, Pair, side_of
from referee.web.components.seating import Seating
from referee.web.games.grevjass import melding, texts
from referee.web.tables.screen import Moment, Reason
from referee.web.tables.tricks import SidesScreen, SideView


@dataclass(frozen=True, slots=True)
class GrevjassSide(SideView):
    """A side at the table; its total is empty while that is closed."""

    parts: str
    """The parts of its points that everybody knows, while the total is closed."""
    strokes: int
    slate: Markup
    needs: int
    """The number of strokes it still needs; 0 once it has won."""


class GrevjassScreen(SidesScreen):
    """The table at one moment."""

    @property
    def standing(self) -> Pair:
        """The strokes of both sides."""
        strokes: Pair = self.match.strokes
        return strokes

    @property
    def state(self) -> dict[str, Any]:
        """The state of the deal."""
        deal = self.deal
        return super().state | {
            "trumps": deal.suit.letter if deal.suit else "",
            **({"worth": f"{deal.best_side}.{deal.strokes}"} if self.match.phase is Phase.STROKES else {}),
            **({"may-meld": ""} if self.may_meld else {}),
            **({"may-claim": ""} if self.may_claim else {}),
        }

    @property
    def part(self) -> str:
        """The game and the deal."""
        return f"Game {self.match.game} · {super().part}"

    @property
    def panel(self) -> str:
        """The name of the keys that are shown: `cards`, `strokes` or `match-over`."""
        return "cards" if self.kind else self.phase

    # --- the sides and the players ---------------------------------------------------------------------------

    def view(self, side: str) -> GrevjassSide:
        """One side."""
        is_hidden, match = self.match.hides_points, self.match
        usual = super().view(side)
        return GrevjassSide(
            *(side, usual.words, usual.names),
            total="" if is_hidden else str(usual.total),
            tricks=usual.tricks,
            parts=texts.parts(match, side, self.is_trial) if is_hidden else "",
            strokes=match.strokes.of(side),
            slate=texts.slate(match.strokes.of(side)),
            needs=max(0, self.pages.wins(match) - match.strokes.of(side)),
        )

    @property
    def is_hidden(self) -> bool:
        """True if the totals are closed."""
        return bool(self.match.hides_points)

    @property
    def seating(self) -> Seating:
        """The four seats; until a card is tapped with the trick before, which may be looked at (4.4)."""
        deal = self.deal
        leader = self.match.expected_leader if deal.suit else ""
        return self.seated(deal.tricks[-1] if deal.tricks else None, leader=leader)

    @property
    def gone(self) -> str:
        """The cards already played in the deal in hand, for the script; empty while they would reveal closed
        points."""
        return "" if self.match.hides_points else super().gone

    @property
    def moment(self) -> Moment | None:
        """The totals after a deal, or of the game that it ended; at the end of the match, the strokes."""
        match, deal = self.match, self.deal
        if match.phase is Phase.MATCH_OVER:
            return Moment("Strokes", self.numbers(match.strokes))
        last = match.deals[-1] if match.deals else None
        if (
            last is None
            or last.final is None
            or match.phase is not Phase.TRUMP
            or match.deal.misdeals
            or match.deal.events
        ):
            return None
        if len(match.games) > (last.won or last.game - 1):
            return None  # A game was chalked since.
        game = match.games[last.won - 1] if last.won else None
        title = texts.game_title(last.won, game) if game else f"After deal {last.number}"
        totals = game.score if game else last.final
        dealer = f"{match.player(deal.dealer)} deals."
        if not any(map(totals.of, SIDES)):  # Won by a meld, before a card was played.
            totals, dealer = match.strokes, f"Strokes so far. {dealer}"
        return Moment(title, self.numbers(totals), dealer)

    # --- what is entered -------------------------------------------------------------------------------------

    @property
    def may_meld(self) -> bool:
        """True if the key for melds is offered: until the first card of the first trick is tapped."""
        return melding.may_meld(self.match) and not any(self.draft.values)

    @property
    def may_claim(self) -> bool:
        """True if a side may claim."""
        return self.match.phase is Phase.PLAY and not self.deal.vol_is_open

    @property
    def strokes_keys(self) -> list[tuple[str, str]]:
        """The keys when the best meld is worth strokes: take them, or vol by either player of that side."""
        if self.match.phase is not Phase.STROKES:
            return []
        players = [seat for seat in self.deal.order if side_of(seat) == self.deal.best_side]
        them = "it" if self.deal.strokes == 1 else "them"
        return [
            (f"Take {them}", "take"),
            *((f"Vol: {self.match.player(seat)}", f"vol player={seat}") for seat in players),
        ]

    # --- what was said ---------------------------------------------------------------------------------------

    @property
    def result_lines(self) -> list[str]:
        """The latest events, with the melds declared in the deal in hand."""
        melds = texts.melds(self.match)
        return [*self.recent, "Melds: " + "\u00a0· ".join(melds)] if melds else self.recent

    @property
    def reasons(self) -> list[Reason]:
        """The reasons for the last trick's winner, or for the choice of dealer. Rules 1.3, 2.3, 4.1, 5.1 and 5.2."""
        told, last = [] if self.is_trial else texts.why(self.match), self.match.last_deal
        if told:
            return [*map(Reason, told), Reason("", self.pages.rule("4.1"), "Rule 4.1")]
        won = last.tricks[-1].winner if last.tricks and self.match.phase is Phase.TRUMP else ""
        is_told = won == self.dealer
        return [Reason("The winner of the last trick deals.", self.pages.rule("2.3"), "Rule 2.3")] if is_told else []

    @property
    def spoken(self) -> str:
        """The last entry, as described in a replay."""
        return " ".join(self.recent)

    def announcements(self, done: Transition[Match, Any]) -> list[str]:
        """The announcement of the last action, with the totals if it ended a deal or game."""
        if isinstance(done.action, Adjust | NameDealer):
            return super().announcements(done)
        is_over = len(self.match.games) > len(done.before.games) or (done.before.deal.suit and not self.deal.suit)
        known = set(map(talk.ruling_text, done.before.deal.events))
        news = [line for line in self.by_time if line not in known]
        return [*news, *([f"{', '.join(self.spoken_totals)}."] if is_over else [])]

    @property
    def last_text(self) -> str:
        """The position of the last event, as sortable text, so that a page knows whether it is new."""
        return f"{super().last_text}.{len(self.match.games):03}"

    @property
    def totals_text(self) -> str:
        """The totals, `64–82`."""
        return "numbers that are shown when the deal is over" if self.match.hides_points else super().totals_text

    def spoken_total(self, view: GrevjassSide) -> str:
        """A side's strokes in spoken form; with its total unless that is closed."""
        points = [plural(int(view.total), "point")] if view.total else []
        return ", ".join([*points, plural(view.strokes, "stroke")])

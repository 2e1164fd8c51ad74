"""The view model of the table: everything that its templates show, computed from the current match.

A hand's count, which could be computed from the cards on the table, is not shown until it is claimed (6.6).
"""

from functools import cached_property
from typing import Any

from markupsafe import Markup

from referee.cards import Card, codes, listed
from referee.english import titled
from referee.games.cribbage import talk
from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.counting import TOTALS
from referee.games.cribbage.legality import awaited
from referee.games.cribbage.play import LEAST_TO_GO
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.edits import Transition
from referee.games.kit.sides import other
from referee.web.components.pegboard import Board, board
from referee.web.games.cribbage import texts
from referee.web.games.cribbage.entries import CRIB, HAND, is_pegged, last_two, open_ways
from referee.web.games.cribbage.questions import sets_of
from referee.web.games.cribbage.texts import lurch_lines
from referee.web.tables.announcing import totals_since
from referee.web.tables.screen import Moment, Reason, Screen

TRACKS = {"N": "NS", "S": "EW"}
"""The style names of the board's outer and inner track."""
RECENT = 4
"""The maximum number of events shown."""


class CribbageScreen(Screen):
    """The table at one moment."""

    seats = SEATS
    tracks = TRACKS
    totals = TOTALS

    @property
    def deal(self) -> Deal:
        """The deal in hand."""
        deal: Deal = self.match.deal
        return deal

    @property
    def settings(self) -> dict[str, Any]:
        """Settings for the script: the measures of the board, and a flag for claims."""
        return {"board": self.board.geometry} | ({"muggins": ""} if self.rules.muggins else {})

    @property
    def state(self) -> dict[str, Any]:
        """The state of the deal."""
        return super().state | {
            "panel": self.panel,
            "count": self.deal.count,
            "played": len(self.deal.cards),
            "counted": len(self.deal.counted),
            "score": self.totals_text,
            "dealer": self.deal.dealer,
            "plays": self.match.turn or "",
            "gone": self.gone,
            "go": self.go_words,
            "caller": self.caller,
            **({"can-go": ""} if self.can_go else {}),
            **({"has-starter": ""} if self.deal.starter else {}),
            **({"by-points": ""} if self.deal.by_points else {}),
        }

    @property
    def fields(self) -> dict[str, str]:
        """The fields with the phase, by which a card is a starter, is played, or belongs to a hand or crib."""
        cards = ".".join(codes(self.cards))
        return {"turn": self.turn, "phase": self.phase, "way": self.way, "draft": cards}

    @property
    def notices(self) -> list[str]:
        """The notices, with the hints on a play by points."""
        return super().notices + texts.hints(self.match)

    @property
    def games_text(self) -> list[str]:
        """The result of each game of several."""
        is_told = self.match.phase is Phase.MATCH_OVER and self.rules.best_of > 1
        return [f"{self.game_won(at + 1)}." for at in range(len(self.match.games))] if is_told else []

    def game_won(self, number: int) -> str:
        """Describe the end of a game."""
        return talk.game_won(self.match, number)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of a hand or crib that are tapped and not entered."""
        return self.draft.down if self.is_four else ()

    @property
    def heading(self) -> str:
        """The game and deal, in a few words."""
        if self.match.phase is Phase.MATCH_OVER:
            return "Match over"
        game = f"Game {self.deal.game} · " if self.rules.best_of > 1 else ""
        return f"{game}Deal {self.deal.number}"

    @property
    def waits(self) -> str:
        """The entry that the match waits for, as a sentence."""
        if self.match.phase is Phase.MATCH_OVER:
            return f"{talk.match_won(self.match)}."
        if self.way in ("hands", "hand-points"):
            return f"{self.match.player(self.deal.pone)}’s hand first."
        false_go = self.deal.open_false_go
        if self.match.phase is Phase.FALSE_GO and false_go:
            return texts.false_go_asked(self.match, false_go)
        return f"{titled(awaited(self.match))}."

    @property
    def moment(self) -> Moment | None:
        """The points pegged in a deal that is over, or the totals of a game that it ended; or a hand of 29."""
        match, deal = self.match, self.deal
        for count in texts.perfect(match):
            return Moment("The perfect hand", [(TRACKS[count.player], match.player(count.player), count.points)])
        latest_deal = deal if match.phase is Phase.DEAL_OVER else self._last_deals[-1]
        is_new = match.phase is Phase.STARTER and not deal.events and not deal.misdeals and latest_deal is not deal
        if match.phase is not Phase.DEAL_OVER and not is_new:
            return None
        game = match.games[-1] if latest_deal.game < deal.game else None
        numbers = game.score if game else latest_deal.pegged
        title = texts.game_title(match, latest_deal.game) if game else f"Pegged in deal {latest_deal.number}"
        dealer = deal.pone if match.phase is Phase.DEAL_OVER else deal.dealer
        line = f"{match.player(dealer)}{', who lost,' if game else ''} deals."
        return Moment(title, [(TRACKS[seat], match.player(seat), numbers.of(seat)) for seat in SEATS], line)

    # --- the board -------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The pegboard."""
        return board(self.rules.target)

    @property
    def totals_text(self) -> str:
        """The totals, `64–58`."""
        return str(self.match.score)

    def pegs(self, ids: str = "") -> Markup:
        """The SVG of the pegs; `ids` is a prefix of their ids, for a page with several boards."""
        score = self.match.score
        sides = [(TRACKS[seat], score.of(seat) - self._last_peg(seat), score.of(seat)) for seat in SEATS]
        return self.board.drawn(sides, ids=ids)

    def _last_peg(self, seat: str) -> int:
        """Count the holes from a player's rear peg to the front one."""
        for deal in self._last_deals:
            for event in reversed(deal.events if deal.game == self.deal.game else ()):
                if event.pegged.of(seat):
                    return event.pegged.of(seat)
        return 0

    @cached_property
    def _last_deals(self) -> list[Deal]:
        """The deal in hand, and the one before it."""
        return [*last_two(self.match)]

    @property
    def lines(self) -> str:
        """The lurch lines in force (5.3), for people who cannot see them: `, lurch below 61`."""
        return lurch_lines(self.rules)[0]

    @property
    def marks(self) -> Markup:
        """The SVG of the lines in force: before the first hole that is not below them."""
        return lurch_lines(self.rules)[1]

    # --- the play --------------------------------------------------------------------------------------------

    def row(self, seat: str) -> list[tuple[Card, bool]]:
        """The cards that a player has played, and whether they belong to a count that has ended."""
        past = self.deal.count_start
        return [(placed.card, at < past) for at, placed in enumerate(self.deal.cards) if placed.player == seat]

    @cached_property
    def played(self) -> tuple[Card, ...]:
        """The cards that the pad marks: the cards on the table."""
        starter = (self.deal.starter,) if self.deal.starter else ()
        if self.deal.by_points:  # The cards played no longer count as gone (8.2), but entered hands do.
            return (*starter, *self.cards, *(card for event in self.deal.counted for card in event.cards or ()))
        return (*starter, *self.cards, *(placed.card for placed in self.deal.cards))

    @property
    def can_go(self) -> bool:
        """True if go may be said at this count."""
        return self.deal.count >= LEAST_TO_GO

    @property
    def go_words(self) -> str:
        """The label of the key for go: `Go`, or `No more` when the other player has said it."""
        last = self.deal.cards[-1].player if self.deal.cards else None
        return f"No more: one for {self.match.player(last)}" if self.deal.gone and last else "Go"

    # --- what is entered -------------------------------------------------------------------------------------

    @property
    def panel(self) -> str:
        """The name of the keys that are shown: a phase, or `totals`, `pegs` or `cards`."""
        phase, is_hand = self.match.phase, self.match.phase in (Phase.HAND, Phase.CRIB)
        if phase in (Phase.FALSE_GO, Phase.DEAL_OVER, Phase.MATCH_OVER):
            return self.phase
        if phase is Phase.CLAIM or (is_hand and self.way == "points") or self.way == "hand-points":
            return "totals"
        return "pegs" if self.way == "points" else "cards"

    @property
    def is_four(self) -> bool:
        """True if the four cards of a hand or crib are entered together."""
        return self.kind in (HAND, CRIB)

    @property
    def gone(self) -> str:
        """The codes of the cards that the pad marks."""
        return ".".join(codes(self.played))

    @property
    def in_question(self) -> tuple[Card, ...]:
        """The cards whose count must be claimed, or the crib whose claim can be called: everybody sees them."""
        is_over = self.match.phase is Phase.DEAL_OVER
        return (self.deal.counted[-1].cards or ()) if is_over else self.match.to_claim

    @property
    def ways(self) -> list[tuple[str, str]]:
        """All ways to enter something, with the words of their links: the script may offer another one."""
        points = "Pegs" if is_pegged(self.match) else "By points"
        ways = [("cards", "By cards"), ("points", points), ("hands", "Hands by cards")]
        return [*ways, ("hand-points", "Hands by points")]

    @property
    def open_ways(self) -> set[str]:
        """The other ways to enter what comes next."""
        return open_ways(self.match, self.way)

    # --- what was said ---------------------------------------------------------------------------------------

    @cached_property
    def recent(self) -> list[str]:
        """The latest events, newest first: of this deal, or the end of the deal before; first that a deal is void."""
        is_void = self.match.phase is Phase.STARTER and self.deal.misdeals > 0
        latest_deal = next((deal for deal in self._last_deals if deal.events or is_void), self.deal)
        lines = [texts.event_text(self.match, event) for event in latest_deal.events[: -RECENT - 1 : -1]]
        if totals := texts.totals(self.match, texts.latest(latest_deal)):
            lines.insert(0, totals)
        if is_void:
            lines.insert(0, texts.void_text(self.match))
        return [texts.game_text(self.match), *lines] if latest_deal.game < self.deal.game else lines

    @property
    def reasons(self) -> list[Reason]:
        """The counts whose sets may be shown, latest first: until a card is played, the previous deal's counts."""
        if self.deal.cards and not self.deal.counted:
            return []
        last = next((deal for deal in self._last_deals if deal.counted), self.deal)
        return [
            Reason(
                f"{self.match.player(event.player)}’s {event.name}: {listed(event.cards)} with {last.starter}.",
                sets_of(event, event.cards, last.starter),
                "Show each set",
            )
            for event in reversed(last.counted)
            if event.cards and last.starter and not texts.is_open(self.match, event)
        ]

    @property
    def caller(self) -> str:
        """The player who may call Muggins now; empty if nobody may."""
        return self.match.player(other(self.match.window.claimant)) if self.match.window else ""

    @property
    def spoken(self) -> str:
        """The last entry, as described in a replay; empty if nothing has happened."""
        latest = [texts.event_text(self.match, event) for event in texts.latest(self.deal)]
        return " ".join(latest or self.recent[:1])

    def announcements(self, done: Transition[Match, Any]) -> list[str]:
        """The announcement of the last action."""
        return [*texts.announced(self.match, done), *totals_since(self, done.before)]

    @property
    def call(self) -> str:
        """The last entry in spoken form; empty if nothing has happened."""
        return texts.called(self.match, texts.latest(self.deal)) or self.spoken

    @property
    def last_text(self) -> str:
        """The position of the last event, as sortable text, so that a page knows whether it is new."""
        return f"{self.deal.number:04}.{self.deal.misdeals:02}.{len(self.deal.events):03}"

    @property
    def spoken_totals(self) -> list[str]:
        """Each player's total in spoken form."""
        return [f"{self.match.player(seat)} {self.match.score.of(seat)}" for seat in self.seats]

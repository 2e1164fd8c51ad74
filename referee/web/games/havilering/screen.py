"""The view model of the table: everything that its templates show, computed from the current match."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup

from referee.cards import Card, codes, read_cards
from referee.english import in_words
from referee.games.edits import Transition
from referee.games.havilering.results import Game, Trick
from referee.games.havilering.seen import may_be_revealed
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.summary import Hand, last_hand
from referee.games.kit.sides import SEATS, SIDES, left_of, seat_after, side_of
from referee.log.entry import ACT
from referee.match.current import CurrentMatch
from referee.web.components.pegboard import Board, board
from referee.web.components.seating import Seating
from referee.web.games.havilering import announcing, texts
from referee.web.games.havilering.entries import CALL, CLAIM, TRICKS, NamedItem, named_items
from referee.web.tables.screen import Moment, Screen
from referee.web.tables.tricks import side_names


class HavileringScreen(Screen):
    """The table at one moment."""

    match: Match

    def __init__(
        self,
        pages: Any,
        current: CurrentMatch[Match],
        *more_args: Any,
        kept: Sequence[Card] = (),
        instead_of: Trick | None = None,
        led_by: str = "",
        **more: Any,
    ) -> None:
        super().__init__(pages, current, *more_args, **more)
        last = current.undone[-1] if current.undone else None
        undone = last.actions[0] if last and last.kind == ACT else {}
        self.kept = kept or read_cards(" ".join(undone.get("cards", ())))
        """Cards that one key can tap again: from a draft that did not fit, or from an undone trick."""
        self.led_by = led_by or str(undone.get("leader", ""))
        """The player who led them out of turn; empty for a lead in turn (9.6)."""
        self.instead_of = instead_of
        """The trick that was entered in their place."""

    @property
    def heading(self) -> str:
        """The game and trick, in a few words."""
        if self.match.phase is Phase.MATCH_OVER:
            return "Match over"
        trick = texts.where(self.match.in_hand, self.match.phase)
        return f"Game {self.match.game} · {trick}" if self.rules.best_of > 1 else trick

    def player(self, seat: str) -> str:
        """A player's name."""
        return self.match.player(seat)

    def game_won(self, game: Game) -> str:
        """Describe the result of a game, the winner's points first."""
        return texts.game_won(self.match, game)

    @property
    def games_text(self) -> list[str]:
        """The result of each game."""
        is_told = self.match.phase is Phase.MATCH_OVER
        return [f"{self.game_won(game)}." for game in self.match.games] if is_told else []

    @property
    def won_now(self) -> str:
        """The game that has just been won, while the opponents are asked whether to finish the hand. Rule 7.1."""
        return texts.won_now(self.match)

    @property
    def notices(self) -> list[str]:
        """The notices, with the player who leads out of turn (9.6)."""
        if self.draft.is_complete and self.kind == TRICKS and not self.faults:
            return [self.notice or "Tap the wrong card, then the right one."]
        led, due = self.leader, self.match.leader
        if self.kind != TRICKS or not self.draft.leader or led == due or any(self.draft.values):
            return super().notices
        text = f"{self.player(led)} led, though {self.player(due)} should have: tap the four cards in order of play."
        return [*super().notices, text]

    @property
    def panel(self) -> str:
        """The name of the keys that are shown: `cards`, `claim`, `call`, or a phase."""
        return "cards" if self.kind == TRICKS else self.kind or self.phase

    @property
    def settings(self) -> dict[str, Any]:
        """Settings for the script: a flag for claims."""
        return {"muggins": ""} if self.rules.muggins else {}

    @property
    def state(self) -> dict[str, Any]:
        """The script's state: the cards that are gone, the order of play, and the last trick."""
        past, goes = self.past, {"leads": ".".join(self.seating.order), "dealer": self.match.dealer}
        taken = {"last": ".".join(codes(past.cards)), "taker": past.winner} if past else {}
        return super().state | {"gone": self.gone} | goes | taken

    @property
    def fields(self) -> dict[str, str]:
        """The fields with the player who led out of turn, and the cards that are down meanwhile."""
        return super().fields | {"leader": self.draft.leader, "led": self.draft.led, "way": self.way}

    @property
    def board(self) -> Board:
        """The pegboard."""
        return board(self.rules.target)

    @property
    def scores(self) -> list[tuple[str, str, int, int]]:
        """Each side with its names, total and games won."""
        score, games = self.match.score, self.match.games_won
        return [(side, side_names(self.match, side), score.of(side), games.of(side)) for side in SIDES]

    @property
    def totals_text(self) -> str:
        """The totals, `64–58`."""
        return str(self.match.score)

    def pegs(self, ids: str) -> Markup:
        """The SVG of the pegs; `ids` is a prefix of their ids, for a page with several boards."""
        pegs = self.match.pegs
        sides = [(side, pegs.rear.of(side), pegs.front.of(side)) for side in SIDES]
        return self.board.drawn(sides, self.match.is_run, ids)

    # --- the trick -----------------------------------------------------------------------------------------

    @cached_property
    def past(self) -> Trick | None:
        """The last trick, which may be shown, even after the end of its hand."""
        return self.match.tricks[-1] if self.match.tricks and not self.match.dealt_again else None

    @property
    def leader(self) -> str:
        """The leader of the trick, even once it is complete."""
        if self.past and self.match.phase is not Phase.PLAY:
            return self.past.leader
        return self.draft.leader or self.match.leader

    @cached_property
    def seating(self) -> Seating:
        """The four seats; during a call or an offer they show the last trick."""
        leader, past, draft = self.leader, self.past, self.draft
        is_tapped = self.kind == TRICKS
        return Seating(
            names=self.setup.players,
            sides={seat: side_of(seat) for seat in SEATS},
            order=self.setup.clockwise(leader),
            dealer=self.match.dealer,
            leader=leader,
            leads="leads" if self.match.phase is Phase.PLAY else "led",
            tapped={seat: draft.value_of(seat) for seat in draft.places} if is_tapped else {},
            next=draft.places[draft.next_place] if is_tapped and draft.next_place is not None else None,
            past={seat: past.card_of(seat) for seat in SEATS} if past else {},
            winner=past.winner if past else "",
        )

    @cached_property
    def result(self) -> texts.Result | None:
        """The result of the last trick in words."""
        return texts.result(self.match, self.past) if self.past else None

    @property
    def can_explain(self) -> bool:
        """True if the worth of the last trick may be shown (8.6)."""
        return self.past is not None and may_be_revealed(self.match, self.past)

    # --- claims and calls ----------------------------------------------------------------------------------

    @property
    def names_items(self) -> bool:
        """True if the pad of items is shown, for a claim or a call."""
        return self.kind in (CLAIM, CALL)

    @cached_property
    def named(self) -> list[NamedItem]:
        """The pad of items for a claim or a call."""
        return named_items(self.match, self.past, self.draft.values)

    @property
    def named_points(self) -> int:
        """The points of the items named so far."""
        return sum(named.worth * named.count for named in self.named)

    @property
    def callers(self) -> list[str]:
        """The players who may call Muggins on the last trick (8.2, 8.5)."""
        trick = self.match.can_be_called
        return [left_of(trick.winner), seat_after(trick.winner, 3)] if trick else []

    # --- the hand, the game, the match ---------------------------------------------------------------------

    @property
    def between(self) -> bool:
        """True between two hands and after the match, when the page shows more text."""
        match = self.match
        ended = match.phase is Phase.PLAY and match.in_hand == 0 and bool(match.tricks or match.games)
        return (ended or match.phase is Phase.MATCH_OVER) and not self.draft.down

    @property
    def is_first(self) -> bool:
        """True if nothing has been played yet, when the page explains its signs."""
        return not self.match.tricks and self.match.phase is Phase.PLAY and not self.draft.down

    @cached_property
    def hand_over(self) -> Hand | None:
        """The hand that has just ended, until the next trick is complete."""
        return None if self.match.dealt_again else last_hand(self.match)

    @cached_property
    def moment(self) -> Moment | None:
        """The points of the hand, or the totals of a game that it ended."""
        return announcing.end_of_hand(self.match, self.hand_over, self.news)

    @cached_property
    def news(self) -> list[str]:
        """News of the ends of hands and games."""
        return texts.news(self.match, self.hand_over)

    @cached_property
    def details(self) -> list[str]:
        """Details of a hand that has just ended."""
        return texts.details(self.match, self.hand_over)

    @property
    def rulings(self) -> list[str]:
        """The rulings since the last trick."""
        return texts.adjustments(self.match)

    @property
    def claims_refused(self) -> str:
        """The number of refused claims on the last trick, in words, so that guessing is visible to all (8.1)."""
        return texts.refused(self.current)

    @property
    def waits(self) -> str:
        """The entry that the match waits for, in words; empty if it is the next card."""
        if self.kind == CALL and self.past:
            return f"Muggins: what did {self.match.player(self.past.winner)} miss?"
        return texts.waits(self.match)

    @property
    def spoken(self) -> str:
        """The last result and anything it ended, as described in a replay."""
        return announcing.spoken(self)

    def announcements(self, done: Transition[Match, Any]) -> list[str]:
        """The announcement of the last action."""
        return announcing.announcements(self, done)

    @property
    def refusals(self) -> list[str]:
        """The announcement of a refused claim (8.1)."""
        return [self.claims_refused]

    @property
    def asks(self) -> str:
        """The question, or the player whose card comes next."""
        return announcing.asks(self)

    @property
    def last_text(self) -> str:
        """The trick whose result is shown, as sortable hand and number; empty if there is none."""
        return f"{self.past.hand:04}.{self.past.number:02}" if self.past and self.result else ""

    @property
    def call(self) -> str:
        """The last entry in spoken form."""
        return self.result.call if self.result else ""

    @property
    def ending(self) -> str:
        """The last trick of a match that is over, its combinations, and rulings after it."""
        return " ".join([*announcing.result(self)[:2], *self.rulings])

    @property
    def spoken_totals(self) -> list[str]:
        """Each side's total in spoken form: `Ann and Cat eighty-four`."""
        score = self.match.score
        return [f"{' and '.join(self.match.partners(side))} {in_words(score.of(side))}" for side in SIDES]

    # --- the pad -------------------------------------------------------------------------------------------

    @cached_property
    def played(self) -> frozenset[Card]:
        """The cards played in this hand: everybody saw them, though their tricks are closed now."""
        return frozenset(card for trick in self.current.whole_match.hand_tricks for card in trick.cards)

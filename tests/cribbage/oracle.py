"""A second referee for cribbage: one mutable table, on plain data, sharing no code with the rules.

`do` takes an action as it stands in a record and changes the table, or raises RefusedByOracleError. `outcome` is what
`referee replay --json` must print.
"""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from typing import Any

from tests.cribbage.counting import hand_items, pips, play_items

OTHER = {"N": "S", "S": "N"}
PUBLISHED = {"target": 121, "best_of": 1, "muggins": False, "skunk": 1, "lurch": 2, "double_lurch": 1,
             "doubles_count": False, "false_go": 2}  # fmt: skip


class RefusedByOracleError(Exception):
    """The action is not allowed."""


class GameWonError(Exception):
    """A peg is in the game hole: whatever else the action would have done falls away."""


def need(fine: Any) -> None:
    if not fine:
        raise RefusedByOracleError


def written(items: dict[str, tuple[int, int]]) -> dict[str, dict[str, int]]:
    return {name: {"count": count, "points": points} for name, (count, points) in items.items()}


class Oracle:
    """The table of one match."""

    def __init__(self, dealer: str = "N", **rules: Any) -> None:
        self.rules = PUBLISHED | rules
        self.score = {"N": 0, "S": 0}
        self.won = {"N": 0, "S": 0}
        self.stakes = {"N": 0, "S": 0}
        self.games: list[dict[str, Any]] = []
        self.deals: list[dict[str, Any]] = []
        self.begin_deal(dealer)

    def begin_deal(self, dealer: str, misdeals: int = 0, events: Any = ()) -> None:
        self.dealer, self.pone = dealer, OTHER[dealer]
        self.phase = "starter"
        self.starter: str | None = None
        self.events = list(events)
        self.played: list[tuple[str, str]] = []
        self.pile: list[tuple[str, str]] = []
        self.quiet: set[str] = set()
        self.on_turn = self.pone
        self.pegging = False
        self.questions: list[dict[str, Any]] = []
        self.false_goes: list[dict[str, Any]] = []
        self.hands: list[tuple[str, list[str] | None]] = []
        self.up: list[str] | None = None
        self.window: tuple[str, int] | None = None
        self.misdeals = misdeals
        self.kept = deepcopy((self.score, self.events))

    # --- pegs

    def peg(self, event: dict[str, Any], *moves: tuple[str, int]) -> None:
        event["pegged"] = {"N": 0, "S": 0}
        self.events.append(event)
        for who, points in moves:
            step = min(points, self.rules["target"] - self.score[who])
            self.score[who] += step
            event["pegged"][who] += step
            if self.score[who] >= self.rules["target"]:
                self.game_over(who, event["event"])
                raise GameWonError

    def game_over(self, winner: str, by: str) -> None:
        share = self.score[OTHER[winner]] / self.rules["target"]
        worths = [1]
        worths += [self.rules["skunk"]] * (share < 0.75)
        worths += [self.rules["lurch"]] * (share < 0.5)
        worths += [self.rules["double_lurch"]] * (share < 0.25)
        number = 1 + sum(deal["game"] == self.game for deal in self.deals)
        self.games.append(
            {"winner": winner, "score": dict(self.score), "worth": max(worths), "by": by, "deals": number}
        )
        self.won[winner] += 1
        self.stakes[winner] += max(worths)
        counted = self.stakes if self.rules["doubles_count"] else self.won
        if counted[winner] > self.rules["best_of"] / 2:
            self.phase = "match-over"
            return
        self.deals.append(self.deal_written(len(self.games)))
        self.score = {"N": 0, "S": 0}
        self.begin_deal(OTHER[winner])

    @property
    def game(self) -> int:
        return len(self.games) + (self.phase != "match-over")

    def close_deal(self) -> None:
        self.deals.append(self.deal_written(self.game))
        self.begin_deal(self.pone)

    # --- actions

    def do(self, action: dict[str, Any]) -> None:
        """Raises RefusedByOracleError before anything is changed."""
        with suppress(GameWonError):
            getattr(self, f"do_{action['type']}")(action)

    def do_starter(self, action: dict[str, Any]) -> None:
        need(self.phase == "starter")
        self.phase, self.starter = "play", action["card"]
        items = {"heels": (1, 2)} if action["card"][0] == "J" else {}
        points = 2 * len(items)
        event = {"event": "starter", "player": self.dealer, "card": action["card"], "items": written(items)}
        self.peg(event | {"points": points}, (self.dealer, points))

    @property
    def count(self) -> int:
        return sum(pips(card) for _, card in self.pile)

    def has(self, who: str) -> int:
        return 4 - sum(player == who for player, _ in self.played)

    def do_play(self, action: dict[str, Any]) -> None:
        need(self.phase == "play" and not self.pegging)
        me, card = self.on_turn, action["card"]
        need(action.get("player", me) == me)
        need(card != self.starter and card not in [each for _, each in self.played])
        need(self.count + pips(card) <= 31)
        shown = [
            {"player": me, "count": event["count"], "card": card, "answer": None}
            for event in self.events
            if event["event"] == "go" and event["player"] == me and event["count"] + pips(card) <= 31
        ]
        self.false_goes += shown
        self.played.append((me, card))
        self.pile.append((me, card))
        items = play_items([each for _, each in self.pile])
        count = self.count
        if count != 31 and len(self.played) == 8:
            items["last"] = (1, 1)
        elif count != 31 and self.stuck(me) and self.stuck(OTHER[me]):
            items["go"] = (1, 1)
        points = sum(points for _, points in items.values())
        event = {
            "event": "play",
            "player": me,
            "card": card,
            "count": count,
            "items": written(items),
            "points": points,
        }
        self.turn_on(me)
        if shown and self.rules["false_go"]:
            self.questions = shown
        self.peg(event, (me, points))
        self.settle_play()

    def stuck(self, who: str) -> bool:
        return who in self.quiet or self.has(who) == 0

    def turn_on(self, me: str) -> None:
        you = OTHER[me]
        if self.count == 31 or (self.stuck(me) and self.stuck(you)):
            last = self.pile[-1][0]
            self.pile, self.quiet = [], set()
            self.on_turn = OTHER[last] if self.has(OTHER[last]) else last
        else:
            self.on_turn = me if self.stuck(you) else you

    def settle_play(self) -> None:
        if self.questions:
            self.phase = "false-go"
        elif len(self.played) == 8:
            self.count_on()
        else:
            self.phase = "play"

    def do_go(self, action: dict[str, Any]) -> None:
        need(self.phase == "play" and not self.pegging)
        me = self.on_turn
        need(action.get("player", me) == me)
        need(self.count > 21)
        self.quiet.add(me)
        last = self.pile[-1][0]
        ends = self.stuck(OTHER[me])
        items = {"go": (1, 1)} if ends else {}
        event = {"event": "go", "player": me, "count": self.count, "items": written(items), "points": len(items)}
        self.turn_on(me)
        self.peg(event, (last, len(items)))

    def do_reply(self, action: dict[str, Any]) -> None:
        need(self.phase == "false-go")
        asked = OTHER[self.questions[0]["player"]]
        need(action.get("player", asked) == asked)
        self.questions.pop(0)["answer"] = action["answer"]
        points = self.rules["false_go"] if action["answer"] == "yes" else 0
        event = {"event": "reply", "player": asked, "answer": action["answer"], "points": points}
        self.peg(event, (asked, points))
        self.settle_play()

    def do_peg(self, action: dict[str, Any]) -> None:
        need(self.phase in ("starter", "play"))
        self.phase, self.pegging, self.pile = "play", True, []
        event = {"event": "peg", "player": action["player"], "points": action["points"]}
        self.peg(event, (action["player"], action["points"]))

    @property
    def counter(self) -> str:
        return self.dealer if self.hands else self.pone

    def do_hand(self, action: dict[str, Any]) -> None:
        need(self.phase == "hand" or (self.phase == "play" and self.pegging))
        self.show(action)

    def do_crib(self, action: dict[str, Any]) -> None:
        need(self.phase == "crib")
        self.show(action)

    def show(self, action: dict[str, Any]) -> None:
        need(action.get("player", self.counter) == self.counter)
        cards = action.get("cards")
        if cards is not None:
            known = [self.starter, *(card for _, hand in self.hands for card in hand or [])]
            need(self.starter and not set(cards) & set(known))
        self.window = None
        self.lay_open(cards, action.get("points"))

    def lay_open(self, cards: list[str] | None, points: int | None = None) -> None:
        if cards is not None and self.rules["muggins"]:
            self.phase, self.up = "claim", cards
        else:
            self.tell(cards, points, None)

    def tell(self, cards: list[str] | None, points: int | None, claimed: int | None) -> None:
        who, is_crib = self.counter, len(self.hands) == 2
        items: dict[str, tuple[int, int]] = {}
        if cards is not None:
            assert self.starter
            items = hand_items(cards, self.starter, is_crib)
            points = sum(worth for _, worth in items.values())
        assert points is not None
        event = {"event": "crib" if is_crib else "hand", "player": who, "cards": cards, "items": written(items),
                 "points": points, "claimed": claimed}  # fmt: skip
        self.hands.append((who, cards))
        self.up = None
        if claimed is None:
            moves = [(who, points)]
        elif claimed > points:
            moves = [(who, points), (OTHER[who], claimed - points)]
        else:
            moves = [(who, claimed)]
        to_go = self.rules["target"] - self.score[who]
        self.window = None
        if claimed is not None and claimed <= points:
            self.window = (OTHER[who], max(0, min(points, to_go) - claimed))
        self.peg(event, *moves)
        if is_crib and claimed is not None:
            self.phase = "deal-over"
        elif is_crib:
            self.close_deal()
        else:
            self.count_on()

    def count_on(self) -> None:
        if len(self.hands) == 2:
            self.phase = "crib"
        elif self.pegging:
            self.phase = "hand"
        else:
            self.lay_open([card for who, card in self.played if who == self.counter])

    def do_claim(self, action: dict[str, Any]) -> None:
        need(self.phase == "claim")
        need(action.get("player", self.counter) == self.counter)
        self.tell(self.up, None, action["points"])

    def do_muggins(self, action: dict[str, Any]) -> None:
        need(self.phase in ("hand", "claim", "crib", "deal-over") and self.window)
        assert self.window
        caller, missed = self.window
        need(action.get("player", caller) == caller)
        self.window = None
        named = action["points"]
        right = min(named, missed)
        event = {"event": "muggins", "player": caller, "points": named, "right": right}
        self.peg(event, (caller, right) if missed else (OTHER[caller], named))

    def do_deal(self, action: dict[str, Any]) -> None:
        need(self.phase == "deal-over")
        self.close_deal()

    def do_misdeal(self, action: dict[str, Any]) -> None:
        need(self.phase not in ("false-go", "match-over"))
        score, events = self.kept
        self.score = dict(score)
        self.begin_deal(self.dealer, self.misdeals + 1, events)

    def rule(self, event: dict[str, Any], *moves: tuple[str, int]) -> None:
        need(self.phase not in ("false-go", "match-over"))
        need(all(self.score[who] + points >= 0 for who, points in moves))
        early = self.phase == "starter"
        self.peg(event, *moves)
        if early:
            self.kept = deepcopy((self.score, self.events))

    def do_penalty(self, action: dict[str, Any]) -> None:
        erred, taken = action["against"], action.get("points", 0)
        need(action["kind"] != "wrong-crib" or erred == self.dealer)
        event = {"event": "penalty", "player": erred, "kind": action["kind"], "points": 2, "taken": taken}
        self.rule(event, (erred, -taken), (OTHER[erred], 2))

    def do_adjust(self, action: dict[str, Any]) -> None:
        event = {
            "event": "adjust",
            "player": action["player"],
            "points": action["points"],
            "reason": action["reason"],
        }
        self.rule(event, (action["player"], action["points"]))

    # --- outcome

    def deal_written(self, game: int) -> dict[str, Any]:
        pegged = {who: sum(event["pegged"][who] for event in self.events) for who in "NS"}
        play = "points" if self.pegging else "cards" if self.played else None
        return {"deal": len(self.deals) + 1, "game": game, "dealer": self.dealer, "misdeals": self.misdeals,
                "starter": self.starter, "play": play, "pegged": pegged, "false_goes": self.false_goes,
                "events": self.events}  # fmt: skip

    def outcome(self) -> dict[str, Any]:
        playing, showing = self.phase in ("play", "false-go"), self.phase in ("hand", "claim", "crib")
        turn = None
        if self.phase == "starter":
            turn = self.dealer
        elif self.phase == "play" and not self.pegging:
            turn = self.on_turn
        elif self.phase == "false-go":
            turn = OTHER[self.questions[0]["player"]]
        elif showing:
            turn = self.counter
        counting = ("crib" if len(self.hands) == 2 else "hand") if showing else None
        return {"phase": self.phase, "score": self.score, "games_won": self.won, "stakes": self.stakes,
                "dealer": self.dealer, "turn": turn, "count": self.count if playing else 0, "counting": counting,
                "games": self.games, "deals": [*self.deals, self.deal_written(self.number_of_game())]}  # fmt: skip

    def number_of_game(self) -> int:
        return len(self.games) + (self.phase != "match-over")

"""A second referee, written differently on purpose: plain strings, mutable, one long script of the rules.

It shares no code with the package. The tests hold the two against each other.
"""

from collections import Counter
from datetime import datetime
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
CYCLE = "DHSC"
VALUE = {
    "flush": 1, "fifteen": 1, "thirty-one": 3, "pair": 2, "prial": 9, "double-prial": 12, "run-3": 3, "run-4": 9,
    "running-flush-3": 4, "running-flush-4": 10, "last": 2,
}  # fmt: skip
SUIT_OF = {"winter": "D", "spring": "H", "summer": "S", "autumn": "C"}
ROWS = {frozenset((RANKS + RANKS)[start : start + size]) for size in range(1, 14) for start in range(13)}
"""Ranks side by side in the wrapped row of ranks."""
COUNT = dict(zip(RANKS, [*range(2, 10), 10, 10, 10, 10, 1], strict=True))


def consecutive(cards):
    """True if the ranks, in some order, stand side by side in the wrapped row of ranks."""
    ranks = frozenset(card[0] for card in cards)
    return len(ranks) == len(cards) and ranks in ROWS


def count(card):
    return COUNT[card[0]]


def items_of(cards):
    """Counter of the items that hang on the cards alone."""
    found: Counter[str] = Counter()
    if len({card[1] for card in cards}) == 1:
        found["flush"] = 1
    subsets = [subset for size in range(2, 5) for subset in combinations(cards, size)]
    found["fifteen"] = sum(sum(map(count, subset)) == 15 for subset in subsets)
    found["thirty-one"] = int(sum(map(count, cards)) == 31)
    for same in Counter(card[0] for card in cards).values():
        if same > 1:
            found[{2: "pair", 3: "prial", 4: "double-prial"}[same]] += 1
    longest = 4 if consecutive(cards) else 3
    for subset in subsets:
        if len(subset) == longest and consecutive(subset):
            suited = len({card[1] for card in subset}) == 1
            found[f"running-flush-{longest}" if suited else f"run-{longest}"] += 1
    return +found


def winning_place(cards):
    suits = [card[1] for card in cards]
    height = [RANKS.index(card[0]) for card in cards]
    kinds = "".join(sorted(set(suits), key=CYCLE.index))
    if len(kinds) == 4:
        best = max(height)
        return max(place for place in range(4) if height[place] == best)
    # Which suit rules, written out case by case.
    rules = {
        "D": "D", "H": "H", "S": "S", "C": "C",
        "DH": "H", "HS": "S", "SC": "C", "DC": "D", "DS": suits[0], "HC": suits[0],
        "DHS": "S", "HSC": "C", "DSC": "D", "DHC": "H",
    }[kinds]  # fmt: skip
    return max((height[place], place) for place in range(4) if suits[place] == rules)[1]


class Oracle:
    """Plays a record through; `outcome` is what `referee replay --json` should say. ValueError if illegal."""

    def __init__(self, record, season_at):
        rules = {"target": 121, "best_of": 1, "muggins": False, "season": "auto", "jack_havel": 2,
                 "jack_havel_dealer": 4, "values": {}} | record.get("rules", {})  # fmt: skip
        self.rules, self.season_at = rules, season_at
        self.time = datetime.fromisoformat(record["started"])
        self.dealer = record["dealer"]
        self.score, self.won_games = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
        self.games: list[dict[str, Any]] = []
        self.tricks: list[dict[str, Any]] = []
        self.hand, self.game_won = 0, {}
        self.season = self.look_up_season()
        self.new_hand(self.dealer)
        for number, action in enumerate(record["actions"], 1):
            if "at" in action:
                self.time = datetime.fromisoformat(action["at"])
            try:
                getattr(self, "do_" + action["type"])(action)
            except AssertionError as error:
                raise ValueError(f"action {number}") from error

    def look_up_season(self):
        agreed, now = self.rules["season"], self.season_at(self.time)
        opposite = {"winter": "summer", "summer": "winter", "spring": "autumn", "autumn": "spring"}
        return {"auto": now, "south": opposite[now]}.get(agreed, agreed)

    @staticmethod
    def turn(seat, steps):
        return "NESW"[("NESW".index(seat) + steps) % 4]

    @staticmethod
    def side(seat):
        return "NS" if seat in "NS" else "EW"

    def new_hand(self, dealer):
        self.hand += 1
        self.dealer, self.leader, self.phase = dealer, self.turn(dealer, 1), "play"
        self.current, self.saved = [], dict(self.score)

    def value(self, item, seat):
        if item == "jack-havel":
            return self.rules["jack_havel_dealer" if seat == self.dealer else "jack_havel"]
        return {**VALUE, **self.rules["values"]}[item]

    def peg(self, side, points, asker):
        """True if this wins the game."""
        self.score[side] += points
        if self.game_won or self.score[side] < self.rules["target"]:
            return False
        self.game_won = {"side": side, "at": dict(self.score), "asker": asker}
        return True

    def after_game(self):
        side = self.game_won["side"]
        self.won_games[side] += 1
        if self.won_games[side] * 2 > self.rules["best_of"]:
            self.phase = "match-over"
            self.close_game(False, {"NS": 0, "EW": 0})
        elif len(self.current) == 13:
            self.close_game(False, {"NS": 0, "EW": 0})
            self.next_game()
        else:
            self.phase, self.asked = "offer-first", self.turn(self.game_won["asker"], 1)

    def close_game(self, ran, start):
        self.games.append({
            "season": self.season, "winner": self.game_won["side"], "at_game": self.game_won["at"],
            "final": dict(self.score), "ran": ran, "head_start": start,
        })  # fmt: skip

    def next_game(self):
        self.score, self.game_won = dict(self.games[-1]["head_start"]), {}
        self.season = self.look_up_season()
        self.new_hand(self.turn(self.dealer, 1))

    def end_hand(self):
        if not self.game_won:
            self.new_hand(self.turn(self.dealer, 1))
            return
        start, ns, ew = {"NS": 0, "EW": 0}, self.score["NS"], self.score["EW"]
        if ns != ew:
            beyond = max(ns, ew) - self.rules["target"] + 1
            start["NS" if ns > ew else "EW"] = sorted([0, beyond, self.rules["target"] - 1])[1]
        self.close_game(True, start)
        self.next_game()

    def do_trick(self, action):
        cards = action["cards"]
        used = [card for trick in self.current for card in trick["cards"]]
        assert self.phase == "play" and len(cards) == 4 and len(set(cards + used)) == len(used) + 4
        lead = action.get("leader", self.leader)
        seat = self.turn(lead, winning_place(cards))
        items = items_of(cards)
        items["jack-havel"] = int("J" + SUIT_OF[self.season] in cards)
        items["last"] = int(len(self.current) == 12)
        items = +items
        detail = {item: {"count": n, "points": n * self.value(item, seat)} for item, n in items.items()}
        trick = {"hand": self.hand, "trick": len(self.current) + 1, "leader": lead, "cards": cards,
                 "winner": seat, "items": detail, "points": sum(d["points"] for d in detail.values()),
                 "pegged": {"NS": 0, "EW": 0}}  # fmt: skip
        self.tricks.append(trick)
        self.current.append(trick)
        self.leader, self.left = seat, items
        if self.rules["muggins"]:
            self.phase = "claim"
        else:
            self.settle(trick["points"])

    def settle(self, points):
        trick = self.current[-1]
        side = self.side(trick["winner"])
        trick["pegged"][side] += points
        self.phase = "play"
        if self.peg(side, points, trick["winner"]):
            self.after_game()
        elif len(self.current) == 13:
            if self.rules["muggins"]:
                self.phase = "hand-over"
            else:
                self.end_hand()

    def do_claim(self, action):
        assert self.phase == "claim"
        claim = Counter(action["items"])
        assert all(self.left[item] >= n for item, n in claim.items())
        self.left = self.left - claim
        self.settle(sum(n * self.value(item, self.current[-1]["winner"]) for item, n in claim.items()))

    def do_muggins(self, action):
        assert self.rules["muggins"] and self.phase in ("play", "hand-over") and self.current
        trick, by = self.current[-1], action["by"]
        assert self.side(by) != self.side(trick["winner"]) and sum(action["items"].values()) > 0
        gain = loss = 0
        for item, n in action["items"].items():
            for _ in range(n):
                if self.left[item] > 0:
                    self.left[item] -= 1
                    gain += self.value(item, trick["winner"])
                else:
                    loss += self.value(item, trick["winner"])
        trick["pegged"][self.side(by)] += gain
        trick["pegged"][self.side(trick["winner"])] += loss
        won = self.peg(self.side(by), gain, by)
        won = self.peg(self.side(trick["winner"]), loss, trick["winner"]) or won
        if won:
            self.after_game()

    def do_deal(self, action):
        assert self.phase == "hand-over"
        self.end_hand()

    def do_reply(self, action):
        assert self.phase in ("offer-first", "offer-second")
        assert action.get("player", self.asked) == self.asked
        if action["answer"] == "yes":
            self.phase = "play"
        elif self.phase == "offer-first":
            self.phase, self.asked = "offer-second", self.turn(self.asked, 2)
        else:
            assert action["answer"] == "no"
            self.close_game(False, {"NS": 0, "EW": 0})
            self.next_game()

    def do_misdeal(self, action):
        assert self.phase in ("play", "claim", "hand-over") and not self.game_won
        self.score = dict(self.saved)
        self.tricks = [trick for trick in self.tricks if trick["hand"] != self.hand]
        self.hand -= 1
        self.new_hand(self.dealer)

    def do_adjust(self, action):
        side, points = action["side"], action["points"]
        assert self.phase in ("play", "hand-over") and self.score[side] + points >= 0
        assert action["reason"].strip()
        if not self.current:
            self.saved[side] += points
        if self.peg(side, points, "N" if side == "NS" else "E"):
            self.after_game()

    def revokes(self):
        """For every time a player did not follow, look through the rest of the hand for the suit."""
        for trick in self.tricks:
            led = trick["cards"][0][1]
            for place, card in enumerate(trick["cards"]):
                if card[1] == led:
                    continue
                seat = self.turn(trick["leader"], place)
                for later in self.tricks:
                    if later["hand"] != trick["hand"] or later["trick"] <= trick["trick"]:
                        continue
                    shown = later["cards"][("NESW".index(seat) - "NESW".index(later["leader"])) % 4]
                    if shown[1] == led:
                        yield {"hand": trick["hand"], "trick": trick["trick"], "seat": seat, "led": led,
                               "played": card, "shown_by": {"trick": later["trick"], "card": shown}}  # fmt: skip
                        break

    @property
    def outcome(self):
        leader = self.leader if self.phase == "play" or not self.tricks else self.tricks[-1]["winner"]
        return {
            "phase": self.phase, "score": self.score, "games_won": self.won_games, "dealer": self.dealer,
            "leader": leader, "season": self.season, "games": self.games, "tricks": self.tricks,
            "revokes": list(self.revokes()),
        }  # fmt: skip

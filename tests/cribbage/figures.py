"""A second count of the players' figures, from outcomes, which share no code with the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

OTHER = {"N": "S", "S": "N"}
BY_CARDS_OR_PEGS = ("play", "go", "peg")
COUNTED = (*BY_CARDS_OR_PEGS, "starter", "reply", "hand", "crib", "muggins")


def counts_of(outcome: dict[str, Any], rules: dict[str, Any]) -> dict[str, Counter[str]]:
    """By seat the figures of a finished match."""
    counts = {"N": Counter[str](), "S": Counter[str]()}
    target = rules.get("target", 121)
    for seat, own in counts.items():
        own["matches"] = 1
        own["matches_won"] = int(outcome["games"][-1]["winner"] == seat)
        for game in outcome["games"]:
            _game(own, seat, game, target)
        for deal in outcome["deals"]:
            _deal(own, seat, deal)
    return counts


def _game(own: Counter[str], seat: str, game: dict[str, Any], target: int) -> None:
    won = game["winner"] == seat
    own["games"] += 1
    own["games_won"] += won
    own["stakes_won" if won else "stakes_lost"] += game["worth"]
    short = min(game["score"].values())
    for name, line in (("skunks", 3 * target / 4), ("lurches", target / 2)):
        own[f"{name}_{'given' if won else 'taken'}"] += short < line


def _deal(own: Counter[str], seat: str, deal: dict[str, Any]) -> None:
    own["hands"] += bool(deal["events"])
    role = "dealer" if deal["dealer"] == seat else "pone"
    own[f"{role}_plays"] += deal["play"] is not None
    own["false_goes"] += sum(false["player"] == seat for false in deal["false_goes"])
    for event in deal["events"]:
        kind, pegged = event["event"], event["pegged"]
        if kind in COUNTED:
            own["points"] += pegged[seat]
            own["points_against"] += pegged[OTHER[seat]]
        if kind in BY_CARDS_OR_PEGS:
            own[f"{role}_pegged"] += pegged[seat]
        if event["player"] == seat:
            _own_event(own, kind, event)
        elif kind == "muggins":
            own["caught"] += event["right"]


def _own_event(own: Counter[str], kind: str, event: dict[str, Any]) -> None:
    if kind == "starter":
        own["heels"] += "heels" in event["items"]
    elif kind == "muggins":
        own["calls"] += 1
        own["gained"] += event["pegged"][event["player"]]
        own["lost"] += event["pegged"][OTHER[event["player"]]]
    elif kind in ("hand", "crib"):
        own[f"{kind}s_counted"] += 1
        own[f"{kind}_points"] += event["points"]
        own["best_hands"] += event["points"] > 23
        own["nineteens"] += not event["points"]
        if event["claimed"] is not None:
            difference = event["points"] - event["claimed"]
            own["claims"] += 1
            own["missed" if difference > 0 else "excess"] += abs(difference)

"""A second count of players' figures: from exported records, by the second referee, trick by trick.

It shares no code with the package; each count has the name of the column that holds it.
"""

import copy
from collections import Counter, defaultdict
from typing import Any

from tests.havilering.oracle import Oracle

ACROSS = dict(zip("NESW", "SWNE", strict=True))


def counts_of(records, season_at) -> dict[tuple[str, str], Counter[str]]:
    """For each player and partner what the player did, over all records of finished matches."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for record in records:
        oracle = played_through(record, season_at)
        if oracle.phase == "match-over":
            names = record["players"]
            for seat in "NESW":
                found[names[seat], names[ACROSS[seat]]] += Counter(_of_player(oracle, seat))
    return found


def of_player(counts, name) -> Counter[str]:
    return sum((each for (who, _), each in counts.items() if who == name), Counter())


def played_through(record, season_at) -> Any:
    """The second referee after a record; each trick also knows who dealt, what was claimed, and the calls."""
    oracle: Any = Oracle(record | {"actions": []}, season_at)
    for action in copy.deepcopy(record["actions"]):
        if "at" in action:
            oracle.time = type(oracle.time).fromisoformat(action["at"])
        before = Counter(getattr(oracle, "left", {}))
        trick: Any = oracle.tricks[-1] if oracle.tricks else None
        dealer = oracle.dealer
        getattr(oracle, "do_" + action["type"])(action)
        if action["type"] == "trick":
            oracle.tricks[-1] |= {"dealer": dealer, "calls": []}
        elif action["type"] == "claim":
            trick["missed"] = sum(oracle.left[item] * each(trick, item) for item in oracle.left)
            trick["claimed"] = True
        elif action["type"] == "muggins":
            right = before - Counter(oracle.left)
            trick["calls"].append((action["by"], right, Counter(action["items"]) - right))
    return oracle


def each(trick, item) -> int:
    """The points of one such item in a trick."""
    return trick["items"][item]["points"] // trick["items"][item]["count"] if item in trick["items"] else 0


def _of_player(oracle, seat) -> dict[str, int]:
    side = oracle.side(seat)
    other = "EW" if side == "NS" else "NS"
    mine = [trick for trick in oracle.tricks if trick["winner"] == seat]
    theirs = [trick for trick in oracle.tricks if trick["winner"] in other]
    done = {
        "matches": 1,
        "matches_won": oracle.games[-1]["winner"] == side,
        "games": len(oracle.games),
        "games_won": sum(game["winner"] == side for game in oracle.games),
        "hands": len({trick["hand"] for trick in oracle.tricks}),
        "points": sum(trick["pegged"][side] for trick in oracle.tricks),
        "points_against": sum(trick["pegged"][other] for trick in oracle.tricks),
        "tricks": len(oracle.tricks),
        "tricks_won": len(mine),
        "worth_won": sum(trick["points"] for trick in mine),
        "tricks_given": len(theirs),
        "worth_given": sum(trick["points"] for trick in theirs),
        "jack_havel_dealer": sum("jack-havel" in trick["items"] for trick in mine if trick["dealer"] == seat),
        "claims": sum("claimed" in trick for trick in mine),
        "missed": sum(trick.get("missed", 0) for trick in mine),
        "revokes": sum(revoke["seat"] == seat for revoke in oracle.revokes()),
    }
    for trick in mine:
        for item, detail in trick["items"].items():
            name = item.replace("-", "_")
            done[name] = done.get(name, 0) + detail["count"]
        caught = (n * each(trick, item) for _, right, _ in trick["calls"] for item, n in right.items())
        done["caught"] = done.get("caught", 0) + sum(caught)
    for trick in oracle.tricks:
        for by, right, wrong in trick["calls"]:
            if by == seat:
                # What is not in the trick at all has a value of its own: who takes it sets Jack Havel's.
                given = sum(n * oracle_value(oracle, trick, item) for item, n in wrong.items())
                for name, more in (
                    ("calls", 1),
                    ("called_right", right.total()),
                    ("called_wrong", wrong.total()),
                    ("gained", sum(n * each(trick, item) for item, n in right.items())),
                    ("lost", given),
                ):
                    done[name] = done.get(name, 0) + more
    return done


def oracle_value(oracle, trick, item) -> int:
    if item == "jack-havel":
        key = "jack_havel_dealer" if trick["winner"] == trick["dealer"] else "jack_havel"
        return int(oracle.rules[key])
    return int(oracle.value(item, trick["winner"]))

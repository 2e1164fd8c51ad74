"""The end of a match: the picture of its course, and its highlights, against a second count from its outcome."""

import html
import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.english import plural, times
from referee.games import game_of_record
from referee.web.components.highlights import stood_out
from referee.web.components.picture import MOST_GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES

Lines = list[str]


def plain(page: str) -> str:
    """A page without the signs that part names of different scripts."""
    return html.unescape(re.sub("[\u2066-\u2069]", "", page))


def hands(outcome: Any) -> dict[int, dict[str, int]]:
    """The points pegged in the tricks of each hand, by side."""
    found: dict[int, dict[str, int]] = {}
    for trick in outcome["tricks"]:
        of = found.setdefault(trick["hand"], {"NS": 0, "EW": 0})
        for side, points in trick["pegged"].items():
            of[side] += points
    return found


def level(rows: list[Any], points: Callable[[Any], int]) -> list[Any]:
    """The best of some rows: all that are level, unless there are more than three of them or the best is nothing."""
    most = max(map(points, rows), default=0)
    best = [row for row in rows if points(row) == most]
    return best if most > 0 and len(best) < 4 else []


def line(what: str, told: list[str]) -> Lines:
    return [f"{what}: {'; '.join(told)}."] if told else []


def shortened(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:18].rstrip()}…"


def pegged_by(names: dict[str, str], own: str, pegged: dict[str, int], points: int) -> str:
    """The players who pegged the points, unless all of them were a player's own."""
    shares = {who: by for who, by in sorted(pegged.items(), key=lambda each: each[0] != own) if by}
    if shares == {own: points}:
        return ""
    return f" ({', '.join(f'{names[who]} pegged {by}' for who, by in shares.items()) or 'nobody pegged it'})"


def of_havilering(record: Any, outcome: Any) -> Lines:
    names, told = record["players"], []
    sides = {side: " & ".join(shortened(names[seat]) for seat in side) for side in ("NS", "EW")}
    for best in level(outcome["tricks"], lambda trick: int(trick["points"])):
        own = next(side for side in sides if best["winner"] in side)
        where = f"{names[best['winner']]}, {best['points']} in hand {best['hand']}, trick {best['trick']}"
        told.append(where + pegged_by(sides, own, best["pegged"], best["points"]))
    swings = []
    for hand, brought in level(list(hands(outcome).items()), lambda of: abs(of[1]["NS"] - of[1]["EW"])):
        ahead, behind = sorted(brought, key=lambda side: -brought[side])
        swings.append(f"{sides[ahead]}, {brought[ahead]}–{brought[behind]} in hand {hand}")
    return [*line("Best trick", told), *line("Best hand", swings)]


def of_cribbage(record: Any, outcome: Any) -> Lines:
    """With Muggins a count is followed by the call on it, if there is one."""
    counts = [(each, deal["deal"], deal["events"][place + 1 :])
              for deal in outcome["deals"] for place, each in enumerate(deal["events"])
              if each["event"] in ("hand", "crib")]  # fmt: skip
    names, told = record["players"], []
    for count, deal, later in level(counts, lambda each: int(each[0]["points"])):
        until = itertools.takewhile(lambda event: event["event"] not in ("hand", "crib"), later)
        moves = [count, *(event for event in until if event["event"] == "muggins")]
        pegged = {seat: sum(event["pegged"][seat] for event in moves) for seat in "NS"}
        own, points = count["player"], count["points"]
        whose = pegged_by(names, own, pegged, points) if record["rules"].get("muggins") else ""
        told.append(f"{names[own]}’s {count['event']}, {points} in deal {deal}{whose}")
    return line("Best count", told)


def of_sitting(record: Any, outcome: Any) -> Lines:
    nets = {deal["deal"]: deal.get("net") or deal.get("units") for deal in outcome["deals"]}
    wins = [(points, number, seat) for number, net in nets.items() for seat, points in net.items()]
    best = level(wins, lambda win: int(win[0]))
    return line(
        "Best deal", [f"{record['players'][seat]}, +{points} in deal {number}" for points, number, seat in best]
    )


def of_grevjass(record: Any, outcome: Any) -> Lines:
    told = []
    for number, game in level(list(enumerate(outcome["games"], 1)), lambda game: int(game[1]["strokes"])):
        side = " & ".join(" ".join(record["players"][seat].split()) for seat in game["winner"])
        told.append(f"{side}, {plural(game['strokes'], 'stroke')} in game {number}")
    return line("Best game", told)


DUE = {"havilering": of_havilering, "cribbage": of_cribbage, "hearts": of_sitting, "humbug-whist": of_sitting,
       "grevjass": of_grevjass, "karnoffel": lambda record, outcome: []}  # fmt: skip


@pytest.mark.quick(8)
@pytest.mark.parametrize("seed", range(4, 8))
@pytest.mark.parametrize("key", SAMPLES)
def test_the_end_tells_what_stood_out_and_draws_the_course(
    client: Any, app: Any, service: Any, key: str, seed: int
) -> None:
    record = SAMPLES[key].play(seed)
    form = game_of_record(record)
    outcome = form.outcome(form.replay(form.read(record)))
    ((number, _),) = service.import_records(BOOK, [form.read(record)])
    with app.test_request_context():
        table = app.extensions["game_pages"][key].address("table", number)
    page, watched = (plain(client.get(path).get_data(as_text=True)) for path in (table, f"/matches/{number}/watch"))
    assert watched.count('<h2 class="who-won">') == 1
    lines = re.findall("<li>(.*?)</li>", "".join(re.findall(r'<ul aria-label="Highlights">(.*?)</ul>', watched)))
    assert len(lines) <= 4
    due = DUE[key](record, outcome)
    assert [told for told in lines if told.startswith("Best ")] == due
    drawn = re.findall(r'<svg[^>]*aria-label="The course of the match[^"]*">.*?</svg>', page, re.DOTALL)[0]
    assert drawn in watched
    has_sides = key in ("havilering", "cribbage", "grevjass", "karnoffel")
    games = 1 if key == "grevjass" or "games" not in outcome else min(len(outcome["games"]), MOST_GAMES)
    assert drawn.count("<polyline") == (2 * games if has_sides else len(record["players"]))
    assert not re.search(r'href|<script|<style|\sstyle="|[♠♥♦♣]', drawn)
    if games > 1:  # All games on one scale.
        targets = re.findall(r'<line x1="0"[^>]*y1="([\d.]+)"[^>]*stroke-dasharray', drawn)
        assert len(targets) == games
        assert len(set(targets)) == 1


def test_a_comeback_and_changes_of_the_lead_are_counted(client: Any, service: Any) -> None:
    """The points of a game that rulings decide."""
    moves = [("NS", 12), ("EW", 13), ("NS", 3), ("EW", 3), ("NS", 16)]
    given = [{"type": "adjust", "side": side, "points": points, "reason": "agreed"} for side, points in moves]
    record = {"format": "havilering-match", "version": 1, "players": dict(zip("NESW", "ABCD", strict=True)),
              "dealer": "N", "started": "2026-01-05T19:30:00Z", "rules": {"target": 31, "best_of": 1},
              "actions": given}  # fmt: skip
    form = game_of_record(record)
    ((number, _),) = service.import_records(BOOK, [form.read(record)])
    page = re.sub("[\u2066-\u2069]", "", client.get(f"/matches/{number}/watch").get_data(as_text=True))
    totals, changes, ahead = {"NS": 0, "EW": 0}, 0, ""
    for side, points in moves:
        totals[side] += points
        now = max(totals, key=lambda each: totals[each]) if len(set(totals.values())) == 2 else ahead
        changes += bool(ahead) and now != ahead
        ahead = now
    assert changes >= 3
    assert f"<li>The lead changed {times(changes)}.</li>" in page


@pytest.mark.parametrize(
    ("taken", "due"),
    [
        ((15, 8, 18, 8), ["Best deal: Bob, +10 in deal 2; Ann, +10 in deal 3; Bob, +10 in deal 4.",
                          "Longest ahead: Ann and Bob, after 2 of 4 deals each."]),
        ((15, 8, 18, 8, 18), ["Longest ahead: Ann, after 3 of 5 deals."]),
        ((13,), []),
    ],
)  # fmt: skip
def test_what_stood_out_names_all_who_are_level(client: Any, service: Any, taken: Any, due: Lines) -> None:
    """A few who are level are named, one of them alone never."""
    deals = [[{"type": "count", "taken": {"N": each, "S": 26 - each}}, {"type": "settle"}] for each in taken]
    record = {"format": "humbug-whist-match", "version": 1, "players": {"N": "Ann", "S": "Bob"}, "dealer": "S",
              "started": "2026-01-05T19:30:00Z", "rules": {},
              "actions": [*itertools.chain(*deals), {"type": "finish"}]}  # fmt: skip
    form = game_of_record(record)
    ((number, _),) = service.import_records(BOOK, [form.read(record)])
    page = plain(client.get(f"/matches/{number}/watch").get_data(as_text=True))
    assert re.findall("<li>((?:Best|Longest).*?)</li>", page) == due
    assert 'aria-label="The course of the match' in page


def test_before_its_end_nothing_stood_out(client: Any, sit_down: Any) -> None:
    player = sit_down(target=61)
    player.trick("QH AH KH JH")
    assert "Highlights" not in client.get(f"/matches/{player.match_id}/watch").get_data(as_text=True)


def test_what_is_told_in_the_same_words_is_told_once() -> None:
    told = stood_out("Best trick", ["Ann’s 7", "Bob’s 7", "Ann’s 7", "Ann’s 7"])
    assert told == ["Best trick: Ann’s 7, 3 times; Bob’s 7."]

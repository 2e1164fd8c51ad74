"""The end of a match: its course in a picture, and what stood out, against a second count from its outcome."""

import html
import re
from typing import Any

import pytest

from referee.english import plural, times
from referee.games import format_of
from referee.web.components.picture import MOST_GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES

Lines = list[str]


def plain(page: str) -> str:
    """A page without the signs that part names of different scripts."""
    return html.unescape(re.sub("[\u2066-\u2069]", "", page))


def hands(outcome: Any) -> dict[int, dict[str, int]]:
    """What the tricks of each hand pegged, by side."""
    found: dict[int, dict[str, int]] = {}
    for trick in outcome["tricks"]:
        of = found.setdefault(trick["hand"], {"NS": 0, "EW": 0})
        for side, points in trick["pegged"].items():
            of[side] += points
    return found


def of_havilering(record: Any, outcome: Any) -> tuple[Lines, Lines]:
    best = max(outcome["tricks"], key=lambda trick: int(trick["points"]))
    who = record["players"][best["winner"]]
    return [f"Best trick: {who}, {best['points']} in hand {best['hand']}, trick {best['trick']}."], ["Best hand: "]


def of_cribbage(record: Any, outcome: Any) -> tuple[Lines, Lines]:
    counts = [
        (each["points"], -deal["deal"], each["event"], record["players"][each["player"]])
        for deal in outcome["deals"]
        for each in deal["events"]
        if each["event"] in ("hand", "crib")
    ]
    most = max(points for points, *_ in counts)
    return [], [f", {most} in "]


def of_sitting(record: Any, outcome: Any) -> tuple[Lines, Lines]:
    nets = [deal.get("net") or deal.get("units") for deal in outcome["deals"]]
    settled = [net for net in nets if net]
    most = max(points for net in settled for points in net.values())
    return [], ([f"+{most} in deal "] if most > 0 else []) + ["Longest ahead: "]


def of_grevjass(record: Any, outcome: Any) -> tuple[Lines, Lines]:
    games = outcome["games"]
    most = max(game["strokes"] for game in games)
    first = next(number for number, game in enumerate(games, 1) if game["strokes"] == most)
    names = [" ".join(record["players"][seat].split()) for seat in games[first - 1]["winner"]]
    return [f"Best game: {' & '.join(names)}, {plural(most, 'stroke')} in game {first}."], []


def lines_due(outcome: Any) -> bool:
    """Whether there is anything to tell: of a sitting in which nobody won anything there is not."""
    nets = [deal.get("net") or deal.get("units") or {} for deal in outcome["deals"]] if "deals" in outcome else []
    return "games" in outcome or any(any(net.values()) for net in nets)


DUE = {"havilering": of_havilering, "cribbage": of_cribbage, "hearts": of_sitting, "humbug-whist": of_sitting,
       "grevjass": of_grevjass}  # fmt: skip


@pytest.mark.parametrize("seed", range(4, 8))
@pytest.mark.parametrize("key", SAMPLES)
def test_the_end_tells_what_stood_out_and_draws_the_course(
    client: Any, app: Any, service: Any, key: str, seed: int
) -> None:
    record = SAMPLES[key].play(seed)
    form = format_of(record)
    outcome = form.outcome(form.replay(form.read(record)))
    ((number, _),) = service.import_records(BOOK, [form.read(record)])
    with app.test_request_context():
        table = app.url_for(app.extensions["game_pages"][key].table, match_id=number)
    page, watched = (plain(client.get(path).get_data(as_text=True)) for path in (table, f"/matches/{number}/watch"))
    assert watched.count('<h2 class="who-won">') == 1
    if not lines_due(outcome):
        assert "What stood out" not in page
        return
    (told,) = re.findall(r'<ul aria-label="What stood out">(.*?)</ul>', page)
    assert told in watched
    lines = re.findall("<li>(.*?)</li>", told)
    assert 1 <= len(lines) <= 4
    whole, parts = DUE[key](record, outcome)
    assert set(whole) <= set(lines)
    for part in parts:
        assert any(part in line for line in lines), (part, lines)
    source = re.findall(r'<img src="([^"]*)"', page)[0]
    assert source in watched
    drawn = client.get(source).get_data(as_text=True)
    assert drawn.startswith("<svg xmlns=")
    has_sides = key in ("havilering", "cribbage", "grevjass")
    games = 1 if key == "grevjass" or "games" not in outcome else min(len(outcome["games"]), MOST_GAMES)
    assert drawn.count("<polyline") == (2 * games if has_sides else len(record["players"]))
    assert not re.search(r'href|<script|<style|\sstyle="|[♠♥♦♣]', drawn)


def test_a_comeback_and_changes_of_the_lead_are_counted(client: Any, service: Any) -> None:
    """The points of a game that rulings decide."""
    moves = [("NS", 12), ("EW", 13), ("NS", 3), ("EW", 3), ("NS", 16)]
    given = [{"type": "adjust", "side": side, "points": points, "reason": "agreed"} for side, points in moves]
    record = {"format": "havilering-match", "version": 1, "players": dict(zip("NESW", "ABCD", strict=True)),
              "dealer": "N", "started": "2026-01-05T19:30:00Z", "rules": {"target": 31, "best_of": 1},
              "actions": given}  # fmt: skip
    form = format_of(record)
    ((number, _),) = service.import_records(BOOK, [form.read(record)])
    page = re.sub("[\u2066-\u2069]", "", client.get(f"/matches/{number}/").get_data(as_text=True))
    totals, changes, ahead = {"NS": 0, "EW": 0}, 0, ""
    for side, points in moves:
        totals[side] += points
        now = max(totals, key=lambda each: totals[each]) if len(set(totals.values())) == 2 else ahead
        changes += bool(ahead) and now != ahead
        ahead = now
    assert changes >= 3
    assert f"<li>The lead changed {times(changes)}.</li>" in page


def test_before_its_end_nothing_stood_out(client: Any, sit_down: Any) -> None:
    player = sit_down(target=61)
    player.trick("QH AH KH JH")
    assert "What stood out" not in client.get(f"/matches/{player.match_id}/").get_data(as_text=True)

"""A hand of Havilering and a deal of cribbage as Orca reads them in Firefox, entered by the keyboard."""

from __future__ import annotations

import itertools
import random
from typing import Any

from referee.english import plural
from referee.games import game_of_record
from tests.browser import scripted
from tests.browser.hearing import unspeakable
from tests.browser.windows import address
from tests.havilering.self_play import SelfPlayingTable
from tests.orca.desk import Desk
from tests.servers import Server
from tests.webkit.test_matches import cribbage


def begin(server: Server, reader: Desk, record: dict[str, Any], asked: str) -> None:
    """Open the table of a match without entries, and hear what is asked, before or after its title."""
    server.import_records([record | {"actions": []}])
    if asked not in reader.open(server.address + address(record, 1).lstrip("/")):
        reader.hears(asked)


def after(record: dict[str, Any], actions: int) -> Any:
    """The match after some of its actions, as the referee judges them."""
    records = game_of_record(record)
    return records.replay(records.read(record | {"actions": record["actions"][:actions]}))


def test_a_hand_of_havilering(server: Server, reader: Desk) -> None:
    """Typed trick by trick, as people do who hear the page: who wins how many points, the total, who leads."""
    rules = {"target": 121, "best_of": 1, "muggins": False, "season": "winter"}
    record = SelfPlayingTable(random.Random(5), lambda moment: "winter", accidents=0, **rules).play()
    names = record["players"]
    begin(server, reader, record, "Dan to play")
    reader.reach("Type cards")
    said = ""
    for trick, later in itertools.pairwise(after(record, 14).tricks):
        first = list(names).index(trick.leader)
        players = [names[list(names)[(first + place) % 4]] for place in range(4)]
        reader.type(" ".join(card.code for card in trick.cards).replace("T", "10"))
        said = reader.press("Return", until=rf"{names[later.leader]} to lead\.$")
        points, total = trick.score.points, (trick.totals.ns, trick.totals.ew)[(first + trick.win.place) % 2]
        won = f"wins {plural(points, 'point')}" if points else "takes the trick"
        assert f"{players[trick.win.place]} {won}" in said
        assert not points or f", to {total}." in said
        assert unspeakable(said) == []
    assert f"{names[after(record, 13).dealer]} deals" in said


def test_a_deal_of_cribbage(server: Server, reader: Desk) -> None:
    """By its keys: the starter, who plays what, the count, who is next, both hands and the crib, every new total."""
    record = cribbage()
    names = record["players"]
    begin(server, reader, record, f"{names[record['dealer']]} to turn up the starter")
    before, said = after(record, 0), ""
    for at, action in enumerate(record["actions"]):
        said = " ".join(reader.answer(key) for key in scripted.taps(reader, record, at))
        now = after(record, at + 1)
        last, deal = now.deals[0].events[-1], now.deals[-1]
        if action["type"] == "play" and not deal.is_played:
            assert f"{names[last.player]} plays {last.card.name}, {last.count}" in said
            assert said.endswith(f"{names[deal.to_play]} to play.")
        for seat, name in names.items():
            was, score = before.score.of(seat), now.score.of(seat)
            assert was == score or f"{name} {score}" in said, said
        assert unspeakable(said) == []
        if len(now.deals) > 1:
            break
        before = now
    assert "crib: " in said
    assert said.endswith(f"{names[now.deals[-1].dealer]} to turn up the starter.")

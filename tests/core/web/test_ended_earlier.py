"""A correction that ends a match earlier: entries after the new end do not fit, and are not kept there."""

from typing import Any

import pytest

from referee.games import game_of_record
from tests.conftest import BOOK, NAMES
from tests.core.web.test_start import changed
from tests.correcting import Correcting

ENVELOPE = {"version": 1, "started": "2026-11-27T20:00:00+00:00"}
TWO = {"N": "Ann", "S": "Bob"}
MATCHES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "karnoffel": (
        {
            "players": NAMES,
            "dealer": "W",
            "actions": [{"type": "result", "side": side, "lost": 1} for side in ("NS", "EW", "EW")],
        },
        {"target": "1"},
    ),
    "cribbage": (
        {
            "players": TWO,
            "dealer": "N",
            "rules": {"target": 11, "best_of": 3},
            "actions": [{"type": "peg", "player": player, "points": 11} for player in "NSN"],
        },
        {"best_of": "1"},
    ),
    "humbug-whist": (
        {
            "players": TWO,
            "dealer": "N",
            "actions": [{"type": "count", "taken": {"N": 14, "S": 12}}, {"type": "settle"}] * 2,
        },
        {"deals": "1"},
    ),
}
ALL_OF_IT = {
    "karnoffel": "Delete it and everything after it: 2 entries",
    "cribbage": "Delete it and everything after it: 2 entries",
    "humbug-whist": "Delete the rest of deal 2: 2 entries",
}


@pytest.mark.parametrize("key", MATCHES)
def test_entries_after_the_new_end_are_deleted_in_one_step(client: Any, service: Any, key: str) -> None:
    written, new = MATCHES[key]
    record = ENVELOPE | {"format": f"{key}-match"} | written
    ((number, _),) = service.import_records(BOOK, [game_of_record(record).read(record)])
    game, corrector = service.game(number), Correcting(client, number)
    assert changed(corrector, **new).status_code == 303
    assert "the match is over" in corrector.text
    assert "Keep it" not in corrector.text
    assert f"Most likely {ALL_OF_IT[key]}" in corrector.text
    corrector.follow(ALL_OF_IT[key])
    assert "Before and after" in corrector.text
    assert corrector.confirm(reason="agreed so").status_code == 303
    assert game.is_over(service.current(number).match)

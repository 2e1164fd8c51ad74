"""Evenings whose tables differ only in closed cards or points look the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.books.current_evening import shape_of
from referee.books.permissions import EVENING_SCORE, EVENING_WATCH, OWN
from referee.evenings.actions import Come, End, EveningSetup, Length, Movement
from referee.web.sharing.views import address
from tests.conftest import BOOK
from tests.core.closed_pairs import Pair
from tests.core.shown_pairs import SHOWN
from tests.core.web.test_shown_nothing import LINK, Reading
from tests.pages import differences

PATHS = ("evenings/1/", "evenings/1/board", "evenings/1/seat", "evenings/1/cards", "evenings/1/links",
         "evenings/1/standings.csv", "evenings/1/picture.svg", "books/1/", "books/1/evenings")  # fmt: skip
AT_RANDOM = re.compile(r'data-state="\w+"|preview=\d+')
"""A digest of keys that nobody knows, and the seed of a draw."""
NOT_POSTED = "grevjass, with points taken off"
"""A match that can only be imported."""


class Club(Reading):
    """The reader of an evening at whose table one of a pair of matches is played."""

    def __init__(self, folder: Path, pair: Pair, at: int) -> None:
        super().__init__(folder, pair, at)
        self.evenings, game, record = self.app.extensions["evenings"], self.service.games[pair.key], pair.records[at]
        self.score_books.keep_rules(BOOK, "Ours", game.setups.rules.read(record["rules"]), game)
        shape = shape_of(game, is_fixed=True)
        club = EveningSetup("Club", pair.key, shape, bool(game.partners), Movement.EVERYBODY, Length.GAME, 1, "Ours")
        players = record["players"]
        units = [(players[seat], players[game.partners[seat]]) for seat in "NE"] if game.partners else [
            (name,) for name in players.values()
        ]  # fmt: skip
        self.evenings.open(BOOK, club, "opened")
        self.evenings.do(1, 0, "come", Come(tuple(units)))
        number = self.evenings.begin_round(1, 1, "begun", 1).tables[0, 0].match_id
        setup = self.service.current(number).setup
        seated = game.setups.read(game.setups.write(setup) | {"players": players, "dealer": record["dealer"]})
        if seated != setup:
            self.service.correct(number, 0, "seated", [], "", seated)
        for place, action in enumerate(record["actions"]):
            self.service.post(number, self.service.version(number), f"k{place}", [game.read_action(action)])

    def all_pages(self) -> dict[str, str]:
        """The pages for the secretary, a player and an onlooker, during play and after the end of the evening."""
        found = dict[str, str]()
        for state in ("played", "over"):
            if state == "over":
                self.evenings.do(1, self.evenings.current(1).version, "over", End())
            for kind in (OWN, EVENING_SCORE, EVENING_WATCH):
                client: Any = self.app.test_client()
                client.get(address(self.score_books.grant(kind, 1), self.app.config["SECRET_KEY"]))
                for path in PATHS:
                    answer = client.get(f"/{path}")
                    page = self.pair.plain(1, f"{answer.status_code} {answer.get_data(as_text=True)}")
                    found[f"{state} {kind.name} {path}"] = AT_RANDOM.sub("", LINK.sub("LINK", page))
        return found


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", sorted(SHOWN.keys() - {NOT_POSTED}))
def test_two_evenings_that_differ_in_what_a_table_keeps_closed_look_the_same(tmp_path: Path, name: str) -> None:
    first, second = (Club(tmp_path / str(at), SHOWN[name](), at).all_pages() for at in (0, 1))
    assert differences(first, second) == {}
    assert sum(page.startswith("200") for page in first.values()) > len(first) / 2

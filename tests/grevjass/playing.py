"""Play by posting the pages' forms, as a browser without JavaScript does."""

from __future__ import annotations

import re
from typing import Any

from referee.cards import read_card
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.outcome import outcome
from tests.conftest import BOOK
from tests.pages import text

NAMES = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
START: dict[str, Any] = {
    "format": "grevjass-match",
    "version": 1,
    "players": NAMES,
    "dealer": "N",
    "started": "2026-11-21T20:00:00+00:00",
}


def hidden(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', page)
    return found[1] if found else ""


def trump(card: str) -> dict[str, Any]:
    """The card shown."""
    return {"type": "trump", "card": card}


def trick(cards: str) -> dict[str, Any]:
    """A trick, `7S AS 9S 8S`."""
    return {"type": "trick", "cards": cards.split()}


def meld(player: str, top: str, length: int = 4) -> dict[str, Any]:
    """A sequence from its top card, `QH`, or four of a rank, `K`."""
    if len(top) == 1:
        return {"type": "meld", "player": player, "four": top}
    return {"type": "meld", "player": player, "sequence": top, "length": length}


def claim(side: str) -> dict[str, Any]:
    """A claim of a hundred."""
    return {"type": "claim", "side": side}


def record(*actions: dict[str, Any], **rules: Any) -> dict[str, Any]:
    """A record of some actions."""
    return START | {"rules": rules, "actions": list(actions)}


def plain(action: dict[str, Any]) -> dict[str, Any]:
    """An action without its time, and with cards as the pad has them."""
    found = {name: value for name, value in action.items() if name != "at"}
    for name in ("card", "sequence"):
        if name in found:
            found[name] = read_card(found[name]).code
    if "cards" in found:
        found["cards"] = [read_card(card).code for card in found["cards"]]
    return found


class Table:
    """A match that is played by posts."""

    def __init__(self, client: Any, service: Any, start: dict[str, Any]) -> None:
        self.client, self.service = client, service
        self.number = service.open(BOOK, GREVJASS.read(start | {"actions": []}).setup).id
        self.address = f"/grevjass/matches/{self.number}/"
        self.seen = self.page()

    @property
    def match(self) -> Any:
        """The match as it stands."""
        return self.service.current(self.number).whole_match

    @property
    def outcome(self) -> dict[str, Any]:
        """The outcome."""
        return outcome(self.match)

    def page(self, more: str = "") -> str:
        """A page of the match."""
        answer = self.client.get(self.address + more)
        assert answer.status_code == 200, more
        return str(answer.get_data(as_text=True))

    def post(self, to: str = "enter", page: str = "", status: int = 200, **fields: str) -> str:
        """Send the form of a page."""
        names = ("csrf_token", "version", "key", "turn", "kind", "draft")
        form = {name: hidden(page or self.seen, name) for name in names} | fields
        answer = self.client.post(self.address + to, data=form, follow_redirects=True)
        assert answer.status_code == status, text(answer.get_data(as_text=True))
        self.seen = answer.get_data(as_text=True) if to == "enter" else self.page()
        return str(answer.get_data(as_text=True))

    def do(self, action: dict[str, Any]) -> None:
        """Enter one action by the keys that people would tap."""
        action = plain(action)
        kind = action["type"]
        values = [f"{name}={value}" for name, value in action.items() if name != "type"]
        key = " ".join([kind, *values])
        if kind == "trick" or (kind == "trump" and "card" in action):
            for card in action.get("cards", [action.get("card")]):
                self.post(card=card)
        elif kind == "meld":
            there = f"meld?player={action['player']}"
            there += f"&top={action['sequence']}" if "sequence" in action else ""
            page = self.page(there)
            assert f'value="{key}"' in page
            self.post(page=page, do=key)
        elif kind in ("take", "vol", "claim"):
            assert f'value="{key}"' in self.seen
            self.post(do=key)
        elif kind == "adjust":
            what = "points" if "points" in action else "strokes"
            self.post("adjust", self.page("wrong?what=adjust"), side=action["side"], what=what,
                      number=str(action[what]), reason=action["reason"])  # fmt: skip
        else:
            what = {"trump": "suit"}.get(kind, kind)
            there = f"wrong?what={what}" + (f"&side={action['side']}" if kind == "chalk" else "")
            page = self.page(there)
            assert f'value="{key}"' in page
            self.post("rule", page, do=key)

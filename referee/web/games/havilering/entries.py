"""Drafts at the table of Havilering: the cards of a trick, or the items of a claim or a call of Muggins."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.faults import Fault, RefusedError
from referee.games.havilering import match as rules
from referee.games.havilering.actions import Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.legality import read_turn
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.talk import NAMES
from referee.web.tables.draft import LONGEST, Draft
from referee.web.tables.entries import Entries
from referee.web.tables.posted import Posted

_ITEMS = {item.value for item in Item}
TRICKS, CLAIM, CALL = "tricks", "claim", "call"
"""Kinds of drafts. A call is also a way to enter: it is opened while a trick is due."""
MOST_ITEMS = 40
"""The maximum number of items in a claim or a call."""


class HavileringEntries(Entries):
    """A trick is entered with its fourth card; a claim and a call have keys."""

    keeps_way = False
    change_hint = "tap a card on the table to take it back"

    def empty(self, match: Match, inputs: Mapping[str, str]) -> Draft:
        """Return a draft of a trick in order of play, or of items; without places if neither is awaited.

        `kind` is the kind that the page was made for, even if something else comes next by now. `led` are cards of
        the next trick, led by `leader`, that are down while a call is made, or while an offer after it is answered.
        """
        is_call = inputs.get("way") == CALL and match.can_be_called is not None
        due = CALL if is_call else {Phase.PLAY: TRICKS, Phase.CLAIM: CLAIM}.get(match.phase, "")
        kind = inputs.get("kind", "") or due
        led = inputs.get("led", "")[:LONGEST]
        leader = inputs.get("leader", "")
        leader = leader if leader in match.setup.players else ""
        if kind in (CLAIM, CALL):
            places = tuple(map(str, range(MOST_ITEMS)))
            way = CALL if kind == CALL else ""
            return Draft(kind, places, way, leader=leader, are_cards=False, enters_itself=False, led=led)
        if kind != TRICKS:
            return Draft("", (), leader=leader, led=led)
        return Draft(TRICKS, match.setup.clockwise(leader or match.leader), leader=leader)

    def value(self, match: Match, draft: Draft, word: str) -> str:
        """A card, or an item by its name. Raises RefusedError."""
        if draft.kind == TRICKS:
            return super().value(match, draft, word)
        if word not in _ITEMS:
            raise RefusedError(Fault("not-an-item", f"“{word[:40]}” is not something a trick can score."))
        return word

    def ruling(self, match: Match, form: Posted) -> dict[str, Any]:
        """The action of a key: `deal`, `reply answer=yes`; a claim or a call with the items that are named."""
        data = form.ruling()
        if data["type"] not in (CLAIM, "muggins"):
            return data
        kind = CLAIM if data["type"] == CLAIM else CALL
        named = self.read(match, {**form.inputs, "kind": kind, "untap": ""}).values
        return data | {"items": dict(Counter(filter(None, named)))}

    def faults(self, match: Match, draft: Draft) -> Iterator[Fault]:
        """Cards that have been played in this hand."""
        if draft.kind == TRICKS and match.phase is Phase.PLAY:
            yield from (each for each in rules.faults(match, Play(draft.down)) if each.code != "not-four-cards")

    def after_key(self, match: Match, form: Posted) -> Draft | None:
        """The cards of a trick that were down before a key, if that trick is still to come."""
        if form.do == CLAIM or not _is_next(match, form.turn):
            return None
        led = form.inputs.get("led", "") or (form.inputs.get("draft", "") if not form.way else "")
        try:
            down = self.read(match, {"draft": led, "kind": TRICKS, "leader": form.inputs.get("leader", "")})
        except RefusedError:
            return None
        if match.phase is Phase.PLAY:
            return down
        return replace(self.empty(match, {}), led=down.written, leader=down.leader)


def _is_next(match: Match, turn: str) -> bool:
    """Return True if a turn's trick, or the one after it, is next: during an offer the turn is the last trick's."""
    hand, deal, number = read_turn(turn) or (0, 0, 0)
    return (hand, deal) == (match.hand, match.deal) and match.in_hand in (number - 1, number)


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An item on the pad of a claim or a call."""

    item: Item
    name: str
    worth: int
    """The points of one such item for the winner of this trick."""
    to_dealer: int
    """The points if the dealer wins the trick (4.11)."""
    count: int
    """The number named so far."""
    last: int
    """The place in the draft of the last one named; 0 if there is none."""


def named_items(match: Match, trick: Trick | None, named: Sequence[str | None]) -> list[NamedItem]:
    """Every item that a trick can score, whether or not this trick has it; `named` are the items named so far."""
    values, dealer_won = match.setup.rules.values, trick is not None and trick.dealer_won
    last = {name: place for place, name in enumerate(named)}
    return [
        NamedItem(
            item=item,
            name=NAMES[item],
            worth=values.of(item, dealer_won),
            to_dealer=values.of(item, True),
            count=named.count(item.value),
            last=last.get(item.value, 0),
        )
        for item in Item
    ]

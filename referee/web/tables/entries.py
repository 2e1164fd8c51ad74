"""Conversion of taps to entries: drafts are read from forms, judged before they are complete, and become actions."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from referee.cards import PACK, read_card
from referee.faults import Fault, RefusedError
from referee.games.game import Game
from referee.log.entry import ACT, Entry
from referee.match.current import CurrentMatch
from referee.web.components.picking import HOLE
from referee.web.tables import draft as drafts
from referee.web.tables.draft import LONGEST, Draft
from referee.web.tables.posted import Posted

_PLACE = re.compile(r"^action( \([\w-]+\))?:? ")


class Entries:
    """The drafts that a game's matches wait for, and the actions that they become; each game overrides it."""

    keeps_way = True
    """True if the next entry is made in the same way as the last one, if it can be."""

    change_hint = "tap a name to change its card"
    """The hint on changing a card that is tapped already."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    # --- what differs between games ------------------------------------------------------------------------------

    def empty(self, match: Any, inputs: Mapping[str, str]) -> Draft:
        """Return the empty draft of what comes next; or of the kind for which the form was made, by its fields."""
        raise NotImplementedError

    def action(self, match: Any, draft: Draft) -> dict[str, Any]:
        """The action of a complete draft as in a record: usually a trick."""
        led = {"leader": draft.leader} if draft.leader else {}
        return {"type": "trick", "cards": list(draft.values), **led}

    def value(self, match: Any, draft: Draft, word: str) -> str:
        """A word in its draft form: usually a card of the pack. Raises RefusedError."""
        card = read_card(word[:LONGEST])
        if card not in getattr(match.setup, "pack", PACK):
            raise RefusedError(Fault("not-in-pack", f"“{word}” is not in this pack."))
        return card.code

    def faults(self, match: Any, draft: Draft) -> Iterator[Fault]:
        """Yield the reasons why an incomplete draft cannot become an entry."""
        return iter(())

    def of_action(self, match: Any, data: Mapping[str, Any]) -> Draft | None:
        """Return the draft that an action came from, which an undo restores; None if it came from a key."""
        return None

    def begins_with(self, current: CurrentMatch[Any], entry: Entry, tapped: str) -> bool:
        """Return True if the last entry of a log began with these taps, which another phone has completed."""
        if not tapped or current.last is None or entry.kind != ACT:
            return False
        data = entry.actions[-1]
        draft = self.of_action(current.last.before, data)
        values = draft.values if draft else data.get("cards", ())
        return all(each in (HOLE, value) for each, value in zip_longest(tapped.split("."), values, fillvalue=HOLE))

    def ruling(self, match: Any, form: Posted) -> dict[str, Any]:
        """The action of a key as in a record. It may be invalid. Raises RefusedError."""
        return form.ruling()

    def outlasts(self, match: Any, form: Posted) -> bool:
        """Return True if the draft from before a key is still due after it."""
        return bool(form.turn == self.game.turn_of(match))

    def after_key(self, match: Any, form: Posted) -> Draft | None:
        """The draft that was tapped before a key, if it is still to come."""
        if not self.outlasts(match, form):
            return None
        try:
            return self.read(match, {**form.inputs, "tap": "", "card": "", "typed": "", "untap": ""})
        except RefusedError:
            return None

    # --- what is the same in all ---------------------------------------------------------------------------------

    def posted(self, inputs: Mapping[str, str]) -> Posted:
        """The fields of a post. A key ignores the typed text, which is posted with it without JavaScript."""
        is_key = any(inputs.get(name) for name in ("do", "tap", "card", "untap"))
        return Posted.read({**inputs, "typed": ""} if is_key else inputs)

    def read(self, match: Any, inputs: Mapping[str, str]) -> Draft:
        """Read the draft of a form or query string, with the latest tap or text. Raises RefusedError."""
        empty = self.empty(match, inputs)
        return drafts.read(empty, inputs, lambda word: self.value(match, empty, word), self.change_hint)

    def completed(self, match: Any, form: Posted) -> Draft:
        """Return the draft of a post, with its implied values. Raises RefusedError, for example if nothing was
        tapped."""
        draft = self.read(match, form.inputs)
        if not draft.places:
            raise RefusedError(Fault("no-card", "No card is due now."))
        if not any(draft.values) and form.untap is None:
            raise RefusedError(Fault("no-card", "Tap a card, or type one."))
        return draft

    def kept(self, match: Any, form: Posted) -> tuple[Draft | None, str]:
        """The draft of a refused post without the cards at fault, and the remaining typed text.

        The draft is None if it cannot be read.
        """
        names = ("draft", "cards", "leader", "led", "phase", "way", "kind", "order")
        before = {name: form.inputs.get(name, "") for name in names}
        typed = form.inputs.get("typed", "")
        tapped = {name: form.inputs.get(name, "") for name in ("tap", "card", "typed")}
        for inputs in (before | tapped, before, before | {"draft": "", "cards": ""}):
            with suppress(RefusedError):
                draft = self.read(match, inputs)
                faulty = {code for fault in self.faults(match, draft) for code in fault.about}
                return draft.excluding(faulty), "" if inputs.get("typed") else typed
        return None, typed

    def undone(self, current: CurrentMatch[Any], place: int | None = None) -> Draft | None:
        """Return the draft that an undo restores, without its last value or a place's; None if it came from a key.

        Often only one of the values was wrong.
        """
        last = current.undone[-1] if current.undone else None
        draft = self.of_action(current.whole_match, last.actions[0]) if last and last.kind == ACT else None
        if draft is None or len(draft.places) < 2:
            return None
        return draft.without_last() if place is None else draft.without(place)

    def read_action(self, data: dict[str, Any]) -> Any:
        """Read an action. Raises RefusedError in words for people who do not know records."""
        try:
            return self.game.read_action(data)
        except RefusedError as refused:
            faults = (replace(fault, text=_PLACE.sub("", fault.text)) for fault in refused.faults)
            raise RefusedError(*faults) from refused

"""Drafts at the table of Grevjass: the card shown for trump, or the cards of a trick."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.faults import Fault, RefusedError
from referee.games.grevjass.state import Match, Phase
from referee.games.sittings.legality import gone_faults
from referee.web.tables.draft import Draft, of_trick
from referee.web.tables.entries import Entries
from referee.web.tables.posted import Posted

TRUMP, TRICKS = "trump", "tricks"
"""Kinds of drafts."""


def _kind_of(match: Match) -> str:
    return {Phase.TRUMP: TRUMP, Phase.PLAY: TRICKS}.get(match.phase, "")


class GrevjassEntries(Entries):
    """A card names the trumps, then tricks are tapped; the other entries have keys."""

    def empty(self, match: Match, inputs: Mapping[str, str]) -> Draft:
        """A draft of a trick in order of play, or of the card shown; without places if no card is awaited."""
        kind = inputs.get("kind", "") or _kind_of(match)
        if kind == TRICKS:
            return of_trick(match, {}, "")
        return Draft(TRUMP, (TRUMP,)) if kind == TRUMP else Draft("", ())

    def action(self, match: Match, draft: Draft) -> dict[str, Any]:
        """The card shown, or the trick."""
        is_trump = draft.kind == TRUMP
        return {"type": "trump", "card": draft.values[0]} if is_trump else super().action(match, draft)

    def of_action(self, match: Match, data: Mapping[str, Any]) -> Draft | None:
        """The draft of a trick."""
        is_trick = data["type"] == "trick"
        return replace(self.empty(match, {"kind": TRICKS}), values=tuple(data["cards"])) if is_trick else None

    def faults(self, match: Match, draft: Draft) -> Iterator[Fault]:
        """Cards already played in the deal in hand."""
        return iter(gone_faults(match, draft.down))

    def ruling(self, match: Match, form: Posted) -> dict[str, Any]:
        """The action of a key. A side can claim only between tricks."""
        if form.do.startswith("claim") and any(self.read(match, {**form.inputs, "card": "", "typed": ""}).values):
            raise RefusedError(Fault("trick-begun", "Finish this trick first: it counts. Tap its other cards."))
        return super().ruling(match, form)

"""Drafts at the table of Karnöffel: the suit or the face-up cards, then tricks; or the result of a deal."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.cards import read_suit
from referee.faults import Fault, RefusedError
from referee.games.karnoffel.actions import LOST, Result
from referee.games.karnoffel.match import devil_faults, result_faults
from referee.games.karnoffel.state import Deal, Match, Phase
from referee.games.kit.sides import SIDES
from referee.games.sittings.legality import gone_faults
from referee.web.tables.draft import Draft, of_trick
from referee.web.tables.entries import Entries

SUIT, FOUR, TRICKS, RESULT = "suit", "four", "tricks", "result"
"""Drafts, and the ways to enter what comes next."""
WAYS = {Phase.CHOOSE: (SUIT, FOUR, RESULT), Phase.PLAY: (TRICKS, RESULT), Phase.OVER: ()}

_NO_RESULT = Fault("no-result", "Tap the side that won the deal, then the other side’s tricks.")


def _usual(match: Match) -> str:
    """The default way to enter what comes next: as in the previous deal."""
    if match.phase is not Phase.CHOOSE:
        return TRICKS if match.phase is Phase.PLAY else ""
    return begun(match.deals[-1]) if match.deals else SUIT


def begun(deal: Deal) -> str:
    """The way in which a deal was begun."""
    return RESULT if deal.result and not deal.tricks else FOUR if deal.cards else SUIT


class KarnoffelEntries(Entries):
    """A suit is chosen, then tricks are tapped; or the result of the deal is."""

    keeps_way = False

    def empty(self, match: Match, inputs: Mapping[str, str]) -> Draft:
        """A draft of the form's kind, or else of the wanted way if it is open, or else of the default way."""
        wanted, kind = inputs.get("way", ""), inputs.get("kind", "")
        kind = kind or (wanted if wanted in WAYS[match.phase] else _usual(match))
        if kind == RESULT:
            return Draft(RESULT, ("side", "lost"), RESULT, are_cards=False)
        if kind == SUIT:
            return Draft(SUIT, (SUIT,), SUIT, are_cards=False)
        if kind == FOUR:
            return Draft(FOUR, match.setup.clockwise(match.setup.left(match.deal.dealer)), FOUR)
        return of_trick(match, inputs, TRICKS) if kind == TRICKS else Draft("", ())

    def value(self, match: Match, draft: Draft, word: str) -> str:
        """A suit, a side, a number of tricks or a card in its draft form. Raises RefusedError."""
        if draft.kind == SUIT:
            return read_suit(word).letter
        if draft.kind != RESULT:
            return super().value(match, draft, word)
        if word not in (*SIDES, *map(str, LOST)):
            raise RefusedError(_NO_RESULT)
        return word

    def read(self, match: Match, inputs: Mapping[str, str]) -> Draft:
        """The draft of a form or query string. A result begins with the side. Raises RefusedError."""
        draft = super().read(match, inputs)
        if draft.kind == RESULT and any(
            (value in SIDES) == bool(at) for at, value in enumerate(draft.values) if value
        ):
            raise RefusedError(_NO_RESULT)
        return draft

    def action(self, match: Match, draft: Draft) -> dict[str, Any]:
        """The chosen suit or the face-up cards, the result, or the trick."""
        values = list(draft.values)
        if draft.kind == RESULT:
            return {"type": "result", "side": values[0], "lost": int(values[1] or 0)}
        if draft.kind == SUIT:
            return {"type": "chosen", "suit": values[0]}
        if draft.kind == FOUR:
            return {"type": "chosen", "cards": values}
        return super().action(match, draft)

    def of_action(self, match: Match, data: Mapping[str, Any]) -> Draft | None:
        """The draft of four cards, or of a result."""
        kind = {"chosen": FOUR, "trick": TRICKS, "result": RESULT}.get(data["type"], "")
        values = data.get("cards") or ([data["side"], str(data["lost"])] if kind == RESULT else [])
        draft = self.empty(match, {"kind": kind, "leader": data.get("leader", "")})
        return replace(draft, values=tuple(values)) if values and kind in WAYS[match.phase] else None

    def faults(self, match: Match, draft: Draft) -> Iterator[Fault]:
        """Cards already played in the deal, a Devil led too early, a result that the tricks contradict."""
        if draft.kind == TRICKS:
            yield from gone_faults(match, draft.down)
            yield from devil_faults(match, draft.cards[0] if draft.cards else None)
        if draft.kind == RESULT and draft.is_complete:
            yield from result_faults(match, Result(draft.value_of("side"), int(draft.value_of("lost"))))

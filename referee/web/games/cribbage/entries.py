"""Drafts at the table of cribbage: a card, or the four cards of a hand or crib together."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from flask import has_request_context

from referee.faults import Fault
from referee.games.cribbage.state import HAND_SIZE, Deal, Match, Phase
from referee.web.phone import settings_of_phone
from referee.web.tables.draft import Draft
from referee.web.tables.entries import Entries
from referee.web.tables.posted import Posted, number

HAND, CRIB = "hand", "crib"
"""Kinds of drafts of four cards."""
WAYS = {
    Phase.STARTER: ("cards", "points"),
    Phase.PLAY: ("cards", "points", "hands", "hand-points"),
    Phase.HAND: ("cards", "points"),
    Phase.CRIB: ("cards", "points"),
}
"""The ways to enter what comes next, by phase; `hands` and `hand-points` are for the first hand after pegs."""


def usual_way(match: Match) -> str:
    """Return the default way to enter what comes next: the way in which the previous part was entered.

    A match begins in the way that was chosen last on this phone.
    """
    deal = match.deal
    if match.phase in (Phase.HAND, Phase.CRIB):
        has_points = deal.starter is None or any(event.cards is None for event in deal.counted[-1:])
        return "points" if has_points else "cards"
    if deal.number == 1 and not deal.events:
        return "points" if has_request_context() and settings_of_phone()["enters"] == "points" else "cards"
    before = [*last_two(match)][-1] if match.phase is Phase.STARTER else deal
    return "points" if before.by_points else "cards"


def is_pegged(match: Match) -> bool:
    """Return True during a play by points."""
    return match.phase is Phase.PLAY and match.deal.by_points


def open_ways(match: Match, way: str) -> set[str]:
    """Return the other ways to enter what comes next; none in a play by cards."""
    if match.phase not in WAYS or (match.phase is Phase.PLAY and way == "cards"):
        return set()
    ways = {"points", "hands", "hand-points"} if is_pegged(match) else {"cards", "points"}
    cards_need_a_starter = match.phase is not Phase.STARTER and match.deal.starter is None
    return ways - {way, *(("cards", "hands") if cards_need_a_starter else ())}


def last_two(match: Match) -> Iterator[Deal]:
    """Return the deal in hand, and the one before it: both are in memory even in a long match."""
    return islice(reversed(match.deals), 2)


class CribbageEntries(Entries):
    """A deal goes from the starter through the play to the hands and the crib, by cards or by points."""

    keeps_way = False
    change_hint = "Undo takes it back"

    def empty(self, match: Match, inputs: Mapping[str, str]) -> Draft:
        """Return a draft for a hand or crib of four cards, or for one card, by the form's phase and way.

        Its kind is the type of its action: the entry is judged as due only when it is made.
        """
        phase, way = inputs.get("phase", "") or match.phase.value, inputs.get("way", "")
        way = way if way in WAYS.get(match.phase, ()) or "phase" in inputs else usual_way(match)
        if phase in (HAND, CRIB) or way == "hands":
            return Draft(CRIB if phase == CRIB else HAND, tuple(map(str, range(HAND_SIZE))), way)
        return Draft("starter" if phase == "starter" else "play", ("0",), way)

    def posted(self, inputs: Mapping[str, str]) -> Posted:
        """The fields of a post: points typed beside a key belong to it, and go can be typed like a card."""
        form = super().posted(inputs)
        do = f"{form.inputs.get('do', '')} {form.inputs.get('points', '')}".strip()
        if not do and f"{inputs.get('card', '')} {inputs.get('typed', '')}".strip().casefold() == "go":
            return replace(form, do="go", inputs={**inputs, "card": "", "typed": ""})
        return replace(form, do=do)

    def read(self, match: Match, inputs: Mapping[str, str]) -> Draft:
        """The draft of a form or query string; the cards tapped before are called `cards` there."""
        return super().read(match, {**inputs, "draft": inputs.get("cards", "") or inputs.get("draft", "")})

    def action(self, match: Match, draft: Draft) -> dict[str, Any]:
        """The cards of a hand or crib, the starter, or a card played."""
        values = [value or "" for value in draft.values]
        return {"type": draft.kind} | ({"cards": values} if draft.kind in (HAND, CRIB) else {"card": values[0]})

    def of_action(self, match: Match, data: Mapping[str, Any]) -> Draft | None:
        """The cards of a hand or crib."""
        draft = self.empty(match, {})
        return replace(draft, values=tuple(data["cards"])) if draft.kind in (HAND, CRIB) and "cards" in data else None

    def faults(self, match: Match, draft: Draft) -> Iterator[Fault]:
        """Cards that cannot be in a hand or crib."""
        for card in draft.down:
            if card is match.deal.starter:
                yield Fault("card-is-starter", f"The {card.name} is the starter.", (card.code,))
            for event in match.deal.counted:
                if card in (event.cards or ()):
                    text = f"The {card.name} was in {match.player(event.player)}’s hand."
                    yield Fault("card-in-hand", text, (card.code,))

    def outlasts(self, match: Match, form: Posted) -> bool:
        """A call of Muggins concerns the hand before the one being tapped."""
        return form.do.startswith("muggins") or super().outlasts(match, form)

    def ruling(self, match: Match, form: Posted) -> dict[str, Any]:
        """The action of a key as in a record: `go`, `peg N 3`, `total 12`. It may be invalid."""
        kind, *words = form.do.split(" ")
        points = number(words[-1]) if words else None
        if kind in ("go", "deal", "misdeal"):
            return {"type": kind}
        if kind == "reply":
            return {"type": kind, "answer": words[-1] if words else ""}
        if kind == "peg":
            return {"type": kind, "player": words[0] if words else "", "points": points}
        if kind == "penalty":
            data = dict(zip(("kind", "against"), words, strict=False))
            return {"type": kind, **data} | ({"points": points} if words[:1] == ["overpeg"] else {})
        if kind == "total":  # The phase decides which hand or crib the total belongs to.
            phase = form.inputs.get("phase", "")
            kind = phase if phase in ("claim", CRIB) else HAND
        return {"type": kind, "points": points}

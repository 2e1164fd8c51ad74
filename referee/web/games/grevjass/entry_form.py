"""The form of an entry that is corrected or inserted.

Of a trick of the deal in hand, while its tricks are closed, the form does not have the cards: only what is changed.
"""

import re
from collections.abc import Mapping
from typing import Any

from referee.games.grevjass.actions import Action
from referee.games.grevjass.shapes import KINDS
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.records import type_of
from referee.web.components import picking
from referee.web.components.picking import write_places
from referee.web.correction_pages import EntryForm, EntryRequest

_WHOLE = re.compile(r"-?[0-9]{1,9}\Z")
_AWAITED = {Phase.TRUMP: "trump", Phase.STROKES: "take", Phase.PLAY: "trick", Phase.MATCH_OVER: "adjust"}
FIELDS = {
    "dealer": ("player",),
    "vol": ("player",),
    "trump": ("shown",),
    "meld": ("player", "what", "top", "length"),
    "claim": ("side",),
    "chalk": ("side", "strokes"),
    "adjust": ("side", "what", "number", "reason"),
}
"""The fields of the form of each type of entry that has any, but for tricks."""


def kind_of(action: Action) -> str:
    """The type of an action."""
    return type_of(KINDS, action)


def awaited(match: Match) -> str:
    """The type of the entry that a match waits for."""
    return _AWAITED[match.phase]


def missing(match: Match, insert: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The action to insert, as far as it is filled in: of a type, or what the match waits for."""
    return {"type": insert if insert in KINDS else awaited(match)}


def refill(action: Action) -> dict[str, Any]:
    """The parameters of the form in which an inserted action is edited again."""
    written = KINDS[kind_of(action)]
    stands: dict[str, Any] = {"type": kind_of(action)} | {
        key: value.write(getattr(action, key))
        for key, value in written.values.items()
        if getattr(action, key) is not None
    }
    if stands["type"] == "trick":
        return {"insert": "trick", "cards": ".".join(stands["cards"]), "at": 0}
    return {"insert": stands["type"], **_as_fields(stands)}


def form(asked: EntryRequest) -> EntryForm:
    """The form of an entry as the query string fills it in."""
    stands, given = asked.stands, asked.given
    kind = str(stands["type"])
    if kind == "trick":
        return _cards(asked)
    values = {**_as_fields(stands), **given}
    is_done = "done" in given or (kind not in FIELDS and bool(asked.insert))
    shown = {"picks": None, "fields": FIELDS.get(kind, ()), "values": values}
    return EntryForm(_content(kind, values) if is_done else None, shown=shown)


def _cards(asked: EntryRequest) -> EntryForm:
    """The form of the four cards of a trick."""
    stands, given = asked.stands, asked.given
    before: list[str] = stands.get("cards", [])
    is_masked = bool(before) and asked.trial.current.match.is_closed(asked.before.number)
    first = {"cards": "" if is_masked else ".".join(before)}
    (cards, at), errors = picking.read_what_can_be(
        lambda said: picking.read_picks(said, 4, "A trick is four cards"), first | dict(given)
    )
    if "pick" in given and not errors:
        return EntryForm(leads_to={"at": at, "cards": write_places(cards)})
    following = at if is_masked else picking.next_place(cards, at)
    picks = {"cards": cards, "at": at, "next": following, "written": write_places(cards), "masked": is_masked}
    entered = before if is_masked else [""] * 4
    whole = [card.code if card else old for card, old in zip(cards, entered, strict=True)]
    if is_masked and "done" in given and not any(cards) and not errors:
        errors = ["Tap the player whose card is wrong, then the right card."]
    is_done = "done" in given and not errors and all(whole) and at is None
    content = {"type": "trick", "cards": whole} if is_done else None
    return EntryForm(content, errors, shown={"picks": picks, "fields": (), "values": given})


def _as_fields(stands: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields of a form have for an entry that stands."""
    fields: dict[str, Any] = {name: stands[name] for name in ("player", "side", "strokes", "reason", "length")
                              if name in stands}  # fmt: skip
    fields["shown"] = stands.get("card", stands.get("suit", ""))
    if stands["type"] == "meld":
        fields |= {"what": stands.get("four", "sequence"), "top": stands.get("sequence", "")}
    if stands["type"] == "adjust":
        what = "strokes" if "strokes" in stands else "points"
        fields |= {"what": what, "number": stands.get(what, 0)}
    return fields


def _content(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """An action as plain data from the fields of its form; reading it as a record finds the faults."""
    said = {name: str(given.get(name, "")).strip() for name in FIELDS.get(kind, ())}
    content: dict[str, Any] = {"type": kind} | {
        name: said[name] for name in ("player", "side", "reason") if name in said
    }
    if kind == "trump":
        shown = said["shown"].upper()
        content |= {"suit": shown} if len(shown) == 1 else {"card": shown}
    elif kind == "meld":
        is_four = said["what"] in ("J", "Q", "K", "A")
        sequence = {"sequence": said["top"], "length": _number(said["length"])}
        content |= {"four": said["what"]} if is_four else sequence
    elif kind == "chalk":
        content["strokes"] = _number(said["strokes"])
    elif kind == "adjust":
        content["strokes" if said["what"] == "strokes" else "points"] = _number(said["number"])
    return content


def _number(text: str) -> int | str:
    """A whole number, or the text itself, which the record's reader refuses."""
    digits = text.replace("−", "-")
    return int(digits) if _WHOLE.match(digits) else text

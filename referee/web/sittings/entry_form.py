"""The form of an entry that is corrected or inserted, made from the description of its type's keys."""

import re
from collections.abc import Mapping
from typing import Any

from referee.cards import codes
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.values import Widget
from referee.games.sittings.state import Match, Phase
from referee.web.components import picking
from referee.web.components.picking import write_places
from referee.web.correction_pages import EntryForm, EntryRequest

AnyMatch = Match[Any, Any]
_WHOLE = re.compile(r"-?[0-9]{1,9}\Z")
_LEFT_OUT = ""
"""How a form writes that an optional key is left out."""


def awaited(match: AnyMatch) -> str:
    """The type of the entry that a match waits for."""
    if match.phase is not Phase.PLAY:
        return "settle" if match.phase is Phase.SETTLE else "adjust"
    return "trick" if match.deal.tricks and not match.deal.must_be_counted else "count"


def missing(kinds: Kinds, match: AnyMatch, insert: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The action to insert, as far as it is filled in: of a type, or what the match waits for."""
    name = insert if insert in kinds else awaited(match)
    widgets = {key: value.widget for key, value in kinds[name].values.items()}
    return {"type": name} | {
        key: given[key] for key, widget in widgets.items() if key in given and widget not in _OWN
    }


_PICKED = (Widget.CARDS, Widget.CARD)
_OWN = (*_PICKED, Widget.NUMBER_OF_EACH, Widget.CHECKBOX)
"""What a query string does not have under its own name, or not as it is."""


def refill(kinds: Kinds, written: dict[str, Any]) -> dict[str, Any]:
    """The parameters of the form in which an inserted action is edited again."""
    fields: dict[str, Any] = {"insert": written["type"]}
    for key, value in kinds[written["type"]].values.items():
        if key in written:
            fields |= _as_fields(key, value.widget, written[key])
    return fields


def _as_fields(key: str, widget: Widget, value: Any) -> dict[str, Any]:
    if widget is Widget.NUMBER_OF_EACH:
        return {f"taken_{seat}": count for seat, count in value.items()}
    if widget in _PICKED:
        return {"cards": ".".join(value if widget is Widget.CARDS else [value]), "at": 0}
    return {key: int(value) if isinstance(value, bool) else value}


def form(kinds: Kinds, asked: EntryRequest) -> EntryForm:
    """The form of an entry as the query string fills it in."""
    stands, given, match = asked.stands, asked.given, asked.before
    name = str(stands["type"])
    kind = kinds[name]
    widgets = {key: value.widget for key, value in kind.values.items()}
    picks, errors = None, list[str]()
    if Widget.CARDS in widgets.values() or (Widget.CARD in widgets.values() and _wants_card(stands, given)):
        number = len(match.setup.seats) if Widget.CARDS in widgets.values() else 1
        cards, at, errors = _picked(stands, given, number)
        if "pick" in given and not errors:
            return EntryForm(leads_to={"at": at, "cards": write_places(cards), **_others(widgets, given)})
        picks = {"cards": cards, "at": at, "next": picking.next_place(cards, at), "written": write_places(cards)}
    shown = {"picks": picks, "fields": kind.values, "optional": kind.optional, "values": _values(stands, given)}
    is_bare = not widgets and bool(asked.insert)
    is_done = ("done" in given or is_bare) and not errors and (not picks or picks["next"] is None)
    return EntryForm(_content(name, kind, given, picks) if is_done else None, errors, shown=shown)


def _wants_card(stands: Mapping[str, Any], given: Mapping[str, str]) -> bool:
    """Whether an optional card belongs to the entry: that of an exposed card, or of a demand to play it."""
    told = {given.get(key, stands.get(key)) for key in ("kind", "choice")}
    return stands["type"] == "trump" or bool(told & {"exposed", "play"})


def _picked(
    stands: Mapping[str, Any], given: Mapping[str, str], number: int
) -> tuple[tuple[Any, ...], int | None, list[str]]:
    """The picked cards, the place that is being changed, and what is wrong with them."""
    before: list[str] = stands.get("cards", [stands["card"]] if "card" in stands else [])
    first = {"cards": ".".join(before)}
    what = f"That is {number} cards" if number > 1 else "That is one card"
    (cards, at), errors = picking.read_what_can_be(
        lambda asked: picking.read_picks(asked, number, what), first | dict(given)
    )
    return cards, at, errors


def _others(widgets: Mapping[str, Widget], given: Mapping[str, str]) -> dict[str, str]:
    """The fields beside the cards, which a link to another card must keep."""
    return {key: given[key] for key, widget in widgets.items() if key in given and widget not in _PICKED}


def _values(stands: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, Any]:
    """What the fields have: the query string's, else the entry's."""
    taken = {f"taken_{seat}": count for seat, count in stands.get("taken", {}).items()}
    return {**stands, **taken, **given}


def _content(name: str, kind: Kind[Any], given: Mapping[str, str], picks: dict[str, Any] | None) -> dict[str, Any]:
    """An action as plain data from the fields of its form; reading it as a record finds the faults."""
    content: dict[str, Any] = {"type": name}
    for key, value in kind.values.items():
        if value.widget in _PICKED:
            if picks:
                cards = codes(picks["cards"])
                content[key] = cards if value.widget is Widget.CARDS else cards[0]
        elif value.widget is Widget.NUMBER_OF_EACH:
            fields = {each.removeprefix("taken_"): text for each, text in given.items() if each.startswith("taken_")}
            content[key] = {seat: _number(text) for seat, text in fields.items()}
        elif value.widget is Widget.CHECKBOX:
            content |= {key: True} if given.get(key) == "1" else {}
        elif key in kind.required or given.get(key, _LEFT_OUT) != _LEFT_OUT:
            text = given.get(key, "").strip()
            content[key] = _number(text) if value.widget is Widget.NUMBER else text
    return content


def _number(text: str) -> int | str:
    """A whole number, or the text itself, which the record's reader refuses."""
    digits = text.strip().replace("−", "-")
    return int(digits) if _WHOLE.match(digits) else text

"""The form of an entry that is corrected or inserted."""

from collections.abc import Mapping
from typing import Any

from referee.cards import Card, codes
from referee.games.cribbage.actions import Action, Kind
from referee.games.cribbage.counting import TOTALS
from referee.games.cribbage.record import FORMAT
from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.state import HAND_SIZE, Match, Phase
from referee.web.components import picking
from referee.web.components.picking import write_places
from referee.web.correction_pages import EntryForm, EntryRequest

_AWAITED = {
    Phase.STARTER: "starter",
    Phase.PLAY: "play",
    Phase.FALSE_GO: "reply",
    Phase.HAND: "hand",
    Phase.CLAIM: "claim",
    Phase.CRIB: "crib",
    Phase.DEAL_OVER: "deal",
    Phase.MATCH_OVER: "adjust",
}
_BY_CARDS = ("starter", "play", "hand", "crib")
BARE = ("go", "deal", "misdeal")
"""The types of the actions without content."""
_FIELDS = {
    "peg": ("player", "points"),
    "claim": ("points",),
    "muggins": ("points",),
    "reply": ("answer",),
    "penalty": ("kind", "against", "points"),
    "adjust": ("player", "points", "reason"),
}
"""The fields of the others, but for cards."""


def awaited(match: Match) -> str:
    """The type of the action that a match waits for."""
    return "peg" if match.phase is Phase.PLAY and match.deal.by_points else _AWAITED[match.phase]


def missing(match: Match, insert: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The action to insert, as far as it is filled in: of a type, or what the match waits for."""
    kind = insert if insert in (*_BY_CARDS, *BARE, *_FIELDS) else awaited(match)
    return {"type": kind} | {name: given[name] for name in _FIELDS.get(kind, ()) if name in given}


def refill(action: Action) -> dict[str, Any]:
    """The parameters of the form in which an inserted action is edited again."""
    written = FORMAT.write_action(action)
    cards = written.get("cards", [written["card"]] if "card" in written else [])
    names = "points player answer kind against reason".split()
    fields: dict[str, Any] = {name: written[name] for name in names if name in written}
    places: dict[str, Any] = {"cards": ".".join(cards), "at": 0} if cards else {}
    return {"insert": written["type"], **fields, **places}


def form(asked: EntryRequest) -> EntryForm:
    """The form of an entry as the query string fills it in. It names no player where only one can be meant."""
    stands, given = asked.stands, asked.given
    kind = str(stands["type"])
    by_points = kind in ("hand", "crib") and given.get("by", "points" if "points" in stands else "cards") == "points"
    if kind in _BY_CARDS and not by_points:
        return _cards(kind, stands, given)
    shown = {"seats": SEATS, "totals": TOTALS, "kinds": Kind, "by_points": by_points, "picks": None}
    return EntryForm(_content(kind, given) if "done" in given or _is_bare(asked) else None, shown=shown)


def _is_bare(asked: EntryRequest) -> bool:
    return bool(asked.insert) and asked.stands["type"] in BARE


def _cards(kind: str, stands: Mapping[str, Any], given: Mapping[str, str]) -> EntryForm:
    """The form of one card, or of the four of a hand or crib."""
    number = HAND_SIZE if kind in ("hand", "crib") else 1
    before: list[str] = stands.get("cards", [stands["card"]] if "card" in stands else [])
    is_new = not any(given.get(name) for name in ("card", "cards", "typed", "pick"))
    first = {"cards": ".".join(before)}
    if number == 1 and is_new:
        first["at"] = "0"
    what = "That is one card" if number == 1 else "A hand or crib is four cards"
    (cards, at), errors = picking.read_what_can_be(
        lambda asked: picking.read_picks(asked, number, what), first | dict(given)
    )
    if "pick" in given and not errors:
        return EntryForm(leads_to={"at": at, "cards": write_places(cards)})
    down = [card for card in cards if card]
    is_done = len(down) == number and at is None and not is_new
    picks = {"cards": cards, "at": at, "next": picking.next_place(cards, at), "written": write_places(cards)}
    shown = {"picks": picks, "by_points": False}
    return EntryForm(_of_cards(kind, down) if is_done else None, errors, shown=shown)


def _of_cards(kind: str, cards: list[Card]) -> dict[str, Any]:
    if kind in ("hand", "crib"):
        return {"type": kind, "cards": codes(cards)}
    return {"type": kind, "card": cards[0].code}


def _content(kind: str, given: Mapping[str, str]) -> dict[str, Any]:
    """An action as plain data from the fields of its form; reading it as a record finds the faults."""
    names = _FIELDS.get(kind, ("points",) if kind in ("hand", "crib") else ())
    if kind == "penalty" and given.get("kind") != Kind.OVERPEG.value:
        names = ("kind", "against")
    content = {name: _number(given.get(name, "")) if name == "points" else given.get(name, "").strip()
               for name in names}  # fmt: skip
    return {"type": kind, **content}


def _number(text: str) -> int | str:
    """A whole number, or the text itself, which the record's reader refuses."""
    try:
        return int(text.strip() or 0)
    except ValueError:
        return text

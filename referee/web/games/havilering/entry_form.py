"""The form of an entry that is corrected or inserted."""

from collections.abc import Collection, Mapping
from typing import Any

from referee.cards import codes
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import SEATS, Seat, Side
from referee.games.havilering.seen import as_seen
from referee.games.havilering.state import Match, Phase
from referee.web.components.picking import write_places
from referee.web.corrections.questions import EntryForm, EntryRequest
from referee.web.games.havilering import questions, texts
from referee.web.tables.entry_form import number_of


def form(request: EntryRequest, opened: Collection[Any]) -> EntryForm:
    """The form of an entry as the query string fills it in; `opened` has the cards of tricks that may be shown."""
    inputs, before, stands = request.inputs, request.before, request.stands
    kind = str(stands["type"])
    if not request.insert and request.edits.at(request.number) is None:
        done = request.trial.transitions[request.number - 1]
        if before.answerer is not done.before.answerer:
            stands["answer"] = ""  # Another player is asked now.
    if inputs.get("doubt") in stands.get("cards", ()):
        place = stands["cards"].index(inputs["doubt"])
        return EntryForm(leads_to={"at": place, "cards": ".".join(stands["cards"])})
    trick = {"cards": ".".join(stands.get("cards", ())), "leader": stands.get("leader", "")} | dict(inputs)
    picking, errors = questions.read_what_can_be(trick, questions.at_table(before))
    if kind == "trick" and "pick" in inputs and not errors:
        led = {"leader": inputs["leader"]} if "leader" in inputs else {}
        return EntryForm(leads_to={"at": picking.at, "cards": write_places(picking.cards)} | led)
    leader = picking.question.leader
    variables = {
        "picks": _picks(picking, before, bool(request.insert)) if kind == "trick" else None,
        "fields": kind not in ("deal", "misdeal"),
        "values": {**stands, **inputs} | ({"leader": leader.value} if kind == "trick" else {}),
        "about": _trick_to_be_claimed(request, opened) if kind in ("claim", "muggins") else None,
        "players": [(seat.value, before.player(seat)) for seat in SEATS],
        "side_names": [(side.value, texts.side_names(before, side)) for side in Side],
        "items": Item,
    }
    filled_in = _content(kind, inputs, picking, before.leader) if _is_filled_in(kind, inputs, picking) else None
    return EntryForm(filled_in, errors, variables=variables)


def _picks(picking: questions.Asking, match: Match, is_new: bool) -> dict[str, Any]:
    """Return the template's variables for the four cards."""
    lead, leader = picking.cards[0], picking.question.leader
    hint = "Tap the wrong card, then the right one. Choose a card from this trick to swap the two."
    missing = "Tap the four cards in order of play." if is_new else "Tap the card that belongs there."
    return {
        "cards": picking.cards,
        "at": picking.at,
        "next": picking.next_place,
        "written": write_places(picking.cards),
        "label": "The four cards in order of play",
        "names": [match.player(leader.after(place)) for place in range(4)],
        "notes": ["leads", "", "", ""],
        "led": lead.suit if lead else None,
        "hint": hint if picking.complete else missing,
    }


def missing(match: Match, insert: str, inputs: Mapping[str, str]) -> dict[str, Any]:
    """Return the action to insert, as plain data: a ruling, perhaps incomplete, or what the match waits for."""
    if insert != "ruling":
        return forgotten(match)
    return {"type": "adjust", "points": inputs.get("points", "0")} | {
        name: inputs.get(name, "") for name in ("side", "reason")
    }


def forgotten(match: Match) -> dict[str, Any]:
    """The action that the match waits for, as plain data with empty content."""
    match match.phase:
        case Phase.CLAIM:
            return {"type": "claim", "items": {}}
        case Phase.HAND_OVER:
            return {"type": "deal"}
        case Phase.OFFER_FIRST | Phase.OFFER_SECOND:
            return {"type": "reply", "answer": ""}
    return {"type": "trick", "cards": []}


def refill(written: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the form in which an inserted action is edited again."""
    if written["type"] == "trick":
        led = {"leader": written["leader"]} if "leader" in written else {}
        return {"cards": ".".join(written["cards"]), "at": 0} | led
    if written["type"] == "adjust":
        return {"insert": "ruling", **{name: written[name] for name in ("side", "points", "reason")}}
    return {}


def _trick_to_be_claimed(request: EntryRequest, opened: Collection[Any]) -> Trick | None:
    """The trick of a claim or a call, if it may be shown."""
    trick: Trick | None = request.before.last_trick
    now = request.trial.current.whole_match
    seen = trick and as_seen(now, trick, opened).cards
    return trick if seen else None


def _is_filled_in(kind: str, inputs: Mapping[str, str], picking: questions.Asking) -> bool:
    if kind == "trick":
        return picking.complete and any(inputs.get(name) for name in ("card", "cards", "typed", "done"))
    return "done" in inputs or (kind == "deal" and "insert" in inputs)


def _content(kind: str, inputs: Mapping[str, str], picking: questions.Asking, due: Seat) -> dict[str, Any]:
    """An action as plain data from the fields of its form; reading it as a record finds the faults.

    `due` is the player whose lead it was. Rule 9.6.
    """
    match kind:
        case "trick":
            leader = picking.question.leader
            led = {} if leader is due else {"leader": leader.value}
            return {"type": kind, "cards": codes([card for card in picking.cards if card])} | led
        case "claim" | "muggins":
            counts = {item.value: number_of(inputs.get(item.value, "")) for item in Item}
            items = {item: count for item, count in counts.items() if count}
            return {"type": kind, "items": items} | ({"by": inputs.get("by", "")} if kind == "muggins" else {})
        case "reply":
            return {"type": kind, "answer": inputs.get("answer", "")}
        case "adjust":
            points, reason = number_of(inputs.get("points", "")), inputs.get("reason", "").strip()
            return {"type": kind, "side": inputs.get("side", ""), "points": points, "reason": reason}
    return {"type": kind}

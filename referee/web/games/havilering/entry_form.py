"""The form of an entry that is corrected or inserted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.cards import Card, codes
from referee.games.edits import Edit
from referee.games.havilering.actions import Action, Adjust, Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import SEATS, Seat, Side
from referee.games.havilering.state import Match, Phase
from referee.match.current import Trial
from referee.web.components.picking import write_places
from referee.web.correction_pages import EntryForm, EntryRequest
from referee.web.games.havilering import questions


def form(asked: EntryRequest) -> EntryForm:
    """The form of an entry as the query string fills it in."""
    given, before, stands = asked.given, asked.before, asked.stands
    kind = str(stands["type"])
    if not asked.insert and asked.edits.at(asked.number) is None:
        done = asked.trial.transitions[asked.number - 1]
        if before.asked is not done.before.asked:
            stands["answer"] = ""  # Another player is asked now.
    if given.get("doubt") in stands.get("cards", ()):
        place = stands["cards"].index(given["doubt"])
        return EntryForm(leads_to={"at": place, "cards": ".".join(stands["cards"])})
    trick = {"cards": ".".join(stands.get("cards", ())), "leader": stands.get("leader", "")} | dict(given)
    picking, errors = questions.read_what_can_be(trick, questions.at_table(before))
    if kind == "trick" and "pick" in given and not errors:
        led = {"leader": given["leader"]} if "leader" in given else {}
        return EntryForm(leads_to={"at": picking.at, "cards": write_places(picking.cards)} | led)
    shown = {
        "about": _trick_to_be_claimed(asked) if kind in ("claim", "muggins") else None,
        "picking": picking,
        "seats": SEATS,
        "sides": Side,
        "items": Item,
    }
    filled_in = _content(kind, given, picking, before.leader) if _is_filled_in(kind, given, picking) else None
    return EntryForm(filled_in, errors, shown=shown)


def missing(match: Match, insert: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The action to insert, as plain data: a ruling, as far as it is filled in, or what the match waits for."""
    if insert != "ruling":
        return forgotten(match)
    return {"type": "adjust", "points": given.get("points", "0")} | {
        name: given.get(name, "") for name in ("side", "reason")
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


def refill(action: Action) -> dict[str, Any]:
    """The parameters of the form in which an inserted action is edited again."""
    if isinstance(action, Play):
        led = {"leader": action.leader.value} if action.leader else {}
        return {"cards": ".".join(codes(action.cards)), "at": 0} | led
    if isinstance(action, Adjust):
        return {"insert": "ruling", "side": action.side.value, "points": action.points, "reason": action.reason}
    return {}


def opened(trial: Trial[Match], edits: Sequence[Edit]) -> set[tuple[Card, ...]]:
    """The cards of the tricks that the edits change, before and after; not of those whose leader alone is another."""
    found = set[tuple[Card, ...]]()
    for edit in edits:
        if edit.actions:
            old = [done.action for done in trial.transitions[edit.first - 1 : edit.last]]
            found |= _cards(old) ^ _cards(edit.actions)
    return found


def _cards(actions: Iterable[Action]) -> set[tuple[Card, ...]]:
    return {action.cards for action in actions if isinstance(action, Play)}


def _trick_to_be_claimed(asked: EntryRequest) -> Trick | None:
    """The trick of a claim or a call, if it may be shown."""
    trick: Trick | None = asked.before.last_trick
    now = asked.trial.current.match
    seen = trick and (trick.cards in opened(asked.trial, asked.edits.made) or now.may_be_seen(trick))
    return trick if seen else None


def _is_filled_in(kind: str, given: Mapping[str, str], picking: questions.Asking) -> bool:
    if kind == "trick":
        return picking.complete and any(given.get(name) for name in ("card", "cards", "typed", "done"))
    return "done" in given or (kind == "deal" and "insert" in given)


def _content(kind: str, given: Mapping[str, str], picking: questions.Asking, due: Seat) -> dict[str, Any]:
    """An action as plain data from the fields of its form; reading it as a record finds the faults.

    `due` is the player whose lead it was. Rule 9.6.
    """
    match kind:
        case "trick":
            leader = picking.question.leader
            led = {} if leader is due else {"leader": leader.value}
            return {"type": kind, "cards": codes([card for card in picking.cards if card])} | led
        case "claim" | "muggins":
            counts = {item.value: _number(given.get(item.value, "")) for item in Item}
            items = {item: count for item, count in counts.items() if count}
            return {"type": kind, "items": items} | ({"by": given.get("by", "")} if kind == "muggins" else {})
        case "reply":
            return {"type": kind, "answer": given.get("answer", "")}
        case "adjust":
            points, reason = _number(given.get("points", "")), given.get("reason", "").strip()
            return {"type": kind, "side": given.get("side", ""), "points": points, "reason": reason}
    return {"type": kind}


def _number(text: str) -> int | str:
    """A whole number, or the text itself, which the record's reader refuses."""
    try:
        return int(text.strip() or 0)
    except ValueError:
        return text

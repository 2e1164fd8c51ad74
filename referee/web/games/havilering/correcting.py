"""Corrections of the entries of Havilering, for the core's pages."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from referee.cards import Card, listed
from referee.english import plural, titled
from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Claim, Muggins, Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import TRICKS_IN_A_HAND
from referee.games.havilering.seen import as_seen
from referee.games.havilering.state import Match, Phase
from referee.games.kit.sides import SEATS, SIDES, Pair
from referee.games.kit.values import Value
from referee.match.corrections import Misfit
from referee.match.current import Trial
from referee.web.corrections.draft import Edits
from referee.web.corrections.questions import Change, EntryForm, EntryRequest, Offer, Solution
from referee.web.filters import face
from referee.web.games.havilering import changes, texts
from referee.web.games.havilering.changes import conflicts
from referee.web.tables.correcting import Corrections
from referee.web.tables.tricks import side_names

_AWAITED = {
    Phase.CLAIM: "claim",
    Phase.HAND_OVER: "deal",
    Phase.OFFER_FIRST: "reply",
    Phase.OFFER_SECOND: "reply",
}


class HavileringCorrections(Corrections):
    """The correction pages of Havilering."""

    entry_template = "havilering/entry.html"
    part_name = "hand"
    changed_part = "trick"
    elsewhere = frozenset({"other-hand", "other-deal"})
    bare = frozenset({"deal", "misdeal"})
    longer = MappingProxyType({"muggins": "call of Muggins", "reply": "answer"})
    previews_at_once = True
    links = (("havilering_rulings.leader", "The wrong player leads"),)

    def describe(self, done: Transition[Match, Action], now: Match, opened: Collection[Any] = ()) -> str:
        """An action in words; for a trick that is closed now and not `opened`, only its winner (2.8)."""
        return changes.entered(done, now, opened)

    def number(self, match: Match) -> int:
        """The number of the hand."""
        return match.hand

    def awaited(self, match: Match) -> str:
        """The type of the action that the match waits for."""
        return _AWAITED.get(match.phase, "trick")

    # --- forms ---------------------------------------------------------------------------------------------------

    def form(self, request: EntryRequest) -> EntryForm:
        """The form of an entry as the query string fills it in, at the card in `doubt` if there is one."""
        before, stands, doubt = request.before, request.stands, request.inputs.get("doubt")
        is_new = request.insert or request.edits.at(request.number)
        done = request.trial.transitions[request.number - 1]
        if not is_new and before.answerer != done.before.answerer:
            stands["answer"] = ""  # Another player is asked now.
        if stands["type"] == "trick":
            stands.setdefault("leader", before.leader)
        elif stands["type"] == "adjust":
            stands.setdefault("points", 0)
        if doubt in stands.get("cards", ()):
            return EntryForm(leads_to={"at": stands["cards"].index(doubt)})
        return super().form(request)

    def fields(self, name: str) -> Mapping[str, Value[Any] | None]:
        """The fields of a form. It does not name the player who answers."""
        return {key: value for key, value in super().fields(name).items() if key != "player"}

    def content(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of an action except its cards; only the items that are claimed."""
        content = super().content(name, values)
        if "items" in content:
            content["items"] = {item: count for item, count in content["items"].items() if count}
        return content

    def filled_in(self, request: EntryRequest) -> dict[str, Any]:
        """Return the entry as its fields are filled in. It names the leader only if the lead was another's (9.6)."""
        content = super().filled_in(request)
        if content.get("leader") == request.before.leader:
            del content["leader"]
        return content

    def picks(
        self, request: EntryRequest, cards: Sequence[Card | None], at: int | None, following: int | None
    ) -> dict[str, Any]:
        """Return the template's variables for the four cards."""
        hint = "Tap the wrong card, then the right one. Choose a card from this trick to swap the two."
        missing = "Tap the four cards in order of play." if request.insert else "Tap the card that belongs there."
        return super().picks(request, cards, at, following) | {
            "label": "The four cards in order of play",
            "notes": ["leads", "", "", ""],
            "led": cards[0].suit if cards[0] else None,
            "hint": hint if following is None else missing,
        }

    def place_names(self, request: EntryRequest, number: int) -> Sequence[str]:
        """Return the players in order of play."""
        before, leader = request.before, request.inputs.get("leader", request.stands["leader"])
        return [before.player(seat) for seat in before.setup.clockwise(leader if leader in SEATS else before.leader)]

    def more_variables(self, request: EntryRequest) -> dict[str, Any]:
        """The players, the sides, the items, and the trick of a claim or a call, if it may be shown (2.8)."""
        before, opened = request.before, self.opened(request.trial, request.edits.made)
        trick, now = before.last_trick, request.trial.current.whole_match
        return {
            "about": trick if trick and as_seen(now, trick, opened).cards else None,
            "players": before.setup.players.items(),
            "side_names": [(side, side_names(before, side)) for side in SIDES],
            "items": Item,
        }

    # --- before and after ----------------------------------------------------------------------------------------

    def known_solutions(self, trial: Trial[Match], edits: Edits) -> list[Solution]:
        """Return the solutions for a card in two tricks: swap it for the one replaced, or change the other trick."""
        solutions, misfit = [], trial.corrected.misfit
        count = len(misfit.faults) if misfit else 0
        for conflict in conflicts(trial, edits):
            if conflict.gives:
                words = Markup("The two were swapped: {} was played in trick {}").format(
                    face(conflict.gives), conflict.trick
                )
                why = "The two cards were probably swapped between tricks. No card is lost."
                query = {"edits": edits.text, "swap": conflict.card.code}
                solutions.append(Solution(words, "compare", query, why, 0))
            words = Markup("Trick {} was wrong: it was not {}").format(conflict.trick, face(conflict.card))
            there = {"number": conflict.number, "edits": edits.text, "doubt": conflict.card.code}
            why = f"One card of trick {conflict.trick} was probably wrong. The other three stay."
            solutions.append(Solution(words, "entry", there, why, count))
        return solutions

    def swapped(self, trial: Trial[Match], edits: Edits, what: str) -> Edits:
        """The edits that swap a card, which two tricks contain, with the card that it replaced."""
        return next((each.swapped for each in conflicts(trial, edits) if each.card.code == what), edits)

    def offers(self, misfit: Misfit, match: Match, may_change: bool) -> tuple[str, list[Offer]]:
        """Return the entries that may have been forgotten before a misfit."""
        if match.phase is Phase.MATCH_OVER:
            return "", []
        kind, question, offers = self.awaited(match), "", list[Offer]()
        if kind == "reply" and not may_change:
            question = texts.waits(match)
            answers = ["yes", "no", "maybe"][: 3 if match.phase is Phase.OFFER_FIRST else 2]
            offers = [Offer(titled(answer), {"type": "reply", "answer": answer}) for answer in answers]
        elif kind == "deal":
            offers = [Offer("The next hand was dealt before this", {"type": "deal"})]
        elif not may_change or kind == "trick":
            offers = [Offer(f"A {kind} is missing before this: add it", is_missing=_is_missing(kind, misfit, match))]
        if misfit.is_misplaced and kind in ("trick", "claim", "deal") and not match.won:
            offers.append(Offer("There was a misdeal before this", {"type": "misdeal"}))
        return question, offers

    def changed_parts(self, before: Match, after: Match, opened: Collection[Any]) -> list[Change]:
        """The tricks that differ. Closed ones show no cards (2.8), except those `opened`."""
        return list(changes.changed_tricks(before, after, opened))

    def states(self, match: Match) -> dict[str, str]:
        """The games, the totals, what comes next, and anything that depends on all tricks."""
        return changes.states(match)

    def note(self, before: Match, now: Match) -> str:
        """Return the note that the tricks of the hand in play are closed."""
        if now.is_over(before.hand):
            return ""
        return "This hand is in play: all tricks but the last are closed. Open one if the table agrees."

    def forgotten(self, name: str) -> dict[str, str]:
        """Return the entries that a table may have forgotten before an entry."""
        return ({"1": "trick"} if name == "trick" else {}) | {"adjust": "ruling"}

    def brief(self, before: Match, now: Match) -> str:
        """Return the number of tricks in a hand, and each side's points once it is over."""
        tricks = [trick for trick in now.tricks if trick.hand == before.hand]
        if not now.is_over(before.hand):
            return f"{plural(len(tricks), 'trick')}, being played"
        pegged = Pair(*(sum(trick.pegged.of(side) for trick in tricks) for side in SIDES))
        return f"{plural(len(tricks), 'trick')} · {texts.by_side(now, pegged)}"

    def belonging(self, done: Transition[Match, Action], now: Match) -> str:
        """A claim or call, which belongs to its trick."""
        return changes.entered(done, now) if isinstance(done.action, Claim | Muggins) else ""

    def holds(self, action: Action) -> bool:
        """Return True if a claim may belong to an action."""
        return isinstance(action, Play)

    def called(self, done: Transition[Match, Action]) -> str:
        """`trick 3`, `the claim`."""
        return f"trick {done.before.in_hand + 1}" if isinstance(done.action, Play) else super().called(done)

    def undone(self, done: Transition[Match, Action]) -> str:
        """A trick that was just undone, with its cards: everybody saw them last."""
        return listed(done.action.cards) if isinstance(done.action, Play) else self.called(done)

    def refused(self, noted: Mapping[str, Any]) -> str:
        """A claim that was refused."""
        return f"A claim on trick {noted['number']} was refused"


def _is_missing(kind: str, misfit: Misfit, match: Match) -> bool:
    """Return True if only a claim or a trick is missing before a misfit."""
    return kind == "claim" or (misfit.is_misplaced and match.in_hand == TRICKS_IN_A_HAND - 1)

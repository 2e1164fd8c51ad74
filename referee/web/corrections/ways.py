"""The ways to go on where an entry no longer fits after a correction, the likeliest first.

The likeliest way is the one that changes least of what was entered:

1. A way that the game knows to lose nothing, such as a swap of two cards, comes before all others.
2. Each other way counts the entries that it puts in, changes or leaves out, and those after it that still await a
   decision. This is tried, unless the preview of the way would tell what is hidden: then all after it are counted.
3. What has to be filled in cannot be tried. To enter an entry anew counts one for each fault of it, and is not
   recommended if only its place is wrong. To put one in counts one where the game can tell that it is missing, and
   is not recommended elsewhere.
4. Of ways that count the same, the one comes first that keeps more: keep, put in, enter anew, leave out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.match.corrections import correct
from referee.match.current import Trial
from referee.web.corrections.draft import Edits
from referee.web.corrections.questions import Offer
from referee.web.tables.correcting import Corrections


@dataclass(frozen=True, slots=True)
class Way:
    """A way to go on: the words of its link, the page that it leads to, and the slip that it supposes."""

    words: Any
    page: str
    query: dict[str, Any]
    why: str = ""
    count: int | None = None
    """The extent of its changes to what was entered; None if it is not recommended."""
    is_drop: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """Finds the ways from the misfit of a trial of edits."""

    pages: Corrections
    trial: Trial[Any]
    edits: Edits

    def found(self, reopened: dict[str, Any] | None) -> list[Way]:
        """All ways, the likeliest first, the others in order; `reopened` edits a misfit again that is an edit."""
        misfit = self.trial.corrected.misfit
        assert misfit is not None
        ways = list(self._known(len(misfit.faults)))
        if reopened is not None:
            why = "There is probably a mistake in your change. Everything else stays."
            ways.append(Way("Change it", "entry", reopened, why, len(misfit.faults)))
        else:
            ways += [*self._kept(), *self._offered(), *self._anew(), *self._dropped()]
        likely = min((way for way in ways if way.count is not None), key=lambda way: way.count or 0)
        return [likely, *(way for way in ways if way is not likely)]

    @property
    def question(self) -> str:
        """The question that the offers answer; empty if there is none."""
        return self._asked_and_offers()[0]

    @property
    def _number(self) -> int:
        assert self.trial.corrected.misfit is not None
        return self.trial.corrected.misfit.placed.number

    @property
    def _last(self) -> int:
        return len(self.trial.transitions)

    def _may_change(self) -> bool:
        assert self.trial.corrected.misfit is not None
        return self.pages.may_change(self.trial.corrected.misfit, self.trial.corrected.match)

    def _asked_and_offers(self) -> tuple[str, list[Offer]]:
        assert self.trial.corrected.misfit is not None
        return self.pages.offers(self.trial.corrected.misfit, self.trial.corrected.match, self._may_change())

    def _known(self, faults: int) -> Iterator[Way]:
        for way in self.pages.ways_out(self.trial, self.edits):
            yield Way(way.words, way.page, way.query, way.why, 0 if way.is_best else faults)

    def _kept(self) -> Iterator[Way]:
        assert self.trial.corrected.misfit is not None
        if self.trial.corrected.misfit.is_misplaced:
            why = "The entry is probably right, and only its place has changed."
            one, every = self.edits.keeping(self._number, self._number), self.edits.keeping(self._number, self._last)
            yield self._tried("Keep it: it belongs here", one, why, 0)
            yield self._tried("Keep it and all that follows", every, why, 0)

    def _offered(self) -> Iterator[Way]:
        why = "It probably happened but was not entered. No entry is lost."
        for offer in self._asked_and_offers()[1]:
            if offer.action is None:
                there = {"number": self._number, "insert": offer.insert, "edits": self.edits.text}
                yield Way(offer.words, "entry", there, why, 1 if offer.is_missing else None)
            else:
                action = self.edits.game.read_action(offer.action)
                yield self._tried(offer.words, self.edits.put_in(self._number, action), why, 1)

    def _anew(self) -> Iterator[Way]:
        misfit = self.trial.corrected.misfit
        assert misfit is not None
        if self._may_change():
            why = "There is probably a mistake in this entry. Everything else stays."
            there = {"number": self._number, "edits": self.edits.text}
            yield Way("Re-enter it", "entry", there, why, None if misfit.is_misplaced else len(misfit.faults))

    def _dropped(self) -> Iterator[Way]:
        number, part = self._number, self.pages.part(self.trial.transitions[self._number - 1].before)
        after = [each.number for each in self.trial.transitions[number - 1 :]]
        rest = [each for each in after if self.pages.part(self.trial.transitions[each - 1].before) == part]
        one = "It was probably entered once too often, or depended on the corrected entry."
        many = "These entries probably depended on the mistake. Deleting fewer of them does not help."
        drops = [("Delete it", number, one)]
        drops += [(f"Delete the rest of {part}: {len(rest)} entries", rest[-1], many)] if len(rest) > 1 else []
        if self._last > rest[-1]:
            drops.append((f"Delete it and all after it: {len(after)} entries", self._last, many))
        for words, last, why in drops:
            yield self._tried(words, self.edits.without(number, last), why, last - number + 1, is_drop=True)

    def _tried(self, words: str, edits: Edits, why: str, own: int, is_drop: bool = False) -> Way:
        """A way that leads to a preview; `own` is how many entries it puts in or leaves out."""
        left, told = self._last - self._number + 1, ""
        game, transitions = edits.game, self.trial.transitions
        if not list(self.trial.guessing_faults(edits.made)):
            misfit = correct(game, transitions, self.trial.setup, edits.made).misfit
            left = self._last - misfit.placed.number + 1 if misfit else 0
            told = f" Then entry {misfit.placed.number} needs a decision." if misfit else " Everything after it fits."
        return Way(words, "compare", {"edits": edits.text}, why + told, own + left, is_drop)

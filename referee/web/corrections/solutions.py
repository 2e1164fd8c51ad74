"""Solutions where an entry no longer fits after a correction, the likeliest first.

The likeliest solution is the one that changes the fewest entries:

1. A solution of the game that loses nothing, such as a swap of two cards, comes before all others. 2. Every other
solution counts the entries that it adds, changes or omits, and those after it that still await a decision. The
solution is tried out to count them, unless the preview would reveal something hidden: then all entries after it are
counted. 3. A solution that must be filled in cannot be tried. Re-entering an entry counts one for each of its faults,
and is not recommended if only its place is wrong. Adding an entry counts one if the game can tell that it is missing,
and is not recommended otherwise. 4. Among solutions with equal counts, the one that keeps more comes first: keep,
add, re-enter, omit. After the end of a match, the one that omits most comes first: nothing can follow there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.match.corrections import Misfit, correct
from referee.match.current import Trial
from referee.web.corrections.draft import Edits
from referee.web.corrections.questions import Offer, Solution
from referee.web.tables.correcting import Corrections


@dataclass(frozen=True, slots=True)
class Solutions:
    """Finds solutions for the misfit in a trial of edits."""

    corrections: Corrections
    trial: Trial[Any]
    edits: Edits

    def ranked(self, reopened: dict[str, Any] | None) -> list[Solution]:
        """All solutions, the likeliest first; `reopened` is the query to change a misfit that is itself an edit."""
        solutions = self.corrections.known_solutions(self.trial, self.edits)
        if reopened is not None:
            why = "There is probably a mistake in your change. Everything else stays."
            solutions.append(Solution("Change it", "entry", reopened, why, len(self._misfit.faults)))
        else:
            solutions += [*self._keeping(), *self._offers(), *self._re_entry(), *self._drops()]
        counted = (each for each in solutions if each.count is not None)
        likely = min(counted, key=lambda each: each.count or 0)
        return [likely, *(each for each in solutions if each is not likely)]

    @property
    def question(self) -> str:
        """The question that the offers answer; empty if there is none."""
        return self._question_and_offers()[0]

    @property
    def _misfit(self) -> Misfit:
        assert self.trial.corrected.misfit is not None
        return self.trial.corrected.misfit

    @property
    def _number(self) -> int:
        return self._misfit.placed.number

    @property
    def _last(self) -> int:
        return len(self.trial.transitions)

    def _may_change(self) -> bool:
        return self.corrections.may_change(self._misfit, self.trial.corrected.match)

    def _question_and_offers(self) -> tuple[str, list[Offer]]:
        return self.corrections.offers(self._misfit, self.trial.corrected.match, self._may_change())

    def _keeping(self) -> Iterator[Solution]:
        if self._misfit.is_misplaced:
            why = "The entry is probably right, and only its place has changed."
            one, every = self.edits.keeping(self._number, self._number), self.edits.keeping(self._number, self._last)
            yield self._previewed("Keep it: it belongs here", one, why, 0)
            yield self._previewed("Keep it and all that follows", every, why, 0)

    def _offers(self) -> Iterator[Solution]:
        why = "It probably happened but was not entered. No entry is lost."
        for offer in self._question_and_offers()[1]:
            if offer.action is None:
                there = {"number": self._number, "insert": offer.insert, "edits": self.edits.text}
                yield Solution(offer.words, "entry", there, why, 1 if offer.is_missing else None)
            else:
                action = self.edits.game.read_action(offer.action)
                yield self._previewed(offer.words, self.edits.put_in(self._number, action), why, 1)

    def _re_entry(self) -> Iterator[Solution]:
        if self._may_change():
            why = "There is probably a mistake in this entry. Everything else stays."
            there = {"number": self._number, "edits": self.edits.text}
            count = None if self._misfit.is_misplaced else len(self._misfit.faults)
            yield Solution("Re-enter it", "entry", there, why, count)

    def _drops(self) -> Iterator[Solution]:
        number, part = self._number, self.corrections.part(self.trial.transitions[self._number - 1].before)
        after = [each.number for each in self.trial.transitions[number - 1 :]]
        rest = [each for each in after if self.corrections.part(self.trial.transitions[each - 1].before) == part]
        one = "It was probably entered twice, or depended on the corrected entry."
        many = "These entries probably depended on the mistake. Deleting fewer would not help."
        drops = [("Delete it", number, one)]
        drops += [(f"Delete the rest of {part}: {len(rest)} entries", rest[-1], many)] if len(rest) > 1 else []
        if self._last > rest[-1]:
            drops.append((f"Delete it and everything after it: {len(after)} entries", self._last, many))
        for words, last, why in reversed(drops) if self.edits.game.is_over(self.trial.corrected.match) else drops:
            yield self._previewed(words, self.edits.without(number, last), why, last - number + 1, is_drop=True)

    def _previewed(self, words: str, edits: Edits, why: str, own: int, is_drop: bool = False) -> Solution:
        """A solution that leads to a preview; `own` is the number of entries that it adds or omits."""
        left, effect = self._last - self._number + 1, ""
        game, transitions = edits.game, self.trial.transitions
        if not list(self.trial.guessing_faults(edits.made)):
            misfit = correct(game, transitions, self.trial.setup, edits.made).misfit
            left = self._last - misfit.placed.number + 1 if misfit else 0
            effect = (
                f" Then entry {misfit.placed.number} needs a decision." if misfit else " Everything after it fits."
            )
        return Solution(words, "compare", {"edits": edits.text}, why + effect, own + left, is_drop)

"""The public view of a match, and entries and edits whose answer would reveal more, while points are closed.

Rules 4.4, 6.5 and 7.4. Stikk is called, so it is public. So are revokes and cards played by others, if the cards
prove them (5.3, 7.2, 7.3). A refusal does not depend on the points, or it would reveal them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from referee.chain import EMPTY
from referee.faults import Fault
from referee.games.edits import Edit, Preview, Transition, followed
from referee.games.grevjass.actions import Action, Adjust, Chalk, Claim, Claims, NameTrump, Setup
from referee.games.grevjass.deal import STIKK, Deal, Trick, is_stikk_card
from referee.games.grevjass.pack import winning_place
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sides import Pair, side_of
from referee.games.sittings.actions import Play

_FAULT = Fault(
    "closed-deal",
    "That would reveal points that are hidden during the deal. Undo back to it, or wait until the deal is over.",
)
TAKEN_LATER = "Points are hidden during the deal. Enter this when the deal is over."
"""The reason given for refusing an adjustment that takes points off."""


def seen(match: Match) -> Match:
    """Return the match with its public points only, and without the cards of tricks except the last (4.4)."""
    deal = match.deal
    if not match.hides_tricks:
        return match
    *closed, last = deal.tricks
    tricks = (*(replace(trick, cards=()) for trick in closed), last)
    shown = replace(deal, tricks=tricks, entries=EMPTY.extend(_entry(entry, last) for entry in deal.entries))
    if not match.hides_points:
        return replace(match, deal=shown)
    return replace(
        match,
        since=deal.start_since,
        deal=replace(
            shown,
            tricks=tuple(replace(trick, value=0) for trick in tricks),
            points=_known(deal),
            owed=None,
            claims=EMPTY.extend(replace(claim, points=0) for claim in deal.claims),
        ),
    )


def _entry(entry: Action, last: Trick) -> Action:
    if isinstance(entry, Play) and entry.cards != last.cards:
        return replace(entry, cards=())
    return entry


def _known(deal: Deal) -> Pair:
    """Return the points of a deal that everybody knows, apart from melds: stikk, and the rulings of the table."""
    known = deal.ruled
    for trick in deal.tricks:
        known = known.plus(side_of(trick.stikk), STIKK) if trick.stikk else known
    return known


def closed_faults(match: Match, action: Action) -> Iterator[Fault]:
    """Refuse a page's entry that takes points off while points are closed, regardless of the total."""
    if match.hides_points and takes_points(action):
        yield Fault("closed-points", TAKEN_LATER)


def takes_points(action: Action) -> bool:
    """Return True if an action takes points off a total, so that the total decides whether it is allowed."""
    return isinstance(action, Adjust) and (action.points or 0) < 0


def guessing_faults(preview: Preview[Match, Action]) -> Iterator[Fault]:
    """Yield the reasons not to apply or preview some edits. Raises RefusedError for edits out of range."""
    match = preview.match
    review = _Review(preview.step, match, preview.done, preview.edits, preview.number)
    if review.tricks and match.is_closed(match.deal.number) and review.reveals_points:
        yield _FAULT


class _Review(Preview[Match, Action]):
    """Edits, and another action about to be changed, compared with the actions of the deal in hand."""

    @property
    def reveals_points(self) -> bool:
        """True if the answer to the edits depends on points that are hidden."""
        return self._adds_a_judged_action or self._changes_a_loss or self._changes_a_judgement or self._ends_a_deal

    @cached_property
    def in_hand(self) -> dict[int, Transition[Match, Action]]:
        """The actions of the deal in hand by number, and of a void one, since an undo restores it."""
        return {each.number: each for each in self.done if each.before.deal.number == self.match.deal.number}

    @cached_property
    def tricks(self) -> set[int]:
        """The numbers of the tricks of the deal in hand."""
        return {number for number, each in self.in_hand.items() if isinstance(each.action, Play)}

    @cached_property
    def unchanged(self) -> set[int]:
        """The numbers of the actions that the edits leave as they are."""
        return {each.number for each in self.placed if not each.is_new}

    @property
    def _adds_a_judged_action(self) -> bool:
        start = min(self.in_hand)
        return any(each.is_new and each.number >= start and _depends_on_points(each.action) for each in self.placed)

    @property
    def _changes_a_loss(self) -> bool:
        """True if an adjustment that takes points off is changed: a smaller one may be allowed, a larger one not."""
        changed = (at for at in self.in_hand if at not in self.unchanged or at == self.number)
        return any(takes_points(self.done[at - 1].action) for at in changed)

    @property
    def _changes_a_judgement(self) -> bool:
        """True if points change before a claim or a loss, so that a different verdict on it would reveal them."""
        counting = (edit.first for edit in self.edits if _counts(edit, self.done, self.match.deal.number))
        first = min(counting, default=len(self.done) + 1)
        later = (each for at, each in self.in_hand.items() if at >= first and at in self.unchanged)
        return any(_is_judged(each.action) for each in later)

    @property
    def _ends_a_deal(self) -> bool:
        """True if, after the edits, a deal with tricks of the deal in hand would be over at some point."""
        first = min((edit.first for edit in self.edits), default=len(self.done) + 1)
        deals = {self.match.deal.number} if any(number < first for number in self.tricks) else set[int]()
        start = self.done[first - 1].before if first <= len(self.done) else self.match
        for each, after in followed(self.step, start, (each for each in self.placed if each.number >= first)):
            if each.source in self.tricks:
                deals.add(after.before.deal.number)
            if deals and (min(deals) < after.after.deal.number or after.after.phase is Phase.MATCH_OVER):
                return True
        return False


def setup_faults(match: Match, setup: Setup, done: Sequence[Transition[Match, Action]]) -> Iterator[Fault]:
    """Refuse a setup that would reveal closed points: by opening them, by ending the match, or by a later action."""
    in_hand = [each.action for each in done if each.before.deal.number == match.deal.number]
    has_closed = match.is_closed(match.deal.number) and any(isinstance(action, Play) for action in in_hand)
    is_told = setup.rules.claims is Claims.OPEN or max(match.strokes.ns, match.strokes.ew) >= setup.rules.strokes
    is_other = replace(setup, players=match.setup.players) != match.setup
    if has_closed and is_other and (is_told or any(map(_is_judged, in_hand))):
        yield _FAULT


def _depends_on_points(action: Action) -> bool:
    """Return True if the legality of an action, or its consequences, depend on the points."""
    return isinstance(action, Chalk) or _is_judged(action)


def _is_judged(action: Action) -> bool:
    return isinstance(action, Claim) or takes_points(action)


def _counts(edit: Edit, done: Sequence[Transition[Match, Action]], number: int) -> bool:
    """Return True if an edit may change the points by which a later action of a deal is judged."""
    old, new = done[edit.first - 1 : edit.last], edit.actions
    if new is None or (all(map(_is_of_strokes, new)) and all(_was_free(each, number) for each in old)):
        return False
    return not (len(new) == len(old) == 1 and _counts_alike(old[0], new[0]))


def _is_of_strokes(action: Action) -> bool:
    return isinstance(action, Adjust) and action.points is None


def _was_free(done: Transition[Match, Action], number: int) -> bool:
    """Return True if an action leaves the points alone: a ruling of strokes, or a claim that did not end the deal."""
    return _is_of_strokes(done.action) or (isinstance(done.action, Claim) and done.before.deal.number == number)


def _counts_alike(done: Transition[Match, Action], new: Action) -> bool:
    """Return True if replacing an action leaves all points unchanged, regardless of the other cards."""
    old, deal = done.action, done.after.last_deal
    if isinstance(old, NameTrump) and isinstance(new, NameTrump):
        return _suit(old) is _suit(new)
    if isinstance(old, Adjust) and isinstance(new, Adjust):
        return (old.side, old.points) == (new.side, new.points)
    return isinstance(old, Play) and isinstance(new, Play) and _is_swap(deal, old, new)


def _suit(action: NameTrump) -> object:
    return action.card.suit if action.card else action.suit


def _is_swap(deal: Deal, old: Play, new: Play) -> bool:
    """Return True if cards other than the lead, the winner and stikk cards are swapped within a deal's last trick."""
    trick = deal.tricks[-1]
    winning = winning_place(trick.cards, deal.trump)
    moved = [at for at, (was, card) in enumerate(zip(old.cards, new.cards, strict=False)) if was is not card]
    is_plain = not any(is_stikk_card(old.cards[at], deal.trump) for at in moved)
    return is_plain and set(old.cards) == set(new.cards) and not {0, winning} & set(moved)

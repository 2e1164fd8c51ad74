"""The table: one page, and one way to post to it. Each post fetches, reads, acts, and answers, in that order."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flask import (
    Blueprint,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from referee.access import Right
from referee.book import MEND, Entry
from referee.cards import listed
from referee.faults import Fault, RefusedError
from referee.havilering import match as rules
from referee.havilering.actions import Action, Claim, Deal, Misdeal, Muggins, Play
from referee.havilering.seats import SEAT_NAMED
from referee.havilering.state import Match, Phase
from referee.record import read_action
from referee.standing import StaleError, Standing
from referee.turns import is_to_come, trick_at, turn_of
from referee.web import words
from referee.web.draft import Draft, read_down, read_items, read_taken
from referee.web.forms import PostForm, texts
from referee.web.fragments import wants_fragments
from referee.web.guard import needs
from referee.web.house import tables
from referee.web.screen import PAD, Screen

pages = Blueprint("play", __name__, url_prefix="/matches/<int:match_id>")


@pages.get("/")
@needs(Right.SCORE)
def table(match_id: int) -> ResponseReturnValue:
    """The table, with the draft that stands in the address."""
    standing = tables().standing(match_id)
    given = request.args
    try:
        down, items = read_down(given.get("cards", "")), read_items(given.get("items", ""))
        draft = Draft(down, items, "call" in given, read_taken(given.get("taken", "")))
    except RefusedError as refused:
        return _answer(Screen(standing, faults=refused.faults), 422)
    return _answer(Screen(standing, draft, notice=" ".join(map(str, get_flashed_messages()))))


@pages.post("/<any(trick, claim, muggins, deal, reply, misdeal, undo, redo, look):what>")
@needs(Right.SCORE)
def post(match_id: int, what: str) -> ResponseReturnValue:
    """Do something at the table. What is not complete yet comes back as a draft, and nothing is stored."""
    form, draft = PostForm(), Draft()
    standing = tables().standing(match_id)
    try:
        # First what was there before, so that it stays when what is new cannot be read.
        draft = replace(
            form.draft_before(), calling=what == "muggins" or (what in ("undo", "redo") and bool(form.calling.data))
        )
        draft = form.draft_after(draft)
        if not form.validate():
            raise RefusedError(*(Fault("bad-form", text) for text in texts(form)))
        tapped = _tapped(what, draft.fitting(standing.match), standing.match)
        actions = None if tapped else _WANTED[what](form, draft)
        draft = tapped or draft
        if actions is None:
            _refuse_gone(standing, draft)
            return _done(Screen(standing, draft, is_news=False))
        after = _post(match_id, form, what, actions)
    except StaleError as stale:
        if _stands(stale.standing, form.turn.data, what, draft):
            return _done(Screen(stale.standing, notice="That stands already: it was entered on another phone."))
        return _answer(_moved_on(stale.standing, stale.since, form.turn.data, draft), 409)
    except RefusedError as refused:
        standing = tables().standing(match_id)  # A claim that is refused is on record.
        return _answer(Screen(standing, draft, faults=refused.faults, typed=form.typed.data or ""), 422)
    return _done(Screen(after, _kept_down(standing, after, draft)))


def _tapped(what: str, draft: Draft, match: Match) -> Draft | None:
    """What Undo or Redo makes of what is tapped and not posted; None if that is for the log.

    Cards that wait for the answer to an offer are not touched: they are not to be seen.
    """
    if match.asked:
        return None
    return {"undo": draft.undone, "redo": draft.redone}.get(what, lambda: None)()


def _kept_down(before: Standing, after: Standing, draft: Draft) -> Draft | None:
    """The next lead stays down while the trick before is called, and while an offer that follows is answered."""
    one, other = before.match, after.match
    is_same_trick = (one.hand, one.deal, one.in_hand) == (other.hand, other.deal, other.in_hand)
    return Draft(draft.cards) if is_same_trick and one.phase is not Phase.CLAIM else None


def _refuse_gone(standing: Standing, draft: Draft) -> None:
    """Of cards that do not make a trick yet only one thing can be wrong: that one of them is out already."""
    if standing.match.phase is Phase.PLAY:
        found = [fault for fault in rules.faults(standing.match, Play(draft.down)) if fault.code != "not-four-cards"]
        if found:
            raise RefusedError(*found)


def _post(match_id: int, form: PostForm, what: str, actions: Sequence[Action]) -> Standing:
    version, key = form.version.data, form.key.data
    if what in _PHASES and form.turn.data:
        return _post_in_turn(match_id, form, what, actions)
    if what == "undo":
        return tables().undo(match_id, version, key)
    if what == "redo":
        return tables().redo(match_id, version, key)
    return tables().post(match_id, version, key, actions)


def _post_in_turn(match_id: int, form: PostForm, what: str, actions: Sequence[Action]) -> Standing:
    """Post a trick or a claim that says whose turn it is: then it matters not what else has come since it was made.

    A mending of an earlier trick, say, while it waited for a signal. In any other turn it is stale.
    """
    for attempt in range(ATTEMPTS):
        standing = tables().standing(match_id)
        due = standing.match.phase is _PHASES[what] and turn_of(standing.match) == form.turn.data
        try:
            return tables().post(match_id, standing.version if due else NO_VERSION, form.key.data, actions)
        except StaleError as stale:
            if not due or stale.standing.version == standing.version or attempt == ATTEMPTS - 1:
                raise StaleError(stale.standing, tables().since(match_id, form.version.data)) from stale
    raise AssertionError("the last attempt returns or raises")


_PHASES = {"trick": Phase.PLAY, "claim": Phase.CLAIM}
ATTEMPTS, NO_VERSION = 5, -1


def _trick(form: PostForm, draft: Draft) -> Sequence[Action] | None:
    return [Play(draft.down)] if len(draft.down) >= 4 else None


def _claim(form: PostForm, draft: Draft) -> Sequence[Action] | None:
    return None if form.add.data or form.less.data else [Claim(draft.items)]


def _muggins(form: PostForm, draft: Draft) -> Sequence[Action] | None:
    by = SEAT_NAMED.get(form.by.data or "")
    return [Muggins(by, draft.items)] if by else None


def _reply(form: PostForm, draft: Draft) -> Sequence[Action] | None:
    action: dict[str, Any] = {"type": "reply", "answer": form.answer.data}
    return [read_action(action)]


_WANTED: dict[str, Callable[[PostForm, Draft], Sequence[Action] | None]] = {
    "trick": _trick,
    "claim": _claim,
    "muggins": _muggins,
    "reply": _reply,
    "deal": lambda form, draft: [Deal()],
    "misdeal": lambda form, draft: [Misdeal()],
    "undo": lambda form, draft: [],
    "redo": lambda form, draft: [],
    "look": lambda form, draft: None,
}


@pages.get("/live")
@needs(Right.SCORE)
def live(match_id: int) -> ResponseReturnValue:
    """The table as it stands now, for a page of an earlier version, with what was tapped there meanwhile."""
    form, standing = PostForm(request.args, meta={"csrf": False}), tables().standing(match_id)
    if form.version.data == standing.version:
        return "", 204
    try:
        draft = form.draft_before()
    except RefusedError:
        draft = Draft()
    trick, since = (
        trick_at(standing.match, form.turn.data),
        tables().since(match_id, min(form.version.data or 0, standing.version)),
    )
    is_used_up = trick is not None and trick.cards[: len(draft.cards)] == draft.cards
    is_open = form.turn.data == turn_of(standing.match)
    if draft.down and not is_used_up and not is_open and not is_to_come(standing.match, form.turn.data):
        return _answer(_moved_on(standing, since, form.turn.data, draft))
    mended = any(entry.kind == MEND for entry in since)
    notice = words.meanwhile(since) if mended else ""
    return _answer(Screen(standing, draft if is_open else None, notice=notice))


def _stands(standing: Standing, turn: str | None, what: str, draft: Draft) -> bool:
    """Whether the very same was entered from another page."""
    trick = trick_at(standing.match, turn)
    if trick is None:
        return False
    return (what == "trick" and trick.cards == draft.cards) or (what == "claim" and trick.claimed == draft.items)


def _moved_on(standing: Standing, since: Sequence[Entry], turn: str | None, draft: Draft) -> Screen:
    """The current table, what happened meanwhile, and what was tapped: in place if its trick is still open."""
    told, trick = words.meanwhile(since), trick_at(standing.match, turn)
    if turn == turn_of(standing.match) and trick is None:
        return Screen(standing, draft, f"{told} Look again, and go on from here.")
    if trick and len(draft.down) == 4:
        as_what = f" as {listed(trick.cards)}" if standing.match.may_be_seen(trick) else " with other cards"
        told = f"Trick {trick.number} stands{as_what}, entered on another phone."
        return Screen(standing, notice=told, kept=draft.down, instead_of=trick)
    lost = f" What you tapped was not entered: {listed(draft.down)}." if draft.down else ""
    return Screen(standing, notice=told + lost, kept=draft.down)


def _done(screen: Screen) -> ResponseReturnValue:
    """The answer to a post that went well: fragments, or a page of its own that can be loaded again."""
    if wants_fragments():
        return _answer(screen)
    if screen.notice and not screen.standing.undone:
        flash(screen.notice)
    return redirect(url_for("play.table", match_id=screen.standing.id, **screen.draft.query()), 303)


def _answer(screen: Screen, status: int = 200) -> ResponseReturnValue:
    template = "table/_answer.html" if wants_fragments() else "table/table.html"
    return make_response(render_template(template, screen=screen, pad=PAD), status)

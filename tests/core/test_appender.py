"""Entries that are due, stale, repeated or refused: against a model of the log, with two programs on one database."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.books.score_books import ScoreBooks
from referee.cards import PACK, Card
from referee.faults import RefusedError
from referee.games.havilering.actions import Misdeal, Play
from referee.games.havilering.shapes import SETUPS
from referee.match.current import NothingToUndoError, StaleError
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK, NAMES, Clock

TRICKS = [Play(PACK[place : place + 4]) for place in range(0, 52, 4)]
SPLIT = [Play((*PACK[place : place + 3], PACK[place + 4])) for place in range(0, 40, 8)]
"""Tricks that share three cards with one of the others, and the fourth with another."""
Content = tuple[Play | Misdeal, ...]
LONG = {"players": NAMES, "dealer": "N", "started": "2026-06-20T21:00:00+01:00", "rules": {"target": 1000}}


@dataclass
class Model:
    """A log as plain lists, and the answer it must give."""

    log: list[tuple[str, str, Content]] = field(default_factory=list)
    """Of every entry its key, kind and actions."""
    done: list[tuple[int, Content]] = field(default_factory=list)
    """The actions in force, with the number of their entry."""
    undone: list[tuple[int, Content]] = field(default_factory=list)

    @property
    def actions(self) -> list[Play | Misdeal]:
        """The actions in force."""
        return [action for _, content in self.done for action in content]

    def hand(self, more: Content = (), of: list[Play | Misdeal] | None = None) -> tuple[int, int, list[Play]]:
        """The number of the hand, of its deal, and the tricks of that deal."""
        hand, deal, tricks = 1, 0, list[Play]()
        for action in [*(self.actions if of is None else of), *more]:
            if isinstance(action, Misdeal):
                deal, tricks = deal + 1, []
            else:
                tricks = [*tricks, action]
            if len(tricks) == 13:
                hand, deal, tricks = hand + 1, 0, []
        return hand, deal, tricks

    def turn(self, of: list[Play | Misdeal] | None = None) -> str:
        hand, deal, tricks = self.hand(of=of)
        return f"{hand}.{deal}.{len(tricks) + 1}"

    def allows(self, content: Content) -> bool:
        """True if no card is played twice in a deal."""
        for place in range(len(content)):
            _, _, before = self.hand(content[:place])
            gone: set[Card] = {card for trick in before for card in trick.cards}
            action = content[place]
            if isinstance(action, Play) and (gone & set(action.cards) or len(set(action.cards)) < 4):
                return False
        return True

    def answer(self, kind: str, version: int, key: str, content: Content, turn: str | None) -> str:
        """The answer that a request must get; if it is `kept`, it is in the model afterwards."""
        earlier = [entry for entry in self.log if entry[0] == key]
        if earlier:
            return "repeated" if earlier[0] == (key, kind, content) else "stale"
        if (version != len(self.log)) if turn is None else (turn != self.turn()):
            return "stale"
        if kind == "act":
            if not self.allows(content):
                return "refused"
            self.done.append((len(self.log) + 1, content))
            self.undone.clear()
        else:
            source, target = (self.done, self.undone) if kind == "undo" else (self.undone, self.done)
            if not source:
                return "refused"
            target.append(source.pop())
        self.log.append((key, kind, content))
        return "kept"

    def is_entered(self, version: int, turn: str | None, content: Content) -> bool:
        """True if the same is in force: at its turn, or as the first entry since its version."""
        if turn is None:
            return (version + 1, content) in self.done and self.log[version][1:] == ("act", content)
        actions = self.actions
        there = [action for place, action in enumerate(actions) if self.turn(actions[:place]) == turn]
        return len(content) == 1 and content[0] in there


@pytest.fixture(scope="module")
def programs(tmp_path_factory: Any) -> Iterator[tuple[MatchService, MatchService]]:
    """Two services on one database, as the server and a command are: each with a cache of its own."""
    file: Path = tmp_path_factory.mktemp("two") / "book.db"
    first, second = MatchService(Database(file), Clock()), MatchService(Database(file), Clock())
    ScoreBooks(first.database, first.clock).first()
    yield first, second
    first.close()
    second.close()


contents = st.one_of(
    st.sampled_from(TRICKS).map(lambda trick: (trick,)),
    st.sampled_from(SPLIT).map(lambda trick: (trick,)),
    st.just((Misdeal(),)),
    st.lists(st.sampled_from([*TRICKS[:4], Misdeal()]), min_size=2, max_size=3).map(tuple),
)


@st.composite
def requests(draw: Callable[..., Any]) -> tuple[Any, ...]:
    """A request: kind, how many entries behind its version is, its key, its actions, the turn if it names one."""
    kind = draw(st.sampled_from(["act"] * 6 + ["undo"] * 2 + ["redo"]))
    behind = draw(st.sampled_from([0, 0, 0, 0, 1, 2, -1]))
    key = draw(st.sampled_from([None, None, None, "a", "b", "c"]))
    turn = draw(st.sampled_from([None, None, "due", "due", "past", "to come"])) if kind == "act" else None
    return kind, behind, key, draw(contents) if kind == "act" else (), turn, draw(st.sampled_from([0, 1]))


def ask(service: MatchService, match_id: int, kind: str, version: int, key: str, content: Any, turn: Any) -> Any:
    if kind == "act":
        return service.post(match_id, version, key, content, turn)
    return (service.undo if kind == "undo" else service.redo)(match_id, version, key)


@settings(max_examples=60)
@given(script=st.lists(requests(), min_size=4, max_size=30))
@example(
    # The key of an undo, used again for a redo and for a trick.
    script=[
        ("act", 0, None, (TRICKS[0],), None, 0),
        ("undo", 0, "a", (), None, 0),
        ("redo", 0, "a", (), None, 1),
        ("act", 0, "a", (TRICKS[1],), "due", 1),
    ]
)
def test_every_request_is_answered_as_the_model_answers_it(
    programs: tuple[MatchService, MatchService], script: list[tuple[Any, ...]]
) -> None:
    model, numbers = Model(), count()
    match_id = programs[0].open(BOOK, SETUPS.read(LONG)).id
    for kind, behind, shared, content, wanted, which in script:
        version, key = max(0, len(model.log) - behind), shared or f"own {next(numbers)}"
        hand, deal, tricks = model.hand()
        turn = {"due": model.turn(), "past": f"{hand}.{deal}.{len(tricks)}", "to come": f"{hand}.{deal + 1}.1"}.get(
            wanted
        )
        entered, log = kind == "act" and model.is_entered(version, turn, content), list(model.log)
        expected = model.answer(kind, version, key, content, turn)
        try:
            after = ask(programs[which], match_id, kind, version, key, content, turn)
            answer = "kept" if after.version > len(log) else "repeated"
        except (RefusedError, NothingToUndoError):
            answer = "refused"
        except StaleError as stale:
            answer = "stale"
            assert stale.current.version == len(log)
            assert [entry.key for entry in stale.since] == [entry[0] for entry in log[version:]]
            assert stale.is_entered is entered
        assert answer == expected, (kind, version, key, content, turn)
        agree(programs, match_id, model)


def agree(programs: tuple[MatchService, ...], match_id: int, model: Model) -> None:
    """Both programs, and the log on the disk, say what the model says."""
    hand, _, tricks = model.hand()
    for service in programs:
        current = service.current(match_id)
        assert current == service.fold(match_id)
        assert (current.version, current.live, len(current.undone)) == (
            len(model.log),
            len(model.done),
            len(model.undone),
        )
        match = current.whole_match
        assert (match.hand, [trick.cards for trick in match.tricks if trick.hand == hand]) == (
            hand,
            [trick.cards for trick in tricks],
        )
    entries = programs[0].database.entries(match_id)
    assert [(entry.key, entry.kind) for entry in entries] == [entry[:2] for entry in model.log]
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))

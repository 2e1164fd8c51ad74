"""Two scorers at every game: the same entry counts once, a different one is reported, and no false agreement."""

from __future__ import annotations

import html
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from referee.books.check import problems
from referee.games import GAMES
from tests.core.samples import SAMPLES
from tests.core.two_phones import Answer, Desk, Phone, is_of_a_turn, played, written

SEEDS = range(14)
PLACES = 1
"""The number of entries of each kind tried in each way."""
BEHIND = (1, 2, 3)


class Samples:
    """Matches of a game that have been played, to try entries of every kind."""

    def __init__(self, key: str) -> None:
        self.key, self.game = key, GAMES[key]
        self.records = list(played(key, SEEDS))
        self.all = [action for record in self.records for action in record.actions]
        self.pool: dict[str, list[Any]] = defaultdict(list)
        self.places: dict[str, list[tuple[Any, int]]] = defaultdict(list)
        for record in self.records:
            for place, action in enumerate(record.actions):
                kind = self.kind(action)
                self.pool[kind].append(action)
                self.places[kind].append((record, place))

    def kind(self, action: Any) -> str:
        """The kind of an action; a hand as cards is another kind than one as points."""
        data = written(self.key, action)
        return f"{data['type']} by cards" if "cards" in data and data["type"] != "trick" else str(data["type"])

    def before(self, record: Any, place: int) -> Any:
        """The match before an action of a record."""
        return self.game.fold(record.setup, record.actions[:place])

    def others(self, match: Any, action: Any) -> Iterator[Any]:
        """Other actions that might be entered instead: first of the same kind, then of other kinds."""
        same, is_free = self.kind(action), not is_of_a_turn(self.key, action)
        for kind in [same, *(kind for kind in self.pool if kind != same)]:
            for other in self.pool[kind]:
                if is_of_a_turn(self.key, other) is is_free:
                    break
                if not self.game.says_the_same(match, other, action) and not self.game.faults(match, other):
                    yield other

    def likely(self, chance: random.Random, match: Any, desk: Desk, is_free: bool) -> Iterator[Any]:
        """Actions that may be entered in a match, first what the other phone has entered there; or rulings."""
        turn, done = self.game.turn_of(match), desk.service.transitions(desk.number)
        same = [each.action for each in done if self.game.turn_of(each.before) == turn and chance.random() < 0.7]
        for action in [*same, *chance.choices(self.all, k=600)]:
            if is_of_a_turn(self.key, action) is not is_free and not self.game.faults(match, action):
                yield action


@cache
def samples_of(key: str) -> Samples:
    return Samples(key)


@pytest.fixture(params=SAMPLES)
def samples(request: pytest.FixtureRequest) -> Samples:
    return samples_of(request.param)


def cases(samples: Samples) -> Iterator[tuple[str, Any, int, int]]:
    """A kind of entry, a record and a place where there is one, and how many entries a phone is behind there."""
    for kind, places in samples.places.items():
        chosen = places[:: max(1, len(places) // PLACES)][:PLACES]
        for record, place in chosen:
            for behind in BEHIND:
                if place + behind <= len(record.actions):
                    yield kind, record, place, behind


def in_turn(samples: Samples, record: Any, place: int, most: int) -> list[Any]:
    """The entries that one phone may have waiting from a place on: one that belongs to no turn waits for none."""
    found: list[Any] = []
    for action in record.actions[place : place + most]:
        if found and not is_of_a_turn(samples.key, action):
            break
        found.append(action)
        if not is_of_a_turn(samples.key, action):
            break
    return found


def stands(answer: Answer) -> bool:
    return answer.status == 200 and answer.stands


def is_told(answer: Answer) -> bool:
    """True if a phone learns that another one has entered something, on the table or on a page of its own."""
    return answer.status == 409 or (answer.status == 422 and "Another phone entered something" in answer.text)


def entered(answer: Answer) -> bool:
    return answer.status == 200 and not answer.stands


@pytest.mark.quick(3)
def test_what_both_enter_counts_once_and_what_follows_goes_on(client: Any, service: Any, samples: Samples) -> None:
    """However far the late phone is behind; and then the other phone with what it tapped meanwhile."""
    tried = set()
    for kind, record, place, behind in cases(samples):
        desk = Desk(client, service, samples.key, record)
        desk.open(record.actions[:place])
        early, late = Phone(desk, "a"), Phone(desk, "b")
        early.look()
        late.look()
        mine = in_turn(samples, record, place, behind + 1)
        for action in mine:
            late.enter(action)
        for action in record.actions[place : place + behind]:
            early.enter(action)
            assert entered(early.send()), (kind, written(samples.key, action))
        version = desk.version
        tried.add(kind)
        for number, action in enumerate(mine):
            told = (kind, behind, number, written(samples.key, action))
            answer = late.send()
            assert (stands if number < behind else entered)(answer), (told, answer.status, answer.text[-900:])
            assert desk.version == version + (number >= behind), told
        log = record.actions[: place + max(behind, len(mine))]
        assert desk.outcome == desk.outcome_of(log)
    assert tried == samples.places.keys()


@pytest.mark.quick(2)
def test_an_entry_for_an_earlier_match_of_the_same_number_is_refused(
    client: Any, service: Any, samples: Samples
) -> None:
    """After a backup was restored, a phone's waiting entries would else go into whichever match has the number."""
    desk = Desk(client, service, samples.key, samples.records[0])
    desk.open(())
    phone = Phone(desk, "a")
    opened = html.unescape(
        re.findall('name="opened" value="([^"]+)"', client.get(desk.address).get_data(as_text=True))[0]
    )
    for when, status in (("2026-01-01T20:00:00+00:00", 422), (opened, 200)):
        phone.look()
        phone.enter(samples.records[0].actions[0])
        phone.waiting[0].fields["opened"] = when
        assert phone.send().status == status
    assert desk.version == 1


@pytest.mark.quick(2)
def test_what_differs_is_told_and_changes_nothing(client: Any, service: Any, samples: Samples) -> None:
    """At the first place or a later one; and with it what was tapped after it."""
    tried = set()
    for kind, record, place, behind in cases(samples):
        mine = in_turn(samples, record, place, behind)
        for same in range(len(mine)):
            desk = Desk(client, service, samples.key, record)
            desk.open(record.actions[:place])
            early, late = Phone(desk, "a"), Phone(desk, "b")
            early.look()
            late.look()
            for action in mine[:same]:
                late.enter(action)
            other = next(samples.others(late.believed, mine[same]), None)
            if other is None:
                continue  # There is nothing else that can be entered there.
            late.enter(other)
            following = next(samples.others(late.believed, other), None)
            if following and is_of_a_turn(samples.key, other) and samples.key != "havilering":
                late.enter(following)  # At Havilering it names its own turn, and may be due.
            for action in record.actions[place : place + behind]:
                early.enter(action)
                assert entered(early.send()), (kind, written(samples.key, action))
            tried.add(kind)
            version = desk.version
            for number in range(len(late.waiting)):
                answer = late.send()
                told = (kind, behind, same, number, written(samples.key, other), answer.status, answer.text[-900:])
                assert stands(answer) if number < same else is_told(answer), told
                assert desk.version == version, told
            assert desk.outcome == desk.outcome_of(record.actions[: place + behind])
    assert samples.places.keys() - tried <= {"settle", "finish", "misdeal"}


@pytest.mark.parametrize("by_card", [False, True])
@pytest.mark.parametrize(
    ("key", "name", "forms"),
    [
        ("karnoffel", "chosen", ({"cards": ["9S", "3H", "TC", "3D"]}, {"suit": "H"}, {"suit": "D"})),
        ("grevjass", "trump", ({"card": "9H"}, {"suit": "H"}, {"suit": "S"})),
    ],
)
def test_a_suit_by_its_cards_and_alone_are_the_same(
    client: Any, service: Any, key: str, name: str, forms: tuple[dict[str, Any], ...], by_card: bool
) -> None:
    """One phone names the suit, the other the cards that do: neither is told that they differ; another suit is."""
    record, read = next(iter(played(key, range(1)))), GAMES[key].read_action
    in_full, alone, other = (read({"type": name} | form) for form in forms)
    desk = Desk(client, service, key, record)
    desk.open(())
    early, late, third = (Phone(desk, each) for each in "abc")
    for phone, action in zip((early, late, third), (in_full, alone, other), strict=True):
        phone.look()
        phone.enter(action)
    first, second = (early, late) if by_card else (late, early)
    assert entered(first.send())
    assert stands(second.send())
    assert is_told(third.send())
    assert desk.version == 1


@pytest.mark.quick(1)
def test_a_walk_of_two_phones_comes_to_what_its_record_comes_to(client: Any, service: Any, samples: Samples) -> None:
    """With signal and without, the same and other entries, rulings and undo; every answer says what became of it."""
    told = Counter[str]()
    for seed in range(2):
        desk = Desk(client, service, samples.key, samples.records[seed])
        desk.open(desk.record.actions[:seed])
        walk(random.Random(seed), samples, desk, told)
        replayed = desk.game.replay(service.record(desk.number))
        assert desk.outcome == desk.game.outcome(replayed)
    assert min(told[each] for each in ("entered", "stands", "told")) > 5, told
    assert list(problems(service.database)) == []


def walk(chance: random.Random, samples: Samples, desk: Desk, told: Counter[str]) -> None:
    """Two phones that enter a match at the same time."""
    phones = Phone(desk, "a"), Phone(desk, "b")
    for phone in phones:
        phone.look()
    for step in range(120):
        phone = chance.choice(phones)
        is_over = desk.game.is_over(desk.match)
        if not phone.waiting and (is_over or chance.random() < 0.1):
            phone.look()
            if desk.service.current(desk.number).live and (is_over or chance.random() < 0.3):
                desk.service.undo(desk.number, phone.version, f"u{step}")
                phone.look()
        elif phone.can_go_on:
            is_free = not phone.waiting and chance.random() < 0.1
            for action in samples.likely(chance, phone.believed, desk, is_free):
                phone.enter(action)
                break
        while phone.waiting and chance.random() < 0.3:
            told[sent(desk, phone)] += 1


def sent(desk: Desk, phone: Phone) -> str:
    """Send what a phone has had waiting for longest; what became of it, as it is told and as it is."""
    item, before = phone.waiting[0], desk.service.record(desk.number).actions
    answer = phone.send()
    done = desk.service.transitions(desk.number)

    def is_said_by(each: Any) -> bool:
        return bool(desk.game.says_the_same(each.before, each.action, item.action))

    if entered(answer):
        assert len(done) == len(before) + 1
        assert is_said_by(done[-1])
        return "entered"
    assert len(done) == len(before)
    if stands(answer):
        assert any(map(is_said_by, done))
        return "stands"
    assert answer.status in (409, 422), answer.text[-900:]
    phone.waiting.clear()  # It is parked, and what came after it.
    return "told"

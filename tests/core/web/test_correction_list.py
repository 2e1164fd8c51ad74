"""The list from which a wrong entry is chosen: folded by hands or deals, claims with their tricks."""

import json
import re
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from referee.games import GAMES, game_of_record
from referee.games.havilering.game import HAVILERING
from referee.games.kit.records import Record
from referee.web import rate_limits
from referee.web.corrections import listing as correction_list
from tests.conftest import BOOK
from tests.core.closed_pairs import PAIRS
from tests.core.samples import SAMPLES
from tests.core.shown_pairs import closed_tricks
from tests.core.test_growth import calls_of, rounds_of
from tests.correcting import MORE, SIX, deal
from tests.grevjass import playing as grevjass
from tests.havilering.oracle import Oracle
from tests.havilering.self_play import evening, season_of
from tests.pages import with_plain_cards


def folds(page: str) -> list[tuple[bool, str, str]]:
    """The parts of the page: whether each is open, its summary and the rest, as text."""
    found = re.findall(r"(?s)<details( open)?>\s*<summary>(.*?)</summary>(.*?)</details>", page)
    return [(bool(is_open), words(summary), rest) for is_open, summary, rest in found]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", with_plain_cards(html)).replace("&amp;", "&").split())


def test_a_hand_that_is_over_tells_what_it_brought_and_the_one_in_play_only_its_tricks(corrector: Any) -> None:
    correct = corrector(*deal(0), SIX, MORE, target=1000)
    correct.get("mend")
    (now, name, _), (before, brought, _) = folds(correct.page)
    assert (now, name) == (True, "Hand 2 2 tricks, being played")
    sheet = words(correct.client.get(f"/matches/{correct.number}/sheet").get_data(as_text=True))
    points = re.findall(r"Hand 1 (Ann & Cat \d+, Bob & Dan \d+)", sheet)
    assert (before, brought) == (False, f"Hand 1 13 tricks · {points[0]}")


def test_points_of_a_hand_are_those_that_its_record_pegs(client: Any, service: Any) -> None:
    record = evening(6, 1, season_of, target=121)
    ((number, _),) = service.import_records(BOOK, [HAVILERING.read(record)])
    match, names = service.current(number).whole_match, record["players"]
    found = folds(client.get(f"/matches/{number}/mend").get_data(as_text=True))
    assert len(found) == match.hand
    pegged: dict[int, list[int]] = {}
    for trick in Oracle(record, season_of).outcome["tricks"]:
        mine = pegged.setdefault(trick["hand"], [0, 0, 0])
        mine[0] += 1
        mine[1] += trick["pegged"]["NS"]
        mine[2] += trick["pegged"]["EW"]
    sides = f"{names['N']} & {names['S']}", f"{names['E']} & {names['W']}"
    for (_, told, _), hand in zip(found, range(match.hand, 0, -1), strict=True):
        count, ns, ew = pegged[hand]
        assert told.replace("\u2068", "").replace("\u2069", "") == (
            f"Hand {hand} {count} tricks · {sides[0]} {ns}, {sides[1]} {ew}"
        )


def test_claims_and_calls_stand_below_their_trick_and_are_entries_of_their_own(corrector: Any) -> None:
    correct = corrector(SIX, muggins=True)
    correct.player.post("claim", draft="fifteen")
    correct.player.post("muggins by=E", kind="call", way="call", draft="flush")
    correct.player.trick(MORE)
    correct.get("mend")
    ((_, name, rest),) = folds(correct.page)
    assert name == "Hand 1 2 tricks, being played"
    rows = [words(row) for row in re.split(r"(?=<li><a id=.entry-(?:1|4)\b)", rest)]
    assert rows[1].startswith("Trick 2")
    assert rows[2].startswith("Trick 1")
    assert "Cat claims fifteen for trick 1 Bob calls Muggins on trick 1: a flush" in rows[2]
    correct.follow("Bob calls Muggins")
    assert "mend/3" in correct.address
    correct.follow("Choose another entry")
    assert correct.address.endswith("mend?open=3#entry-3")
    assert 'id="entry-3"' in correct.page


def test_a_link_opens_the_hand_of_its_entry(corrector: Any) -> None:
    correct = corrector(*deal(0), SIX, target=1000)
    correct.get("mend/3")
    correct.follow("Choose another entry")
    assert [is_open for is_open, _, _ in folds(correct.page)] == [False, True]
    correct.get("mend?open=99")
    assert [is_open for is_open, _, _ in folds(correct.page)] == [True, False]


def test_a_closed_deal_of_grevjass_tells_nothing_of_its_points(client: Any, service: Any) -> None:
    record = grevjass.record(grevjass.trump("9H"), grevjass.trick("7S AS 9S 8S"))
    ((number, _),) = service.import_records(BOOK, [game_of_record(record).read(record)])
    ((_, told, _),) = folds(client.get(f"/matches/{number}/mend").get_data(as_text=True))
    assert told == "Deal 1 being played"


def test_a_long_match_is_listed_a_page_at_a_time(corrector: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(correction_list, "MOST", 5)
    correct = corrector(*deal(0), target=1000)

    def listed(page: str) -> tuple[list[int], str]:
        shown = correct.client.get(f"/matches/{correct.number}/{page}").get_data(as_text=True)
        numbers = re.findall(r'id="entry-(\d+)"|<th scope="row">(\d+)</th>', shown)
        return sorted(int(one or other) for one, other in numbers), shown

    for page in ("mend", "log"):
        seen, place, pages = set[int](), page, 0
        while place:
            numbers, shown = listed(place)
            assert len(numbers) <= 5
            seen.update(numbers)
            pages += 1
            earlier = re.search(rf'href="/matches/\d+/({page}\?open=\d+)">Earlier\s+entries', shown)
            assert ("The latest entries" in shown) == (pages > 1)
            place = earlier[1] if earlier else ""
        assert seen == set(range(1, max(seen) + 1))
        assert max(seen) >= 13
        assert pages <= 13
        for odd in ("open=0", "open=-99", f"open={10**40}", "open=x"):
            assert len(listed(f"{page}?{odd}")[0]) == 5


def test_few_replay_a_long_match_at_a_time(corrector: Any, app: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(rate_limits, "LONG", 1)
    monkeypatch.setattr(rate_limits, "PATIENCE", 0)
    correct, at_work = corrector(*deal(0), target=1000), app.extensions["replays"]
    pages = [f"/matches/{correct.number}/{page}" for page in ("mend", "mend/1", "mend/look", "log", "mend/1/1")]
    statuses = [200, 200, 200, 200, 302]
    assert [correct.client.get(page).status_code for page in pages] == statuses
    near, far = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}
    with ExitStack() as others:
        for number, place in enumerate((near, {"REMOTE_ADDR": "192.0.2.3"}), 1):
            with app.test_request_context(environ_base=place):
                others.enter_context(at_work.place())
            for page, status in zip(pages, statuses, strict=True):
                answer = correct.client.get(page, environ_base=near)
                assert answer.status_code == 503
                assert "Retry-After" in answer.headers
                assert correct.client.get(page, environ_base=far).status_code == (status if number == 1 else 503)
        assert correct.client.get(f"/matches/{correct.number}/").status_code == 200
    assert [correct.client.get(page).status_code for page in pages] == statuses


def test_few_replay_a_match_of_few_entries_with_many_actions(
    client: Any, service: Any, app: Any, open_match: Any, monkeypatch: Any
) -> None:
    """A file may bring one; nothing in the app enters it."""
    monkeypatch.setattr(rate_limits, "PATIENCE", 0)
    number, at_work = open_match(target=1000).id, app.extensions["replays"]
    page = f"/matches/{number}/log"
    rulings = [{"type": "adjust", "side": "NS", "points": points, "reason": "x"} for points in (1, -1)] * 1_000
    service.post(number, 0, "many", list(map(service.game(number).read_action, rulings)))
    with ExitStack() as others:
        for _ in range(rate_limits.MOST_AT_A_TIME):
            with app.test_request_context():
                others.enter_context(at_work.place())
        assert client.get(page).status_code == 503
    assert client.get(page).status_code == 200


def test_the_start_of_a_long_match_is_shown_without_its_log(corrector: Any) -> None:
    few, many = corrector(*deal(0)[:2], target=1000), corrector(*deal(0), target=1000)
    pages = [partial(each.client.get, f"/matches/{each.number}/mend/start") for each in (few, few, many)]
    work = [calls_of(page) for page in pages]  # The first one is not counted.
    assert work[2] <= work[1] + 50


@pytest.mark.quick(2)
@pytest.mark.parametrize("key", GAMES)
def test_a_preview_does_not_repeat_long_edits_at_every_ruling_and_change(client: Any, service: Any, key: str) -> None:
    game, setup = GAMES[key], SAMPLES[key].read(1).setup
    ruling = next(rounds_of(key, setup))[0] | {"reason": "x"}
    what = "deals" if key == "karnoffel" else "points"
    plus_and_minus = [ruling | {what: number} for number in ((-1, 1) if key == "hearts" else (1, -1))] * 150
    rulings = map(game.read_action, plus_and_minus)
    ((number, _),) = service.import_records(BOOK, [Record(setup, tuple(rulings))])
    written = game.setups.write(setup)
    one, other = list(written["players"])[:2]
    names = written["players"] | {one: written["players"][other], other: written["players"][one]}
    long = ruling | {what: 0, "reason": "\u6f22" * 200}
    inserted = [{"first": 1, "last": 0, "actions": [long] * 28}]
    changed = [
        {"first": at, "last": at, "actions": [each | {"reason": "y"}]} for at, each in enumerate(plus_and_minus, 1)
    ]
    for edits in (inserted, changed):
        given = json.dumps({"of": 300, "edits": edits, "setup": written | {"players": names}})
        answer = client.get(f"/matches/{number}/mend/look", query_string={"edits": given})
        page = answer.get_data(as_text=True)
        assert answer.status_code == 200
        assert "<h1>Before and after</h1>" in page
        assert len(page) < 3_000_000
        assert (">Delete it<" in page) is (edits is inserted)
        assert "Change " in page


CLOSED = {name: PAIRS[name]().records[0] for name in ("grevjass, blind", "hearts", "humbug whist")}


@pytest.mark.parametrize("record", [*CLOSED.values(), closed_tricks().records[0]], ids=[*CLOSED, "havilering"])
def test_no_address_that_leads_to_a_closed_trick_has_its_other_cards(
    client: Any, service: Any, record: dict[str, Any]
) -> None:
    """A browser remembers the addresses, and shows them to the next person who holds the phone."""
    ((number, _),) = service.import_records(BOOK, [game_of_record(record).read(record)])
    first = next(action["cards"] for action in record["actions"] if "cards" in action)
    for card in first:
        addresses = [f"/matches/{number}/mend?card={card}"]
        if record["format"] == "havilering-match":
            addresses.append(f"/matches/{number}/mend/1/0?card={card}")
        for address in addresses:
            while address:
                assert not any(other in address for other in first if other != card), address
                answer = client.get(address)
                address = answer.location or ""
            assert answer.status_code == 200

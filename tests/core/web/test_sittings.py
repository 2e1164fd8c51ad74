"""The table of a sitting by posts, as a browser without JavaScript sends them: the same result as the record."""

import html
import itertools
import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from referee.books.check import problems
from referee.games import GAMES
from referee.match.log import read_edits
from referee.store.match_search import MatchSearch
from referee.web.games import PAGES
from referee.web.sittings.entries import SittingEntries
from tests.conftest import BOOK
from tests.core.samples import SAMPLES, enterable
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.pages import text, with_plain_cards

SITTINGS = {"hearts": hearts, "humbug-whist": humbug_whist}
ADJUST = ("player", "points", "reason")
NAMES = {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan", "5": "Eve", "6": "Fay", "N": "Ann", "S": "Bob"}


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', page)
    return found[1] if found else ""


class Player:
    """Plays by the forms of the pages."""

    def __init__(self, client: Any, service: Any, key: str, record: dict[str, Any]) -> None:
        self.client, self.service, self.key = client, service, key
        self.game = service.games[key]
        self.number = service.open(BOOK, self.game.read(record | {"actions": []}).setup).id
        self.address = f"/{key}/matches/{self.number}/"
        self.seen = self.page()

    @property
    def match(self) -> Any:
        return self.service.current(self.number).whole_match

    @property
    def outcome(self) -> Any:
        return self.game.outcome(self.match)

    def page(self, query: str = "") -> str:
        answer = self.client.get(self.address + query)
        assert answer.status_code == 200
        return str(answer.get_data(as_text=True))

    def post(self, to: str = "enter", page: str = "", status: int = 200, more: Any = None, **fields: str) -> str:
        fields |= more or {}
        page = page or self.seen
        names = ("csrf_token", "version", "key", "turn", "way", "draft")
        form = {name: hidden(page, name) for name in names} | fields
        answer = self.client.post(self.address + to, data=form, follow_redirects=True)
        assert answer.status_code == status, text(answer.get_data(as_text=True))
        self.seen = answer.get_data(as_text=True) if to == "enter" else self.page()
        return str(answer.get_data(as_text=True))

    def do(self, action: dict[str, Any]) -> None:
        kind = action["type"]
        if kind == "count":
            self.seen = self.page("?way=count")
            for seat in self.match.setup.clockwise(self.match.setup.left(self.match.deal.dealer)):
                if self.match.phase.value == "play":  # The others follow by themselves.
                    self.post(tap=str(action["taken"][seat]))
        elif kind in ("trick", "trump"):
            self.seen = self.page("?way=tricks")
            for card in action.get("cards", [action.get("card")]):
                self.post(card=card, leader=action.get("leader", ""))
        elif kind == "settle":
            self.post(do="settle")
        elif kind == "adjust":
            page, (player, points, reason) = self.page("wrong?what=adjust"), (action[n] for n in ADJUST)
            self.post("adjust", page, player=player, points=str(points), reason=reason)
        else:
            pairs = {key: value for key, value in action.items() if key not in ("type", "at")}
            written = [f"{key}={str(value).lower() if value is True else value}" for key, value in pairs.items()
                       if value is not False]  # fmt: skip
            self.post("rule", self.page("wrong?what=misdeal"), do=" ".join([kind, *written]))


def sitting(key: str, seed: int, most: int = 90, **more: Any) -> dict[str, Any]:
    game: Any = SITTINGS[key]
    chance = random.Random(seed)
    record: dict[str, Any] = game.random_setup(chance)
    record["players"] = {seat: NAMES[seat] for seat in record["players"]}
    for _ in game.Table(chance, record, **({"accidents": 0.25} | more)).play(most):
        pass
    for action in record["actions"]:
        action.pop("at", None)
    return record


@pytest.mark.quick(1, 3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", SITTINGS)
def test_a_sitting_entered_by_forms_comes_to_what_its_record_comes_to(
    client: Any, service: Any, key: str, seed: int
) -> None:
    record = enterable(sitting(key, seed))
    player = Player(client, service, key, record)
    for action in record["actions"]:
        player.do(action)
    records = player.game
    assert player.outcome == records.outcome(records.replay(records.read(record)))


@pytest.fixture
def ann(client: Any, service: Any) -> Player:
    """Four at a table of Hearts; Dan has dealt, and Ann leads."""
    record = hearts.random_setup(random.Random(1), 4)
    record |= {"players": {seat: NAMES[seat] for seat in "1234"}, "dealer": "4", "rules": {}}
    return Player(client, service, "hearts", record)


def row_of(service: Any, key: str, record: dict[str, Any]) -> tuple[str, list[str]]:
    """The text of a match in a list, and the names in it that stand out as the winners'."""
    ((number, _),) = service.import_records(BOOK, [service.games[key].read(record)])
    (match,) = MatchSearch(service.database, service.games).listed({number})
    row: Any = PAGES[key].row(match)
    return row.summary, [name for _, name, has_won in row.sides if has_won]


@pytest.mark.parametrize(
    ("taken", "finish", "said", "won"),
    [
        ("06700", True, "finished · Ann, Dan and Eve won", ["Ann", "Dan", "Eve"]),
        ("06700", False, "Ann, Dan and Eve are ahead", []),
        ("05602", True, "finished · Ann and Dan won", ["Ann", "Dan"]),
        ("04540", False, "Ann and Eve are ahead", []),
        ("33322", True, "finished · Dan and Eve won", ["Dan", "Eve"]),
        ("04441", False, "Ann is ahead", []),
    ],
)
def test_a_list_names_all_who_are_level(service: Any, taken: str, finish: bool, said: str, won: list[str]) -> None:
    count = {"type": "count", "taken": {str(seat): int(number) for seat, number in enumerate(taken, 1)}}
    record = hearts.random_setup(random.Random(1), 5) | {
        "players": {seat: NAMES[seat] for seat in "12345"}, "dealer": "2", "rules": {"settling": "howell"},
        "actions": [count, {"type": "settle"}, *([{"type": "finish"}] if finish else [])],
    }  # fmt: skip
    told, bold = row_of(service, "hearts", record)
    assert told.endswith(f" · {said}")
    assert bold == won


def test_a_list_names_nobody_where_all_are_level(service: Any) -> None:
    deals = [[{"type": "count", "taken": dict(zip("123", taken, strict=True))}, {"type": "settle"}]
             for taken in ((0, 6, 7), (7, 0, 6), (6, 7, 0))]  # fmt: skip
    record = hearts.random_setup(random.Random(1), 3) | {
        "players": {seat: NAMES[seat] for seat in "123"}, "rules": {},
        "actions": [*itertools.chain(*deals), {"type": "finish"}],
    }  # fmt: skip
    assert row_of(service, "hearts", record) == ("Hearts · finished · all are level", [])
    two = humbug_whist.random_setup(random.Random(1)) | {
        "actions": [{"type": "count", "taken": {"N": 13, "S": 13}}, {"type": "settle"}, {"type": "finish"}],
    }  # fmt: skip
    assert row_of(service, "humbug-whist", two) == ("Humbug Whist · finished · both are level", [])


def finished(taken: str, dealer: str, **rules: Any) -> dict[str, Any]:
    """A sitting of one deal, which the players finish."""
    count = {"type": "count", "taken": {str(seat): int(number) for seat, number in enumerate(taken, 1)}}
    return hearts.random_setup(random.Random(1), len(taken)) | {
        "players": dict(list(NAMES.items())[: len(taken)]), "dealer": dealer, "rules": rules,
        "started": "2026-06-05T20:05:00+01:00", "actions": [count, {"type": "settle"}, {"type": "finish"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("taken", "dealer", "shares", "told"),
    [
        ("1345", "3", "3344", "Cat and Dan 4; Ann and Bob 3 each"),
        ("1345", "2", "3433", ""),
        ("13342", "1", "33322", ""),
    ],
)
def test_the_finish_tells_who_got_what_of_the_pool(
    client: Any, service: Any, taken: str, dealer: str, shares: str, told: str
) -> None:
    """7.2, on the sheets and in lists; the picture draws as many deals as there were."""
    record = finished(taken, dealer)
    form = service.games["hearts"]
    outcome = form.outcome(form.replay(form.read(record)))["finish"]
    by_share: dict[int, list[str]] = {}
    for seat, share in outcome["shares"].items():
        by_share.setdefault(share, []).append(NAMES[seat])
    words = "; ".join(
        f"{', '.join(names[:-1])}{' and ' * (len(names) > 1)}{names[-1]} {share}{' each' * (len(names) > 1)}"
        for share, names in sorted(by_share.items(), reverse=True)
    )
    assert f"Finished after 1 deal; share of the pool of 13: {words}\n" in form.sheet(form.replay(form.read(record)))
    assert row_of(service, "hearts", record)[0].endswith(f" · share of the pool: {words}")
    sheet, picture = (
        client.get(f"/hearts/matches/1/{path}").get_data(as_text=True) for path in ("sheet", "picture.svg")
    )
    assert f"Share of the pool of 13: {words}" in text(client.get("/hearts/matches/1/").get_data(as_text=True))
    assert "Finished after 1 deal. " in text(sheet)
    assert f"Share of the pool of 13: {words}" in text(sheet)
    row = sheet.split("Share of the pool of 13:")[0].rpartition("<tbody>")[2]
    assert re.findall(r"<small>\+(\d)</small>", row) == [str(share) for share in outcome["shares"].values()]
    assert ">1 deal<" in picture
    assert "5 June 2026 at 20:05" in picture
    assert "5 June 2026 at 20:05" in sheet
    assert re.findall(r'y="164"[^>]*>(\d+)<', re.sub(r"\s+", " ", picture)) == ["1"]


@pytest.mark.parametrize(("revokes", "said"), [(1, "1 revoke"), (2, "2 revokes")])
def test_the_sheet_counts_the_revokes_of_a_player(client: Any, service: Any, revokes: int, said: str) -> None:
    record = SAMPLES["humbug-whist"].play(1) | {"players": {"N": "Ann", "S": "Bob"}}
    count = {"type": "count", "taken": {"N": 14, "S": 12}}
    record["actions"] = [count, *[{"type": "revoke", "player": "N"}] * revokes, {"type": "settle"}]
    service.import_records(BOOK, [service.games["humbug-whist"].read(record)])
    sheet = text(client.get("/humbug-whist/matches/1/sheet").get_data(as_text=True))
    assert re.search(rf"14 tricks, {said}\b", sheet)


def test_howell_settles_and_divides_nothing(client: Any, service: Any) -> None:
    for rules, key in (({"settling": "howell"}, "Settle"), ({}, "Divide the pool")):
        record = finished("1345", "4", **rules)
        player = Player(client, service, "hearts", record)
        for number in ("1", "3", "4"):
            player.post(tap=number)
        assert re.findall(r'value="settle">([^<]*)<', player.seen) == [key]
        assert f"Claim a revoke now, or {key.lower()}." in text(player.seen)
        pages = [player.seen, *map(player.page, ("wrong", "wrong?what=revoke", "wrong?what=adjust"))]
        assert any("divide" in text(page).lower() for page in pages) is (key != "Settle")


@pytest.fixture
def two(client: Any, service: Any) -> Player:
    """Two at Humbug Whist; Bob has dealt."""
    record = humbug_whist.random_setup(random.Random(1))
    record |= {"players": {seat: NAMES[seat] for seat in "NS"}, "dealer": "S", "rules": {}}
    return Player(client, service, "humbug-whist", record)


def test_three_numbers_and_one_tap_settle_a_deal_of_four(ann: Player) -> None:
    for number in ("1", "3", "4"):
        assert "hearts?" in text(ann.seen)
        ann.post(tap=number)
    assert "Hearts: Ann 1, Bob 3, Cat 4, Dan 5." in text(ann.seen)
    ann.post(do="settle")
    assert "Nobody is clear: a Jack of thirteen." in text(ann.seen)
    assert ann.outcome["score"] == {"1": -1, "2": -3, "3": -4, "4": -5}
    for number in ("2", "11"):  # Nothing is left: Dan and Ann are clear.
        ann.post(tap=number)
    assert ann.outcome["hearts"] == {"1": 0, "2": 2, "3": 11, "4": 0}


def test_numbers_beyond_what_is_left_are_dead(ann: Player) -> None:
    ann.post(tap="9")
    dead = re.findall(r'name="tap"\s+value="(\d+)" disabled', ann.seen)
    assert dead == [str(number) for number in range(5, 14)]
    page = ann.post(tap="5", status=422)
    assert "That makes fourteen hearts; there are thirteen." in text(page)
    assert hidden(page, "draft") == "9"


def test_cards_that_are_thrown_out_are_dead(client: Any, service: Any) -> None:
    """On the pad of the table, and where an exposed card is asked for."""
    for players, out in ((3, {"2S"}), (4, set()), (5, {"2S", "2C"}), (6, {"2S", "2C", "2D", "2H"})):
        record = hearts.random_setup(random.Random(1), players) | {"rules": {}}
        record["players"] = {seat: NAMES[seat] for seat in record["players"]}
        player = Player(client, service, "hearts", record)
        for page in (player.page("?way=tricks"), player.page("wrong?what=exposed&who=1")):
            assert set(re.findall(r'name="card" value="(\w\w)" disabled', page)) == out


def test_a_name_is_tapped_to_mend_its_number(ann: Player) -> None:
    ann.post(tap="1")
    ann.post(tap="3")
    ann.post(untap="0")
    assert hidden(ann.seen, "draft") == "-.3"
    ann.post(tap="2")
    ann.post(tap="4")
    assert ann.outcome["hearts"] == {"1": 2, "2": 3, "3": 4, "4": 4}
    ann.post(untap="1")  # The count is taken back, and the other numbers stay.
    assert ann.outcome["phase"] == "play"
    assert hidden(ann.seen, "draft") == "2.-.4.4"
    assert hidden(ann.post(tap="9", status=422), "draft") == "2.-.4.4"
    ann.post(typed="3")
    assert ann.outcome["hearts"] == {"1": 2, "2": 3, "3": 4, "4": 4}


def test_a_count_can_be_typed_and_what_does_not_fit_stays(ann: Player) -> None:
    page = ann.post(typed="5 5 4", status=422)
    assert "That makes fourteen hearts; there are thirteen." in text(page)
    assert hidden(page, "typed") == "5 5 4" or 'value="5 5 4"' in page
    assert "“x” is not a number of hearts" in text(ann.post(typed="x", status=422))
    ann.post(typed="0 3 5 5")
    assert ann.outcome["hearts"] == {"1": 0, "2": 3, "3": 5, "4": 5}


def test_a_count_is_not_opened_again_behind_a_correction(ann: Player) -> None:
    """The undo that opens it would take back the correction."""
    ann.post(typed="1 3 4 5")
    ann.do({"type": "settle"})
    ann.post(typed="2 3 4 4")
    edits = [{"first": 1, "last": 1, "actions": [{"type": "count", "taken": {"1": 0, "2": 4, "3": 4, "4": 5}}]}]
    ann.service.correct(ann.number, ann.service.version(ann.number), "c", read_edits(ann.game, edits))
    corrected = ann.outcome
    assert "Something was recorded after the count" in text(ann.post(page=ann.page(), untap="0", status=422))
    assert ann.outcome == corrected
    ann.post(do="undo")  # The correction.
    ann.post(untap="0")
    assert ann.outcome["phase"] == "play"


def test_a_tap_and_its_undo_are_stale_once_another_phone_has_entered_the_trick(ann: Player) -> None:
    ann.seen = ann.page("?way=tricks")
    ann.post(card="AS")
    before = ann.seen
    ann.post(card="KS"), ann.post(card="QS"), ann.post(card="JS")
    entered = ann.outcome
    for fields in ({"do": "undo"}, {"card": "AD"}):
        page = ann.post(page=before, status=409, more=fields)
        assert "Another phone entered something" in text(page)
        assert hidden(page, "draft").strip(".-") == ""
    assert ann.outcome == entered


@pytest.mark.parametrize(("given", "way"), [("trick", "tricks"), ("count", "count")])
def test_a_phone_that_follows_goes_on_as_the_deal_before_was_entered(ann: Player, given: str, way: str) -> None:
    """Its script asks for the table as it last showed it, even while the deal waits to be settled."""
    cards = [f"{rank}{suit}" for suit in "SDCH" for rank in "23456789TJQKA"]
    tricks = [{"type": "trick", "cards": cards[at : at + 4]} for at in range(0, 52, 4)]
    for action in tricks if given == "trick" else [{"type": "count", "taken": {"1": 1, "2": 3, "3": 4, "4": 5}}]:
        ann.do(action)
    (shown,) = re.findall(r'data-way="(\w*)" data-kind', ann.page())
    ann.do({"type": "settle"})
    assert re.findall(r'data-way="(\w*)" data-kind', ann.page(f"?way={shown}")) == [way]


def test_after_the_trump_card_a_deal_goes_on_as_the_one_before() -> None:
    game, ways = GAMES["humbug-whist"], set[str]()
    for seed in range(6):
        record = game.read(SAMPLES["humbug-whist"].play(seed))
        match = game.begin(record.setup)
        for action in record.actions:
            match = game.step(match, action)
            if match.phase.value == "play" and match.settled and match.deal.entries == (match.deal.turned,):
                before = "tricks" if match.entry_of(match.deals[-2]) == "tricks" else "count"
                ways.add(before)
                assert SittingEntries(game).empty(match, {}).way == before
    assert ways == {"count", "tricks"}


@pytest.mark.parametrize("key", SITTINGS)
def test_an_undo_takes_back_a_tap_before_an_entry(client: Any, service: Any, key: str) -> None:
    ann = Player(client, service, key, SAMPLES[key].play(1))
    if key == "humbug-whist":
        ann.do({"type": "trump", "card": "2H"})
    ann.do({"type": "trick", "cards": [f"{rank}S" for rank in "345678"[: len(ann.match.setup.seats)]]})
    entries = len(ann.match.deal.entries)
    ann.seen = ann.page("?way=tricks")
    ann.post(card="AD")
    assert hidden(ann.seen, "draft").split(".")[:1] == ["AD"]
    ann.post(do="undo")
    assert (hidden(ann.seen, "draft").strip(".-"), len(ann.match.deal.entries)) == ("", entries)
    ann.post(do="undo")
    assert len(ann.match.deal.entries) == entries - 1


def test_an_undone_count_comes_back_as_a_draft(ann: Player) -> None:
    ann.post(typed="1 3 4 5")
    ann.post(do="undo")
    assert hidden(ann.seen, "draft") == "1.3.4"
    ann.post(do="redo")
    assert ann.outcome["phase"] == "settle"


def test_a_card_that_has_gone_is_told_at_the_tap_with_the_way_to_its_trick(ann: Player) -> None:
    ann.seen = ann.page("?way=tricks")
    for card in ("7S", "AS", "9S", "8S", "KD"):
        ann.post(card=card)
    page = ann.post(card="7S", status=422)
    assert "7♠ was tapped in trick 1: correct that trick if it was another card. Correct it" in text(page)
    assert hidden(page, "draft") == "KD"
    assert hidden(page, "way") == "tricks"
    link = f"/matches/{ann.number}/mend?card=7S"
    assert f'href="{link}"' in page
    assert ann.client.get(link).location.endswith(f"/matches/{ann.number}/mend/1?doubt=7S")


def test_the_suit_led_is_marked(ann: Player) -> None:
    ann.seen = ann.page("?way=tricks")
    assert "suit-rows S led" not in ann.seen
    ann.post(card="7S")
    assert re.findall(r"suit-rows (\w) led", ann.seen) == ["S"]


REVOKED = "7S AS 9H 8S|4D KD 9S 2D|3S 2S JS TS"


def play(player: Player, tricks: str) -> None:
    player.seen = player.page("?way=tricks")
    for trick in tricks.split("|"):
        for card in trick.split():
            player.post(card=card)


def test_closed_tricks_are_in_no_page_line_or_record(ann: Player, service: Any) -> None:
    """The deal in hand: not its cards, not its revokes; afterwards all of it."""
    play(ann, REVOKED)
    core = f"/matches/{ann.number}/"
    pages = [core + page for page in ("watch", "board", "log", "mend", "tricks.csv")]
    pages += [ann.address + page for page in ("", "sheet", "deals/1", "picture.svg", "replay")]
    gone = re.compile(r"[78]♠|A♠|9♥|K♦|J♠|\b(7S|AS|9H|8S|KD|JS)\b")
    for page in pages:
        answer = ann.client.get(page, follow_redirects=True)
        assert answer.status_code == 200, page
        # The pad has every card; whatever else is on the page has none.
        shown = re.sub(r'<button class="key".*?</button>', "", answer.get_data(as_text=True), flags=re.DOTALL)
        assert not gone.search(text(shown)), page
        assert not gone.search(with_plain_cards(shown)), page
        assert "had a spade" not in shown
    assert json.loads(ann.client.get(core + "record.json").get_data(as_text=True))["actions"] == []
    ann.seen = ann.page("?way=count")
    assert "Somebody took more hearts than that in the tricks tapped already." in text(
        ann.post(typed="0 0 8 5", status=422)
    )
    # What that tells is on record.
    assert "A count of deal 1 was refused" in text(ann.client.get(core + "log").get_data(as_text=True))
    assert list(problems(service.database)) == []
    ann.seen = ann.page("?way=count")
    ann.post(typed="4 5 1 3")
    assert "Cat had a spade in trick 1. Claim the revoke?" in text(ann.seen)
    assert "9♥" in text(ann.page("deals/1"))
    ann.post(do="revoke player=3")
    assert "Claim the revoke?" not in text(ann.seen)
    assert ann.outcome["events"] == [{"deal": 1, "type": "revoke", "player": "3", "by": None}]


def test_a_demand_goes_when_its_card_is_played_or_the_deal_is_over(ann: Player) -> None:
    """No key is left that would be refused."""
    for card in ("QH", "2D"):
        ann.post("rule", ann.page("wrong?what=exposed&who=2"), do=f"fault kind=exposed player=2 card={card}")
    play(ann, "3D 2D 4D 5D")
    assert "card=2D" not in ann.seen
    assert "card=QH" in ann.seen
    assert "Bob exposed the 2♦." in text(ann.page("sheet") + ann.client.get(f"/matches/{ann.number}/log").text)
    ann.seen = ann.page("?way=count")
    ann.post(typed="4 5 1 3")
    assert "demand" not in ann.seen.replace("demands", "")
    ann.post(do="undo")
    assert "card=QH" in ann.seen


def test_a_fault_names_who_may_demand_what(ann: Player) -> None:
    first = ann.page("wrong")
    assert "A card was shown" in text(first)
    page = ann.page("wrong?what=exposed&who=2")
    ann.post("rule", page, do="fault kind=exposed player=2", card="QH")
    assert "Bob exposed the Q♥. Cat, Dan or Ann may demand the Q♥." in text(ann.seen)
    ann.post(do="demand player=2 by=4 choice=play card=QH")
    assert "may demand" not in text(ann.seen)
    assert 'name="do" value="demand' not in ann.seen
    assert ann.outcome["events"][0]["demand"] == {"by": "4", "choice": "play"}


@pytest.mark.parametrize("what", ["revoke", "lead", "turn", "exposed", "irregular", "last", "misdeal", "adjust"])
def test_every_question_of_something_wrong_is_there(ann: Player, what: str) -> None:
    for more in ("", "&who=2", "&short=2", "&who=2&short=3"):
        assert "Rule" in text(ann.page(f"wrong?what={what}{more}"))
    assert ann.client.get(ann.address + f"wrong?what={what}&who=9").status_code == 404


NONSENSE = (
    *({"do": do} for do in ("x" * 70, "dance", "settle", "finish", "revoke player=9")),
    *({"key": "a b"}, {"tap": "-1"}, {"typed": "joker"}, {"untap": "99999", "tap": "99"}),
)


def test_nonsense_gets_a_clear_answer(ann: Player, two: Player) -> None:
    for player in (ann, two):
        for fields in NONSENSE:
            before = player.outcome
            answer = player.client.post(
                player.address + "enter",
                data={name: hidden(player.page(), name) for name in ("csrf_token", "version", "key", "turn", "way")}
                | fields,
            )
            assert answer.status_code in (303, 409, 422), fields
            assert player.outcome == before
        assert player.client.get(player.address + "wrong?what=nothing").status_code == 404
        assert player.client.get(player.address + "?way=tricks&draft=joker").status_code == 422


def test_two_phones_that_enter_the_same_enter_it_once(ann: Player, visit: Any) -> None:
    other = ann.page()
    ann.post(typed="1 3 4 5")
    version = ann.service.version(ann.number)
    page = ann.post(page=other, typed="1 3 4 5")
    assert "already entered" in text(page)
    assert ann.service.version(ann.number) == version
    assert "Another phone entered something" in text(ann.post(page=other, typed="1 3 5 4", status=409))


def test_a_deal_of_two_is_two_taps(two: Player) -> None:
    two.post(tap="17")
    assert "Tricks: Ann 17, Bob 9." in text(two.seen)
    two.post(do="settle")
    assert "Seventeen to nine: Ann wins eight." in text(two.seen)
    two.seen = two.page("?way=trump")
    two.post(card="TH")
    assert hidden(two.seen, "way") == "count"
    assert two.outcome["turned"] == "TH"


def test_tricks_of_two_need_the_card_turned_up_first(two: Player) -> None:
    play(two, "TH|7S 9D|KD 2D|AH 3C|5S JS")
    assert two.outcome["turned"] == "TH"
    assert len(two.outcome["tricks"]) == 4
    assert "Bob: the higher spade." in text(two.seen)
    assert two.outcome["revokes"] != []
    assert "did not follow" not in text(two.seen)


def test_a_claim_without_its_trick_is_asked_about(two: Player) -> None:
    """A noticed revoke of a player who has a claim already may be the same one."""
    play(two, "TH|7S 9D|KD 2D|AH 3C|5S JS")
    two.post(do="revoke player=S")
    two.seen = two.page("?way=count")
    two.post(typed="20")
    assert "A revoke by Bob has already been claimed" in text(two.seen)
    two.post(do="revoke player=S trick=1")
    assert [event["trick"] for event in two.outcome["events"]] == [None, 1]


def test_the_last_trick_may_be_looked_at_where_that_was_agreed(client: Any, service: Any) -> None:
    for is_agreed in (False, True):
        record = humbug_whist.random_setup(random.Random(1))
        record |= {"players": {"N": "Ann", "S": "Bob"}, "dealer": "S", "rules": {"last_trick": is_agreed}}
        player = Player(client, service, "humbug-whist", record)
        play(player, "TH|7S 9D|KD 2D")
        shown = re.findall(r'data-past="(\w*)"', player.seen)
        assert sorted(shown) == (["2D", "KD"] if is_agreed else ["", ""])
        assert "9♦" not in text(re.sub(r"<button.*?</button>", "", player.seen, flags=re.DOTALL))


def test_the_sitting_is_finished_and_opened_again(ann: Player) -> None:
    """Its end is offered between two deals, and not while one is entered."""
    assert "what=finish" not in ann.page()
    ann.post(typed="1 3 4 5")
    assert "what=finish" not in ann.page()
    ann.post(do="settle")
    assert "what=finish" in ann.page()
    assert "what=finish" in ann.page("?way=tricks")
    page = ann.page("wrong?what=finish")
    assert "The pool of 13 is shared equally" in text(page)
    ann.post("rule", page, do="finish")
    assert ann.outcome["finish"] == {"pool": 13, "shares": {"1": 3, "2": 4, "3": 3, "4": 3}}
    assert "Same players again" in text(ann.seen)
    told = text(re.findall('(?s)<h2 class="waits".*?</h2>', ann.page())[0]).strip()
    assert told == "Ann wins with +2. Bob +1, Cat minus 1, Dan minus 2."
    ann.post(do="undo")
    assert ann.outcome["phase"] == "play"


def test_a_finish_that_would_be_refused_says_why_and_has_no_key(ann: Player) -> None:
    def must_say(lacks: str) -> None:
        page = ann.page("wrong?what=finish")
        assert lacks in text(page)
        assert 'value="finish"' not in page

    must_say("No deal is settled yet")
    ann.post(typed="1 3 4 5")
    ann.post(do="settle")
    ann.post(typed="7S AS 9S 8S", way="tricks")
    must_say("A deal has begun")


def test_a_repeat_of_the_last_trick_or_the_trump_stands_and_another_is_stale(two: Player) -> None:
    """As after a lost answer, and from a second phone: the match waits for something else by then."""
    first = two.page("?way=tricks")
    two.post(page=first, card="TH")
    version = two.service.version(two.number)
    form = {"draft": "TH", "kind": "trump", "way": "tricks"}
    assert "Trumps" in text(two.post(page=first, more=form))  # The same key.
    assert "already entered" in text(two.post(page=first, more=form | {"key": "another"}))
    stale = text(two.post(page=first, status=409, more=form | {"key": "third", "draft": "5C"}))
    assert "Another phone entered something" in stale
    assert two.service.version(two.number) == version
    assert hidden(two.page("?way=tricks"), "draft") == ""
    pack = [rank + suit for suit in "SCDH" for rank in "23456789TJQKA"]
    pack.remove("TH")
    tricks = [f"{card} {other}" for card, other in zip(pack[:25], pack[25:50], strict=True)]
    two.seen = two.page("?way=tricks")
    for trick in tricks:
        led = "S" if two.match.expected_leader == "N" and "TH" in trick else ""
        two.post(draft=trick.replace(" ", "."), kind="tricks", leader=led)
    before = two.seen
    dealer_first = {"draft": f"TH.{pack[50]}", "kind": "tricks", "leader": "S"}
    two.post(page=before, more=dealer_first)
    assert two.match.phase.value == "settle"
    version = two.service.version(two.number)
    two.post(page=before, more=dealer_first)
    assert "already entered" in text(two.post(page=before, more=dealer_first | {"key": "another"}))
    led_by_other = {"draft": f"{pack[50]}.TH", "kind": "tricks", "leader": "N", "key": "more"}
    assert "Another phone" in text(two.post(page=before, status=409, more=led_by_other))
    assert two.service.version(two.number) == version


def test_the_same_cards_led_by_another_are_another_trick(ann: Player) -> None:
    page = ann.page("?way=tricks")
    fields = {"draft": "7S.AS.9S.8S", "kind": "tricks"}
    ann.post(page=page, more=fields)
    assert "already entered" in text(ann.post(page=page, more=fields | {"key": "b", "leader": "1"}))
    assert "Another phone" in text(ann.post(page=page, status=409, more=fields | {"key": "c", "leader": "2"}))


def test_a_claim_that_names_a_closed_trick_is_not_given_away(two: Player) -> None:
    """It may be in a record; no page takes it before the deal has been played, whether the cards show it or not."""
    play(two, "TH|7S 9D|KD 2D|AH 3C|5S JS")
    words = {text(two.post(do=f"revoke player={who}", status=422)) for who in ("S trick=1", "S trick=2", "N trick=1")}
    assert len({said.partition("Its trick is named only after the deal")[1] for said in words}) == 1
    game, record = two.game, two.service.record(two.number)
    claim = game.read_action({"type": "revoke", "player": "S", "trick": 1})
    imported = replace(record, actions=(*record.actions, claim))
    ((number, _),) = two.service.import_records(BOOK, [imported])
    record = json.loads(two.client.get(f"/matches/{number}/record.json").get_data(as_text=True))
    assert [action["type"] for action in record["actions"]] == ["trump"]
    two.game.replay(two.game.read(record))


def test_a_settled_deal_is_replayed_trick_by_trick(ann: Player) -> None:
    play(ann, "7S AS 8S JS|4D KD 9D 2D")
    ann.seen = ann.page("?way=count")
    ann.post(typed="4 5 1 3")
    ann.post(do="settle")
    said = [text(ann.page(f"replay?at={at}")) for at in range(6)]
    assert "of 3: Deal 1 · Trick 1" in said[0]
    assert all(card in said[0] for card in ("7♠", "A♠", "8♠", "J♠"))
    assert "Trick 2" in said[1]
    assert "K♦" in said[1]
    assert "A♠" not in said[1]
    assert "1 deal settled" in said[3] == said[5]


def test_neither_the_replay_nor_the_log_tells_of_closed_tricks(ann: Player) -> None:
    """Not rulings on the deal in hand, and not rulings undone together with earlier entries."""
    play(ann, "7S AS 9H 8S|4D KD 9S 2D")
    ann.post("adjust", ann.page("wrong?what=adjust"), player="1", points="0", reason="x")
    ann.post("rule", ann.page("wrong?what=lead"), do="fault kind=lead player=2")
    replay = ann.client.get(ann.address + "replay", follow_redirects=True)
    assert "takes it" not in text(replay.get_data(as_text=True))
    ann.seen = ann.page("?way=count")
    ann.post(typed="4 5 1 3")
    ann.post(do="settle")
    play(ann, "3S 2S JS TS")
    for _ in range(2):
        ann.post(do="undo")
    log = text(ann.client.get(f"/matches/{ann.number}/log").get_data(as_text=True))
    assert "J♠" not in log
    assert "9♥" in log  # The first deal has been played.


@pytest.mark.parametrize(
    "address",
    [
        "/hearts/settle?h1=%20", "/hearts/settle?h1=3&h2=5&h3=5&h4=0&settling=howell&revoke=2&revoke=2",
        "/humbug-whist/settle?N=%20", "/humbug-whist/settle?N=14&stake=0", "/humbug-whist/trick?cards=7S.8S.9S",
        "/humbug-whist/trick?typed=7S+8S+9S&trump=D",
    ],
)  # fmt: skip
def test_a_dispute_answers_whatever_is_asked(client: Any, address: str) -> None:
    assert client.get(address).status_code in (200, 422)


def test_a_draft_with_strange_words_is_refused(ann: Player) -> None:
    for draft in ("7S+8S", "7S,8S", "7S%208S"):
        assert ann.client.get(f"{ann.address}?way=tricks&draft={draft}").status_code == 422
    ann.post(status=422, draft="7S 8S", kind="tricks", way="tricks")
    ann.post(status=422, do="x type=settle")
    ann.post("rule", ann.page("wrong?what=misdeal"), status=422, do="fault kind=exposed player=2 card=QH card=KH")


def test_that_two_settle_by_howell_is_not_the_preset_of_the_next_match(client: Any, service: Any) -> None:
    for players, due in ((2, "sweepstake"), (4, "howell")):
        record = hearts.random_setup(random.Random(1), players) | {"rules": {"settling": "howell"}}
        record |= {"started": f"2026-11-2{players}T20:00:00+00:00"}
        record["players"] = {seat: NAMES[seat] for seat in record["players"]}
        Player(client, service, "hearts", record)
        page = client.get("/hearts/books/1/new").get_data(as_text=True)
        (chosen,) = (tag for tag in re.findall(r'<input[^>]*name="settling"[^>]*>', page) if "checked" in tag)
        assert f'value="{due}"' in chosen


@pytest.mark.parametrize("game", ["hearts", "humbug-whist"])
def test_a_dispute_from_a_table_names_its_players(client: Any, service: Any, visit: Any, game: str) -> None:
    ((number, _),) = service.import_records(BOOK, [SAMPLES[game].read(3)])
    names = service.current(number).whole_match.setup.players.values()
    page = client.get(f"/{game}/settle?match={number}").get_data(as_text=True)
    assert all(name in html.unescape(page) for name in names)
    assert "Back to the table" in page
    stranger = visit()
    told = text(stranger.get(f"/{game}/settle?match={number}").get_data(as_text=True)).split()
    assert not any(name in told for name in names)

"""The app on a phone that keeps a server's referee: its responses, its copies, and the entries that it sends back."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qsl, urlencode

import pytest

from referee.books.check import problems
from referee.books.forgetting import Forgetting
from referee.books.phone_copy import FIRST_OWN_NUMBER
from referee.browser.kept import KeptBridge
from referee.cards import read_cards
from referee.games.havilering.actions import Play
from referee.log.checksums import chained
from referee.store.log_rows import LogRows
from referee.store.notes import Notes
from referee.web.files import keeping
from referee.web.files.keeping import HEADER, LESS
from referee.web.services import score_books
from tests.core.web.test_start import fields_of
from tests.servers import NEW

HOME = "http://127.0.0.1/"
TRICKS = ("7S.AS.9S.8S", "7H.AH.9H.8H", "2H.3H.4H.5H")


class Phone:
    """A phone with a copy of a match, and the server."""

    def __init__(self, folder: Path, client: Any, service: Any, match: int) -> None:
        self.client, self.service, self.match, self.folder = client, service, match, folder
        self.app = KeptBridge(str(folder), HOME)

    def fetch(self) -> str:
        return str(self.client.get(f"/kept/matches/{self.match}").get_data(as_text=True))

    @property
    def log(self) -> list[list[Any]]:
        """The log of the copy."""
        return json.loads(self.app.match(self.match))["entries"]  # type: ignore[no-any-return]

    @property
    def start(self) -> str:
        """The setup of the copy."""
        return str(json.loads(self.app.match(self.match))["setup"])

    def post(self, path: str, **fields: str) -> tuple[int, list[tuple[str, str]], str]:
        kind = [("Content-Type", "application/x-www-form-urlencoded")]
        status, headers, body = self.app.answer("POST", path, kind, urlencode(fields).encode())
        return status, headers, body.decode()

    def enter(self, draft: str, match: int = 0) -> int:
        """Enter a trick as the page does; the status of the answer."""
        match = match or self.match
        page = self.app.answer("GET", f"/matches/{match}/", (), b"")[2].decode()
        turn = re.findall(r'data-turn="([^"]*)"', page)[0]
        form = {
            "version": "0",
            "key": f"{match}-{draft.replace('.', '-')}",
            "turn": turn,
            "kind": "tricks",
            "draft": draft,
        }
        return self.post(f"/matches/{match}/enter", **form)[0]


@pytest.fixture
def phone(tmp_path: Path, client: Any, service: Any, sit_down: Any) -> Phone:
    made = Phone(tmp_path / "phone", client, service, sit_down(target=121).match_id)
    made.app.keep(made.fetch())
    return made


def test_a_look_for_what_is_unsent_reads_no_file(phone: Phone, monkeypatch: Any) -> None:
    """Else a phone that has scored for years would parse a list of all its matches once for each of them."""
    read = Mock(wraps=Path.read_text)
    monkeypatch.setattr(Path, "read_text", read)
    assert json.loads(phone.app.unsent()) == []
    read.assert_not_called()


def test_it_answers_from_its_copy(phone: Phone) -> None:
    assert phone.app.head(phone.match).split()[0::2] == ["0", "0"]
    assert phone.app.head(77) == ""
    assert phone.app.unsent() == "[]"
    assert phone.enter(TRICKS[0]) in (200, 303)
    assert json.loads(phone.app.unsent()) == [[phone.match, 1, 0, 0]]
    for path in (f"/matches/{phone.match}/", f"/matches/{phone.match}/sheet", "/rules", "/books/1/"):
        assert phone.app.answer("GET", path, (), b"")[0] == 200
    assert phone.app.answer("GET", "/matches/77/", (), b"")[0] == 404
    assert not phone.app.is_playing()  # It was begun some evenings ago.


def test_a_copy_with_entries_of_its_own_is_not_given_up(phone: Phone) -> None:
    copy = phone.fetch()
    phone.enter(TRICKS[0])
    phone.app.keep(copy)
    assert phone.app.head(phone.match).split()[0::2] == ["1", "1"]


def test_settings_and_house_rules_are_brought_to_the_server(phone: Phone, client: Any, service: Any) -> None:
    """Changes that no log has are posted again; copies that come before do not undo them."""
    before = phone.fetch()
    new = phone.app.answer("GET", "/books/1/new", (), b"")[2].decode()
    fields = fields_of(new) | {"set_name": "Ours", "keep": "1"}
    assert phone.post("/books/1/new", **fields)[0] == 200
    assert phone.post("/settings", theme="dark")[0] == 303
    assert phone.post("/books/1/new", **(fields | {"set_name": " "}))[0] == 422
    phone.app.keep(before)
    page = phone.app.answer("GET", "/books/1/new", (), b"")[2].decode()
    assert "Ours" in page
    assert 'content="dark"' in page
    posts = json.loads(phone.app.later())
    assert [path for path, _ in posts] == ["/books/1/new", "/settings"]
    for path, body in posts:
        token = client.get("/kept/token").get_json()["token"]
        answer = client.post(path, data=dict(parse_qsl(body, keep_blank_values=True)) | {"csrf_token": token})
        assert answer.status_code < 400
    for each in posts:
        phone.app.done(json.dumps(each))
    assert json.loads(phone.app.later()) == []
    with client.application.app_context():
        assert "Ours" in score_books().house_rules(1)
    after = json.loads(phone.fetch())
    assert after["settings"]["theme"] == "dark"
    phone.app.keep(json.dumps(after | {"house_rules": []}))
    assert "Ours" not in phone.app.answer("GET", "/books/1/new", (), b"")[2].decode()


def test_what_was_entered_while_a_log_was_brought_stays(phone: Phone) -> None:
    phone.enter(TRICKS[0])
    copy = bring(phone).get_data(as_text=True)
    phone.enter(TRICKS[1])
    assert phone.app.take(phone.match, copy, 1) is False
    assert phone.app.head(phone.match).split()[0::2] == ["2", "2"]
    assert phone.app.take(phone.match, bring(phone).get_data(as_text=True), 2) is True
    assert phone.app.head(phone.match).split()[0::2] == ["2", "0"]


def test_the_end_of_a_log_comes_with_an_answer(phone: Phone, service: Any) -> None:
    asked = " ".join(phone.app.head(phone.match).split()[:2])
    assert phone.client.get(f"/matches/{phone.match}/", headers={HEADER: asked}).headers.get(HEADER) is None
    phone.enter(TRICKS[0])
    phone.enter(TRICKS[1])
    log = phone.log
    other = Phone(phone.folder.with_name("other"), phone.client, service, phone.match)
    other.app.keep(phone.fetch())
    other.app.add(phone.match, b64encode(json.dumps(log).encode()).decode())
    assert other.app.head(phone.match) == phone.app.head(phone.match).rsplit(" ", 1)[0] + " 0"


def test_what_comes_late_or_twice_changes_nothing(phone: Phone) -> None:
    early = phone.fetch()
    phone.enter(TRICKS[0])
    log = phone.log
    brought = b64encode(json.dumps(log).encode()).decode()
    phone.app.take(phone.match, bring(phone).get_data(as_text=True), 1)
    whole = phone.app.head(phone.match)
    assert whole.split()[0::2] == ["1", "0"]
    for late in (lambda: phone.app.keep(early), lambda: phone.app.add(phone.match, brought)):
        late()
        assert phone.app.head(phone.match) == whole
    phone.enter(TRICKS[1])
    phone.app.add(phone.match, brought)
    assert phone.app.head(phone.match).split()[0::2] == ["2", "1"]  # The entry is still to be sent.


@pytest.mark.parametrize("first", [0, 1])
def test_entries_that_do_not_continue_the_copy_are_not_added(phone: Phone, service: Any, first: int) -> None:
    """The copy has changed since the phone asked for them: it is compared with the server's, which settles it."""
    for number, draft in enumerate(TRICKS):
        cards = read_cards(draft.replace(".", " "))
        service.post(phone.match, number, f"k{number}", [Play(cards)])
    log = LogRows(service.database).log(phone.match)
    others = [[*row[:-1], row[-1][::-1]] for row in log]
    brought = (log if first else others)[first:]
    phone.app.add(phone.match, b64encode(json.dumps(brought).encode()).decode())
    assert phone.app.head(phone.match).split()[0::2] == ["0", "1"]
    assert phone.app.take(phone.match, bring(phone).get_data(as_text=True), 0) is True
    assert phone.log == log
    assert phone.app.unsent() == "[]"


def test_a_phone_that_was_closed_knows_what_the_server_lacks(phone: Phone) -> None:
    phone.enter(TRICKS[0])
    phone.app._app.extensions["service"].close()
    again = KeptBridge(str(phone.folder), HOME)
    assert json.loads(again.unsent()) == [[phone.match, 1, 0, 0]]
    (phone.folder / "sent").write_text("damaged")
    assert json.loads(again.unsent()) == [[phone.match, 1, 0, 0]]  # And the server knows what it has.


def test_a_match_begun_here_gets_the_number_of_the_server(phone: Phone, service: Any) -> None:
    status, headers, _ = phone.post("/books/1/new", **NEW, key="begun")
    own = FIRST_OWN_NUMBER + 1
    assert (status, dict(headers)["Location"]) == (303, f"/matches/{own}/")
    assert phone.app.is_playing()
    for draft in TRICKS:
        phone.enter(draft, own)
    assert json.loads(phone.app.unsent()) == [[own, 4, 1, 0]]
    form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "match": phone.app.match(own)}
    number = phone.client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"]
    copy = phone.client.get(f"/kept/matches/{number}").get_data(as_text=True)
    assert phone.app.take(own, copy, 2) is False
    assert phone.app.take(own, copy, 3) is True
    assert phone.app.unsent() == "[]"
    assert json.loads(phone.app.match(number))["entries"] == LogRows(service.database).log(number)
    assert phone.app.answer("GET", f"/matches/{own}/", (), b"")[0] == 404
    page = phone.app.answer("GET", f"/matches/{number}/", (), b"")[2].decode()
    assert "Trick 4 of" in page
    status, headers, _ = phone.post("/books/1/new", **NEW, key="another")
    assert dict(headers)["Location"] == f"/matches/{own + 1}/"


@pytest.mark.parametrize(
    "path",
    ["/books/1/bin/1/in", "/books/1/players/1", "/books/1/share/keep", "/books/1/files", "/books/1/evenings/new"],
)
def test_what_only_the_server_can_do_is_refused(phone: Phone, path: str) -> None:
    status, _, page = phone.post(path, name="Zoe")
    assert status == 422
    assert "This needs the server" in page


def test_a_note_on_a_match_begun_here_goes_to_its_number_on_the_server(phone: Phone, client: Any) -> None:
    phone.post("/books/1/new", **NEW, key="begun")
    own = FIRST_OWN_NUMBER + 1
    assert phone.post(f"/matches/{own}/note", text="A draughty room.", hand="0")[0] == 303
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "match": phone.app.match(own)}
    copy = client.post("/kept/books/1/matches", data=form).get_data(as_text=True)
    assert phone.app.take(own, copy, 0) is True
    assert [path for path, _ in json.loads(phone.app.later())] == [f"/matches/{json.loads(copy)['match']['id']}/note"]


def test_notes_come_with_the_copy_unless_some_wait_to_be_sent(phone: Phone, service: Any) -> None:
    def note(text: str) -> None:
        with service.database.writing():
            Notes(service.database).put(phone.match, 1, text)

    sheet = f"/matches/{phone.match}/sheet"
    note("Ann had three aces")
    phone.app.keep(phone.fetch())
    assert b"three aces" in phone.app.answer("GET", sheet, (), b"")[2]
    note("Ann had two aces")
    assert phone.post(f"/matches/{phone.match}/note", hand="2", text="A draughty room.")[0] == 303
    phone.app.keep(phone.fetch())
    page = phone.app.answer("GET", sheet, (), b"")[2]
    assert b"three aces" in page
    assert b"A draughty room." in page


def test_a_match_of_an_evening_is_begun_by_that_evening_alone(phone: Phone, client: Any, service: Any) -> None:
    """The keys of its matches contain numbers of the book, which another book has too."""
    match = json.loads(phone.app.match(phone.match)) | {"key": "evening-1-1-0"}
    match["setup"] = match["setup"].replace("Ann", "Eve")
    match |= {"entries": [], "checksum": chained("", match["setup"])}
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "match": json.dumps(match)}
    number = client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"]
    assert number != phone.match
    assert LogRows(service.database).match(number)["key"] is None


def test_a_match_of_the_same_key_with_other_players_is_another(phone: Phone, client: Any, service: Any) -> None:
    """A restored server began a round again, with other seats; the phone has the match that is lost."""
    with service.database.writing():
        service.database.run("UPDATE matches SET key = 'evening-1-1-0' WHERE id = ?", [phone.match])
    match = json.loads(phone.app.match(phone.match)) | {"key": "evening-1-1-0"}
    match["setup"] = match["setup"].replace("Ann", "Eve")
    match |= {"entries": [], "checksum": chained("", match["setup"])}
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "match": json.dumps(match)}
    assert client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"] != phone.match


def test_a_scorer_has_no_more_rights_than_on_the_server(phone: Phone) -> None:
    copy = json.loads(phone.fetch()) | {"kind": "score"}
    other = KeptBridge(str(phone.folder.with_name("scorer")), HOME)
    other.keep(json.dumps(copy))
    assert other.answer("GET", f"/matches/{phone.match}/", (), b"")[0] == 200
    assert other.answer("GET", "/books/1/", (), b"")[0] == 404
    assert other.answer("GET", "/books/1/new", (), b"")[0] == 404


# --- a server that was restored, or is another one -----------------------------------------------------------------


def bring(phone: Phone, **more: str) -> Any:
    """Bring the log of the match to the server; its answer."""
    form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "log": json.dumps(phone.log)}
    return phone.client.post(f"/kept/matches/{phone.match}/log", data=form | more)


def both_have(phone: Phone, count: int) -> None:
    """Enter tricks on the phone, and bring them to the server."""
    for draft in TRICKS[:count]:
        phone.enter(draft)
    answer = bring(phone)
    assert answer.status_code == 200
    phone.app.take(phone.match, answer.get_data(as_text=True), count)
    assert json.loads(phone.app.unsent()) == []


def restored_to(phone: Phone, length: int) -> None:
    """Cut the server's log of the match to `length` entries, as if a backup had been restored."""
    rows = LogRows(phone.service.database)
    with phone.service.database.writing():
        kept = rows.log(phone.match)[:length]
        rows.drop_entries(phone.match)
        rows.add_entries(phone.match, kept)
    phone.service.clear_cache()


@pytest.mark.parametrize("choice", ["phone", "here"])
def test_what_a_restored_server_lacks_is_offered_and_the_table_chooses(phone: Phone, choice: str) -> None:
    both_have(phone, 3)
    restored_to(phone, 1)
    asked = " ".join(phone.app.head(phone.match).split()[:2])
    assert phone.client.get(f"/matches/{phone.match}/", headers={HEADER: asked}).headers[HEADER] == LESS
    phone.app.doubt(phone.match)
    assert json.loads(phone.app.unsent()) == [[phone.match, 3, 0, 3]]
    assert bring(phone, was_here="3").status_code == 409
    assert phone.service.version(phone.match) == 1  # Nothing is decided by itself.
    page = bring(phone, was_here="3", shown="1").get_data(as_text=True)
    assert "The server was restored from a backup" in page
    answer = bring(phone, choice=choice)
    phone.app.take(phone.match, answer.get_data(as_text=True), 3)
    assert json.loads(phone.app.unsent()) == []
    tricks = len(phone.service.current(phone.match).whole_match.tricks)
    assert tricks == (3 if choice == "phone" else 1)
    assert phone.service.version(phone.match) >= 3  # What was not chosen stays in the log.


def test_in_a_new_epoch_all_is_compared_and_nothing_is_asked_if_nothing_is_lacking(phone: Phone) -> None:
    both_have(phone, 2)
    assert phone.app.see_epoch("one") == "known"
    assert phone.app.see_epoch("one") == "known"
    assert json.loads(phone.app.unsent()) == []
    assert phone.app.see_epoch("two") == "new"
    assert json.loads(phone.app.unsent()) == [[phone.match, 2, 0, 2]]
    answer = bring(phone, was_here="2")
    assert answer.status_code == 200
    phone.app.take(phone.match, answer.get_data(as_text=True), 2)
    assert json.loads(phone.app.unsent()) == []


def test_the_streams_of_a_phone_are_of_no_epoch(phone: Phone, client: Any, service: Any) -> None:
    """Otherwise pages would be loaded again, without what is half entered, whenever the signal comes or goes."""
    line = f"/matches/{phone.match}/line"
    assert client.get(line).get_data(as_text=True).splitlines()[1] == f"id: {service.database.epoch}"
    phone.app.see_epoch(service.database.epoch)
    assert phone.app.answer("GET", line, (), b"")[2].decode().splitlines()[1] == "id: "


def test_in_a_new_epoch_of_a_score_book_only_its_matches_are_compared(phone: Phone) -> None:
    both_have(phone, 1)
    assert phone.app.see_epoch("one") == "known"
    phone.app.see_epoch("one 2=a")
    phone.app.see_epoch("one 2=b")
    assert json.loads(phone.app.unsent()) == []
    assert phone.app.see_epoch("one 2=b 1=a") == "new"
    assert json.loads(phone.app.unsent()) == [[phone.match, 1, 0, 1]]


@pytest.mark.parametrize("epoch", ["two", "one 1=a"])
def test_in_a_new_epoch_entries_are_sent_without_a_question_if_nothing_is_gone(phone: Phone, epoch: str) -> None:
    both_have(phone, 1)
    phone.app.see_epoch("one")
    phone.enter(TRICKS[1])
    phone.app.see_epoch(epoch)
    assert bring_all(phone).status_code == 200
    assert json.loads(phone.app.unsent()) == []
    assert phone.service.version(phone.match) == 2


def test_the_log_of_another_match_with_the_same_number_is_not_poured_in(phone: Phone, clock: Any) -> None:
    """A server that was restored has begun another match since: the phone's becomes a match of its own."""
    both_have(phone, 2)
    before = LogRows(phone.service.database).match(phone.match)
    clock.move(days=1)
    with phone.service.database.writing():
        LogRows(phone.service.database).drop_entries(phone.match)
        other = before["setup"].replace("Ann", "Zoe")
        changed = "UPDATE matches SET setup = ?, checksum = ? WHERE id = ?"
        phone.service.database.run(changed, [other, chained("", other), phone.match])
    phone.service.clear_cache()
    for more in ({}, {"was_here": "2"}, {"choice": "phone"}, {"choice": "here", "shown": "1"}):
        assert bring(phone, **more).status_code == 410
    assert phone.service.version(phone.match) == 0
    phone.app.keep(phone.fetch())
    assert json.loads(phone.app.unsent()) == [[phone.match, 2, 0, 2]]
    own = int(phone.app.set_free(phone.match))
    assert own > FIRST_OWN_NUMBER
    assert json.loads(phone.app.unsent()) == [[own, 3, 1, 0]]
    phone.app.keep(phone.fetch())  # What the server has under that number.
    assert phone.app.head(phone.match).startswith("0 ")
    form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "match": phone.app.match(own)}
    number = phone.client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"]
    assert number != phone.match
    assert [entry[:4] for entry in LogRows(phone.service.database).log(number)] == [
        entry[:4] for entry in before["entries"]
    ]


@pytest.mark.parametrize("is_restored", [False, True])
def test_a_rematch_begun_here_follows_no_other_match(phone: Phone, client: Any, is_restored: bool) -> None:
    """Another match has the number since the server was restored: its watchers stay there."""
    status, headers, _ = phone.post(f"/matches/{phone.match}/rematch", key="again")
    assert (status, dict(headers)["Location"]) == (303, f"/matches/{FIRST_OWN_NUMBER + 1}/")
    if is_restored:
        with phone.service.database.writing():
            phone.service.database.run("UPDATE matches SET opened = '2020-01-01T20:00:00+00:00'")
    form = {
        "csrf_token": client.get("/kept/token").get_json()["token"],
        "match": phone.app.match(FIRST_OWN_NUMBER + 1),
    }
    begun = client.post("/kept/books/1/matches", data=form).get_json()["match"]
    assert begun["follows"] == (None if is_restored else phone.match)


def test_more_rematches_than_a_match_can_have_cost_nothing(phone: Phone, client: Any, monkeypatch: Any) -> None:
    """Each of them is looked for; nobody but a made-up log names thousands, or the match itself."""
    both_have(phone, 1)
    token = client.get("/kept/token").get_json()["token"]
    match = json.loads(phone.app.match(phone.match))

    def send(rematches: Any) -> int:
        form = {"csrf_token": token, "match": json.dumps(match | {"rematches": rematches})}
        return int(client.post("/kept/books/1/matches", data=form).status_code)

    looked_for = list[Any]()
    with monkeypatch.context() as watched:
        watched.setattr(keeping, "_link", lambda *given: looked_for.append(given))
        assert send([[0, ""]] * 2_000) == 200
    assert len(looked_for) == keeping.MOST_REMATCHES
    odd: list[Any] = [[[phone.match, match["opened"]]], [[[], {}]], [["x", 1.5]], {"a": 1}, 3, [1]]
    assert list(map(send, odd)) == [200, 200, 200, 422, 422, 422]
    assert LogRows(phone.service.database).match(phone.match)["follows"] is None


@pytest.mark.parametrize(
    ("there", "here", "status", "length"),
    [([], [], 200, 0), (TRICKS[:1], [], 200, 1), (TRICKS[:1], TRICKS[:2], 200, 2), (TRICKS[:2], TRICKS[:1], 200, 2),
     ((TRICKS[0], TRICKS[2]), TRICKS[:2], 409, 2), (TRICKS[1:2], TRICKS[:1], 200, 1)],
)  # fmt: skip
def test_a_rematch_that_two_phones_begin_is_one_match(
    phone: Phone, there: Sequence[str], here: Sequence[str], status: int, length: int
) -> None:
    """Neither has a signal. If they differ later the table chooses; if from the first entry, there are two."""
    other = Phone(phone.folder.with_name("other"), phone.client, phone.service, phone.match)
    other.app.keep(phone.fetch())
    own, numbers, answers = FIRST_OWN_NUMBER + 1, list[int](), list[Any]()
    for seconds, (each, tricks) in enumerate([(phone, there), (other, here)]):
        each.app._service.clock = lambda: datetime.now(UTC) + timedelta(seconds=9 * seconds)  # noqa: B023
        each.post(f"/matches/{phone.match}/rematch", key=each.folder.name)
        for number, trick in enumerate(tricks):
            form = {"version": str(number), "key": f"{each.folder.name}{number}", "kind": "tricks", "draft": trick}
            assert each.post(f"/matches/{own}/enter", **form)[0] in (200, 303)
        form = {"csrf_token": each.client.get("/kept/token").get_json()["token"], "match": each.app.match(own)}
        answers.append(each.client.post("/kept/books/1/matches", data=form))
        numbers.append(answers[-1].get_json()["match"]["id"])
    is_one = not there or not here or there[0] == here[0]
    assert (answers[1].status_code, numbers[1] - numbers[0]) == (status, int(not is_one))
    assert len(answers[1].get_json()["match"]["entries"]) == length


def test_a_log_that_was_changed_on_the_way_is_refused(phone: Phone) -> None:
    both_have(phone, 2)
    phone.enter(TRICKS[2])
    log = phone.log
    for place, column in ((0, 2), (1, 3), (2, 4), (2, 6)):
        changed = [list(entry) for entry in log]
        changed[place][column] = str(changed[place][column]).replace("9", "8") + " "
        form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "log": json.dumps(changed)}
        answer = phone.client.post(f"/kept/matches/{phone.match}/log", data=form)
        assert answer.status_code in (410, 422), (place, column)
    assert phone.service.version(phone.match) == 2


def test_entries_of_a_phone_are_dated_by_the_server(phone: Phone, clock: Any) -> None:
    phone.app._app.extensions["service"].clock = lambda: clock() + timedelta(days=365)
    both_have(phone, 2)
    dates = {entry[4][:10] for entry in LogRows(phone.service.database).log(phone.match)}
    assert dates == {clock().isoformat()[:10]}


def test_a_match_begun_by_one_tap_is_one_although_the_answer_was_lost(phone: Phone, client: Any, clock: Any) -> None:
    """The server has begun it, and so has the phone, some seconds later."""
    token = client.get("/kept/token").get_json()["token"]
    number = int(client.post("/books/1/new", data=NEW | {"key": "begun", "csrf_token": token}).location.split("/")[2])
    clock.move(seconds=7)
    phone.post("/books/1/new", **NEW, key="begun")
    own = FIRST_OWN_NUMBER + 1
    for draft in TRICKS:
        phone.enter(draft, own)
    form = {"csrf_token": token, "match": phone.app.match(own)}
    for _ in range(2):
        assert client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"] == number
    assert len(phone.service.current(number).whole_match.tricks) == 3
    copy = phone.client.get(f"/kept/matches/{number}").get_data(as_text=True)
    assert phone.app.take(own, copy, 3) is True
    assert json.loads(phone.app.unsent()) == []


def test_the_copy_of_a_match_that_was_begun_here_by_the_same_tap_joins_the_two(phone: Phone, client: Any) -> None:
    """The server has begun it, nobody heard, and its page is opened before the phone has sent its own."""
    token = client.get("/kept/token").get_json()["token"]
    begun = client.post("/books/1/new", data=NEW | {"key": "begun", "csrf_token": token}).location
    phone.post("/books/1/new", **NEW, key="begun")
    phone.enter(TRICKS[0], FIRST_OWN_NUMBER + 1)
    phone.match = int(begun.split("/")[2])
    phone.app.keep(phone.fetch())
    assert json.loads(phone.app.unsent()) == [[phone.match, 1, 0, 0]]
    assert bring_all(phone).status_code == 200
    assert phone.service.version(phone.match) == 1


def test_a_copy_with_entries_to_send_is_not_replaced_by_one_of_a_match_begun_here(phone: Phone) -> None:
    """The server was restored twice: it has again the match that the phone had to begin as another one."""
    own = int(phone.app.set_free(phone.match))
    phone.app.keep(phone.fetch())
    phone.enter(TRICKS[0])
    form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "match": phone.app.match(own)}
    answer = phone.client.post("/kept/books/1/matches", data=form)
    assert answer.get_json()["match"]["id"] == phone.match
    assert phone.app.take(own, answer.get_data(as_text=True), 0) is False
    assert phone.app.head(phone.match).split()[0::2] == ["1", "1"]
    assert phone.app.take(phone.match, bring(phone).get_data(as_text=True), 1) is True
    assert phone.app.take(own, phone.fetch(), 0) is True
    assert json.loads(phone.app.unsent()) == []
    assert phone.service.version(phone.match) == 1


def test_a_match_begun_by_a_changed_form_is_another(phone: Phone, client: Any) -> None:
    """The answer was lost, somebody went back and corrected a name, and the phone began the match by itself."""
    token = client.get("/kept/token").get_json()["token"]
    number = int(client.post("/books/1/new", data=NEW | {"key": "begun", "csrf_token": token}).location.split("/")[2])
    phone.post("/books/1/new", **NEW | {"N": "Eve"}, key="begun")
    own = FIRST_OWN_NUMBER + 1
    form = {"csrf_token": token, "match": phone.app.match(own)}
    for _ in range(2):
        assert client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"] == number + 1


@pytest.mark.parametrize("days", [-400, 400])
def test_a_match_begun_by_a_phone_with_a_wrong_clock_is_on_the_table_until_the_next(
    phone: Phone, client: Any, clock: Any, days: int
) -> None:
    phone.app._app.extensions["service"].clock = lambda: clock() + timedelta(days=days)
    phone.post("/books/1/new", **NEW, key="begun")
    token = client.get("/kept/token").get_json()["token"]
    form = {"csrf_token": token, "match": phone.app.match(FIRST_OWN_NUMBER + 1)}
    clock.move(seconds=1)
    number = client.post("/kept/books/1/matches", data=form).get_json()["match"]["id"]
    assert client.get("/tables/1").location == f"/matches/{number}/"
    clock.move(seconds=1)
    later = client.post("/books/1/new", data=NEW | {"key": "later", "csrf_token": token}).location
    assert client.get("/tables/1").location == later


@pytest.mark.quick(2)
@pytest.mark.parametrize("choice", ["phone", "here"])
@pytest.mark.parametrize("by_one_tap", [False, True])
def test_a_match_begun_again_by_two_phones_is_one_and_the_table_is_asked(
    phone: Phone, client: Any, clock: Any, by_one_tap: bool, choice: str
) -> None:
    """Their copies differ, and the server lacks the match since it was restored; or it began it, and nobody heard."""
    other = Phone(phone.folder.with_name("other"), client, phone.service, phone.match)
    other.app.keep(phone.fetch())
    if by_one_tap:
        token = client.get("/kept/token").get_json()["token"]
        begun = client.post("/books/1/new", data=NEW | {"key": "begun", "csrf_token": token}).location
        phone.match = int(begun.split("/")[2])
        phone.app.keep(phone.fetch())
        clock.move(seconds=7)
        other.post("/books/1/new", **NEW, key="begun")
        owns = [(other, FIRST_OWN_NUMBER + 1)]
        phone.enter(TRICKS[0])
        bring_all(phone)
    else:
        phone.enter(TRICKS[0])
        summaries = phone.service.projections.summaries
        with phone.service.database.writing():
            summaries.move_to_bin(phone.match, [phone.service.game(phone.match)], "")
            summaries.erase(phone.match)
        owns = [(each, int(each.app.set_free(each.match))) for each in (phone, other)]
    other.enter(TRICKS[0], owns[-1][1])
    other.enter(TRICKS[1], owns[-1][1])
    phone.enter(TRICKS[2], phone.match if by_one_tap else owns[0][1])
    if by_one_tap:
        bring_all(phone)
    for each, own in owns:
        form = {"csrf_token": client.get("/kept/token").get_json()["token"], "match": each.app.match(own)}
        answer = client.post("/kept/books/1/matches", data=form)
        each.match = answer.get_json()["match"]["id"]
        if each is other:
            assert answer.status_code == 409
            assert each.app.join(own, each.fetch()) is True
            assert json.loads(each.app.unsent()) == [[each.match, 2, 0, 0]]
        else:
            assert each.app.take(own, each.fetch(), 2) is True
    assert other.match == phone.match
    assert len(phone.service.database.numbers()) == 1 + by_one_tap  # The sample's, too.
    assert bring(other, start=other.start).status_code == 409
    assert "Which is right" in bring(other, shown="1").get_data(as_text=True)
    answer = bring(other, choice=choice)
    other.app.take(other.match, answer.get_data(as_text=True), 2)
    second = str(phone.service.record(phone.match).actions[1])
    assert ("cards=(7H," if choice == "phone" else "cards=(2H,") in second
    assert list(problems(phone.service.database)) == []
    assert json.loads(other.app.unsent()) == []


# --- a player who was forgotten ------------------------------------------------------------------------------------


def test_a_choice_is_made_once_also_if_the_server_is_restored_to_before_it(phone: Phone, service: Any) -> None:
    phone.enter(TRICKS[0])
    other = service.current(phone.match)
    service.post(phone.match, 0, "other", [other.game.read_action({"type": "trick", "cards": TRICKS[2].split(".")})])
    copy = bring(phone, choice="here").get_data(as_text=True)
    assert phone.app.take(phone.match, copy, 1) is True
    restored_to(phone, 1)
    service.undo(phone.match, 1, "undone")
    phone.app.doubt(phone.match)
    assert bring(phone, was_here=str(len(phone.log))).status_code == 409
    assert bring(phone, was_here=str(len(phone.log)), choice="here", shown="1").status_code == 303
    assert bring(phone, was_here=str(len(phone.log))).status_code == 200


def test_a_choice_that_is_refused_is_told_on_a_page(phone: Phone, service: Any) -> None:
    phone.enter(TRICKS[0])
    service.post(
        phone.match, 0, "other",
        [service.game(phone.match).read_action({"type": "trick", "cards": TRICKS[2].split(".")})],
    )  # fmt: skip
    service._most_entries = 1
    answer = bring(phone, shown="1", choice="phone")
    assert (answer.status_code, answer.mimetype) == (422, "text/html")


def test_a_copy_that_may_not_be_opened_any_more_goes_with_the_names_in_it(phone: Phone, service: Any) -> None:
    """A table's link leads to the match that is played; the phone scored another one before."""
    both_have(phone, 1)
    phone.app.see_epoch(service.database.epoch)
    forget(phone, "Ann")
    phone.app.see_epoch(service.database.epoch)
    assert json.loads(phone.app.unsent()) != []
    assert phone.app.let_go(phone.match) is True
    assert json.loads(phone.app.unsent()) == []
    assert "Ann" not in names_on(phone)


def test_a_copy_with_further_entries_does_not_go_with_the_names_in_it(phone: Phone) -> None:
    both_have(phone, 1)
    forget(phone, "Ann")
    phone.enter(TRICKS[1])
    assert phone.app.let_go(phone.match) is False


def test_a_copy_that_a_restored_server_lacks_does_not_go(phone: Phone) -> None:
    both_have(phone, 1)
    phone.app.see_epoch("one 1=a")
    phone.app.see_epoch("two 1=a")
    assert phone.app.let_go(phone.match) is False
    assert json.loads(phone.app.unsent()) == [[phone.match, 1, 0, 1]]


def forget(phone: Phone, name: str) -> None:
    """The host forgets a player; the phone hears of another epoch with the next answer."""
    app = phone.client.application
    phone.app.see_epoch(phone.service.database.epoch)
    Forgetting(phone.service, app.extensions["evenings"]).forget(1, name)
    assert phone.app.see_epoch(phone.service.database.epoch) == "new"


def test_a_match_in_the_bin_brings_no_name_back(phone: Phone, client: Any) -> None:
    both_have(phone, 1)
    forgotten = phone.app.set_free(phone.match)
    client.application.extensions["maintenance"].move_to_bin(phone.match)
    forget(phone, "Ann")
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "match": phone.app.match(int(forgotten))}
    answer = client.post("/kept/books/1/matches", data=form)
    assert (answer.status_code, "in the bin" in answer.get_data(as_text=True)) == (422, True)
    assert "Ann" not in "\n".join(phone.service.database.sqlite.conn.iterdump())


def names_on(phone: Phone) -> str:
    """Every text in the database of the phone."""
    service = phone.app._app.extensions["service"]
    return "\n".join(service.database.sqlite.conn.iterdump())


def bring_all(phone: Phone) -> Any:
    """Bring what is on the phone to the server as its script does; the last answer."""
    answer = None
    for number, _, _, had in json.loads(phone.app.unsent()):
        assert number == phone.match
        length = len(phone.log)
        answer = bring(phone, start=phone.start, **({"was_here": str(had)} if had else {}))
        if answer.status_code != 200:
            return answer
        phone.app.take(number, answer.get_data(as_text=True), length)
    return answer


@pytest.mark.parametrize("count", [0, 2])
def test_phones_follow_a_server_that_has_forgotten_somebody(phone: Phone, count: int) -> None:
    both_have(phone, count)
    forget(phone, "Ann")
    assert bring_all(phone).status_code == 200
    assert json.loads(phone.app.unsent()) == []
    assert "Ann" not in names_on(phone)
    assert phone.log == LogRows(phone.service.database).log(phone.match)
    assert list(problems(phone.service.database)) == []
    assert list(problems(phone.app._app.extensions["service"].database)) == []
    phone.enter(TRICKS[2])
    assert bring_all(phone).status_code == 200
    assert phone.service.version(phone.match) == count + 1


@pytest.mark.parametrize("count", [0, 1])
def test_what_was_entered_meanwhile_brings_no_name_back(phone: Phone, count: int) -> None:
    """Tricks without a signal, and a correction of the start, which has all names."""
    both_have(phone, count)
    for draft in TRICKS[count:]:
        phone.enter(draft)
    own = phone.app._app.extensions["service"]
    setup = own.current(phone.match).setup
    other = own.game(phone.match).setups.with_players(
        setup, own.game(phone.match).setups.players(setup) | {"E": "Bert"}
    )
    own.correct(phone.match, 3, "corrected", (), "Ann said so", other)
    forget(phone, "Ann")
    assert bring_all(phone).status_code == 200
    assert json.loads(phone.app.unsent()) == []
    for texts in (names_on(phone), "\n".join(phone.service.database.sqlite.conn.iterdump())):
        assert "Ann" not in texts
        assert "Bert" in texts
    assert phone.service.version(phone.match) == 4
    assert list(problems(phone.service.database)) == []


def test_names_of_players_without_a_match_leave_the_phone_of_the_owner(phone: Phone) -> None:
    with phone.service.database.writing():
        phone.service.projections.player_store.get_or_add(1, "Zoe")
    phone.app.keep(phone.fetch())
    assert "Zoe" in names_on(phone)
    with phone.service.database.writing():
        (zoe,) = [each.id for each in phone.service.projections.player_store.players(1) if each.name == "Zoe"]
        phone.service.projections.summaries.erase_players([zoe])
    phone.app.keep(phone.fetch())
    assert "Zoe" not in names_on(phone)


def test_another_match_under_the_number_is_not_taken_for_a_rewritten_one(phone: Phone, clock: Any) -> None:
    both_have(phone, 2)
    start = phone.start
    for other in (start.replace("2026-06-20", "2026-06-21"), start.replace('"dealer":"N"', '"dealer":"S"')):
        assert other != start
        with phone.service.database.writing():
            LogRows(phone.service.database).drop_entries(phone.match)
            changed = "UPDATE matches SET setup = ?, checksum = ? WHERE id = ?"
            phone.service.database.run(changed, [other, chained("", other), phone.match])
        phone.service.clear_cache()
        assert bring(phone, start=start).status_code == 410


def test_a_player_who_was_renamed_is_one_in_all_matches_on_the_phone(phone: Phone, client: Any) -> None:
    """The new name comes with the copy of one of the matches."""
    first, maintenance = phone.match, client.application.extensions["maintenance"]
    token = client.get("/kept/token").get_json()["token"]
    begun = client.post("/books/1/new", data=NEW | {"key": "begun", "csrf_token": token}).location
    phone.match = int(begun.split("/")[2])
    phone.app.keep(phone.fetch())
    player = phone.service.projections.player_store.by_name(1, "Ann")
    maintenance.rename(1, player, "Anna")
    phone.app.keep(phone.fetch())
    own = phone.app._app.extensions["service"]
    assert list(problems(own.database)) == []
    assert {each.name for each in own.projections.player_store.players(1)} == {"Anna", "Bob", "Cat", "Dan"}
    assert {own.current(number).setup.players["N"] for number in (first, phone.match)} == {"Anna"}


def test_a_log_of_a_player_with_an_impossible_name_is_of_another_match(phone: Phone) -> None:
    """It would be searched for in all texts of the log, again and again from each place."""
    both_have(phone, 1)
    setup = json.loads(phone.start)
    forget(phone, "Ann")
    long_one = json.dumps({**setup, "players": setup["players"] | {"N": "a " * 30 + "b"}})
    assert setup["players"]["N"] == "Ann"
    assert bring(phone, start=long_one).status_code == 410
    assert bring(phone, start=phone.start).status_code == 200


def test_a_log_with_changed_entries_is_refused_also_where_names_were_forgotten(phone: Phone) -> None:
    both_have(phone, 2)
    phone.enter(TRICKS[2])
    forget(phone, "Ann")
    log = phone.log
    log[2][2] = log[2][2].replace("2H", "2D")
    form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "log": json.dumps(log)}
    answer = phone.client.post(f"/kept/matches/{phone.match}/log", data=form | {"start": phone.start})
    assert answer.status_code == 422
    assert phone.service.version(phone.match) == 2

"""House rules of cribbage as named sets, in the same score book as Havilering's."""

import json
import re
from typing import Any

from referee.games.cribbage.game import CRIBBAGE
from referee.games.havilering.game import HAVILERING
from tests.conftest import BOOK
from tests.core.web.test_files import import_records

NEW = "/cribbage/books/1/new"
FORM = {"N": "Ann", "S": "Bob", "dealer": "S", "target": "121", "best_of": "3", "skunk": "1", "lurch": "2",
        "double_lurch": "1", "false_go": "2"}  # fmt: skip


def send(client: Any, **fields: str) -> Any:
    token = re.findall(r'name="csrf_token" value="([^"]*)"', client.get(NEW).get_data(as_text=True))[0]
    return client.post(NEW, data=FORM | {"csrf_token": token} | fields)


def value(page: str, name: str) -> str:
    field = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
    assert field, name
    return str(re.findall(r'value="([^"]*)"', field[0])[0])


def test_a_set_is_filled_in_kept_replaced_and_forgotten(client: Any, score_books: Any) -> None:
    page = send(client, rules="With skunks").get_data(as_text=True)
    assert "House rules: With skunks. Game to 121, without Muggins." in page
    assert [value(page, name) for name in ("skunk", "lurch", "double_lurch")] == ["2", "3", "4"]
    page = send(client, keep="1", set_name=" The  Crown ", skunk="2", target="61", muggins="y").get_data(as_text=True)
    assert "Saved as “The Crown”" in page
    page = send(client, rules="The Crown").get_data(as_text=True)
    assert [value(page, name) for name in ("skunk", "target")] == ["2", "61"]
    assert "House rules: The Crown" in page
    kept = score_books.house_rules(BOOK, CRIBBAGE)["The Crown"]
    assert (kept.skunk, kept.target, kept.muggins) == (2, 61, True)
    assert "The Crown" not in score_books.house_rules(BOOK, HAVILERING)
    assert "replacing its earlier rules" in send(client, keep="1", set_name="the crown").text
    assert "comes with the game" in send(client, keep="1", set_name="as published").text
    page = send(client, forget="the crown").get_data(as_text=True)
    assert "“the crown” has been deleted." in page
    assert value(page, "set_name") == "the crown"
    assert send(client, rules="nothing of it").status_code == 422
    assert send(client, keep="1", set_name="Wrong", skunk="99").status_code == 422


def test_sets_of_both_games_go_out_and_in_with_the_book(client: Any, score_books: Any) -> None:
    for game in (CRIBBAGE, HAVILERING):
        score_books.keep_rules(BOOK, "Swan", game.setups.rules.read({"target": 31}), game)
    whole = json.loads(client.get("/books/1/book.json").get_data(as_text=True))
    assert whole["house_rules"]["Swan"]["target"] == 31
    assert whole["house_rules_of"]["cribbage"]["Swan"]["target"] == 31
    for game in (CRIBBAGE, HAVILERING):
        score_books.keep_rules(BOOK, "Swan", None, game)
    assert import_records(client, json.dumps(whole).encode()).status_code == 303
    for game in (CRIBBAGE, HAVILERING):
        assert score_books.house_rules(BOOK, game)["Swan"].target == 31
    for spoilt, said in (
        ({"house_rules_of": {"whist": {}}}, "there are none for a game “whist”"),
        ({"house_rules_of": {"cribbage": []}}, "there are none for a game “cribbage”"),
        ({"house_rules_of": {"cribbage": {"X": {"target": 5}}}}, "house rules X: rules.target"),
        ({"house_rules_of": []}, "house_rules_of is not an object"),
        ({"house_rules_of": {"havilering": {}}}, "which belong in house_rules"),
    ):
        answer = import_records(client, json.dumps(whole | spoilt).encode())
        assert answer.status_code == 422
        assert said in answer.get_data(as_text=True)


def test_of_a_file_that_is_refused_no_set_is_kept(client: Any, score_books: Any) -> None:
    score_books.keep_rules(BOOK, "One", CRIBBAGE.setups.rules.read({}), CRIBBAGE)
    whole = json.loads(client.get("/books/1/book.json").get_data(as_text=True))
    whole |= {"house_rules": {"New": {}}, "house_rules_of": {"cribbage": {f"Set {n}": {} for n in range(100)}}}
    answer = import_records(client, json.dumps(whole).encode())
    assert answer.status_code == 422
    assert "can have 100 sets" in answer.get_data(as_text=True)
    assert "New" not in score_books.house_rules(BOOK, HAVILERING)


def test_another_target_or_muggins_is_no_house_rule_of_ones_own(client: Any) -> None:
    """In either game: only a value that differs from the published one is."""
    havilering = "/books/1/new"
    for new, value in ((NEW, "lurch"), (havilering, "prial")):
        page = client.get(new).get_data(as_text=True)
        fields = re.findall(r'<input[^>]*? name="([\w-]+)"[^>]*? value="([^"]*)"', page)
        form = {name: given for name, given in fields if given != "y"}  # No box is ticked.
        form |= dict.fromkeys("NESW", "") | {"target": "61", "muggins": "y", "dealer": "S"}
        told = "House rules: {}</summary>"
        assert told.format("As published") in client.post(new, data=form).get_data(as_text=True)
        assert told.format("your own") in client.post(new, data=form | {value: "5"}).get_data(as_text=True)

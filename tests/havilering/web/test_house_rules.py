"""House rules as named sets: filled in with one tap, saved under a name, and written in the match record."""

import re
from typing import Any

import pytest

from referee.games.havilering.game import HAVILERING
from tests.conftest import BOOK
from tests.core.web.test_matches import send


def value(page: str, name: str) -> str:
    field = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
    assert field, name
    return str(re.findall(r'value="([^"]*)"', field[0])[0])


def test_the_authors_revision_is_filled_in_with_one_tap(client: Any) -> None:
    page = send(client, rules="The author’s revision", target="61").get_data(as_text=True)
    assert (value(page, "jack_havel"), value(page, "jack_havel_dealer"), value(page, "target")) == ("3", "6", "121")
    assert value(page, "N") == "Ann"
    assert "House rules: The author’s revision. Game to 121, without Muggins." in page
    page = send(client, rules="As published", jack_havel="9", prial="1").get_data(as_text=True)
    assert (value(page, "jack_havel"), value(page, "prial")) == ("2", "9")


def test_values_of_every_combination_are_played_by_and_written_in_the_record(client: Any, service: Any) -> None:
    items = {"flush": "5", "last": "0", "run-4": "12", "running-flush-3": "6"}
    assert send(client, jack_havel="3", jack_havel_dealer="6", **items).status_code == 303
    record = HAVILERING.write(service.record(1))
    assert record["rules"]["values"] == {name: int(points) for name, points in items.items()}
    assert (record["rules"]["jack_havel"], record["rules"]["jack_havel_dealer"]) == (3, 6)
    assert HAVILERING.replay(HAVILERING.read(record)) == service.current(1).whole_match
    sheet = client.get("/matches/1/sheet").get_data(as_text=True)
    assert "house rules: Jack Havel 3 and 6, flush 5, run of four 12, running flush of three 6, last 0" in sheet
    # The same four again, by the same rules.
    page = client.get("/books/1/new").get_data(as_text=True)
    assert value(page, "run-4") == "12"
    assert "House rules: your own" in page


def test_a_set_is_kept_under_a_name_chosen_again_replaced_and_forgotten(
    client: Any, service: Any, score_books: Any
) -> None:
    page = send(client, keep="1", set_name=" At the  Swan ", prial="6", target="61", muggins="y").get_data(
        as_text=True
    )
    assert "Saved as “At the Swan”" in page
    page = send(client, rules="At the Swan").get_data(as_text=True)
    assert (value(page, "prial"), value(page, "target")) == ("6", "61")
    assert re.search(r'name="muggins"[^>]*checked|checked[^>]*name="muggins"', page)
    send(client, keep="1", set_name="At the Swan", prial="7")
    assert value(send(client, rules="At the Swan").get_data(as_text=True), "prial") == "7"
    assert "replacing its earlier rules" in send(client, keep="1", set_name="at the swan", prial="8").text
    assert "At the Swan" not in score_books.house_rules(BOOK)
    page = send(client, forget="at the swan").get_data(as_text=True)
    assert "“at the swan” has been deleted. Save restores it." in page
    assert (value(page, "prial"), value(page, "set_name")) == ("8", "at the swan")
    assert "As published" in page
    assert send(client, rules="At the Swan").status_code == 422
    assert service.database.numbers() == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"keep": "1", "set_name": ""}, "has no name"),
        ({"keep": "1", "set_name": "as PUBLISHED"}, "comes with the game"),
        ({"forget": "As published"}, "comes with the game"),
        ({"keep": "1", "set_name": "Swan", "prial": "x"}, "Prial"),
        ({"keep": "1", "set_name": "Swan", "prial": "100"}, "Prial"),
        ({"prial": "100"}, "Prial"),
        ({"last": "-1"}, "Last"),
        ({"flush": "many"}, "Flush"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_kept(
    client: Any, service: Any, score_books: Any, fields: Any, said: str
) -> None:
    answer = send(client, **fields)
    assert answer.status_code == 422
    assert said in answer.get_data(as_text=True)
    assert len(score_books.house_rules(BOOK)) == 2
    assert service.database.numbers() == []


def test_a_set_changed_later_does_not_change_a_match(client: Any, service: Any) -> None:
    send(client, keep="1", set_name="Swan", prial="6")
    send(client, prial="6")
    before = service.current(1).whole_match
    send(client, keep="1", set_name="Swan", prial="1")
    send(client, forget="Swan")
    assert HAVILERING.replay(service.record(1)) == before


def test_enter_where_the_name_is_typed_keeps_the_set_and_starts_nothing(client: Any, service: Any) -> None:
    assert "Saved as “Swan”" in send(client, entered="1", set_name="Swan", prial="6").get_data(as_text=True)
    assert service.database.numbers() == []
    assert send(client, entered="1", set_name="").status_code == 303


def test_what_is_worth_nothing_is_not_called(sit_down: Any) -> None:
    player = sit_down(values={"flush": 0})
    player.trick("7S AS 9S 8S")
    assert "Fifteen one, and a running flush of three is five." in player.page

"""Questions in an address, of every game: the pages answer as the commands do, and refuse the same words."""

import html
import re
from typing import Any

import pytest

from referee.games import GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.pages import with_plain_cards

TRICK = "/dispute?cards=3C.2H.KH.AH&season=autumn"
GREVJASS = "/grevjass/dispute?cards=QH.JH.7S.AH&trump=H"
KARNOFFEL = "/karnoffel/dispute?cards=9S.KS.3H.4D&chosen=H"
WHIST = "/humbug-whist/trick?cards=9S.JS&trump=D"
MELDS = "/grevjass/dispute/melds?melds=E.QS.3-N.K.4&trump=H&dealer=N"
HEARTS = "/hearts/settle?h1=0&h2=3&h3=5&h4=5"


def text(client: Any, path: str) -> tuple[int, str]:
    answer = client.get(path)
    page = with_plain_cards(answer.get_data(as_text=True))
    return answer.status_code, re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


@pytest.mark.parametrize(
    ("question", "answer", "word", "said"),
    [
        (TRICK, "North wins", "season=monsoon", "season: “monsoon” is not one of winter, spring, summer, autumn."),
        (TRICK, "North wins", "leader=Q", "leader: “Q” is not one of N, E, S, W."),
        (TRICK, "North wins", "dealer=north", "dealer: “north” is not one of N, E, S, W."),
        (TRICK, "North wins", "prial=100", "prial: “100” is not a whole number from 0 to 99."),
        (TRICK, "North wins", "jack_havel=٣", "jack havel: “٣” is not a whole number from 0 to 99."),
        (GREVJASS, "East takes it", "leader=5", "leader: “5” is not one of N, E, S, W."),
        (GREVJASS, "East takes it", "trump=X", "“X” is not a suit"),
        (MELDS, "count all of theirs", "trump=X", "“X” is not a suit"),
        (MELDS, "count all of theirs", "dealer=X", "dealer: “X” is not one of N, E, S, W."),
        (KARNOFFEL, "East takes it", "leader=5", "leader: “5” is not one of N, E, S, W."),
        (KARNOFFEL, "East takes it", "chosen=X", "“X” is not a suit"),
        (WHIST, "takes it", "trump=X", "“X” is not a suit"),
        (HEARTS, "Seat 1 is clear", "settling=howl", "settling: “howl” is not one of sweepstake, howell."),
        (HEARTS, "Seat 1 is clear", "revoke=N", "“N” is not a seat of this table: name one from 1 to 4."),
    ],
)
def test_an_unknown_word_gets_no_answer_to_another_question(
    client: Any, question: str, answer: str, word: str, said: str
) -> None:
    status, page = text(client, question)
    assert (status, answer in page) == (200, True)
    name = word.partition("=")[0]
    status, page = text(client, re.sub(rf"&{name}=\w+", "", question) + "&" + word)
    assert (status, answer in page, said in page) == (422, False, True)
    assert client.get(re.sub(rf"&{name}=\w+", "", question) + f"&{name}=").status_code == 200


@pytest.mark.parametrize(("seed", "pack"), [(0, 48), (1, 40)])
def test_a_question_from_the_table_is_about_its_pack(client: Any, service: Any, seed: int, pack: int) -> None:
    service.import_records(BOOK, [SAMPLES["karnoffel"].read(seed)])
    page = client.get("/karnoffel/dispute?match=1").get_data(as_text=True)
    keys = re.findall(r'<button class="key" name="card" value="(..)">', page)
    assert len(set(keys)) == pack
    status, page = text(client, KARNOFFEL.replace("9S", "8S") + "&match=1")
    if pack == 48:
        assert (status, "East takes it" in page) == (200, True)
    else:
        assert (status, "8♠ is not in the pack of 40 cards." in page, "East takes it" in page) == (422, True, False)


COUNT = {"type": "count", "taken": {"1": 1, "2": 3, "3": 4, "4": 5}}


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        ({}, ['value="sweepstake" checked', 'name="pool" value="13"', 'name="jack" value="1" checked']),
        ({"odd_jack": True}, ['name="odd_jack" value="1" checked', 'name="pool" value="13"']),
        ({"settling": "howell", "odd_jack": True}, ['value="howell" checked', 'name="pool" value="0"']),
    ],
)
def test_a_deal_is_settled_by_the_rules_and_the_pool_of_the_table(
    client: Any, service: Any, rules: dict[str, Any], fields: list[str]
) -> None:
    record = {"format": "hearts-match", "version": 1, "players": {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan"},
              "dealer": "4", "started": "2026-11-21T20:00:00+00:00", "rules": rules,
              "actions": [COUNT, {"type": "settle"}]}  # fmt: skip
    service.import_records(BOOK, [GAMES["hearts"].read(record)])
    page = re.sub(r"\s+", " ", client.get("/hearts/settle?match=1").get_data(as_text=True))
    assert [field for field in fields if field not in page] == []
    checked = re.findall(r'name="(\w+)" value="(\w+)" checked', page)
    answer = "&".join(f"{name}={value}" for name, value in checked)
    pool = re.findall(r'name="pool" value="(\d+)"', page)[0]
    status, _ = text(client, f"/hearts/settle?match=1&h1=0&h2=3&h3=5&h4=5&pool={pool}&{answer}")
    assert status == 200


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("h1=6&h2=7&h3=0&h4=", "Cat and Dan are clear: six each, and one stays."),
        ("h1=6&h2=7&h3=&h4=", "Cat and Dan are clear: six each, and one stays."),
        ("h1=&h2=6&h3=7&h4=0", "Ann and Dan are clear: six each, and one stays."),
        ("h1=6&h2=7&h3=0", "Cat is clear, and takes thirteen."),
        ("h1=&h2=&h3=&h4=", "Hearts of each player"),
    ],
)
def test_a_blank_field_is_a_player_at_the_table_without_hearts(
    client: Any, service: Any, asked: str, said: str
) -> None:
    """An example of the rules, whose address has fewer fields, is still about fewer players."""
    record = {"format": "hearts-match", "version": 1, "players": {"1": "Ann", "2": "Bob", "3": "Cat", "4": "Dan"},
              "dealer": "4", "started": "2026-11-21T20:00:00+00:00", "actions": []}  # fmt: skip
    service.import_records(BOOK, [GAMES["hearts"].read(record)])
    status, page = text(client, f"/hearts/settle?match=1&settling=sweepstake&{asked}")
    assert (status, said in page) == (200, True)


@pytest.mark.parametrize("seat", "NS")
def test_more_tricks_than_there_are_get_the_sum_that_is_wrong(client: Any, seat: str) -> None:
    status, page = text(client, f"/humbug-whist/settle?{seat}=30")
    assert (status, "That makes thirty tricks; there are twenty-six." in page) == (422, True)


def test_a_suit_is_not_asked_for_twice(client: Any) -> None:
    status, page = text(client, WHIST.replace("JS", "9S"))
    assert (status, "9♠ cannot be in a trick twice." in page, "Now choose" in page) == (422, True, False)
    assert "Now choose the suit: trumps." in text(client, WHIST.partition("&")[0])[1]


def test_a_deal_of_whist_is_settled_at_the_stake_of_the_table(client: Any, service: Any) -> None:
    record = {"format": "humbug-whist-match", "version": 1, "players": {"N": "Ann", "S": "Bob"}, "dealer": "S",
              "started": "2026-11-21T20:00:00+00:00", "rules": {"stake": 7}, "actions": []}  # fmt: skip
    service.import_records(BOOK, [GAMES["humbug-whist"].read(record)])
    assert 'name="stake" value="7"' in client.get("/humbug-whist/settle?match=1").get_data(as_text=True)
    assert 'name="stake" value="2"' in client.get("/humbug-whist/settle?match=1&stake=2").get_data(as_text=True)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("/hearts/settle?h2=x", "Seat 2: “x” is not a whole number"),
        ("/hearts/settle?match=1&h2=x", "Bob: “x” is not a whole number"),
        ("/humbug-whist/settle?S=x", "The other (S): “x” is not a whole number"),
        ("/humbug-whist/settle?match=2&S=x", "Dan: “x” is not a whole number"),
    ],
)
def test_a_wrong_number_is_told_by_the_name_at_its_field(client: Any, service: Any, asked: str, said: str) -> None:
    for key, players in (("hearts", {"1": "Ann", "2": "Bob"}), ("humbug-whist", {"N": "Cat", "S": "Dan"})):
        record = {"format": f"{key}-match", "version": 1, "players": players, "dealer": next(iter(players)),
                  "started": "2026-11-21T20:00:00+00:00", "actions": []}  # fmt: skip
        service.import_records(BOOK, [GAMES[key].read(record)])
    status, page = text(client, asked)
    assert (status, said in page) == (422, True)


def test_a_pool_may_be_as_large_as_on_the_command_line(client: Any) -> None:
    assert text(client, HEARTS + "&pool=100000")[0] == 200
    for number in ("-1", "1000000000", "x"):
        status, page = text(client, HEARTS + "&pool=" + number)
        assert (status, f"Pool: “{number}” is not a whole number from 0 to 999,999,999." in page) == (422, True)

"""Looking back at a match: sheet, races, replay, hands, picture; and what they show during play."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.cards import PACK, read_cards
from referee.games.edits import Edit
from referee.games.havilering.actions import Play
from referee.games.havilering.outcome import score_sheet
from referee.games.havilering.shapes import SETUPS
from tests.conftest import BOOK, NAMES, Player
from tests.correcting import deal
from tests.pages import with_plain_cards, without_random


@pytest.fixture
def a_hand(sit_down: Any) -> Any:
    """A table at which a whole hand was played, and one trick of the next."""

    def a_hand(tricks: int = 14, **settings: Any) -> Any:
        player = sit_down(season="winter", target=1000, **settings)
        for number, cards in enumerate([*deal(0), *deal(1)][:tricks]):
            if settings.get("muggins") and number == 13:
                player.post("deal")
            player.trick(cards)
            if settings.get("muggins"):
                player.post("claim", draft="")
        return player

    return a_hand


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", with_plain_cards(page)))


def get(client: Any, path: str) -> str:
    answer = client.get(f"/matches/1/{path}")
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def test_the_lines_of_the_chart_at_the_end_differ_not_only_in_colour(client: Any, sit_down: Any) -> None:
    sit_down(target=11, season="winter").trick("QH AH KH JH")
    chart = get(client, "").split('class="end"')[1].split("</svg>")[0]
    assert chart.count("stroke-dasharray") > chart.count("4 3")  # Beside the line of the target.
    assert "Ann &amp; Cat" in chart


def test_the_sheet_has_every_trick_of_a_hand_that_is_over(client: Any, a_hand: Any, service: Any) -> None:
    a_hand()
    page = get(client, "sheet")
    match = service.current(1).whole_match
    for trick in match.tricks[:13]:
        assert f'id="trick-1-{trick.number}"' in page
        for card in trick.cards:
            assert card.name in page
    assert "trick-2-1" not in page
    assert f">{match.tricks[12].totals.ns}</text>" in page
    for told in ("Best trick", "Jack Havel", "The race, hand by hand, in figures"):
        assert told in page
    assert "Greatest swing" not in page  # Of one hand.


def test_a_hand_stands_out_among_several(client: Any, a_hand: Any) -> None:
    a_hand(26)
    assert "Greatest swing" in get(client, "sheet")


def test_the_label_of_a_target_of_four_digits_has_room(client: Any, sit_down: Any) -> None:
    sit_down(season="winter", target=1000).trick("QH AH KH JH")
    at = re.search(r'(?s)<text x="([^"]*)"[^>]*text-anchor="end">1000<', get(client, "sheet"))
    assert at
    assert float(at[1]) > 4 * 6.6  # The letters' size is 11.


def test_the_race_is_drawn_with_words_and_figures_behind_it(client: Any, sit_down: Any) -> None:
    player = sit_down(season="winter", target=11)
    player.trick("QH AH KH JH")
    page = get(client, "sheet")
    said = re.search(r"<figcaption>([^<]*)</figcaption>", page)
    assert said
    assert said[1].startswith("Ann &amp; Cat reached 11 first, 14–0. The lead never changed.")
    assert page.count("<polyline") == 4
    assert "--mark-fill" not in page  # The points were not run.
    for side in ("ns", "ew"):
        assert re.search(rf'<text [^>]*fill="var\(--{side}[^>]*>', page)


def test_what_was_put_right_is_marked(client: Any, a_hand: Any, service: Any) -> None:
    a_hand()
    first = service.current(1).whole_match.tricks[0].cards
    swapped = (first[1], first[0], *first[2:])
    service.correct(1, 14, "m", [Edit(1, 1, (Play(read_cards(" ".join(card.code for card in swapped))),))])
    page = get(client, "sheet")
    assert page.count("corrected afterwards") == 1 + 1  # In the trick, and in the legend on paper.
    assert "Corrected 1 trick" in plain(page)
    service.undo(1, 15, "u")
    assert get(client, "sheet").count("corrected afterwards") == 1  # In the legend only.


# --- the replay ----------------------------------------------------------------------------------------------


def test_the_replay_shows_the_table_after_each_trick(client: Any, a_hand: Any, service: Any) -> None:
    a_hand()
    match = service.current(1).whole_match
    for trick in match.tricks[:13]:
        page = get(client, f"replay?at={trick.number}")
        assert f"Step {trick.number} of 13" in plain(page)
        for card in trick.cards:
            assert f"{card.rank.sign}{card.suit.symbol}" in plain(page)
        assert re.search(rf"Pegboard: Ann &amp; Cat {trick.totals.ns}, Bob &amp; Dan {trick.totals.ew},", page)
    assert "Pegboard: Ann &amp; Cat 0, Bob &amp; Dan 0" in get(client, "replay")
    assert "Pegboard: Ann &amp; Cat 0, Bob &amp; Dan 0" in get(client, "replay?at=-5")
    assert without_random(get(client, "replay?at=99")) == without_random(get(client, "replay?at=13"))
    assert client.get("/matches/1/replay?at=x").status_code == 200


def test_the_replay_patches_its_own_page(client: Any, a_hand: Any) -> None:
    a_hand()
    answer = client.get("/matches/1/replay?at=3", headers={"HX-Request": "true"})
    assert answer.get_data(as_text=True).startswith('<section id="watch"')
    assert 'id="where" hx-swap-oob="innerHTML">Hand 1, trick 3</span>' in answer.get_data(as_text=True)


def test_the_replay_stops_before_the_hand_that_is_played(client: Any, a_hand: Any) -> None:
    a_hand(tricks=20)
    assert "of 13" in plain(get(client, "replay?at=99"))
    page = with_plain_cards(without_random(get(client, "replay?at=99")))
    assert deal(1)[0].split()[0] not in page


def test_the_replay_of_muggins_tells_what_was_told_then(client: Any, a_hand: Any) -> None:
    a_hand(muggins=True)
    page = plain(get(client, "replay?at=3"))
    assert "claims nothing" in page
    assert "Unclaimed" not in page


def test_the_replay_says_that_a_hand_was_dealt_again(client: Any, sit_down: Any) -> None:
    player = sit_down(season="winter", target=1000)
    player.trick("7S AS 9S 8S")
    player.post("misdeal")
    for cards in deal(0):
        player.trick(cards)
    told = [plain(get(client, f"replay?at={at}")) for at in range(4)]
    assert "Hand 1, trick 1" in told[1]
    assert "Misdeal: hand 1 is dealt again" in told[2]
    assert "Pegboard" not in told[2]
    assert "Hand 1, trick 1" in told[3]
    assert "Step 3 of 15" in told[3]


# --- a hand --------------------------------------------------------------------------------------------------


def test_a_hand_is_looked_back_on_when_it_is_over(client: Any, a_hand: Any, service: Any) -> None:
    a_hand()
    page = plain(get(client, "hands/1"))
    for told in ("Card by card", "Where the high cards fell", "What each held", "All 52 cards"):
        assert told in page
    assert "Its tricks stay closed" in get(client, "hands/2")
    for missing in ("hands/3", "hands/0", f"hands/{10**30}"):
        assert client.get(f"/matches/1/{missing}").status_code == 404
    closed = service.current(1).whole_match.tricks[13].cards
    assert not any(card.name in get(client, "hands/2") for card in closed)


def test_a_hand_names_revokes_instead_of_missing_suits(client: Any, sit_down: Any, service: Any) -> None:
    player, begun = sit_down(season="winter", target=1000), "7S AS 4D 8S 2D KD 9S 8D 3S 5D 4S 5S".split()
    cards = begun + [card.code for card in PACK if card.code not in begun]
    for at in range(0, 52, 4):
        player.trick(" ".join(cards[at : at + 4]))
    page = get(client, "hands/1").split("Card by card</h2>")[1].split("</table>")[0]
    revokes = service.current(1).whole_match.revokes
    assert page.count("<small>revoke</small>") == len({(each.seat, each.trick.number) for each in revokes})


def test_the_menu_leads_to_the_latest_hand_that_may_be_looked_at(client: Any, a_hand: Any, open_match: Any) -> None:
    player = a_hand(tricks=3)
    assert client.get("/matches/1/hands/").location == "/matches/1/sheet"
    for cards in deal(0)[3:]:
        player.trick(cards)
    assert client.get("/matches/1/hands/").location == "/matches/1/hands/1"
    current = open_match(teaching=True, season="winter")
    Player(client, current.id).trick("7S AS 9S 8S")
    assert client.get(f"/matches/{current.id}/hands/").location == f"/matches/{current.id}/hands/1"


def test_while_it_is_played_only_where_the_match_switched_it_on(client: Any, service: Any, open_match: Any) -> None:
    for teaching in (False, True):
        current = open_match(teaching=teaching, season="winter", target=1000)
        player = Player(client, current.id)
        for cards in deal(0)[:4]:
            player.trick(cards)
        page = client.get(f"/matches/{current.id}/hands/1").get_data(as_text=True)
        assert ("Card by card" in page) is teaching
        assert ("So far" in page) is teaching
        assert ("Look back" in client.get(f"/matches/{current.id}/sheet").get_data(as_text=True)) is teaching


def test_while_it_is_played_no_trick_leads_to_a_page_that_is_closed(client: Any, open_match: Any) -> None:
    current = open_match(teaching=True, season="winter", target=1000)
    player = Player(client, current.id)
    for cards in deal(0)[:4]:
        player.trick(cards)
    page = client.get(f"/matches/{current.id}/hands/1").get_data(as_text=True)
    assert "/why/" not in page
    assert "What each has played" in page


def test_with_muggins_a_trick_that_may_be_called_is_never_told(client: Any, open_match: Any) -> None:
    current = open_match(teaching=True, season="winter", target=1000, muggins=True)
    player = Player(client, current.id)
    for cards in deal(0)[:3]:
        player.trick(cards)
        player.post("claim", draft="")
    page = plain(client.get(f"/matches/{current.id}/hands/1").get_data(as_text=True))
    told = page.split("Unclaimed points")[1].split("The last to play")[0]
    assert [number for number in (1, 2, 3) if f"Trick {number}," in told] == [1, 2]
    signs = {"D": "♦", "H": "♥", "S": "♠", "C": "♣"}
    last = [code[0].replace("T", "10") + signs[code[1]] for code in deal(0)[2].split()]
    assert not any(card in page.split("Voids")[0] for card in last)


def test_what_went_unclaimed_is_told_after_the_hand(client: Any, a_hand: Any) -> None:
    player = a_hand(tricks=13, muggins=True)
    assert "stay closed" in get(client, "hands/1")
    player.post("deal")
    page = plain(get(client, "hands/1"))
    assert "Unclaimed points" in page
    assert "caught" not in page
    assert "nobody called" in plain(get(client, "sheet"))


# --- the picture ---------------------------------------------------------------------------------------------


def test_the_picture_stands_for_itself_and_shows_no_closed_card(client: Any, a_hand: Any, visit: Any) -> None:
    a_hand()
    answer = visit(Permission.WATCH, 1).get("/matches/1/picture.svg")
    drawn = answer.get_data(as_text=True)
    assert answer.mimetype == "image/svg+xml"
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert ">Ann</text>" in drawn
    assert "<title>Ann &amp; Cat v Bob &amp; Dan</title>" in drawn
    assert not re.search(r'href|<script|<style|class="|\sstyle="|[♠♥♦♣]', drawn)
    assert drawn.count("<polyline") == 2


def test_a_match_in_which_nothing_was_played_has_a_sheet_and_a_picture(client: Any, sit_down: Any) -> None:
    sit_down()
    assert "Nothing has been played yet." in get(client, "sheet")
    assert "<polyline" not in get(client, "picture.svg")
    assert "Replay" not in plain(get(client, "sheet"))
    assert client.get("/matches/1/replay").location == "/matches/1/sheet"
    assert client.get("/matches/1/hands/1").status_code == 404


@pytest.mark.parametrize("name", ["<b>&\"'", "李娜", "A" * 40])
def test_names_are_names_in_the_picture_too(client: Any, service: Any, name: str) -> None:
    setup = {"players": NAMES | {"N": name}, "dealer": "N", "started": "2026-06-20T21:00:00+01:00", "rules": {}}
    service.open(BOOK, SETUPS.read(setup))
    drawn = get(client, "picture.svg")
    assert "<b>" not in drawn
    assert name in "".join(ET.fromstring(drawn).itertext())


def test_a_call_is_told_by_the_items_it_named_and_not_by_its_points(client: Any, sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True, target=121)
    player.trick("5S 5D 5C KH")
    player.post("claim")
    player.post("muggins by=E", kind="call", way="call", draft="prial.flush.pair")
    told = "called Muggins. Right: a prial. Wrong: a pair and a flush."
    assert told not in plain(client.get("/matches/1/sheet").get_data(as_text=True))  # The hand is not over.
    sheet = score_sheet(service.current(1).whole_match)
    assert "East calls Muggins. Right: a prial. Wrong: a pair and a flush." in sheet
    for trick in deal(0):
        if not set(trick.split()) & {"5S", "5D", "5C", "KH"}:
            player.trick(trick)
            player.post("claim")
    player.trick("KS KD KC 5H")
    player.post("claim")
    player.post("deal")
    player.post("", cards="2D.3D.4D.5D")
    assert f"Bob {told}" in plain(client.get("/matches/1/sheet").get_data(as_text=True))

"""The table of Karnöffel without JavaScript, the texts of its pages, and its corrections."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.outcome import outcome
from referee.web.games.karnoffel import texts
from tests.conftest import BOOK
from tests.grevjass.playing import hidden
from tests.karnoffel.playing import TRICKS, deal, over, record, trick
from tests.pages import text

RESULT: dict[str, Any] = {"type": "result", "side": "EW", "lost": 1}
SUIT: dict[str, Any] = {"type": "chosen", "suit": "C"}
VOID: dict[str, Any] = {"type": "misdeal"}


class Table:
    """A match that is played by posts, tap by tap."""

    def __init__(self, client: Any, service: Any, written: dict[str, Any]) -> None:
        self.client, self.service = client, service
        ((self.number, _),) = service.import_records(BOOK, [KARNOFFEL.read(written)])
        self.address = f"/karnoffel/matches/{self.number}/"
        self.seen = self.page(self.address)

    def page(self, address: str) -> str:
        answer = self.client.get(address, follow_redirects=True)
        assert answer.status_code == 200
        return str(answer.get_data(as_text=True))

    def tap(self, *values: str, name: str = "tap", status: int = 200) -> str:
        """Taps, each with a page of its own; what the last page says."""
        for value in values:
            form = {
                each: hidden(self.seen, each) for each in ("csrf_token", "version", "key", "turn", "kind", "draft")
            }
            answer = self.client.post(self.address + "enter", data=form | {name: value}, follow_redirects=True)
            assert answer.status_code == status, text(answer.get_data(as_text=True))
            self.seen = answer.get_data(as_text=True)
        return text(self.seen)

    @property
    def outcome(self) -> dict[str, Any]:
        return outcome(self.service.current(self.number).match)


@pytest.fixture
def table(client: Any, service: Any) -> Any:
    return lambda written: Table(client, service, written)


def test_a_deal_by_the_four_cards_and_its_tricks(table: Any) -> None:
    at = table(deal(0))
    at.seen = at.page(at.address + "?way=four")
    said = at.tap("9S", "3H", "TC", "3D", name="card")
    assert "Bob’s three chooses hearts. Ann leads." in said
    assert text(at.page(f"/matches/{at.number}/watch")).count("Ann leads.") == 1
    assert "Cat: the king; the three does not take it." in at.tap(*TRICKS[0].split(), name="card")
    for cards in TRICKS[1:]:
        said = at.tap(*cards.split(), name="card")
    assert "Three tricks: N–S win the deal and lead 1–0. Ann deals." in said
    assert at.outcome["deals"][0]["cards"] == ["9S", "3H", "TC", "3D"]
    assert "Bob’s face-up card?" in said  # The next deal is entered as this one was.


@pytest.mark.parametrize(("given", "said"), [(0, "lead 1–0"), (1, "are level, 1–1"), (2, "trail 1–2")])
def test_the_end_of_a_deal_says_who_is_ahead(given: int, said: str) -> None:
    ruling = {"type": "adjust", "side": "EW", "deals": given, "reason": "agreed"}
    match = KARNOFFEL.replay(KARNOFFEL.read(record(ruling, {"type": "result", "side": "NS", "lost": 2})))
    assert f"Three tricks to two: N–S win the deal and {said}." in KARNOFFEL.sheet(match)


def test_a_result_in_three_taps(table: Any) -> None:
    at = table(deal(2))
    at.seen = at.page(at.address + "?way=result")
    assert "How many tricks for the other side?" in at.tap("EW")
    assert "N–S have taken one trick of this deal already." in at.tap("0", status=422)
    said = at.tap("2")
    assert "Three tricks to two: E–W win the deal and lead 1–0. Ann deals." in said
    assert at.outcome["deals"] == [
        {
            "deal": 1,
            "dealer": "W",
            "chosen": "H",
            "cards": ["9S", "3H", "TC", "3D"],
            "entry": "mixed",
            "winner": "EW",
            "tricks": {"NS": 2, "EW": 3},
        }
    ]


def test_a_suit_in_one_tap_and_the_devil_is_noticed_at_once(table: Any) -> None:
    at = table(record())
    assert "Hearts are chosen. Ann leads." in at.tap("H")
    assert "the Devil, who may not be led to the first trick" in at.tap("7H", name="card", status=422)
    free = table(record(devil_first=True))
    free.tap("H")
    said = free.tap("7H", "6H", "2H", "KH", name="card")
    assert "Ann’s Devil was led: nothing but the Karnöffel takes it." in said


def test_a_face_up_card_of_another_is_pointed_out_with_the_way_to_its_trick(table: Any) -> None:
    at = table(deal(2, "9S TC KS 4D"))
    assert "Bob played 10♣ in trick 1: it lay face up with Cat." in text(at.seen)
    link = f"/matches/{at.number}/mend?card=TC"
    assert link in at.seen
    assert "Trick 1: Ann leads 9♠ 10♣ K♠ 4♦" in text(at.page(link))
    assert "revokes" not in at.outcome


def test_undo_gives_back_what_was_tapped(table: Any) -> None:
    at = table(record())
    at.tap("H")
    at.tap(*TRICKS[0].split(), name="card")
    at.tap("undo", name="do")
    assert hidden(at.seen, "draft") == "9S.3H.KS"
    at.tap("undo", "undo", "undo", "undo", name="do")
    assert at.outcome["phase"] == "choose"


@pytest.mark.parametrize(("path", "words"), [
    ("sheet", "3–1"), ("deals/1", "Ann’s Karnöffel takes the Kaiser."), ("deals/2", "Three tricks to one: E–W win"),
    ("replay?at=3", "Cat"), ("sheet", "counted by hand before"),
])  # fmt: skip
def test_a_match_that_is_over_is_looked_back_on(table: Any, path: str, words: str) -> None:
    at = table(over())
    assert at.outcome["phase"] == "over"
    assert words in text(at.page(at.address + path))


def test_a_void_deal_is_not_dealt_again_once_a_ruling_has_ended_the_match(table: Any) -> None:
    ruling = {"type": "adjust", "side": "NS", "deals": 1, "reason": "agreed"}
    at = table(record({"type": "misdeal"}, target=1))
    assert "The deal is void: Dan deals again." in text(at.seen)
    at = table(record({"type": "misdeal"}, ruling, target=1))
    watched = text(at.page(f"/matches/{at.number}/watch"))
    assert "N–S +1 deal: agreed" in watched
    assert "deals again" not in watched


@pytest.mark.parametrize("before", [[], [RESULT], [SUIT], [RESULT, SUIT], [VOID], [RESULT, SUIT, VOID]])
def test_a_ruling_that_ends_the_match_is_told_first_and_nobody_deals_or_leads(
    table: Any, before: list[dict[str, Any]]
) -> None:
    ruling = {"type": "adjust", "side": "NS", "deals": 3, "reason": "agreed"}
    at = table(record(*before, ruling, target=3))
    first, *more = texts.recent(at.service.current(at.number).match)
    assert first == "N–S +3 deals: agreed"
    assert all(line and not re.search("deals[ .]|leads|void", line) for line in more), more
    if SUIT in before[-1:]:
        assert "A ruling ended the match." in text(at.page(f"{at.address}deals/{len(before)}"))


@pytest.mark.parametrize(("since", "is_told"), [
    ([], True), ([{"type": "adjust", "side": "NS", "deals": 1, "reason": "agreed"}], True),
    ([{"type": "chosen", "suit": "H"}], False), ([SUIT], False), ([VOID], False),
    ([SUIT, trick("KH 3C 2S QH")], True), ([SUIT, trick("KH 3C 2S QH"), RESULT], False),
])  # fmt: skip
def test_the_last_trick_is_explained_while_its_winner_is_told(
    table: Any, since: list[dict[str, Any]], is_told: bool
) -> None:
    at = table(record(*deal(5)["actions"], *since))
    watched = at.page(f"/matches/{at.number}/watch")
    assert ("Why?" in watched) is is_told


def test_a_choice_is_corrected_by_its_cards_or_its_suit(table: Any) -> None:
    at = table(deal(3))
    base = f"/matches/{at.number}/mend/1"
    by_cards = at.page(f"{base}?cards=9S.4H.TC.3D&done=1")
    assert "Dan’s three chooses diamonds" in text(by_cards)
    by_suit = at.page(f"{base}?by=suit&suit=C&done=1")
    assert "Clubs are chosen" in text(by_suit)
    assert "Enter the four cards instead" in text(at.page(f"{base}?by=suit"))
    assert "Enter only the suit instead" in text(at.page(base))


def test_the_command_tells_why_and_what_each_card_is_worth(capsys: Any) -> None:
    from referee.cli import main

    assert main(["karnoffel", "8H", "7H", "KH", "3H", "--chosen", "H"]) in (0, None)
    told = capsys.readouterr().out
    assert told.startswith("South takes it. The king of hearts takes it; the three does not.")
    assert "7♥  the Devil; not led, it takes nothing" in told
    assert main(["karnoffel", "AH", "7H", "KH", "3H", "--chosen", "H"]) == 2
    assert "A♥ is not in the pack of 48 cards." in capsys.readouterr().err

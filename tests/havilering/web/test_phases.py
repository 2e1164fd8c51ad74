"""Claims and calls, offers, ends of hands, games and matches; undo; accidents."""

import html
import random
import re
from typing import Any

import pytest

from tests.conftest import BOOK, NAMES, NO_SCORE
from tests.pages import text

SIX = "7S AS 9S 8S"
# Of a trick worth 14 there is nothing to see before its claim: these words would give it away.
TELLING = re.compile(r"running flush of four is|fourteen|thirty-one three|to 14|14 (holes|points)", re.IGNORECASE)


def headline(page: str) -> str:
    """The first line of the last result."""
    return page.split('class="headline"')[1].split("</p>")[0]


@pytest.mark.parametrize("fragments", [False, True])
def test_no_page_before_the_claim_tells_the_worth_of_a_trick(sit_down: Any, client: Any, fragments: bool) -> None:
    """Two tricks that look alike but for their cards and are worth 14 and 0 must give the same page."""

    def pages(cards: str) -> list[str]:
        player = sit_down(fragments, muggins=True, season="winter")
        player.trick(cards)
        more = [
            client.get(f"/matches/{player.match_id}/{page}").get_data(as_text=True)
            for page in ("", "why/1/1", "sheet", "board", "watch")
        ]
        return [without_cards(page) for page in [player.page, *more]]

    def without_cards(page: str) -> str:
        page = re.sub(r'name="(key|csrf_token|csrf|epoch)" (value|content)="[^"]*"', "", page)
        page = re.sub(r"/matches/\d+/|data-match=\"\d+\"|match=\d+|like=\d+|havilering-\d+", "", page)
        page = re.sub(r'data-gone="[^"]*"|data-last="[^"]*"|data-past="[^"]*"|<span class="face.*?</span>', "", page)
        page = re.sub(r'<p class="reason">.*?</p>', "", page)  # Which suit rules, in words about these very cards.
        assert not TELLING.search(page)
        return page

    # In both the second player takes the trick, with a heart.
    assert pages("QH AH KH JH") == pages("4H AH 8H 2C")


def test_a_claim_is_tapped_together_and_pegged(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    assert "Cat takes the trick and claims its points." in player.page
    for item in ("fifteen", "flush", "flush"):
        player.post("", tap=item)
    player.post("", untap="2")
    assert player.hidden("draft") == "fifteen.flush"
    assert 'class="sum">2<' in player.page
    player.post("claim")
    assert service.current(player.match_id).whole_match.score.ns == 2
    assert "Cat claims 2 points" in player.page


def test_a_claim_that_is_not_there_is_refused_and_stays_to_be_put_right(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    assert player.post("claim", draft="fifteen.fifteen.prial").status_code == 422
    assert "Something you claimed is not there. Change it and claim again." in player.page
    answers = set()
    for claimed in ("fifteen.fifteen.prial", "prial", "pair.pair.run-3", "fifteen.fifteen"):
        assert player.post("claim", draft=claimed).status_code == 422
        token = r"[\w-]+\.[\w-]{6}\.[\w-]{27}"  # It has the time in it.
        told = re.sub(rf'{token}|name="(key|draft|version)" value="[^"]*"|data-version="\d+"', "", player.page)
        answers.add(
            re.sub(r'(?s:<button class="less".*?</button>|<b class="count".*?</b>)|class="sum">\d+', "", told)
        )
    assert len(answers) == 1  # Neither what is not there nor how many.
    assert "Refused" not in player.page  # The refusal itself is told.
    assert "Refused 5 times." in player.look()
    player.post("claim", draft="fifteen.fifteen.prial")
    assert player.hidden("draft") == "fifteen.fifteen.prial"
    assert service.current(player.match_id).whole_match.phase.value == "claim"


def test_muggins_opens_with_the_next_lead_and_keeps_it(sit_down: Any, service: Any) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    player.post("claim", draft="fifteen")
    assert re.search(r'class="button way muggins" hidden', player.page)
    player.post("", card="2D")
    call = re.search(r'class="button way muggins" href="/matches/1/([^"]*)"', player.page)
    assert call
    player.look(html.unescape(call[1]))
    assert "what did Cat miss?" in player.page
    for item in ("flush", "pair"):
        player.post("", tap=item)
    player.post("muggins by=W")
    match = service.current(player.match_id).whole_match
    assert (match.score.ns, match.score.ew) == (1 + 2, 1)
    assert "Dan is right: a flush, +1. Wrong: a pair, +2 to Ann &amp; Cat" in text(headline(player.page))
    assert "to 3" not in headline(player.page)
    assert player.hidden("draft") == "2D"
    assert "running flush" not in player.page.split('id="panel"')[0]


def test_an_offer_is_made_in_the_players_names(sit_down: Any, service: Any) -> None:
    player = sit_down(best_of=3, target=11, season="winter")
    player.trick("3C 2H KH AH")
    assert 'class="to-go"' in player.page
    player.trick("AS 7S 9S 8S")
    assert "Bob asks Cat: “Shall we finish?”" in player.page
    assert 'class="to-go"' not in player.page  # Once the game is won.
    player.post("reply answer=maybe")
    assert "Bob asks Ann: “How about you?”" in player.page
    assert player.post("reply answer=maybe").status_code == 422
    assert player.post("reply answer=perhaps").status_code == 422
    player.post("reply answer=no")
    match = service.current(player.match_id).whole_match
    assert (match.game, match.hand, match.score.ns, match.score.ew) == (2, 2, 0, 0)
    assert "Game 1 to" in player.page


def test_a_whole_hand_with_muggins_ends_with_calls_and_a_deal(sit_down: Any) -> None:
    player = sit_down(muggins=True, season="winter")
    pack = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    for place in range(0, 52, 4):
        player.trick(" ".join(pack[place : place + 4]))
        player.post("claim")
    assert "Any call on the last trick?" in player.page
    player.post("deal")
    assert re.search("Points in hand 1.*Ann &amp;\u00a0Cat.*>0<.*Bob &amp;\u00a0Dan.*>0<", player.page, re.DOTALL)
    assert "Best trick: " in player.page
    assert "Unclaimed: " in player.page
    sheet = player.client.get(f"/matches/{player.match_id}/sheet").get_data(as_text=True)
    assert "Unclaimed:" in sheet
    assert "Best trick" in sheet


@pytest.mark.parametrize(
    ("claimed", "called", "told"),
    [
        ({"fifteen": 4, "prial": 1}, {}, "Dan’s 13"),
        ({"fifteen": 1}, {"prial": 1, "fifteen": 3}, "Dan’s 13 (Bob & Dan pegged 1, Ann & Cat pegged 12)"),
        ({}, {"prial": 1}, "Dan’s 13 (Ann & Cat pegged 9)"),
        ({}, {}, "Dan’s 13 (nobody pegged it)"),
        ({"fifteen": 4, "prial": 1}, {"flush": 1}, "Dan’s 13 (Bob & Dan pegged 14)"),
    ],
)
def test_with_muggins_the_best_trick_says_who_pegged_it(
    client: Any, service: Any, claimed: Any, called: Any, told: str
) -> None:
    """8.1, 8.3, 8.4: on the table after the hand, at the end, and on the sheet."""
    best = ["5S", "5D", "JH", "5C"]
    rest = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA" if rank + suit not in best]
    random.Random(0).shuffle(rest)
    actions: list[dict[str, Any]] = [{"type": "trick", "cards": best}, {"type": "claim", "items": claimed}]
    actions += [{"type": "muggins", "by": "N", "items": called}] if called else []
    for place in range(12):
        actions += [{"type": "trick", "cards": rest[place::12]}, {"type": "claim", "items": {}}]
    record: dict[str, Any] = {"format": "havilering-match", "version": 1, "players": NAMES, "dealer": "N",
              "started": "2026-01-05T19:30:00Z", "rules": {"muggins": True, "target": 31, "season": "winter"},
              "actions": [*actions, {"type": "deal"}]}  # fmt: skip
    win = {"type": "adjust", "side": "NS", "points": 31, "reason": "agreed"}
    for more, short in (([], told), ([win], told.replace("’s 13", ", 13 in hand 1, trick 1"))):
        played = record | {"actions": record["actions"] + more}
        ((number, _),) = service.import_records(BOOK, [service.games["havilering"].read(played)])
        pages = [
            client.get(f"/matches/{number}/{path}").get_data(as_text=True)
            for path in ("watch" if more else "", "sheet")
        ]
        on_table, on_sheet = (re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]+>", "", page))) for page in pages)
        assert f"Best trick: {short}." in on_table
        assert f"Best trick{told}, hand 1:" in on_sheet


def test_the_latest_of_several_calls_comes_first_and_the_claim_last(client: Any, service: Any) -> None:
    actions: list[dict[str, Any]] = [{"type": "trick", "cards": ["7H", "8H", "9H", "TH"]}]
    actions.append({"type": "claim", "items": {}})
    for by, item in (("E", "run-4"), ("W", "flush"), ("E", "pair")):
        actions.append({"type": "muggins", "by": by, "items": {item: 1}})
    record: dict[str, Any] = {"format": "havilering-match", "version": 1, "players": NAMES, "dealer": "S",
              "started": "2026-01-05T19:30:00Z", "rules": {"muggins": True}, "actions": actions}  # fmt: skip
    ((number, _),) = service.import_records(BOOK, [service.games["havilering"].read(record)])
    page = text(client.get(f"/matches/{number}/").get_data(as_text=True))
    told = re.findall("wrong: a pair|right: a flush|wrong: a run of four|claims nothing", page)
    assert told == ["wrong: a pair", "right: a flush", "wrong: a run of four", "claims nothing"]


def test_match_over_and_the_same_four_again_once(sit_down: Any, service: Any, client: Any) -> None:
    player = sit_down(target=11, season="winter", dealer="W")
    for cards in ("3C 2H KH AH", SIX, "QD KD AD 2D", "3D 4D 5D 6D"):
        if service.current(player.match_id).whole_match.phase.value != "match-over":
            player.trick(cards)
    assert "win the match" in player.page
    form = player.form()
    answer = client.post(f"/matches/{player.match_id}/rematch", data=form)
    again = client.post(f"/matches/{player.match_id}/rematch", data=form)
    assert answer.location == again.location
    new = service.current(int(answer.location.split("/")[2])).match
    assert new.setup.players == service.current(player.match_id).whole_match.setup.players
    before = service.current(player.match_id).whole_match
    assert new.dealer == before.setup.left(before.dealer)


def test_undo_and_redo_in_one_tap(sit_down: Any, service: Any) -> None:
    player = sit_down(target=11, season="winter", best_of=3)
    player.trick("3C 2H KH AH")
    player.trick("AS 7S 9S 8S")
    assert "asks" in player.page
    player.post("undo")
    assert "Undone: A♠ 7♠ 9♠ 8♠." in text(player.page)
    assert "draft=AS.7S.9S.8S" in player.page
    assert service.current(player.match_id).whole_match.in_hand == 1
    player.post("redo")
    assert service.current(player.match_id).whole_match.phase.value == "offer-first"
    player.post("undo")
    player.post("undo")
    assert player.post("undo").location == f"/matches/{player.match_id}/mend/start"


def test_a_misdeal_gives_the_hand_back_and_undo_takes_that_back(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    player.post("misdeal")
    assert "Misdeal: hand 1 is dealt again." in player.page
    assert service.current(player.match_id).whole_match.score.ns == 0
    player.post("undo")
    assert service.current(player.match_id).whole_match.score.ns == 6


def adjust(player: Any, page: str, **fields: str) -> Any:
    form = player.client.get(f"/matches/{player.match_id}/{page}").get_data(as_text=True)
    found = {
        name: re.findall(rf'name="{name}" value="([^"]*)"', form)[0] for name in ("csrf_token", "version", "key")
    }
    return player.client.post(f"/matches/{player.match_id}/{page}", data=found | {"about": ""} | fields)


def test_points_are_given_and_taken_for_a_reason(sit_down: Any, service: Any) -> None:
    player = sit_down()
    assert adjust(player, "ruling", side="EW", give="1", points="5", reason="agreed").status_code == 303
    assert adjust(player, "ruling", side="EW", give="-1", points="2", reason="agreed").status_code == 303
    assert service.current(player.match_id).whole_match.score.ew == 3
    assert "Bob &amp; Dan −2, now 3: agreed." in player.look()
    refused = adjust(player, "ruling", side="EW", give="-1", points="4", reason="agreed")
    assert refused.status_code == 422
    assert "Bob and Dan have 3 points: no more than that can be taken." in refused.get_data(as_text=True)
    assert 'value="agreed"' in refused.get_data(as_text=True)
    for fields in ({"points": "x"}, {"points": ""}, {"reason": ""}, {"side": "QQ"}, {"give": "2"}):
        answer = adjust(player, "ruling", **{"side": "NS", "give": "1", "points": "1", "reason": "r"} | fields)
        assert answer.status_code == 422
    assert len(service.audit_log(player.match_id)) == 2


def test_the_wooden_board_is_right(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    assert adjust(player, "pegs", NS="4", EW="9", reason="the wooden board differs").status_code == 303
    assert (
        service.current(player.match_id).whole_match.score.ns,
        service.current(player.match_id).whole_match.score.ew,
    ) == (
        4,
        9,
    )
    assert len(service.audit_log(player.match_id)) == 2
    player.look()
    player.post("undo")
    assert service.current(player.match_id).whole_match.score.ns == 6
    both = adjust(player, "pegs", NS="130", EW="121", reason="the wooden board differs")
    assert both.status_code == 422
    assert "Only one side can have reached 121 first" in both.get_data(as_text=True)
    # Nothing to change is nothing entered.
    assert adjust(player, "pegs", NS="6", EW="0", reason="same").status_code == 303
    assert len(service.audit_log(player.match_id)) == 3


def test_the_board_may_be_set_past_the_target_for_one_side(sit_down: Any, service: Any) -> None:
    player = sit_down(best_of=3)
    assert adjust(player, "pegs", NS="123", EW="119", reason="the wooden board differs").status_code == 303
    match = service.current(player.match_id).whole_match
    assert (match.phase.value, match.score.ns, match.score.ew) == ("offer-first", 123, 119)


def test_an_adjustment_from_a_stale_page_is_shown_again(sit_down: Any, service: Any) -> None:
    player = sit_down()
    form = player.form()
    player.trick(NO_SCORE[0])
    fields = {"about": "", "side": "NS", "give": "1", "points": "3", "reason": "agreed"}
    answer = player.client.post(f"/matches/{player.match_id}/ruling", data=form | fields)
    assert answer.status_code == 409
    assert 'value="agreed"' in answer.get_data(as_text=True)
    assert len(service.audit_log(player.match_id)) == 1


def test_every_kind_of_entry_counts_once_however_often_it_is_sent(sit_down: Any, service: Any) -> None:
    """The same form twice: the second gets the answer of the first, and nothing is entered again."""
    player = sit_down(fragments=True, muggins=True, best_of=3, season="winter")

    def twice(what: str, **fields: str) -> None:
        form = player.form() | fields
        answers = [player.post(what, **form) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200], what
        first, second = (re.sub(r'name="key" value="[^"]*"', "", answer.get_data(as_text=True)) for answer in answers)
        assert first == second, what

    steps: list[tuple[str, dict[str, str]]] = [
        ("", {"draft": "7S.AS.9S.8S"}),
        ("claim", {"draft": "fifteen.flush"}),
        ("muggins by=W", {"kind": "call", "way": "call", "draft": "running-flush-3.pair", "led": "2D"}),
        ("undo", {"draft": ""}),  # With a card down it would take that one back.
        ("redo", {}),
        ("misdeal", {}),
        ("", {"draft": "2S.KS.6S.8C"}),
        ("claim", {}),
    ]
    for number, (what, fields) in enumerate(steps, 1):
        twice(what, **fields)
        assert service.current(player.match_id).version == number
    assert adjust(player, "ruling", side="EW", give="1", points="130", reason="agreed").status_code == 303
    player.look()
    twice("reply answer=maybe")
    twice("reply answer=no")
    assert service.current(player.match_id).version == len(steps) + 3

"""The table of Grevjass by posts: the same result as the record, and drafts are kept."""

import random
import re
from typing import Any

import pytest

from referee.games.grevjass.game import GREVJASS
from tests.core.samples import enterable
from tests.grevjass import oracle
from tests.grevjass.playing import NAMES, START, Table, claim, hidden, meld, trick, trump
from tests.grevjass.self_play import Table as SelfPlayingTable
from tests.grevjass.self_play import random_setup
from tests.pages import text


@pytest.mark.quick(1, 4)
@pytest.mark.parametrize("seed", range(8))
def test_a_match_entered_by_forms_comes_to_what_its_record_comes_to(client: Any, service: Any, seed: int) -> None:
    chance = random.Random(seed)
    record = enterable(SelfPlayingTable(chance, random_setup(chance) | {"players": NAMES}, 0.15).play(80))
    table = Table(client, service, record)
    for action in record["actions"]:
        table.do(action)
    assert table.outcome == oracle.outcome(record)


@pytest.fixture
def table(client: Any, service: Any) -> Table:
    """Ann deals, and Bob is Forehand."""
    return Table(client, service, START)


def sat_down(client: Any, service: Any, **rules: Any) -> Table:
    return Table(client, service, START | {"rules": rules})


def play(table: Table, *actions: dict[str, Any]) -> str:
    for action in actions:
        table.do(action)
    return text(table.seen)


def test_one_tap_names_trump_and_deals_and_four_taps_are_a_trick(table: Table) -> None:
    assert "Which card is shown?" in text(table.seen)
    assert "Hearts are trumps. Bob leads." in play(table, trump("9H"))
    assert table.match.deal.card.code == "9H"
    for card, asked in (("7S", "Cat"), ("AS", "Dan"), ("9S", "Ann")):
        table.post(card=card)
        assert f"{asked}’s card?" in text(table.seen)
    assert hidden(table.seen, "draft") == "7S.AS.9S"
    assert table.service.version(table.number) == 1
    table.post(card="8S")
    assert "Cat’s trick." in text(table.seen)
    assert table.service.version(table.number) == 2


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7S AS 9S 8S", "The ace of spades is the highest spade, the suit led, and nobody trumped."),
        ("7S AH 9H QH", "Marietta is the highest trump."),
        ("7S JH 9S 8S", "The Jass is the only trump."),
        ("7S AD 9D 8C", "Nobody followed or trumped the 7 of spades."),
    ],
)
@pytest.mark.parametrize("claims", ["blind", "mild", "open"])
def test_why_tells_what_took_the_trick_and_its_points_only_if_they_are_open(
    client: Any, service: Any, cards: str, why: str, claims: str
) -> None:
    table = sat_down(client, service, claims=claims)
    said = play(table, trump("KH"), trick(cards))
    assert f"Why? {why}" in said
    counted = re.search(r"Why\? \D*? ([^.]*)\. Rule 4\.1", said.replace(why, "x"))
    assert (counted is not None) == (claims == "open")


def test_a_typed_line_is_a_whole_trick(table: Table) -> None:
    play(table, trump("9H"))
    table.post(typed="7s 10s, ks 8S")
    assert "Dan’s trick." in text(table.seen)


def test_undo_takes_back_a_tap_and_then_the_last_card_of_the_trick_before(table: Table) -> None:
    play(table, trump("9H"), trick("7S AS 9S 8S"))
    table.post(card="QH")
    table.post(do="undo")
    assert hidden(table.seen, "draft") == ""
    table.post(do="undo")
    assert hidden(table.seen, "draft") == "7S.AS.9S"
    table.post(untap="1")
    assert hidden(table.seen, "draft") == "7S.-.9S"
    table.post(card="TS")
    table.post(card="8S")
    assert [card.code for card in table.match.deal.tricks[0].cards] == ["7S", "TS", "9S", "8S"]


def test_a_card_twice_is_told_with_its_trick_and_what_was_tapped_stays(table: Table) -> None:
    play(table, trump("9H"), trick("7S AS 9S 8S"))
    for card in ("QH", "JH"):
        table.post(card=card)
    page = table.post(card="7S", status=422)
    assert "7♠ was tapped in trick 1: correct that trick if it was another card." in text(page)
    assert hidden(page, "draft") == "QH.JH"
    table.seen = page
    assert "The queen of hearts is there already: tap a name to change its card." in text(
        table.post(card="QH", status=422)
    )


def test_melds_are_asked_and_compared_as_they_are_declared(table: Table) -> None:
    assert "Nobody can meld now" in text(table.page("meld"))
    play(table, trump("9H"))
    asked = text(table.page("meld")).split("Who melds?")[1]
    assert asked.index("Bob") < asked.index("Cat") < asked.index("Dan") < asked.index("Ann")
    assert "Twenty is good, E–W." in play(table, meld("E", "QS", 3))
    assert "Cat’s is as long, and its king is higher: twenty for N–S." in play(table, meld("S", "KD", 3))
    assert "Cat’s is as long, and its king is higher: N–S still count." in play(table, meld("W", "TC", 3))
    page = table.page("meld?player=N")
    assert "queen of hearts" in page
    assert "queen of spades" not in page
    assert "Twenty more for N–S, forty in all." in play(table, meld("N", "QH", 3))
    for top in ("2S", "7H", "x"):
        assert "Nobody can meld now" in text(table.page(f"meld?player=N&top={top}"))
    table.post(card="7H")
    assert ">Meld<" not in table.seen


def test_the_pad_of_melds_keeps_its_columns(table: Table) -> None:
    """Four rows of six: what cannot be the top of a sequence keeps its place."""
    play(table, trump("9H"), meld("E", "QS", 3))
    for player in "EN":
        pad = re.search(r'<div class="tops">(.*?)</div>', table.page(f"meld?player={player}"), re.DOTALL)
        assert pad
        found = re.findall(r"top=(\w\w)|<(i)>", pad[1])
        assert len(found) == 24
        for place, (card, _) in enumerate(found):
            assert card in ("", "AKQJT9"[place % 6] + "CSHD"[place // 6])
        assert ("", "i") in found


def test_melds_are_listed_as_long_as_their_deal_is_in_hand(table: Table) -> None:
    said = play(table, trump("9H"), meld("E", "QS", 3), meld("S", "K"))
    assert "Melds: Bob Q♠–10♠ 20 · Cat four kings 3 strokes" in said
    table.do({"type": "vol", "player": "S"})
    assert "Melds: Bob Q♠–10♠ 20 · Cat four kings 3 strokes" in play(table, trick("7S AS 9S 8S"))
    assert "Melds: " not in play(table, {"type": "misdeal"})


def test_what_is_wrong_is_one_tap_away_until_the_match_is_over(client: Any, service: Any) -> None:
    table = sat_down(client, service, strokes=1)
    for action in (trump("9H"), trick("7S AS 9S 8S"), {"type": "misdeal"}, trump("9H"), meld("S", "K")):
        assert 'wrong">Something wrong?' in table.seen
        table.do(action)
    assert 'wrong">Something wrong?' in table.seen
    table.do({"type": "take"})
    assert 'wrong">Something wrong?' not in table.seen


def test_strokes_are_taken_or_played_for(client: Any, service: Any) -> None:
    table = sat_down(client, service)
    assert "Four kings: three strokes, N–S. Take them, or vol?" in play(table, trump("9H"), meld("S", "K"))
    assert [key in table.seen for key in ("Take them", "Vol: Cat", "Vol: Ann")] == [True] * 3
    assert "Vol: Bob" not in table.seen
    assert "N–S take three strokes for melds. Bob deals." in play(table, {"type": "take"})
    play(table, trump("9H"), meld("S", "K"), {"type": "vol", "player": "S"})
    assert "Cat bids vol." in text(table.seen)
    assert "claim side=NS" not in table.seen
    play(table, trick("7S AS 9S 8S"))
    assert "The vol is lost: play on for a hundred." in text(table.seen)
    assert "claim side=NS" in table.seen


def test_the_sheet_says_that_no_deal_is_over_yet(table: Table) -> None:
    play(table, trump("9H"))
    assert "No deal is over yet." in text(table.page("sheet"))
    play(table, {"type": "chalk", "side": "NS", "strokes": 1})
    assert "No deal is over yet." not in text(table.page("sheet"))


def test_a_past_deal_without_tricks_tells_why_it_has_none(client: Any, service: Any) -> None:
    """If the game was over before a card was played, no trick is missing; if it was chalked, they may be."""
    table = sat_down(client, service)
    play(table, trump("9H"), meld("S", "K"), {"type": "take"}, trump("8H"), claim("EW"), trump("8H"))
    play(table, {"type": "chalk", "side": "NS", "strokes": 1})
    told = "N–S take three strokes for melds.", "Eight tricks were left.", "N–S chalk one, as the table ruled."
    for number, words in enumerate(told, 1):
        page = text(table.page(f"deals/{number}"))
        assert words in page
        assert ("Its tricks were not entered." in page) == ("chalk one" in page)
    table = sat_down(client, service, strokes=1, claims="mild")
    play(table, trump("9H"), claim("EW"), {"type": "adjust", "side": "NS", "strokes": 1, "reason": "of last week"})
    assert "not entered" not in table.page("deals/1")


def test_a_past_deal_tells_first_that_a_ruling_ended_the_match_in_it(client: Any, service: Any) -> None:
    """The claim and the Jass come after that."""
    table = sat_down(client, service, strokes=1, claims="mild")
    play(table, trump("9H"), trick("7S JH 9S 8S"), claim("NS"))
    play(table, {"type": "adjust", "side": "NS", "strokes": 1, "reason": "of last week"})
    page = table.page("deals/1")
    assert '<p class="headline">A ruling ended the match.</p>' in page
    assert "N–S claimed with 20: not out. " in text(page)
    assert "N–S +1 stroke: of last week" in text(page)


def test_claims_right_false_and_not_yet(client: Any, service: Any) -> None:
    rich = (trump("9H"), meld("S", "AD", 4), meld("N", "KC", 4), trick("QH AH 7S JH"))
    out = play(sat_down(client, service), *rich, claim("NS"))
    assert "Out! N–S 133, E–W 0: jan. Two strokes. Ann deals." in out
    assert "Jan: game 1 to N–S" in out
    assert "Not out: E–W have 0. Seven tricks were left. N–S chalk two: jan. Ann deals." in play(
        sat_down(client, service), *rich, claim("EW")
    )
    said = play(sat_down(client, service, claims="mild"), *rich, claim("EW"))
    assert "Not yet." in said
    assert "133" not in said
    opened = sat_down(client, service, claims="open")
    assert "Ann: thirty-three, the Jass home with the ace. N–S 133." in play(opened, *rich)
    assert "E–W have 0, and need 100." in text(opened.post(do="claim side=EW", status=422))


def test_a_claim_waits_for_the_trick_that_is_begun(table: Table) -> None:
    play(table, trump("9H"))
    table.post(card="7S")
    page = table.post(do="claim side=NS", status=422)
    assert "Finish this trick first: it counts. Tap its other cards." in text(page)
    assert hidden(page, "draft") == "7S"


def test_where_the_jass_is_when_a_game_is_claimed(client: Any, service: Any) -> None:
    table = sat_down(client, service)
    said = play(table, trump("9H"), meld("S", "AD", 4), meld("N", "KC", 4), trick("QH AH 7S 8H"), claim("NS"))
    assert "Where is the Jass? If E–W hold him, he has gone in his socks." in said


def test_a_second_phone_with_the_same_entry_is_told_that_it_stands(table: Table) -> None:
    play(table, trump("9H"))
    stale = table.seen
    play(table, trick("7S AS 9S 8S"))
    table.seen = stale
    fields = {name: hidden(stale, name) for name in ("csrf_token", "version", "turn", "kind")}
    fields |= {"draft": "7S.AS.9S", "card": "8S", "key": "another"}
    answer = table.client.post(table.address + "enter", data=fields, follow_redirects=True)
    assert "already entered" in text(answer.get_data(as_text=True))
    fields |= {"draft": "7S.AS.TS", "key": "third"}
    answer = table.client.post(table.address + "enter", data=fields)
    assert answer.status_code == 409
    assert table.service.version(table.number) == 2


def test_a_claim_of_an_earlier_turn_is_stale_and_the_same_claim_counts_once(client: Any, service: Any) -> None:
    table = sat_down(client, service, claims="mild")
    play(table, trump("9H"), trick("7S AS 9S 8S"))
    before = table.seen
    play(table, claim("NS"))
    table.seen = before
    assert "already entered" in text(table.post(do="claim side=NS", key="another"))
    table.seen = before
    table.post(do="claim side=EW", key="third", status=409)
    assert len(table.match.deal.claims) == 1


def test_chalk_is_three_taps_and_a_deal_is_awaited_then(table: Table) -> None:
    play(table, trump("9H"), trick("7S AS 9S 8S"))
    assert "what=chalk" in table.seen
    assert "N–S chalk two, as the table ruled. Cat deals." in play(
        table, {"type": "chalk", "side": "NS", "strokes": 2}
    )
    play(table, {"type": "adjust", "side": "NS", "strokes": 1, "reason": "miscounted"})
    play(table, {"type": "chalk", "side": "EW", "strokes": 1})
    assert "E–W chalk one, as the table ruled. Dan deals." in text(table.seen)
    assert "miscounted" not in "".join(re.findall('data-first="(.+?)"', table.page("?seen=4")))
    assert table.match.strokes.by_side() == {"NS": 3, "EW": 1}


WHOLE = "7S AS 9S 8S|7D 8D QD 9D|7C 8C 9C TC|JD TD AD KD|QC JC KC AC|QS JS TS KS|7H 8H TH 9H|QH AH KH JH".split("|")


def test_what_happened_last_is_what_is_told(client: Any, service: Any) -> None:
    """A chalk after a carried deal, a void deal, rulings, and strokes that the table gives."""
    table = sat_down(client, service, strokes=5)
    given = {"type": "adjust", "side": "NS", "points": 5, "reason": "miscounted"}
    assert "carried." in play(table, trump("9H"), *map(trick, WHOLE))
    assert "N–S chalk two, as the table ruled." in play(table, {"type": "chalk", "side": "NS", "strokes": 2})
    play(table, trump("9H"), trick(WHOLE[0]), given)
    assert "N–S +5 points: miscounted" in text(table.seen)
    assert "miscounted" not in play(table, trick(WHOLE[1]))
    assert "The deal is void: " in play(table, {"type": "misdeal"})
    assert "carried" not in text(table.seen)
    play(table, trump("9H"), *map(trick, WHOLE))
    assert "carried." in text(table.seen)
    play(table, trump("9H"), trick(WHOLE[0]))
    ended = play(table, {"type": "adjust", "side": "EW", "strokes": 5, "reason": "of last week"})
    assert "Bob &amp; Dan win the match, 5–2." in ended
    assert "unfinished" in text(table.page("sheet"))


DEBT: dict[str, Any] = {"type": "adjust", "side": "EW", "points": 7, "reason": "a debt"}
VOID: tuple[dict[str, Any], ...] = (trump("9H"), {"type": "misdeal"})


@pytest.mark.quick(2)
@pytest.mark.parametrize("before", [(), VOID, (trump("9H"), DEBT, *map(trick, WHOLE)),
                                    (trump("9H"), DEBT, *map(trick, WHOLE), *VOID)])  # fmt: skip
@pytest.mark.parametrize(
    ("last", "told"),
    [
        ({"type": "chalk", "side": "NS", "strokes": 5}, "N–S chalk five, as the table ruled."),
        ({"type": "adjust", "side": "NS", "strokes": 5, "reason": "of last week"}, "N–S +5 strokes: of last week"),
    ],
)
def test_what_ends_the_match_between_deals_is_told_first(
    client: Any, service: Any, before: Any, last: dict[str, Any], told: str
) -> None:
    """It was not the void deal before it, nor a ruling in the deal before that."""
    table = sat_down(client, service, strokes=5)
    play(table, *before, last)
    watched = client.get(f"/matches/{table.number}/watch").get_data(as_text=True)
    headline, *_ = re.findall(r'class="headline[^>]*>(.*?)</p>', watched, re.DOTALL)
    (ending,) = re.findall(r'class="ending">(.*?)</p>', table.seen, re.DOTALL)
    for page in (headline, ending):
        assert text(page).strip().startswith(told)
    assert "is void" not in text(watched + table.seen)


def test_a_ruling_during_a_void_deal_is_not_told_again(table: Table) -> None:
    """The deal that follows has as many entries as the void one had before the ruling."""
    ruling = {"type": "adjust", "side": "NS", "strokes": 1, "reason": "a debt"}
    page = play(table, trump("9H"), trick("7S AS 9S 8S"), ruling)
    assert "N–S +1 stroke: a debt" in page
    page = play(table, {"type": "misdeal"}, trump("9H"), trick("7S AS 9S 8S"))
    assert "a debt" not in page


def test_a_card_shown_belongs_to_one_deal_only(table: Table) -> None:
    """The other phone has chalked the game meanwhile, and somebody else deals."""
    play(table, trump("9H"), {"type": "chalk", "side": "NS", "strokes": 1})
    before = table.seen
    play(table, {"type": "chalk", "side": "EW", "strokes": 1})
    table.seen = before
    table.post(card="8H", status=409)
    assert table.match.deal.suit is None


def test_undo_of_an_old_page_undoes_though_cards_are_tapped_on_it(table: Table) -> None:
    play(table, trump("9H"), trick(WHOLE[0]))
    table.post(card="7D")
    before = table.seen
    play(table, {"type": "chalk", "side": "NS", "strokes": 1})
    version = hidden(table.seen, "version")
    table.seen = before
    table.post(do="undo", version=version)
    assert table.service.version(table.number) == int(version) + 1


def test_nonsense_is_refused_in_words_for_people(table: Table) -> None:
    for fields in (
        *({"do": do} for do in ("jump", "meld player=E four=2", "vol player=Z", "claim side=X", "trump suit=X",
                                "chalk side=NS strokes=99")),
        *({"card": card} for card in ("2H", "")), {"typed": "joker"}, {"kind": "x", "card": "7S"}, {"version": "x"},
        {"key": "a b"},
    ):  # fmt: skip
        page = table.post(status=422, **fields)
        assert "action" not in text(page).split("Undo")[1].split("Chalk")[0].replace("That action", ""), fields
        table.seen = table.page()
    assert table.service.version(table.number) == 0


def test_the_record_of_a_match_by_posts_reads_and_replays(table: Table) -> None:
    play(table, trump("9H"), meld("E", "QS", 3), trick("7S AS 9S 8S"), claim("EW"))
    data = table.client.get(f"/matches/{table.number}/record.json").get_json()
    assert data["actions"][1] | {"at": ""} == meld("E", "QS", 3) | {"at": ""}
    assert GREVJASS.replay(GREVJASS.read(data)) == table.match

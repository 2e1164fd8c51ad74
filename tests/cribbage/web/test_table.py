"""The table of cribbage by posts, as a browser without JavaScript sends them: the same result as the record."""

import json
import random
import re
from typing import Any

import pytest

from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from tests.conftest import BOOK
from tests.cribbage.playing import actions_of, record_of
from tests.cribbage.self_play import Table, random_rules
from tests.pages import text

FORM = {"N": "Ann", "S": "Bob", "dealer": "S", "target": "121", "best_of": "1", "skunk": "1", "lurch": "2",
        "double_lurch": "1", "false_go": "2"}  # fmt: skip


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', page)
    return found[1] if found else ""


class Player:
    """Plays by the forms of the pages."""

    def __init__(self, client: Any, service: Any, data: dict[str, Any]) -> None:
        self.client, self.service = client, service
        self.number = service.open(BOOK, CRIBBAGE.read(data | {"actions": []}).setup).id
        self.address = f"/cribbage/matches/{self.number}/"

    def page(self, query: str = "") -> str:
        answer = self.client.get(self.address + query)
        assert answer.status_code == 200
        return str(answer.get_data(as_text=True))

    def post(self, page: str = "", to: str = "enter", **fields: str) -> Any:
        page = page or self.page()
        names = ("csrf_token", "version", "key", "turn", "phase", "way", "draft")
        form = {name: hidden(page, name) for name in names} | fields
        return self.client.post(self.address + to, data=form, follow_redirects=True)

    def do(self, action: dict[str, Any]) -> Any:
        kind = action["type"]
        if kind in ("starter", "play"):
            return self.post(card=action["card"])
        if kind == "adjust":
            fields = {name: str(action[name]) for name in ("player", "points", "reason")}
            return self.post(self.page("rulings?what=adjust"), to="adjust", **fields)
        if "cards" in action:
            way = {"way": "hands"} if kind == "hand" and self.phase == "play" else {}
            answer = None
            for card in action["cards"]:
                page = answer.get_data(as_text=True) if answer else self.page(f"?way={way.get('way', '')}")
                answer = self.post(page, card=card, **way)
            return answer
        words = [kind]
        if kind == "penalty":
            words += [action["kind"], action["against"]]
        words += [str(action[name]) for name in ("answer",) if name in action]
        words += [action["player"]] if kind == "peg" else []
        words += [str(action["points"])] if "points" in action else []
        return self.post(do=" ".join(words))

    @property
    def panel(self) -> str:
        """The panel that the page shows."""
        panels = re.findall(r'data-for="([a-z-]+)"( hidden)?', self.page())
        (shown,) = [name for name, is_hidden in panels if not is_hidden]
        return str(shown)

    @property
    def phase(self) -> str:
        return str(self.service.current(self.number).whole_match.phase.value)


@pytest.mark.quick(1, 3)
@pytest.mark.parametrize("seed", range(6))
def test_whole_matches_by_posts_come_to_their_records(client: Any, service: Any, seed: int) -> None:
    """With and without Muggins, by cards and by points, with undo on the way."""
    chance = random.Random(seed)
    rules = random_rules(chance) | {"target": 31, "muggins": seed % 2 == 0}
    table = Table(chance, accidents=0.08, **rules)
    for _ in table.play(most=120):
        pass
    player = Player(client, service, table.record)
    for action in table.record["actions"]:
        answer = player.do(action)
        assert answer.status_code == 200, (action, text(answer.get_data(as_text=True)))
        if chance.random() < 0.1:
            player.post(do="undo")
            player.post(do="redo")
        if chance.random() < 0.1:
            for page in ("sheet", "rulings"):
                assert client.get(player.address + page).status_code == 200
            for page in ("watch", "board"):
                assert client.get(f"/matches/{player.number}/{page}").status_code == 200
    assert outcome(service.current(player.number).whole_match) == table.oracle.outcome()


def test_a_new_match_is_opened_with_its_rules(client: Any, service: Any) -> None:
    page = client.get("/cribbage/books/1/new").get_data(as_text=True)
    form = FORM | {"csrf_token": hidden(page, "csrf_token"), "key": hidden(page, "key"), "muggins": "y", "skunk": "2"}
    answer = client.post("/cribbage/books/1/new", data=form)
    assert answer.location == "/cribbage/matches/1/"
    setup = service.current(1).whole_match.setup
    assert (setup.rules.muggins, setup.rules.skunk, setup.dealer) == (True, 2, "S")
    # The same post again opens no other match; the next form has the same two.
    assert client.post("/cribbage/books/1/new", data=form).location == "/cribbage/matches/1/"
    page = client.get("/cribbage/books/1/new").get_data(as_text=True)
    assert 'value="Ann"' in page
    assert client.get("/").status_code in (200, 302, 303)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"S": " ann "}, "Two players are called Ann: add a letter to tell them apart."),
        ({"S": "\u200b "}, "“The other” has no name."),
        ({"S": ""}, "The other: who plays?"),
        ({"target": "5"}, "Game to: a whole number from 11 to 1000."),
        ({"best_of": "2"}, "Best of: an odd number from 1 to 99."),
        ({"best_of": "three"}, "Best of: write a whole number."),
        ({"target": ""}, "Game to: how many?"),
        ({"target": " "}, "Game to: a whole number from 11 to 1000."),
        ({"false_go": "10"}, "False go: a whole number from 0 to 9."),
        ({"dealer": "E"}, "First dealer: Not a valid choice."),
    ],
)
def test_a_wrong_form_says_what_is_wrong_and_keeps_what_was_typed(
    client: Any, given: dict[str, str], said: str
) -> None:
    page = client.get("/cribbage/books/1/new").get_data(as_text=True)
    answer = client.post("/cribbage/books/1/new", data=FORM | {"csrf_token": hidden(page, "csrf_token")} | given)
    assert answer.status_code == 422
    (told,) = re.findall('role="alert"[^>]*>(.*?)</div>', answer.get_data(as_text=True), re.DOTALL)
    assert text(told).strip() == said
    assert 'value="Ann"' in answer.get_data(as_text=True)


@pytest.mark.quick(6)
@pytest.mark.parametrize(
    ("words", "fields", "said"),
    [
        ("^JD 8S", {"card": "8S"}, "The 8 of spades is on the table already: Ann played it."),
        ("^JD TS TH TC", {"card": "2C"}, "The 2 of clubs makes 32, which is 1 past 31"),
        ("^JD", {"card": "JD"}, "The jack of diamonds is the starter."),
        ("^JD TS", {"do": "go"}, "At 10 every card can be played"),
        ("^JD", {"typed": "joker"}, "“joker” is not a card"),
        ("^JD", {"typed": ""}, "Tap a card, or type one."),
        ("", {"do": "nonsense"}, "has an unknown type, not one of"),
        ("", {"do": "peg"}, "player is not one of N, S"),
        ("", {"do": "peg N x"}, "points is not a whole number"),
        ("", {"do": "penalty overpeg N 9"}, "Ann has 0 points: no more than that can be taken."),
        ("", {"key": "a b"}, "Key: no page sends this."),
        ("", {"version": "x"}, "Version: no page sends this."),
    ],
)
def test_what_cannot_be_entered_is_told_and_nothing_is_stored(
    client: Any, service: Any, words: str, fields: dict[str, str], said: str
) -> None:
    player = Player(client, service, record_of(""))
    for action in actions_of(words):
        player.do(action)
    before = service.current(player.number).version
    answer = player.post(**fields)
    assert answer.status_code == 422
    assert said in text(answer.get_data(as_text=True))
    assert service.current(player.number).version == before


def test_cards_of_a_crib_are_a_draft_until_the_fourth(client: Any, service: Any) -> None:
    player = Player(client, service, record_of(""))
    for action in actions_of("^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D"):
        player.do(action)
    version = service.current(player.number).version
    page = player.post(card="4D").get_data(as_text=True)
    page = player.post(page, card="4C").get_data(as_text=True)
    assert hidden(page, "draft") == "4D.4C"
    twice = player.post(page, card="4C")
    assert twice.status_code == 422
    assert "The 4 of clubs is there already: Undo takes it back." in twice.get_data(as_text=True)
    # What cannot be in it is refused at once, and not kept.
    for card, said in (("JD", "is the starter"), ("2H", "was in Ann’s hand")):
        refused = player.post(page, card=card)
        assert said in text(refused.get_data(as_text=True))
        assert hidden(refused.get_data(as_text=True), "draft") == "4D.4C"
    page = player.post(page, do="undo").get_data(as_text=True)
    assert hidden(page, "draft") == "4D"
    assert service.current(player.number).version == version


def test_a_part_is_entered_as_the_part_before_it(client: Any, service: Any) -> None:
    """Players who peg by points are asked for points, of the hands, the crib and the next deal."""
    player = Player(client, service, record_of("", target=31, best_of=3))
    assert player.panel == "cards"
    player.do({"type": "peg", "player": "N", "points": 3})
    assert "Ann’s hand first." in text(player.page("?way=hand-points"))
    assert 'data-way="hands" hidden' in player.page()  # There is no starter to count them with.
    for action in actions_of("h4 h8"):
        player.do(action)
        assert player.panel != "cards"
    player.do({"type": "crib", "points": 2})
    assert 'value="peg N 1"' in player.page()
    # The end of a game is told, and why the same player deals again.
    player.do({"type": "peg", "player": "S", "points": 99})
    assert "Bob wins game 1, 31–7: a lurch, worth 2. Ann, who lost, deals." in text(player.page())


def test_the_same_post_counts_once_and_another_phone_is_told(client: Any, service: Any) -> None:
    player = Player(client, service, record_of(""))
    page = player.page()
    assert player.post(page, card="2D").status_code == 200
    assert player.post(page, card="2D").status_code == 200
    assert service.current(player.number).version == 1
    other = page.replace(hidden(page, "key"), "another")
    assert "already entered" in player.post(other, card="2D").get_data(as_text=True)
    stale = player.post(other, card="3D")
    assert stale.status_code == 409
    assert "Another phone entered something in the meantime" in stale.get_data(as_text=True)


MUGGINS = "^JD 8S KH 8C go 2H go 6C 7D 5D yes 9D"


def test_who_deals_is_not_announced_once_the_cards_of_a_claim_are_entered(client: Any, service: Any) -> None:
    player = Player(client, service, record_of("", muggins=True))
    for action in actions_of(f"{MUGGINS} =6 =6 c4D4CQSKD"):
        player.do(action)
    seen = service.version(player.number) - 1
    answer = client.get(f"{player.address}?seen={seen}", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert re.findall(r'id="status"[^>]*>([^<]*)<', answer) == ["Bob to claim the crib."]


def test_before_a_claim_nothing_of_a_hand_is_told_and_afterwards_not_what_it_missed(
    client: Any, service: Any
) -> None:
    """Rule 6.6: in no page, source or fragment, for those who score and those who watch."""
    player = Player(client, service, record_of("", muggins=True))
    for action in actions_of(MUGGINS):
        player.do(action)

    def pages() -> str:
        addresses = [player.address, player.address + "sheet", "/matches/1/watch", "/matches/1/board"]
        return "".join(str(client.get(address).get_data(as_text=True)) for address in addresses)

    secret = re.compile("Ann’s hand|ifteen (two|four)|cards=8S.8C.2H.7D|and a pair is")
    assert not secret.search(pages())
    player.do({"type": "claim", "points": 4})
    assert "Ann claims 4 for the hand." in pages()
    assert not re.search("ifteen (two|four)|cards=8S.8C.2H.7D|and a pair is", pages())
    assert "Bob calls Muggins" in text(pages())
    # The next claim closes the window.
    player.do({"type": "claim", "points": 6})
    assert "Fifteen two, fifteen four, and a pair is six. 4 claimed." in pages()
    assert "cards=8S.8C.2H.7D.JD" in pages()


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("words", "rules", "said"),
    [
        ("^5C N+3 S+5 h5H5S5DJC", {}, "The perfect hand Ann 29"),
        ("^5C N+3 S+5 h29", {}, "The perfect hand Ann 29"),
        ("^5C N+3 S+5 h8 h5H5S5DJC", {}, "The perfect hand Bob 29"),
        ("^5C N+3 S+5 h28", {}, ""),
        ("^5C N+3 S+5 h5H5S5DJC =4", {"muggins": True}, ""),
        ("^5C N+3 S+5 h5H5S5DJC =4 !25", {"muggins": True}, ""),
        ("N+25 S+4 h8", {"target": 31, "best_of": 3}, "Game 1 to Ann: a lurch"),
        ("N+25 S+20 h8", {"target": 31, "best_of": 3}, "Game 1 to Ann Bob, who lost"),
        ("N+25 S+20 h8", {"target": 31, "best_of": 3, "skunk": 2}, "Game 1 to Ann: a skunk"),
    ],
)
def test_what_is_rare_is_told_as_such(client: Any, service: Any, words: str, rules: Any, said: str) -> None:
    player = Player(client, service, record_of("", **rules))
    for action in actions_of(words):
        player.do(action)
    told = text("".join(re.findall(r'<div class="felt moment">.*?</div>\s*</div>', player.page(), re.DOTALL)))
    assert " ".join(told.split()).startswith(said)
    assert bool(told) == bool(said)


@pytest.mark.parametrize("before", ["", "N+5 h4 h4 c4", "N+11"])
def test_a_void_deal_is_told_first_and_not_the_deal_before(client: Any, service: Any, before: str) -> None:
    player = Player(client, service, record_of("", target=11 if before == "N+11" else 121, best_of=3))
    for action in actions_of(f"{before} ^2D 8S misdeal"):
        answer = player.do(action).get_data(as_text=True)
    dealer = service.current(player.number).match.player(service.current(player.number).match.deal.dealer)
    told = f"The deal is void: {dealer} deals again."
    status = client.get(f"{player.address}?seen=1", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert told in status.rpartition('id="status"')[2]
    for page in (answer, client.get(f"/matches/{player.number}/watch").get_data(as_text=True)):
        assert re.findall(r'class="headline[^>]*>([^<]*)<', page) == [told]
        assert "wins game 1" not in text(page)
        assert "’s crib: 4" not in text(page)
    player.do({"type": "starter", "card": "2D"})
    assert told not in player.page()


def test_a_false_go_is_asked_in_the_opponents_name(client: Any, service: Any) -> None:
    player = Player(client, service, record_of(""))
    for action in actions_of("^JD 8S KH 8C go 2H go 6C 7D 5D"):
        player.do(action)
    page = text(player.page())
    assert "Bob said go at 26 but held the 5♦. Does Ann take 2 for it?" in page
    assert "Take 2" in page


@pytest.mark.parametrize(
    ("words", "rules", "told"),
    [
        ("", {}, "Bob to turn up the starter."),
        ("^2D", {}, "Ann to play."),
        ("N+3 h4", {}, "Bob’s hand comes next."),
        ("N+3 h4 h4", {}, "Bob’s crib comes next."),
        (MUGGINS, {"muggins": True}, "Ann to claim the hand."),
        (MUGGINS + " =4 =6 c4D4CQSKD", {"muggins": True}, "Bob to claim the crib."),
        (MUGGINS + " =4 =6 c4D4CQSKD =2", {"muggins": True}, "Ann deals next."),
    ],
)
def test_what_is_awaited_is_said_as_a_player_would_say_it(
    client: Any, service: Any, words: str, rules: dict[str, Any], told: str
) -> None:
    service.import_records(BOOK, [CRIBBAGE.read(record_of(words, **rules))])
    page = text(client.get("/cribbage/matches/1/").get_data(as_text=True))
    assert f" {told} " in page
    assert not re.search(r"(crib|hand) of (Ann|Bob)", page)


def test_both_totals_stand_in_figures_when_both_hands_come_at_once(client: Any, service: Any) -> None:
    service.import_records(BOOK, [CRIBBAGE.read(record_of(MUGGINS))])
    for page in ("/cribbage/matches/1/", "/matches/1/watch", "/matches/1/board"):
        assert re.search(r'class="headline">Ann’s hand 6, Bob’s hand 6\.<', client.get(page).get_data(as_text=True))
    assert "hand 6, " not in client.get("/cribbage/matches/1/sheet").get_data(as_text=True)


def test_the_cards_that_are_claimed_and_then_may_be_called_are_in_sight(client: Any, service: Any) -> None:
    player = Player(client, service, record_of("", muggins=True))

    def seen() -> list[str]:
        four = re.search(r'(?s)id="four".*?</p>', player.page())
        assert four
        return re.findall(r'aria-label="([^"]+)"', four[0])

    for action in actions_of(MUGGINS):
        player.do(action)
    assert seen() == ["8 of spades", "8 of clubs", "2 of hearts", "7 of diamonds"]
    for action in actions_of("=4 =6 c4D4CQSKD"):
        player.do(action)
    crib = ["4 of diamonds", "4 of clubs", "queen of spades", "king of diamonds"]
    assert seen() == crib
    player.do({"type": "claim", "points": 2})
    assert seen() == crib
    player.do({"type": "deal"})
    assert seen() == []


def test_too_many_points_are_typed_whatever_their_number(client: Any, service: Any) -> None:
    """Rule 7.4: from 0 to 99."""
    player = Player(client, service, record_of(""))
    for action in actions_of("N+60 S+5"):
        player.do(action)
    assert re.search(
        r'<input type="number" name="points"\s+min="0" max="99"', player.page("rulings?what=overpeg&who=N")
    )
    for points, said in (("100", "points is not a whole number from 0 to 99"), ("", "points is not a whole number"),
                         ("61", "Ann has 60 points: no more than that can be taken.")):  # fmt: skip
        refused = player.post(do="penalty overpeg N", points=points)
        assert (refused.status_code, said in text(refused.get_data(as_text=True))) == (422, True), points
    player.post(do="penalty overpeg N", points="57")
    score = service.current(player.number).whole_match.score
    assert (score.ns, score.ew) == (3, 7)
    player.post(do="penalty overpeg S", points="0")
    assert service.current(player.number).whole_match.score.ns == 5
    assert "Bob pegged too much: 2 to Ann." in text(player.page())


def test_after_the_last_point_of_a_game_the_rulings_say_that_undo_opens_it(client: Any, service: Any) -> None:
    player = Player(client, service, record_of("", target=11, best_of=3))
    player.do({"type": "peg", "player": "N", "points": 11})
    assert "A ruling counts in game 2. Undo opens game 1 again." in text(player.page("rulings?what=adjust"))
    player.do({"type": "peg", "player": "N", "points": 1})
    assert "Undo opens" not in player.page("rulings?what=adjust")
    player.do({"type": "peg", "player": "N", "points": 10})
    page = text(player.page("rulings"))
    assert "The match is over. Undo reopens it." in page
    assert "Pegged too much" not in page


def test_rulings_have_their_penalty_on_the_key(client: Any, service: Any) -> None:
    player = Player(client, service, record_of(""))
    page = player.page("rulings?what=cards")
    assert "Ann’s hand: 2 to Bob" in text(page)
    assert "The crib: 2 to Ann" in text(page)
    player.post(page, do="penalty wrong-hand N")
    assert service.current(player.number).whole_match.score.ew == 2
    wrong = player.post(player.page("rulings?what=adjust"), to="adjust", player="N", points="-1", reason="so")
    assert wrong.status_code == 422
    assert "Ann has 0 points" in wrong.get_data(as_text=True)
    assert (
        player.post(player.page("rulings?what=adjust"), to="adjust", player="N", points="3", reason="").status_code
        == 422
    )
    late = player.page("rulings?what=adjust")
    player.post(card="2D")
    assert player.post(late, to="adjust", player="N", points="3", reason="so").status_code == 409
    player.post(do="misdeal")
    assert service.current(player.number).whole_match.deal.misdeals == 1


def test_a_match_at_an_address_of_the_other_game_leads_to_its_own_table(
    client: Any, service: Any, sit_down: Any
) -> None:
    cribbage, havilering = Player(client, service, record_of("")), sit_down()
    assert client.get(f"/matches/{cribbage.number}/").location == cribbage.address
    assert client.get(f"/matches/{cribbage.number}/sheet").location == cribbage.address
    assert client.get(f"/cribbage/matches/{havilering.match_id}/").location == f"/matches/{havilering.match_id}/"
    assert client.get("/cribbage/matches/99/").status_code == 404


def test_a_form_or_dispute_of_the_other_game_takes_nothing_of_a_match_of_cribbage(
    client: Any, service: Any, sit_down: Any
) -> None:
    player = Player(client, service, record_of(""))
    assert client.get("/books/1/new").status_code == 200
    assert client.get(f"/books/1/new?like={player.number}").status_code == 404
    assert client.get(f"/dispute?match={player.number}").status_code == 200
    assert client.get(f"/rules?match={player.number}").status_code == 200
    sit_down()
    page = client.get("/cribbage/books/1/new").get_data(as_text=True)
    assert 'value="Bob"' in page


def test_the_book_lists_both_games_and_a_finished_match_can_be_played_again(
    client: Any, service: Any, sit_down: Any
) -> None:
    sit_down()
    player = Player(client, service, record_of("", target=11, best_of=3))
    for action in actions_of("N+11 N+11"):
        player.do(action)
    page = text(client.get("/books/1/").get_data(as_text=True))
    assert "Ann v Bob 2–0" in page
    assert "Cribbage · Ann wins 2–0" in page
    assert "Cribbage, same two again: " in page
    sheet = player.page("sheet")
    assert "Ann wins game 1, 11–0: a lurch, worth 2." in text(sheet)
    token = hidden(sheet, "csrf_token")
    again = client.post(f"/matches/{player.number}/rematch", data={"csrf_token": token, "key": "again"})
    assert again.location == f"/cribbage/matches/{player.number + 1}/"
    assert service.current(player.number + 1).whole_match.setup.dealer == "S"


def test_a_record_goes_out_and_comes_in_again(client: Any, service: Any) -> None:
    player = Player(client, service, record_of(""))
    for action in actions_of("^JD 8S"):
        player.do(action)
    answer = client.get(f"/matches/{player.number}/record.json")
    data = json.loads(answer.get_data(as_text=True))
    assert data["format"] == "cribbage-match"
    assert "cribbage-1.json" in answer.headers["Content-Disposition"]
    assert service.import_records(BOOK, [CRIBBAGE.read(data)]) == [(player.number, False)]
    book = json.loads(client.get("/books/1/book.json").get_data(as_text=True))
    assert [each["format"] for each in book["matches"]] == ["cribbage-match"]


def test_what_is_forgotten_in_a_play_by_points_is_noticed(client: Any, service: Any) -> None:
    heels = Player(client, service, record_of(""))
    for action in actions_of("^JD S+2"):
        page = text(heels.do(action).get_data(as_text=True))
    assert "Two for his heels have already been pegged for Bob." in page
    page = text(heels.do(actions_of("S+1")[0]).get_data(as_text=True))
    assert "Two for his heels are pegged" not in page
    page = text(heels.do(actions_of("h4")[0]).get_data(as_text=True))
    assert "always pegs at least one" not in page
    nothing = Player(client, service, record_of(""))
    for action in actions_of("N+3 h4"):
        page = text(nothing.do(action).get_data(as_text=True))
    assert "Bob has pegged nothing in the play" in page
    assert "Bob has pegged nothing" not in text(nothing.do(actions_of("h2")[0]).get_data(as_text=True))


def test_go_can_be_typed(client: Any, service: Any) -> None:
    player = Player(client, service, record_of(""))
    for action in actions_of("^JD TS KH QC"):
        player.do(action)
    assert player.post(typed="Go").status_code == 200
    assert "Bob says go at 30" in text(player.page())


def test_at_the_end_the_past_deals_add_up_to_the_totals(client: Any, service: Any) -> None:
    table = Table(random.Random(2), 0, target=61, best_of=1)
    assert list(table.play())
    record = table.record
    ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(record)])
    page = client.get(f"/cribbage/matches/{number}/").get_data(as_text=True).split('class="past-deals"')[1]
    rows = [re.findall(r"<td>(\d+)</td>", row) for row in page.split("</table>")[0].split("<tr>")[2:]]
    score = service.current(number).whole_match.score
    assert [sum(map(int, of_one)) for of_one in zip(*rows, strict=True)] == [score.ns, score.ew]

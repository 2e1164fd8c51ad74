"""The pages on which the start of a match is corrected, in every game."""

import html
import re
from typing import Any

import pytest

from referee.books.maintenance import Maintenance
from referee.books.permissions import Permission
from referee.games import GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES, Sample
from tests.correcting import Correcting
from tests.pages import tells


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


@pytest.fixture
def number(service: Any, sample: Sample) -> int:
    """A match that has just begun."""
    return int(service.open(BOOK, sample.read(4).setup).id)


def fields_of(page: str) -> dict[str, str]:
    """The fields that the form of a start would post unchanged."""
    form = re.findall(r"(?s)<form method=\"post\".*?</form>", page)[0]
    found = dict[str, str]()
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        is_chosen = given.get("type") not in ("radio", "checkbox") or " checked" in tag
        if is_chosen and "name" in given:
            found[given["name"]] = html.unescape(given.get("value", ""))
    for name, options in re.findall(r'(?s)<select[^>]*name="(\w+)"[^>]*>(.*?)</select>', form):
        found[name] = re.findall(r'<option selected value="([^"]*)"', options)[0]
    return found


def names_in(fields: dict[str, str]) -> list[str]:
    """The fields with the names of those who play."""
    return [name for name, value in fields.items() if re.fullmatch(r"[NESW]|seat_\d", name) and value]


def changed(corrector: Correcting, **new: str) -> Any:
    """Post the start with some fields changed, and look at the preview."""
    form = fields_of(corrector.get("mend/start").get_data(as_text=True)) | new
    answer = corrector.client.post(f"/matches/{corrector.number}/mend/start", data=form)
    if answer.status_code == 303:
        corrector.get(answer.location)
    return answer


def test_the_first_dealer_and_two_names_are_corrected(client: Any, service: Any, number: int, sample: Sample) -> None:
    game, before = service.game(number), service.current(number)
    corrector = Correcting(client, number)
    corrector.get("mend")
    corrector.follow("Names and dealer")
    fields = fields_of(corrector.page)
    one, other = names_in(fields)[:2]
    seats = [*game.setups.players(before.setup)]
    dealer = next(seat for seat in seats if seat != fields["dealer"])
    swapped = {one: fields[other], other: fields[one], "dealer": dealer}
    assert changed(corrector, **swapped).status_code == 303
    assert "First dealer" in corrector.text
    assert corrector.confirm(reason="wrong seats").status_code == 303
    after = service.current(number)
    written, was = game.setups.write(after.setup), game.setups.write(before.setup)
    assert written["dealer"] == dealer
    here, there = one[-1], other[-1]
    assert written["players"] == was["players"] | {here: was["players"][there], there: was["players"][here]}
    assert written["started"] == was["started"]
    corrector.get("log")
    assert "First dealer" in corrector.text
    assert "wrong seats" in corrector.text
    service.undo(number, after.version, "u")
    assert service.current(number).whole_match == before.whole_match


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if len(game.seats) == 2])
def test_the_preview_calls_two_players_as_the_form_does(client: Any, service: Any, key: str) -> None:
    number = service.open(BOOK, SAMPLES[key].read(4).setup).id
    corrector = Correcting(client, number)
    assert changed(corrector, S="Bert Bold").status_code == 303
    assert "now: The other: Bert Bold" in corrector.text


def test_undo_on_a_fresh_match_leads_to_its_start(client: Any, app: Any, number: int, sample: Sample) -> None:
    with app.test_request_context():
        table = app.extensions["game_pages"][sample.key].address("table", number)
    page = client.get(table).get_data(as_text=True)
    hidden = {
        name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf_token", "version", "key")
    }
    address = f"{table}enter"
    answer = client.post(address, data=hidden | {"do": "undo"})
    assert (answer.status_code, answer.location) == (303, f"/matches/{number}/mend/start")
    answer = client.post(address, data=hidden | {"do": "undo"}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"/matches/{number}/mend/start"


def test_who_may_not_score_does_not_see_it_and_who_may_is_told_nobody_else(
    visit: Any, service: Any, number: int, sample: Sample
) -> None:
    written = service.game(number).setups.write(service.current(number).setup)
    stranger = {seat: f"Somebody {seat}" for seat in written["players"]}
    service.open(BOOK, service.game(number).setups.read(written | {"players": stranger}))
    address = f"/matches/{number}/mend/start"
    assert visit(Permission.WATCH, number).get(address).status_code == 404
    assert visit(Permission.WATCH, number).post(address).status_code in (400, 404)
    page = visit(Permission.SCORE, number).get(address).get_data(as_text=True)
    assert "Somebody" not in page
    assert 'name="keep"' not in page
    assert "Somebody" in visit(Permission.OWN).get(address).get_data(as_text=True)


def test_what_is_wrong_is_told_and_what_was_typed_stays(client: Any, service: Any, number: int) -> None:
    corrector = Correcting(client, number)
    form = fields_of(corrector.get("mend/start").get_data(as_text=True))
    one, other = names_in(form)[:2]
    answer = changed(corrector, **{one: form[other]})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "Two players have the same name" in page or "has one name twice" in page
    assert fields_of(page)[one] == form[other]
    assert changed(corrector).status_code == 303
    assert "This changes nothing." in corrector.text
    assert service.version(number) == 0


def test_a_name_that_is_almost_one_of_the_book_asks_who_is_meant(client: Any, service: Any, sit_down: Any) -> None:
    corrector = Correcting(client, sit_down().match_id)
    sit_down()  # Ann is in the book also without the first match.
    answer = changed(corrector, N="ann")
    assert answer.status_code == 422
    assert "say below who is meant" in answer.get_data(as_text=True)
    assert changed(corrector, N="ann", **{"meant ann": "ann"}).status_code == 303
    assert changed(corrector, N="ann", **{"meant ann": "Ann"}).status_code == 303
    assert "This changes nothing." in corrector.text


def test_a_corrected_start_renames_and_splits_nobody_in_the_book(
    visit: Any, service: Any, number: int, sample: Sample
) -> None:
    """A scorer of one match could otherwise rename players of others, which undo does not take back."""
    game, store = service.game(number), service.projections.player_store
    written = game.setups.write(service.current(number).setup)
    service.open(
        BOOK, game.setups.read(written | {"players": {seat: f"Annie {seat}" for seat in written["players"]}})
    )
    one = next(iter(written["players"]))
    Maintenance(service).rename(BOOK, store.by_name(BOOK, f"Annie {one}"), "Zoe")
    before, version = store.players(BOOK), service.version(number)
    corrector = Correcting(visit(Permission.SCORE, number), number)
    fields = names_in(fields_of(corrector.get("mend/start").get_data(as_text=True)))[:2]
    for name in ("zoe", "Zoe"):
        for names in ((name, f"Annie {one}"), (f"Annie {one}", name)):
            changed(corrector, **dict(zip(fields, names, strict=True)))
            assert (corrector.status, "would sit in two places" in corrector.text) == (422, True)
    assert (store.players(BOOK), service.version(number)) == (before, version)
    assert changed(corrector, **{fields[0]: f"Annie {one}"}).status_code == 303
    assert "now: " in corrector.text


def test_a_forgotten_muggins_claims_what_was_pegged(client: Any, service: Any) -> None:
    for key in ("havilering", "cribbage"):
        record = next(
            record
            for seed in range(9)
            if not service.games[key].setups.write((record := SAMPLES[key].read(seed)).setup)["rules"]["muggins"]
        )
        ((number, _),) = service.import_records(BOOK, [record])
        before = service.current(number)
        corrector = Correcting(client, number)
        assert changed(corrector, muggins="y").status_code == 303
        assert "entries added to keep the pegged points" in corrector.text
        assert corrector.confirm().status_code == 303
        after = service.current(number)
        assert after.setup.rules.muggins
        outcome = service.games[key].outcome
        assert outcome(after.whole_match)["games"] == outcome(before.whole_match)["games"]
        # And back, which is told of nothing that is open, as the match is over.
        assert changed(corrector).status_code == 303
        form = fields_of(corrector.get("mend/start").get_data(as_text=True))
        form.pop("muggins")
        answer = client.post(f"/matches/{number}/mend/start", data=form)
        corrector.get(answer.location)
        assert corrector.confirm().status_code == 303
        assert outcome(service.current(number).whole_match) == outcome(before.whole_match)


def test_muggins_stays_while_the_totals_without_it_would_tell_what_was_missed(
    client: Any, service: Any, sit_down: Any
) -> None:
    player = sit_down(muggins=True)
    player.trick("7S AS 9S 8S")
    corrector = Correcting(client, player.match_id)
    form = fields_of(corrector.get("mend/start").get_data(as_text=True))
    form.pop("muggins")
    answer = client.post(f"/matches/{player.match_id}/mend/start", data=form)
    corrector.get(answer.location)
    assert corrector.status == 422
    assert "Muggins stays until the hand is over" in corrector.text


def test_a_claim_is_neither_dropped_nor_made_for_another_change_than_muggins(client: Any, sit_down: Any) -> None:
    """A claim of Jack Havel in another season is for the table to correct."""
    player = sit_down(muggins=True, season="winter")
    player.trick("7S AS 9S JD")
    player.post("claim", draft="jack-havel")
    player.trick("3C 2H KH AH")
    corrector = Correcting(client, player.match_id)
    assert changed(corrector, season="summer").status_code == 303
    assert "This no longer fits" in corrector.text
    assert tells(corrector.page, "claimed", "Something you claimed is not there")
    assert "Change the start again" in corrector.text


def test_with_another_first_dealer_all_move_on_and_what_was_answered_stays(
    client: Any, service: Any, sit_down: Any
) -> None:
    player = sit_down(season="winter", target=11, best_of=3)
    player.trick("QH AH KH JH")
    for answer in ("no", "yes"):
        player.post(f"reply answer={answer}")
    corrector = Correcting(client, player.match_id)
    assert changed(corrector, dealer="E").status_code == 303
    assert "Before and after" in corrector.text
    assert corrector.confirm().status_code == 303
    match = service.current(player.match_id).whole_match
    assert (match.setup.dealer, match.is_run, match.in_hand) == ("E", True, 1)

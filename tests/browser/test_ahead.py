"""Predictions for tricks that the server has not answered yet: who takes them, leads and deals, in every game."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.cards import PACK, SUITS, codes, read_cards
from referee.games import GAMES
from referee.games.grevjass.pack import PACK as SHORT_PACK
from referee.games.grevjass.verdict import verdict
from referee.games.havilering.tricks import winner
from referee.games.humbug_whist.settling import taken_by
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.tricks import taking_place
from referee.games.kit.questions import TrickQuestion
from referee.match.current import CurrentMatch
from referee.web import create_app
from tests.core.samples import SAMPLES

pytestmark = pytest.mark.quick(0)

RANKS = "23456789TJQKA"
IMPORTED = """async ([file, given]) => {
  const found = document.querySelector("script[src*='/scripts/']").src;
  const module = await import(new URL(`../${file}`, found));
  %s
}"""


def ask(phone: Any, file: str, work: str, given: Any) -> Any:
    """The answer of a script of the app."""
    return phone.page.evaluate(IMPORTED % work, [file, given])


@pytest.fixture
def phone(phones: Any) -> Any:
    made = phones()
    made.new_match()
    return made


def test_the_taker_of_every_kind_of_trick_of_havilering(phone: Any) -> None:
    """All orders of suits, with every order of ranks that four cards can have."""
    ranks = [*product("27A", repeat=4), *permutations("38TQ")]
    tricks = [
        [rank + suit for rank, suit in zip(of, suits, strict=True)]
        for suits in product("DHSC", repeat=4)
        for of in ranks
    ]
    tricks = [cards for cards in tricks if len({*cards}) == 4]
    found = ask(phone, "havilering/state.js", "return given.map(module.takenBy)", tricks)
    assert found == [winner(read_cards(" ".join(cards))).place for cards in tricks]


TAKEN = "return given.map(([cards, trumps, ranks]) => module.takenBy(cards, trumps, ranks ?? undefined))"


def test_the_taker_of_every_trick_of_two(phone: Any) -> None:
    asked = [(two, trumps) for two in permutations(PACK, 2) for trumps in SUITS]
    found = ask(phone, "tables/tricks.js", TAKEN, [[codes(two), trumps.letter] for two, trumps in asked])
    assert found == [taken_by(*two, trumps)[0] for two, trumps in asked]


def test_the_taker_of_every_kind_of_trick_at_hearts(phone: Any) -> None:
    for players in (2, 3, 4):
        tricks = list(permutations([card for card in PACK if card.rank.letter in "27A"], players))
        found = ask(phone, "tables/tricks.js", TAKEN, [[codes(cards), ""] for cards in tricks])
        following = [
            [RANKS.index(card.rank.letter) * (card.suit is cards[0].suit) for card in cards] for cards in tricks
        ]
        assert found == [max(range(players), key=heights.__getitem__) for heights in following]


def test_the_taker_of_every_kind_of_trick_of_grevjass(phone: Any) -> None:
    """Every pair of cards with two that cannot take it, and all orders of suits with some ranks."""
    pairs = [(one, other, *read_cards("7C 8C")) for one, other in permutations(SHORT_PACK, 2)]
    some = [card for card in SHORT_PACK if card.rank.letter in "9JA"]
    tricks = [cards for cards in [*pairs, *permutations(some, 4)] if len({*cards}) == 4]
    script = """
      const state = { kind: "tricks", leads: [0, 1, 2, 3], played: 0, taken: [0, 0] };
      return given.map(([cards, trumps]) => module.after({ ...state, trumps }, { draft: cards.join(".") }).taker);
    """
    found = ask(phone, "grevjass/state.js", script, [[codes(cards), "H"] for cards in tricks])
    hearts = next(suit for suit in SUITS if suit.letter == "H")
    assert found == ["NESW".index(verdict(TrickQuestion(cards, hearts)).winner) for cards in tricks]


def test_the_taker_of_every_kind_of_trick_of_karnoffel(phone: Any) -> None:
    """Every pair of cards with two that cannot take it, and all orders of some named and plain cards."""
    pairs = [(one, other, *read_cards("7C 8C")) for one, other in permutations(PACKS[48], 2)]
    some = read_cards("JH 7H 6H 3H 5H KH 8H KS JS 7S")
    tricks = [cards for cards in [*pairs, *permutations(some, 4)] if len({*cards}) == 4]
    work = "return given.map((cards) => module.takenBy(cards, 'H'))"
    found = ask(phone, "karnoffel/state.js", work, [codes(cards) for cards in tricks])
    hearts = next(suit for suit in SUITS if suit.letter == "H")
    assert found == [taking_place(cards, hearts) for cards in tricks]


# --- whole matches: what the phone goes by is what the server tells ---------------------------------

FOLDED = """
const wrong = [];
let at = null;
for (const [number, { told, fields, isNew, shown }] of given.steps.entries()) {
  const state = told && module.stateOf(told);
  for (const { told, ways, open } of shown) {
    const found = ways.filter((way) => module.isOpen(module.stateOf(told), way));
    if (String(found) !== String(open)) wrong.push([number, told.way, found, open]);
  }
  const keys = state?.phase === "play" ? given.keys : given.keys.slice(0, 2);
  const isOver = ["over", "match-over"].includes(state?.phase);
  if (at && isOver && given.knowsEnd && at.phase !== "waiting") wrong.push([number, "goes on after the end"]);
  if (isOver || (at?.phase === "waiting" && given.isUnsure)) at = null;
  if (at && state && !isNew) for (const key of keys) {
    if (JSON.stringify(at[key]) !== JSON.stringify(state[key])) wrong.push([number, key, at[key], state[key]]);
  }
  at = at && !isNew ? at : state;
  if (fields) at = module.after(at, fields, ...given.more);
  else at = null;
}
return wrong;
"""


def fields_of(action: dict[str, Any], turn: str) -> dict[str, str] | None:
    """The fields of an outbox item for an action; None for what does not wait in it."""
    match action:
        case {"type": "trick", "cards": cards}:
            led = {"leader": action["leader"]} if "leader" in action else {}
            return {"turn": turn, "kind": "tricks", "draft": ".".join(cards)} | led
        case {"type": "claim", "items": _}:
            return {"turn": turn, "kind": "claim", "do": "claim"}
        case {"type": "trump", "card": card}:
            return {"kind": "trump", "draft": card}
        case {"type": "trump", "suit": suit}:
            return {"do": f"trump suit={suit}"}
        case {"type": "chosen"}:
            kind = "four" if "cards" in action else "suit"
            return {"kind": kind, "draft": ".".join(action.get("cards", [action.get("suit")]))}
        case {"type": "result", "side": side, "lost": lost}:
            return {"kind": "result", "draft": f"{side}.{lost}"}
        case {"type": "settle"}:
            return {"do": "settle"}
    return None


KEYS = {
    "havilering": ("havilering", ["phase", "dealer", "kind", "turn", "leads"]),
    "cribbage": ("cribbage", []),
    "hearts": ("sittings", ["phase", "played", "leads"]),
    "humbug-whist": ("sittings", ["phase", "played", "leads", "trumps"]),
    "grevjass": ("grevjass", ["phase", "dealer", "played", "leads", "trumps"]),
    "karnoffel": ("karnoffel", ["phase", "kind", "dealer", "leads", "played", "taken", "chosen"]),
}


def camel(name: str) -> str:
    first, *more = name.split("-")
    return first + "".join(word.capitalize() for word in more)


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("key", KEYS)
def test_what_a_phone_folds_is_what_the_server_tells(phone: Any, key: str, tmp_path: Path) -> None:
    """With the other ways of entering that are open; of cribbage only those."""
    script, keys = KEYS[key]
    app, compared = create_app(tmp_path), 0
    with app.test_request_context():
        pages = app.extensions["game_pages"][key]
        for seed in range(10):
            record = SAMPLES[key].play(seed)
            steps = list(steps_of(pages, record))
            compared += sum(bool(step["fields"] or key == "cribbage") for step in steps)
            setup = record.get("rules", {})
            more = [bool(setup.get("muggins"))] if key == "havilering" else []
            if script == "sittings":
                read = GAMES[key].read(record).setup
                more = [read.tricks, key == "humbug-whist"]
            # Only the server knows whether a deal of Grevjass, or a trick of Havilering, has won the last game.
            known = {"isUnsure": key == "grevjass", "knowsEnd": key not in ("havilering", "hearts")}
            found = ask(phone, f"{script}/state.js", FOLDED, {"steps": steps, "keys": keys, "more": more} | known)
            assert found == [], (seed, found[:3])
    assert compared > 100


def steps_of(pages: Any, record: dict[str, Any]) -> Any:
    """The page's state before each action, and the outbox's version of it."""
    game = pages.game
    read = game.read(record)
    match, games = game.begin(read.setup), 0

    def told_now(way: str = "") -> dict[str, Any]:
        screen = pages.screen(CurrentMatch(game, 1, 1, 0, match, False, False), way=way)
        ways = [each for each, _ in screen.ways]
        told = {camel(name): str(value) for name, value in screen.state.items()}
        return {"told": told, "ways": ways, "open": [each for each in ways if each in (screen.open_ways or ())]}

    for action, data in zip(read.actions, record["actions"], strict=True):
        usual = told_now()
        told, shown = usual["told"], [usual, *map(told_now, usual["ways"])]
        ended = len(getattr(match, "games", ()))
        written = data | ({"cards": codes(action.cards)} if "cards" in data else {})
        fields = fields_of(written | ({"card": action.card.code} if "card" in data else {}), told["turn"])
        # What ends a game, or asks for more than the next entry, only the server knows.
        is_new = ended != games or told["phase"].startswith("offer") or told["phase"] == "hand-over"
        yield {"told": told, "fields": fields, "isNew": is_new, "shown": shown}
        games, match = ended, game.step(match, action)
    yield told_now() | {"fields": None, "isNew": not game.is_over(match), "shown": []}


# --- at the table ---------------------------------


def test_without_signal_the_table_counts_names_who_leads_and_tells_the_end_of_a_hand(phone: Any) -> None:
    page, heading = phone.page, phone.page.locator("h1")
    phone.page.context.set_offline(True)
    pack = [rank + suit for suit in "SHDC" for rank in RANKS]
    for number in range(13):
        for card in pack[number::13]:
            page.locator(f'.key[value="{card}"]').tap()
        told = page.locator(".result .coming")
        expect(told).to_contain_text("takes the trick.")
        expect(heading).to_contain_text(f"Trick {number + 2 if number < 12 else 1} of 13")
        taker = (told.text_content() or "").split(" takes the trick")[0].split()[-1]
        if number < 12:
            expect(page.locator(".player", has=page.locator(".leading:visible"))).to_contain_text(taker)
            expect(page.locator(".player.next")).to_contain_text(taker)
    expect(page.locator(".result .coming")).to_contain_text("The hand is over: Bob deals, Cat leads.")
    expect(page.locator(".player", has=page.locator(".dealing:visible"))).to_contain_text("Bob")
    phone.page.context.set_offline(False)
    expect(page.locator("#unsaved")).to_be_hidden(timeout=20_000)
    expect(heading).to_contain_text("Trick 1 of 13")
    expect(page.locator(".moment")).to_contain_text("Bob deals, Cat leads.")

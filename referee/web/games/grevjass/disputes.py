"""Dispute pages: the winner of a trick and its points, the best meld and why, and the rules; practice in counting."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import Suit, codes, read_card
from referee.faults import Fault, RefusedError
from referee.games.grevjass import talk
from referee.games.grevjass.actions import Declare
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.legality import clashes
from referee.games.grevjass.melds import STROKES_OF_FOUR, Meld, cards_of
from referee.games.grevjass.pack import PACK, SUITS
from referee.games.grevjass.verdict import in_order, rulebook, verdict
from referee.games.kit.sides import SEAT_WORDS, SEATS, side_of
from referee.games.rulebook import Example
from referee.web.components import picking
from referee.web.forms import form_page
from referee.web.games.grevjass.melding import PAD
from referee.web.permissions import needs
from referee.web.practice import CHANCE
from referee.web.rules import add_rules
from referee.web.trick_questions import TrickDispute, TrickPractice, suit_of

pages = Blueprint("grevjass_disputes", __name__, url_prefix="/grevjass")
MOST_MELDS = 8


TRICK = TrickDispute(
    pages=pages,
    title="Grevjass",
    rule=verdict,
    pad=PAD,
    pack=PACK,
    suit=("trump", "Trumps"),
    style="grevjass/table.css",
    last="the eighth trick",
    template="grevjass/disputes/trick.html",
    answer="grevjass/disputes/_answer.html",
).register()


# --- melds -------------------------------------------------------------------------------------------------------


@pages.get("/dispute/melds")
@needs(Permission.GUEST)
def melds() -> ResponseReturnValue:
    """Any melds: which is the best, and why. They are in the query string, `E.QS.3-N.K.4`."""
    inputs, errors = request.args.to_dict(), list[str]()
    (trump, unknown), dealer = suit_of(inputs.get("trump", "")), inputs.get("dealer", "")
    trump, unknown = trump or Suit.HEARTS, [*unknown, *picking.unknown_words(inputs, {"dealer": SEATS})]
    dealer = dealer if dealer in SEATS else SEATS[0]
    at = SEATS.index(dealer) + 1
    order = SEATS[at:] + SEATS[:at]
    codes_of_melds, melds = (
        [each for each in inputs.get("melds", "").split("-") if each][:MOST_MELDS],
        tuple[Meld, ...](),
    )
    try:
        melds = _declared(codes_of_melds)
        if inputs.get("add"):
            more = [*codes_of_melds, _added(inputs)]
            melds, codes_of_melds = _declared(more), more
    except RefusedError as refused:
        errors = [fault.text for fault in refused.faults]
        codes_of_melds = codes_of_melds if melds else []  # Earlier cards stay, if they can be read.
    ranked = [] if unknown else in_order(melds, trump, order)
    best_side = side_of(ranked[0].player) if ranked else ""
    return form_page(
        "grevjass/disputes/melds.html",
        [*unknown, *errors],
        written="-".join(codes_of_melds),
        ranked=ranked,
        reasons=[talk.reason(SEAT_WORDS, one, two, trump, order) for one, two in pairwise(ranked)],
        best_side=best_side,
        worth=talk.worth,
        said=codes_of_melds,
        trump=trump,
        dealer=dealer,
        inputs=inputs if errors else {},
        suits=SUITS,
        seats=SEAT_WORDS,
        side_of=side_of,
        fours=STROKES_OF_FOUR,
        full=len(codes_of_melds) >= MOST_MELDS,
    )


def _added(inputs: Mapping[str, str]) -> str:
    """The meld of the form, in the notation of the query string. Raises RefusedError if it is invalid."""
    what, player = inputs.get("what", ""), inputs.get("player", "")
    if what in {rank.letter for rank in STROKES_OF_FOUR}:
        return f"{player}.{what}.4"
    top = read_card(inputs.get("top", ""))
    return f"{player}.{top.code}.{inputs.get('length', '')}"


def _declared(codes_of_melds: Sequence[str]) -> tuple[Meld, ...]:
    """The melds of the query string. Raises RefusedError if one is invalid, or clashes with another (3.4)."""
    melds = tuple[Meld, ...]()
    for meld in map(_read, codes_of_melds):
        if faults := tuple(clashes(melds, meld, SEAT_WORDS.__getitem__)):
            raise RefusedError(*faults)
        melds = (*melds, meld)
    return melds


def _read(text: str) -> Meld:
    """A meld of the query string. Raises RefusedError."""
    player, top, length = [*text.split("."), "", ""][:3]
    fours = {rank.letter: rank for rank in STROKES_OF_FOUR}
    if player not in SEATS:
        raise RefusedError(Fault("no-player", "Say whose meld it is."))
    if top in fours:
        return Meld(player, cards_of(Declare(player, four=fours[top])))
    card = read_card(top)
    if card not in PACK:
        raise RefusedError(Fault("not-in-pack", f"{card} is not in the pack of 32 cards."))
    if not re.fullmatch("[3-8]", length):
        raise RefusedError(Fault("no-length", "A sequence has three to eight cards."))
    cards = cards_of(Declare(player, sequence=card, length=int(length)))
    if len(cards) < int(length):
        raise RefusedError(Fault("below-seven", f"A sequence of {length} from {card} would go below the seven."))
    return Meld(player, cards)


# --- the rules ---------------------------------------------------------------------------------------------------


def _link_of(example: Example) -> str:
    """The address of the page that answers an example."""
    return TRICK.link_of(example) or url_for("grevjass_disputes.melds")


add_rules(pages, rulebook, "The rules of Grevjass", "stikk", "grevjass_disputes.trick", _link_of)


class GrevjassPractice(TrickPractice):
    """The four cards of a trick and the trumps are shown."""

    game, dispute = GREVJASS, TRICK
    title = "Practice: counting · Grevjass"
    asks = (
        "You see a trick’s four cards and the trumps, and tap the points. Then you see the answer and how it adds up."
    )
    answers = range(62)  # At most Jass, Marietta and two aces, with the last trick.
    dull = 4

    def draw(self) -> dict[str, Any]:
        """A trick, now and then the last one."""
        cards, trump = codes(CHANCE.sample(PACK, 4)), CHANCE.choice(SUITS)
        return {"cards": cards, "trump": trump.letter, "last": CHANCE.random() < 1 / 8}

    def is_wanted(self, data: dict[str, Any]) -> bool:
        """Return True mostly for a trick with points, and often for one with a high trump."""
        has_trump = any(code[0] in "J9" and code[1] == data["trump"] for code in data["cards"])
        is_full = self.worth(data) >= self.dull and (has_trump or CHANCE.random() < 0.5)
        return is_full or CHANCE.random() < self.dull_share

    def worth(self, data: dict[str, Any]) -> int:
        """Return the points of the trick."""
        return int(self.ruling(data).points)


practice = GrevjassPractice().blueprint("/grevjass/practice")

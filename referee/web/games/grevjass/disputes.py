"""Dispute pages: the winner of a trick and its points, the best meld and why, and the rules; practice in counting."""

from datetime import datetime
from itertools import pairwise
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import Suit, codes
from referee.faults import RefusedError
from referee.games.grevjass import talk
from referee.games.grevjass.actions import NameTrump, Rules, Setup
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.melds import STROKES_OF_FOUR
from referee.games.grevjass.pack import PACK, SUITS
from referee.games.grevjass.state import Match
from referee.games.grevjass.verdict import in_order, rulebook, verdict
from referee.games.kit.sides import SEAT_WORDS, SEATS, side_of
from referee.games.rulebook import Example
from referee.web.components import picking
from referee.web.forms import form_page
from referee.web.games.grevjass.melding import PAD
from referee.web.games.grevjass.pages import PAGES
from referee.web.permissions import needs
from referee.web.practice import CHANCE
from referee.web.rules import add_rules
from referee.web.tables.entry_form import number_of
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
    match = GREVJASS.fold(Setup(SEAT_WORDS, dealer, datetime.min, Rules()), [NameTrump(suit=trump)])
    declared, written = [each for each in inputs.get("melds", "").split("-") if each][:MOST_MELDS], list[str]()
    if inputs.get("add"):
        what = inputs.get("what", "")
        # A top card of two characters at least: `K.4` is four kings.
        cards = f"{what}.4" if len(what) == 1 else f"{inputs.get('top', ''):>2}.{inputs.get('length', '')}"
        declared.append(f"{inputs.get('player', '')}.{cards}")
    try:
        for each in declared:
            match, written = _with_meld(match, each), [*written, each]
    except RefusedError as refused:
        errors = [fault.text for fault in refused.faults]
    deal = match.deal
    ranked = [] if unknown else in_order(deal.melds, trump, deal.order)
    return form_page(
        "grevjass/disputes/melds.html",
        [*unknown, *errors],
        written="-".join(written),
        ranked=ranked,
        reasons=[talk.reason(SEAT_WORDS, one, two, trump, deal.order) for one, two in pairwise(ranked)],
        best_side=deal.best_side,
        worth=talk.worth,
        said=written,
        trump=trump,
        dealer=dealer,
        inputs=inputs if errors else {},
        suits=SUITS,
        seats=SEAT_WORDS,
        side_of=side_of,
        fours=STROKES_OF_FOUR,
        full=len(written) >= MOST_MELDS,
    )


def _with_meld(match: Match, text: str) -> Match:
    """The match with a meld in the notation of the query string. Raises RefusedError if it is invalid (3.4)."""
    player, top, length = [*text.split("."), "", ""][:3]
    entries, cards = PAGES.entries, dict[str, Any](four=top)
    if length != "4" or len(top) != 1:
        cards = {"sequence": entries.value(match, entries.empty(match, {}), top), "length": number_of(length)}
    return GREVJASS.step(match, entries.read_action({"type": "meld", "player": player, **cards}))


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

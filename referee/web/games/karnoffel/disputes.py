"""Dispute pages: who takes a trick and why, and the rules; practice: which of four cards takes the trick."""

from typing import Any

from flask import Blueprint

from referee.cards import SUITS, codes
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.tricks import NAMES
from referee.games.karnoffel.verdict import rulebook, verdict
from referee.web.components.picking import pad_of
from referee.web.practice import CHANCE
from referee.web.rules import add_rules
from referee.web.trick_questions import TrickDispute, WhoTakesIt

pages = Blueprint("karnoffel_disputes", __name__, url_prefix="/karnoffel")
TRICK = TrickDispute(
    pages=pages,
    title="Karnöffel",
    rule=verdict,
    pad=pad_of(PACKS[48]),
    pack=PACKS[48],
    pack_of=lambda match: match.setup.pack,
    suit=("chosen", "Chosen suit"),
    style="karnoffel/table.css",
).register()
add_rules(pages, rulebook, "The rules of Karnöffel", "devil", "karnoffel_disputes.trick", TRICK.link_of)


_MANY = 2
"""The maximum number of the four cards that have a name, so that the others matter too."""


class KarnoffelPractice(WhoTakesIt):
    """The four cards of a trick and the chosen suit are shown."""

    game, dispute, suit_word = KARNOFFEL, TRICK, "Chosen"
    title = "Practice: taking tricks · Karnöffel"
    asks = "You see a trick’s four cards and the chosen suit. Tap the card that takes it."
    answers = range(4)
    dull = 0

    def draw(self) -> dict[str, Any]:
        """A trick with some cards that have names, or of the suit led."""
        chosen, led = CHANCE.sample(SUITS, 2)
        named = [card for card in PACKS[48] if card.suit is chosen and card.rank in NAMES]
        followed = [card for card in PACKS[48] if card.suit is led]
        others = [card for card in PACKS[48] if card not in named and card not in followed]
        number = CHANCE.randint(1, _MANY)
        cards = [*CHANCE.sample(named, number), *CHANCE.sample(followed, 2), *CHANCE.sample(others, 2 - number // 2)]
        return {"cards": codes(CHANCE.sample(cards, 4)), "chosen": chosen.letter}


practice = KarnoffelPractice().blueprint("/karnoffel/practice")

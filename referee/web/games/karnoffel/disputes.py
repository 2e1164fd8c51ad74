"""Dispute pages: who takes a trick and why, and the rules."""

from flask import Blueprint

from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.verdict import rulebook, verdict
from referee.web.components.picking import pad_of
from referee.web.rules import add_rules
from referee.web.trick_disputes import TrickDispute

pages = Blueprint("karnoffel_disputes", __name__, url_prefix="/karnoffel")
TRICK = TrickDispute(
    pages=pages,
    title="Karnöffel",
    rule=verdict,
    pad=pad_of(PACKS[48]),
    pack=PACKS[48],
    suit=("chosen", "Chosen suit"),
    style="karnoffel/table.css",
).register()
add_rules(pages, rulebook, "The rules of Karnöffel", "devil", "karnoffel_disputes.trick", TRICK.link_of)

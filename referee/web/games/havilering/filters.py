"""Filters and globals of Havilering's templates."""

from collections.abc import Iterable
from itertools import groupby

from flask import Flask
from markupsafe import Markup

from referee.games.havilering.combinations import Combination, Item
from referee.games.havilering.suits import CIRCLE, jack_havel
from referee.games.havilering.talk import (
    NAMES,
    RUNS,
    SHORT,
    arithmetic,
    cadence,
    counted,
    in_sequence,
    jotted,
    judged,
    refused,
    several,
    why_not,
    why_won,
)
from referee.web.filters import face, sign
from referee.web.games.havilering import texts
from referee.web.games.havilering.questions import query
from referee.web.tables.tricks import side_names


def register(app: Flask) -> None:
    """Register the filters and globals."""
    app.jinja_env.globals.update(
        names=NAMES,
        # Each suit is beaten by the next.
        circle=Markup('<i aria-hidden="true">‹</i>').join(sign(suit) for suit in (*CIRCLE, CIRCLE[0])),
        short=SHORT,
        why_won=why_won,
        as_query=query,
        race_in_words=texts.race,
        by_side=texts.by_side,
        ruled=texts.ruled,
        side_names=side_names,
        trick_led=texts.led,
        revokes_of=texts.revokes,
        first_of=texts.first,
        pegged_by=texts.pegged_by,
    )
    app.jinja_env.filters.update(
        jack_havel=jack_havel,
        cards_of=cards_of,
        by_kind=by_kind,
        refused=refused,
        several=several,
        why_not=why_not,
        cadence=cadence,
        counted=counted,
        jotted=jotted,
        judged=judged,
        accounted=texts.accounted,
        house_rules=texts.house_rules,
        muggins=texts.muggins,
        of_side=lambda tally, side: tally.of(side),
    )


def cards_of(combination: Combination) -> Markup:
    """The sum of a set, or its cards in order."""
    if combination.item in (Item.FIFTEEN, Item.THIRTY_ONE):
        return Markup("{}").format(arithmetic(combination))
    return Markup(" ").join(
        face(card) for card in (in_sequence(combination.cards) if combination.item in RUNS else combination.cards)
    )


def by_kind(sets: Iterable[Combination]) -> list[list[Combination]]:
    """Sets of one item, with one reason if they do not count, are together when there are three or more of them."""
    kinds = [list(kind) for _, kind in groupby(sets, key=lambda each: (each.item, each.beaten_by))]
    return [part for kind in kinds for part in ([kind] if len(kind) > 2 else [[each] for each in kind])]

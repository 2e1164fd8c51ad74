"""A match written out: as plain data for JSON, and as a text score sheet with everything in its record."""

from collections.abc import Iterator
from typing import Any

from referee.cards import listed
from referee.english import plural
from referee.games.grevjass import notices, talk
from referee.games.grevjass.deal import ITEMS, Deal, Trick
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sheets import dealt_again, sheet, written
from referee.games.kit.sides import SEAT_WORDS, SIDE_WORDS, SIDES, Pair
from referee.games.sittings.outcome import revokes, tricks


def outcome(match: Match) -> dict[str, Any]:
    """Return what `referee replay --json` prints."""
    deals, deal = match.all_deals, match.deal
    is_in_hand = match.phase in (Phase.PLAY, Phase.STROKES)
    return written(match, "phase score strokes dealer=deal.dealer") | {
        "leader": match.expected_leader if is_in_hand else None,
        "trump": deal.trump.letter if is_in_hand else None,
        "games": [written(game, "winner how strokes jan points=score deals") for game in match.games],
        "deals": [_deal(each) for each in deals],
        "claims": [
            {"deal": each.number} | written(claim, "tricks side points right")
            for each in deals
            for claim in each.claims
        ],
        "tricks": [data | _trick(trick) for data, _, trick in tricks(deals)],
        "revokes": revokes((each, each.revokes) for each in deals),
        "strays": [
            {"deal": each.number} | written(stray, "trick seat card owner known")
            for each in deals
            for stray in each.strays
        ],
    }


def _deal(deal: Deal) -> dict[str, Any]:
    jass = notices.jass_of(deal)
    return written(deal, "deal=number game dealer trump card vol=bid") | {
        "melds": [
            written(meld, "player cards points strokes") | {"counts": deal.counts(meld)} for meld in deal.melds
        ],
        "tricks": {side: deal.tricks_of(side) for side in SIDES},
        "items": {side: {name: deal.item(side, name) for name in ITEMS} for side in SIDES},
        "jass": written(jass, "trick seat socks") if jass else None,
    }


def _trick(trick: Trick) -> dict[str, Any]:
    items = {"cards": trick.value} | ({"last": trick.last} if trick.last else {})
    return {"items": items, "stikk": trick.stikk, "points": trick.points.by_side()}


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    rules = match.setup.rules
    title = f"Grevjass to {plural(rules.strokes, 'stroke')}; claims {rules.claims.value}, stikk {rules.stikk.value}"
    return sheet(match, title, _lines(match), SEAT_WORDS)


def _lines(match: Match) -> Iterator[str]:
    for deal in match.all_deals:
        yield ""
        yield from deal_lines(match, deal)
    if not match.deal.suit:
        yield from map(talk.ruling_text, match.deal.events)
    yield ""
    if match.phase is Phase.MATCH_OVER and match.winner:
        yield f"{SIDE_WORDS[match.winner]} win the match, {match.strokes}"
    else:
        yield f"The game in hand: {match.score}"
    yield f"The slate: {talk.slate_text(match)}"


def deal_lines(match: Match, deal: Deal) -> Iterator[str]:
    """A deal with its melds, tricks, claims, notices and rulings."""
    turned_up = f" ({deal.card})" if deal.card else ""
    dealt = f"{match.player(deal.dealer)} deals{dealt_again(deal)}, trump {deal.trump.plural}{turned_up}"
    yield f"Deal {deal.number}, game {deal.game}: {dealt}"
    for meld in deal.melds:
        counts = "" if deal.counts(meld) else ", does not count"
        yield f"  {match.player(meld.player)}: {listed(meld.cards)}, {talk.worth(meld)}{counts}"
    if deal.bid:
        yield f"  {match.player(deal.bid)} bids vol"
    for trick, totals in with_totals(deal):
        yield f"  {trick_line(match, deal, trick)}  {totals}"
    for side in SIDES:
        yield f"  {SIDE_WORDS[side]}: " + ", ".join(f"{name} {deal.item(side, name)}" for name in ITEMS)
    lines = *talk.noticed(match, deal), *map(talk.ruling_text, deal.events), *talk.deal_text(match, deal)
    yield from (f"  {line}" for line in lines)


def trick_line(match: Match, deal: Deal, trick: Trick) -> str:
    """Describe a trick, its winner and its points."""
    stikk = f" {talk.stikk_text(match, trick)}" if trick.stikk else ""
    return f"{trick.number}. {match.player(trick.leader)} leads {listed(trick.cards)}: " + (
        f"{talk.trick_text(match, deal, trick, is_closed=False)}{stikk}"
    )


def with_totals(deal: Deal) -> Iterator[tuple[Trick, Pair]]:
    """The tricks of a deal, each with the points of the deal and the carried ones after it; rulings do not count."""
    total = deal.start.and_(deal.of_melds)
    for trick in deal.tricks:
        total = total.and_(trick.points)
        yield trick, total

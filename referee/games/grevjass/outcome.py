"""The outcome of a match as plain data for JSON."""

from typing import Any

from referee.cards import codes
from referee.games.grevjass import notices
from referee.games.grevjass.deal import ITEMS, Deal, Trick
from referee.games.grevjass.melds import Meld
from referee.games.grevjass.state import Game, Match, Phase
from referee.games.kit.sides import SIDES
from referee.games.sittings.outcomes import revokes, tricks


def outcome(match: Match) -> dict[str, Any]:
    """Return what `referee replay --json` prints."""
    deals, deal = match.all_deals, match.deal
    is_in_hand = match.phase in (Phase.PLAY, Phase.STROKES)
    return {
        "phase": match.phase.value,
        "score": match.score.by_side(),
        "strokes": match.strokes.by_side(),
        "dealer": match.dealer,
        "leader": deal.leader if deal and is_in_hand else None,
        "trump": deal.trump.letter if deal and is_in_hand else None,
        "games": [_game(game) for game in match.games],
        "deals": [_deal(each) for each in deals],
        "claims": [
            {
                "deal": each.number,
                "tricks": claim.tricks,
                "side": claim.side,
                "points": claim.points,
                "right": claim.right,
            }
            for each in deals
            for claim in each.claims
        ],
        "tricks": [written | _trick(trick) for written, _, trick in tricks(deals)],
        "revokes": revokes((each, each.revokes) for each in deals),
        "strays": [
            {
                "deal": each.number,
                "trick": stray.trick,
                "seat": stray.seat,
                "card": stray.card.code,
                "owner": stray.owner,
                "known": stray.known,
            }
            for each in deals
            for stray in each.strays
        ],
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "winner": game.winner,
        "how": game.how.value,
        "strokes": game.strokes,
        "jan": game.jan,
        "points": game.score.by_side(),
        "deals": game.deals,
    }


def _deal(deal: Deal) -> dict[str, Any]:
    jass = notices.jass_of(deal)
    return {
        "deal": deal.number,
        "game": deal.game,
        "dealer": deal.dealer,
        "trump": deal.trump.letter,
        "card": deal.card.code if deal.card else None,
        "vol": deal.bid,
        "melds": [_meld(deal, meld) for meld in deal.melds],
        "tricks": {side: deal.tricks_of(side) for side in SIDES},
        "items": {side: {name: deal.item(side, name) for name in ITEMS} for side in SIDES},
        "jass": {"trick": jass.trick, "seat": jass.seat, "socks": jass.socks} if jass else None,
    }


def _meld(deal: Deal, meld: Meld) -> dict[str, Any]:
    return {
        "player": meld.player,
        "cards": codes(meld.cards),
        "points": meld.points,
        "strokes": meld.strokes,
        "counts": deal.counts(meld),
    }


def _trick(trick: Trick) -> dict[str, Any]:
    items = {"cards": trick.value} | ({"last": trick.last} if trick.last else {})
    return {"items": items, "stikk": trick.stikk, "points": trick.points.by_side()}

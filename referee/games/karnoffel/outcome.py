"""A match written out: as plain data for JSON, and as a text score sheet."""

from collections.abc import Iterator
from typing import Any

from referee.cards import listed
from referee.english import plural
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import Rules
from referee.games.karnoffel.state import Adjusted, Deal, Match
from referee.games.kit.sheets import dealt_again, sheet, written
from referee.games.kit.sides import SEAT_WORDS, SIDE_WORDS, other
from referee.games.sittings.outcome import tricks
from referee.games.sittings.state import Misdealt


def outcome(match: Match) -> dict[str, Any]:
    """The outcome of a match, which `referee replay --json` prints."""
    return written(match, "phase score dealer=deal.dealer leader chosen=deal.chosen taken=deal.taken") | {
        "deals": [written(each, "deal=number dealer chosen cards entry winner tricks=taken") for each in match.deals],
        "tricks": [
            data | {"winning_card": each.card(trick).code, "title": each.title(trick)}
            for data, each, trick in tricks(match.all_deals)
        ],
        "events": [{"deal": each.number} | _event(event) for each in match.all_deals for event in each.events],
    }


def _event(event: Misdealt | Adjusted) -> dict[str, Any]:
    if isinstance(event, Misdealt):
        return {"type": "misdeal", "dealer": event.dealer}
    return {"type": "adjust"} | written(event, "side deals reason")


def score_sheet(match: Match) -> str:
    """The match as a readable score sheet."""
    return sheet(match, title(match.setup.rules), _lines(match), SEAT_WORDS)


def title(rules: Rules) -> str:
    """The game with its rules."""
    devil = ", the Devil may be led first" if rules.devil_first else ""
    return f"Karnöffel to {plural(rules.target, 'deal')}, {rules.pack} cards{devil}"


def _lines(match: Match) -> Iterator[str]:
    for deal in match.all_deals:
        if deal.is_begun or deal.events:
            yield ""
            yield from _deal_lines(match, deal)
    yield ""
    side, score = match.winner, match.score
    yield (
        f"{SIDE_WORDS[side]} win the match, {score.of(side)}–{score.of(other(side))}."
        if side
        else f"The score: {score}"
    )


def _deal_lines(match: Match, deal: Deal) -> Iterator[str]:
    face_up = f" ({listed(deal.cards)} face up)" if deal.cards else ""
    dealt = f"Deal {deal.number}: {match.player(deal.dealer)} deals{dealt_again(deal)}."
    yield f"{dealt} {talk.chosen_text(match, deal)}{face_up}".rstrip()
    for trick in deal.tricks:
        text = talk.trick_text(match, deal, trick)
        yield f"  {trick.number}. {match.player(trick.leader)} leads {listed(trick.cards)}. {text}"
        yield from (f"  {line}" for line in talk.notes(match, deal, trick))
    yield from (f"  {talk.event_text(match, event)}" for event in deal.events)
    if deal.winner:
        yield f"  {talk.deal_text(match, deal)}"

"""Texts of the table's pages."""

from collections.abc import Iterator

from referee.games.karnoffel import talk
from referee.games.karnoffel.state import Adjusted, Deal, Match, Phase
from referee.games.kit.sides import other
from referee.games.sittings.state import Misdealt
from referee.web.tables.tricks import side_names


def recent(match: Match) -> Iterator[str]:
    """The latest events, newest first. At the end of the match nobody deals or leads any more."""
    deal, last = match.deal, match.deals[-1] if match.deals else None
    yield from (talk.event_text(match, event) for event in _fresh_events(deal, is_over=match.winner is not None))
    dealer = "" if match.winner else f" {match.player(deal.dealer)} deals."
    leader = "" if match.winner else f" {match.player(match.expected_leader)} leads."
    if deal.tricks:
        yield from _last_trick(match, deal)
    elif deal.entries:
        yield f"{talk.opening(match, deal)[0]}{leader}"
    elif last and not deal.misdeals:
        yield f"{talk.deal_text(match, last)}{dealer}"
        yield from _last_trick(match, last)
    elif dealer and not deal.misdeals:
        yield dealer.strip()


def _fresh_events(deal: Deal, is_over: bool) -> Iterator[Misdealt | Adjusted]:
    """The rulings since the last entry of a deal, and the misdeal before it unless all is over, the latest first."""
    for event in reversed(deal.events):
        if isinstance(event, Misdealt):
            if not deal.entries and not is_over:
                yield event
            return
        if event.after == len(deal.entries):
            yield event


def last_trick(match: Match) -> Iterator[str]:
    """The trick that ended the last deal."""
    return _last_trick(match, match.deals[-1]) if match.deals else iter(())


def _last_trick(match: Match, deal: Deal) -> Iterator[str]:
    """Name the winner of a deal's last trick, and anything noticed in it; nothing if its result was entered."""
    if deal.tricks and deal.result is None:
        yield talk.trick_text(match, deal, deal.tricks[-1])
        yield from talk.notes(match, deal, deal.tricks[-1])


def awaited(match: Match) -> str:
    """The awaited entry, as a sentence."""
    if match.phase is Phase.CHOOSE:
        return "Which suit is chosen?"
    side = match.winner
    if side is None:
        return f"{match.player(match.expected_leader)} leads."
    return f"{side_names(match, side)} win the match, {match.score.of(side)}–{match.score.of(other(side))}."

"""Texts of the table's pages, and its slate."""

from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup

from referee.english import plural
from referee.games.grevjass import talk
from referee.games.grevjass.actions import Claim, Declare, Vol
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.melds import Meld
from referee.games.grevjass.pack import points_of, winning_place
from referee.games.grevjass.state import Game, How, Match, Phase
from referee.games.kit.sides import SIDE_WORDS, SIDES, other, side_of
from referee.games.sittings.actions import Play
from referee.text import isolated, shortened
from referee.web.tables.tricks import side_names

MOST_DRAWN = 30
"""The maximum number of strokes drawn; more are shown only by the figure beside them."""
_STEP, _HEIGHT, _GAP = 5, 18, 10


def recent(match: Match) -> Iterator[str]:
    """Yield the latest events, newest first."""
    if match.deal.suit:
        yield from _in_hand(match, match.deal)
    else:
        yield from _between(match)


def _in_hand(match: Match, deal: Deal) -> Iterator[str]:
    last = deal.entries[-1]
    fresh = [ruling for ruling in deal.events if ruling.entries == len(deal.entries)]
    yield from map(talk.ruling_text, fresh[::-1])
    if isinstance(last, Claim):
        yield "Not yet."
    elif isinstance(last, Declare):
        yield talk.meld_text(match, deal, len(deal.melds) - 1)
    elif isinstance(last, Vol):
        yield f"{match.player(last.player)} bids vol."
    elif isinstance(last, Play):
        yield from trick_lines(match, deal)
    else:
        yield f"{deal.trump.plural.capitalize()} are trumps. {match.player(match.expected_leader)} leads."


def trick_lines(match: Match, deal: Deal) -> Iterator[str]:
    """Yield the last trick of a deal: its winner, stikk, and the revokes and strays that it shows."""
    trick, is_closed = deal.tricks[-1], match.is_closed(deal.number)
    brought = talk.trick_text(match, deal, trick, is_closed)
    side = side_of(trick.winner)
    yield brought if is_closed else f"{brought} {SIDE_WORDS[side]} {deal.score.of(side)}."
    if trick.stikk:
        yield talk.stikk_text(match, trick)
    bid_side = side_of(deal.bid) if deal.bid else side
    if bid_side != side and deal.tricks_of(side) == 1:
        yield "The vol is lost: play on for a hundred."
    yield from noticed(match, deal, trick.number)


def why(match: Match) -> list[str]:
    """Explain the winner of a trick entered last, until its deal is over; and if open, the points of its cards."""
    deal = match.deal
    if not deal.tricks or not isinstance(deal.entries[-1], Play):
        return []
    trick = deal.tricks[-1]
    texts = [talk.why_won(trick.cards, deal.trump, winning_place(trick.cards, deal.trump))]
    if not match.is_closed(deal.number):
        counted = [(card, points_of(card, deal.trump)) for card in trick.cards]
        parts = [f"{card} {points}" for card, points in counted if points]
        texts.append(f"{', '.join(parts) or 'No card counts'}.")
    return texts


def _ended(match: Match) -> Deal | None:
    """The deal that has just ended, if nothing was chalked and no new one misdealt since."""
    number, last = len(match.games), match.deals[-1] if match.deals else None
    is_chalked = last is not None and number >= last.game and last.won != number
    return None if match.deal.misdeals or is_chalked else last


def noticed(match: Match, deal: Deal, number: int) -> Iterator[str]:
    """The revokes and strays that a trick of a deal shows."""
    yield from (talk.revoke_text(match, each) for each in deal.revokes if each.shown_in == number)
    yield from (talk.stray_text(match, each) for each in deal.strays if each.trick == number)


def _between(match: Match) -> Iterator[str]:
    last = _ended(match)
    dealer = f"{match.player(match.deal.dealer)} deals." if match.phase is Phase.TRUMP else ""
    rulings = list(map(talk.ruling_text, match.deal.events[:-3:-1]))
    if match.deal.misdeals:
        yield from (f"The deal is void: {match.player(match.deal.dealer)} deals again.", *rulings)
    elif last is None and match.games:
        yield f"{talk.game_text(match, match.games[-1], None)} {dealer}".strip()
        yield from rulings
    elif last and dealer:
        first, *more = _deal_over(match, last, dealer)
        yield from (first, *rulings, *more)
    elif last:  # Rulings since then, if any, ended the match.
        yield from (*rulings, *_deal_over(match, last, dealer))
    else:
        yield from filter(None, (dealer, *rulings))


def _deal_over(match: Match, deal: Deal, dealer: str) -> Iterator[str]:
    """Yield the end of the last deal, the dealer, and the details that may now be shown."""
    texts = [*talk.deal_text(match, deal)]
    if match.winner and deal.events and not (deal.won or match.deal.events):  # A ruling of strokes ended the match.
        texts.insert(0, talk.ruling_text(deal.events[-1]))
    yield " ".join([*texts[:1], dealer]).strip()
    yield from (*texts[1:], *last_trick(match))


def last_trick(match: Match) -> Iterator[str]:
    """Yield the trick that ended the last deal, and what it showed."""
    deal = _ended(match)
    if not deal:
        return
    last = deal.tricks[-1] if deal.tricks and isinstance(deal.entries[-1], Play) else None
    if last:
        yield talk.trick_text(match, deal, last, is_closed=False)
    yield from filter(None, (talk.stikk_text(match, last) if last else "", talk.socks_text(deal)))
    if last:
        yield from noticed(match, deal, last.number)


def melds(match: Match) -> list[str]:
    """The melds declared in the deal in hand, each with its player and its worth: `Bob Q♣–9♣ 50`."""
    return [
        f"{isolated(shortened(match.player(meld.player)))} {_meld(meld)} "
        f"{plural(meld.strokes, 'stroke') if meld.strokes else meld.points}"
        for meld in match.deal.melds
    ]


def _meld(meld: Meld) -> str:
    first, last = meld.cards[0], meld.cards[-1]
    return f"{first}–{last}" if first.suit is last.suit else f"four {first.rank.word}s"


def parts(match: Match, side: str, is_trial: bool = False) -> str:
    """List the public parts of a side's points while the tricks are closed: carried, melds, stikk, rulings.

    On trial there is no stikk, since a correction may find it in cards that nobody may see.
    """
    deal = match.deal
    stikk = 0 if is_trial else deal.item(side, "stikk")
    numbers = (
        ("carried", deal.start.of(side)),
        ("melds", deal.of_melds.of(side)),
        ("stikk", stikk),
        ("ruled", deal.ruled.of(side)),
    )
    return ", ".join(f"{name} {points}".replace("-", "−") for name, points in numbers if points)


def game_title(number: int, game: Game) -> str:
    """Return the title of a finished game, with its winner: `Jan: game 2 to N–S`."""
    kind = "Jan: game" if game.jan else "All eight tricks: game" if game.how is How.VOL else "Game"
    return f"{kind} {number} to {SIDE_WORDS[game.winner]}"


def awaited(match: Match) -> str:
    """Describe the entry that the match waits for, as a sentence."""
    deal = match.deal
    if match.phase is Phase.MATCH_OVER and match.winner:
        won, lost = (match.strokes.of(side) for side in (match.winner, other(match.winner)))
        return f"{side_names(match, match.winner)} win the match, {won}–{lost}."
    if match.phase is Phase.STROKES:
        return talk.strokes_asked(deal)
    if not deal.suit:
        return "Which card is shown?"
    return f"{match.player(match.expected_leader)} leads."


def totals(match: Match) -> str:
    """Return the totals on trial in a line; while the tricks are closed, their public parts instead."""
    sides = list[str]()
    for side in SIDES:
        points = parts(match, side, is_trial=True) if match.hides_points else str(match.score.of(side))
        sides += [f"{SIDE_WORDS[side]} {points}"] if points else []
    return ", ".join(sides) or "shown when the deal is over"


@lru_cache(maxsize=200)
def slate(strokes: int) -> Markup:
    """Draw strokes as on a slate: four upright, and the fifth across them."""
    lines, x = [], 4
    for number in range(1, min(strokes, MOST_DRAWN) + 1):
        if number % 5:
            lines.append(f"M{x} 3l-1 {_HEIGHT - 4}")
            x += _STEP
        else:
            lines.append(f"M{x - 4 * _STEP - 3} {_HEIGHT - 4}L{x - 1} 6")
            x += _GAP
    width = max(x + 2, 30)
    return Markup('<svg class="strokes" viewBox="0 0 {0} {1}" width="{0}" height="{1}" aria-hidden="true">'
                  '<path d="{2}"/></svg>').format(width, _HEIGHT, "".join(lines))  # fmt: skip

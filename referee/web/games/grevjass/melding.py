"""The questions of a meld: player, kind, length. Only possible answers are offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import Card, read_card
from referee.english import in_words, titled
from referee.faults import RefusedError
from referee.games.grevjass.actions import Declare
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.legality import meld_faults
from referee.games.grevjass.melds import FEWEST, MOST, STROKES_OF_FOUR, Meld, cards_of
from referee.games.grevjass.pack import CARD, PACK
from referee.games.grevjass.state import Match
from referee.web.components.picking import pad_of

PAD = pad_of(PACK)
"""The pad of the 32 cards in use: for each suit, two rows of four ranks, from the ace down."""


@dataclass(frozen=True, slots=True)
class MeldQuestion:
    """A question, and its possible answers."""

    words: str
    links: Sequence[tuple[str, dict[str, str]]] = ()
    """Answers that lead to the next question."""
    keys: Sequence[tuple[str, str]] = ()
    """Answers that declare a meld, each as `Posted` reads it."""
    tops: Sequence[tuple[Card, bool]] = ()
    """The cards high enough for a sequence, by suit, each with True if it can be the top of one.

    Only these lead to the next question; the others keep their places, so that no other key takes them.
    """
    inputs: dict[str, str] = field(default_factory=dict)
    """The answers so far."""


def may_meld(match: Match) -> bool:
    """Return True if melds can still be declared."""
    return match.deal.suit is not None and not match.deal.tricks and match.deal.bid is None


def next_question(match: Match, inputs: Mapping[str, str]) -> MeldQuestion | None:
    """Return the next question, given the answers; None if nobody can meld now, or the answers are invalid."""
    deal, player = match.deal, inputs.get("player", "")
    if not may_meld(match):
        return None
    if player not in match.setup.seats:
        links = [(match.player(seat), {"player": seat}) for seat in deal.order]
        return MeldQuestion("Who melds?", links=links)
    if not inputs.get("top"):
        return _what(match, deal, player)
    try:
        top = read_card(inputs["top"])
    except RefusedError:
        return None
    if top not in match.setup.pack:
        return None
    lengths = _lengths(match, deal, player, top)
    keys = [
        (f"{titled(in_words(length))}, to the {cards_of(_sequence(player, top, length))[-1].rank.word}",
         f"meld player={player} sequence={top.code} length={length}")
        for length in lengths
    ]  # fmt: skip
    words = f"{match.player(player)}: how many, from the {top.name} down?"
    return MeldQuestion(words, keys=keys, inputs={"player": player}) if keys else None


def _what(match: Match, deal: Deal, player: str) -> MeldQuestion:
    """Ask for a player's meld: four of a rank, or a sequence from a card down."""
    fours = [
        (f"Four {rank.word}s", f"meld player={player} four={rank.letter}")
        for rank in STROKES_OF_FOUR
        if _fits(match, deal, Declare(player, four=rank))
    ]
    cards = (CARD[rank, suit] for suit, rows in PAD for row in rows for rank in row)
    tops = [
        (card, bool(_lengths(match, deal, player, card)))
        for card in cards
        if len(cards_of(_sequence(player, card, FEWEST))) == FEWEST
    ]
    words = f"{match.player(player)}: {'four of a kind, or ' if fours else ''}the top card of a sequence?"
    return MeldQuestion(words, keys=fours, tops=tops, inputs={"player": player})


def _lengths(match: Match, deal: Deal, player: str, top: Card) -> list[int]:
    lengths = range(FEWEST, MOST + 1)
    return [length for length in lengths if _fits(match, deal, _sequence(player, top, length))]


def _sequence(player: str, top: Card, length: int) -> Declare:
    return Declare(player, sequence=top, length=length)


def _fits(match: Match, deal: Deal, action: Declare) -> bool:
    cards = cards_of(action)
    is_whole = action.length is None or len(cards) == action.length
    return is_whole and not any(meld_faults(match, deal, Meld(action.player, cards)))

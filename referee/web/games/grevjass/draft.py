"""What is tapped of a trick and not entered yet: cards by place, with gaps."""

from collections.abc import Mapping

from referee.cards import Card, read_cards
from referee.faults import Fault, RefusedError
from referee.games.grevjass.state import Match, Phase
from referee.match.current import CurrentMatch
from referee.store.logs import ACT
from referee.web.components import picking

Cards = tuple[Card | None, ...]
TRUMP, TRICKS = "trump", "tricks"


def kind_of(match: Match) -> str:
    """What a tapped card is for: `trump` or `tricks`; empty if none is awaited."""
    return {Phase.TRUMP: TRUMP, Phase.PLAY: TRICKS}.get(match.phase, "")


def places(kind: str) -> int:
    """How many cards an entry has."""
    return 4 if kind == TRICKS else 1


def read(kind: str, given: Mapping[str, str]) -> Cards:
    """The cards tapped before, with those just tapped or typed. Raises RefusedError."""
    if kind not in (TRUMP, TRICKS):
        return ()
    number = places(kind)
    cards = picking.read_places(given.get("draft", ""))[:number]
    cards = (*cards, *[None] * (number - len(cards)))
    for card in read_cards(f"{given.get('card', '')} {given.get('typed', '')}"):
        if card in cards:
            raise RefusedError(Fault("card-twice", f"The {card.name} is there already.", (card.code,)))
        if None not in cards:
            raise RefusedError(Fault("too-many-cards", f"That is more than {number} cards."))
        cards = picking.put(cards, card)
    return cards


def written(cards: Cards) -> str:
    """The cards as the form carries them: `7S.-.9S`."""
    return picking.write_places(cards)


def without_last(cards: Cards) -> Cards:
    """The cards without the last one."""
    last = max((place for place, card in enumerate(cards) if card), default=-1)
    return tuple(None if place == last else card for place, card in enumerate(cards))


def without(cards: Cards, place: int) -> Cards:
    """The cards with a gap at a place, so that another can be tapped there."""
    return tuple(None if at == place else card for at, card in enumerate(cards))


def undone(current: CurrentMatch[Match]) -> Cards:
    """The first three cards of a trick that has just been undone: often only one of the four was wrong."""
    last = current.undone[-1] if current.undone else None
    action = last.actions[0] if last and last.kind == ACT else {}
    return (*read_cards(" ".join(action["cards"][:3])), None) if action.get("type") == "trick" else ()

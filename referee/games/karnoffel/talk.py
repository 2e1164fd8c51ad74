"""Karnöffel in words: who takes a trick and why, who chose the suit, how a deal ended, rulings."""

from collections.abc import Sequence

from referee.cards import Card, Rank, Suit, listed
from referee.english import in_words, titled
from referee.games.karnoffel.actions import TRICKS
from referee.games.karnoffel.state import Adjusted, Deal, Match
from referee.games.karnoffel.tricks import NAMES, TITLES, is_named, strength, taking_place
from referee.games.kit.sides import SIDE_WORDS, other, ruling_text
from referee.games.sittings.state import Misdealt, Trick

_TAKES = {
    Rank.JACK: "it takes every card",
    Rank.SIX: "only the Karnöffel and a Devil that was led take it",
    Rank.TWO: "only the Karnöffel, the Pope and a Devil that was led take it",
    Rank.THREE: "it takes a queen of the suit led, but no king",
    Rank.FOUR: "it takes a jack of the suit led, but no queen",
    Rank.FIVE: "it takes a 10 of the suit led, but no jack",
}


def rank_word(rank: Rank) -> str:
    """A rank as spoken: `three`, `king`."""
    return rank.word if rank.height > Rank.TEN.height else in_words(rank.height + 2)


def called(card: Card, chosen: Suit) -> str:
    """A card as it is called in its trick: `Pope`, `three`, `king`."""
    return NAMES[card.rank] if card.suit is chosen and card.rank in TITLES else rank_word(card.rank)


def why(cards: Sequence[Card], chosen: Suit, names: Sequence[str] = ()) -> str:
    """Explain in a sentence why a card takes the trick; `names` are the players in order of play. Rule 3.8."""
    place = taking_place(cards, chosen)
    card, name = cards[place], names[place] if names else ""
    whose = f"{name}’s" if name else "The"
    if not is_named(card, chosen):
        lead = f"{name}: the {rank_word(card.rank)}" if name else f"The {card.name} takes it"
        return f"{lead}; {_plain(cards, chosen, place, ' take it' if name else '')}."
    if card.rank is Rank.SEVEN:
        return f"{whose} Devil was led: nothing but the Karnöffel takes it."
    others = [at for at in range(len(cards)) if at != place and strength(cards, at, chosen) >= 0]
    if not others:
        return f"{whose} {called(card, chosen)} was led, and nothing takes it."
    next_best = cards[max(others, key=lambda at: strength(cards, at, chosen))]
    return f"{whose} {called(card, chosen)} takes the {called(next_best, chosen)}."


def _plain(cards: Sequence[Card], chosen: Suit, place: int, it: str) -> str:
    """Explain why a card without a power takes the trick, although another might have. Rules 3.4 and 3.7."""
    led = cards[0].suit
    others = [card for card in cards if card is not cards[place]]
    failed = [card for card in others if is_named(card, chosen)]
    if failed:
        best = max(failed, key=lambda card: strength(cards, cards.index(card), chosen))
        if best.rank is Rank.SEVEN:
            return "the Devil was not led"
        return f"the {rank_word(best.rank)} does not{it}"
    followed = any(card.suit is led for card in others)
    return f"the highest {led.singular}" if followed else f"no other card is a {led.singular}"


def each(cards: Sequence[Card], chosen: Suit) -> list[tuple[Card, str]]:
    """Describe each card of a trick: its rank in it. Rules 3.2 to 3.8."""
    return [(card, _worth(cards, place, chosen)) for place, card in enumerate(cards)]


def _worth(cards: Sequence[Card], place: int, chosen: Suit) -> str:
    card = cards[place]
    if is_named(card, chosen):
        if card.rank is Rank.SEVEN:
            return "the Devil; " + ("not led, it takes nothing" if place else "led, only the Karnöffel takes it")
        return f"the {NAMES[card.rank]}; {_TAKES[card.rank]}"
    if card.suit is cards[0].suit:
        return "of the suit led" if place else "led"
    of = "an unnamed card of the chosen suit, not" if card.suit is chosen else "not"
    return f"{of} of the suit led: it takes nothing"


def trick_text(match: Match, deal: Deal, trick: Trick) -> str:
    """Say in a sentence who takes a trick and why: "Cat’s Pope takes the Kaiser."."""
    assert deal.chosen is not None
    return why(trick.cards, deal.chosen, [match.player(seat) for seat, _ in match.plays(trick)])


def chosen_text(match: Match, deal: Deal) -> str:
    """Say who chose the suit: "Bob’s three chooses hearts."; empty before it is chosen. Rules 2.2 and 2.3."""
    if deal.chosen is None:
        return ""
    chooser = match.chooser(deal)
    if chooser is None:
        return f"{deal.chosen.plural.capitalize()} are chosen."
    return f"{match.player(chooser)}’s {rank_word(match.shown(deal)[chooser].rank)} chooses {deal.chosen.plural}."


def opening(match: Match, deal: Deal) -> list[str]:
    """The beginning of a deal: who chose the suit, and the face-up cards. Rules 2.1 to 2.3."""
    lines = [f"Face up: {listed(deal.cards)}."] if deal.cards else []
    return [*filter(None, [chosen_text(match, deal)]), *lines]


def stray_text(match: Match, trick: Trick, stray: tuple[str, Card, str]) -> str:
    """A face-up card that another player played. Rule 5.4."""
    seat, card, owner = stray
    return f"{match.player(seat)} played {card} in trick {trick.number}: it lay face up with {match.player(owner)}."


def notes(match: Match, deal: Deal, trick: Trick) -> list[str]:
    """The face-up cards in a trick that were not played by their owner. Rule 5.4."""
    return [stray_text(match, trick, stray) for stray in match.strays(deal, trick)]


def order_of(chosen: Suit, pack: Sequence[Card]) -> list[tuple[str, str]]:
    """The order of a trick from the top, with a description of each card. Rule 3.8."""
    own, ranks = chosen.symbol, {card.rank.sign for card in pack}
    plain = " ".join(sign for sign in "10 9 8 7 6 5 4 3 2".split() if sign in ranks)
    named = [(f"{rank.sign}{own}", name) for rank, name in NAMES.items()]
    named[1] = (named[1][0], "Devil, if led")
    return [*named[:4], ("K", "of the suit led"), named[4], ("Q", "of the suit led"), named[5],
            ("J", "of the suit led"), named[6], (plain, "of the suit led")]  # fmt: skip


def deal_text(match: Match, deal: Deal) -> str:
    """The end of a deal: "Three tricks: N–S win the deal and lead 4–2."; empty before that."""
    if not deal.winner:
        return ""
    side, won, lost = SIDE_WORDS[deal.winner], deal.total.of(deal.winner), deal.total.of(other(deal.winner))
    against, head = deal.taken.of(other(deal.winner)), f"{titled(in_words(TRICKS))} tricks"
    if deal.result is not None:
        head += f" to {in_words(against) if against else 'none'}"
    if won >= match.setup.rules.target:
        return f"{head}: {side} win the deal and the match, {won}–{lost}."
    stand = "lead " if won > lost else "are level, " if won == lost else "trail "
    return f"{head}: {side} win the deal and {stand}{won}–{lost}."


def event_text(match: Match, event: Misdealt | Adjusted) -> str:
    """A misdeal, or a ruling of the table."""
    if isinstance(event, Misdealt):
        return f"The deal is void: {match.player(event.dealer)} deals again."
    return ruling_text(event.side, event.deals, "deal", event.reason)

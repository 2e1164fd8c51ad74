"""Real hands of Grevjass: dealt, now and then to somebody's advantage, and played card by card, sometimes wrongly.

Written from the published rules alone, and shares no code with the package.
"""

from random import Random

from tests.grevjass.oracle_cards import BEATS, FOURS, PACK, RANKS, SEATS, SUITS, four, left, sequence, trick_winner


def runs(hand: list[str]) -> list[list[str]]:
    """The longest sequences of a hand, of three cards or more."""
    found: list[list[str]] = []
    for suit in SUITS:
        held = "".join(rank if rank + suit in hand else " " for rank in RANKS)
        found += [[rank + suit for rank in part] for part in held.split() if len(part) >= 3]
    return found


class Hands:
    """The hands of one deal, with the card shown in the dealer's."""

    def __init__(self, chance: Random, dealer: str, accidents: float) -> None:
        self.chance = chance
        self.accidents = accidents
        self.trump = chance.choice(SUITS)
        self.hands = self._dealt()
        self.shown = chance.choice([card for card in self.hands[dealer] if card[1] == self.trump] or [""])
        self.owned = {seat: list(hand) for seat, hand in self.hands.items()}
        if not self.shown and chance.random() < 0.5:
            self.shown = chance.choice(self.hands[dealer])
            self.trump = self.shown[1]
        self.leader = left(dealer)
        self.styles = {seat: chance.choice(("any", "greedy", "greedy")) for seat in SEATS}

    def _dealt(self) -> dict[str, list[str]]:
        """Eight cards for everybody; some are put into the hands first."""
        hands = self._favoured()
        rest = [card for card in PACK if not any(card in hand for hand in hands.values())]
        self.chance.shuffle(rest)
        for hand in hands.values():
            while len(hand) < 8:
                hand.append(rest.pop())
        return hands

    def _favoured(self) -> dict[str, list[str]]:
        """The cards that some players are sure to get: mostly none."""
        hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        first, second = self.chance.sample(SEATS, 2)
        way = self.chance.choice(("none",) * 8 + ("run", "four", "fours", "run-four", "trumps", "trumps", "short"))
        if "run" in way:
            hands[first] = self._run(self.chance.choice((5, 5, 6)))
        if way == "short":
            hands[first], length = self._run(3, "S"), self.chance.choice((3, 4))
            hands[second] = self._run(length, "H")
        if "four" in way:
            taken = {card[0] for card in hands[first]}
            ranks = [rank for rank in FOURS if rank not in taken]
            self.chance.shuffle(ranks)
            hands[second] = four(ranks[0]) if ranks else []
            if way == "fours":
                hands[self.chance.choice((first, left(second, 2), second))] += four(ranks[1])
        if way == "trumps":
            hands[first] = [rank + self.trump for rank in "AKQJT987"[: self.chance.choice((5, 6, 7, 8))]]
            hands[left(first, 2)] = [rank + suit for suit in SUITS for rank in "AT" if suit != self.trump]
        return hands

    def _run(self, length: int, suit: str = "") -> list[str]:
        top = self.chance.choice(RANKS[: 9 - length]) + (suit or self.chance.choice(SUITS))
        return sequence(top, length) or []

    # ---- playing

    def legal(self, seat: str, led: str) -> list[str]:
        """The cards that the seat may play to a trick of that suit, or lead where none is led."""
        hand = self.hands[seat]
        trumps = [card for card in hand if card[1] == self.trump]
        following = [card for card in hand if card[1] == led]
        if led == self.trump:
            return hand if trumps in ([], ["J" + self.trump]) else trumps
        return following + trumps if following else hand

    def _chosen(self, seat: str, cards: list[str]) -> str:
        """The card that the seat plays to these, taken from its hand."""
        led = cards[0][1] if cards else ""
        may = self.legal(seat, led)
        if self.chance.random() < self.accidents / 5:
            may = self.hands[seat]
        card = self.chance.choice(may)
        if self.styles[seat] == "greedy":
            card = self._greedy(may, cards)
        self.hands[seat].remove(card)
        return card

    def _greedy(self, may: list[str], cards: list[str]) -> str:
        """The strongest card; the weakest where the trick is the partner's, or cannot be won."""
        led = cards[0][1] if cards else ""
        strong = {card: BEATS[self.trump, led or card[1]][card] for card in may}
        best = max(may, key=lambda card: strong[card])
        partner_wins = len(cards) > 1 and trick_winner(cards, self.trump) == len(cards) - 2
        wins = not cards or trick_winner([*cards, best], self.trump) == len(cards)
        return best if wins and not partner_wins else min(may, key=lambda card: strong[card])

    def trick(self) -> list[str]:
        """Plays a trick."""
        cards: list[str] = []
        for steps in range(4):
            cards.append(self._chosen(left(self.leader, steps), cards))
        self.leader = left(self.leader, trick_winner(cards, self.trump))
        return cards

    def swap(self, cards: list[str]) -> None:
        """One of these cards, if a hand still has it, changes places with a card of another hand."""
        held = [(seat, card) for seat, hand in self.hands.items() for card in hand if card in cards]
        if not held:
            return
        seat, card = self.chance.choice(held)
        other = self.chance.choice([each for each in SEATS if each != seat])
        back = self.chance.choice(self.hands[other])
        self.hands[seat][self.hands[seat].index(card)] = back
        self.hands[other][self.hands[other].index(back)] = card

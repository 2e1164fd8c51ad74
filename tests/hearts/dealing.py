"""Real hands at a table: dealt, played trick by trick, sometimes wrongly."""

from random import Random

from tests.hearts import oracle

STRENGTH = {rank: place for place, rank in enumerate("23456789TJQKA")}


def strength(card: str) -> int:
    return STRENGTH[card[0]]


class Hands:
    """The hands of one deal, the stock, and who leads."""

    def __init__(self, chance: Random, players: int, dealer: str, accidents: float) -> None:
        self.chance = chance
        self.accidents = accidents
        self.players = players
        self.seats = oracle.seats(players)
        cards = oracle.pack(players)
        chance.shuffle(cards)
        each = 13 if players == 2 else len(cards) // players
        self.hands = {seat: cards[i * each : (i + 1) * each] for i, seat in enumerate(self.seats)}
        self.stock = cards[each * players :]
        self.leader = oracle.left(dealer, players)
        self.styles = {seat: chance.choice(("low", "low", "high", "any")) for seat in self.seats}
        self.revoked: set[str] = set()
        self.uneven: tuple[str, str] | None = None
        if chance.random() < accidents / 2:
            self._deal_unevenly()

    def _deal_unevenly(self) -> None:
        short, long = self.chance.sample(self.seats, 2)
        self.hands[long].append(self.hands[short].pop())
        self.uneven = (short, long)

    def even(self) -> tuple[str, str]:
        """The short hand draws from the long one; says which were which."""
        assert self.uneven
        short, long = self.uneven
        hand = self.hands[long]
        self.hands[short].append(hand.pop(self.chance.randrange(len(hand))))
        self.uneven = None
        return short, long

    def must_be_evened(self) -> bool:
        return self.uneven is not None and not self.hands[self.uneven[0]]

    def trick(self) -> tuple[str, list[str], str]:
        """Plays a trick: who led, the cards in order of play, and who won it."""
        if self.chance.random() < self.accidents / 3:
            self.leader = self.chance.choice(self.seats)
        leader, led = self.leader, ""
        cards: list[str] = []
        for steps in range(self.players):
            card = self._card(oracle.left(leader, self.players, steps), led)
            led = led or card[1]
            cards.append(card)
        best = max((card for card in cards if card[1] == led), key=strength)
        self.leader = oracle.left(leader, self.players, cards.index(best))
        for steps in range(self.players if self.stock else 0):
            self.hands[oracle.left(self.leader, self.players, steps)].append(self.stock.pop())
        return leader, cards, self.leader

    def _card(self, seat: str, led: str) -> str:
        """The card that the seat plays to the suit led, taken from its hand."""
        hand = self.hands[seat]
        following = [card for card in hand if card[1] == led]
        others = [card for card in hand if card[1] != led]
        may = following or hand
        if following and others and led and self.chance.random() < self.accidents / 4:
            self.revoked.add(seat)
            may = others
        style = self.styles[seat]
        card = {"low": min, "high": max}[style](may, key=strength) if style != "any" else self.chance.choice(may)
        hand.remove(card)
        return card

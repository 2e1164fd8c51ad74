"""The settling of a deal, by Sweepstake and by Howell. Rules 3.1 to 3.13, 4.5 and 6.3 to 6.5."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from referee.games.hearts.actions import Rules, Settling

FINE = 5
"""The counters that each of two players with irregular hands pays (4.5)."""


class Item(Enum):
    """Reasons why counters are paid or taken."""

    FINE = "fine"
    HEARTS = "hearts"
    LOSSES = "losses"
    POOL = "pool"
    SHARE = "share"


class Why(Enum):
    """The rule that decides about the pool."""

    ALL_HEARTS = "all-hearts"
    NONE_CLEAR = "none-clear"
    MORE_CLEAR = "more-clear"
    JACK_STANDS = "jack-stands"
    ONE_CLEAR = "one-clear"
    TWO_CLEAR = "two-clear"
    REVOKER_CLEAR = "revoker-clear"
    HOWELL = "howell"


class Result(Enum):
    """Outcomes for the pool."""

    JACK = "jack"
    WON = "won"
    DIVIDED = "divided"
    HOWELL = "howell"


@dataclass(frozen=True, slots=True)
class Moved:
    """Counters that move between a player and the pool; negative where the player pays."""

    player: str
    item: Item
    counters: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a deal."""

    hearts: Mapping[str, int]
    clear: tuple[str, ...]
    revokers: tuple[str, ...]
    result: Result
    why: Why
    items: tuple[Moved, ...]
    """In the order in which the counters move."""
    pool: tuple[int, int]
    """The pool before and after."""
    jack: tuple[bool, bool]
    """True if the pool is a Jack, before and after."""

    @property
    def net(self) -> dict[str, int]:
        """The counters that each player gained or lost."""
        net = dict.fromkeys(self.hearts, 0)
        for moved in self.items:
            net[moved.player] += moved.counters
        return net

    @property
    def paid(self) -> int:
        """The counters that went into the pool."""
        return -sum(moved.counters for moved in self.items if moved.counters < 0)

    @property
    def taken(self) -> int:
        """The counters that came out of the pool."""
        return sum(moved.counters for moved in self.items if moved.counters > 0)


@dataclass(frozen=True, slots=True)
class Before:
    """The circumstances in which a deal is settled, apart from its hearts."""

    rules: Rules
    pool: int = 0
    jack: bool = False
    revokers: Collection[str] = ()
    draws: Sequence[tuple[str, str]] = ()
    """The irregular hands: the player with fewer cards, and the one with more."""


def settled(hearts: Mapping[str, int], before: Before) -> Settlement:
    """Settle a deal, given the hearts by seat: fines first, then payments, then shares of the pool."""
    fines = tuple(Moved(player, Item.FINE, -FINE) for draw in before.draws for player in draw)
    by_howell = before.rules.settling is Settling.HOWELL
    payments = _howell_payments(hearts, before) if by_howell else _payments(hearts, before)
    pool = before.pool - sum(moved.counters for moved in (*fines, *payments))
    clear = tuple(seat for seat, taken in hearts.items() if not taken)
    if by_howell:
        result, why, takings = Result.HOWELL, Why.HOWELL, _howell_takings(hearts, before)
    else:
        result, why, takings = _divided(hearts, clear, pool, before)
    left = pool - sum(moved.counters for moved in takings)
    is_jack = result is Result.JACK or why is Why.REVOKER_CLEAR
    is_odd = before.rules.odd_jack and why is Why.TWO_CLEAR
    return Settlement(
        hearts=dict(hearts),
        clear=clear,
        revokers=tuple(seat for seat in hearts if seat in before.revokers),
        result=result,
        why=why,
        items=tuple(moved for moved in (*fines, *payments, *takings) if moved.counters),
        pool=(before.pool, left),
        jack=(before.jack, (is_jack or is_odd) and left > 0),
    )


def _payments(hearts: Mapping[str, int], before: Before) -> list[Moved]:
    """One counter for each heart (3.3), or all of them for each player who revoked (6.3)."""
    if before.revokers:
        total = sum(hearts.values())
        return [Moved(seat, Item.LOSSES, -total) for seat in hearts if seat in before.revokers]
    return [Moved(seat, Item.HEARTS, -taken) for seat, taken in hearts.items()]


def _divided(
    hearts: Mapping[str, int], clear: Sequence[str], pool: int, before: Before
) -> tuple[Result, Why, list[Moved]]:
    """Divide the pool in Sweepstake by the first rule that fits. Rules 3.4 to 3.9 and 6.4."""
    honest = [seat for seat in clear if seat not in before.revokers]
    stays = _stays(hearts, clear, before.jack)
    if stays:
        return Result.JACK, stays, []
    if not honest:
        return Result.JACK, Why.REVOKER_CLEAR, []
    if len(clear) == 1:
        return Result.WON, Why.ONE_CLEAR, [Moved(clear[0], Item.POOL, pool)]
    why = Why.TWO_CLEAR if honest == list(clear) else Why.REVOKER_CLEAR
    return Result.DIVIDED, why, [Moved(seat, Item.SHARE, pool // 2) for seat in honest]


def _stays(hearts: Mapping[str, int], clear: Sequence[str], is_jack: bool) -> Why | None:
    """Return the reason why the pool stays, or None if clear players win it. Rules 3.6 to 3.9."""
    if max(hearts.values()) == sum(hearts.values()):
        return Why.ALL_HEARTS
    if not clear:
        return Why.NONE_CLEAR
    if len(clear) > 2:
        return Why.MORE_CLEAR
    return Why.JACK_STANDS if len(clear) == 2 and is_jack else None


def _howell_net(hearts: Mapping[str, int]) -> dict[str, int]:
    """Return the counters that hearts win or cost each player in Howell's settling. Rule 3.12."""
    return {seat: sum(hearts.values()) - len(hearts) * taken for seat, taken in hearts.items()}


def _howell_payments(hearts: Mapping[str, int], before: Before) -> list[Moved]:
    """Rules 3.12 and 6.5."""
    if before.revokers:
        losses = sum(min(net, 0) for net in _howell_net(hearts).values())
        return [Moved(seat, Item.LOSSES, losses) for seat in hearts if seat in before.revokers]
    return [Moved(seat, Item.HEARTS, -taken * (len(hearts) - 1)) for seat, taken in hearts.items()]


def _howell_takings(hearts: Mapping[str, int], before: Before) -> list[Moved]:
    """Rules 3.12 and 6.5."""
    if before.revokers:
        times = len(before.revokers)
        gains = {seat: max(net, 0) * times for seat, net in _howell_net(hearts).items()}
        return [Moved(seat, Item.SHARE, gain) for seat, gain in gains.items() if seat not in before.revokers]
    return [Moved(seat, Item.SHARE, sum(hearts.values()) - taken) for seat, taken in hearts.items()]

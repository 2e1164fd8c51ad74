"""One deal's settling. Written from the published rules alone, and shares no code with the package."""

from typing import Any

from tests.hearts.oracle_record import IN_PLAY

Item = tuple[str, str, int]
Payments = tuple[list[Item], list[Item]]


def verdict(hearts: dict[str, int], settling: str, jack: bool) -> tuple[str, str]:
    """The first line of the table of clear players that fits, nobody having revoked."""
    clear = [seat for seat, taken in hearts.items() if taken == 0]
    lines = [
        (settling == "howell", "howell", "howell"),
        (IN_PLAY[len(hearts)] in hearts.values(), "jack", "all-hearts"),
        (len(clear) == 0, "jack", "none-clear"),
        (len(clear) >= 3, "jack", "more-clear"),
        (len(clear) == 2 and jack, "jack", "jack-stands"),
        (len(clear) == 1, "won", "one-clear"),
        (len(clear) == 2, "divided", "two-clear"),
    ]
    return next((result, why) for fits, result, why in lines if fits)


def sweepstake_items(
    hearts: dict[str, int], revokers: set[str], result: str, pool: int
) -> tuple[list[Item], list[Item]]:
    """Payments and takings under Sweepstake; `pool` is what lies there once the fines are paid."""
    total = IN_PLAY[len(hearts)]
    if revokers:
        payments = [(seat, "losses", -total) for seat in hearts if seat in revokers]
    else:
        payments = [(seat, "hearts", -taken) for seat, taken in hearts.items()]
    holds = pool - sum(counters for _, _, counters in payments)
    honest_clear = [seat for seat, taken in hearts.items() if taken == 0 and seat not in revokers]
    takings = {
        "jack": [],
        "won": [(seat, "pool", holds) for seat in honest_clear],
        "divided": [(seat, "share", holds // 2) for seat in honest_clear],
    }[result]
    return payments, takings


def howell_items(hearts: dict[str, int], revokers: set[str]) -> Payments:
    """Payments and takings under Howell's settling."""
    players, total = len(hearts), IN_PLAY[len(hearts)]
    if not revokers:
        payments = [(seat, "hearts", -(players - 1) * taken) for seat, taken in hearts.items()]
        return payments, [(seat, "share", total - taken) for seat, taken in hearts.items()]
    nets = {seat: total - players * taken for seat, taken in hearts.items()}
    losses = sum(net for net in nets.values() if net < 0)
    payments = [(seat, "losses", losses) for seat in hearts if seat in revokers]
    honest = [seat for seat in hearts if seat not in revokers]
    return payments, [(seat, "share", nets[seat] * len(revokers)) for seat in honest if nets[seat] > 0]


def after_revokes(hearts: dict[str, int], revokers: set[str], result: str, why: str) -> tuple[str, str]:
    """The verdict once it is known who revoked: a clear revoker takes nothing."""
    clear = {seat for seat, taken in hearts.items() if taken == 0}
    if result not in ("won", "divided") or not clear & revokers:
        return result, why
    return ("divided" if clear - revokers else "jack"), "revoker-clear"


def settled(
    hearts: dict[str, int],
    settling: str,
    odd_jack: bool,
    pool: int,
    jack: bool,
    revokers: set[str],
    irregular: list[tuple[str, str]],
) -> dict[str, Any]:
    """One deal's settling: an entry of `deals` without `deal`, `dealer` and `entry`."""
    hearts = {seat: hearts[seat] for seat in sorted(hearts)}
    jack = jack and pool > 0 and settling == "sweepstake"
    result, why = after_revokes(hearts, revokers, *verdict(hearts, settling, jack))
    fines = [(seat, "fine", -5) for pair in irregular for seat in pair]
    if settling == "howell":
        payments, takings = howell_items(hearts, revokers)
    else:
        payments, takings = sweepstake_items(hearts, revokers, result, pool + 5 * len(fines))
    items = [item for item in [*fines, *payments, *takings] if item[2] != 0]
    paid_in = -sum(counters for _, _, counters in items if counters < 0)
    taken_out = sum(counters for _, _, counters in items if counters > 0)
    left_over = pool + paid_in - taken_out
    makes_jack = result == "jack" or why == "revoker-clear" or (why == "two-clear" and odd_jack)
    return {
        "hearts": hearts,
        "clear": [seat for seat in hearts if hearts[seat] == 0],
        "revokers": [seat for seat in hearts if seat in revokers],
        "result": result,
        "why": why,
        "items": [{"player": seat, "item": item, "counters": counters} for seat, item, counters in items],
        "net": {seat: sum(counters for player, _, counters in items if player == seat) for seat in hearts},
        "pool": {"before": pool, "in": paid_in, "out": taken_out, "after": left_over},
        "jack": {"before": jack, "after": makes_jack and left_over > 0},
    }

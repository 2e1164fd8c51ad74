"""Hearts: questions about things that may go wrong at the table. Two or three taps lead to a ruling."""

from collections.abc import Callable, Iterable, Mapping

from referee.games.hearts.actions import FaultKind, Settling
from referee.games.hearts.state import Match, Phase
from referee.web.sittings import wrongs
from referee.web.tables.pages import Choice, Step

Given = Mapping[str, str]

_KINDS = {
    "revoke": ("Revoke", "A suit was not followed"),
    "lead": ("Led out of turn", "Its card may be demanded"),
    "turn": ("Played out of turn", "Its card may be demanded"),
    "exposed": ("A card was shown", "Or two were played at once"),
    "irregular": ("Wrong number of cards", "In two hands: who pays"),
    "last": ("A trick left out", "Or a player is a card short"),
}


def first(match: Match) -> list[Choice]:
    """Return the kinds that can be recorded now."""
    kinds = _KINDS
    if len(match.setup.seats) == 2:  # With two players it is a lead out of turn.
        kinds = {what: choice for what, choice in _KINDS.items() if what != "turn"}
    return wrongs.first(match, kinds, in_play=("lead", "turn", "exposed", "last"))


def step(match: Match, inputs: Given) -> Step | None:
    """The next question about one kind; None if there is none."""
    step_of_kind = _STEPS.get(inputs.get("what", ""))
    known = all(inputs.get(name, seat) in match.setup.players for name in ("who", "short") for seat in ("1",))
    return step_of_kind(match, inputs) if step_of_kind and known else None


def _who(match: Match, do: str, seats: Iterable[str] = ()) -> list[Choice]:
    """A key for each player that records something about them."""
    return [Choice(match.player(seat), do + seat) for seat in seats or match.setup.seats]


def _ask(match: Match, name: str, **query: str) -> list[Choice]:
    """A key for each player that leads to the next question."""
    return [Choice(match.player(seat), query={**query, name: seat}) for seat in match.setup.seats]


def _revoke(match: Match, inputs: Given) -> Step:
    """Rules 6.1 to 6.3."""
    by_then = "deal is settled" if match.setup.rules.settling is Settling.HOWELL else "pool is divided"
    lead = (
        "Noticed before the trick was turned: the wrong card is exposed, and later players "
        f"may change theirs. Otherwise claim it here, before the {by_then}: "
        "the player who revoked pays all the losses of the deal."
    )
    seats = [seat for seat in match.setup.seats if seat not in match.deal.revokers]
    return Step("Who revoked?", lead, "6.3", _who(match, "revoke player=", seats))


def _lead(match: Match, inputs: Given) -> Step:
    """Rules 5.2 and 5.5."""
    lead = (
        "Record this only if not everyone has played to it; otherwise it stands. The lead is taken back. "
        "A demand is optional."
    )
    return Step("Who led out of turn?", lead, "5.2", _who(match, f"fault kind={FaultKind.LEAD.value} player="))


def _turn(match: Match, inputs: Given) -> Step:
    """Rule 5.3."""
    if "who" not in inputs:
        lead = "Only while the player on the left has not played yet."
        return Step("Who played out of turn?", lead, "5.3", _ask(match, "who", what="turn"))
    who = inputs["who"]
    left, do = match.setup.left(who), f"fault kind={FaultKind.TURN.value} player={who}"
    others = [seat for seat in match.setup.seats if seat not in (who, left)]
    led = [Choice(f"Yes, and it was {match.player(seat)}’s turn", f"{do} due={seat}") for seat in others]
    return Step(f"Did {match.player(left)} lead the trick?", "", "5.3", [Choice("No", do), *led])


def _exposed(match: Match, inputs: Given) -> Step:
    """Rule 5.4."""
    if "who" not in inputs:
        return Step("Whose card?", "Any other player may demand it.", "5.4", _ask(match, "who", what="exposed"))
    do = f"fault kind={FaultKind.EXPOSED.value} player={inputs['who']}"
    return Step(f"Which card of {match.player(inputs['who'])}?", "", "5.4", with_card=do)


def _irregular(match: Match, inputs: Given) -> Step:
    """Rule 4.5."""
    if "short" not in inputs:
        lead = "After the first trick, if the pack is complete. Each of the two pays five to the pool."
        return Step("Who has too few cards?", lead, "4.5", _ask(match, "short", what="irregular"))
    short = inputs["short"]
    others = [seat for seat in match.setup.seats if seat != short]
    lead = f"{match.player(short)} draws from that hand, face down."
    return Step("Who has too many?", lead, "4.5", _who(match, f"irregular short={short} long=", others))


def _last(match: Match, inputs: Given) -> Step:
    """Rule 4.6."""
    lead = "That player takes the last trick with its hearts. From then on this deal is counted, not tapped."
    return Step("Who left out a trick, or is a card short?", lead, "4.6", _who(match, "take-last player="))


def _misdeal(match: Match, inputs: Given) -> Step:
    """Rules 4.1 to 4.3."""
    dealer = match.deal.dealer
    agreed = "The hand has been played: do all agree that it is void? " if match.phase is Phase.SETTLE else ""
    lead = (
        f"{agreed}The deal is void. If another player touched the cards or disturbed the dealer, "
        f"{match.player(dealer)} deals again."
    )
    return Step("Misdeal", lead, "4.1", wrongs.void_keys(match))


def _adjust(match: Match, inputs: Given) -> Step:
    """Rule 7.1."""
    return Step("A ruling: counters", "", "7.1", adjusts=True)


def _finish(match: Match, inputs: Given) -> Step:
    """Rule 7.2."""
    pool = f"The {match.pool} in the pool are shared equally" if match.pool else "The pool is empty"
    lead = f"{pool}, and the balances stand. Undo reopens the sitting."
    return Step("Finish the sitting", lead, "7.2", [Choice("Yes, we stop here", "finish")])


_STEPS: dict[str, Callable[[Match, Given], Step]] = {
    "revoke": _revoke,
    "lead": _lead,
    "turn": _turn,
    "exposed": _exposed,
    "irregular": _irregular,
    "last": _last,
    "misdeal": _misdeal,
    "adjust": _adjust,
    "finish": _finish,
}

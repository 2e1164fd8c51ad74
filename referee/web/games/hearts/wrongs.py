"""Hearts: questions about things that may go wrong at the table. Two or three taps lead to a ruling."""

from collections.abc import Iterable, Mapping

from referee.games.hearts.actions import FaultKind, Settling
from referee.games.hearts.state import Match, Phase
from referee.web.tables.pages import Choice, Step, Trouble

Given = Mapping[str, str]


def troubles(match: Match, inputs: Given) -> dict[str, Trouble]:
    """The errors of Hearts that can be recorded now; none for players who are not in the match."""
    if match.phase is Phase.OVER or not {inputs.get("who", "1"), inputs.get("short", "1")} <= set(match.setup.seats):
        return {}
    revoke = {"revoke": ("Revoke", "A suit was not followed", _revoke(match))}
    irregular = {"irregular": ("Wrong number of cards", "In two hands: who pays", _irregular(match, inputs))}
    if match.phase is not Phase.PLAY:
        return revoke | irregular
    lead = {"lead": ("Led out of turn", "Its card may be demanded", _lead(match))}
    # With two players a card played out of turn is a lead out of turn.
    turn = {"turn": ("Played out of turn", "Its card may be demanded", _turn(match, inputs))}
    exposed = {"exposed": ("A card was shown", "Or two were played at once", _exposed(match, inputs))}
    last = {"last": ("A trick left out", "Or a player is a card short", _last(match))}
    return revoke | lead | (turn if len(match.setup.seats) > 2 else {}) | exposed | irregular | last


def _who(match: Match, do: str, seats: Iterable[str] = ()) -> list[Choice]:
    """A key for each player that records something about them."""
    return [Choice(match.player(seat), do + seat) for seat in seats or match.setup.seats]


def _ask(match: Match, name: str, **query: str) -> list[Choice]:
    """A key for each player that leads to the next question."""
    return [Choice(match.player(seat), query={**query, name: seat}) for seat in match.setup.seats]


def _revoke(match: Match) -> Step:
    """Rules 6.1 to 6.3."""
    by_then = "deal is settled" if match.setup.rules.settling is Settling.HOWELL else "pool is divided"
    lead = (
        "Noticed before the trick was turned: the wrong card is exposed, and later players "
        f"may change theirs. Otherwise claim it here, before the {by_then}: "
        "the player who revoked pays all the losses of the deal."
    )
    seats = [seat for seat in match.setup.seats if seat not in match.deal.revokers]
    return Step("Who revoked?", lead, "6.3", _who(match, "revoke player=", seats))


def _lead(match: Match) -> Step:
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


def _last(match: Match) -> Step:
    """Rule 4.6."""
    lead = "That player takes the last trick with its hearts. From then on this deal is counted, not tapped."
    return Step("Who left out a trick, or is a card short?", lead, "4.6", _who(match, "take-last player="))

"""Questions about things that may go wrong at the table."""

from collections.abc import Mapping

from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.state import Match, Phase
from referee.web.tables.pages import Choice, Step, Trouble


def troubles(match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
    """The errors that can be recorded now, given the answers so far."""
    if match.phase in (Phase.MATCH_OVER, Phase.FALSE_GO):
        return {}
    lead = "The same dealer deals again, with the scores from before the deal."
    misdeal = Step("Misdeal", lead, "7.1", [Choice("Yes: this deal is void", do="misdeal")])
    game = match.deal.game
    is_new = not match.deal.events and match.games
    lead = f"A ruling counts in game {game}. Undo opens game {game - 1} again." if is_new else ""
    ruling = Step("Wrong score", lead, "7.8", adjusts=True)
    return {
        "overpeg": ("Pegged too much", "The opponent pegs 2", _overpeg(match, inputs.get("who", ""))),
        "cards": ("Wrong number of cards", "In a hand or the crib: 2 to the other", _cards(match)),
        "misdeal": ("Misdeal", "The same dealer deals again", misdeal),
        "adjust": ("Wrong score", "A ruling: points given or taken away", ruling),
    }


def _cards(match: Match) -> Step:
    """Rules 7.2 and 7.3."""
    hands = [
        Choice(f"{match.player(seat)}’s hand: 2 to {match.player(seat.other)}", f"penalty wrong-hand {seat.value}")
        for seat in SEATS
    ]
    dealer = match.deal.dealer
    crib = Choice(f"The crib: 2 to {match.player(dealer.other)}", f"penalty wrong-crib {dealer.value}")
    return Step("Wrong number of cards", "Peg the points, then correct the cards.", "7.2", [*hands, crib])


def _overpeg(match: Match, who: str) -> Step:
    """Rule 7.4."""
    lead = "If the opponent objects before the next starter, the extra points come off and the opponent pegs 2."
    for seat in SEATS:
        if seat.value == who:
            question = "How many points too many? Enter 0 if only the wooden board was wrong."
            return Step(
                f"{match.player(seat)} pegged too much", question, "7.4", with_points=f"penalty overpeg {who}"
            )
    who_may = [Choice(match.player(seat), query={"what": "overpeg", "who": seat.value}) for seat in SEATS]
    return Step("Who pegged too much?", lead, "7.4", who_may)

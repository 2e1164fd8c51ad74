"""Questions about things that may go wrong at the table."""

from collections.abc import Mapping

from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.state import Match, Phase
from referee.web.tables.pages import Choice, Step


def wrongs(match: Match) -> list[Choice]:
    """Return the choices of "Something wrong?" that can be recorded now."""
    if match.phase in (Phase.MATCH_OVER, Phase.FALSE_GO):
        return []
    return [
        Choice("Pegged too much", query={"what": "overpeg"}, hint="The opponent pegs 2"),
        Choice("Wrong number of cards", query={"what": "cards"}, hint="In a hand or the crib: 2 to the other"),
        Choice("Misdeal", query={"what": "misdeal"}, hint="The same dealer deals again"),
        Choice("Wrong score", query={"what": "adjust"}, hint="A ruling: points given or taken away"),
        Choice("Peg by points", page="cribbage.table", query={"way": "points"}, hint="Where the cards are not known"),
    ]


def wrong(match: Match, inputs: Mapping[str, str]) -> Step | None:
    """The questions about one kind of error; None if it is impossible at this moment."""
    what = inputs.get("what", "")
    if {"what": what} not in [choice.query for choice in wrongs(match)]:
        return None
    if what == "misdeal":
        lead = "The same dealer deals again, with the scores from before the deal."
        return Step("Misdeal", lead, "7.1", [Choice("Yes: this deal is void", do="misdeal")])
    if what == "cards":
        return _cards(match)
    if what == "overpeg":
        return _overpeg(match, inputs.get("who", ""))
    game = match.deal.game
    is_new = not match.deal.events and match.games
    hint = f"A ruling counts in game {game}. Undo opens game {game - 1} again." if is_new else ""
    return Step("Wrong score", hint, "7.8", adjusts=True)


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

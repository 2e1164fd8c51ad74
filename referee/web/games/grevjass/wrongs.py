"""Questions about things that may go wrong at the table."""

from collections.abc import Mapping

from referee.games.grevjass.guesses import TAKEN_LATER
from referee.games.grevjass.pack import SUITS
from referee.games.grevjass.shapes import CHALKED
from referee.games.grevjass.state import Match, Phase
from referee.games.grevjass.talk import strokes_told
from referee.games.kit.sides import SIDES
from referee.web.games.grevjass import texts
from referee.web.tables.pages import Choice, Step


def wrongs(match: Match) -> list[Choice]:
    """Return the choices of "Something wrong?" that can be recorded now."""
    if match.phase is Phase.MATCH_OVER:
        return []
    found = [Choice("Chalk the game", query={"what": "chalk"}, hint="Say who has won it, and for how many strokes")]
    if match.phase is Phase.TRUMP:
        found.append(Choice("Somebody else deals", query={"what": "dealer"}, hint="The rest of the deal stays"))
        found.append(Choice("Only the suit of trumps is known", query={"what": "suit"}, hint="Its card was not seen"))
    else:
        found.append(
            Choice("Misdeal", query={"what": "misdeal"}, hint="The deal is void, and the same player deals again")
        )
    return [
        *found,
        Choice("Wrong score", query={"what": "adjust"}, hint="A ruling: points or strokes"),
    ]


def wrong(match: Match, given: Mapping[str, str]) -> Step | None:
    """The questions about one of them; None if it cannot be wrong at this moment."""
    what = given.get("what", "")
    if {"what": what} not in [choice.query for choice in wrongs(match)]:
        return None
    if what == "chalk":
        return _chalk(match, given.get("side", ""))
    if what == "dealer":
        players = [Choice(name, do=f"dealer player={seat}") for seat, name in match.setup.players.items()]
        return Step("Who deals?", rule="2.3", choices=players)
    if what == "suit":
        suits = [Choice(suit.plural.capitalize(), do=f"trump suit={suit.letter}") for suit in SUITS]
        return Step("Which suit is trump?", "If you know the card, enter it: it tells its owner.", "2.1", suits)
    if what == "misdeal":
        lead = "The points go back to what they were when trump was named, and the same player deals again."
        return Step("Misdeal", lead, "7.1", [Choice("The deal is void", do="misdeal")])
    closed = f" {TAKEN_LATER}" if match.hides_points else ""
    lead = f"It wins no game; strokes that reach the agreed number end the match.{closed}"
    return Step("Give or take", lead, "7.4", adjusts=True)


def _chalk(match: Match, side: str) -> Step:
    if side not in SIDES:
        sides = [Choice(texts.side_names(match, side), query={"what": "chalk", "side": side}) for side in SIDES]
        return Step("Who has won the game?", "Its points no longer matter.", "7.5", sides)
    strokes = [
        Choice(strokes_told(number).capitalize(), do=f"chalk side={side} strokes={number}") for number in CHALKED
    ]
    return Step(f"How many strokes for {texts.side_names(match, side)}?", "", "7.5", strokes)

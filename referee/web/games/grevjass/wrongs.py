"""Questions about things that may go wrong at the table."""

from collections.abc import Mapping

from referee.games.grevjass.pack import SUITS
from referee.games.grevjass.seen import TAKEN_LATER
from referee.games.grevjass.shapes import CHALKED
from referee.games.grevjass.state import Match, Phase
from referee.games.grevjass.talk import strokes_text
from referee.games.kit.sides import SIDES
from referee.web.tables.pages import Choice, Step, Trouble
from referee.web.tables.tricks import side_names


def troubles(match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
    """The errors that can be recorded now, given the answers so far."""
    if match.phase is Phase.MATCH_OVER:
        return {}
    troubles = {"chalk": ("Chalk the game", "Say who has won it, and for how many strokes", _chalk(match, inputs))}
    if match.phase is Phase.TRUMP:
        players = [Choice(name, do=f"dealer player={seat}") for seat, name in match.setup.players.items()]
        dealer = Step("Who deals?", rule="2.3", choices=players)
        suits = [Choice(suit.plural.capitalize(), do=f"trump suit={suit.letter}") for suit in SUITS]
        lead = "If you know the card, enter it instead: then its owner is known."
        suit = Step("Which suit is trump?", lead, "2.1", suits)
        troubles["dealer"] = "Somebody else deals", "The rest of the deal stays", dealer
        troubles["suit"] = "Only the suit of trumps is known", "Its card was not seen", suit
    else:
        lead = "The points return to what they were when trumps were named, and the same player deals again."
        misdeal = Step("Misdeal", lead, "7.1", [Choice("The deal is void", do="misdeal")])
        troubles["misdeal"] = "Misdeal", "The deal is void, and the same player deals again", misdeal
    closed = f" {TAKEN_LATER}" if match.hides_points else ""
    lead = f"It wins no game; strokes that reach the agreed number end the match.{closed}"
    ruling = Step("Give or take", lead, "7.4", adjusts=True)
    return troubles | {"adjust": ("Wrong score", "A ruling: points or strokes given or taken", ruling)}


def _chalk(match: Match, inputs: Mapping[str, str]) -> Step:
    side = inputs.get("side", "")
    if side not in SIDES:
        sides = [Choice(side_names(match, side), query={"what": "chalk", "side": side}) for side in SIDES]
        return Step("Who has won the game?", "Its points no longer matter.", "7.5", sides)
    strokes = [
        Choice(strokes_text(number).capitalize(), do=f"chalk side={side} strokes={number}") for number in CHALKED
    ]
    return Step(f"How many strokes for {side_names(match, side)}?", "", "7.5", strokes)

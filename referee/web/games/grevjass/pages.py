"""Grevjass' own part of the pages that all games have."""

from collections.abc import Mapping

from referee.cards import Card
from referee.english import plural
from referee.games.grevjass.actions import Rules, Vol
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.pack import SUITS
from referee.games.grevjass.seen import TAKEN_LATER
from referee.games.grevjass.shapes import CHALKED
from referee.games.grevjass.state import Match, Phase
from referee.games.grevjass.talk import strokes_text
from referee.games.kit.draws import Draw, ace_high, lowest_deals, lowest_two_are_partners
from referee.games.kit.sides import SIDES
from referee.web.games.grevjass import texts
from referee.web.games.grevjass.correcting import GrevjassCorrections
from referee.web.games.grevjass.entries import GrevjassEntries
from referee.web.games.grevjass.forms import CLAIMS, STIKK, AdjustForm, MatchForm
from referee.web.games.grevjass.melding import PAD
from referee.web.games.grevjass.screen import GrevjassScreen
from referee.web.games.grevjass.summaries import FIGURES, GrevjassRow, highlights
from referee.web.tables.pages import Choice, Link, Step, Trouble
from referee.web.tables.sides import SidesPages
from referee.web.tables.tricks import side_names


class GrevjassPages(SidesPages):
    """Grevjass."""

    game = GREVJASS
    title, texts = "Grevjass", texts
    about = "Four in pairs, on a slate"
    book_styles = ("core/book.css", "sittings/book.css", "grevjass/book.css")
    parts = ("_ways", "_strokes", "_trump")
    place = "_trump"
    pad = PAD
    draw_text = (
        "Each draws a card, and the lowest deals. Suits do not count; the lowest draw again if they are equal."
    )
    """Rule 1.5."""
    draws_partners = "The two lowest play together"
    links = (
        Link("grevjass_disputes.trick", "Count a trick"),
        Link("grevjass_disputes.melds", "Which meld is best?"),
        Link("grevjass_disputes.rules", "Rules"),
        Link("grevjass_practice.practice", "Practice"),
    )
    figures = FIGURES
    highlights = staticmethod(highlights)
    match_form = MatchForm
    adjust_form = AdjustForm
    entries_class = GrevjassEntries
    screen_class = GrevjassScreen
    row_class = GrevjassRow
    corrections_class = GrevjassCorrections

    def wins(self, match: Match) -> int:
        """The number of strokes that wins the match. Rule 6.9."""
        return match.setup.rules.strokes

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The lowest card deals, the ace being high. Rule 1.5."""
        return (lowest_two_are_partners if for_partners else lowest_deals)(drawn, ace_high)

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        stikk = f"King and queen of trumps score {STIKK[rules.stikk]}"
        return f"To {plural(rules.strokes, 'stroke')}. {CLAIMS[rules.claims]}. {stikk}."

    def is_great(self, match: Match) -> bool:
        """Return True if vol has just been bid."""
        return bool(match.deal.bid) and isinstance(match.deal.entries[-1], Vol)

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """The errors that can be recorded now, given the answers so far."""
        if match.phase is Phase.MATCH_OVER:
            return {}
        troubles = {
            "chalk": ("Chalk the game", "Say who has won it, and for how many strokes", _chalk(match, inputs))
        }
        if match.phase is Phase.TRUMP:
            players = [Choice(name, do=f"dealer player={seat}") for seat, name in match.setup.players.items()]
            dealer = Step("Who deals?", rule="2.3", choices=players)
            suits = [Choice(suit.plural.capitalize(), do=f"trump suit={suit.letter}") for suit in SUITS]
            lead = "If you know the card, enter it instead: then its owner is known."
            suit = Step("Which suit is trumps?", lead, "2.1", suits)
            troubles["dealer"] = "Somebody else deals", "The rest of the deal stays", dealer
            troubles["suit"] = "Only the trump suit is known", "Its card was not seen", suit
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


PAGES = GrevjassPages()

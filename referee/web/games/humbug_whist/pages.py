"""The words of Humbug Whist on the shared pages of sittings."""

from collections.abc import Mapping
from typing import cast

from referee.english import plural
from referee.games.humbug_whist import talk
from referee.games.humbug_whist.actions import SEATS, Rules
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.humbug_whist.outcome import title
from referee.games.humbug_whist.settling import Settlement
from referee.games.humbug_whist.state import Deal, Match, Phase
from referee.games.sittings.revokes import Revoke
from referee.web.games.humbug_whist.forms import MatchForm
from referee.web.games.humbug_whist.summaries import FIGURES
from referee.web.sittings.pages import SittingPages
from referee.web.tables.pages import Choice, Link, Step, Trouble


class HumbugWhistPages(SittingPages):
    """Humbug Whist."""

    game = HUMBUG_WHIST
    title = "Humbug Whist"
    about = "Two players, 26 tricks"
    again = "Same two again"
    draw_text = "Each draws a card, and the lower deals. The ace is low, and equal ranks draw again."
    """Rule 1.3."""
    links = (
        Link("humbug_whist_disputes.settle", "Count a deal"),
        Link("humbug_whist_disputes.trick", "Who takes a trick?"),
        Link("humbug_whist_disputes.rules", "Rules"),
        Link("humbug_whist_practice.practice", "Practice"),
    )
    who = "Each draws a card, and the lower deals first"
    figures = FIGURES
    match_form = MatchForm
    talk = talk
    ruling = "A ruling: units"
    rules_of = ("4.8", "4.6", "3.4")
    adjust_hint = "The other player’s total moves the opposite way."

    def deals_left(self, match: Match) -> int:
        """The number of deals until an agreed end. Rule 3.4."""
        return max(0, match.setup.rules.deals - match.settled)

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        last = "; the last trick may be turned up" if rules.last_trick else ""
        return f"{title(rules).removeprefix('Humbug Whist, ')}{last}."

    def has_open_trick(self, match: Match) -> bool:
        """Return True if the table agreed on that (2.5)."""
        return match.setup.rules.last_trick

    def remarks(self, match: Match, deal: Deal) -> dict[str, str]:
        """Return the tricks that each player took, and the number of revokes."""
        settlement = cast(Settlement, deal.settlement)
        return {
            seat: plural(tricks, "trick")
            + (f", {plural(settlement.revokes[seat], 'revoke')}" if settlement.revokes[seat] else "")
            for seat, tricks in settlement.won.items()
        }

    def noticed(self, match: Match, revoke: Revoke) -> tuple[str, Choice] | None:
        """Return a notice of a revoke that the tricks show, after the deal has been played (4.4)."""
        own = [claim for claim in match.deal.claims if claim.player == revoke.seat]
        if any(claim.trick == revoke.trick for claim in own):
            return None
        text, do = talk.revoke_line(match, revoke), f"revoke player={revoke.seat} trick={revoke.trick}"
        if any(claim.trick is None for claim in own):
            claimed = f"A revoke by {match.player(revoke.seat)} has already been claimed."
            same = f"{text} {claimed} If it is this one, there is nothing to do."
            return same, Choice("It is another one: claim it", do)
        return f"{text} Claim the revoke?", Choice("Claim it", do)

    def void_text(self, match: Match) -> str:
        """Rules 4.6 and 4.7."""
        agreed = "The deal has been played: do both agree that it is void? " if match.phase is Phase.SETTLE else ""
        return f"{agreed}The same player deals again if the other disturbed the deal, or if both agree."

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """Revokes (4.1 to 4.3) and leads out of turn (4.5), then the usual errors, such as a ruling (4.8)."""
        usual = super().troubles(match, inputs)
        if not usual:
            return {}
        lead = (
            "Corrected before the trick is turned, it costs nothing. Later, three tricks go to the other player once "
            "the deal is played. Each revoke counts."
        )
        who = [Choice(match.player(seat), f"revoke player={seat}") for seat in SEATS]
        revoke = Step("Who revoked?", lead, "4.2", who)
        lead = (
            "If the other player has played to it, the lead stands: choose who led when you tap the cards. "
            "Otherwise it is withdrawn. There is no penalty."
        )
        led = Step("Led out of turn", lead, "4.5")
        return {
            "revoke": ("Revoke", "Somebody did not follow suit", revoke),
            "lead": ("Led out of turn", "If the other has played to it, it stands", led),
            **usual,
        }


PAGES = HumbugWhistPages()

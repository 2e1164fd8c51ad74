"""The words of Hearts on the shared pages of sittings."""

from collections.abc import Iterable, Mapping
from typing import cast

from referee.english import titled
from referee.games.hearts import talk
from referee.games.hearts.actions import FaultKind, Rules, Settling
from referee.games.hearts.game import HEARTS
from referee.games.hearts.outcome import finish_words, pool_words, title
from referee.games.hearts.settling import Settlement
from referee.games.hearts.state import Deal, Match, Phase
from referee.games.sittings.revokes import Revoke
from referee.web.games.hearts.forms import MatchForm
from referee.web.games.hearts.summaries import FIGURES
from referee.web.sittings.pages import Demand, SittingPages
from referee.web.tables.pages import Choice, Link, Step, Trouble

Given = Mapping[str, str]


class HeartsPages(SittingPages):
    """Hearts. The tricks of the deal in hand are never shown (2.5)."""

    game = HEARTS
    title = "Hearts"
    about = "Two to six players"
    draw_text = "Each draws a card, and the lowest deals. The ace is low, and only those who tie draw again."
    """Rule 1.4."""
    links = (
        Link("hearts_disputes.settle", "Count a deal"),
        Link("hearts_disputes.rules", "Rules"),
        Link("hearts_practice.practice", "Practice"),
    )
    styles = (*SittingPages.styles, "sittings/demands.css")
    new_match_template = "hearts/new_match.html"
    who = "Two to six players, clockwise. Each draws a card, and the lowest deals first"
    figures = FIGURES
    match_form = MatchForm
    talk = talk
    ruling = "A ruling: counters"
    rules_of = ("7.1", "4.1", "7.2")
    adjust_hint = "Plus takes counters from the pool, minus pays them in; two rulings move them between players."

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        return f"{titled(title(rules).removeprefix('Hearts, '))}."

    def settle_words(self, match: Match) -> str:
        """Howell's settling divides no pool (3.12)."""
        return "Settle" if match.setup.rules.settling is Settling.HOWELL else "Divide the pool"

    def pool(self, match: Match) -> str:
        """Describe the pool (3.2), and a Jack (3.6); at the end the players' shares of it (7.2)."""
        return finish_words(match) or pool_words(match)

    def shares(self, match: Match) -> dict[str, int]:
        """The shares of the pool (7.2)."""
        finish = match.finish
        return match.by_seat(finish.shares) if finish and finish.pool else {}

    def remarks(self, match: Match, deal: Deal) -> dict[str, str]:
        """Return the hearts that each player took; the line below says who revoked."""
        return {seat: f"{hearts} ♥" for seat, hearts in cast(Settlement, deal.settlement).hearts.items()}

    def demands(self, match: Match) -> list[Demand]:
        """Return the demands that are possible now (5.1)."""
        return [
            Demand(
                f"{match.deal.number}.{match.deal.misdeals}.{at} {fault.player} {fault.card or fault.kind.value}",
                talk.event_line(match, fault),
                [
                    Choice(
                        f"{match.player(seat)}: {talk.choice_words(fault, choice)}",
                        f"demand player={fault.player} by={seat} choice={choice.value}"
                        + (f" card={fault.card.code}" if fault.card else ""),
                    )
                    for seat in fault.by
                    for choice in fault.choices
                ],
            )
            for at, fault in enumerate(match.deal.faults)
            if match.may_be_demanded(fault)
        ]

    def noticed(self, match: Match, revoke: Revoke) -> tuple[str, Choice] | None:
        """Return a notice of a revoke that the tricks show (6.6), after the hand has been played (6.7)."""
        if revoke.seat in match.deal.revokers:
            return None
        claim = Choice("Claim it", f"revoke player={revoke.seat}")
        return f"{talk.revoke_line(match, revoke)} Claim the revoke?", claim

    def void_text(self, match: Match) -> str:
        """Rules 4.1 to 4.3."""
        agreed = "The hand has been played: do all agree that it is void? " if match.phase is Phase.SETTLE else ""
        return (
            f"{agreed}The deal is void. If another player touched the cards or disturbed the dealer, "
            f"{match.player(match.deal.dealer)} deals again."
        )

    def finish_text(self, match: Match) -> str:
        """Rule 7.2."""
        pool = f"The pool of {match.pool} is shared equally" if match.pool else "The pool is empty"
        return f"{pool}, and the balances stand. Undo reopens the sitting."

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """Its own errors, then the usual ones."""
        own = _own_troubles(match, inputs)
        return {**own, **super().troubles(match, inputs)} if own else {}

    def wrongs(self, match: Match) -> list[Choice]:
        """Return the usual choices; between two deals somebody may join or leave."""
        may_change = match.phase is Phase.PLAY and match.settled and not match.deal.is_begun
        hint = "The pool is shared equally first, and all balances start again at 0"
        change = [Choice("Somebody joins or leaves", page="hearts_people.change", hint=hint)] if may_change else []
        return [*super().wrongs(match), *change]


def _own_troubles(match: Match, inputs: Given) -> dict[str, Trouble]:
    """The errors of Hearts that can be recorded now; none for players who are not in the match."""
    if match.phase is Phase.OVER or not {inputs.get("who", "1"), inputs.get("short", "1")} <= set(match.setup.seats):
        return {}
    revoke = {"revoke": ("Revoke", "Somebody did not follow suit", _revoke(match))}
    irregular = {"irregular": ("Wrong number of cards", "In two hands: both pay", _irregular(match, inputs))}
    if match.phase is not Phase.PLAY:
        return revoke | irregular
    lead = {"lead": ("Led out of turn", "Another player may make a demand", _lead(match))}
    # With two players a card played out of turn is a lead out of turn.
    turn = {"turn": ("Played out of turn", "Another player may make a demand", _turn(match, inputs))}
    exposed = {"exposed": ("A card was shown", "Or two were played at once", _exposed(match, inputs))}
    last = {"last": ("Did not play to a trick", "Or is a card short", _last(match))}
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
        "If noticed before the trick was turned, the wrong card is exposed, and later players "
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
        lead = "Only if the player on the left has not played yet."
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
    return Step(f"Which of {match.player(inputs['who'])}’s cards?", "", "5.4", with_card=do)


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
    return Step("Who missed a trick, or is a card short?", lead, "4.6", _who(match, "take-last player="))


PAGES = HeartsPages()

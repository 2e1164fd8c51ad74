"""Grevjass in words: melds, tricks, claims, the ends of deals and games, revokes and strays."""

from collections.abc import Iterator, Sequence

from referee.cards import Card, Rank, Suit
from referee.english import in_words, number_of, titled
from referee.games.grevjass import melds as ranked
from referee.games.grevjass.actions import TRICKS
from referee.games.grevjass.deal import STIKK, Adjusted, Claimed, Deal, Stray, Trick
from referee.games.grevjass.melds import Meld
from referee.games.grevjass.notices import jass_of
from referee.games.grevjass.pack import HIGH_COUNTER, jass, points_of
from referee.games.grevjass.state import HUNDRED, Game, How, Match
from referee.games.kit import sides
from referee.games.kit.sides import SIDE_WORDS, SIDES, other, side_of
from referee.games.sittings.revokes import Revoke

SOCKS = "The Jass has gone in his socks."


def strokes_text(number: int) -> str:
    """`one stroke`, `two strokes`."""
    return number_of(number, "stroke")


# --- melds ---------------------------------------------------------------------------------------------------


def worth(meld: Meld) -> str:
    """Write the worth of a meld: `fifty`, `three strokes`."""
    return strokes_text(meld.strokes) if meld.strokes else in_words(meld.points)


def meld_name(meld: Meld) -> str:
    """`four kings`, or `three to the queen of diamonds`."""
    if meld.is_four:
        return f"four {meld.cards[0].rank.word}s"
    return f"{in_words(len(meld.cards))} to the {meld.cards[0].name}"


def meld_text(match: Match, deal: Deal, place: int) -> str:
    """Describe the effect of a declared meld, given its place among those entered. Rules 3.2 and 3.3."""
    meld, before = deal.melds[place], deal.melds[:place]
    rank = ranked.best(before, deal.trump, deal.order)
    side = SIDE_WORDS[side_of(meld.player)]
    if rank is None:
        return f"{titled(worth(meld))} {'are' if meld.strokes > 1 else 'is'} good, {side}."
    in_all = _in_all(deal, place)
    if side_of(rank.player) == side_of(meld.player):
        return f"{titled(worth(meld))} more for {side}{in_all}."
    if ranked.best((rank, meld), deal.trump, deal.order) is meld:
        return f"{_compared(match, deal, meld, rank)}: {worth(meld)} for {side}{in_all}."
    return f"{_compared(match, deal, rank, meld)}: {SIDE_WORDS[side_of(rank.player)]} still count."


def _in_all(deal: Deal, place: int) -> str:
    """Write the total of a side's melds up to this one, if that is more: `, seventy in all`."""
    meld = deal.melds[place]
    own = [each for each in deal.melds[: place + 1] if side_of(each.player) == side_of(meld.player)]
    strokes, points = sum(each.strokes for each in own), sum(each.points for each in own)
    if (strokes, points) == (meld.strokes, meld.points):
        return ""
    both = " and ".join([*([strokes_text(strokes)] if strokes else []), *([in_words(points)] if points else [])])
    return f", {both} in all"


def _compared(match: Match, deal: Deal, better: Meld, worse: Meld) -> str:
    """State the reason why a meld is better than another: "Bob’s is as long, and its king is higher"."""
    name, why = match.player(better.player), ranked.decided_by(better, worse, deal.trump, deal.order)
    top = better.cards[0].rank.word
    match why:
        case "strokes" | "points":
            return f"{name}’s {worth(better)} {'are' if better.strokes > 1 else 'is'} better than {worth(worse)}"
        case "cards":
            return f"{name}’s has more cards"
        case "top":
            same = "worth as much" if better.is_four or worse.is_four else "as long"
            return f"{name}’s is {same}, and its {top} is higher"
        case "trumps":
            return f"{name}’s is as high, and in trumps"
    return f"{name}’s is as high, and {name} sits before {match.player(worse.player)}"


def reason(names: dict[str, str], better: Meld, worse: Meld, trump: Suit, order: Sequence[str]) -> str:
    """State the reason why a meld beats another, for disputes, in the words of the rule."""
    why = ranked.decided_by(better, worse, trump, order)
    reasons = {
        "strokes": "it is worth more strokes",
        "points": "it is worth more points",
        "cards": "it has more cards",
        "top": f"its {better.cards[0].rank.word} is higher than the {worse.cards[0].rank.word}",
        "trumps": "it is in trumps",
        "seat": f"{names[better.player]} sits before {names[worse.player]}, from Forehand on",
    }
    return reasons[why]


def strokes_asked(deal: Deal) -> str:
    """ "Four kings: three strokes, N–S. Take them, or vol?"."""
    best = deal.best
    if best is None or deal.best_side is None:
        return ""
    them = "it" if deal.strokes == 1 else "them"
    more = "" if deal.strokes == best.strokes else " in all"
    question = f"{titled(meld_name(best))}: {strokes_text(deal.strokes)}{more}"
    return f"{question}, {SIDE_WORDS[deal.best_side]}. Take {them}, or vol?"


# --- tricks --------------------------------------------------------------------------------------------------


def trick_text(match: Match, deal: Deal, trick: Trick, is_closed: bool) -> str:
    """Name the winner of a trick and, unless the tricks are closed, its points. Rules 5.1, 5.2 and 6.5."""
    name = match.player(trick.winner)
    if is_closed:
        return f"{name}’s trick."
    last = ", with five for the last" if trick.last else ""
    return f"{name}: {in_words(trick.value + trick.last)}{last}{_home(deal, trick)}."


def _home(deal: Deal, trick: Trick) -> str:
    """Describe the Jass, and the card he brought home: `, the Jass home with the ace`."""
    own = jass(deal.trump)
    if own not in trick.cards:
        return ""
    others = [card for card in trick.cards if card is not own and points_of(card, deal.trump) >= HIGH_COUNTER]
    best = max(others, key=lambda card: points_of(card, deal.trump), default=None)
    if best is None:
        return ", the Jass in his socks"
    is_marietta = best.rank is Rank.NINE
    return f", the Jass home with {'Marietta' if is_marietta else f'the {best.rank.word}'}"


def stikk_text(match: Match, trick: Trick) -> str:
    """ "Stikk, Ann: twenty."; empty if there was none. Rule 5.3."""
    return f"Stikk, {match.player(trick.stikk)}: {in_words(STIKK)}." if trick.stikk else ""


def why_won(cards: Sequence[Card], trump: Suit, place: int) -> str:
    """State in a sentence why a card takes a trick. Rule 4.1."""
    card, led = cards[place], cards[0].suit
    trumps = [each for each in cards if each.suit is trump]
    if card.suit is trump:
        called = {Rank.JACK: "The Jass", Rank.NINE: "Marietta"}.get(card.rank, f"The {card.name}")
        return f"{called} is the {'only' if len(trumps) == 1 else 'highest'} trump."
    followed = [each for each in cards if each.suit is led]
    if len(followed) == 1:
        return f"Nobody followed or trumped the {card.name}."
    return f"The {card.name} is the highest {led.singular}, the suit led, and nobody trumped."


def revoke_text(match: Match, revoke: Revoke) -> str:
    """A revoke that was noticed. Rule 7.2."""
    did = f"{match.player(revoke.seat)} played {revoke.played} in trick {revoke.trick}"
    return f"{did}, neither trumping nor following, and had {revoke.shown}."


def stray_text(match: Match, stray: Stray) -> str:
    """A card that was played by somebody other than its owner. Rule 7.3."""
    owner, seat = match.player(stray.owner), match.player(stray.seat)
    if stray.known == "trump":
        return f"{seat} played {stray.card} in trick {stray.trick}: it was shown, and belongs to {owner}."
    return f"{seat} played {stray.card} in trick {stray.trick}: it was in a meld of {owner}."


def socks_text(deal: Deal) -> str:
    """Return the notice that the Jass took a trick without a high counter; empty if he did not. Rule 7.6."""
    jass = jass_of(deal)
    return SOCKS if jass and jass.socks else ""


# --- claims, deals and games -------------------------------------------------------------------------------------


def scores(match: Match, winner: str, game: Game) -> str:
    """The totals of a game with the winner’s first: `N–S 104, E–W 46`."""
    return ", ".join(f"{SIDE_WORDS[side]} {game.score.of(side)}" for side in (winner, other(winner)))


def game_text(match: Match, game: Game, deal: Deal | None) -> str:
    """Describe the end of a game, given the deal in which it ended, if any. Rules 3.5, 6.2 to 6.8 and 7.5."""
    winner, strokes = SIDE_WORDS[game.winner], titled(strokes_text(game.strokes))
    jan = ": jan" if game.jan else ""
    match game.how:
        case How.CLAIM:
            return f"Out! {scores(match, game.winner, game)}{jan}. {strokes}."
        case How.FALSE_CLAIM:
            loser = other(game.winner)
            left = TRICKS - len(deal.tricks) if deal else 0
            were = f"{titled(number_of(left, 'trick'))} {'was' if left == 1 else 'were'} left. " if left else ""
            chalk = f"{winner} chalk {in_words(game.strokes)}{jan}."
            return f"Not out: {SIDE_WORDS[loser]} have {game.score.of(loser)}. {were}{chalk}"
        case How.COUNT:
            both = min(game.score.by_side().values()) >= HUNDRED
            first = f" Both have a hundred, and {winner} had it first." if both else ""
            return f"{scores(match, game.winner, game)} with the eighth trick{jan}.{first} {strokes}, {winner}."
        case How.VOL:
            return f"All eight tricks, {winner}: {strokes_text(game.strokes)}."
        case How.MELDS:
            return f"{winner} take {strokes_text(game.strokes)} for melds."
    return f"{winner} chalk {in_words(game.strokes)}, as the table ruled."


def deal_text(match: Match, deal: Deal) -> Iterator[str]:
    """Yield sentences on the end of a deal that is over."""
    if deal.won:
        yield game_text(match, match.games[deal.won - 1], deal)
        yield from filter(None, [jass_asked(match, deal)])
    elif len(deal.tricks) == TRICKS and deal.final:
        yield f"{deal.final}, carried."


def jass_asked(match: Match, deal: Deal) -> str:
    """The question of where the Jass is, if a game was claimed while he was out; else empty. Rule 7.6."""
    game = match.games[deal.won - 1]
    if game.how not in (How.CLAIM, How.FALSE_CLAIM) or jass_of(deal):
        return ""
    return f"Where is the Jass? If {SIDE_WORDS[other(game.winner)]} hold him, he has gone in his socks."


def claim_text(claim: Claimed) -> str:
    """A claim in words. Rules 6.2 to 6.5."""
    return f"{SIDE_WORDS[claim.side]} claimed with {claim.points}: {'out' if claim.right else 'not out'}."


def noticed(match: Match, deal: Deal) -> Iterator[str]:
    """Yield the claims of a deal, and the revokes and strays that its cards show."""
    yield from map(claim_text, deal.claims)
    yield from (revoke_text(match, revoke) for revoke in deal.revokes)
    yield from (stray_text(match, stray) for stray in deal.strays)


def ruling_text(ruling: Adjusted) -> str:
    """A ruling of the table. Rule 7.4."""
    return sides.ruling_text(ruling.side, ruling.number, "stroke" if ruling.is_strokes else "point", ruling.reason)


def slate_text(match: Match) -> str:
    """Describe the slate, and the strokes that each side still needs. Rule 6.9."""
    agreed = match.setup.rules.strokes
    needs = (f"{SIDE_WORDS[side]} {match.strokes.of(side)}, {_needs(match, side, agreed)}" for side in SIDES)
    return "; ".join(needs)


def _needs(match: Match, side: str, agreed: int) -> str:
    left = agreed - match.strokes.of(side)
    return f"{left} to go" if left > 0 else "out"

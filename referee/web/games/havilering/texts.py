"""Texts for the table: the last result, the ends of hands and games, the next entry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from markupsafe import Markup

from referee.cards import Card, listed
from referee.english import plural, times
from referee.games.havilering.actions import Adjust
from referee.games.havilering.combinations import PUBLISHED_VALUES, Combination, Item
from referee.games.havilering.legality import mark_of
from referee.games.havilering.results import TRICKS_IN_A_HAND, Adjustment, Call, Game, Revoke, Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.suits import CIRCLE as SUITS
from referee.games.havilering.summary import Hand
from referee.games.havilering.talk import NAMES, RUNS, arithmetic, cadence, counted, in_sequence, ruling
from referee.games.havilering.tricks import Values
from referee.games.kit.races import Race
from referee.games.kit.sides import SIDES, ZERO, Pair, other, seat_after, side_of
from referee.match.current import CurrentMatch
from referee.web.components.highlights import stood_out
from referee.web.filters import face, sign
from referee.web.tables.tricks import side_names

CIRCLE = Markup('<i aria-hidden="true">‹</i>').join(sign(suit) for suit in (*SUITS, SUITS[0]))
"""The circle of suits: each is beaten by the next."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a trick in words."""

    headline: str
    pegs: str
    call: str
    led: str
    """A sentence on a lead out of turn; empty for a lead in turn."""
    is_great: bool = False
    """True if it is announced more prominently than others."""


def result(match: Match, trick: Trick) -> Result | None:
    """The winner, the claimed points with their call, the calls of Muggins, and the moves of the pegs."""
    if trick.claimed is None:
        return None
    values, winner = match.setup.rules.values, match.player(trick.winner)
    points = sum(values.of(item, trick.dealer_won) * count for item, count in trick.claimed.items())
    verb = "claims" if match.setup.rules.muggins else "wins"
    lines = [cadence(trick.claimed, values, trick.dealer_won)] if points else []
    sides = [side for side in (side_of(trick.winner), other(side_of(trick.winner))) if trick.pegged.of(side)]
    # With two moves the line has no room for the word.
    holes = [plural(trick.pegged.of(side), "hole") if len(sides) == 1 else trick.pegged.of(side) for side in sides]
    # The winner is named already, so a line that moves no other pegs needs no names.
    named = [f"{side_names(match, side)}: " if sides != [side_of(trick.winner)] else "" for side in sides]
    moves = [f"{name}{by}, to {trick.totals.of(side)}" for name, side, by in zip(named, sides, holes, strict=True)]
    nothing = "takes the trick and claims nothing" if match.setup.rules.muggins else "takes the trick: nothing scores"
    headline = f"{winner} {verb} {plural(points, 'point')}" if points else f"{winner} {nothing}"
    if trick.calls:  # The latest call is the event, with the pegs it moved.
        call, *earlier = [judged_call(match, each) for each in reversed(trick.calls)]
        lines = [*(f"{each}." for each in earlier), f"{headline}.", *lines]
        return Result(call, "", " ".join(lines), led(match, trick))
    return Result(headline, "; ".join(moves), " ".join(lines), led(match, trick), points >= _GREAT)


_GREAT = 10
"""The minimum points of a trick that is announced more prominently, such as a running flush of four or a double
prial."""


def judged_call(match: Match, call: Call) -> str:
    """A call of Muggins with its points: `Ann is right: a pair, +2. Wrong: a flush, +1 to Bob`. Rules 8.3 and 8.4."""
    caller, opponents = match.player(call.by), side_names(match, other(side_of(call.by)))
    right = [f"{caller} is right: {counted(call.right)}, +{call.gained}"] if call.right else []
    wrong = f"{counted(call.wrong)}, +{call.lost} to {opponents}"
    return ". ".join([*right, f"{'Wrong' if right else f'{caller} is wrong'}: {wrong}"] if call.wrong else right)


def led(match: Match, trick: Trick) -> str:
    """Name the player who led to a trick out of turn, in a sentence; empty for a lead in turn. Rule 9.6."""
    return f"{match.player(trick.leader)} led out of turn." if trick.out_of_turn else ""


def as_played(match: Match, trick: Trick) -> str:
    """Write the cards of a trick unless it is closed, and its leader if that was out of turn."""
    by = f", led out of turn by {match.player(trick.leader)}" if trick.out_of_turn else ""
    return f"{listed(trick.cards) or 'closed'}{by}"


def news(match: Match, ended: Hand | None) -> list[str]:
    """News of the ends of hands and games, and the next dealer. `ended` is the hand that has just ended, or None."""
    lines = []
    if ended and match.games and ended.game == len(match.games):
        lines.append(f"Game {ended.game} to {game_won(match, match.games[-1])}.")
        lines += [head_start(match)] if match.phase is Phase.PLAY else []
    if ended:
        lines.append(f"Points in hand {ended.number}: {by_side(match, ended.brought)}.")
    if match.dealt_again:
        lines.append(f"Misdeal: hand {match.hand} is dealt again.")
    if match.phase is Phase.PLAY and match.in_hand == 0:
        lines.append(f"{match.player(match.dealer)} deals, {match.player(match.leader)} leads.")
    if match.won and match.phase is Phase.PLAY:
        lines.append(f"{side_names(match, match.won.side)} have won game {match.game}; the points are run.")
    return list(filter(None, lines))


def first(tally: Pair, side: str) -> str:
    """Write a pair of numbers, a side's own first: `64–58`."""
    return f"{tally.of(side)}–{tally.of(other(side))}"


def by_side(match: Match, tally: Pair) -> str:
    """A number of each side after its names: `Ann & Cat 19, Bob & Dan 38`."""
    return ", ".join(f"{side_names(match, side)} {tally.of(side)}" for side in SIDES)


def game_won(match: Match, game: Game) -> str:
    """Describe the result of a game, the winner's points first: `Bob & Dan, 64–58, run to 70–61`."""
    ran = f", run to {first(game.final, game.winner)}" if game.ran else ""
    return f"{side_names(match, game.winner)}, {first(game.at_game, game.winner)}{ran}"


def head_start(match: Match) -> str:
    """The points that the game in play began with, in words; empty if there are none (7.5)."""
    start = match.games[-1].head_start if match.games else Pair()
    ahead = start.ahead
    return f"Game {match.game} starts {first(start, ahead)} to {side_names(match, ahead)}." if ahead else ""


def details(match: Match, ended: Hand | None) -> list[str]:
    """List details of the hand that has just ended: its best trick, unclaimed items, the number of cards."""
    if ended is None:
        return []
    best = (f"{match.player(each.winner)}’s {each.score.points}{pegged_by(match, each)}" for each in ended.best)
    lines = stood_out("Best trick", best)
    lines += [f"Unclaimed: {counted(ended.unclaimed)}."] if ended.unclaimed else []
    return [*lines, accounted(ended)]


def pegged_by(match: Match, trick: Trick) -> str:
    """Name the sides that pegged for a trick, unless its winners pegged its full worth: ` (Bob & Dan pegged 1)`
    (8.1)."""
    if trick.pegged == ZERO.plus(side_of(trick.winner), trick.score.points):
        return ""
    shares = [(side, trick.pegged.of(side)) for side in (side_of(trick.winner), other(side_of(trick.winner)))]
    texts = [f"{side_names(match, side)} pegged {points}" for side, points in shares if points]
    return f" ({', '.join(texts) or 'nobody pegged it'})"


def accounted(hand: Hand) -> str:
    """Account for the 52 cards of a hand: all played, or how many (1.2)."""
    if len(hand.tricks) == TRICKS_IN_A_HAND:
        return "All 52 cards were played."
    return f"{4 * len(hand.tricks)} of the 52 cards were played." if hand.tricks else "No card was played."


def given_now(match: Match) -> list[Adjustment]:
    """The adjustments since the last trick, the latest first."""
    place = (match.hand, match.in_hand)
    return list(takewhile(lambda inputs: (inputs.hand, inputs.after_trick) == place, reversed(match.adjustments)))


def adjustments(match: Match) -> list[str]:
    """The adjustments since the last trick in words, the latest first."""
    return [f"{ruling(each, side_names(match, each.side), each.totals.of(each.side))}." for each in given_now(match)]


def ruled(match: Match, inputs: Adjust | Adjustment) -> str:
    """A ruling in words, with the names of the side. Rules 9.4 and 9.5."""
    return ruling(inputs, side_names(match, inputs.side))


def muggins(match: Match) -> str:
    """Describe the points caught and missed in hands that are over (8.6)."""
    over = [trick for trick in match.tricks if match.is_over(trick.hand)]
    calls = [call for trick in over for call in trick.calls]
    missed = sum(len(trick.unclaimed) > 0 for trick in over)
    caught, wrong = sum(call.gained for call in calls), sum(call.lost for call in calls)
    parts = [f"{plural(caught, 'point')} caught in {plural(len(calls), 'call')}"] if calls else ["nobody called"]
    parts += [f"{plural(wrong, 'point')} given away by wrong calls"] if wrong else []
    parts += [f"points missed in {plural(missed, 'trick')}"] if missed else []
    return ", ".join(parts)


def where(tricks: int, phase: Phase) -> str:
    """The current trick of a hand with some complete tricks, in words; after the hand its last trick."""
    number = min(tricks + (phase is Phase.PLAY), TRICKS_IN_A_HAND)
    return f"Trick {number} of {TRICKS_IN_A_HAND}" if number else "Before the first trick"


def moment(match: Match) -> str:
    """The label of a step of the replay."""
    if match.dealt_again:
        return f"Misdeal: hand {match.hand} is dealt again"
    trick = match.tricks[-1] if match.tricks else None
    return f"Hand {trick.hand}, trick {trick.number}" if trick else "The beginning"


def race(match: Match, race: Race) -> str:
    """The course of a game in words: winner, lead changes, comeback, running the points."""
    course, result = race.course, race.result
    changes = f"The lead changed {times(race.lead_changes)}." if race.lead_changes else "The lead never changed."
    if result is None:
        return f"{by_side(match, course[-1])} so far. {changes}"
    winner = side_names(match, result.winner)
    parts = [f"{winner} reached {race.target} first, {first(result.at_game, result.winner)}. {changes}"]
    if race.comeback:
        parts.append(f"{winner} came from {race.comeback} behind.")
    if result.ran:
        parts.append(f"The points were run to {first(result.final, result.winner)}.")
    return " ".join(parts)


def revoke(match: Match, revoke: Revoke) -> str:
    """A revoke in words: the trick and card, and the card that shows it."""
    trick = revoke.trick
    return (
        f"{match.player(revoke.seat)} did not follow {trick.led.plural} in trick {trick.number}, "
        f"with {trick.card_of(revoke.seat)}; {revoke.card} in trick {revoke.shown_in} shows it."
    )


def won_now(match: Match) -> str:
    """The game that has just been won, while the opponents are asked whether to finish the hand. Rule 7.1."""
    won = match.won if match.phase in (Phase.OFFER_FIRST, Phase.OFFER_SECOND) else None
    return f"{side_names(match, won.side)} win game {match.game}, {first(won.totals, won.side)}" if won else ""


def waits(match: Match) -> str:
    """Describe the entry that the match waits for; empty if it is the next card."""
    match match.phase:
        case Phase.CLAIM:
            return f"{match.player(match.tricks[-1].winner)} takes the trick and claims its points."
        case Phase.OFFER_FIRST | Phase.OFFER_SECOND if match.won and match.answerer:
            question = "Shall we finish?" if match.phase is Phase.OFFER_FIRST else "How about you?"
            return f"{match.player(match.won.asker)} asks {match.player(match.answerer)}: “{question}”"
        case Phase.HAND_OVER:
            return "The hand is over. Any call on the last trick?"
        case Phase.MATCH_OVER if match.winner:
            won, winner = match.games_won, match.winner
            games = f", {won.of(winner)}–{won.of(other(winner))}" if match.setup.rules.best_of > 1 else ""
            return f"{side_names(match, winner)} win the match{games}."
    return ""


def revokes(match: Match) -> list[Revoke]:
    """The revokes that the last trick shows (9.3), until there is a ruling."""
    if any(inputs.reason.startswith("Revoke") for inputs in given_now(match)):
        return []
    return [each for each in match.hand_revokes if each.shown_in == match.in_hand]


def refused(current: CurrentMatch[Match]) -> str:
    """Say how often a claim on the trick was refused, until one is accepted; the claims themselves stay hidden
    (8.1)."""
    trick = current.match.last_trick
    mark = mark_of(trick) if trick and current.match.phase is Phase.CLAIM else ""
    count = sum(refusal["trick"] == mark for refusal in current.refused)
    return f"Refused {times(count)}." if count else ""


def down(match: Match, cards: Sequence[Card | None], leader: str, following: str) -> str:
    """The draft cards in words, and the next player: `Bob: 7 of spades. Cat to play.`"""
    played = (f"{match.player(seat_after(leader, place))}: {card.name}" for place, card in enumerate(cards) if card)
    return f"{', '.join(played)}. {match.player(following)} to play."


def house_rules(values: Values) -> str:
    """The values that differ from the published ones: `Jack Havel 3 and 6, prial 6`."""
    published = (values.jack_havel, values.jack_havel_dealer) == (Values().jack_havel, Values().jack_havel_dealer)
    parts = [] if published else [f"Jack Havel {values.jack_havel} and {values.jack_havel_dealer}"]
    parts += [f"{NAMES[item]} {worth}" for item, worth in values.house.items() if worth != PUBLISHED_VALUES[item]]
    return ", ".join(parts)


def cards_of(combination: Combination) -> Markup:
    """The sum of a set, or its cards in order."""
    if combination.item in (Item.FIFTEEN, Item.THIRTY_ONE):
        return Markup("{}").format(arithmetic(combination))
    return Markup(" ").join(
        face(card) for card in (in_sequence(combination.cards) if combination.item in RUNS else combination.cards)
    )


def by_kind(sets: Iterable[Combination]) -> list[list[Combination]]:
    """Sets of one item, with one reason if they do not count, are together when there are three or more of them."""
    kinds = [list(kind) for _, kind in groupby(sets, key=lambda each: (each.item, each.beaten_by))]
    return [part for kind in kinds for part in ([kind] if len(kind) > 2 else [[each] for each in kind])]

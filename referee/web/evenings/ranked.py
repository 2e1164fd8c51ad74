"""The standings of an evening in words: their columns, and the rules by which they are ranked."""

from referee.evenings.actions import EveningSetup, Ranking, Sitting
from referee.evenings.standings import BREAKS, TIED, WON
from referee.games.kit.rounds import Rounds

RANKED = {Ranking.MATCHES: "Score", Ranking.GAMES: "Won", Ranking.POINTS: "Points", Ranking.AVERAGE: "Average"}
BREAK_TITLES = {"won": "Won", "difference": "Difference", "points": "Points"}
BREAK_WORDS = {"won": "rounds won", "difference": "points difference", "points": "points"}
SITTING_WORDS = {
    Sitting.NOTHING: "",
    Sitting.WIN: " Sitting out counts as a win.",
    Sitting.AVERAGE: " Sitting out counts as the player’s own average.",
}


def columns(setup: EveningSetup) -> list[tuple[str, str]]:
    """The columns of the standings in the order in which they decide: titles, and the fields of a line."""
    ranking = setup.ranked_by
    columns = [(RANKED[ranking], "earned"), *((BREAK_TITLES[name], name) for name in BREAKS[ranking])]
    return [each for each in columns if not (setup.shape.most and each[1] == "difference")]


def rules_of_standings(setup: EveningSetup, rounds: Rounds) -> str:
    """The order of the standings, and the rules for it."""
    is_alone, wide = setup.shape.most > 0, ""
    if rounds.wide and not is_alone:
        wide = f" a {rounds.wide_word} ({rounds.wide} or more points ahead) {WON + 1},"
    stakes = ", whatever a game is worth at the table" if wide and setup.rules else ""
    whom = "Each player beaten" if is_alone else "A win"
    texts = {
        Ranking.MATCHES: f"{whom} counts {WON},{wide} a tie {TIED}{stakes}.",
        Ranking.GAMES: "Ranked by rounds won.",
        Ranking.POINTS: "Ranked by points.",
        Ranking.AVERAGE: "Ranked by points per round.",
    }[setup.ranked_by]
    breaks = [BREAK_WORDS[name] for _, name in columns(setup)[1:]]
    beat = "who was ahead of the other more often" if is_alone else "who beat the other"
    equals = f"Ties are broken by {', '.join([*breaks, f'and between two by {beat}'])}."
    sitting = SITTING_WORDS[setup.sits_out_for]
    return f"{texts} {equals}{sitting.replace('player', 'pair') if setup.is_fixed else sitting}"

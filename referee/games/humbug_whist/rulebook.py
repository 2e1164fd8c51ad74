"""The numbered rules as the app shows them, read from `rules.md`; their examples are computed by the code."""

from referee.cards import listed, read_cards, read_suit
from referee.english import titled
from referee.games.humbug_whist.talk import settled_line, why
from referee.games.humbug_whist.verdict import NAMES, DealQuestion, answer, trick, trick_question
from referee.games.rulebook import Example, rulebook_of


def _example(number: str, words: list[str]) -> Example:
    """An example as on the command line: `--trick 9S JS --trump D`, or `17 9 --revoke N --stake 2`."""
    if words[0] == "--trick":
        asked = trick_question(read_cards(" ".join(words[1:3])), read_suit(words[4]))
        led = f"{listed(asked.cards)}, {asked.suit.plural} are trumps"
        return Example(led, f"{trick(asked).card}: {why(asked.cards, asked.suit)}.", asked)
    named = list(zip(words[2::2], words[3::2], strict=True))
    revokers = tuple(value for name, value in named if name == "--revoke")
    stake = next((int(value) for name, value in named if name == "--stake"), 1)
    question = DealQuestion((int(words[0]), int(words[1])), revokers, stake)
    parts = [f"N {words[0]}, S {words[1]}", *(f"{seat} revoked" for seat in revokers)]
    return Example(titled(", ".join(parts)), settled_line(NAMES, answer(question)), question)


rulebook = rulebook_of(__file__, {"humbug-whist": _example})
"""The rules, the items that score, and the words of the game."""

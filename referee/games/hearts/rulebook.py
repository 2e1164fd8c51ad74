"""The numbered rules as the app shows them, read from `rules.md`; their examples are computed by the code."""

from referee.games.hearts.actions import Settling
from referee.games.hearts.talk import seat_names, settled_line
from referee.games.hearts.verdict import DealQuestion, answer
from referee.games.rulebook import Example, rulebook_of


def _example(number: str, words: list[str]) -> Example:
    """An example as on the command line: `0 3 5 5 --pool 26 --jack`."""
    at = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    options = [group.split() for group in " ".join(words[at:]).split("--")[1:]]
    given = {name: values for name, *values in options}
    question = DealQuestion(
        hearts=tuple(map(int, words[:at])),
        settling=Settling(given["settling"][0]) if "settling" in given else None,
        odd_jack="odd-jack" in given,
        pool=int(given.get("pool", ["0"])[0]),
        jack="jack" in given,
        revokers=tuple(value for name, *values in options if name == "revoke" for value in values),
    )
    settlement = answer(question)
    return Example(_asked(question), settled_line(seat_names(settlement), settlement), question)


def _asked(question: DealQuestion) -> str:
    pool = f", {question.pool} in the pool{', a Jack' if question.jack else ''}" if question.pool else ""
    revoked = "".join(f", seat {seat} revoked" for seat in question.revokers)
    howell = ", Howell’s settling" if question.settling is Settling.HOWELL else ""
    odd = ", with an odd Jack" if question.odd_jack else ""
    return f"{'–'.join(map(str, question.hearts))} hearts{pool}{revoked}{howell}{odd}"


rulebook = rulebook_of(__file__, {"hearts": _example})
"""The rules, the items that score, and the words of the game."""

"""Singular forms in the output of each ruling command and each score sheet."""

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest

from referee.cli import main
from referee.games import GAMES, game_of_record
from tests.core.samples import SAMPLES

NOUNS = (
    "points tricks deals games hands revokes counters units strokes cards hearts matches holes entries claims calls "
    "misdeals rulings pairs fifteens runs flushes pegs goes counts cribs Jacks melds players"
)
ONE_OF_MANY = re.compile(rf"(?<![\d.–])\b(?:1|one) (?:{NOUNS.replace(' ', '|')})\b", re.IGNORECASE)
PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
SHORT_PACK = [card for card in PACK if card[0] not in "23456"]


def humbug_whist() -> Iterator[list[str]]:
    for taken, revokes in product(range(27), ("", "N", "S", "NN", "NS", "NSS")):
        yield [
            str(taken),
            str(26 - taken),
            *(word for seat in revokes for word in ("--revoke", seat)),
            "--stake",
            "1",
        ]
    yield ["0", "1"]


def hearts() -> Iterator[list[str]]:
    for taken in ((0, 0, 1, 12), (1, 0, 0, 12), (1, 3, 4, 5), (0, 4, 4, 5), (0, 0, 6, 7), (13, 0, 0, 0)):
        for more in (
            "",
            "--settling howell",
            "--revoke 1",
            "--pool 1",
            "--settling howell --revoke 1",
            "--irregular 1,2",
        ):
            yield [*map(str, taken), *more.split()]
    yield ["0", "0", "0", "1"]


def cards(pack: list[str], number: int, *options: str) -> Iterator[list[str]]:
    chance = random.Random(1)
    for _ in range(60):
        *first, last = chance.sample(pack, number)
        yield [*first, *(options or ()), last] if options else [*first, last]


COMMANDS = {
    "humbug-whist": humbug_whist,
    "hearts": hearts,
    "cribbage": lambda: cards(PACK, 5, "--starter"),
    "cribbage --play": lambda: cards(PACK, 3),
    "score": lambda: cards(PACK, 4),
    "grevjass --trump H": lambda: cards(SHORT_PACK, 4),
    "karnoffel --chosen H": lambda: cards([card for card in PACK if card[0] != "A"], 4),
}


@pytest.mark.quick(2)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_tells_one_of_something_in_the_plural(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in COMMANDS[command]():
        with pytest.raises(SystemExit):
            raise SystemExit(main([*command.split(), *words]))
        told = capsys.readouterr()
        assert ONE_OF_MANY.findall(told.out + told.err) == [], (words, told)


@pytest.mark.parametrize("key", GAMES)
def test_no_sheet_tells_one_of_something_in_the_plural(key: str) -> None:
    for seed in range(4):
        record = SAMPLES[key].play(seed)
        for end in (1, 2, 3, 9, len(record["actions"])):
            form, played = game_of_record(record), record | {"actions": record["actions"][:end]}
            assert ONE_OF_MANY.findall(form.sheet(form.replay(form.read(played)))) == []


def test_a_match_to_one_stroke_is_told_so() -> None:
    record = SAMPLES["grevjass"].play(1) | {"rules": {"strokes": 1}, "actions": []}
    form = game_of_record(record)
    assert "Grevjass to 1 stroke;" in form.sheet(form.replay(form.read(record)))

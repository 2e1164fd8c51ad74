"""The same question gets the same answer on the pages and on the command line, refusals included, in every game."""

import html
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.cards import PACK, codes
from referee.cli import main
from referee.games import GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.pages import with_plain_cards

Question = tuple[str, str]
"""The words of a command, and the address of a page."""
QUESTIONS = 40


def _cards(chance: random.Random, number: int, without: str = "") -> list[str]:
    """Some cards; now and then one that is not in the game's pack."""
    pack = [code for code in codes(PACK) if code[0] not in without or chance.random() < 0.1]
    return chance.sample(pack, number)


def _trick(game: str, suit: str, without: str, last: bool) -> Callable[[random.Random], Question]:
    def ask(chance: random.Random) -> Question:
        cards, trump, leader = _cards(chance, 4, without), chance.choice("SHDC"), chance.choice("NESW")
        is_last = last and chance.random() < 0.3
        words = f"{game} {' '.join(cards)} --{suit} {trump} --leader {leader}{' --last' * is_last}"
        return words, f"/{game}/dispute?cards={'.'.join(cards)}&{suit}={trump}&leader={leader}{'&last=1' * is_last}"

    return ask


def _score(chance: random.Random) -> Question:
    cards, (leader, dealer) = _cards(chance, 4), chance.choices("NESW", k=2)
    season, is_last = chance.choice(["winter", "spring", "summer", "autumn"]), chance.random() < 0.3
    words = f"score {' '.join(cards)} --leader {leader} --dealer {dealer} --season {season}{' --last' * is_last}"
    asked = f"cards={'.'.join(cards)}&leader={leader}&dealer={dealer}&season={season}{'&thirteenth=1' * is_last}"
    return words, f"/dispute?{asked}"


def _hand(chance: random.Random) -> Question:
    cards, crib = _cards(chance, 5), chance.random() < 0.3
    words = f"cribbage {' '.join(cards[:4])} --starter {cards[4]}{' --crib' * crib}"
    return words, f"/cribbage/dispute?cards={'.'.join(cards)}{'&crib=1' * crib}"


def _play(chance: random.Random) -> Question:
    cards = _cards(chance, chance.randint(1, 5))
    return f"cribbage --play {' '.join(cards)}", f"/cribbage/dispute/play?cards={'.'.join(cards)}"


def _whist_trick(chance: random.Random) -> Question:
    cards, trump = _cards(chance, 2), chance.choice("SHDC")
    return f"humbug-whist --trick {' '.join(cards)} --trump {trump}", (
        f"/humbug-whist/trick?cards={'.'.join(cards)}&trump={trump}"
    )


def _whist_deal(chance: random.Random) -> Question:
    tricks, stake = chance.randint(0, 26), chance.choice([0, 1, 5, 1000, 1001])
    others, revokes = 26 - tricks - (chance.random() < 0.1), chance.choices(range(4), k=2)
    revoked = "".join(f" --revoke {seat}" * number for seat, number in zip("NS", revokes, strict=True))
    asked = f"N={tricks}&S={max(others, 0)}&stake={stake}&revokes_N={revokes[0]}&revokes_S={revokes[1]}"
    return f"humbug-whist {tricks} {max(others, 0)} --stake {stake}{revoked}", f"/humbug-whist/settle?{asked}"


def _hearts(chance: random.Random) -> Question:
    players = chance.randint(2, 6)
    takers = chance.choices(range(players), k=3)
    hearts = [0] * players
    for _ in range(12 if players == 6 else 13):
        hearts[chance.choice(takers)] += 1
    options = {"jack": chance.random() < 0.3, "odd_jack": chance.random() < 0.3}
    settling = chance.choice(["", "howell", "sweepstake"])
    pool, revoked = chance.choice([0, 13]), chance.sample(range(1, 7), chance.choice([0, 0, 1, 2]))
    words = ["hearts", *map(str, hearts), "--pool", str(pool), *(["--settling", settling] if settling else [])]
    words += [f"--{name.replace('_', '-')}" for name, is_on in options.items() if is_on]
    asked = [f"h{seat}={number}" for seat, number in enumerate(hearts, 1)] + [f"pool={pool}&settling={settling}"]
    asked += [f"{name}=1" for name, is_on in options.items() if is_on]
    for seat in revoked:
        words, asked = [*words, "--revoke", str(seat)], [*asked, f"revoke={seat}"]
    return " ".join(words), "/hearts/settle?" + "&".join(asked)


KINDS: dict[str, Callable[[random.Random], Question]] = {
    "score": _score,
    "hand": _hand,
    "play": _play,
    "grevjass": _trick("grevjass", "trump", "23456", last=True),
    "karnoffel": _trick("karnoffel", "chosen", "A", last=False),
    "whist-trick": _whist_trick,
    "whist-deal": _whist_deal,
    "hearts": _hearts,
}


def due(kind: str, words: list[str], capsys: Any) -> tuple[int, list[str]]:
    """The status of a command, and what a page must say: the sentences of its answer or refusal."""
    capsys.readouterr()
    is_read_as_text = kind in ("hearts", "whist-deal")
    status = main(words if is_read_as_text else [*words, "--json"])
    out, error = capsys.readouterr()
    if status:
        return status, re.split(r"(?<=\.) ", error.removeprefix("referee: ").strip())
    if is_read_as_text:
        return status, [line.strip() for line in out.splitlines()]
    data = json.loads(out)
    reason = [data["reason"]] if kind in ("grevjass", "karnoffel", "whist-trick") else []
    points = "points" in data and kind != "play"
    return status, reason + ([f" {data['points']} point{'s' * (data['points'] != 1)}"] if points else [])


@pytest.mark.quick(3)
@pytest.mark.quick(3)
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_answers_like_the_command(client: Any, capsys: Any, kind: str) -> None:
    chance = random.Random(kind)
    for _ in range(QUESTIONS):
        words, address = KINDS[kind](chance)
        status, sentences = due(kind, words.split(), capsys)
        answer = client.get(address)
        page = re.sub(r"<[^>]+>", " ", with_plain_cards(answer.get_data(as_text=True)))
        page = re.sub(r"\s+", " ", html.unescape(page))
        assert answer.status_code == (422 if status else 200), (words, address)
        assert [sentence for sentence in sentences if sentence not in page] == [], (words, address)


@pytest.mark.quick(2)
@pytest.mark.quick(3)
@pytest.mark.parametrize("key", SAMPLES)
def test_a_file_from_a_page_is_the_file_of_the_command(
    client: Any, service: Any, tmp_path: Path, capsys: Any, key: str
) -> None:
    service.import_records(BOOK, [SAMPLES[key].read(seed) for seed in range(2)])
    for address, words in (
        ("/matches/1/record.json", "export 1"),
        ("/matches/2/tricks.csv", "export 2 --csv"),
        ("/books/1/book.json", "export --book 1"),
        ("/books/1/logs.json", "export --book 1 --logs"),
        (f"/books/1/tricks.csv?game={key}", f"export --book 1 --csv --game {key}"),
    ):
        capsys.readouterr()
        assert main([*words.split(), "--instance", str(tmp_path)]) == 0
        assert client.get(address).get_data(as_text=True) == capsys.readouterr().out
    main(["export", "1", "--instance", str(tmp_path)])
    (tmp_path / "record").write_text(capsys.readouterr().out)
    main(["replay", str(tmp_path / "record"), "--json"])
    assert json.loads(capsys.readouterr().out) == GAMES[key].outcome(service.current(1).whole_match)

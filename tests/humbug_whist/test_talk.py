"""The referee's words: who takes a trick and why, deals settled; the command; the rules with their examples."""

import pytest

from referee.cards import read_cards, read_suit
from referee.cli import main
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.humbug_whist.talk import settled_line, why
from referee.games.humbug_whist.verdict import DealQuestion, answer, rulebook
from referee.games.sittings.outcome import event_line, won_line
from referee.games.sittings.state import Misdealt

NAMES = {"N": "Ann", "S": "Bob"}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (DealQuestion((17, 9)), "Seventeen to nine: Ann wins eight."),
        (DealQuestion((13, 13)), "Thirteen each: nobody pays."),
        (DealQuestion((14, 12), ("N",)), "Fourteen to twelve; three to Bob for the revoke: fifteen to eleven, Bob "
         "wins four."),
        (DealQuestion((14, 12), ("N", "S")), "Fourteen to twelve, and the revokes move nothing: Ann wins two."),
        (DealQuestion((0, 26), ("N",)), "Twenty-six to nought, and the revoke moves nothing: Bob wins twenty-six."),
        (DealQuestion((20, 6), ("N", "N", "S")), "Twenty to six; three to Bob for the revokes: seventeen to nine, "
         "Ann wins eight."),
        (DealQuestion((20, 6), stake=2), "Twenty to six: Ann wins fourteen, at two a trick twenty-eight units."),
    ],
)  # fmt: skip
def test_a_settled_deal_is_said_in_a_breath(question: DealQuestion, said: str) -> None:
    assert settled_line(NAMES, answer(question)) == said


def test_two_players_are_not_spoken_of_as_more() -> None:
    envelope = {"format": "humbug-whist-match", "version": 1, "players": NAMES, "dealer": "N",
                "started": "2026-11-21T20:00:00+00:00", "rules": {}}  # fmt: skip
    actions = [{"type": "count", "taken": {"N": 13, "S": 13}}, {"type": "settle"}, {"type": "finish"}]
    match = HUMBUG_WHIST.replay(HUMBUG_WHIST.read(envelope | {"actions": actions}))
    assert won_line(match) == "Both are level."
    assert event_line(match, Misdealt("N", again=False), "point") == "Ann’s deal is void, and the other player deals."


@pytest.mark.parametrize(
    ("cards", "trumps", "said"),
    [
        ("9S JS", "D", "the higher spade"),
        ("JS 9S", "D", "the higher spade"),
        ("AS 2D", "D", "the trump"),
        ("2D 9D", "D", "the higher trump"),
        ("2D AS", "D", "the trump"),
        ("2S AC", "D", "the lead, neither followed nor trumped"),
    ],
)
def test_a_trick_says_why(cards: str, trumps: str, said: str) -> None:
    assert why(read_cards(cards), read_suit(trumps)) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("17", "Give two numbers"),
        ("17 10", "That makes twenty-seven tricks; there are twenty-six."),
        ("-1 27", "The number of tricks cannot be negative."),
        ("17 9 --stake 0", "A stake is a whole number from 1 to 1000."),
        ("17 9 --revoke E", "“E” is not a seat of this table: name N or S."),
        ("--trick 7S 8S", "--trick and --trump go together."),
        ("17 9 --trick 7S 8S --trump D", "--trick takes no numbers of tricks"),
        ("--trick 7S 7S --trump D", "7♠ cannot be in a trick twice"),
        ("--trick 7S 8S --trump X", "“X” is not a suit"),
    ],
)
def test_the_command_refuses_in_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["humbug-whist", *words.split()]))
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1


def test_the_command_settles_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["humbug-whist", "17", "9", "--stake", "2", "--json"])
    assert '"units": {"N": 16, "S": -16}' in capsys.readouterr().out
    main(["humbug-whist", "--trick", "7S", "8S", "--trump", "h"])
    assert capsys.readouterr().out == "7♠ 8♠, hearts are trumps: 8♠, the higher spade\n"


def test_every_example_of_the_rules_is_worked_out() -> None:
    examples = [example for chapter in rulebook().chapters for rule in chapter.rules for example in rule.examples]
    assert len(examples) >= 8
    assert all(example.answer.endswith(".") for example in examples)

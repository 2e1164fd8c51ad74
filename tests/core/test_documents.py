"""The documents' commands: each exists, and those that are shown with an answer give just that."""

import argparse
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.cli.parser import parser

ROOT = Path(__file__).parents[2]
DOCUMENTS = {str(file.relative_to(ROOT)): file.read_text() for file in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))}
SHOWN = [
    (name, command, answer)
    for name, text in DOCUMENTS.items()
    for block in re.findall(r"(?ms)^```console\n(.*?)^```", text)
    for command, answer in re.findall(r"(?m)^\$ referee (.*)\n((?:(?!\$ ).*\n)*)", block)
]
WORDS = {"FILE": "f", "FILE…": "f", "FOLDER": "f", "NUMBER": "1", "[FILE]": "f", "[MATCH]": "1", "…": ""}
MENTIONED = sorted(
    {
        (name, command)
        for name, text in DOCUMENTS.items()
        for command in re.findall(r"(?<=`)(?:\S*/)?referee( [^`]+)(?=`)", text)
        + re.findall(r"(?m)^ *(?:\S*/|runuser \S+ \S+ -- \S*/)referee( .+)$", text)
    }
)


def test_some_commands_are_shown() -> None:
    assert {command.split()[0] for _, command, _ in SHOWN} >= {"score", "season", "cribbage"}
    assert len(MENTIONED) > 30


@pytest.mark.parametrize(("name", "command", "answer"), SHOWN)
def test_a_command_gives_the_answer_that_is_shown(capsys: Any, name: str, command: str, answer: str) -> None:
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == answer


@pytest.mark.parametrize(("name", "command"), MENTIONED)
def test_a_command_that_is_mentioned_exists(name: str, command: str) -> None:
    words = [WORDS.get(word, word) for word in shlex.split(command)]
    if "COMMAND" in words:
        return
    try:
        parser().parse_args([*filter(None, words), *(["--help"] if len(words) == 1 else [])])
    except SystemExit as ended:  # After its help.
        assert ended.code == 0


def test_every_option_of_every_command_is_explained() -> None:
    (commands,) = (each for each in parser()._actions if isinstance(each, argparse._SubParsersAction))
    untold = [
        f"{name} {option.option_strings or option.dest}"
        for name, command in commands.choices.items()
        for option in command._actions
        if not option.help
    ]
    assert untold == []

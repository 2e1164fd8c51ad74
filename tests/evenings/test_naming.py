"""Names of people who were renamed after an evening's log was written."""

from __future__ import annotations

import pytest

from referee.evenings.actions import Come, End, Handicap, Leave
from referee.evenings.naming import apart, renamed


@pytest.mark.parametrize(("written", "called", "found"), [
    (["Ann", "Bob"], {}, {}),
    (["Ann", "Bob"], {"Ann": "Anna", "Eve": "Eva"}, {"Ann": "Anna"}),
    (["Ann", "Bob"], {"Ann": "Bob"}, {}),
    (["Ann", "Bob"], {"Ann": "bob"}, {}),
    (["Ann", "Bob"], {"Ann": "Bob", "Bob": "Ann"}, {"Ann": "Bob", "Bob": "Ann"}),
    (["Ann", "Bob", "Cat"], {"Ann": "Bob", "Bob": "Cat"}, {}),
    (["Ann", "Bob"], {"Ann": "Eve", "Bob": "Eve"}, {}),
])  # fmt: skip
def test_two_never_become_one(written: list[str], called: dict[str, str], found: dict[str, str]) -> None:
    assert apart(written, called) == found


def test_names_are_replaced_wherever_they_are() -> None:
    names = {"Ann": "Anna"}
    assert renamed(Come((("Ann", "Bob"), ("Cat", "Dan"))), names) == Come((("Anna", "Bob"), ("Cat", "Dan")))
    assert renamed(Leave(("Ann",)), names) == Leave(("Anna",))
    assert renamed(Handicap(("Ann",), 5), names) == Handicap(("Anna",), 5)
    assert renamed(End(), names) == End()
    assert renamed(None, names) is None
    assert renamed({"N": "Ann"}, names) == {"N": "Anna"}

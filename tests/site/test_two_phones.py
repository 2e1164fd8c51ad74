"""Two phones that keep a server's referee, and score the same match offline."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.cuts import HAND, Cuts
from tests.site.kept import Kept, KeptPhone, agree, two
from tests.site.tables import all_but
from tests.site.walks import Walk

SECOND, THIRD, FOURTH, OTHER = "7H AH 9H 8H", "2H 3H 4H 5H", "2C 3C 4C 5C", "7D AD 9D 8D"


def test_what_both_enter_counts_once(kept_phones: Callable[..., KeptPhone]) -> None:
    both, _ = two(kept_phones, 0, 1)
    for phone, tricks in zip(both, ([SECOND, THIRD], [SECOND]), strict=True):
        for each in tricks:
            phone.trick(each)
    agree(both, 3)


def test_one_that_goes_on_meets_another_with_the_same(kept_phones: Callable[..., KeptPhone]) -> None:
    both, _ = two(kept_phones, 0)
    both[0].trick(SECOND)
    for each in (SECOND, THIRD):
        both[1].trick(each)
    agree(both, 3)


def test_a_page_that_has_seen_more_than_the_copy(kept_phones: Callable[..., KeptPhone]) -> None:
    """As if the signal had gone between the two: what is entered waits, and is not answered by a table of before."""
    both, _ = two(kept_phones, 0)
    post = "version => fetch(location.pathname + 'enter', {method: 'POST', body: new URLSearchParams({version})})"
    told = [both[0].page.evaluate(f"({post})({version}).then((it) => it.status, () => 0)") for version in (0, 1, 2)]
    assert told[2] == 0
    assert 0 not in told[:2]


def test_the_same_after_an_undo_on_one_of_them(kept_phones: Callable[..., KeptPhone]) -> None:
    """The log is then shorter than what that phone has shown; its page shows it as it is."""
    both, _ = two(kept_phones, 0, 1)
    for trick in (SECOND, THIRD):
        both[0].trick(trick)
        both[1].trick(trick)
    both[1].after(lambda: both[1].button("Undo").tap())
    both[1].trick(THIRD)
    assert both[1].version == "5"
    both[0].restore()
    both[0].sent()
    agree(both, 3)
    both[1].after(lambda: both[1].button("Undo").tap())
    agree(both, 4)


def test_a_signal_that_goes_before_the_app_runs(kept_phones: Callable[..., KeptPhone]) -> None:
    """Entries that the phone has seen are then in its copy, even if the app was still starting."""
    both, address = two(kept_phones)
    both[1].end_processes()
    both[1].close()
    both[0].trick(SECOND)
    (both[1].profile / "SingletonLock").unlink(missing_ok=True)
    both[1].start()
    both[1].open(address)
    both[0].trick(THIRD)
    both[1].until(lambda: both[1].version == "3")
    both[1].cut()
    both[1].after(lambda: both[1].button("Undo").tap())
    expect(both[1].page.locator("#not-sent")).to_have_text("On this phone, not yet sent: 1.")
    agree(both, 4)


@pytest.mark.parametrize("is_own", [True, False])
def test_the_table_chooses_between_two_that_differ(kept_phones: Callable[..., KeptPhone], is_own: bool) -> None:
    both, _ = two(kept_phones, 0)
    for each in (SECOND, THIRD):
        both[0].trick(each)
    both[1].trick(OTHER)
    both[0].trick(FOURTH)
    both[0].after(lambda: both[0].button("Undo").tap())  # What is told of that is not over what has to be chosen.
    both[0].restore()
    quiet = both[0].page.locator("#not-sent")
    expect(quiet).to_contain_text("Another phone entered something different.")
    assert both[1].version == "2"  # Nothing is decided by itself.
    both[0].page.get_by_role("button", name="Compare").click()
    expect(both[0].page.locator("h1")).to_have_text("Which is right?")
    cells = both[0].page.locator("table td")
    expect(cells).to_have_count(4)
    for place, suit in enumerate("♥♦"):
        expect(cells.nth(place)).to_have_text(re.compile(".*".join(f"{rank}{suit}" for rank in "7A98"), re.DOTALL))
    both[0].page.get_by_role("button", name="This phone is right" if is_own else "The other is right").click()
    both[0].page.get_by_role("link", name="To the table", exact=True).click()
    both[0].page.locator("#table").wait_for()
    expect(both[0].page.locator("h1")).to_have_text(f"Game 1 · Trick {4 if is_own else 3} of 13")
    expect(both[1].page.locator("h1")).to_have_text(f"Game 1 · Trick {4 if is_own else 3} of 13")
    both[0].sent()
    both[0].in_step()
    both[0].cut()
    both[0].trick(FOURTH)
    both[0].restore()
    both[0].sent()
    expect(both[1].page.locator("h1")).to_have_text(f"Game 1 · Trick {5 if is_own else 4} of 13")


IN_TURN = ("same", "different"), ("one", "several behind"), ("one behind", "different")


@pytest.mark.quick(0, 2)
@pytest.mark.parametrize("game", all_but("hearts", "humbug-whist"))
def test_two_phones_at_a_game(kept_phones: Callable[..., KeptPhone], game: str, tmp_path: Path) -> None:
    """`python -m tests.site.cuts` does it at every step of a hand, in every way."""
    cuts = Cuts([kept_phones(), kept_phones()], game)
    for way in IN_TURN[list(HAND).index(game) % 3]:
        cuts.step(way)
    cuts.look(tmp_path / "instance")


@pytest.mark.parametrize("seed", range(1))
def test_whatever_two_phones_enter_they_come_together(kept: Kept, tmp_path: Path, seed: int) -> None:
    """`python -m tests.site.walks 0 200` does it two hundred times."""
    Walk(kept, tmp_path, seed).go()

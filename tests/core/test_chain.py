"""The chain behaves like a plain tuple under random operations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chain import Chain


@given(st.lists(st.integers()), st.lists(st.integers()))
def test_a_chain_is_what_was_appended_and_what_was_before_stays(first: list[int], more: list[int]) -> None:
    before: Chain[int] = Chain[int]().extend(first)
    after = before.extend(more)
    assert (tuple(before), tuple(after)) == (tuple(first), (*first, *more))
    assert after == (*first, *more)
    assert (after == before) == (not more)
    assert after.since(before) == tuple(more)
    assert list(reversed(after)) == [*first, *more][::-1]
    assert (len(after), bool(after), hash(after)) == (len(first + more), bool(first + more), hash((*first, *more)))
    assert after[1:] == (*first, *more)[1:]
    assert [after[place] for place in range(-len(after), len(after))] == [*first, *more] * 2


def test_the_last_item_can_give_way_to_another() -> None:
    chain = Chain[str]().extend("ab")
    assert [tuple(chain.with_last("c")), tuple(chain)] == [("a", "c"), ("a", "b")]
    with pytest.raises(IndexError):
        Chain[str]().with_last("c")
    with pytest.raises(IndexError):
        Chain[str]()[-1]


def test_a_very_long_chain_is_made_read_and_let_go() -> None:
    chain = Chain[int]().extend(range(300_000))
    assert sum(chain) == sum(range(300_000))
    del chain

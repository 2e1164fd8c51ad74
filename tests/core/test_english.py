"""Numbers in English sentences."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from referee.english import decimal


@given(st.integers(-(10**6), 10**6), st.sampled_from([1, 2, 4, 5, 8, 20, 40, 200]))
def test_a_decimal_is_rounded_as_people_do(total: int, count: int) -> None:
    """The counts divide without a remainder after a few places, so that halves are exact."""
    rounded = (Decimal(total) / count).quantize(Decimal("0.1"), ROUND_HALF_UP)
    assert decimal(Fraction(total, count)) == str(rounded or Decimal("0.0")).replace("-", "−")

"""Random walks of a server and one to three phones: nothing is lost or duplicated, and no question is needless."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.core.protocol import walked
from tests.core.samples import SAMPLES


@pytest.mark.quick(1, 12)
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_nothing_is_lost_or_there_twice(
    tmp_path: Path, clock: Any, empty_book: Path, key: str, seed: int
) -> None:
    walked(tmp_path, clock, empty_book, key, seed)

"""The settlement of a deal."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a deal: everyone scores what they took (2.3)."""

    taken: Mapping[str, int]

    @property
    def net(self) -> Mapping[str, int]:
        """The gain of each player, by seat."""
        return self.taken

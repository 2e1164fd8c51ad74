"""Tables that are sorted by the links in the heads of their columns, and shown a part at a time.

The address has the order and the first row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar
from urllib.parse import urlencode

from referee.store.players import Order

R = TypeVar("R")
ROWS = 500
"""The maximum number of rows of a table on a page."""
_KEPT = ("game", "league", "all", "sort", "sort_pairs", "from", "from_pairs", "rank")
"""The parameters that links keep: the choices of the page, and the order and part of the other table on it."""
_RISING = ("name",)
"""Columns that begin with the least."""


@dataclass(frozen=True)
class Sorting:
    """The sorting of a table and the part of it that is shown, and the addresses that change them."""

    query: Mapping[str, str]
    """The parameters of the page's address."""
    name: str = "sort"
    """The parameter with this table's order: a column, with `-` before it if that is turned round."""
    anchor: str = ""
    """The id of the table's heading, if it is not at the top of the page."""

    @cached_property
    def order(self) -> Order:
        """The order that a query asks for; the usual one if there is none of that name."""
        column, rank = self.query.get(self.name, "").removeprefix("-"), self.query.get("rank", "")
        rank = rank if rank in Order.ranks() else Order.ranks()[0]
        if column not in Order.columns():
            return Order(rank, rank=rank)
        return Order(column, self.query[self.name].startswith("-"), rank)

    def state(self, column: str) -> str:
        """The `aria-sort` of a column; empty if the table is not sorted by it."""
        if column != self.order.column:
            return ""
        return "ascending" if (column in _RISING) != self.order.is_turned else "descending"

    def link(self, column: str) -> str:
        """The address that sorts by a column, or turns the order round if the table is sorted by it."""
        turned = column == self.order.column and not self.order.is_turned
        own = f"-{column}" if turned else column
        return self._address(
            {self.name: own} if turned or column != self.order.rank else {}, without=(self.name, self._from)
        )

    def shown(self, rows: Sequence[R]) -> Sequence[R]:
        """The part of a table's rows that the address asks for; the first part if that has none."""
        return rows[self._first : self._first + ROWS] or rows[:ROWS]

    def next_part(self, rows: Sequence[object]) -> str:
        """The address of the next part of the rows; empty if there is none."""
        after = self._first + ROWS
        return self._address({self._from: str(after)}) if after < len(rows) else ""

    @property
    def _from(self) -> str:
        """The parameter with the number of rows before the first one shown."""
        return self.name.replace("sort", "from")

    @property
    def _first(self) -> int:
        text = self.query.get(self._from, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0

    def _address(self, own: dict[str, str], without: Sequence[str] = ()) -> str:
        kept = {name: text or "1" for name, text in self.query.items() if name in _KEPT and name not in without}
        return f"?{urlencode(kept | own)}{self.anchor and '#' + self.anchor}"

    def kept(self) -> dict[str, str]:
        """The parameter of this table, for links that keep its order."""
        rank = self.order.rank
        return {self.name: self.query[self.name]} if self.order != Order(rank, rank=rank) else {}

"""Tables that are sorted by the links in the heads of their columns; the address has the order."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from referee.store.players import Order

_KEPT = ("game", "league", "all", "sort", "sort_pairs", "rank")
"""The parameters that links keep: the choices of the page, and the order of the other table on it."""
_USUAL, *_ = Order.columns()
_RISING = ("name",)
"""Columns that begin with the least."""


@dataclass(frozen=True)
class Sorting:
    """The sorting of a table, and the addresses that change it."""

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
            return Order(rank=rank)
        return Order(column, self.query[self.name].startswith("-"), rank)

    def state(self, column: str) -> str:
        """The `aria-sort` of a column; empty if the table is not sorted by it."""
        if column != self.order.column:
            return ""
        return "ascending" if (column in _RISING) != self.order.is_turned else "descending"

    def link(self, column: str) -> str:
        """The address that sorts by a column, or turns the order round if the table is sorted by it."""
        turned = column == self.order.column and not self.order.is_turned
        kept = {name: text or "1" for name, text in self.query.items() if name in _KEPT and name != self.name}
        if turned or column != _USUAL:
            kept[self.name] = f"-{column}" if turned else column
        return f"?{urlencode(kept)}{self.anchor and '#' + self.anchor}"

    def kept(self) -> dict[str, str]:
        """The parameter of this table, for links that keep its order."""
        return {self.name: self.query[self.name]} if self.order != Order(rank=self.order.rank) else {}

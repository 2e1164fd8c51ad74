"""The draw on the page for a new match: cards are tapped or typed, and seat the players."""

from contextlib import suppress
from functools import cached_property
from typing import Any

from flask import request

from referee.cards import Card, read_card
from referee.english import joined
from referee.faults import RefusedError
from referee.games.kit.draws import Draw
from referee.web.matches.house_rules import Answer
from referee.web.tables.pages import TablePages


class Drawing:
    """A draw for a new match, with its cards so far; `form` is the form of the new match."""

    def __init__(self, pages: TablePages, form: Any) -> None:
        self.pages, self.form = pages, form
        self.among = request.form.get("among", "")
        """The seats that draw again, as the page keeps them until that is decided."""

    @property
    def is_posted(self) -> bool:
        """True if the draw was entered, or a card of it tapped."""
        return "draw" in request.form or "card" in request.form

    @property
    def for_partners(self) -> bool:
        """True if the players chose to draw for partners, too."""
        return "partners" in request.form

    @cached_property
    def seats(self) -> list[str]:
        """The seats that draw: for partners all; else those with names, or the default ones, or after a tie the
        tied ones."""
        if self.for_partners:
            return self._usual
        among = self.among.split(".")
        named = [seat for seat, field in self.form.places if (field.data or "").strip()]
        return [seat for seat, _ in self.form.places if seat in among] or named or self._usual

    @property
    def _usual(self) -> list[str]:
        return [seat for seat, _ in self.form.usual_places]

    @cached_property
    def written(self) -> dict[str, str]:
        """The codes of the cards by seat, with the one just tapped."""
        cards = {seat: request.form.get(f"draw_{seat}", "").strip() for seat in self.seats}
        free = next((seat for seat, text in cards.items() if not text), None)
        if free and "card" in request.form:
            cards[free] = self._text(request.form["card"])
        return cards

    @property
    def drawn(self) -> set[Card]:
        """The cards drawn so far."""
        found = set[Card]()
        for text in self.written.values() if request.method == "POST" else ():
            with suppress(RefusedError):
                found.add(read_card(text))
        return found

    @staticmethod
    def _text(code: str) -> str:
        """Return the text of a tapped card."""
        try:
            return read_card(code).text
        except RefusedError:
            return code

    def fields(self) -> list[tuple[str, Any, str, bool]]:
        """The seats that may draw: each with the field of its name, its card, and True if it is a usual seat."""
        places = dict(self.form.places)
        seats = self.seats if request.method == "POST" else list(places)
        return [(seat, places[seat], self.written.get(seat, ""), seat in self._usual) for seat in seats]

    def name(self, seat: str) -> str:
        """The player of a seat, or else the words for the seat."""
        field = dict(self.form.places)[seat]
        return (field.data or "").strip() or str(field.label.text)

    def answer(self) -> Answer:
        """Seat the players if everybody has drawn."""
        if "draw" not in request.form and not all(self.written.values()):
            return Answer([])
        cards, errors = dict[str, Card](), list[str]()
        for seat, text in self.written.items():
            try:
                cards[seat] = read_card(text)
            except RefusedError:
                errors.append(f"{self.name(seat)} drew: write rank and suit, as in 7S, 10D or QH.")
        if not errors and len({*cards.values()}) < len(cards):
            errors.append("Two players cannot have drawn the same card.")
        return Answer(errors) if errors else self._seated(self.pages.draw(cards, self.form, self.for_partners))

    def _seated(self, result: Draw) -> Answer:
        if result.tied:
            self.among, self.seats, self.written = ".".join(result.tied), list(result.tied), {}
            return Answer([], f"{joined(map(self.name, result.tied))} drew equal cards: they draw again.")
        text = f"{self.name(result.dealer)} drew {result.dealer_drew} and deals"
        if result.partner:
            text += f"; {self.name(result.partner)} drew {result.partner_drew} and is the dealer’s partner"
        places = dict(self.form.places)
        before = {seat: (field.data, self.written.get(seat, "")) for seat, field in places.items()}
        for seat, came_from in result.seated(self.pages.game.partners).items():
            places[seat].data, self.written[seat] = before[came_from]
            places[seat].raw_data = None
        self.form.dealer.data = result.dealer
        self.among = ""
        return Answer([], f"{text}.")

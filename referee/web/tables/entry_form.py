"""The form of an entry that is corrected or inserted, made from the description of its type's keys."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any

from referee.cards import SUITS, Card, Rank
from referee.english import titled
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.sides import SIDE_WORDS
from referee.games.kit.values import Value, Widget
from referee.web.components import picking
from referee.web.components.picking import write_places
from referee.web.corrections.questions import EntryForm, EntryRequest
from referee.web.tables.tricks import side_names

PICKED = (Widget.CARDS, Widget.CARD)
"""The widgets whose values are picked from the pad."""
_PICKED = "Tap the wrong card, then the right one."
_MASKED = "This trick is closed until the deal is over. Tap the player whose card is wrong, then the right card."
_WORDS = {suit.letter: suit.plural for suit in SUITS} | {
    each.letter: f"{each.word}s" for each in Rank if each.word.isalpha()
}
_WHOLE = re.compile(r"-?[0-9]{1,9}\Z")


class EntryForms:
    """The forms of the entries of a game. A game overrides defaults only where it differs."""

    kinds: Kinds
    """The types of action by name."""
    labels: Mapping[str, str] = MappingProxyType({})
    """The words for fields whose names are not clear enough."""
    instead: Mapping[str, str] = MappingProxyType({})
    """By the first key of each way to enter a type, the words of the link to it."""
    previews_at_once = False
    """True if the card that completes an entry leads to its preview without another tap."""

    def awaited(self, match: Any) -> str:
        """The type of the entry that a match waits for."""
        raise NotImplementedError

    def fields(self, name: str) -> Mapping[str, Value[Any] | None]:
        """Return the fields of a type's form, except cards, each with its description in records, if it is a key."""
        return {key: value for key, value in self.kinds[name].values.items() if value.widget not in PICKED}

    def as_fields(self, written: Mapping[str, Any]) -> dict[str, Any]:
        """Return the form fields of an entry in plain data."""
        each = {f"{key}_{name}": count for key, value in written.items() if isinstance(value, dict)
                for name, count in value.items()}  # fmt: skip
        return {**written, **each}

    def content(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of an action except its cards, from the fields of its form.

        Reading it as a record finds the faults.
        """
        content: dict[str, Any] = {}
        for key, value in self.fields(name).items():
            text = str(values.get(key, "")).strip()
            widget = value.widget if value else Widget.TEXT
            if widget is Widget.NUMBER_OF_EACH:
                each = {
                    field.removeprefix(f"{key}_"): values[field] for field in values if field.startswith(f"{key}_")
                }
                content[key] = {thing: number_of(str(inputs)) for thing, inputs in each.items()}
            elif widget is Widget.CHECKBOX:
                content |= {key: True} if text == "1" else {}
            elif text or key in self.kinds[name].required:
                content[key] = number_of(text) if widget is Widget.NUMBER else text
        return content

    def cards_needed(self, request: EntryRequest) -> int:
        """Count the cards that are picked for an entry."""
        name, (_, others) = str(request.stands["type"]), self._ways(request)
        keys = self.kinds[name].values
        widgets = {value.widget for key, value in keys.items() if key not in {*chain(*others)}}
        return len(request.before.setup.players) if Widget.CARDS in widgets else int(Widget.CARD in widgets)

    def label(self, key: str) -> str:
        """The words for a field."""
        return self.labels.get(key) or titled(key.replace("_", " "))

    def option(self, screen: Any, word: str) -> str:
        """A value of a field as it is shown on a screen: a side by its players, a suit or a rank by its name."""
        if word in SIDE_WORDS:
            return side_names(screen.match, word)
        return titled(_WORDS.get(word) or word.replace("-", " "))

    def is_masked(self, request: EntryRequest) -> bool:
        """Return True if the form must contain only the changed cards of the entry."""
        return False

    # --- what is the same in all ---------------------------------------------------------------------------------

    def missing(self, match: Any, insert: str, inputs: Mapping[str, str]) -> dict[str, Any]:
        """Return the known content of an entry to insert, by the match before it, and the kind to insert."""
        name = insert if insert in self.kinds else self.awaited(match)
        texts = (Widget.NUMBER_OF_EACH, Widget.CHECKBOX)
        plain = [key for key, value in self.fields(name).items() if value and value.widget not in texts]
        return {"type": name} | {key: inputs[key] for key in plain if key in inputs}

    def refill(self, written: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of the form in which an inserted action is edited again, given it as plain data."""
        values, picked = self.as_fields(written), _picked(self.kinds[written["type"]], written)
        names = [each for each in values if each.partition("_")[0] in self.fields(written["type"])]
        texts = {each: values[each] for each in names if not isinstance(values[each], dict)}
        texts = {each: int(value) if isinstance(value, bool) else value for each, value in texts.items()}
        places: dict[str, Any] = {"cards": ".".join(picked), "at": 0} if picked else {}
        return {"insert": written["type"], **texts, **places}

    def form(self, request: EntryRequest) -> EntryForm:
        """The form of an entry as the query string fills it in."""
        number = self.cards_needed(request)
        return self._of_cards(request, number) if number else self._of_fields(request)

    def _of_fields(self, request: EntryRequest) -> EntryForm:
        """The form of an entry without cards."""
        is_bare = bool(request.insert) and not self.fields(str(request.stands["type"]))
        content = self.filled_in(request) if "done" in request.inputs or is_bare else None
        return EntryForm(content, variables=self._variables(request))

    def _of_cards(self, request: EntryRequest, number: int) -> EntryForm:
        """The form of an entry with a number of cards."""
        (cards, at), errors = self._picks(request, number)
        if "pick" in request.inputs and not errors:
            names = {"by", *self.fields(str(request.stands["type"]))}
            kept = {key: text for key, text in request.inputs.items() if key.partition("_")[0] in names}
            return EntryForm(leads_to={"at": at, "cards": write_places(cards), **kept})
        masked = self.is_masked(request)
        if masked and "done" in request.inputs and not any(cards) and not errors:
            errors = ["Tap the player whose card is wrong, then the right card."]
        codes = self._codes(request, cards)
        content = None
        if self._is_done(request) and not errors and all(codes) and at is None:
            content = self.filled_in(request) | _as_cards(self.kinds[str(request.stands["type"])], codes)
        picks = self.picks(request, cards, at, at if masked else picking.next_place(cards, at))
        if masked and at is None:
            picks["hint"] = _MASKED
        return EntryForm(content, errors, variables=self._variables(request, picks))

    def _variables(self, request: EntryRequest, picks: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the template's variables."""
        name, values = str(request.stands["type"]), {**self.as_fields(request.stands), **request.inputs}
        way, others = self._ways(request)
        return {
            "picks": picks,
            "fields": {key: field for key, field in self.fields(name).items() if key not in chain(*others)},
            "optional": self.kinds[name].optional.keys() - {*way},
            "values": values,
            "by": way[:1],
            "instead": [(other[0], self.instead[other[0]]) for other in others],
            **self.more_variables(request),
        }

    def filled_in(self, request: EntryRequest) -> dict[str, Any]:
        """Return the entry as its fields are filled in; a box that is not ticked is not posted."""
        name, inputs = str(request.stands["type"]), request.inputs
        boxes = {key for key, field in self.fields(name).items() if field and field.widget is Widget.CHECKBOX}
        values = {**self.as_fields(request.stands), **inputs}
        values = {key: each for key, each in values.items() if key in inputs or key not in boxes}
        _, others = self._ways(request)
        content = {key: each for key, each in self.content(name, values).items() if key not in chain(*others)}
        return {"type": name, **content}

    def _ways(self, request: EntryRequest) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the keys of the way to enter a type, as `by` names it or as the entry has it, and the other ways."""
        ways, values = self.kinds[str(request.stands["type"])].ways, {**request.stands, **request.inputs}
        used = (way for way in ways if any(key in values for key in way))
        chosen = next((way for way in ways if way[0] == values.get("by")), next(used, ways[0] if ways else ()))
        return chosen, [way for way in ways if way is not chosen]

    def _codes(self, request: EntryRequest, cards: Sequence[Card | None]) -> list[str]:
        """Return the codes of the cards picked; in a closed trick, the other cards are the ones entered before."""
        is_masked, kind = self.is_masked(request), self.kinds[str(request.stands["type"])]
        entered = _picked(kind, request.stands) if is_masked else [""] * len(cards)
        return [card.code if card else before for card, before in zip(cards, entered, strict=True)]

    def _is_done(self, request: EntryRequest) -> bool:
        """Return True if the entry should be previewed: its key was pressed, or the last card was picked."""
        is_picked = any(request.inputs.get(field) for field in ("card", "cards", "typed"))
        return "done" in request.inputs or (self.previews_at_once and is_picked)

    def picks(
        self, request: EntryRequest, cards: Sequence[Card | None], at: int | None, following: int | None
    ) -> dict[str, Any]:
        """Return the template's variables for the cards: `at` is the place being changed, `following` the next."""
        noted = "as entered" if self.is_masked(request) else ""
        return {
            "cards": cards,
            "at": at,
            "next": following,
            "written": write_places(cards),
            "label": "The cards",
            "names": self.place_names(request, len(cards)),
            "notes": ["" if card else noted for card in cards],
            "led": None,
            "hint": _PICKED if following is None else "Tap the card that belongs there.",
        }

    def place_names(self, request: EntryRequest, number: int) -> Sequence[str]:
        """Return the labels of the cards' places."""
        return [f"Card {place}" for place in range(1, number + 1)]

    def more_variables(self, request: EntryRequest) -> dict[str, Any]:
        """Return further variables for the template."""
        return {}

    def _picks(
        self, request: EntryRequest, number: int
    ) -> tuple[tuple[tuple[Card | None, ...], int | None], list[str]]:
        """Return the picked cards, the place that is being changed, and their faults."""
        before = [] if self.is_masked(request) else _picked(self.kinds[str(request.stands["type"])], request.stands)
        first = {"cards": ".".join(before)}
        is_new = not any(request.inputs.get(name) for name in ("card", "cards", "typed", "pick"))
        if self.previews_at_once and number == 1 and is_new:
            first["at"] = "0"  # The next card tapped replaces the only one.
        what = f"That is {number} cards" if number > 1 else "That is one card"
        return picking.read_what_can_be(
            lambda inputs: picking.read_picks(inputs, number, what), first | dict(request.inputs)
        )


def number_of(text: str) -> int | str:
    """A whole number, or the text itself, which the record's reader refuses."""
    digits = text.strip().replace("−", "-")
    return int(digits) if _WHOLE.match(digits) else text


def _picked(kind: Kind[Any], written: Mapping[str, Any]) -> Sequence[str]:
    """The codes of the cards of an entry as plain data."""
    for key, value in kind.values.items():
        if value.widget in PICKED and written.get(key):
            return list(written[key]) if value.widget is Widget.CARDS else [written[key]]
    return []


def _as_cards(kind: Kind[Any], picked: Sequence[str]) -> dict[str, Any]:
    """The key with the cards of an action."""
    for key, value in kind.values.items():
        if value.widget in PICKED:
            return {key: list(picked) if value.widget is Widget.CARDS else picked[0]}
    return {}

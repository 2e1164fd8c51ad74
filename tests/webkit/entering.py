"""The taps that enter an action of a match, in each of the games, as selectors; the last one of them enters it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # Its packages are needed for WebKit only.
    from tests.webkit.phone import WebKitPhone

Action = dict[str, Any]


class Asked(Protocol):
    """A phone that runs scripts with `arguments` in its page."""

    def ask(self, script: str, *given: Any) -> Any: ...


VERSION = "Number(document.querySelector('#form[data-ready] [name=version]')?.value ?? -1)"


def enter(phone: WebKitPhone, action: Action, lead: str) -> None:
    """Enter an action on a phone that is at the table, and wait until it counts.

    Muggins is called once the next `lead` is down.
    """
    version = phone.ask(VERSION)
    for selector in ways(phone, action, lead) + keys(phone, action):
        phone.tap(selector)
    phone.until(f"{VERSION} > arguments[0]", version)


def words_of(action: Action) -> str:
    """Return the value of a key whose fields have names."""
    return " ".join([action["type"], *(f"{name}={value}" for name, value in action.items() if name != "type")])


WORDS: dict[str, Callable[[Action], str]] = {
    "claim": lambda action: f"total {action['points']}" if "points" in action else words_of(action),
    "hand": lambda action: f"total {action['points']}",
    "crib": lambda action: f"total {action['points']}",
    "go": lambda action: "go",
    "deal": lambda action: "deal",
    "settle": lambda action: "settle",
}
"""Values of the keys whose fields have none, by the type of the action."""


def ways(phone: Asked, action: Action, lead: str) -> list[str]:
    """List the taps that bring up the keys for an action, if they are not shown yet."""
    if action["type"] == "muggins" and "items" in action and phone.ask("!!document.querySelector('.acts .muggins')"):
        return [f'.key[value="{lead}"]']
    wanted = {"count": "count", "trick": "tricks", "trump": "tricks", "result": "result"}.get(action["type"])
    if action["type"] == "chosen":
        wanted = "four" if "cards" in action else "suit"
    link = f'#ways a:not([hidden])[href*="way={wanted}"]'
    return [link] if wanted and phone.ask("!!document.querySelector(arguments[0])", link) else []


def keys(phone: Asked, action: Action) -> list[str]:
    """List the keys to tap."""
    cards = action.get("cards", [action["card"]] if "card" in action else [])
    if cards:
        return [f'.key[value="{card}"]' for card in cards]
    items = [f'[name=tap][value="{item}"]' for item, times in action.get("items", {}).items() for _ in range(times)]
    match action:
        case {"type": "claim", "items": _}:
            return [*items, ".claim"]
        case {"type": "muggins", "by": player}:
            return ['.way[href*="way=call"]', *items, f'[value="muggins by={player}"]']
        case {"type": "meld", "player": player}:
            top = [f'.tops a[href*="top={action["sequence"]}"]'] if "sequence" in action else []
            return [
                "#ways .meld",
                f'.melding a[href*="player={player}"]',
                *top,
                f'.melding [value="{words_of(action)}"]',
            ]
        case {"type": "count", "taken": taken}:
            return counted(phone, taken)
        case {"type": "chosen", "suit": suit}:
            return [f'[name=tap][value="{suit}"]']
        case {"type": "result", "side": side, "lost": lost}:
            return [f'[name=tap][value="{side}"]', f'[name=tap][value="{lost}"]']
        case {"type": "reply", "answer": answer}:
            return [f'[value="reply {answer}"], [value="reply answer={answer}"]']
        case {"type": "finish"}:
            link = 'a[href*="what=finish"]:not(#ways *)'  # Not the table's own, which is there until the page goes.
            return [".menu > summary", '.menu a[href*="wrong"]', link, '[value="finish"]']
    return [f'[name=do][value="{WORDS.get(action["type"], words_of)(action)}"]']


def counted(phone: Asked, taken: dict[str, int]) -> list[str]:
    """The numbers of a count, until the remaining ones are implied."""
    left, taps = sum(taken.values()), list[str]()
    for seat in phone.ask("document.getElementById('table').dataset.order").split(".")[:-1]:
        if left:
            taps.append(f'[name=tap][value="{taken[seat]}"]')
            left -= taken[seat]
    return taps

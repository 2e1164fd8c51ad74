"""The taps that enter an action of a match, in each of the games, as selectors; the last one of them enters it."""

from __future__ import annotations

from typing import Any

from tests.webkit.phone import WebKitPhone

Action = dict[str, Any]
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
    """What its key sends at Grevjass."""
    return " ".join([action["type"], *(f"{name}={value}" for name, value in action.items() if name != "type")])


def ways(phone: WebKitPhone, action: Action, lead: str) -> list[str]:
    """What brings the keys that it needs, if they are not there."""
    if action["type"] == "muggins" and "items" in action and phone.ask("!!document.querySelector('.acts .muggins')"):
        return [f'.key[value="{lead}"]']
    wanted = {"count": "count", "trick": "tricks", "trump": "tricks", "peg": "points"}.get(action["type"])
    link = f'#ways a[href*="way={wanted}"]'
    return [link] if wanted and phone.ask("!!document.querySelector(arguments[0])", link) else []


def keys(phone: WebKitPhone, action: Action) -> list[str]:
    """The keys to tap."""
    match action:
        case {"cards": cards}:
            return [f'.key[value="{card}"]' for card in cards]
        case {"type": "claim", "items": items}:
            taps = [f'[name=tap][value="{item}"]' for item, times in items.items() for _ in range(times)]
            return [*taps, ".claim"]
        case {"type": "muggins", "by": player, "items": items}:
            taps = [f'[name=tap][value="{item}"]' for item, times in items.items() for _ in range(times)]
            return ['.way[href*="way=call"]', *taps, f'[value="muggins by={player}"]']
        case {"type": "meld", "player": player}:
            top = [f'.tops a[href*="top={action["sequence"]}"]'] if "sequence" in action else []
            return [
                "#ways .meld",
                f'.melding a[href*="player={player}"]',
                *top,
                f'.melding [value="{words_of(action)}"]',
            ]
        case {"card": card}:
            return [f'.key[value="{card}"]']
        case {"type": "reply", "answer": answer}:
            return [f'[value="reply answer={answer}"], [value="reply {answer}"]']
        case {"type": "count", "taken": taken}:
            order = phone.ask("document.getElementById('table').dataset.order").split(".")
            left, taps = sum(taken.values()), list[str]()
            for seat in order[:-1]:
                if left:
                    taps.append(f'[name=tap][value="{taken[seat]}"]')
                    left -= taken[seat]
            return taps
        case {"type": "claim" | "hand" | "crib", "points": points}:
            return [f'[value="total {points}"]']
        case {"type": "peg", "player": player, "points": points}:
            return [f'[value="peg {player} {points}"]']
        case {"type": "muggins", "points": points}:
            return [".muggins summary", f'[value="muggins {points}"]']
        case {"type": "finish"}:
            return [".menu > summary", '.menu a[href*="wrong"]', 'a[href*="what=finish"]', '[value="finish"]']
        case {"type": "go" | "deal" | "settle" as kind}:
            return [f'[name=do][value="{kind}"]']
        case _:
            return [f'.entry [value="{words_of(action)}"]']

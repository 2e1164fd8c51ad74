"""Filters and helper functions for the templates."""

import re
import secrets
from collections.abc import Iterable
from datetime import date as date_of_day
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any
from zlib import crc32

from flask import Flask, render_template, url_for
from markupsafe import Markup, escape
from wtforms import Field

from referee.books.permissions import Permission
from referee.cards import PACK, Card, Suit, in_names, read_card
from referee.english import decimal, plural, times, titled
from referee.match.current import CurrentMatch
from referee.moments import day_and_time
from referee.season import SUSSEX, span_of
from referee.web.components.figures import mean, share
from referee.web.components.pegboard import board
from referee.web.permissions import visitor
from referee.web.services import game_pages, match_search, pages_of

_SUITS = {suit.symbol: suit for suit in Suit}
_CARDS = {(card.rank, card.suit): card for card in PACK}
CARD = re.compile(r"(?<!\w)(10|[2-9JQKA])?[♦♥♠♣]\ufe0e?")
"""A card or a suit within text."""
TOGETHER = re.compile(r"\b[^\s–]{1,4}–[^\s–]{1,4}[.,:]?(?!\w)")
"""Pattern of text that must not be broken across lines: `61–26.`, `E–W`, `Q♣–9♣`."""
TEXT_STYLE = "\ufe0e"
"""The variation selector that requests a text symbol instead of an emoji."""


def register(app: Flask) -> None:
    """Register the filters and globals."""

    app.jinja_env.globals.update(
        card_at=lambda rank, suit: _CARDS[rank, suit],
        new_key=lambda: secrets.token_urlsafe(12),
        faulty=faulty,
        table_of=table_of,
        sheet_of=sheet_of,
        game_pages=game_pages,
        rematch_of=lambda match_id: match_search().rematch_of(match_id),
        mean=mean,
        share=share,
    )
    app.jinja_env.filters.update(
        face=face,
        board_of=board_of,
        sign=sign,
        named=named,
        day=day,
        tally=tally,
        day_text=day_text,
        date_text=date_text,
        plural=plural,
        times=times,
        titled=titled,
        clock=clock,
        date=date,
        rule_text=rule_text,
        faces=faces,
        spoken=spoken,
        unbroken=unbroken,
        signed=lambda number: f"{number:+d}".replace("-", "−"),
        league_name=league_name,
        setup_mark=setup_mark,
        erased_on=lambda binned, days: date(datetime.fromisoformat(binned) + timedelta(days)),
    )


@lru_cache
def board_of(target: int) -> Markup:
    """The static part of the pegboard for a target, as an SVG definition; each page includes it once."""
    return Markup(render_template("components/_board.html", board=board(target)).replace("\n", ""))


def setup_mark(current: CurrentMatch[Any]) -> str:
    """A hash of a match's setup with the current names: a page with a different one must be reloaded."""
    return f"{crc32(repr(current.game.setups.write(current.setup)).encode()):x}"


def table_of(match_id: int, key: str = "") -> str:
    """Return the address of a match's table, or of its watch page if the visitor may only watch.

    The `key` of its game saves a lookup, here and in `sheet_of`.
    """
    if visitor().permission_for_match(match_id) < Permission.SCORE:
        return url_for("live.watch", match_id=match_id)
    return (game_pages(key) if key else pages_of(match_id)).address("table", match_id)


def sheet_of(match_id: int, key: str = "") -> str:
    """The address of a match's score sheet."""
    return (game_pages(key) if key else pages_of(match_id)).address("sheet", match_id)


def faulty(field: Field) -> dict[str, str]:
    """The ARIA attributes of a field with errors."""
    return {"aria_invalid": "true", "aria_describedby": "errors"} if field.errors else {}


@cache
def sign(suit: Suit) -> Markup:
    """A suit's coloured symbol, labelled with its name."""
    return Markup('<span class="suit {}" role="img" aria-label="{}">{}</span>').format(
        suit.letter, suit.plural, suit.symbol + TEXT_STYLE
    )


@cache
def face(card: Card) -> Markup:
    """A card within text: rank and suit, labelled with its name."""
    return Markup('<span class="face {}" role="img" aria-label="{}">{}<i>{}</i></span>').format(
        card.suit.letter, card.name, card.rank.sign, card.suit.symbol + TEXT_STYLE
    )


def named(names: Iterable[str]) -> Markup:
    """The names of partners, or of a single player."""
    return Markup(" &amp; ").join(Markup("<bdi>{}</bdi>").format(name) for name in names)


def unbroken(text: str) -> Markup:
    """The HTML of a sentence with its cards: results such as `61–26`, sides and melds stay on one line."""
    return _faced(TOGETHER.sub(r'<span class="together">\g<0></span>', str(escape(text))))


def rule_text(text: str) -> Markup:
    """The HTML of a rule's text: its code, emphasis and cards, `7♠`, and with typographic quotes."""
    text = re.sub(r"(?<!\w)'([^']+)'(?!\w)", r"‘\1’", re.sub(r'"([^"]*)"', r"“\1”", text)).replace("'", "’")
    marked = re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(text)))
    marked = re.sub(r"\*\*([^*]*)\*\*", r"<strong>\1</strong>", marked)
    return faces(Markup(marked))


def faces(text: str) -> Markup:
    """The HTML of a sentence with its cards, `7♠`, and suits labelled with their names."""
    return _faced(str(escape(text)))


def spoken(text: str) -> str:
    """A text or HTML without elements for voices, as in a title, with its cards and suits in words."""
    return Markup(in_names(text)) if isinstance(text, Markup) else in_names(text)


def _faced(html: str) -> Markup:
    return Markup(CARD.sub(lambda match: face(read_card(match[0])) if match[1] else sign(_SUITS[match[0][0]]), html))


def day_text(moment: datetime | str) -> str:
    """A date and time in Sussex, `20 June 2026 at 21:05`."""
    return day_and_time(_in_sussex(moment))


def date_text(moment: datetime | str) -> str:
    """A date in Sussex, `Saturday 21 November 2026`."""
    local = _in_sussex(moment)
    return f"{local:%A} {local.day} {local:%B %Y}"


def tally(number: int | Fraction) -> str:
    """A number with a true minus, and with one decimal if it is not whole."""
    return decimal(number) if number % 1 else str(number).replace("-", "−")


def day(moment: datetime | str) -> Markup:
    """A date and time as a `time` element, which a script formats for the phone's locale."""
    return _time(moment, "moment", day_text(moment))


def clock(moment: str) -> Markup:
    """The time of an entry, `21:05`, as a `time` element."""
    return _time(moment, "clock", f"{_in_sussex(moment):%H:%M}")


def date(moment: datetime | str) -> Markup:
    """The date of an entry as a `time` element."""
    return _time(moment, "day", date_text(moment))


def _in_sussex(moment: datetime | str) -> datetime:
    return (datetime.fromisoformat(moment) if isinstance(moment, str) else moment).astimezone(SUSSEX)


def _time(moment: datetime | str, style: str, text: str) -> Markup:
    written = moment if isinstance(moment, str) else moment.isoformat()
    return Markup('<time datetime="{}" data-style="{}">{}</time>').format(written, style, text)


@lru_cache
def league_name(league: str) -> str:
    """The name of a season given its first day: `Autumn 2026`, or `Winter 2026/27` if it spans two years."""
    span = span_of(date_of_day.fromisoformat(league))
    shared = f"/{span.last.year % 100:02}" if span.last.year != span.first.year else ""
    return f"{span.season.value.capitalize()} {span.first.year}{shared}"

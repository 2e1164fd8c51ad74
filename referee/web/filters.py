"""How things look on a page: filters and helpers for the templates."""

import re
import secrets
from datetime import date as date_of_day
from datetime import datetime, timedelta
from functools import cache, lru_cache

from flask import Flask, render_template, request, url_for
from markupsafe import Markup, escape
from wtforms import Field

from referee.books.permissions import Permission
from referee.cards import PACK, Card, Suit
from referee.english import plural, titled
from referee.season import SUSSEX, span_of
from referee.web.components.pegboard import board
from referee.web.permissions import LOOPBACK, host_name, visitor
from referee.web.services import match_search

_CARDS = {(card.rank, card.suit): card for card in PACK}
TEXT_STYLE = "\ufe0e"
"""Asks for the plain sign of a suit, where a phone would draw a little picture."""


def register(app: Flask) -> None:
    """Give the templates what they need."""

    app.jinja_env.globals.update(
        card_at=lambda rank, suit: _CARDS[rank, suit],
        new_key=lambda: secrets.token_urlsafe(12),
        faulty=faulty,
        table_of=table_of,
        rematch_of=lambda match_id: match_search().rematch_of(match_id),
        is_secure=is_secure,
    )
    app.jinja_env.filters.update(
        face=face,
        board_of=board_of,
        sign=sign,
        day=day,
        day_text=day_text,
        date_text=date_text,
        plural=plural,
        titled=titled,
        clock=clock,
        date=date,
        rule_text=rule_text,
        signed=lambda number: f"{number:+d}".replace("-", "−"),
        league_name=league_name,
        erased_on=lambda binned, days: date(datetime.fromisoformat(binned) + timedelta(days)),
    )


@lru_cache
def board_of(target: int) -> Markup:
    """What does not move on the pegboard for a target: to be on a page once, where a pegboard is drawn."""
    return Markup(render_template("components/_board.html", board=board(target)).replace("\n", ""))


def is_secure() -> bool:
    """Whether browsers let this page keep the screen on: over https, or on this very machine."""
    return request.is_secure or host_name(request.host) in LOOPBACK


def table_of(match_id: int) -> str:
    """The address of a match's table, as far as this visitor may go: to enter, or to watch."""
    may_score = visitor().permission_for_match(match_id) >= Permission.SCORE
    return url_for("table.table" if may_score else "live.watch", match_id=match_id)


def faulty(field: Field) -> dict[str, str]:
    """The attributes of a field that has errors."""
    return {"aria_invalid": "true", "aria_describedby": "errors"} if field.errors else {}


@cache
def sign(suit: Suit) -> Markup:
    """A suit's sign, coloured, and read aloud by name."""
    return Markup('<span class="suit {}" role="img" aria-label="{}">{}</span>').format(
        suit.letter, suit.plural, suit.symbol + TEXT_STYLE
    )


@cache
def face(card: Card) -> Markup:
    """A card in a line of text: rank and suit, read aloud by name."""
    return Markup('<span class="face {}" role="img" aria-label="{}">{}{}</span>').format(
        card.suit.letter, card.name, card.rank.sign, card.suit.symbol + TEXT_STYLE
    )


def rule_text(text: str) -> Markup:
    """A rule's text, with its marks for code and stress."""
    marked = re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(text)))
    return Markup(re.sub(r"\*\*([^*]*)\*\*", r"<strong>\1</strong>", marked))


def day_text(moment: datetime | str) -> str:
    """A day and a time as people in Sussex write them, `20 June 2026, 21:05`."""
    local = _in_sussex(moment)
    return f"{local.day} {local:%B %Y, %H:%M}"


def date_text(moment: datetime | str) -> str:
    """A day alone, `Saturday 21 November 2026`."""
    local = _in_sussex(moment)
    return f"{local:%A} {local.day} {local:%B %Y}"


def day(moment: datetime | str) -> Markup:
    """A day and a time; phones write it by their own locale, as they do the others."""
    return _time(moment, "moment", day_text(moment))


def clock(moment: str) -> Markup:
    """The time of an entry, `21:05`."""
    return _time(moment, "clock", f"{_in_sussex(moment):%H:%M}")


def date(moment: datetime | str) -> Markup:
    """The day of an entry."""
    return _time(moment, "day", date_text(moment))


def _in_sussex(moment: datetime | str) -> datetime:
    return (datetime.fromisoformat(moment) if isinstance(moment, str) else moment).astimezone(SUSSEX)


def _time(moment: datetime | str, style: str, text: str) -> Markup:
    written = moment if isinstance(moment, str) else moment.isoformat()
    return Markup('<time datetime="{}" data-style="{}">{}</time>').format(written, style, text)


@lru_cache
def league_name(league: str) -> str:
    """A season by its first day: `Autumn 2026`, and `Winter 2026/27`, which two years share."""
    span = span_of(date_of_day.fromisoformat(league))
    shared = f"/{span.last.year % 100:02}" if span.last.year != span.first.year else ""
    return f"{span.season.value.capitalize()} {span.first.year}{shared}"

"""The registry of the games' pages, one line."""

from flask import Blueprint

from referee.web.games import cribbage, grevjass, havilering, hearts, humbug_whist, karnoffel
from referee.web.tables.pages import TablePages

_GAMES = (havilering, cribbage, hearts, humbug_whist, grevjass, karnoffel)
PAGES: dict[str, TablePages] = {game.PAGES.game.key: game.PAGES for game in _GAMES}
BLUEPRINTS: dict[str, tuple[Blueprint, ...]] = {game.PAGES.game.key: game.BLUEPRINTS for game in _GAMES}

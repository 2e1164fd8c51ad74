"""What the views reach for: the rooms of the house behind this app."""

from flask import current_app

from referee.archive import Archive
from referee.catalogue import Catalogue
from referee.keeper import Keeper
from referee.people import People
from referee.shelf import Shelf
from referee.table import Tables


def tables() -> Tables:
    """The tables."""
    found: Tables = current_app.extensions["tables"]
    return found


def shelf() -> Shelf:
    """The score books."""
    found: Shelf = current_app.extensions["shelf"]
    return found


def keeper() -> Keeper:
    """What a keeper can do."""
    found: Keeper = current_app.extensions["keeper"]
    return found


def archive() -> Archive:
    """What matches came to."""
    return tables().filing.archive


def catalogue() -> Catalogue:
    """Matches to be found."""
    return tables().filing.catalogue


def people() -> People:
    """Who plays, and what they did."""
    return tables().filing.people

"""The web app: the application factory."""

import hashlib
import math
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock

from flask import Flask, Request, Response, redirect, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature

from referee.books.evenings import Evenings
from referee.books.maintenance import Maintenance
from referee.books.notice import Notice
from referee.books.score_books import ScoreBooks
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import CHECKOUT, book_file, instance_folder, secret_key
from referee.web import asked_from, compression, errors, filters, fragments, identity, joined, permissions, settings
from referee.web.compiled_templates import COMPILED
from referee.web.corrections import views as correction_views
from referee.web.evenings import league as evening_league
from referee.web.evenings import match_table
from referee.web.evenings import results as evening_results
from referee.web.evenings import views as evening_views
from referee.web.files import keeping, phone_app
from referee.web.files import views as file_views
from referee.web.games import BLUEPRINTS, PAGES
from referee.web.matches import book_table, live, notes, start
from referee.web.matches import views as match_views
from referee.web.phone import name_of_phone
from referee.web.players import opponents, seasons
from referee.web.players import views as player_views
from referee.web.rate_limits import MOST_ENTRIES, Limit, Replays
from referee.web.services import service as service_of_app
from referee.web.sharing import views as sharing_views
from referee.web.sharing.hosting import HOME_USE, Hosting
from referee.web.sharing.hosting import register as register_hosting

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "media-src data:; "  # The silent video that keeps a screen on.
    # Only the page that runs the app on a phone shows pages in a frame.
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
OURS = "Referee-Book"
"""The header of every answer, with the book's epoch; a hotspot's answers lack it."""
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LARGEST_POST = 64 * 1024


LIMITS = {"wrong_links": (20, 600), "new_books": (5, 3600), "uploads": (30, 3600)}
"""The requests allowed from one address, and the seconds in which they are counted."""
NO_LIMIT = math.inf, 0


@cache
def _fingerprint(folder: Path) -> str:
    """Return one hash for all files of a folder, so that scripts can import one another by relative paths.

    The files of the page that runs the app in a browser are excluded: phones have them elsewhere.
    """
    files = sorted(file for file in folder.rglob("*") if file.is_file() and folder / "site" not in file.parents)
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:10]


def _home() -> Path:
    """Return the folder of the templates and static files."""
    packaged = Path(__file__).parent
    return packaged if (packaged / "templates").is_dir() else CHECKOUT


def static_address() -> str:
    """Return the beginning of static files' addresses; it changes with each of them."""
    return f"/static/{_fingerprint(_home() / 'static')}"


CORE = (
    match_views,
    settings,
    book_table,
    file_views,
    sharing_views,
    live,
    correction_views,
    start,
    player_views,
    opponents,
    evening_views,
    notes,
    seasons,
    evening_results,
    evening_league,
)


def create_app(
    instance: Path | None = None,
    service: MatchService | None = None,
    public: bool = False,
    names: Sequence[str] = (),
    front: Collection[str] = (),
    alone: bool = False,
    hosting: Hosting = HOME_USE,
) -> Flask:
    """Create the app for an instance folder. A `service` with another clock or game may be given.

    On a `public` server anybody may start a score book. `names` are the host names that the app answers to, in
    addition to IP addresses. Visitors to the names of the `front`, which several instances share, are redirected to
    the first of `names`. `alone` is for an app that one browser runs for itself, in a frame and without a server:
    it shares nothing, and has no rate limits. `hosting` has the limits of score books on a server.
    """
    folder = instance_folder(instance, make=True)
    app = _bare_app(folder)
    app.config.update(PUBLIC=public, NAMES={name.casefold() for name in names})
    app.config.update(FRONT={name.casefold(): names[0] for name in front}, ALONE=alone, HOSTING=hosting)
    service = service or MatchService(
        Database(book_file(folder), exclusive=alone),
        most_entries=MOST_ENTRIES if public else None,
        quota=hosting.quota(public),
    )
    service.phone = name_of_phone
    maintenance = Maintenance(service)
    maintenance.update_projections()
    maintenance.empty_bin()
    books = ScoreBooks(service.database, service.clock)
    app.extensions.update(service=service, score_books=books, evenings=Evenings(service, books))
    app.extensions.update(maintenance=maintenance, game_pages=PAGES, notice=Notice(folder))
    app.extensions.update(importing=Lock(), replays=Replays(), damaged=set(), is_closing=lambda: False)
    for name, limit in LIMITS.items():
        app.extensions[name] = Limit(*(NO_LIMIT if alone else limit))
    app.before_request(_note_route)
    compression.register(app)
    permissions.register(app)
    identity.register(app)
    fragments.register(app)
    for module in CORE:
        app.register_blueprint(module.pages)
    keeping.register(app)
    register_hosting(app)
    phone_app.register(app, folder / "engine")
    errors.register(app)
    filters.register(app)
    joined.register(app)
    for blueprints in BLUEPRINTS.values():
        for blueprint in blueprints:
            app.register_blueprint(blueprint)
    asked_from.keep_match(app)
    app.before_request(_lead_to_own_table)
    _add_globals(app, alone)
    app.after_request(_add_headers)
    return app


def _add_globals(app: Flask, alone: bool) -> None:
    """Register the functions that all templates may call, and the pages of each game by its name."""
    app.jinja_env.globals.update(
        alone=alone,
        only_here=alone,
        at_table=book_table.at_table,
        may_read=book_table.may_read,
        may_keep_referee=phone_app.may_keep_referee,
        goes_on_to=live.goes_on_to,
        notes_of=notes.notes_of,
        evening_mark=match_table.evening_mark,
        evening_notice=app.extensions["evenings"].notice,
        evening_address=match_table.evening_address,
        evening_table=match_table.evening_table,
        round_time=match_table.round_time,
        first_dealer=match_table.first_dealer,
        **{pages.name: pages for pages in PAGES.values()},
    )


_GAMES = {blueprint.name: key for key, blueprints in BLUEPRINTS.items() for blueprint in blueprints}


def _note_route() -> None:
    """Note the route of a request for the server's log and metrics."""
    place = {name: value for name, value in (request.view_args or {}).items() if isinstance(value, int)}
    route = request.url_rule.rule if request.url_rule else ""
    request.environ.get("referee.notes", {}).update(route=route, place=place)


def _lead_to_own_table() -> ResponseReturnValue | None:
    """Redirect a match opened under another game's address to its own table."""
    match_id, key = (request.view_args or {}).get("match_id"), _GAMES.get(request.blueprint or "")
    if match_id is None or key is None or service_of_app().game(match_id).key == key:
        return None
    return redirect(filters.table_of(match_id))


class _Sessions(SecureCookieSessionInterface):
    """Cookies that work over plain http on a home network, and are Secure over https."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read a cookie of any age: the browser deletes it after a year, and this machine's clock may be set back."""
        serializer, cookie = self.get_signing_serializer(app), request.cookies.get(self.get_cookie_name(app))
        with suppress(BadSignature):
            return self.session_class(serializer.loads(cookie)) if serializer and cookie else self.session_class()
        return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return True if the cookie is Secure."""
        return request.is_secure


def _bare_app(folder: Path) -> Flask:
    """The app with its settings, without any views."""
    app = Flask(
        __name__,
        template_folder=_home() / "templates",
        static_folder=_home() / "static",
        static_url_path=static_address(),
        instance_path=str(folder.resolve()),
    )
    app.config.update(
        SECRET_KEY=secret_key(folder),
        SESSION_COOKIE_NAME="referee",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=365 * 24 * 3600,
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=LARGEST_POST,
        # Static files may be cached, because their address changes when one of them changes.
        SEND_FILE_MAX_AGE_DEFAULT=365 * 24 * 3600,
        # An evening of cards is longer than the default of one hour.
        WTF_CSRF_TIME_LIMIT=None,
        ADDRESS="",
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "bytecode_cache": COMPILED}
    app.session_interface = _Sessions()
    return app


def _add_headers(response: Response) -> Response:
    """Add security headers, and forbid caching unless the view allows it."""
    own_policy = response.headers.get("Content-Security-Policy")
    response.headers.extend(SECURITY_HEADERS)
    response.headers[OURS] = service_of_app().database.epoch or "unknown"
    if own_policy:
        response.headers["Content-Security-Policy"] = own_policy
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={365 * 24 * 3600}"
    vary = "HX-Request, Accept-Encoding" if response.mimetype in compression.TEXTS else "HX-Request"
    response.headers.add("Vary", vary)
    response.headers.setdefault("Cache-Control", "no-store")
    return response

"""Session cookies and CSRF tokens. A phone sends the same ones all evening, so what was verified is remembered."""

import time
from functools import lru_cache
from typing import Any

from flask import Flask, Request, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf import CSRFProtect
from itsdangerous import BadSignature

MOST_COOKIES, MOST_TOKENS = 500, 2000
VERIFY_EVERY = 3600
"""Seconds after which a cookie's signature and age are verified again."""


class Sessions(SecureCookieSessionInterface):
    """Cookies that work on a plain-http home network, and are kept to https where the page came that way."""

    def __init__(self) -> None:
        self._verified = lru_cache(maxsize=MOST_COOKIES)(self._verify)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session of a request's cookie; an empty one without a cookie, or with one that is not valid."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        return self.session_class(self._verified(app, cookie, int(time.time()) // VERIFY_EVERY) if cookie else None)

    def _verify(self, app: Flask, cookie: str, period: int) -> dict[str, Any]:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        try:
            data: dict[str, Any] = serializer.loads(cookie, int(app.permanent_session_lifetime.total_seconds()))
            return data
        except BadSignature:
            return {}

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether browsers send the cookie back by https alone."""
        return request.is_secure


class RememberingCSRFProtect(CSRFProtect):  # type: ignore[misc]
    """A token is valid as long as its session: one that was verified with a session need not be verified again.

    Over https the referrer is checked as well, each time.
    """

    def __init__(self, app: Flask) -> None:
        self._verified: dict[tuple[str, str], None] = {}
        super().__init__(app)

    def protect(self, apply_exemptions: bool = False) -> None:
        """Check a request's token. Raises CSRFError."""
        if request.method != "POST" or request.is_secure:
            super().protect(apply_exemptions)
            return
        pair = session.get("csrf_token", ""), request.form.get("csrf_token", "")
        if pair in self._verified:
            g.csrf_valid = True
            return
        super().protect(apply_exemptions)
        if g.get("csrf_valid") and all(pair):
            self._verified[pair] = None
            while len(self._verified) > MOST_TOKENS:
                self._verified.pop(next(iter(self._verified)), None)

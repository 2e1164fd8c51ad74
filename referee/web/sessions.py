"""Session cookies and CSRF tokens. Verified ones are cached, because a phone sends the same ones all evening."""

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
    """Cookies that work over plain http on a home network, and are Secure over https."""

    def __init__(self) -> None:
        self._verified = lru_cache(maxsize=MOST_COOKIES)(self._verify)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session of a request's cookie; an empty one if the cookie is missing or invalid."""
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
        """Whether the cookie is Secure."""
        return request.is_secure


class RememberingCSRFProtect(CSRFProtect):  # type: ignore[misc]
    """Caches verified pairs of session and token, because a token is valid as long as its session.

    Over https nothing is cached: the referrer is checked each time.
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

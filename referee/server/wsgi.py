"""Conversion of ASGI requests to WSGI."""

import io
from collections.abc import MutableMapping
from typing import IO, Any


def environ(scope: MutableMapping[str, Any], body: IO[bytes]) -> dict[str, Any]:
    """The WSGI environment of an ASGI scope and its whole body.

    Headers with an underscore are dropped, because in WSGI they look like other headers.
    """
    length = body.tell()
    body.seek(0)
    host, port = scope.get("server") or ("localhost", 80)
    address, client_port = scope.get("client") or ("", 0)
    made = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": address,
        "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1")
        if "_" in key or key == "transfer-encoding":  # The body is decoded.
            continue
        key = key.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        made[key] = f"{made[key]},{text}" if key in made else text
    if length:
        made["CONTENT_LENGTH"] = str(length)
    return made

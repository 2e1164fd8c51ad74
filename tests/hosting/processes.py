"""The programs around the referee: Caddy and HAProxy in front of it, with the files of `deploy/`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from http.client import HTTPSConnection
from pathlib import Path

from referee.store.instance import CHECKOUT
from tests.playing import free_port
from tests.servers import Phone

DEPLOY = CHECKOUT / "deploy"


def configuration(kind: str, folder: Path, front: str, *instances: str, drain: tuple[str, ...] = ()) -> Path:
    """The file that `deploy/instances.py` writes for Caddy or HAProxy, given instances as NAME=ADDRESS/STATUS."""
    words = [sys.executable, str(DEPLOY / "instances.py"), kind, front, *instances]
    words += [word for name in drain for word in ("--drain", name)]
    file = folder / f"{kind}.cfg"
    file.write_text(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return file


class Tls(HTTPSConnection):
    """A connection to a host name that is served on loopback."""

    def __init__(self, name: str, port: int, trusted: Path) -> None:
        super().__init__(name, port, timeout=30, context=ssl.create_default_context(cafile=str(trusted)))
        self.trusted = trusted

    def connect(self) -> None:
        """Connect to loopback, and expect the certificate of the host name."""
        bare = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        context = ssl.create_default_context(cafile=str(self.trusted))
        self.sock = context.wrap_socket(bare, server_hostname=self.host)


class Proxy:
    """A proxy with https, which is waited for."""

    process: subprocess.Popen[bytes]
    port: int
    trusted: Path
    """The certificate that it is known by."""

    def await_it(self, name: str) -> None:
        """Wait until it answers to a host name."""
        for _ in range(300):
            assert self.process.poll() is None, "the proxy has ended"
            try:
                connection = Tls(name, self.port, self.trusted)
                connection.connect()
            except OSError:
                time.sleep(0.1)
            else:
                connection.close()
                return
        self.close()
        raise AssertionError("the proxy does not answer")

    def phone(self, name: str, link: str = "/") -> Phone:
        """A phone that opens a host name."""
        phone = Phone(0, link, Tls(name, self.port, self.trusted))
        phone.always["Referer"] = f"https://{name}:{self.port}/"  # As browsers send it; over https it is checked.
        return phone

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Caddy(Proxy):
    """Caddy with a file of `deploy/`; `settings` are the variables of that file. It starts once each name has its
    certificate."""

    def __init__(self, file: str, folder: Path, *names: str, **settings: str) -> None:
        self.file = file
        self.port = free_port()
        self.settings = os.environ | {
            "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder),
            "HTTP_PORT": str(free_port()), "HTTPS_PORT": str(self.port), "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        } | settings  # fmt: skip
        self.trusted = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        with (folder / "caddy.log").open("wb") as out:
            self.process = subprocess.Popen(self._command("run"), stdout=out, stderr=out, env=self.settings)
        for name in names:
            self.await_it(name)

    def _command(self, what: str) -> list[str]:
        return ["caddy", what, "--config", str(DEPLOY / self.file), "--adapter", "caddyfile"]

    def reload(self, **settings: str) -> None:
        """Read the file again, with other settings."""
        command = [*self._command("reload"), "--address", self.settings["CADDY_ADMIN"]]
        subprocess.run(command, check=True, capture_output=True, env=self.settings | settings)


class HaProxy(Proxy):
    """HAProxy with a configuration of `deploy/instances.py` and a certificate of its own for some names."""

    def __init__(self, folder: Path, names: list[str], configuration: Path, **settings: str) -> None:
        self.port = free_port()
        key, self.trusted = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cards",
             "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in names),
             "-keyout", str(key), "-out", str(self.trusted)],
            check=True, capture_output=True,
        )  # fmt: skip
        both = folder / "both.pem"
        both.write_bytes(self.trusted.read_bytes() + key.read_bytes())
        program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program
        environment = os.environ | {
            "BIND": f"127.0.0.1:{self.port}", "BIND_HTTP": f"127.0.0.1:{free_port()}", "CERTIFICATE": str(both),
        } | settings  # fmt: skip
        file = configuration
        if os.geteuid():  # Only root can become another user.
            text = re.sub(r"^\t(user|group) .*$", "", file.read_text(), flags=re.MULTILINE)
            file = folder / "haproxy.cfg"
            file.write_text(text)
        with (folder / "haproxy.log").open("wb") as out:
            command = [program, "-db", "-f", str(file)]
            self.process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
        self.await_it(names[0])

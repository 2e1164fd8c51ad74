#!/usr/bin/env python3
"""Write the configuration of Caddy or HAProxy for several instances.

    deploy/instances.py caddy cards.example.org a.cards.example.org=21 b.cards.example.org=22

prints deploy/Caddyfile, or with `haproxy` deploy/haproxy.cfg, with a block for the front name and for each
instance. An instance is its number on this machine, or its address elsewhere, `10.0.0.5:8123`, with the port of
its status after a slash: `10.0.0.5:8123/8223`. The front leads to the instance that has the fewest score books
now, and to the others if that is down. Instances named with `--drain` get nobody new.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

NAMES = "# --- names ---\n"
"""After this line each file has its names."""
MOST = 10**9
PATIENCE = 10.0
"""Seconds in which an instance that has just been started must answer."""


@dataclass(frozen=True)
class Instance:
    """An instance: its host name, its address, and that of its status, which may be empty."""

    name: str
    address: str
    status: str

    @property
    def key(self) -> str:
        """Its name as HAProxy's configuration may have it."""
        return re.sub(r"[^a-z0-9.-]", "-", self.name.casefold())

    @property
    def books(self) -> int:
        """Count its score books; return a great number if it does not answer. One that is starting is waited for."""
        until = time.monotonic() + PATIENCE
        while self.status:
            try:
                with urlopen(f"http://{self.status}/metrics", timeout=5) as answer:
                    return int(float(re.findall(r"(?m)^referee_score_books (\S+)$", answer.read().decode())[0]))
            except (OSError, ValueError, IndexError):
                if time.monotonic() > until:
                    print(f"{self.name} does not answer: new books go to it last.", file=sys.stderr)
                    break
                time.sleep(0.2)
        return MOST


def instance(text: str) -> Instance:
    """Read NAME=NUMBER or NAME=ADDRESS:PORT/STATUS. Raises argparse.ArgumentTypeError."""
    name, _, place = text.partition("=")
    if re.fullmatch(r"[0-9]{2}", place):
        place = f"127.0.0.1:81{place}/82{place}"
    address, _, status = place.partition("/")
    host = address.rpartition(":")[0]
    if not name or not host:
        raise argparse.ArgumentTypeError(f"{text} is not NAME=NUMBER or NAME=ADDRESS:PORT/STATUS")
    return Instance(name, address, f"{host}:{status}" if status.isdecimal() else status)


def caddy(front: str, fronted: list[Instance], instances: list[Instance]) -> str:
    """The blocks of a Caddyfile."""
    addresses = " ".join(each.address for each in fronted)
    blocks = [_block(front, f"""reverse_proxy {addresses} {{
			lb_policy first
			lb_try_duration 5s
			fail_duration 10s
			transport http {{
				dial_timeout 3s
				response_header_timeout 25s
			}}
		}}""")]  # fmt: skip
    blocks += [
        _block(each.name, f"reverse_proxy {each.address} {{\n\t\t\timport patience\n\t\t}}") for each in instances
    ]
    return "\n".join(blocks)


def _block(name: str, proxied: str) -> str:
    return f"{name} {{\n\timport maintenance\n\thandle {{\n\t\t{proxied}\n\t}}\n\timport no_answer\n}}\n"


def haproxy(front: str, fronted: list[Instance], instances: list[Instance]) -> str:
    """The names and backends of HAProxy."""
    host = "hdr(host),field(1,:) -i"
    text = f"\tuse_backend front if {{ {host} {front} }}\n"
    text += "".join(f"\tuse_backend {each.key} if {{ {host} {each.name} }}\n" for each in instances)
    text += "\nbackend front\n\toption httpchk GET /healthz\n"
    for place, each in enumerate(fronted):
        checked = f" check addr {each.status.rpartition(':')[0]} port {each.status.rpartition(':')[2]} inter 1s"
        backup = " backup" if place else ""
        text += f"\tserver {each.key} {each.address}{checked if each.status else ''}{backup}\n"
    return text + "".join(f"\nbackend {each.key}\n\tserver {each.key} {each.address}\n" for each in instances)


KINDS = {"caddy": ("Caddyfile", caddy), "haproxy": ("haproxy.cfg", haproxy)}


def main() -> None:
    """Print the configuration."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("front", metavar="FRONT", help="the host name that all instances share")
    parser.add_argument("instances", nargs="+", type=instance, metavar="NAME=NUMBER")
    parser.add_argument("--drain", action="append", default=[], metavar="NAME", help="leave it out of the front")
    options = parser.parse_args()
    fronted = [each for each in options.instances if each.name not in options.drain]
    if not fronted:
        parser.error("the front needs an instance that is not drained")
    file, blocks = KINDS[options.kind]
    head = Path(__file__).with_name(file).read_text().partition(NAMES)[0]
    ordered = sorted(fronted, key=lambda each: each.books)
    sys.stdout.write(
        f"{head}{NAMES if options.kind == 'caddy' else ''}{blocks(options.front, ordered, options.instances)}"
    )


if __name__ == "__main__":
    main()

"""Find the programs that the tests of hosting start; on Debian as root they are installed.

`python -m tests.hosting.find` makes sure that they are there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

PROGRAMS = {
    "caddy": ["caddy"], "haproxy": ["haproxy"], "openssl": ["openssl"], "systemd-analyze": ["systemd"],
    "mmdebstrap": ["mmdebstrap"], "podman": ["podman", "netavark", "iptables"], "runc": ["runc"],
}  # fmt: skip
"""Debian's packages of each program."""


def missing() -> list[str]:
    return [program for program in PROGRAMS if not shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")]


def main() -> int:
    """Install what is missing; 1 if something still is."""
    if missing() and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update"], check=False, stdout=subprocess.DEVNULL)
        # The packages would start their services at once.
        packages = [package for program in missing() for package in PROGRAMS[program]]
        command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
        environment = os.environ | {"RUNLEVEL": "1", "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=environment)
    for program in missing():
        print(f"The tests of hosting need {program}: install it and try again.", file=sys.stderr)
    return 1 if missing() else 0


if __name__ == "__main__":
    sys.exit(main())

"""The command that offers the app to phones, so that they keep scoring without a signal."""

import argparse
from pathlib import Path
from shutil import which
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

from referee.browser.build import build
from referee.faults import Fault, RefusedError
from referee.store.instance import instance_folder
from referee.web import static_address
from referee.web.files.phone_app import PACKAGED


def engine(options: argparse.Namespace) -> int:
    """Put the app as files for browsers into the instance, or into the program itself. Raises RefusedError."""
    missing = [program for program in ("node", "npm") if not which(program)]
    if missing:
        text = f"Node.js with npm is needed to build the app for phones: there is no “{missing[0]}” here."
        raise RefusedError(Fault("no-node", text))
    folder = PACKAGED if options.shared else instance_folder(options.instance, make=True) / "engine"
    try:
        with TemporaryDirectory() as work:
            edition = build(folder, (options.work or Path(work)).absolute(), static_address())
    except CalledProcessError as error:
        text = f"“{' '.join(error.cmd[:2])}” failed. It needs access to npm’s packages."
        raise RefusedError(Fault("no-packages", text)) from error
    print(f"Phones can keep the referee now: edition {edition}. Start the server again.")
    return 0

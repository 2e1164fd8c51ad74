"""Lighthouse audits of newcomers' pages, with its mobile profile: `make audit`. Needs Node, and npm's registry."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.find import browser
from tests.browser.pages import FIRST_VISITS, add_matches
from tests.servers import COMMAND, Phone, Server

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def audit(address: str, cookie: str, report: Path) -> dict[str, Any]:
    """Lighthouse's scores and findings for a page."""
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={report}"]
    command += [f"--only-categories={','.join(CATEGORIES)}", f"--extra-headers={json.dumps({'Cookie': cookie})}"]
    command += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    for last in (False, True):  # Now and then it misses a page's beginning, and says so.
        done = subprocess.run(command, check=last, env=os.environ | {"CHROME_PATH": browser() or ""})
        if not done.returncode:
            break
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def main() -> int:
    """Audit every page; 1 if one of them falls short of 100 anywhere."""
    short = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder, COMMAND)
        try:
            add_matches(server)
            cookie = Phone(server.port, server.link).cookie
            for page, path in FIRST_VISITS.items():
                report = audit(server.address + path, cookie, folder / f"{page}.json")
                scores = {each: round(report["categories"][each]["score"] * 100) for each in CATEGORIES}
                print(f"{page:<13}", *(f"{each} {score}" for each, score in scores.items()))
                for each in CATEGORIES:
                    for reason in reasons(report, each):
                        print(f"  {reason}")
                short += min(scores.values()) < 100
        finally:
            server.close()
    return min(short, 1)


def reasons(report: dict[str, Any], category: str) -> list[str]:
    """The audits that keep a page from 100 in a category."""
    weighed = [each["id"] for each in report["categories"][category]["auditRefs"] if each["weight"]]
    audits = [report["audits"][each] for each in weighed]
    return [
        f"{each['id']}: {each['title']} {each.get('displayValue', '')}"
        for each in audits
        if (each["score"] or 0) < 1 and each["scoreDisplayMode"] not in ("notApplicable", "manual", "informative")
    ]


if __name__ == "__main__":
    sys.exit(main())

"""The release that runs, with the commit that it was built from."""

from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parent
NOTED = "commit"
"""The file of the package in which a build notes its commit."""


def release() -> str:
    """The version, and the commit if it is known: `0.1.0 (1a2b3c4d5e)`."""
    noted = PACKAGE / NOTED
    commit = noted.read_text().strip() if noted.is_file() else commit_of(PACKAGE.parent)
    return f"{version('referee')} ({commit[:10]})" if commit else version("referee")


def commit_of(checkout: Path) -> str:
    """The commit of a checkout, read without git, which may be missing; empty if there is none."""
    folder = checkout / ".git"
    try:
        head = (folder / "HEAD").read_text().strip()
        name = head.removeprefix("ref: ")
        if name == head or (folder / name).is_file():
            return head if name == head else (folder / name).read_text().strip()
        packed = (line.split(" ") for line in (folder / "packed-refs").read_text().splitlines())
        return next((words[0] for words in packed if words[1:] == [name]), "")
    except OSError:
        return ""

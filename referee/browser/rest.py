"""The files that the app may still read once its modules are in the memory that a browser keeps."""

import sys
import zipfile
from pathlib import Path


def write(folder: str, archive: str) -> None:
    """Write an archive with all files of a folder except imported modules; quick to unpack, uncompressed."""
    imported = {getattr(module, "__file__", None) for module in sys.modules.values()}
    with zipfile.ZipFile(archive, "w") as made:
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file() and str(file) not in imported:
                made.write(file, file.relative_to(folder))

"""A result package: a ZIP that is a BagIt bag (RFC 8493)."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import zipfile
from pathlib import Path

from .errors import Damaged, NotInPackage

_MANIFEST = "manifest-sha256.txt"
_TAG_MANIFEST = "tagmanifest-sha256.txt"
_PAYLOAD = "data/"


class Package:
    """The files of a package by their paths, e.g. `data/phase.tif`."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except zipfile.BadZipFile as error:
            raise Damaged("this is no package: not a ZIP, or cut short") from error
        self.paths = [info.filename for info in self._zip.infolist() if not info.is_dir()]

    def read(self, path: str) -> bytes:
        """Raises NotInPackage, Damaged."""
        try:
            return self._zip.read(path)
        except KeyError:
            raise NotInPackage(f"the package holds no {path}") from None
        except zipfile.BadZipFile as error:
            raise Damaged(f"{path} is damaged: {error}") from error

    def verify(self) -> dict[str, str]:
        """Compares every file with its digest; returns the digests. Raises Damaged."""
        listed = {**self._listed(_MANIFEST), **self._listed(_TAG_MANIFEST)}
        wrong = [f"{path} is not listed" for path in self.paths if path not in listed and path != _TAG_MANIFEST]
        for path, digest in listed.items():
            if path not in self.paths:
                wrong.append(f"{path} is missing")
            elif hashlib.sha256(self.read(path)).hexdigest() != digest:
                wrong.append(f"{path} is not what its digest says")
        if len(self.paths) != len(set(self.paths)):
            wrong.append("a file comes twice")
        if wrong:
            raise Damaged("; ".join(wrong))
        return listed

    def _listed(self, manifest: str) -> dict[str, str]:
        if manifest not in self.paths:
            raise Damaged(f"{manifest} is missing")
        lines = (line.split("  ", 1) for line in self.read(manifest).decode().splitlines())
        return {parts[1]: parts[0] for parts in lines if len(parts) == 2}

    def extract(self, folder: str | os.PathLike[str]) -> Path:
        """Unpacks all of it."""
        self._zip.extractall(folder)
        return Path(folder)


def write_whole(path: str | os.PathLike[str], data: bytes) -> Path:
    """Writes a file that is there in full or not at all."""
    target = Path(path)
    handle, partial = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(partial, 0o666 & ~_umask())
        os.replace(partial, target)
    except BaseException:
        os.unlink(partial)
        raise
    return target


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

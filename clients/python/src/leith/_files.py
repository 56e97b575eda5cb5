from __future__ import annotations

from pathlib import Path
from typing import Protocol


class Files(Protocol):
    """The files of a package, wherever they lie."""

    def read(self, path: str, start: int | None = None, stop: int | None = None) -> bytes:
        """A file, or its bytes from start to stop; a negative start counts from its end. Raises NotInPackage."""

    def save(self, path: Path) -> None:
        """Writes the whole package."""

"""Parameters and holograms as they are sent."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: A file by its path, its bytes, an open file, or the pixels themselves: rows x columns, or frames x rows x columns.
Frame: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO | NDArray[Any]"


def as_text(value: object) -> str:
    """A parameter as the service reads it: 1e-3, true, and lists as 1,2 or 1,2,3,4;5,6,7,8."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (np.integer, np.floating)):
        value = value.item()
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, (list, tuple, np.ndarray)):
        parts = [as_text(part) for part in value]
        return (";" if any("," in part for part in parts) else ",").join(parts)
    raise TypeError(f"{value!r} is no value of a parameter")


def as_fields(parameters: Mapping[str, object]) -> dict[str, str]:
    """None means: not said."""
    return {name: as_text(value) for name, value in parameters.items() if value is not None}


def as_file(frame: Frame, name: str) -> tuple[str, bytes]:
    """Name and bytes of a frame. Pixels go as NPY."""
    if isinstance(frame, np.ndarray):
        file = io.BytesIO()
        np.save(file, frame, allow_pickle=False)
        return f"{name}.npy", file.getvalue()
    if isinstance(frame, (bytes, bytearray, memoryview)):
        return name, bytes(frame)
    if isinstance(frame, (str, os.PathLike)):
        path = Path(frame)
        return path.name, path.read_bytes()
    return os.path.basename(str(getattr(frame, "name", name))), frame.read()

"""The maps of a package: little-endian float32 TIFF, one strip, not compressed."""

from __future__ import annotations

import io
import struct

import numpy as np
from numpy.typing import NDArray

from .errors import Damaged

_COLUMNS, _ROWS, _BITS, _COMPRESSION, _OFFSET, _STRIP_BYTES, _FORMAT = 256, 257, 258, 259, 273, 279, 339
_SHORT, _FLOAT = 3, 3


def read_map(data: bytes) -> NDArray[np.float32]:
    """A map as rows x columns. Other TIFFs are read by tifffile, where that is installed."""
    tags = _tags(data)
    expected = {_BITS: 32, _COMPRESSION: 1, _FORMAT: _FLOAT}
    rows, columns = tags.get(_ROWS, 0), tags.get(_COLUMNS, 0)
    plain = all(tags.get(tag) == value for tag, value in expected.items())
    if not plain or tags.get(_STRIP_BYTES) != rows * columns * 4:
        return _read_any(data)
    start = tags.get(_OFFSET, 0)
    if start + rows * columns * 4 > len(data):
        raise Damaged("a map is cut short")
    values = np.frombuffer(data, "<f4", rows * columns, start).reshape(rows, columns)
    return values.astype(np.float32)


def _tags(data: bytes) -> dict[int, int]:
    """The first value of every tag that has one of 16 or 32 bits; empty: this is no such TIFF."""
    try:
        order, magic, directory = struct.unpack_from("<2sHI", data)
        if (order, magic) != (b"II", 42):
            return {}
        (count,) = struct.unpack_from("<H", data, directory)
        entries = [struct.unpack_from("<HHII", data, directory + 2 + 12 * i) for i in range(count)]
    except struct.error:
        return {}
    return {tag: value & 0xFFFF if kind == _SHORT else value for tag, kind, _, value in entries}


def _read_any(data: bytes) -> NDArray[np.float32]:
    try:
        import tifffile
    except ImportError as error:
        raise Damaged("this is not a map as Leith writes it; with tifffile installed it may be read") from error
    return np.asarray(tifffile.imread(io.BytesIO(data)), np.float32)

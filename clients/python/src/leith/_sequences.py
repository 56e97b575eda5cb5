"""Sequences of the service: frames go up one by one, and are reconstructed as one run."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from ._fields import Frame, as_fields, as_file
from ._transport import Transport, checked
from .run import Run, as_run

_AT_ONCE = 4
_FRAME_NAMES = {".png", ".tif", ".tiff", ".npy", ".bmp", ".mat", ".h5", ".hdf5", ".jpg", ".jpeg"}


@dataclass(frozen=True)
class OpenSequence:
    """A sequence of the service."""

    sequence_id: str
    #: open, queued, running, succeeded, failed, cancelled or expired
    status: str
    frames: int
    #: frames that the service has
    received: int
    #: which ones: first and last of each range
    ranges: tuple[tuple[int, int], ...]
    run_id: str | None
    evidence_report_id: str | None

    @property
    def missing(self) -> list[int]:
        """Frames that are still to be sent."""
        there = {number for first, last in self.ranges for number in range(first, last + 1)}
        return [number for number in range(self.frames) if number not in there]


def as_sequence(answer: Mapping[str, Any]) -> OpenSequence:
    """A sequence as the service shows it."""
    received = answer["received"]
    ranges = tuple((int(one["from"]), int(one["to"])) for one in received.get("ranges", ()))
    return OpenSequence(
        answer["sequence_id"],
        answer["status"],
        answer["frames"],
        received["count"],
        ranges,
        answer.get("run_id"),
        answer.get("evidence_report_id"),
    )


def listed(frames: str | os.PathLike[str] | Iterable[Frame] | NDArray[Any]) -> list[Frame]:
    """One after the other: the files of a folder in natural order, 2 before 10; of an NPY stack its frames."""
    if isinstance(frames, (str, os.PathLike)):
        folder = Path(frames)
        if folder.is_file():
            if folder.suffix.lower() == ".npy":
                return listed(np.load(folder, mmap_mode="r"))
            raise ValueError(f"{folder} is one file: give a folder, or its frames as an array (tifffile.imread, h5py)")
        names = [path for path in folder.iterdir() if path.suffix.lower() in _FRAME_NAMES and path.name[0] not in ".~"]
        return [*sorted(names, key=_natural)]
    if isinstance(frames, np.ndarray) and frames.ndim != 3:
        raise ValueError(f"an array of frames is frames x rows x columns, and this one has {frames.ndim} dimensions")
    return list(frames)


def _natural(path: Path) -> list[tuple[int, int | str]]:
    parts: list[tuple[int, int | str]] = []
    digits = ""
    for letter in path.name + "\0":
        if letter.isdecimal():
            digits += letter
            continue
        if digits:
            parts.append((0, int(digits)))
            digits = ""
        parts.append((1, letter))
    return parts


class Sequences:
    """What `Client` asks of /sequences."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, frames: int, parameters: Mapping[str, Any], background: Frame | None) -> OpenSequence:
        files = None if background is None else {"background": as_file(background, "background")}
        fields = as_fields({"frames": frames, **parameters})
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        # a form has to be one even where it holds no file
        plain: dict[str, tuple[str | None, bytes]] = {name: (None, value.encode()) for name, value in fields.items()}
        parts = {**plain, **(files or {})}
        return as_sequence(
            self._transport.send("POST", "/sequences", headers=headers, files=parts).json()
        )

    def find(self, sequence_id: str) -> OpenSequence:
        return as_sequence(self._transport.json("GET", _place(sequence_id)))

    def upload(
        self,
        sequence: OpenSequence,
        frames: list[Frame],
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """Sends what is missing, some at a time."""
        wanted = [number for number in sequence.missing if number < len(frames)]

        def put(number: int) -> None:
            _, data = as_file(frames[number], f"frame{number}")
            place = f"{_place(sequence.sequence_id)}/frames/{number}"
            self._transport.send("PUT", place, content=data)

        with ThreadPoolExecutor(_AT_ONCE) as threads:
            for done, _ in enumerate(threads.map(put, wanted), start=sequence.frames - len(sequence.missing) + 1):
                if progress is not None:
                    progress(done, sequence.frames)

    def start(self, sequence_id: str) -> Run:
        return as_run(self._transport.send("POST", f"{_place(sequence_id)}/start").json())

    def forget(self, sequence_id: str) -> None:
        self._transport.send("DELETE", _place(sequence_id))


def _place(sequence_id: str) -> str:
    return f"/sequences/{quote(sequence_id, safe='')}"


class ServedFiles:
    """The files of a result, of which the service sends what is asked for."""

    def __init__(self, transport: Transport, evidence_report_id: str) -> None:
        self._transport = transport
        self._place = f"/results/{quote(evidence_report_id, safe='')}"

    def read(self, path: str, start: int | None = None, stop: int | None = None) -> bytes:
        address = f"{self._place}/files/{quote(path)}"
        if start is None and stop is None:
            return checked(self._transport.send("GET", address))
        if stop is not None and stop <= (start or 0):
            return b""
        part = f"{start}" if start is not None and start < 0 else f"{start or 0}-{'' if stop is None else stop - 1}"
        response = self._transport.send("GET", address, headers={"Range": f"bytes={part}"})
        # whoever does not cut answers with all of it
        return response.content if response.status_code == 206 else response.content[slice(start, stop)]

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            self._transport.copy(f"{self._place}/package", file)

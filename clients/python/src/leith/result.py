"""What a reconstruction gave."""

from __future__ import annotations

import hashlib
import io
import json
import os
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._fields import Frame, as_file
from ._package import Package, write_whole
from ._tiff import read_map
from .errors import Damaged, NotInPackage
from .report import Report

_REPORT = "data/report.html"
_EVIDENCE = "data/evidence.json"


class PixelSize(NamedTuple):
    """Of an output pixel in the sample, µm."""

    x: float
    y: float


def _mean_variance(components: list[dict[str, Any]], area_um2: float) -> float:
    """Variance of a mean over an area, rad², where the amplitude is that of the background."""
    total = 0.0
    for component in components:
        median, length = component["median_rad"], component["correlation_length_um"]
        if median is not None:
            total += median**2 / (1.0 if length is None else 1.0 + area_um2 / (np.pi * length**2))
    return float(total)


def _on_pixels(share: dict[str, Any], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A map of cells over the whole of a larger one, as a view of its values at every pixel."""
    cells = np.reshape(np.asarray(share["values"], np.float64), (share["rows"], share["cols"]))
    at = [np.minimum(n - 1, ((np.arange(m) + 0.5) * n / m).astype(int)) for n, m in zip(cells.shape, shape, strict=True)]
    return cells[np.ix_(*at)]


class Result:
    """A result package. Maps are arrays of rows x columns, read when they are first asked for."""

    def __init__(self, data: bytes) -> None:
        self._package = Package(data)

    @cached_property
    def evidence(self) -> dict[str, Any]:
        """The evidence report as JSON: what was done, found and used."""
        evidence: dict[str, Any] = json.loads(self.file(_EVIDENCE))
        return evidence

    @cached_property
    def report(self) -> Report:
        """The same for reading: `print(result.report)`, `result.report.flags`, `result.report.html`."""
        page = self.file(_REPORT).decode() if _REPORT in self.paths else None
        return Report(self.evidence, page)

    @property
    def id(self) -> str:
        """The evidence report's identifier: quote it."""
        return str(self.evidence["evidence_report_id"])

    @cached_property
    def phase(self) -> NDArray[np.float32]:
        """Unwrapped phase, rad."""
        return self.map("phase")

    @cached_property
    def uncertainty(self) -> NDArray[np.float32]:
        """Standard uncertainty of the phase at every pixel, rad."""
        return self.map("phase_uncertainty")

    @cached_property
    def phase_wrapped(self) -> NDArray[np.float32]:
        """Phase in (-π, π], rad."""
        return self.map("phase_wrapped")

    @cached_property
    def amplitude(self) -> NDArray[np.float32]:
        """Amplitude relative to the background: 1 where there is no sample."""
        return self.map("amplitude")

    @cached_property
    def height(self) -> NDArray[np.float32]:
        """Height, nm. Only where the request allows it: see `refractive_index_sample`, `sample_type`."""
        return self.map("height")

    @cached_property
    def field(self) -> NDArray[np.complex64]:
        """The complex field in focus, background removed."""
        array = np.load(io.BytesIO(self.file("data/field.npy")), allow_pickle=False)
        if array.dtype != np.complex64 or array.ndim != 2:
            raise Damaged(f"data/field.npy holds {array.dtype} of {array.ndim} dimensions")
        return np.asarray(array, np.complex64)

    def map(self, name: str) -> NDArray[np.float32]:
        """A map by its file's name, e.g. `phase_noise`. Raises NotInPackage."""
        path = f"data/{name}.tif"
        if path not in self.paths:
            raise NotInPackage(f"the package holds no {path}; its maps are {', '.join(self.maps)}")
        return read_map(self.file(path))

    def mean(self, rows: slice, columns: slice) -> tuple[float, float]:
        """Mean phase of a rectangle and its standard uncertainty, rad: `result.mean(slice(10, 60), slice(80, 130))`.

        Each part of the uncertainty averages out by its own correlation length (`uncertainty.components` of the
        evidence), and what is known of single places not at all (`uncertainty.lasting_share`); the difference of two
        rectangles has the root of the sum of both squares. Not across lost turns.
        """
        values = self.phase[rows, columns]
        if values.size == 0:
            raise ValueError("the rectangle holds no pixel of the map")
        size = self.pixel_size_um
        stated = self.evidence["uncertainty"]
        lasting = stated.get("lasting_share")
        parts = [c for c in stated.get("components", []) if not lasting or c["correlation_length_um"] is not None]
        whole = _mean_variance(parts, 0.0)
        kept = _mean_variance(parts, values.size * size.x * size.y) / whole if whole > 0 else 1.0
        squares = np.square(self.uncertainty, dtype=np.float64)[rows, columns]
        lasts = _on_pixels(lasting, self.uncertainty.shape)[rows, columns] if lasting else 0.0
        variance = float(np.mean(squares * (lasts + kept * (1.0 - lasts))))
        return float(np.mean(values, dtype=np.float64)), float(np.sqrt(variance))

    @property
    def maps(self) -> list[str]:
        """Which maps there are."""
        return [path[len("data/") : -len(".tif")] for path in self.paths if path.endswith(".tif")]

    @property
    def pixel_size_um(self) -> PixelSize:
        """Of an output pixel in the sample."""
        for output in self.evidence["outputs"]:
            size = output["pixel_size_um"]
            if size is not None:
                return PixelSize(float(size["x"]), float(size["y"]))
        raise NotInPackage("the package holds neither a map nor a field")

    @property
    def extent_um(self) -> tuple[float, float, float, float]:
        """For matplotlib: `imshow(result.phase, extent=result.extent_um)`; y downwards, 0 in the upper left corner."""
        size = self.pixel_size_um
        rows, columns = next(output["shape"] for output in self.evidence["outputs"] if output["pixel_size_um"])
        return (0.0, columns * size.x, rows * size.y, 0.0)

    @property
    def paths(self) -> list[str]:
        """Every file of the package."""
        return self._package.paths

    def file(self, path: str) -> bytes:
        """A file of the package, e.g. `data/preview/phase.png`."""
        return self._package.read(path)

    @property
    def package(self) -> bytes:
        """The ZIP itself."""
        return self._package.data

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the package, as one ZIP."""
        return write_whole(path, self.package)

    def extract(self, folder: str | os.PathLike[str]) -> Path:
        """Unpacks the package into a folder."""
        return self._package.extract(folder)

    def verify(self, hologram: Frame | None = None) -> None:
        """
        Compares every file with the digests of the package and of its report, and the hologram, where it is given,
        with the digest of what was reconstructed. Raises Damaged.

        That the digests are the service's own, and that doing it again gives the same, is checked by `leith verify`.
        """
        listed = self._package.verify()
        for output in self.evidence["outputs"]:
            if listed.get(output["path"]) != output["sha256"]:
                raise Damaged(f"{output['path']} is not what the evidence report says")
        if hologram is not None:
            digest = hashlib.sha256(as_file(hologram, "hologram")[1]).hexdigest()
            if digest != self.evidence["input"]["sha256"]:
                raise Damaged("this hologram is not the one that was reconstructed")

    def __repr__(self) -> str:
        return f"<Result {self.id}: {', '.join(self.maps)}>"


def load(path: str | os.PathLike[str]) -> Result:
    """Opens a package that was saved."""
    return Result(Path(path).read_bytes())

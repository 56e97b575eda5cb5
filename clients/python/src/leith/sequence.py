"""What a sequence of frames gave: its maps over time, read where they lie."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import tempfile
import zipfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._files import Files
from ._tiff import read_map
from .errors import Damaged, NotInPackage
from .report import Report
from .result import PixelSize

if TYPE_CHECKING:
    import xarray
    import zarr

_EVIDENCE = "data/evidence.json"
_REPORT = "data/report.html"
_FRAMES = "data/frames.csv"


class Sequence:
    """
    The package of a sequence. Of `phase` and `amplitude` only what is asked for is read, from a file or from the service.

        sequence.phase[17]              # one frame, rad
        sequence.phase[:, 100, 120]     # the course of one pixel
        sequence.time, sequence.y, sequence.x
        sequence.to_xarray()            # the same with coordinates by name
    """

    def __init__(self, files: Files) -> None:
        self._files = files

    @cached_property
    def evidence(self) -> dict[str, Any]:
        """The evidence report as JSON."""
        evidence: dict[str, Any] = json.loads(self.file(_EVIDENCE))
        if "sequence" not in evidence:
            raise Damaged("this is the result of one hologram: leith.load opens it")
        return evidence

    @cached_property
    def report(self) -> Report:
        """The same for reading."""
        return Report(self.evidence, self.file(_REPORT).decode())

    @property
    def id(self) -> str:
        """The evidence report's identifier: quote it."""
        return str(self.evidence["evidence_report_id"])

    @cached_property
    def phase(self) -> zarr.Array[Any]:
        """Unwrapped phase of every frame, rad: a lazy array of (time, y, x). Needs zarr."""
        return self._array("phase")

    @cached_property
    def amplitude(self) -> zarr.Array[Any]:
        """Amplitude of every frame, relative to the background: a lazy array of (time, y, x). Needs zarr."""
        return self._array("amplitude")

    @cached_property
    def mean_phase(self) -> NDArray[np.float32]:
        """Mean over the frames that belong, rad."""
        return self.map("mean_phase")

    @cached_property
    def temporal_std(self) -> NDArray[np.float32]:
        """Standard deviation of single frames about their mean, rad."""
        return self.map("temporal_std")

    @cached_property
    def uncertainty(self) -> NDArray[np.float32]:
        """Standard uncertainty of the phase of a frame of the usual light, rad; times `frames["sigma_factor"]` of each."""
        return self.map("phase_uncertainty")

    def map(self, name: str) -> NDArray[np.float32]:
        """A map by its file's name, e.g. `phase_noise`. Raises NotInPackage."""
        return read_map(self.file(f"data/{name}.tif"))

    @cached_property
    def frames(self) -> dict[str, NDArray[Any]]:
        """What is known of every frame, by column: drift, light, uncertainty, flags. NaN: not known."""
        rows = list(csv.DictReader(io.StringIO(self.file(_FRAMES).decode())))
        if not rows:
            raise Damaged(f"{_FRAMES} has no lines")
        words = ("input_sha256", "flags")
        return {
            name: np.array([row[name] if name in words else float(row[name] or "nan") for row in rows])
            for name in rows[0]
        }

    @property
    def belongs(self) -> NDArray[np.bool_]:
        """Which frames are in the mean and the scatter: those without a flag."""
        return np.asarray(self.frames["flags"] == "", np.bool_)

    @property
    def time(self) -> NDArray[np.float64]:
        """Of every frame, s; its number, where no interval was said."""
        count, interval = self.evidence["sequence"]["frames"], self.evidence["sequence"]["interval_s"]
        return np.arange(count, dtype=np.float64) * (1.0 if interval is None else float(interval))

    @property
    def y(self) -> NDArray[np.float64]:
        """Of every row in the sample, µm, downwards from the middle of the first."""
        return np.arange(self._shape[1], dtype=np.float64) * self.pixel_size_um.y

    @property
    def x(self) -> NDArray[np.float64]:
        """Of every column in the sample, µm, from the middle of the first."""
        return np.arange(self._shape[2], dtype=np.float64) * self.pixel_size_um.x

    @cached_property
    def pixel_size_um(self) -> PixelSize:
        """Of an output pixel in the sample."""
        image = json.loads(self.file("data/phase.ome.zarr/zarr.json"))["attributes"]["ome"]["multiscales"][0]
        _, y, x = image["datasets"][0]["coordinateTransformations"][0]["scale"]
        return PixelSize(float(x), float(y))

    def to_xarray(self, name: str = "phase") -> xarray.DataArray:
        """`phase` or `amplitude` with its coordinates, still lazy. Needs xarray and zarr."""
        try:
            import xarray
        except ImportError as error:
            raise ImportError("this needs xarray: pip install xarray zarr") from error
        store, group = self._array(name).store, f"data/{name}.ome.zarr"
        data = xarray.open_zarr(store, group=group, consolidated=False, chunks=None, zarr_format=3)["0"]
        named = data.rename({"t": "time"}).rename(name)
        unit = "rad" if name == "phase" else "1"
        time_unit = "frame" if self.evidence["sequence"]["interval_s"] is None else "s"
        coordinates = {"time": (self.time, time_unit), "y": (self.y, "µm"), "x": (self.x, "µm")}
        with_places = {axis: (axis, values, {"units": units}) for axis, (values, units) in coordinates.items()}
        labelled: xarray.DataArray = named.assign_coords(with_places).assign_attrs(units=unit)
        return labelled

    def file(self, path: str) -> bytes:
        """A file of the package, e.g. `data/preview/phase.png`."""
        return self._files.read(path)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the package, as one ZIP that is there in full or not at all."""
        target = Path(path)
        handle, partial = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        try:
            self._files.save(Path(partial))
            os.replace(partial, target)
        except BaseException:
            os.unlink(partial)
            raise
        return target

    @cached_property
    def _shape(self) -> tuple[int, int, int]:
        frames, rows, columns = json.loads(self.file("data/phase.ome.zarr/0/zarr.json"))["shape"]
        return int(frames), int(rows), int(columns)

    def _array(self, name: str) -> zarr.Array[Any]:
        try:
            import zarr

            from ._zarr import PackageStore
        except ImportError as error:
            raise ImportError("this needs zarr, version 3: pip install zarr") from error
        return zarr.open_array(PackageStore(self._files), path=f"data/{name}.ome.zarr/0", mode="r", zarr_format=3)

    def __repr__(self) -> str:
        frames, rows, columns = self._shape
        return f"<Sequence {self.id}: {frames} frames of {rows} x {columns}>"


class ZippedFiles:
    """A package as a file, of which parts are read."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        try:
            with zipfile.ZipFile(self._path) as package:
                self._places = {info.filename: info for info in package.infolist()}
        except zipfile.BadZipFile as error:
            raise Damaged("this is no package: not a ZIP, or cut short") from error

    def read(self, path: str, start: int | None = None, stop: int | None = None) -> bytes:
        info = self._places.get(path)
        if info is None:
            raise NotInPackage(f"the package holds no {path}")
        first, end, _ = slice(start, stop).indices(info.file_size)
        try:
            # files are stored as they are: a part is found without what is before it
            with zipfile.ZipFile(self._path) as package, package.open(info) as file:
                if (first, end) == (0, info.file_size):
                    return file.read()
                file.seek(first)
                return file.read(max(0, end - first))
        except zipfile.BadZipFile as error:
            raise Damaged(f"{path} is damaged: {error}") from error

    def save(self, path: Path) -> None:
        shutil.copyfile(self._path, path)


def load_sequence(path: str | os.PathLike[str]) -> Sequence:
    """Opens the package of a sequence that was saved, or that `leith sequence` made."""
    return Sequence(ZippedFiles(path))



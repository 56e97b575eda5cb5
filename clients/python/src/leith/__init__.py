"""
Leith from Python: a digital hologram in, phase with its uncertainty out, as NumPy arrays.

    import leith

    result = leith.reconstruct("h.bmp", mode="off-axis", wavelength_um=0.633, pixel_pitch_um=3.45)
    result.phase, result.uncertainty, result.pixel_size_um
    print(result.report)

The service is the one at LEITH_URL, or on this machine; LEITH_API_KEY is the key of an account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._fields import Frame
from ._sequences import OpenSequence
from .client import Client, Mode, Progress
from .errors import (
    Busy,
    Cancelled,
    Damaged,
    InvalidInput,
    LeithError,
    NotFound,
    NotInPackage,
    NotReached,
    Refused,
    StillRunning,
    Unauthenticated,
)
from .parameters import Parameters
from .report import Flag, Report
from .result import PixelSize, Result, load
from .run import Run
from .sequence import Sequence, load_sequence

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Busy",
    "Cancelled",
    "Client",
    "Damaged",
    "Flag",
    "Frame",
    "InvalidInput",
    "LeithError",
    "Mode",
    "NotFound",
    "NotInPackage",
    "NotReached",
    "OpenSequence",
    "Parameters",
    "PixelSize",
    "Progress",
    "Refused",
    "Report",
    "Result",
    "Run",
    "Sequence",
    "StillRunning",
    "Unauthenticated",
    "load",
    "load_sequence",
    "reconstruct",
]


def reconstruct(
    hologram: Frame,
    *,
    mode: Mode,
    wavelength_um: float,
    pixel_pitch_um: float,
    background: Frame | None = None,
    calibration_profile_id: str | None = None,
    url: str | None = None,
    api_key: str | None = None,
    wait: float | bool | None = None,
    progress: Progress | None = None,
    **parameters: Unpack[Parameters],
) -> Result:
    """Reconstructs a hologram and returns its result: `Client(url, api_key).reconstruct(…)`, which says the rest."""
    with Client(url, api_key) as client:
        return client.reconstruct(
            hologram,
            mode=mode,
            wavelength_um=wavelength_um,
            pixel_pitch_um=pixel_pitch_um,
            background=background,
            calibration_profile_id=calibration_profile_id,
            wait=wait,
            progress=progress,
            **parameters,
        )

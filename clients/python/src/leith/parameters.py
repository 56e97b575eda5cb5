"""The parameters of a reconstruction that have a default. Made from openapi.json: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

#: As the API writes it, or a list, or a list of lists.
Listed: TypeAlias = "str | Sequence[str] | Sequence[float] | Sequence[Sequence[float]]"


class Parameters(TypedDict, total=False):
    """What may be said of a hologram beside its mode, wavelength and pixel pitch."""

    wavelength_tolerance_nm: float
    """± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; off-axis it counts in the uncertainty of the phase, as far as light travels to the sensor. Absent: the wavelength is exact, or as a calibration profile states it."""

    pixel_pitch_basis: Literal["sensor", "object_space"]
    """What pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification)."""

    magnification: float
    """Of the optics between sample and sensor."""

    z_mm: float
    """Distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor."""

    z_tolerance_mm: float
    """± of z_mm, or of all of stack_z_mm together; it counts in the uncertainty of the phase. Absent: the distance is exact, or as a calibration profile states it."""

    z_min_mm: float
    """Start of the focus search range, mm; together with z_max_mm, instead of z_mm."""

    z_max_mm: float
    """End of the focus search range, mm; at most 10 above z_min_mm."""

    sample_type: Literal["transmission", "reflection"]
    """How phase becomes height."""

    refractive_index_sample: float
    """Transmission: with refractive_index_medium, adds a height map."""

    refractive_index_medium: float
    """Transmission: index of what surrounds the sample."""

    refractive_index_immersion: float
    """Index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with wavelength_um / n."""

    sideband: Literal["auto", "conjugate"]
    """Off-axis: which of the two twin sidebands; conjugate takes the one that auto does not."""

    carrier_cycles_per_px: Listed
    """Off-axis, expert: where the sideband is, as fx,fy, instead of looking for it."""

    filter_radius_cycles_per_um: float
    """Off-axis, expert: radius of the filter, cycles/µm."""

    demodulation: Literal["linear", "likelihood"]
    """Off-axis: how the field is taken from the fringes; linear: a filter around the sideband; likelihood: and then a step that lets dark pixels count for more, where the residual allows it."""

    lens_distortion: Literal["keep", "correct"]
    """Correct: what the calibration profile says of the lens’s distortion is undone by resampling; pixels that the camera saw nothing of are marked as not known. Needs a profile that states it."""

    phase_retrieval: Literal["constrained", "none"]
    """Inline: whether the twin image is removed."""

    camera_gamma: float
    """Inline: the light is the camera’s counts to this power: 1 for a camera that is known to be linear, 2.2 for one that gives frames the gamma of screens. Absent: frames of 8 bits are asked, and what they leave open counts in the uncertainty."""

    stack_z_mm: Listed
    """Inline: one distance (mm) per frame of the stack, separated by commas; the frames are the pages of one TIFF, or one NPY or NPZ of (frames, rows, columns), sent as the hologram."""

    phase_background: Literal["auto", "none", "tilt", "polynomial"]
    """What is removed from the phase; the report lists the removed terms."""

    background_degree: int
    """With phase_background=polynomial: its degree, instead of the lowest one that suffices."""

    background_region: Listed
    """Rectangles of the uploaded frame that hold no sample, as x,y,width,height in px from its upper left corner, separated by semicolons: the background is fitted to these alone."""

    output_sampling: Literal["full", "native"]
    """Full: one output pixel per camera pixel; native: the sampling that the recorded bandwidth carries."""

    outputs: Listed
    """What the package holds, separated by commas, out of phase, “phase_wrapped”, amplitude, “phase_uncertainty”, “phase_noise”, height, field, previews; height only where the request allows it. The phase alone is a seventh of the whole, at native sampling a thirtieth or less."""

    channel: Literal["red", "green", "blue"]
    """Which channel of a colour frame holds the hologram; a frame that is grey needs none."""

#!/usr/bin/env python3
"""A notebook's worth of Leith, in cells (`# %%`) as VS Code, Spyder and Jupytext know them.

    pip install clients/python          # in the checkout; matplotlib, if you want the picture
    python examples/notebook.py

The service is the one at LEITH_URL, or on this machine. docs/clients.md walks through it.
"""

# %% A hologram becomes a result
from pathlib import Path

import leith
import numpy as np

examples = Path(__file__).parent  # in a notebook: Path("examples")

result = leith.reconstruct(
    examples / "off-axis.png",
    background=examples / "off-axis-background.png",
    mode="off-axis",
    wavelength_um=0.6328,
    pixel_pitch_um=3.45,
    z_mm=5,
)
print(result.report)
result.verify(examples / "off-axis.png")

# %% Maps are arrays, and every pixel says how far it can be trusted
size = result.pixel_size_um
print(f"{result.phase.shape[1]} x {result.phase.shape[0]} pixels of {size.x:g} x {size.y:g} µm")
print(f"phase {result.phase.min():.3f} to {result.phase.max():.3f} rad, median uncertainty {np.median(result.uncertainty):.4f} rad")

# %% What stands out of its uncertainty is sample: each connected piece of it is a bead
sample = (result.phase > 0.5) & (result.phase > 5 * result.uncertainty)
label = np.where(sample, np.arange(1, sample.size + 1).reshape(sample.shape), 0)
while True:
    spread = np.pad(label, 1)
    around = [spread[1:-1, 1:-1], spread[:-2, 1:-1], spread[2:, 1:-1], spread[1:-1, :-2], spread[1:-1, 2:]]
    following = np.where(sample, np.maximum.reduce(around), 0)
    if np.array_equal(following, label):
        break
    label = following
beads = np.unique(label[label > 0])
print(f"{len(beads)} beads")

# %% A mean phase with its uncertainty. The pixels of a piece share errors: the sum is no better than its parts
for bead in beads:
    pixels = label == bead
    area_um2 = np.count_nonzero(pixels) * size.x * size.y
    print(f"  {area_um2:7.0f} µm², {result.phase[pixels].mean():.3f} ± {result.uncertainty[pixels].max():.3f} rad")

# %% The field is complex: 50 µm on, by the angular spectrum (docs/conventions.md: light gains exp(+ikz))
wavelength_um = result.report.parameters["wavelength_um"]
fy = np.fft.fftfreq(result.field.shape[0], size.y)[:, None]
fx = np.fft.fftfreq(result.field.shape[1], size.x)[None, :]
kz = 2 * np.pi * np.sqrt(np.maximum(0, wavelength_um**-2 - fx**2 - fy**2))
further = np.fft.ifft2(np.fft.fft2(result.field) * np.exp(1j * kz * 50))
print(f"energy is kept: {np.sum(np.abs(further) ** 2) / np.sum(np.abs(result.field) ** 2):.4f}")

# %% Keep it, open it again; the ZIP holds a page for people as well
result.save("result.zip")
again = leith.load("result.zip")
assert np.array_equal(again.phase, result.phase)
Path("report.html").write_text(again.report.html or "", encoding="utf-8")

# %% What can't be done is said, all of it at once, with how to mend it
try:
    leith.reconstruct(examples / "off-axis.png", mode="off-axis", wavelength_um=632.8, pixel_pitch_um=3.45)
except leith.InvalidInput as error:
    print(error)
    print(error.help.splitlines()[0])

# %% A picture, where matplotlib is there
try:
    from matplotlib import pyplot
except ImportError:
    pass
else:
    figure, axes = pyplot.subplots()
    image = axes.imshow(result.phase, extent=result.extent_um, cmap="viridis")
    axes.set(xlabel="x / µm", ylabel="y / µm")
    figure.colorbar(image, label="phase / rad")
    figure.savefig("phase.png")

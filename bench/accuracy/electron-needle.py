"""An electron hologram and its reference frame, which come with holospy (GPL), through the command line and through holospy itself.

python bench/accuracy/electron-needle.py needs NumPy, SciPy, tifffile and holospy. The wavelength that is given is one of light: a phase
off-axis, in focus, knows of none. Of a difference a tilt is taken off, which drifts between two frames of such a microscope. Nothing was
chosen on this recording.
"""

import io
import json
import subprocess
import tempfile
import warnings
import zipfile
from pathlib import Path

import numpy as np
import tifffile

warnings.filterwarnings("ignore")
import holospy.data as recordings  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
RIG = ["--mode", "off-axis", "--wavelength-um", "0.532", "--pixel-pitch-um", "3.45", "--z-mm", "0", "--quiet"]
UNKNOWN = 1.2
EDGE = 40


def by_leith(folder, with_reference):
    words = [str(ROOT / "node_modules" / ".bin" / "node"), str(ROOT / "bin" / "leith.mjs"), "reconstruct"]
    words += [str(folder / "hologram.tif"), *RIG, "-o", str(folder / "result.zip")]
    if with_reference:
        words += ["--background", str(folder / "reference.tif")]
    subprocess.run(words, check=True, capture_output=True)
    with zipfile.ZipFile(folder / "result.zip") as package:
        read = [tifffile.imread(io.BytesIO(package.read(f"data/{name}.tif"))) for name in ("phase", "phase_uncertainty")]
        flags = json.loads(package.read("data/evidence.json"))["quality"]["flags"]
    return [a.astype(float) for a in read], [flag["code"] for flag in flags if flag["level"] != "info"]


def by_holospy(hologram, reference):
    for frame in (hologram, reference):
        frame.set_signal_type("hologram")
    at = reference.estimate_sideband_position(sb="lower")
    size = reference.estimate_sideband_size(at)
    wave = hologram.reconstruct_phase(reference, sb_position=at, sb_size=size, output_shape=hologram.data.shape)
    return np.angle(wave.data)


def less_surface(apart, known, degree):
    """Wrapped difference less a polynomial: by its slope first, then by least squares."""
    wave = np.exp(1j * apart)
    y, x = np.mgrid[: apart.shape[0], : apart.shape[1]]
    across = np.angle(np.sum((wave[:, 1:] * wave[:, :-1].conj())[known[:, 1:]]))
    down = np.angle(np.sum((wave[1:] * wave[:-1].conj())[known[1:]]))
    wave = wave * np.exp(-1j * (across * x + down * y))
    wave = wave * np.exp(-1j * np.angle(wave[known].mean()))
    x, y = 2 * x / x.max() - 1, 2 * y / y.max() - 1
    for upto in range(1, degree + 1):
        terms = np.stack([x**i * y**j for i in range(upto + 1) for j in range(upto + 1 - i)], -1)
        for _ in range(3):
            fit = np.linalg.lstsq(terms[known], np.angle(wave[known]), rcond=None)[0]
            wave = wave * np.exp(-1j * (terms @ fit))
    return np.angle(wave)


def rms(values):
    return np.sqrt(np.mean(values**2))


def main():
    hologram, reference = recordings.Fe_needle_hologram(), recordings.Fe_needle_reference_hologram()
    with tempfile.TemporaryDirectory() as at:
        folder = Path(at)
        tifffile.imwrite(folder / "hologram.tif", hologram.data.astype(np.uint16))
        tifffile.imwrite(folder / "reference.tif", reference.data.astype(np.uint16))
        runs = {"with its reference": by_leith(folder, True), "alone": by_leith(folder, False)}
    other = by_holospy(hologram, reference)
    heads = ["frame", "unknown", "median σ, rad", "difference from holospy less a tilt, rad", "beyond 2 σ"]
    print("| " + " | ".join([*heads, "less a surface of degree 4, rad", "flags"]) + " |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, ((phase, sigma), flags) in runs.items():
        known = sigma < UNKNOWN
        unknown = 100 * (1 - known.mean())
        known[:EDGE], known[-EDGE:], known[:, :EDGE], known[:, -EDGE:] = False, False, False, False
        tilted, bent = (less_surface(phase - other, known, degree)[known] for degree in (1, 4))
        beyond = 100 * np.mean(np.abs(tilted) > 2 * sigma[known])
        codes = ", ".join(f"`{code}`" for code in flags)
        cells = [name, f"{unknown:.1f} %", f"{np.median(sigma):.2f}", f"{rms(tilted):.2f}"]
        print("| " + " | ".join([*cells, f"{beyond:.2f} %", f"{rms(bent):.2f}", codes]) + " |")


main()

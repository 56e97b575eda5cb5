"""In-line frames of cells with smooth outlines, taken to the sensor by another program: LightPipes (van Vledder, de Weger), Forvard.

python inline-smooth.py FOLDER SEED …: for each seed a frame of 8 bits (SEED.npy) and its phase in rad (SEED-phase.npy, float32).
Two samples a pixel, pixels average over their area, light uneven by 20 %, 15,000 electrons at full scale, none of them full.
"""

import sys
from pathlib import Path

import LightPipes
import numpy as np

SIDE, PITCH_UM, WAVELENGTH_UM, Z_MM = 480, 1.67, 0.532, 1.4
FULL = 15000
# px around the frame, so that what leaves one side does not come back on the other
AROUND = 80


def phase(seed, side):
    """Six cells of 0.5 to 2.5 rad, each falling off smoothly and with a denser part."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side]
    total = np.zeros((side, side))
    for _ in range(6):
        cx, cy = rng.uniform(0.22, 0.78, 2) * side
        wide, tall = rng.uniform(0.02, 0.045, 2) * side
        far = ((x - cx) / wide) ** 2 + ((y - cy) / tall) ** 2
        total += rng.uniform(0.5, 2.0) * np.exp(-far / 2)
        far = ((x - cx - 0.4 * wide) / (0.35 * wide)) ** 2 + ((y - cy) / (0.35 * tall)) ** 2
        total += rng.uniform(0.1, 0.5) * np.exp(-far / 2)
    return total


def frame(seed):
    whole = SIDE + 2 * AROUND
    fine = phase(seed, 2 * whole)
    field = LightPipes.Begin(whole * PITCH_UM * 1e-6, WAVELENGTH_UM * 1e-6, 2 * whole)
    field.field = np.exp(1j * fine)
    light = np.abs(LightPipes.Forvard(field, Z_MM * 1e-3).field) ** 2

    def pixels(values):
        mean = values.reshape(whole, 2, whole, 2).mean((1, 3))
        return mean[AROUND:-AROUND, AROUND:-AROUND]

    y, x = np.mgrid[:SIDE, :SIDE] / SIDE
    seen = pixels(light) * (1 - 0.2 * ((x - 0.4) ** 2 + (y - 0.6) ** 2))
    rng = np.random.default_rng(1000 + seed)
    electrons = rng.poisson(0.9 * FULL * seen / seen.max()) + rng.normal(0, 3, seen.shape)
    counts = np.clip(np.round(255 * electrons / FULL), 0, 255).astype(np.uint8)
    return counts, pixels(fine).astype(np.float32)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for seed in sys.argv[2:]:
        counts, truth = frame(int(seed))
        np.save(folder / f"{seed}.npy", counts)
        np.save(folder / f"{seed}-phase.npy", truth)

"""In-line frames of cells by NumPy alone: an angular spectrum twice as wide as the sample, one sample a pixel.

python inline-cells.py smooth FOLDER SEED …: cells of random number, size, height and outline on a random rig.
python inline-cells.py recorded FOLDER PHASE.npy ROW …: a phase that was recorded otherwise (rad, float32), cells dense and cut by the edge.
For each a frame (NAME.npy, uint16 of 12 bits), its phase in rad (NAME-phase.npy, float32) and its rig (NAME.json).
"""

import json
import sys
from pathlib import Path

import numpy as np

# µm, share of the recorded height, first column over the columns that are not needed, pitch (µm)
RECORDED = [
    (700, 0.5, 0, 1.67),
    (1000, 0.6, 0.63, 1.67),
    (1500, 0.5, 1, 2.2),
    (600, 0.8, 0, 1.12),
    (1200, 0.35, 0.63, 1.67),
    (900, 0.7, 1, 1.12),
]
SIDE, AROUND = 480, 80


def at_sensor(phase, z_um, pitch_um, wavelength_um):
    side = 2 * len(phase)
    f = np.fft.fftfreq(side, pitch_um)
    along = 1 / wavelength_um**2 - f[:, None] ** 2 - f[None] ** 2
    transfer = np.exp(2j * np.pi * z_um * np.sqrt(np.maximum(0, along))) * (along > 0)
    field = np.ones((side, side), complex)
    first = (side - len(phase)) // 2
    inner = slice(first, first + len(phase))
    field[inner, inner] = np.exp(1j * phase)
    return np.abs(np.fft.ifft2(np.fft.fft2(field) * transfer))[inner, inner] ** 2


def write(folder, name, phase, side, z_um, pitch_um, wavelength_um, electrons, rng):
    first = (len(phase) - side) // 2
    inner = slice(first, first + side)
    light = at_sensor(phase, z_um, pitch_um, wavelength_um)[inner, inner]
    counts = np.round(800 * rng.poisson(light * electrons) / electrons)
    np.save(folder / f"{name}.npy", np.clip(counts, 0, 4095).astype(np.uint16))
    np.save(folder / f"{name}-phase.npy", phase[inner, inner].astype(np.float32))
    rig = {"wavelength_um": wavelength_um, "pixel_pitch_um": pitch_um, "z_mm": z_um / 1000}
    (folder / f"{name}.json").write_text(json.dumps(rig))


def smooth(folder, seed):
    rng = np.random.default_rng(seed)
    side = int(rng.choice([240, 320, 400]))
    pitch_um, wavelength_um = float(rng.choice([1.12, 1.67, 2.2])), float(rng.choice([0.405, 0.532, 0.633]))
    z_um = float(rng.uniform(400, 2500))
    wave = np.sqrt(wavelength_um * z_um) / pitch_um
    whole = int(side * 1.5) // 2 * 2
    y, x = np.mgrid[:whole, :whole]
    phase = np.zeros((whole, whole))
    for _ in range(int(rng.integers(2, 9))):
        wide = wave * np.exp(rng.uniform(np.log(0.4), np.log(1.6)))
        tall, turn = wide * rng.uniform(0.7, 1.4), rng.uniform(0, np.pi)
        cy, cx = (whole - side) // 2 + side * rng.uniform(0.12, 0.88, 2)
        u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
        v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
        far, rad, kind = (u / wide) ** 2 + (v / tall) ** 2, rng.uniform(0.3, 2.4), rng.integers(3)
        dome = np.clip(1 - far / 4, 0, None)
        phase += rad * [np.exp(-far / 2), dome, np.sqrt(dome)][kind]
    write(folder, str(seed), phase, side, z_um, pitch_um, wavelength_um, float(rng.uniform(3000, 20000)), rng)


def recorded(folder, phase, row):
    z_um, share, place, pitch_um = RECORDED[row]
    phase = phase * np.sign(np.percentile(phase, 99) + np.percentile(phase, 1))
    whole = SIDE + 2 * AROUND
    rows = phase.shape[0]
    first = int(place * (phase.shape[1] - rows))
    cells = np.clip(phase[:, first : first + rows], 0, None)
    # what is less than a quarter of a radian is the recording's own background
    cells = np.where(cells < 0.25, cells * np.clip((cells - 0.1) / 0.15, 0, 1), cells)
    at = (np.arange(whole) + 0.5) * rows / whole - 0.5
    below = np.clip(np.floor(at).astype(int), 0, rows - 2)
    part = at - below
    lines = cells[below] * (1 - part)[:, None] + cells[below + 1] * part[:, None]
    fine = lines[:, below] * (1 - part) + lines[:, below + 1] * part
    fade = np.ones(whole)
    fade[:40] = (1 - np.cos(np.pi * (np.arange(40) + 0.5) / 40)) / 2
    fade[-40:] = fade[:40][::-1]
    rng = np.random.default_rng(10 + row)
    write(folder, str(row), share * fine * fade * fade[:, None], SIDE, z_um, pitch_um, 0.532, 10000, rng)


kind, folder, *rest = sys.argv[1:]
if kind == "smooth":
    for seed in rest:
        smooth(Path(folder), int(seed))
else:
    recording = np.load(rest[0]).astype(float)
    for row in rest[1:]:
        recorded(Path(folder), recording, int(row))

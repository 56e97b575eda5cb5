"""Off-axis frames whose lines a camera reads one after the other, while the fringes move; samples that lie along the lines; and frames
over which a plate or a window lays a weak copy of the object's wave, aside and out of focus.

python numpy-frames.py FOLDER KIND SEED …: for each seed a frame of 8, 10 or 12 bits (KIND-SEED.npy), and the phase in rad through the lens,
within a turn (KIND-SEED-phase.npy, float32). Two cells along a pixel's side; cells, beads or bars; a reference that bends by up to 8 rad.
"""

import sys
from pathlib import Path

import numpy as np
from scipy.ndimage import gaussian_filter

SIDE, AROUND, FINER = 512, 64, 2
WHOLE = SIDE + 2 * AROUND


def passed(field, radius):
    f = np.fft.fftfreq(WHOLE * FINER, 1 / FINER)
    away = np.hypot(f[:, None], f[None])
    rim = 1 / (1 + np.exp(np.clip((away - radius) / (0.01 * radius), -50, 50)))
    return np.fft.ifft2(np.fft.fft2(field) * rim)


def copied(u, kind, rng):
    """u with a copy of it: of 2, 5, 10 or 20 %, and where the kind says so by 200 to 900 pixels out of focus."""
    share = next(s for s in (0.02, 0.05, 0.1, 0.2) if f"-{s:.2f}" in kind)
    f = np.fft.fftfreq(WHOLE * FINER, 1 / FINER)
    aside, to, turn = rng.uniform(18, 70), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    wavelength = rng.uniform(2, 4)
    farther = rng.uniform(200, 900) if "blurred" in kind else 0
    squared = f[:, None] ** 2 + f[None] ** 2
    way = farther * (np.sqrt((1 / wavelength**2 - squared).clip(0)) - 1 / wavelength)
    way = way - aside * (f[None] * np.cos(to) + f[:, None] * np.sin(to))
    return u + share * np.exp(1j * turn) * np.fft.ifft2(np.fft.fft2(u) * np.exp(2j * np.pi * way))


def cells(rng, x, y, count, beyond):
    phase = np.zeros_like(x)
    for _ in range(count):
        (cx, cy), (a, b) = rng.uniform(-beyond, SIDE + beyond, 2), rng.uniform(14, 34, 2)
        turn, height = rng.uniform(0, np.pi), rng.uniform(0.8, 3.5)
        along = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
        across = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
        phase += height * (1 - (along / a) ** 2 - (across / b) ** 2).clip(0) ** 0.7
    return phase


def beads(rng, x, y, beyond):
    phase = np.zeros_like(x)
    for _ in range(rng.integers(8, 25)):
        (cx, cy), radius, height = rng.uniform(-beyond, SIDE + beyond, 2), rng.uniform(7, 18), rng.uniform(1, 4)
        phase += height * np.sqrt((1 - ((x - cx) ** 2 + (y - cy) ** 2) / radius**2).clip(0))
    return phase


def bars(rng, x, y):
    phase, height = np.zeros_like(x), rng.uniform(0.4, 1.5)
    for _ in range(9):
        wide, (cx, cy) = rng.choice([5, 8, 12, 18]), rng.uniform(40, SIDE - 40, 2)
        u, v = (x - cx, y - cy) if rng.integers(2) else (y - cy, x - cx)
        for k in (-2, 0, 2):
            phase[(np.abs(u - k * wide) < wide / 2) & (np.abs(v) < 2.5 * wide)] = height
    return phase


def along_rows(rng, x, y):
    """A grating or fibres, exactly along the rows or by up to half a degree aside."""
    at, height = y - x * np.tan(np.deg2rad(rng.choice([0, 0.2, 0.5]))), rng.uniform(0.2, 1.5)
    if rng.integers(2):
        return height * (at / rng.uniform(14, 120) % 1 < rng.uniform(0.3, 0.7))
    phase = np.zeros_like(x)
    for _ in range(rng.integers(1, 4)):
        phase += 2 * height * np.sqrt((1 - ((at - rng.uniform(0, SIDE)) / rng.uniform(12, 40)) ** 2).clip(0))
    return phase


def turns(kind, rng):
    """rad, of each line."""
    line = np.arange(SIDE)
    size = rng.uniform(0.05, 0.4)
    if "vibration" in kind:
        waves = [(rng.normal(), rng.uniform(2, 15), rng.uniform()) for _ in range(rng.integers(1, 4))]
        turned = sum(a * np.cos(2 * np.pi * (f * line / SIDE + p)) for a, f, p in waves)
    elif "drift" in kind:
        turned = gaussian_filter(rng.normal(size=SIDE), SIDE / rng.uniform(6, 20))
    elif "walk" in kind:
        turned = np.cumsum(rng.normal(size=SIDE))
        turned -= np.polyval(np.polyfit(line, turned, 1), line)
    elif "jitter" in kind:
        turned = rng.normal(size=SIDE)
    else:
        return np.zeros(SIDE)
    return size * turned / turned.std()


def frame(kind, seed):
    rng = np.random.default_rng([seed, 1918])
    at = (np.arange(WHOLE * FINER) + 0.5) / FINER - AROUND - 0.5
    x, y = np.meshgrid(at, at)
    radius, carrier, turn = rng.uniform(0.085, 0.125), rng.uniform(0.25, 0.3), rng.uniform(0.25, 1.32)
    # a copy shows what lies beyond the frame
    doubled = "copy" in kind
    samples = [
        lambda: cells(rng, x, y, rng.integers(6, 16), 60 if doubled else 20),
        lambda: beads(rng, x, y, 60 if doubled else 0),
        lambda: bars(rng, x, y),
    ]
    if "rows" in kind:
        samples = [lambda: along_rows(rng, x, y)]
    if "crowded" in kind:
        samples = [lambda: cells(rng, x, y, rng.integers(40, 70), 20)]
    u = passed(np.exp(1j * gaussian_filter(samples[seed % len(samples)](), FINER / 2)), radius)
    seen = copied(u, kind, rng) if doubled else u
    bend = rng.uniform(-8, 8) * ((x / SIDE - 0.5) ** 2 + (y / SIDE - 0.5) ** 2) * 4
    shaken = np.interp(at, np.arange(SIDE), turns(kind, rng))[:, None]
    fringes = 2 * np.pi * carrier * (np.cos(turn) * x + np.sin(turn) * y)
    beam = rng.uniform(0.6, 1.4)
    beats = 2 * beam * rng.uniform(0.7, 0.95) * np.real(seen * np.exp(1j * (fringes - bend + shaken)))

    def pixels(values):
        return values.reshape(WHOLE, FINER, WHOLE, FINER).mean((1, 3))[AROUND:-AROUND, AROUND:-AROUND]

    light = pixels(np.abs(seen) ** 2 + beam**2 + beats)
    full, most = rng.uniform(8e3, 2e4), 2 ** int(rng.choice([8, 10, 12])) - 1
    electrons = rng.poisson(light / light.max() * 0.92 * full) + rng.normal(0, 5, light.shape)
    counts = np.clip(np.round(electrons / full * most), 0, most).astype(np.uint8 if most == 255 else np.uint16)
    phase = np.angle(pixels(u)).astype(np.float32)
    return (counts.T, phase.T) if "columns" in kind else (counts, phase)


if __name__ == "__main__":
    folder, name, *seeds = sys.argv[1:]
    for one in seeds:
        counts, phase = frame(name, int(one))
        np.save(Path(folder) / f"{name}-{one}.npy", np.ascontiguousarray(counts))
        np.save(Path(folder) / f"{name}-{one}-phase.npy", np.ascontiguousarray(phase))

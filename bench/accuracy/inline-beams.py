"""In-line frames in beams that no series was made for, with the same light without a sample, in NumPy alone.

python inline-beams.py FOLDER FIRST COUNT writes FIRST.npy ..., the frame with photon noise, FIRST.light.npy, the light, both float32,
and FIRST.txt, what they are. Free space is the angular spectrum on samples of half a pixel, 64 px farther out than the sensor on each side.
"""

import sys

import numpy as np

OVER, PAD = 2, 64


def propagated(wave, z, wavelength, pitch):
    fy = np.fft.fftfreq(wave.shape[0], pitch)[:, None]
    fx = np.fft.fftfreq(wave.shape[1], pitch)[None]
    along = 1 - (wavelength * fx) ** 2 - (wavelength * fy) ** 2
    turn = np.exp(2j * np.pi * z / wavelength * np.sqrt(np.maximum(along, 0)))
    return np.fft.ifft2(np.fft.fft2(wave) * turn * (along > 0))


def sample(r, kind, n, x, y):
    """Phase and optical density at the places x, y, px of the sensor."""
    phase, density = np.zeros_like(x), np.zeros_like(x)

    def cell(cx, cy, radius, delay, dark):
        q = np.hypot(x - cx, y - cy) / radius
        inside = 0.5 * (1 - np.tanh((q - 1) * radius / 2.5))
        phase[:] += delay * inside * np.sqrt(np.maximum(0, 1 - np.minimum(q, 1) ** 2) * 0.7 + 0.3)
        density[:] += dark * inside

    if kind == "cells":
        for _ in range(r.integers(2, 6)):
            cell(*r.uniform(0.15 * n, 0.85 * n, 2), r.uniform(12, 35), r.uniform(0.4, 2), r.uniform(0, 0.05))
    if kind == "suspension":
        for _ in range(r.integers(40, 120)):
            cell(*r.uniform(-PAD, n + PAD, 2), r.uniform(4, 12), r.uniform(0.3, 1.5), r.uniform(0, 0.3))
    if kind == "dark":
        for _ in range(r.integers(3, 15)):
            cell(*r.uniform(0, n, 2), r.uniform(6, 30), r.uniform(0, 0.3), r.uniform(0.3, 1.5))
    if kind == "edge":
        for _ in range(r.integers(4, 9)):
            place = [r.uniform(-10, 20), r.uniform(0, n)]
            if r.random() < 0.5:
                place[0] = n - place[0]
            if r.random() < 0.5:
                place = place[::-1]
            cell(*place, r.uniform(20, 50), r.uniform(0.4, 2), r.uniform(0, 0.1))
    if kind == "chart":
        width = r.integers(4, 14)
        for k in range(int(n / (4 * width))):
            left = 0.15 * n + 2 * width * k
            bar = (x >= left) & (x < left + width) & (y > 0.2 * n) & (y < 0.8 * n) & (left < 0.85 * n)
            density[:] += 2.0 * bar
    return phase, density


def light(r, form, x, y):
    """Over [-1, 1] squared, with none, one, two or four parasitic fringes."""
    if form == "vignette":
        of = 1 - r.uniform(0.05, 0.35) * (x**2 + y**2) / 2
    elif form == "quartic":
        of = 1 - r.uniform(0.05, 0.4) * ((x**2 + y**2) / 2) ** 2
    elif form == "tilt":
        of = 1 + r.uniform(-0.2, 0.2) * x + r.uniform(-0.2, 0.2) * y
    else:
        c = r.uniform(-0.6, 0.6, 2)
        w = r.uniform(1.9, 4, 2)
        if form == "beam":
            w[1] = w[0]
        of = np.exp(-2 * ((x - c[0]) ** 2 / w[0] ** 2 + (y - c[1]) ** 2 / w[1] ** 2))
    count = int(r.choice([0, 1, 2, 4]))
    fringes = np.zeros_like(x)
    for _ in range(count):
        size, along, start = r.uniform(0.005, 0.04), r.uniform(-3, 3, 2), r.uniform(0, 2 * np.pi)
        fringes += size * np.cos(np.pi * (along[0] * x + along[1] * y) + start)
    return of * (1 + fringes), count


def frame(seed):
    r = np.random.default_rng(seed)
    n = int(r.choice([256, 320, 480, 640]))
    pitch, wavelength = r.choice([1.12e-6, 1.67e-6, 2.4e-6]), r.choice([405e-9, 532e-9, 633e-9, 850e-9])
    z = r.uniform(0.6e-3, 2.5e-3)
    side = (n + 2 * PAD) * OVER
    y, x = np.mgrid[0:side, 0:side] / OVER - PAD
    kind = r.choice(["cells", "suspension", "dark", "chart", "edge", "none"])
    form = r.choice(["vignette", "beam", "quartic", "tilt", "oval beam"])
    phase, density = sample(r, kind, n, x, y)
    of, count = light(r, form, 2 * x / n - 1, 2 * y / n - 1)
    wave = propagated(np.exp(1j * phase - density / 2), z, wavelength, pitch / OVER)
    peak = r.uniform(3000, 20000)
    inner = slice(PAD * OVER, (PAD + n) * OVER)
    counts = lambda i: peak * i[inner, inner].reshape(n, OVER, n, OVER).mean((1, 3))
    seen = r.poisson(counts(np.abs(wave) ** 2 * of)).astype(np.float32)
    return seen, counts(of).astype(np.float32), f"{kind}, {form}, {count}"


folder, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for seed in range(first, first + count):
    seen, blank, words = frame(seed)
    np.save(f"{folder}/{seed}.npy", seen)
    np.save(f"{folder}/{seed}.light.npy", blank)
    with open(f"{folder}/{seed}.txt", "w") as out:
        out.write(words)

"""Phase retrieval of in-line holograms with numpy and scipy alone, as found in the literature: FISTA on the data term, a
complex total variation and |x| <= 1 (after Gao & Cao, 2023). The frame is taken as periodic.

Called by inline.ts: `python3 inline-peer.py FOLDER`; the folder holds manifest.json and raw little-endian float32
amplitudes, and gets the fields as interleaved float32. Prints the processor seconds of each run as JSON.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
from scipy import fft

ITERATIONS = 150
PROXIMAL_STEPS = 6


def transfer(shape, wavelength, pitch, z):
    fy, fx = np.meshgrid(fft.fftfreq(shape[0], pitch), fft.fftfreq(shape[1], pitch), indexing="ij")
    axial = np.sqrt(np.maximum(wavelength**-2 - fx**2 - fy**2, 0))
    return np.exp(2j * np.pi * z * (axial - 1 / wavelength))


def momentum(age):
    following = (1 + np.sqrt(1 + 4 * age * age)) / 2
    return following, (age - 1) / following


def divergence(px, py):
    out = px + py
    out[:, 1:] -= px[:, :-1]
    out[1:] -= py[:-1]
    return out


def denoised(v, weight):
    """Proximal step of weight · TV by accelerated projections on its dual."""
    px, py = np.zeros_like(v), np.zeros_like(v)
    qx, qy, age = px, py, 1.0
    for _ in range(PROXIMAL_STEPS):
        w = v + weight * divergence(qx, qy)
        nx, ny = qx.copy(), qy.copy()
        nx[:, :-1] += np.diff(w, axis=1) / (8 * weight)
        ny[:-1] += np.diff(w, axis=0) / (8 * weight)
        length = np.maximum(1, np.sqrt(np.abs(nx) ** 2 + np.abs(ny) ** 2))
        nx, ny = nx / length, ny / length
        age, speed = momentum(age)
        qx, qy, px, py = nx + speed * (nx - px), ny + speed * (ny - py), nx, ny
    return v + weight * divergence(px, py)


def retrieve(amplitudes, transfers, weight):
    x = np.ones(amplitudes[0].shape, complex)
    point, age = x, 1.0
    for _ in range(ITERATIONS):
        gradient = 0
        for measured, h in zip(amplitudes, transfers):
            u = fft.ifft2(fft.fft2(point) * h)
            miss = u - measured * u / np.maximum(np.abs(u), 1e-12)
            gradient = gradient + fft.ifft2(fft.fft2(miss) * np.conj(h)) / len(amplitudes)
        v = denoised(point - gradient, weight)
        v = v / np.maximum(1, np.abs(v))
        age, speed = momentum(age)
        point, x = v + speed * (v - x), v
    return x


def main(folder):
    seconds = []
    for run in json.loads((folder / "manifest.json").read_text()):
        shape = (run["rows"], run["cols"])
        read = lambda name: np.fromfile(folder / name, "<f4").reshape(shape).astype(float)
        amplitudes = [read(name) for name in run["amplitudes"]]
        transfers = [transfer(shape, run["wavelength"], run["pitch"], z) for z in run["distances"]]
        start = time.process_time()
        x = retrieve(amplitudes, transfers, run["weight"])
        seconds.append(time.process_time() - start)
        x.astype("<c8").tofile(folder / run["field"])
    print(json.dumps(seconds))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

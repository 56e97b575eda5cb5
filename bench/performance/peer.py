"""Times a straightforward NumPy / SciPy / scikit-image pipeline that does the same steps as Leith's.

Reads an .npy frame (float32), then answers every line on standard input with one line of JSON: milliseconds per step.
Steps: find the carrier, demodulate and low-pass, take amplitude and phase, unwrap, fit and remove a degree-4 background,
estimate the phase noise. One thread; complex64 transforms by SciPy, the fastest of the common ones.
"""

import json
import sys
import time

import numpy as np
from scipy import fft, ndimage
from skimage.restoration import unwrap_phase


def find_carrier(frame):
    rows, cols = frame.shape
    window = np.hanning(rows).astype(np.float32)[:, None] * np.hanning(cols).astype(np.float32)
    power = np.abs(fft.rfft2((frame - frame.mean()) * window, workers=1)) ** 2
    fy = fft.fftfreq(rows)[:, None]
    fx = fft.rfftfreq(cols)[None, :]
    smooth = ndimage.gaussian_filter(power, 3, mode="wrap")
    smooth[(np.hypot(fx, fy) < 0.06) | (np.abs(fy) < 2 / rows) | (fx < 2 / cols) | (fx > 0.485)] = 0
    row, col = np.unravel_index(smooth.argmax(), smooth.shape)
    near = power[row - 4 : row + 5, col - 4 : col + 5]
    dy, dx = np.unravel_index(near.argmax(), near.shape)
    return fx[0, col - 4 + dx], fy[row - 4 + dy, 0]


def demodulate(frame, carrier):
    rows, cols = frame.shape
    x = np.exp(-2j * np.pi * carrier[0] * np.arange(cols)).astype(np.complex64)
    y = np.exp(-2j * np.pi * carrier[1] * np.arange(rows)).astype(np.complex64)
    radius = np.hypot(*carrier) / 3
    rho = np.hypot(fft.fftfreq(cols)[None, :], fft.fftfreq(rows)[:, None]).astype(np.float32)
    edge = np.clip((1.15 * radius - rho) / (0.15 * radius), 0, 1)
    mask = 0.5 - 0.5 * np.cos(np.pi * edge)
    field = (frame - frame.mean()) * x[None, :] * y[:, None]
    spectrum = fft.fft2(field, workers=1, overwrite_x=True)
    spectrum *= mask
    return fft.ifft2(spectrum, workers=1, overwrite_x=True), mask


def legendre(shape, step):
    y = np.linspace(-1, 1, shape[0])[::step]
    x = np.linspace(-1, 1, shape[1])[::step]
    p = np.polynomial.legendre.legval
    unit = np.eye(5)
    return [(p(y, unit[a]), p(x, unit[b])) for a in range(5) for b in range(5 - a)]


def fit_background(phase):
    terms = legendre(phase.shape, 8)
    design = np.stack([np.outer(a, b).ravel() for a, b in terms], 1)
    observed = phase[::8, ::8].ravel()
    weight = np.ones_like(observed)
    for _ in range(12):
        c = np.linalg.lstsq(design * weight[:, None], observed * weight, rcond=None)[0]
        rest = observed - design @ c
        t = rest / (3 * 1.4826 * np.median(np.abs(rest - np.median(rest))) + 1e-9)
        weight = np.where(np.abs(t) < 1, 1 - t * t, 0)
    full = legendre(phase.shape, 1)
    return sum(k * np.outer(a, b) for k, (a, b) in zip(c, full)).astype(np.float32)


def run(frame):
    times = {}
    clock = time.perf_counter

    def lap(name, start):
        times[name] = 1e3 * (clock() - start)
        return clock()

    whole = start = clock()
    carrier = find_carrier(frame)
    start = lap("sideband", start)
    field, mask = demodulate(frame, carrier)
    start = lap("demodulation", start)
    wrapped = np.angle(field)
    amplitude = np.abs(field)
    start = lap("phase and amplitude", start)
    phase = unwrap_phase(wrapped)
    start = lap("unwrap", start)
    phase -= fit_background(phase)
    amplitude /= np.median(amplitude)
    start = lap("background", start)
    noise = np.sqrt(frame.mean() * (mask**2).mean() / 2) / (amplitude * np.median(np.abs(field)) + 1e-9)
    lap("uncertainty", start)
    times["all"] = 1e3 * (clock() - whole)
    assert np.isfinite(noise).all()
    return times


if __name__ == "__main__":
    hologram = np.load(sys.argv[1]).astype(np.float32)
    for _ in sys.stdin:
        print(json.dumps(run(hologram)), flush=True)

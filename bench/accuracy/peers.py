"""Reconstruction with numpy, scipy and scikit-image as a practitioner would write it, and comparison of phase maps.

Called by peers.ts: `python3 peers.py simulated FOLDER` or `python3 peers.py real FOLDER`; the folder holds a
manifest.json and raw little-endian arrays. Prints JSON.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy import fft, ndimage
from skimage.restoration import unwrap_phase

BORDER = 0.05


def find_carrier(frame):
    """Cycles per pixel (x, y): peak of the smoothed Hann-windowed power away from DC, fx > 0, refined by a parabola."""
    rows, cols = frame.shape
    window = np.hanning(rows)[:, None] * np.hanning(cols)
    spectrum = np.abs(fft.fft2((frame - frame.mean()) * window))
    fy, fx = np.meshgrid(fft.fftfreq(rows), fft.fftfreq(cols), indexing="ij")
    allowed = (fx > 2 / cols) & (np.abs(fy) > 2 / rows) & (np.hypot(fx, fy) > 0.06)
    allowed &= (np.abs(fx) < 0.485) & (np.abs(fy) < 0.485)
    energy = np.where(allowed, ndimage.gaussian_filter(spectrum**2, 4, mode="wrap"), 0)
    near = np.unravel_index(energy.argmax(), energy.shape)
    j, i = max(
        ((near[0] + a, near[1] + b) for a in range(-8, 9) for b in range(-8, 9)),
        key=lambda at: spectrum[at[0] % rows, at[1] % cols],
    )

    def vertex(samples):
        low, mid, high = np.log(samples)
        return 0.5 * (low - high) / (low - 2 * mid + high)

    dy = vertex([spectrum[(j + k) % rows, i % cols] for k in (-1, 0, 1)])
    dx = vertex([spectrum[j % rows, (i + k) % cols] for k in (-1, 0, 1)])
    signed = lambda at, count: (at + count / 2) % count - count / 2
    return signed(i + dx, cols) / cols, signed(j + dy, rows) / rows


def demodulate(frame, carrier, radius):
    """The sideband at `carrier`, low-passed with a raised-cosine edge of 15 %."""
    rows, cols = frame.shape
    y, x = np.mgrid[:rows, :cols]
    shifted = (frame - frame.mean()) * np.exp(-2j * np.pi * (carrier[0] * x + carrier[1] * y))
    rho = np.hypot(fft.fftfreq(rows)[:, None], fft.fftfreq(cols))
    edge = np.clip((1.15 * radius - rho) / (0.15 * radius), 0, 1)
    return fft.ifft2(fft.fft2(shifted) * (0.5 - 0.5 * np.cos(np.pi * edge)))


def legendre_design(rows, cols, degree, step):
    """Products of Legendre polynomials up to a total degree, at every `step`-th pixel."""
    y, x = np.linspace(-1, 1, rows)[::step], np.linspace(-1, 1, cols)[::step]
    value = lambda at, n: np.polynomial.legendre.legval(at, np.eye(degree + 1)[n])
    orders = [(a, b) for a in range(degree + 1) for b in range(degree + 1 - a)]
    return np.stack([np.outer(value(y, a), value(x, b)).ravel() for a, b in orders], 1)


def robust_surface(phase, degree, trusted, rounds=20):
    """Legendre surface through most of the trusted pixels: reweighted least squares, L1 and then Tukey."""
    rows, cols = phase.shape
    design = legendre_design(rows, cols, degree, 8)
    target, prior = phase[::8, ::8].ravel(), trusted[::8, ::8].ravel().astype(float)
    weight = prior
    for k in range(rounds):
        root = np.sqrt(weight)[:, None]
        fit = np.linalg.lstsq(design * root, target * root[:, 0], rcond=None)[0]
        rest = np.abs(target - design @ fit)
        scale = 1.4826 * np.median(rest[prior > 0]) + 1e-6
        if k < rounds // 2:
            weight = prior / np.maximum(rest, 0.05 * scale)
        else:
            weight = prior * np.clip(1 - (rest / (3.5 * scale)) ** 2, 0, None) ** 2
    return (legendre_design(rows, cols, degree, 1) @ fit).reshape(rows, cols)


def reconstruct(hologram, background):
    carrier = find_carrier(hologram if background is None else background)
    radius = np.hypot(*carrier) / 3
    field = demodulate(hologram, carrier, radius)
    if background is not None:
        reference = demodulate(background, carrier, radius)
        field = field * np.conj(reference) / np.maximum(np.abs(reference) ** 2, 1e-6 * np.mean(np.abs(reference) ** 2))
    phase = unwrap_phase(np.angle(field))
    if background is None:
        phase = phase - robust_surface(phase, 4, np.ones(phase.shape, bool))
    return phase


def simulated(folder):
    cases = json.loads((folder / "manifest.json").read_text())
    for case in cases:
        shape = (case["rows"], case["cols"])
        read = lambda name: np.fromfile(folder / name, "<f4").reshape(shape).astype(float)
        hologram, background = read(case["hologram"]), read(case["background"])
        reconstruct(hologram, None).astype("<f4").tofile(folder / case["without"])
        reconstruct(hologram, background).astype("<f4").tofile(folder / case["with"])
    return {}


def inner(shape):
    keep = np.zeros(shape, bool)
    top, left = (int(np.ceil(BORDER * side)) for side in shape)
    keep[top : shape[0] - top, left : shape[1] - left] = True
    return keep


def wrap(angle):
    return angle - 2 * np.pi * np.round(angle / (2 * np.pi))


def level(difference, degree, trusted):
    """Takes a Legendre surface from a phase difference that holds whole turns at will."""
    # a tilt of many turns first: peak of the spectrum of the phasors
    phasors = np.exp(1j * difference) * trusted
    rows, cols = difference.shape
    power = np.abs(fft.fft2(phasors, (2 * rows, 2 * cols)))
    j, i = np.unravel_index(power.argmax(), power.shape)
    y, x = np.mgrid[:rows, :cols]
    tilt = 2 * np.pi * (fft.fftfreq(2 * rows)[j] * y + fft.fftfreq(2 * cols)[i] * x)
    phasors = phasors * np.exp(-1j * tilt)
    smooth = ndimage.gaussian_filter(phasors.real, 4) + 1j * ndimage.gaussian_filter(phasors.imag, 4)
    return difference - tilt - robust_surface(unwrap_phase(np.angle(smooth)), degree, trusted)


def low_passed(phase, amplitude, radius):
    """The phase of a field after a Gaussian filter whose amplitude is exp(−½) at `radius` cycles per pixel."""
    rows, cols = phase.shape
    rho2 = fft.fftfreq(rows)[:, None] ** 2 + fft.fftfreq(cols) ** 2
    field = fft.ifft2(fft.fft2(amplitude * np.exp(1j * phase)) * np.exp(-rho2 / (2 * radius**2)))
    return np.angle(field)


def spread(values):
    return float(np.std(values))


def robust(values):
    return float(1.4826 * np.median(np.abs(values - np.median(values))))


def compare(ours, theirs, sigma, crop):
    """Figures of the difference in rad over the pixels that are trusted."""
    window = np.s_[crop["y"] : crop["y"] + crop["height"], crop["x"] : crop["x"] + crop["width"]]
    theirs = {name: values[window] for name, values in theirs.items()}
    trusted = inner(sigma.shape) & (sigma < 0.5)
    # which of the twins they took: the sign whose difference a smooth surface explains better
    unwrapped, sign = min(
        ((level(ours["phase"] - sign * theirs["phase"], 4, trusted), sign) for sign in (1, -1)),
        key=lambda one: robust(wrap(one[0])[trusted]),
    )
    tilt = wrap(level(ours["phase"] - sign * theirs["phase"], 1, trusted))
    degree4 = wrap(unwrapped)
    # their field without the aberration that ours has lost, both through the same filter
    coarse = low_passed(ours["phase"], ours["amplitude"], 0.03)
    other = low_passed(ours["phase"] - degree4, theirs["amplitude"], 0.03)
    low = wrap(coarse - other)
    maps = {"tilt": tilt, "degree4": degree4, "low_pass": low}
    out = {"sign": sign}
    for name, values in maps.items():
        out[name] = spread(values[trusted])
        out[f"{name}_robust"] = robust(values[trusted])
    turns = np.round(unwrapped / (2 * np.pi))
    out["turns"] = float(np.mean(turns[trusted] != np.median(turns[trusted])))
    flat = ours["phase"] - robust_surface(ours["phase"], 1, trusted)
    congruent = flat - degree4
    out["correlation"] = float(np.corrcoef(flat[trusted], congruent[trusted])[0, 1])
    out["ours_std"] = spread(flat[trusted])
    return out, maps


def real(folder):
    """For each recording, one comparison per variant of our reconstruction."""
    out = {}
    for name, case in json.loads((folder / "manifest.json").read_text()).items():
        shape = (case["rows"], case["cols"])
        read = lambda file: np.fromfile(folder / file, "<f4").reshape(shape).astype(float)
        with np.load(case["peer"]) as peer:
            theirs = {"phase": peer["phase_rad"].astype(float), "amplitude": peer["amplitude"].astype(float)}
        out[name] = []
        for k, variant in enumerate(case["variants"]):
            ours = {"phase": read(variant["phase"]), "amplitude": read(variant["amplitude"])}
            figures, maps = compare(ours, theirs, read(variant["sigma"]), case["crop"])
            out[name].append(figures)
            if k == 0:
                np.savez(folder / f"{name}-difference.npz", **maps)
    return out


if __name__ == "__main__":
    print(json.dumps({"simulated": simulated, "real": real}[sys.argv[1]](Path(sys.argv[2]))))

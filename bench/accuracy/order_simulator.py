"""Frames of calibration targets, written before any simulator of the project was read: sums of exact diffraction orders.

A lattice without an end sends plane waves, of which each goes its way by itself: from a target that is tilted, in light that is uneven in
strength and phase where it meets it, through a lens's disc with aberrations, with a weak copy that has gone farther. Bars of charts and
scales have exact spectra. Pixels are rectangles of three by three samples. Lengths are micrometres in the space of the target.

python bench/accuracy/order_simulator.py FOLDER FIRST COUNT [MODE [TARGET]] needs numpy and scipy; FOLDER/chart.json holds the chart's bars as
[x, y, width, height]. It writes FOLDER/SEED.npy and what is true in FOLDER/SEED.json.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy.special import j1

PERIODS = {"ronchi-50": 20.0, "distortion-grid-50um": 50.0, "own-dots": 25.0, "own-holes": 25.0}
LINES = ("ronchi-50", "stage-micrometer-100um")
SUB = 3


def turned(x, y, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return c * x - s * y, s * x + c * y


def orders(rig, most):
    """Frequencies of a lattice's orders along its own axes, and their amplitudes."""
    target, period, share, leak = rig["target"], rig["period"], rig["share"], rig["leak"]
    m = np.arange(-int(most * period) - 2, int(most * period) + 3)
    bars = -(1 - leak) * share * np.sinc(share * m) + (m == 0)
    if target == "ronchi-50":
        return m / period, 0.0 * m, bars + 0j
    mx, my = np.meshgrid(m, m)
    if target == "distortion-grid-50um":
        c = np.outer(bars, bars) + 0j
    else:
        radius = share * period / 2
        q = 2 * np.pi * radius * np.hypot(mx, my) / period
        disc = (1 - leak) * 2 * np.pi * (radius / period) ** 2 * np.where(q == 0, 0.5, j1(q) / np.where(q == 0, 1, q))
        middle = (mx == 0) & (my == 0)
        c = (middle - disc if target == "own-dots" else leak * middle + disc) + 0j
    return (mx / period).ravel(), (my / period).ravel(), c.ravel()


def transfer(kx, ky, z, wavelength):
    square = 1 / wavelength**2 - kx**2 - ky**2
    return np.exp(2j * np.pi * z * (np.sqrt(np.maximum(square, 0)) - 1 / wavelength)) * (square > 0)


def aberration(waves, u, v):
    r2 = u * u + v * v
    terms = [6**0.5 * (u * u - v * v), 6**0.5 * 2 * u * v, 8**0.5 * (3 * r2 - 2) * u, 8**0.5 * (3 * r2 - 2) * v]
    terms += [5**0.5 * (6 * r2 * r2 - 6 * r2 + 1), 8**0.5 * u * (u * u - 3 * v * v), 8**0.5 * v * (3 * u * u - v * v)]
    return 2 * np.pi * sum(w * t for w, t in zip(waves, terms))


def optics(rig, kx, ky):
    u, v = kx / rig["pupil"] - rig["aside"][0], ky / rig["pupil"] - rig["aside"][1]
    r = np.hypot(u, v)
    soft = 1 / (1 + np.exp(np.clip((r - 1) / 0.012, -50, 50)))
    inner = 1 / np.maximum(1, r)
    copies = 1
    for strength, dz, dx, dy, phase in rig["ghosts"]:
        aside = np.exp(1j * (phase - 2 * np.pi * (kx * dx + ky * dy)))
        copies = copies + strength * aside * transfer(kx, ky, dz, rig["wavelength"])
    way = transfer(kx, ky, rig["z"], rig["wavelength"]) * copies
    return soft * np.exp(1j * aberration(rig["zernikes"], u * inner, v * inner)) * way


def of_lattice(rig, xs, ys):
    gx, gy, c = orders(rig, 1.05 * rig["pupil"] + 0.02)
    gx, gy = turned(gx, gy, rig["rotation"])
    c = c * np.exp(-2j * np.pi * (gx * rig["at"][0] + gy * rig["at"][1]))
    a, qx, qy, phase, lag = rig["light"]
    lights = [(0, 0, 1), (qx, qy, a / 2 * np.exp(1j * phase)), (-qx, -qy, a / 2 * np.exp(1j * (lag - phase)))]
    gx, gy = (np.concatenate([g + light[k] for light in lights]) for k, g in ((0, gx), (1, gy)))
    c = np.concatenate([c * light[2] for light in lights])
    # a tilted plane keeps what lies in it of a wave's direction
    k0 = 1 / rig["wavelength"]
    tx, ty = np.radians(rig["tilt"])
    px, py = gx - k0 * np.sin(tx), gy - k0 * np.sin(ty)
    pz = np.sqrt(np.maximum(k0**2 - px**2 - py**2, 0))
    kx = np.cos(tx) * px + np.sin(tx) * pz
    ky = np.cos(ty) * py + np.sin(ty) * (np.cos(tx) * pz - np.sin(tx) * px)
    seen = (np.hypot(kx, ky) < 1.1 * rig["pupil"]) & (np.abs(c) > 1e-6)
    kx, ky, c = kx[seen], ky[seen], c[seen]
    across = np.exp(2j * np.pi * np.outer(kx, xs)).astype(np.complex64)
    down = np.exp(2j * np.pi * np.outer(ys, ky)) * (c * optics(rig, kx, ky))
    return down.astype(np.complex64) @ across


def of_bars(rig, bars, xs, ys):
    reach = 2.2 * max(xs[-1] - xs[0], ys[-1] - ys[0]) + 2 * rig["z"] * rig["wavelength"] * rig["pupil"]
    count = int(np.ceil(2.1 * rig["pupil"] * reach / 2) * 2)
    # no frequency lies where the spectrum of a rectangle is 0 / 0
    f = (np.arange(count) - count // 2 + 0.37) / reach
    kx, ky = np.meshgrid(f, f)
    corners = []
    for x, y, w, h in bars:
        x, y = np.add(turned(x, y, rig["rotation"]), rig["at"])
        if max(abs(x), abs(y)) > 0.45 * reach:
            continue
        for sx, sy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            corners.append((*np.add(turned(sx * w / 2, sy * h / 2, rig["rotation"]), (x, y)), sx * sy))
    cx, cy, sign = np.array(corners).T
    spectrum = (np.exp(-2j * np.pi * np.outer(f, cy)) * sign) @ np.exp(-2j * np.pi * np.outer(cx, f))
    u, v = turned(kx, ky, -rig["rotation"])
    spectrum *= (1 - rig["leak"]) / (4 * np.pi**2 * u * v * reach**2) * optics(rig, kx, ky)
    across = np.exp(2j * np.pi * np.outer(f, xs)).astype(np.complex64)
    down = np.exp(2j * np.pi * np.outer(ys, f)).astype(np.complex64)
    a, qx, qy, phase, _ = rig["light"]
    light = 1 + a * np.cos(2 * np.pi * (qx * xs[None] + qy * ys[:, None]) + phase)
    return light * (optics(rig, np.zeros(1), np.zeros(1))[0] + down @ (spectrum.astype(np.complex64) @ across))


def recorded(rig, bars):
    rng = np.random.default_rng(rig["seed"])
    rows, cols = rig["rows"], rig["cols"]
    pitches = rig["pitch"] * rig["ratio"] ** 0.5, rig["pitch"] / rig["ratio"] ** 0.5
    inside = (np.arange(SUB) + 0.5) / SUB - 0.5
    xs, ys = (
        ((np.arange(n)[:, None] + inside).ravel() - (n - 1) / 2) * p for n, p in ((cols, pitches[0]), (rows, pitches[1]))
    )
    field = of_lattice(rig, xs, ys) if bars is None else of_bars(rig, bars, xs, ys)
    x, y = xs[None] / xs[-1], ys[:, None] / ys[-1]
    light = np.abs(field) ** 2
    if rig["mode"] == "off-axis":
        a, b, c, d, e = rig["bend"]
        bend = a * x * x + b * x * y + c * y * y + d * x**3 + e * x * y * y
        turns = rig["carrier"][0] * xs[None] / pitches[0] + rig["carrier"][1] * ys[:, None] / pitches[1]
        reference = rig["reference"] * np.exp(-2j * np.pi * turns - 1j * bend)
        light = light + rig["reference"] ** 2 + 2 * rig["coherence"] * np.real(field * np.conj(reference))
    p, q, r, s = rig["uneven"]
    light = light * (1 + p * x + q * y + r * x * y + s * (x * x + y * y))
    light = light.reshape(rows, SUB, cols, SUB).mean((1, 3))
    counts = rng.poisson(light / light.mean() * rig["electrons"]) + rng.normal(0, 8, light.shape)
    top = (1 << rig["bits"]) - 1
    counts = np.clip(np.rint(counts / (1.1 * np.percentile(counts, 99.9)) * top), 0, top)
    return counts.astype(np.uint8 if rig["bits"] == 8 else np.uint16)


def drawn(seed, mode=None, target=None):
    rng = np.random.default_rng(seed)
    u = lambda a, b, n=None: rng.uniform(a, b) if n is None else rng.uniform(a, b, n).tolist()
    mode = mode or ("off-axis" if rng.random() < 0.6 else "inline")
    is_off = mode == "off-axis"
    names = ["ronchi-50", "distortion-grid-50um", "own-dots", "usaf-1951", "own-holes" if is_off else LINES[1]]
    target = target or names[rng.integers(len(names))]
    said = float(rng.choice([0.4047, 0.532, 0.6328, 0.658]))
    finest = {"ronchi-50": 0.8, "distortion-grid-50um": 1.3, "stage-micrometer-100um": 1.6}.get(target, 0.7)
    pitch = finest * u(1, 1.6) * (1 if is_off else 1.8)
    size = int(rng.integers(200, 260))
    rig = {
        **{"seed": int(seed), "mode": mode, "target": target, "rows": size, "cols": size + int(rng.integers(-30, 30))},
        **{"said_um": said, "wavelength": said * (1 + u(-0.01, 0.01)), "rotation": u(-20, 20), "pitch": pitch},
        **{"ratio": 1 if target in LINES else 1 + u(-0.02, 0.02), "leak": u(0, 0.05), "tilt": u(-0.6, 0.6, 2)},
        **{"electrons": 3000 * 5 ** u(0, 1), "bits": int(rng.choice([8, 12])), "uneven": u(-0.12, 0.12, 4)},
        **{"z": u(0.2, 0.6) * 1000 * (pitch / (1 if is_off else 1.8)) ** 2, "aside": u(-0.03, 0.03, 2)},
        **{"pupil": u(0.12, 0.155) / pitch if is_off else min(u(0.5, 0.7) / pitch, 0.35 / said)},
        **{"zernikes": rng.normal(0, 0.011, 7).tolist(), "at": u(-30, 30, 2)},
        **{"light": [u(0.02, 0.1), *u(-0.7 / size / pitch, 0.7 / size / pitch, 2), u(0, 6.28), u(-0.5, 0.5)]},
        "ghosts": [] if rng.random() < 0.3 else [[u(0.005, 0.02), u(200, 2500), u(-40, 40), u(-40, 40), u(0, 6.28)]],
    }
    if is_off:
        far, way = u(0.36, 0.46), np.radians(u(25, 65))
        rig["carrier"] = [far * np.cos(way), far * np.sin(way) * rng.choice([-1, 1])]
        rig |= {"bend": u(-3, 3, 3) + u(-0.6, 0.6, 2), "reference": u(0.7, 1.3), "coherence": u(0.7, 1)}
    if target in PERIODS:
        least, most = {"ronchi-50": (0.46, 0.54), "distortion-grid-50um": (0.07, 0.13)}.get(target, (0.4, 0.6))
        rig |= {"period": PERIODS[target], "share": u(least, most)}
    elif target == "usaf-1951":
        rig["at"] = u(-0.7 * size * pitch, 0.7 * size * pitch, 2)
    else:
        rig |= {"width": u(6, 12), "at": [u(-30, 30), u(-120, -20)]}
    return rig | {"said_pitch": pitch * (1 + u(-0.03, 0.03)), "said_z": rig["z"] * (1 + u(-0.08, 0.08))}


def bars_of(rig, chart):
    if rig["target"] == "usaf-1951":
        return chart
    length = lambda i: 300.0 if i % 10 == 0 else 220.0 if i % 5 == 0 else 150.0
    scale = [(100.0 * i, length(i) / 2, rig.get("width"), length(i)) for i in range(-40, 41)]
    return scale if rig["target"] == "stage-micrometer-100um" else None


if __name__ == "__main__":
    folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    chart = json.loads((folder / "chart.json").read_text())
    for seed in range(first, first + count):
        rig = drawn(seed, *sys.argv[4:6])
        np.save(folder / f"{seed}.npy", recorded(rig, bars_of(rig, chart)))
        (folder / f"{seed}.json").write_text(json.dumps(rig, default=float))

"""Frames of a third simulator through the command line, beside what is true: a row of a table for each rig.

python bench/accuracy/third-rigs.py [--names o05,o14] [--keep FOLDER] needs numpy, scipy, pillow and tifffile, and a node that runs the
product. No rig was chosen by what came out; what was mended because of one is said beside the table.
"""

import argparse
import io
import json
import os
import subprocess
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import tifffile
from PIL import Image

from third_simulator import simulate

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN = 1.7


def seed_of(name, step):
    return sum(ord(c) * (i + step) for i, c in enumerate(name))


def off_axis(name, sample, **given):
    usual = dict(h=480, w=512, lam=0.6328, pitch=3.45 / 20, M=20, basis="object_space", NA=0.4)
    usual.update(carrier=(0.24, 0.2), rho=1.2, z=0.0, zmode="given", bits=8, fmt="png")
    rig = {**usual, **given, "name": name, "mode": "off-axis", "sample": sample, "seed": seed_of(name, 7)}
    return {**rig, "fc": rig["NA"] / rig["lam"] * rig["pitch"]}


def inline(name, sample, **given):
    usual = dict(h=512, w=512, lam=0.6328, pitch=3.45 / 10, M=10, basis="object_space", NA=0.25, z=60.0)
    usual.update(zmode="given", bits=8, fmt="png", ghost=0.01, ndust=6, margin=128)
    rig = {**usual, **given, "name": name, "mode": "inline", "sample": sample, "seed": seed_of(name, 11)}
    return {**rig, "fc": rig["NA"] / rig["lam"] * rig["pitch"]}


RIGS = [
    off_axis("o01", "cells", h=480, w=640, bits=8, z=6.0, bg=1, ab=0.02, curv=12),
    off_axis(
        "o02", "cells", h=601, w=500, bits=12, fmt="tif", z=0, ab=0.03, curv=15, rho=0.6, basis="sensor", uneven=0.5
    ),
    off_axis(
        "o03",
        "beads",
        h=512,
        w=512,
        bits=8,
        z=-8.0,
        bg=1,
        ab=0.03,
        M=40,
        pitch=3.45 / 40,
        NA=0.65,
        carrier=(-0.21, 0.23),
        curv=20,
    ),
    off_axis(
        "o04",
        "steps",
        h=450,
        w=700,
        bits=10,
        fmt="tif",
        z=4.0,
        ab=0.02,
        lam=0.532,
        NA=0.3,
        M=10,
        pitch=0.345,
        carrier=(0.3, -0.22),
        curv=6,
        rho=2.0,
    ),
    off_axis(
        "o05",
        "usaf",
        h=600,
        w=600,
        bits=8,
        z=5.0,
        bg=1,
        NA=0.25,
        M=10,
        pitch=0.345,
        ab=0.03,
        carrier=(0.33, 0.25),
        curv=8,
        sp=dict(bar=18),
    ),
    off_axis("o06", "tissue", h=512, w=640, bits=12, fmt="tif", bg=1, z=3.0, ab=0.02, curv=10),
    off_axis(
        "o07",
        "fibres",
        h=701,
        w=403,
        bits=8,
        z=10.0,
        zmode="search",
        zr=(-20, 40),
        ab=0.03,
        curv=10,
        carrier=(0.22, 0.26),
    ),
    off_axis("o08", "cells", h=640, w=480, bits=8, fmt="jpg", q=92, z=5.0, ab=0.02, curv=9, bg=1),
    off_axis(
        "o09",
        "grating",
        h=500,
        w=500,
        bits=8,
        z=0.0,
        zmode="none",
        ab=0.02,
        curv=5,
        sp=dict(T=26, d=1.8),
        carrier=(0.25, 0.22),
    ),
    off_axis(
        "o10",
        "cells",
        h=900,
        w=1000,
        bits=12,
        fmt="tif",
        z=-12.0,
        zmode="search",
        zr=(-50, 30),
        ab=0.04,
        curv=25,
        rho=0.4,
        uneven=0.6,
        carrier=(0.2, -0.28),
    ),
    off_axis(
        "o11",
        "beads",
        h=512,
        w=640,
        bits=8,
        z=12.0,
        zmode="search",
        zr=(-30, 30),
        bg=1,
        ab=0.03,
        curv=12,
        sp=dict(k=0.35),
    ),
    off_axis("o12", "cells", h=400, w=400, bits=8, z=4.0, gamma=0.8, ab=0.02, curv=6),
    off_axis("o13", "cells", h=520, w=777, bits=8, z=4.0, expo=1.25, ab=0.03, curv=8, bg=1),
    off_axis("o14", "tissue", h=600, w=600, bits=8, z=0.0, zmode="none", ab=0.03, curv=14, sp=dict(rms=0.7, corr=12)),
    off_axis(
        "o15",
        "usaf",
        h=480,
        w=640,
        bits=12,
        fmt="tif",
        z=-10.0,
        zmode="search",
        zr=(-40, 40),
        NA=0.3,
        M=10,
        pitch=0.345,
        carrier=(-0.3, 0.28),
        curv=10,
        ab=0.02,
        sp=dict(bar=14),
    ),
    off_axis(
        "o16",
        "steps",
        h=512,
        w=512,
        bits=8,
        z=0.0,
        zmode="none",
        M=5,
        pitch=1.1,
        NA=0.1,
        lam=0.633,
        carrier=(0.26, 0.2),
        basis="sensor",
        sp=dict(rad=(-2.0, 2.0)),
        extra=["--sample-type", "reflection"],
        curv=18,
        dirt=1.5,
    ),
    off_axis(
        "o17", "fibres", h=600, w=800, bits=8, z=8.0, bg=1, ab=0.03, curv=8, sp=dict(rad=(4, 11)), carrier=(0.25, -0.2)
    ),
    off_axis("o18", "cells", h=512, w=512, bits=8, z=3.0, ab=0.02, curv=7, carrier=(0.17, 0.1), rho=0.9),
    off_axis(
        "o19",
        "cells",
        h=701,
        w=702,
        bits=8,
        z=3.0,
        ab=0.03,
        curv=12,
        cubic=5,
        astig=4,
        sp=dict(n=70, size=1.3),
        uneven=0.5,
    ),
    off_axis(
        "o20", "beads", h=333, w=301, bits=8, z=0.0, ab=0.02, curv=4, sp=dict(n=6, k=-0.15), coh=0.5, fullwell=4000
    ),
    off_axis("o21", "cells", h=1050, w=900, bits=8, z=5.0, bg=1, ab=0.03, curv=30, cubic=6, ghost=0.05, rghost=0.03),
    off_axis("o22", "cells", h=512, w=512, bits=8, z=0.0, zmode="none", ab=0.02, curv=40, M=20, rho=1.0),
    off_axis(
        "o23",
        "tissue",
        h=700,
        w=500,
        bits=12,
        fmt="tif",
        z=6.0,
        zmode="search",
        zr=(-30, 30),
        bg=1,
        ab=0.02,
        sp=dict(rms=1.6, corr=10, abs=0.2),
    ),
    off_axis("o24", "particles", h=500, w=600, bits=8, z=15.0, zmode="search", zr=(-10, 60), ab=0.02, curv=8),
    off_axis(
        "o25", "cells", h=480, w=640, bits=8, z=7.0, bg=1, ab=0.03, dirt_sample=15, drift_tilt=6.0, drift=2.0, curv=10
    ),
    off_axis(
        "o26",
        "grating",
        h=640,
        w=640,
        bits=10,
        fmt="tif",
        z=-6.0,
        bg=1,
        ab=0.02,
        sp=dict(T=40, d=2.9, th=0.0),
        carrier=(0.25, 0.25),
    ),
    off_axis("o27", "steps", h=500, w=640, bits=8, z=5.0, bg=1, ab=0.02, sp=dict(rad=(2.5, 4.5), n=5)),
    off_axis("o28", "cells", h=512, w=640, bits=8, fmt="jpgpng", q=75, z=3.0, ab=0.02, curv=8),
    off_axis(
        "o29",
        "cells",
        h=600,
        w=600,
        bits=8,
        z=2.0,
        lam=0.488,
        M=60,
        pitch=4.8 / 60,
        NA=0.8,
        carrier=(0.02, 0.31),
        ab=0.05,
        curv=10,
        sp=dict(size=1.6, rad=(2, 6), n=9),
    ),
    off_axis(
        "o30",
        "usaf",
        h=512,
        w=512,
        bits=8,
        z=0.0,
        zmode="none",
        M=4,
        pitch=1.2,
        NA=0.1,
        lam=0.633,
        carrier=(0.27, 0.24),
        curv=10,
        sp=dict(bar=20, dark=0.0),
        dirt=1.4,
        uneven=0.6,
    ),
    inline("i01", "particles", z=80.0, NA=0.25),
    inline("i02", "cells", z=60.0, bits=12, fmt="tif", sp=dict(rad=(0.6, 2.0)), h=480, w=640),
    inline("i03", "beads", z=50.0, M=20, pitch=3.45 / 20, NA=0.4, sp=dict(k=0.1), bg=1),
    inline(
        "i04",
        "usaf",
        M=1,
        basis="sensor",
        pitch=3.45,
        NA=0.075,
        z=6000.0,
        zmode="search",
        zr=(2000, 10000),
        sp=dict(bar=14),
    ),
    inline("i05", "fibres", z=90.0, zmode="search", zr=(20, 200), sp=dict(rad=(1, 3)), h=600, w=450),
    inline(
        "i06",
        "particles",
        M=1,
        basis="sensor",
        pitch=2.2,
        NA=0.12,
        lam=0.53,
        z=3000.0,
        zmode="search",
        zr=(1000, 6000),
        h=480,
        w=480,
    ),
    inline(
        "i07",
        "cells",
        M=1,
        basis="sensor",
        pitch=1.4,
        NA=0.17,
        lam=0.532,
        z=800.0,
        sp=dict(rad=(0.5, 2.5), size=0.9),
        bg=1,
        margin=192,
    ),
    inline("i08", "tissue", z=50.0, bg=1, sp=dict(rms=0.5, corr=10)),
    inline("i09", "beads", z=40.0, zmode="search", zr=(0.0, 150), M=20, pitch=3.45 / 20, NA=0.4, sp=dict(k=0.2, n=7)),
    inline("i10", "steps", z=70.0, sp=dict(rad=(0.3, 1.2), n=5)),
    inline("i11", "cells", z=40.0, fmt="jpg", q=90, sp=dict(rad=(0.5, 1.5))),
    inline(
        "i12",
        "particles",
        z=4000.0,
        zmode="none",
        h=500,
        w=600,
        M=1,
        basis="sensor",
        pitch=3.45,
        NA=0.075,
        lam=0.65,
        sp=dict(n=25),
    ),
    inline("i13", "usaf", z=90.0, NA=0.25, bg=1, ab=0.03, bits=12, fmt="tif"),
    inline("i14", "cells", z=-50.0, zmode="search", zr=(-120, 120), sp=dict(rad=(1, 3))),
    inline("i15", "cells", z=60.0, expo=1.2, gamma=0.85, sp=dict(rad=(0.5, 2.0))),
    inline(
        "i16", "fibres", M=1, basis="sensor", pitch=3.45, NA=0.075, z=5000.0, sp=dict(rad=(0.5, 2.0), n=3), h=401, w=733
    ),
    inline("i17", "particles", z=70.0, dirt=2.5, uneven=0.8, ndust=15, ghost=0.02, zmode="search", zr=(20, 150)),
    inline("i18", "grating", z=60.0, sp=dict(T=30, d=1.0)),
    inline("i19", "cells", z=50.0, blur=0.5, sp=dict(rad=(3, 6)), bits=12, fmt="tif", h=420, w=400),
    inline(
        "i20",
        "particles",
        M=1,
        basis="sensor",
        pitch=1.85,
        NA=0.14,
        lam=0.45,
        z=1200.0,
        zmode="search",
        zr=(500, 5000),
        h=500,
        w=500,
        bits=12,
        fmt="tif",
    ),
]


def save(path, samples, rig):
    if rig["fmt"] == "tif":
        tifffile.imwrite(path, samples)
    elif rig["fmt"] == "jpg":
        Image.fromarray(samples).save(path, quality=rig.get("q", 90), subsampling=0)
    elif rig["fmt"] == "jpgpng":
        lossy = io.BytesIO()
        Image.fromarray(samples).save(lossy, "JPEG", quality=rig.get("q", 90))
        Image.open(lossy).save(path)
    else:
        Image.fromarray(samples).save(path)


def command(rig, folder, kind):
    """What a user would type; distances are given in the space of the pitch."""
    in_sample = rig["basis"] == "object_space"
    per_um = 1e-3 if in_sample else 1e-3 * rig["M"] ** 2
    pitch = rig["pitch"] if in_sample else rig["pitch"] * rig["M"]
    words = [str(folder / f"frame.{kind}"), "--mode", rig["mode"]]
    words += ["--wavelength-um", str(rig["lam"]), "--pixel-pitch-um", f"{pitch:.6g}"]
    if in_sample:
        words += ["--pixel-pitch-basis", "object_space"]
    if rig["M"] != 1:
        words += ["--magnification", str(rig["M"])]
    if rig.get("bg"):
        words += ["--background", str(folder / f"background.{kind}")]
    if rig["zmode"] == "given":
        words += ["--z-mm", f"{rig['z'] * per_um:.6g}"]
    if rig["zmode"] == "search":
        low, high = (f"{z * per_um:.6g}" for z in rig["zr"])
        words += ["--z-min-mm", low, "--z-max-mm", high]
    words += rig.get("extra", [])
    return words + ["--outputs", "phase,phase_uncertainty,field", "-q", "-o", str(folder / "result.zip")], per_um


def numbers(error, sigma, where):
    """Median |error| / sigma over a normal deviate's, and the share within 2 sigma."""
    if where.sum() < 50:
        return None
    over = np.abs(error[where]) / sigma[where]
    return np.median(over) / 0.6745, np.mean(over < 2)


def score(rig, made, package, per_um):
    def read(name):
        return package.read("data/" + name)

    field = np.load(io.BytesIO(read("field.npy")))
    sigma = tifffile.imread(io.BytesIO(read("phase_uncertainty.tif")))
    phase = tifffile.imread(io.BytesIO(read("phase.tif")))
    found = json.loads(read("evidence.json"))["quality"]["metrics"].get("z_mm", rig["z"] * per_um) / per_um
    height, width = field.shape
    edge = (
        max(12, int(0.05 * min(height, width)))
        if rig["mode"] == "off-axis"
        else max(16, int(0.08 * min(height, width)))
    )
    inside = np.zeros((height, width), bool)
    inside[edge:-edge, edge:-edge] = True
    # the twin of a sideband is the conjugate, in focus at -z
    options = []
    for sign in (1, -1):
        truth = made["truth"](sign * found)
        truth = truth if sign == 1 else np.conj(truth)
        options.append((abs(np.sum(field[inside] * np.conj(truth[inside]))), sign, truth))
    _, sign, truth = max(options, key=lambda option: option[0])
    known = inside & (sigma < 1) & (np.abs(truth) > 0.15)
    product = field * np.conj(truth)
    if rig["sample"] == "tissue":
        product = product * np.exp(-1j * tilt_of(product, known))
    error = np.angle(product * np.exp(-1j * np.angle(np.sum(product[known]))))
    smooth = sign * made["phase"]
    turned = np.angle(truth)
    true_phase = turned + 2 * np.pi * np.round((smooth - turned) / (2 * np.pi))
    off = phase - true_phase
    off -= 2 * np.pi * np.round(np.median(off[known]) / (2 * np.pi)) if known.any() else 0
    wrong = known & (np.abs(off) > np.pi)
    return {
        "all": numbers(error, sigma, known),
        "sample": numbers(error, sigma, known & made["smp"]),
        "wrong": wrong.sum() / max(1, known.sum()),
        "unknown": np.mean(sigma[inside] >= UNKNOWN),
        "found": found,
    }


def tilt_of(product, known):
    """Tilt of the phase of a product, by its neighbours' mean change: what is left of a background nobody can tell from tissue."""
    height, width = product.shape
    y, x = np.mgrid[:height, :width]

    def slope(one, other):
        return np.angle(np.sum(np.where(known[other] & known[one], product[other] * np.conj(product[one]), 0)))

    rows, cols = np.s_[:-1, :], np.s_[1:, :]
    left, right = np.s_[:, :-1], np.s_[:, 1:]
    return slope(left, right) * x + slope(rows, cols) * y


def tried(rig, folder):
    made = simulate(rig)
    kind = {"png": "png", "tif": "tif", "jpg": "jpg", "jpgpng": "png"}[rig["fmt"]]
    save(folder / f"frame.{kind}", made["F"], rig)
    if rig.get("bg"):
        save(folder / f"background.{kind}", made["B"], rig)
    words, per_um = command(rig, folder, kind)
    node = ROOT / "node_modules" / ".bin" / "node"
    run = subprocess.run(
        [str(node), str(ROOT / "bin" / "leith.mjs"), "reconstruct", *words], capture_output=True, text=True
    )
    if run.returncode != 0:
        return None, run.stderr.strip().splitlines()[-1:]
    with zipfile.ZipFile(folder / "result.zip") as package:
        return score(rig, made, package, per_um), None


def row(rig, scored):
    def ratio(pair):
        return "–" if pair is None else f"{pair[0]:.2f}"

    def within(pair):
        return "–" if pair is None else f"{100 * pair[1]:.0f} %"

    distance = f"{scored['found']:.4g} of {rig['z']:.4g}" if rig["zmode"] == "search" else ""
    cells = [rig["name"], rig["sample"] + (", background frame" if rig.get("bg") else ""), ratio(scored["all"])]
    cells += [ratio(scored["sample"]), within(scored["all"]), within(scored["sample"])]
    cells += [f"{100 * scored['wrong']:.2f} %", f"{100 * scored['unknown']:.1f} %", distance]
    return "| " + " | ".join(cells) + " |"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--names", default="o")
    words.add_argument("--keep")
    asked = words.parse_args()
    heads = [
        "rig",
        "sample",
        "error / σ",
        "in the sample",
        "within 2 σ",
        "in the sample",
        "off by a turn, σ < 1",
        "unknown",
        "z, µm",
    ]
    print("| " + " | ".join(heads) + " |")
    print("| " + " | ".join(["---"] * len(heads)) + " |")
    for rig in RIGS:
        if not any(rig["name"].startswith(name) for name in asked.names.split(",")):
            continue
        with tempfile.TemporaryDirectory() as own:
            folder = Path(asked.keep) / rig["name"] if asked.keep else Path(own)
            os.makedirs(folder, exist_ok=True)
            scored, refused = tried(rig, folder)
            print(row(rig, scored) if scored else f"| {rig['name']} | refused: {refused} |", flush=True)


if __name__ == "__main__":
    main()

"""In-line rigs drawn at random from the parts of the fourth simulator, through the command line: a row for each.

python bench/accuracy/drawn-inline.py [FIRST [COUNT]] needs what fourth-rigs.py needs. With --searched the distance of every
single frame is looked for; --kind=WORD takes those alone whose name has it; --keep=FOLDER keeps frames and packages. Light
(laser or LED), optics (none, a point source, a lens), sample, frames (one, with a background frame, 2 to 8 heights),
camera and what is said of the distance (itself, itself within a tolerance, a range) are drawn from the seed alone. A LED
has a width in wavelength and a source that blurs; a laser has parasitic fringes and more dust. Distances are drawn on the
sensor's side, in its pixels, so that light of the finest detail goes some 15 to 150 px.
"""

import importlib.util
import sys
import tempfile
from pathlib import Path

import numpy as np

from fourth_simulator import (
    TURN,
    beads,
    chrome_chart,
    confluent,
    dark_fibres,
    diatom,
    neurons,
    phase_chart,
    plankton,
    pollen,
    red_cells,
    sperm,
    tissue,
    waveguides,
    yeast,
)

spec = importlib.util.spec_from_file_location("rigs", Path(__file__).with_name("fourth-rigs.py"))
rigs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rigs)

APERTURES = {10.0: 0.25, 20.0: 0.4, 40.0: 0.65}
# numbers that a user rounds to
DIGITS = 4


def rounded(value):
    return float(f"{value:.{DIGITS}g}")


def balls(rng, pixel, wavelength):
    """Clear balls of 0.3 to 5 rad."""
    across = rng.uniform(8, 30) * pixel
    phase = rng.uniform(0.3, 5)
    drawn = dict(n=int(rng.integers(3, 16)), diameter=across, index=phase * wavelength / (TURN * across))
    return f"balls of {phase:.1f} rad", beads, drawn


def dyed(rng, pixel, wavelength):
    across = rng.uniform(8, 24) * pixel
    phase, through = rng.uniform(0.3, 3), rng.uniform(0.3, 0.9)
    drawn = dict(n=int(rng.integers(3, 16)), diameter=across, index=phase * wavelength / (TURN * across), through=through)
    return f"dyed balls of {phase:.1f} rad", beads, drawn


def specks(rng, pixel, _):
    return "specks", beads, dict(n=int(rng.integers(6, 30)), diameter=rng.uniform(4, 14) * pixel, index=0.0, through=0.05)


SAMPLES = [
    balls,
    balls,
    dyed,
    specks,
    lambda rng, *_: ("red cells", red_cells, dict(n=int(rng.integers(4, 30)), absorb=float(rng.choice([0, 0.15])))),
    lambda rng, *_: ("yeast", yeast, dict(n=int(rng.integers(3, 10)))),
    lambda rng, pixel, _: ("confluent cells", confluent, dict(cell=rng.uniform(18, 40) * pixel, thickness=rng.uniform(1, 4))),
    lambda rng, *_: ("sperm", sperm, dict(n=int(rng.integers(4, 14)))),
    lambda rng, *_: ("neurons", neurons, {}),
    lambda rng, pixel, _: (
        "pollen",
        pollen,
        dict(diameter=rng.uniform(12, 30) * pixel, phase=rng.uniform(0.5, 4), through=rng.uniform(0.2, 0.9)),
    ),
    lambda rng, pixel, _: (
        "diatoms",
        diatom,
        dict(n=int(rng.integers(1, 5)), period=rng.uniform(4, 9) * pixel, phase=rng.uniform(0.4, 1.5), through=rng.uniform(0.5, 0.95)),
    ),
    lambda rng, *_: ("plankton", plankton, {}),
    lambda rng, pixel, _: (
        "fibres",
        dark_fibres,
        dict(n=int(rng.integers(2, 6)), radius=rng.uniform(2, 8) * pixel, through=rng.uniform(0.05, 0.5)),
    ),
    lambda rng, pixel, _: ("clear strips", waveguides, dict(amp=rng.uniform(0.3, 1.5), width=rng.uniform(5, 14) * pixel, soft=pixel)),
    lambda rng, *_: ("chrome chart", chrome_chart, {}),
    lambda rng, *_: ("phase chart", phase_chart, dict(phase=rng.uniform(0.3, 1.5))),
    lambda rng, pixel, _: ("tissue", tissue, dict(rms=rng.uniform(0.2, 0.7), coarse=rng.uniform(4, 8) * pixel)),
]


def optics(rng):
    """Pitch, magnification and the space that distances are given in, and a distance."""
    kind = str(rng.choice(["lensless", "point source", "lens"], p=[0.45, 0.25, 0.3]))
    wavelength = float(rng.choice([0.405, 0.45, 0.532, 0.633, 0.66]))
    if kind == "lens":
        while True:
            magnification = float(rng.choice(list(APERTURES)))
            aperture = round(APERTURES[magnification] * rng.uniform(0.8, 1.05), 3)
            pitch = float(rng.choice([2.4, 3.45, 4.65, 5.5, 6.5]))
            radius = aperture * pitch / (magnification * wavelength)
            if 0.1 < radius < 0.45:
                break
        given = dict(magnification=magnification, NA=aperture)
    else:
        pitch = float(rng.choice([1.12, 1.4, 1.67, 2.2, 2.4, 3.45] if kind == "lensless" else [2.2, 2.4, 3.45, 5.5]))
        radius, given = 0.5, {}
        if kind == "point source":
            given = dict(magnification=rounded(rng.uniform(1.5, 3.5) * pitch))
    if kind != "lensless" and rng.random() < 0.5:
        given["basis"] = "object_space"
    # micrometres, in the space of the propagation
    step = pitch / given.get("magnification", 1.0) if "basis" in given else pitch
    z = np.exp(rng.uniform(np.log(15), np.log(150))) * step**2 / wavelength / radius
    if kind == "lens" and rng.random() < 0.25:
        z = -z
    return kind, {**given, "wavelength": wavelength, "pitch": pitch}, rounded(z / 1000)


def light_of(rng):
    """A laser's or a LED's: name, light, and what blurs the frame."""
    light = dict(falloff=rng.uniform(0, 0.45))
    if rng.random() < 0.5:
        light |= dict(reflection=float(rng.choice([0, 0.005, 0.02, 0.04])), dust=int(rng.integers(0, 12)))
        return "laser", light | dict(dust_far=(3000, 15000)), {}
    light |= dict(dust=int(rng.integers(0, 5)), dust_far=(3000, 15000))
    # half width in wavelength (standard deviation, micrometres), and of the source, in pixels
    return "LED", light, dict(line=rng.uniform(0.001, 0.008), blur=rng.uniform(0.2, 0.9))


def camera_of(rng, heights):
    eight = rng.random() < 0.55
    camera = {**(rigs.INLINE_EIGHT_BIT if eight else rigs.INLINE_TWELVE_BIT), "fill": rng.uniform(0.4, 0.95)}
    said = []
    if rng.random() < 0.12:
        camera["fill"] = rng.uniform(1.05, 1.25)
    if rng.random() < 0.1:
        camera["black"] = 4 if eight else 60
    if eight and not heights and rng.random() < 0.25:
        camera |= dict(kind="jpg", quality=int(rng.choice([80, 90, 95])))
    if eight and rng.random() < 0.2:
        camera["gamma"] = rounded(rng.uniform(0.45, 0.8))
        if rng.random() < 0.4:
            said = ["--camera-gamma", f"{1 / camera['gamma']:.4g}"]
    elif eight and rng.random() < 0.4:
        said = ["--camera-gamma", "1"]
    return camera, said


def distance_of(rng, z, heights, searched):
    """What the frames lie at, and what is said of it."""
    way = rng.choice(["exact", "within", "searched"], p=[0.3, 0.25, 0.45])
    if heights:
        apart = rng.uniform(1.12, 1.35) ** np.arange(heights)
        z = [rounded(z * each) for each in apart]
        if way == "exact":
            return dict(z_mm=z), []
        within = rounded(abs(z[0]) * rng.uniform(0.003, 0.03))
        off = rng.uniform(-within, within)
        return dict(z_mm=z, said_mm=[rounded(each + off) for each in z]), ["--z-tolerance-mm", f"{within:g}"]
    if way == "searched" or searched:
        ends = z * rng.uniform(0.4, 0.85), z * rng.uniform(1.2, 2.2)
        low, high = max(min(ends), z - 5), min(max(ends), z + 5)
        return dict(z_mm=z, z_range=(rounded(low), rounded(high))), []
    if way == "exact":
        return dict(z_mm=z), []
    within = rounded(abs(z) * rng.uniform(0.003, 0.03))
    return dict(z_mm=z, said_mm=rounded(z + rng.uniform(-within, within))), ["--z-tolerance-mm", f"{within:g}"]


def draw(seed, searched=False):
    rng = np.random.default_rng([seed, 91])
    kind, lens, z = optics(rng)
    source, light, blurred = light_of(rng)
    sample = SAMPLES[rng.integers(len(SAMPLES))]
    name, sample, drawn = sample(rng, lens["pitch"] / lens.get("magnification", 1.0), lens["wavelength"])
    frames = rng.choice(["one frame", "background", "heights"], p=[0.6, 0.2, 0.2])
    heights = int(rng.choice([2, 3, 4, 6, 8])) if frames == "heights" and not searched else 0
    camera, words = camera_of(rng, heights)
    placed, more = distance_of(rng, z, heights, searched)
    size = tuple(int(side) for side in rng.choice([256, 320, 384, 448, 512], 2))
    # a third of the pixels of the frame beyond each side at most
    step = lens["pitch"] / lens.get("magnification", 1.0) if "basis" in lens else lens["pitch"]
    farthest = max(abs(each) for each in np.atleast_1d(placed["z_mm"]))
    margin = int(np.clip(0.6 * farthest * 1000 * lens["wavelength"] / step**2, 100, 260))
    rig = {**lens, **placed, **blurred, "sample": sample, "drawn": drawn, "size": size, "margin": margin}
    rig |= dict(camera=camera, light=light, words=words + more, seed=91000 + seed)
    if frames == "background":
        moved = bool(rng.integers(2))
        rig["background"] = dict(exposure=rng.uniform(0.9, 1.12), dust_moved=moved)
    frames = f"{heights} heights" if heights else "background frame" if frames == "background" else ""
    return rigs.inline(", ".join(part for part in (f"{seed} {name}", kind, source, frames) if part), **rig)


def told_of(rig):
    if "z_range" in rig:
        return "searched"
    return "within" if "said_mm" in rig else "exact"


def distance(rig, scored):
    """How far the first distance that was found lies off, in its uncertainties."""
    if "z_range" not in rig or not scored["found"]:
        return ""
    z, sigma = scored["found"][0]
    more = f" and {len(scored['found']) - 1} more" if len(scored["found"]) > 1 else ""
    off = f"{(z - rig['z_mm']) / sigma:+.1f} σ" if sigma else "no σ"
    return f"{z:.4g} ± {sigma:.2g} of {rig['z_mm']:.4g}, {off}{more}"


def option(asked, name):
    return next((word[len(name) + 3 :] for word in asked if word.startswith(f"--{name}=")), "")


def main():
    asked = [word for word in sys.argv[1:] if word.startswith("--")]
    numbers = [word for word in sys.argv[1:] if word not in asked]
    first, count = (int(word) for word in [*numbers, *["1", "24"][len(numbers) :]])
    heads = ["rig", "z is", "error, rad", "σ, rad", "error / σ", "in the sample", "within 2 σ", "in the sample"]
    heads += ["off by a turn, σ < 1", "unknown", "z, mm", "flags", "s"]
    print("| " + " | ".join(heads) + " |")
    print("| " + " | ".join(["---"] * len(heads)) + " |", flush=True)
    for seed in range(first, first + count):
        rig = draw(seed, "--searched" in asked)
        if option(asked, "kind") not in rig["name"]:
            continue
        with tempfile.TemporaryDirectory() as own:
            folder = Path(option(asked, "keep")) / str(seed) if option(asked, "keep") else Path(own)
            folder.mkdir(parents=True, exist_ok=True)
            scored, refused = rigs.tried(rig, folder)
        if not scored:
            print(f"| {rig['name']} | refused: {refused} |", flush=True)
            continue
        cells = rigs.row(rig, scored).strip("| ").split(" | ")
        error, sigma, over, in_sample, _, within, within_sample, turned, unknown = cells[2:11]
        raised = cells[12] if len(cells) > 12 else ""
        if scored["turned_over"]:
            raised = ", ".join(part for part in ("**nearer with the other sign**", raised) if part)
        columns = [rig["name"], told_of(rig), error, sigma, over, in_sample, within, within_sample, turned, unknown]
        columns += [distance(rig, scored), raised, f"{scored['seconds']:.0f}"]
        print("| " + " | ".join(columns) + " |", flush=True)


if __name__ == "__main__":
    main()

"""Off-axis rigs drawn at random from the parts of the fourth simulator, through the command line: a row for each.

python bench/accuracy/drawn-rigs.py [FIRST [COUNT]] needs what fourth-rigs.py needs. With --searched all rigs are out of focus and
their distance is looked for; with --background all are in focus and have a background frame; --kind=WORD takes those alone whose
name has it; with --beyond they are of drawn_beyond.py. Samples, lenses, carriers of 2 to 3.3
pupil radii, light, cameras, background frames and distances are drawn from the seed alone. Not drawn are samples that may
fill a frame with one smooth slope (a lens, a fibre, a waveguide): without a background frame no method tells them from the
reference's own curvature.
"""

import importlib.util
import sys
import tempfile
from pathlib import Path

import numpy as np

from drawn_beyond import beyond
from fourth_simulator import (
    beads,
    chrome_chart,
    confluent,
    diatom,
    etched,
    mirrors,
    neurons,
    phase_chart,
    pollen,
    red_cells,
    sperm,
    tissue,
    yeast,
)

spec = importlib.util.spec_from_file_location("rigs", Path(__file__).with_name("fourth-rigs.py"))
rigs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rigs)

SAMPLES = [
    ("red cells", red_cells, {}),
    ("many red cells", red_cells, dict(n=25)),
    ("neurons", neurons, {}),
    ("yeast", yeast, {}),
    ("confluent cells", confluent, {}),
    ("beads", beads, dict(diameter=8, index=0.04)),
    ("steep beads", beads, dict(diameter=5, index=0.1, n=10)),
    ("mirrors", mirrors, dict(height=0.1)),
    ("etched", etched, dict(depth=0.1, period=14.0)),
    ("phase chart", phase_chart, dict(phase=0.7)),
    ("phase chart", phase_chart, dict(phase=1.3)),
    ("chrome chart", chrome_chart, {}),
    ("diatoms", diatom, {}),
    ("sperm", sperm, {}),
    ("tissue", tissue, dict(rms=0.6, coarse=10.0)),
    ("pollen", pollen, dict(phase=2.0)),
]
APERTURES = {10.0: 0.25, 20.0: 0.4, 40.0: 0.65, 63.0: 0.85}
# mm on the sensor's side
FARTHEST, MARGIN = 25.0, 100


def optics(rng):
    """A lens whose pupil the frame holds, with a carrier beside it."""
    while True:
        magnification = float(rng.choice(list(APERTURES)))
        aperture = round(APERTURES[magnification] * rng.uniform(0.8, 1.05), 3)
        wavelength = float(rng.choice([0.405, 0.45, 0.532, 0.633, 0.66]))
        pitch = float(rng.choice([2.4, 3.45, 4.65, 5.5, 6.5]))
        radius = aperture * pitch / (magnification * wavelength)
        if not 0.06 < radius < 0.17:
            continue
        turn, apart = rng.uniform(0, 2 * np.pi), rng.uniform(2, 3.3)
        carrier = np.round(apart * radius * np.array([np.cos(turn), np.sin(turn)]), 4)
        if apart * radius < 0.15 or np.max(np.abs(carrier)) + radius > 0.5:
            continue
        given = dict(magnification=magnification, NA=aperture, wavelength=wavelength, pitch=pitch)
        return {**given, "carrier": tuple(float(c) for c in carrier)}, radius, apart


def out_of_focus(rng, lens, searched=False):
    depth = lens["wavelength"] * (lens["magnification"] / lens["NA"]) ** 2 / 1000
    z = float(np.clip(rng.uniform(2, 12) * depth * rng.choice([-1, 1]), -FARTHEST, FARTHEST))
    given = dict(z_mm=round(z, 3), margin=MARGIN)
    if rng.random() < 0.6 or searched:
        wide = min(4.0, abs(z) / 2)
        below, above = rng.uniform(0.5, 1.2, 2)
        given["z_range"] = (round(z - below * wide, 3), round(z + above * wide, 3))
    return given


def background_frame(rng):
    return dict(
        tilt=tuple(rng.normal(0, 1.5, 2)),
        piston=rng.uniform(-3, 3),
        exposure=rng.uniform(0.9, 1.15),
        bend=rng.uniform(0, 0.3),
        dust_moved=bool(rng.integers(2)),
        reflection_turn=0.1,
    )


def drawn_with(seed, asked):
    if "--beyond" in asked:
        cameras = rigs.EIGHT_BIT, rigs.TWELVE_BIT
        name, rig, radius, apart = beyond(seed, SAMPLES, cameras, out_of_focus, background_frame)
        return rigs.off_axis(f"{seed} {name}", **rig), radius, apart
    rig, radius, apart = draw(seed)
    if "--searched" in asked and "z_range" not in rig:
        rig |= out_of_focus(np.random.default_rng([seed, 78]), rig, True)
    if "--background" in asked:
        rig = {key: value for key, value in rig.items() if key not in ("z_range", "margin")} | {"z_mm": 0.0}
        if not rig.get("background"):
            rig["background"] = background_frame(np.random.default_rng([seed, 79]))
    return rig, radius, apart


def draw(seed):
    rng = np.random.default_rng([seed, 77])
    name, sample, drawn = SAMPLES[rng.integers(len(SAMPLES))]
    lens, radius, apart = optics(rng)
    camera = {**(rigs.EIGHT_BIT if rng.random() < 0.6 else rigs.TWELVE_BIT), "fill": rng.uniform(0.3, 0.9)}
    if camera["bits"] == 8 and rng.random() < 0.25:
        camera |= dict(kind="jpg", quality=int(rng.choice([80, 90, 95])))
    light = dict(bend=rng.uniform(0, 16), dust=int(rng.integers(0, 25)), falloff=rng.uniform(0, 0.5))
    light |= dict(reflection=float(rng.choice([0, 0.005, 0.02, 0.04])))
    light |= dict(astigmatism=rng.uniform(0, 2), cubic=rng.uniform(0, 1))
    size = tuple(int(side) for side in rng.choice([400, 480, 512, 600, 640], 2))
    rig = {**lens, "sample": sample, "drawn": drawn, "size": size, "camera": camera, "light": light, "seed": 90000 + seed}
    if rng.random() < 0.3:
        rig["background"] = background_frame(rng)
    if rng.random() < 0.25:
        rig |= out_of_focus(rng, lens)
    if sample in (mirrors, etched):
        rig["words"] = ["--sample-type", "reflection"]
    return rigs.off_axis(f"{seed} {name}", **rig), radius, apart


def main():
    asked = [word for word in sys.argv[1:] if word.startswith("--")]
    numbers = [word for word in sys.argv[1:] if word not in asked]
    first, count = (int(word) for word in [*numbers, *["501", "24"][len(numbers) :]])
    kind = next((word[7:] for word in asked if word.startswith("--kind=")), "")
    heads = ["rig", "carrier over pupil", "filter over pupil", "all told, rad", "error, rad", "σ, rad", "error / σ"]
    heads += ["in the sample", "within 2 σ", "in the sample", "unknown", "flags"]
    print("| " + " | ".join(heads) + " |")
    print("| " + " | ".join(["---"] * len(heads)) + " |")
    for seed in range(first, first + count):
        rig, radius, apart = drawn_with(seed, asked)
        if kind not in rig["name"]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            scored, refused = rigs.tried(rig, Path(folder))
        if not scored:
            code = " ".join(refused).rsplit("(", 1)[-1].rstrip(")")
            print(f"| {rig['name']} | {apart:.2f} | refused: `{code}` |" + " |" * 9, flush=True)
            continue
        cells = rigs.row(rig, scored).strip("| ").split(" | ")
        told, error, sigma, over, in_sample, _, within, within_sample, _, unknown = cells[1:11]
        raised = cells[12] if len(cells) > 12 else ""
        columns = [rig["name"], f"{apart:.2f}", f"{scored['filter'] / radius:.2f}", told, error, sigma, over]
        print("| " + " | ".join(columns + [in_sample, within, within_sample, unknown, raised]) + " |", flush=True)


if __name__ == "__main__":
    main()

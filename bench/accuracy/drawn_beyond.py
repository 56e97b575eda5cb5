"""Off-axis rigs beyond what drawn-rigs.py draws: carriers of 1.1 to 3.6 pupil radii, uneven beams, weak light and contrast, gamma, JPEG.

A fifth of them have no lens. Samples, carriers, light, cameras, background frames and distances are drawn from the seed alone.
"""

import numpy as np

from fourth_simulator import beads, chrome_chart, etched, mirrors, phase_chart

LENSLESS = [
    ("chart, lensless", chrome_chart, dict(bar=90.0)),
    ("phase chart, lensless", phase_chart, dict(phase=1.5, bar=90.0)),
    ("beads, lensless", beads, dict(n=8, diameter=240.0, index=0.01)),
    ("steep beads, lensless", beads, dict(n=15, diameter=150.0, index=0.02)),
]
APERTURES = {4.0: 0.1, 10.0: 0.25, 20.0: 0.45, 40.0: 0.75, 63.0: 0.9, 100.0: 0.95}
SIDES = [200, 256, 320, 480, 512, 640, 768]


def camera_and_light(rng, cameras):
    camera = {**cameras[0 if rng.random() < 0.6 else 1], "fill": float(rng.choice([0.05, 0.2, 0.5, 0.8, 1.1]))}
    if camera["bits"] == 8 and rng.random() < 0.35:
        camera |= dict(kind="jpg", quality=int(rng.choice([50, 75, 85, 95])))
    if rng.random() < 0.1:
        camera["gamma"] = float(rng.choice([0.45, 0.7]))
    light = dict(bend=rng.uniform(0, 30 if rng.random() < 0.5 else 5), dust=int(rng.integers(0, 60)))
    light |= dict(falloff=rng.uniform(0, 0.7), reflection=float(rng.choice([0, 0.01, 0.03, 0.1])))
    light |= dict(astigmatism=rng.uniform(0, 3), cubic=rng.uniform(0, 2))
    if rng.random() < 0.15:
        light["rim"] = rng.uniform(0.7, 1.1)
    beams = dict(coherence=rng.uniform(0.3, 0.95), reference=rng.uniform(0.4, 2.5))
    return dict(camera=camera, light=light, **beams)


def carrier_at(rng, length):
    turn = rng.uniform(0, 2 * np.pi)
    return round(float(length * np.cos(turn)), 4), round(float(length * np.sin(turn)), 4)


def lensless(rng):
    name, sample, drawn = LENSLESS[rng.integers(len(LENSLESS))]
    pitch, wavelength = float(rng.choice([3.45, 4.65, 5.5])), float(rng.choice([0.532, 0.633]))
    aperture, z = rng.uniform(0.012, 0.02), round(rng.uniform(40, 150), 3)
    radius = aperture * pitch / wavelength
    apart = min(rng.uniform(2, 3.2) * radius, 0.5 - radius) / radius
    rig = dict(sample=sample, drawn=drawn, size=(768, 768), finer=2, margin=330, aberration=0.0, z_mm=z)
    rig |= dict(pitch=pitch, wavelength=wavelength, NA=aperture, carrier=carrier_at(rng, apart * radius))
    rig["reference_bend"] = float(rng.choice([0, 30, 60]))
    if rng.random() < 0.5:
        rig["z_range"] = (z - 4, z + 4)
    return name, rig, radius, apart


def with_lens(rng, samples, out_of_focus, background_frame):
    name, sample, drawn = samples[rng.integers(len(samples))]
    while True:
        magnification = float(rng.choice(list(APERTURES)))
        aperture = round(APERTURES[magnification] * rng.uniform(0.6, 1.05), 3)
        wavelength = float(rng.choice([0.405, 0.473, 0.532, 0.594, 0.633, 0.68]))
        pitch = float(rng.choice([1.85, 2.4, 3.45, 4.65, 5.5, 6.5]))
        radius, apart = aperture * pitch / (magnification * wavelength), rng.uniform(1.1, 3.6)
        carrier = carrier_at(rng, apart * radius)
        if 0.03 < radius < 0.24 and max(abs(carrier[0]), abs(carrier[1])) + 0.8 * radius < 0.5:
            break
    rig = dict(sample=sample, drawn=drawn, size=tuple(int(side) for side in rng.choice(SIDES, 2)))
    rig |= dict(magnification=magnification, NA=aperture, wavelength=wavelength, pitch=pitch, carrier=carrier)
    rig |= dict(aberration=float(rng.choice([0, 0.03, 0.08])), reference_bend=float(rng.choice([0, 0, 10, 40])))
    chance = rng.random()
    if chance < 0.25:
        rig["background"] = background_frame(rng)
    elif chance < 0.45:
        rig |= out_of_focus(rng, rig)
    if sample in (mirrors, etched):
        rig["words"] = ["--sample-type", "reflection"]
    return name, rig, radius, apart


def beyond(seed, samples, cameras, out_of_focus, background_frame):
    """Name, rig, pupil radius in cycles a pixel, and how many of those the carrier lies away."""
    rng = np.random.default_rng([seed, 80])
    seen = camera_and_light(rng, cameras)
    is_lensless = rng.random() < 0.2
    name, rig, radius, apart = lensless(rng) if is_lensless else with_lens(rng, samples, out_of_focus, background_frame)
    if is_lensless:
        seen["light"]["bend"] = min(seen["light"]["bend"], 3.0)
    return name, {**rig, **seen, "seed": 80000 + seed}, radius, apart

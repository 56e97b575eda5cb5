"""Off-axis frames of beads out of focus, with a background frame; what the beads do to light is another program's: pylorenzmie (Grier).

python off-axis-beads.py FOLDER SEED …: for each seed a frame of 8 bits (SEED.npy), one without the beads (SEED-background.npy) and the
phase in rad in the plane through the beads' centres, through the lens (SEED-phase.npy, float32). The background frame has 0.85 times the
light, fringes that drifted by 1 rad and noise of its own.
"""

import sys
from pathlib import Path

import numpy as np
from pylorenzmie.theory import LorenzMie, Sphere

SIDE, AROUND = 400, 128
WAVELENGTH_UM, MEDIUM, NA = 0.532, 1.335, 0.5
PITCH_UM, MAGNIFICATION, Z_MM = 4.0, 20, 9
CARRIER = (0.21, 0.2)
FULL = 12000


def frequencies(side, step):
    f = np.fft.fftfreq(side, step)
    return f, f[:, None]


def propagated(field, step_um, wavelength_um, z_um):
    fx, fy = frequencies(len(field), step_um)
    along = 1 / wavelength_um**2 - fx**2 - fy**2
    turned = np.exp(2j * np.pi * z_um * np.sqrt(np.maximum(along, 0))) * (along > 0)
    return np.fft.ifft2(np.fft.fft2(field) * turned)


def beads(rng):
    """Six of 1.0 to 2.4 µm radius, 60 px apart."""
    places = []
    while len(places) < 6:
        x, y = rng.uniform(40, SIDE - 40, 2)
        if all(np.hypot(x - a, y - b) > 60 for a, b in places):
            places.append((x, y))
    return [(rng.uniform(1.0, 2.4), rng.uniform(1.37, 1.41), x, y) for x, y in places]


def through_lens(rng):
    """The field in the plane of the centres, of modulus 1 beside the beads, on the sensor's own grid."""
    step, whole, away = PITCH_UM / MAGNIFICATION, SIDE + 2 * AROUND, 25.0
    theory = LorenzMie()
    theory.instrument.wavelength = WAVELENGTH_UM
    theory.instrument.magnification = step
    theory.instrument.n_m = MEDIUM
    theory.coordinates = theory.meshgrid((whole, whole))
    theory.particle = [
        Sphere(a_p=a, n_p=n, x_p=x + AROUND, y_p=y + AROUND, z_p=away / step) for a, n, x, y in beads(rng)
    ]
    scattered = np.array(theory.field()).reshape(3, whole, whole)[0]
    fx, fy = frequencies(whole, step)
    passed = np.fft.ifft2(np.fft.fft2(scattered) * (fx**2 + fy**2 < (NA / WAVELENGTH_UM) ** 2))
    back = propagated(passed, step, WAVELENGTH_UM / MEDIUM, -away)
    return 1 + back * np.exp(2j * np.pi * away * MEDIUM / WAVELENGTH_UM)


def frames(seed):
    rng = np.random.default_rng(seed)
    field = through_lens(rng)
    side = len(field)
    y, x = np.mgrid[:side, :side]
    across, down = (x - side / 2) / (SIDE / 2), (y - side / 2) / (SIDE / 2)
    rig = np.exp(1j * 4 * (across**2 + down**2)) * np.exp(-0.2 * ((across - 0.2) ** 2 + (down + 0.1) ** 2))
    inside = slice(AROUND, -AROUND)

    def light(sample, drift):
        turned = -2j * np.pi * (CARRIER[0] * x + CARRIER[1] * y) + 1j * drift
        reference = np.exp(turned) * np.exp(-0.2 * (across**2 + down**2))
        own = sample * rig
        all_of_it = np.abs(own) ** 2 + np.abs(reference) ** 2 + 1.7 * np.real(own * np.conj(reference))
        return all_of_it[inside, inside]

    hologram = light(propagated(field, PITCH_UM, WAVELENGTH_UM, Z_MM * 1000), 0)
    background = 0.85 * light(np.ones_like(field), 1)
    full = np.percentile(hologram, 99.9) / 0.92

    def seen(values):
        electrons = rng.poisson(FULL * values / full) + rng.normal(0, 3, values.shape)
        return np.clip(np.round(255 * electrons / FULL), 0, 255).astype(np.uint8)

    return seen(hologram), seen(background), np.angle(field)[inside, inside].astype(np.float32)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for seed in sys.argv[2:]:
        hologram, background, phase = frames(int(seed))
        np.save(folder / f"{seed}.npy", hologram)
        np.save(folder / f"{seed}-background.npy", background)
        np.save(folder / f"{seed}-phase.npy", phase)

"""Lorenz-Mie holograms of three spheres, by pylorenzmie, as an 8-bit camera with a gamma records them: folder, seed."""

import json
import sys

import numpy as np
from PIL import Image
from pylorenzmie.theory import Instrument, LorenzMie, Sphere

folder, seed = sys.argv[1], int(sys.argv[2])
SIDE, PITCH, DISTANCE, ELECTRONS = 256, 0.1, 150.0, 8000
chance = np.random.default_rng(seed)
y, x = np.mgrid[0:SIDE, 0:SIDE]
pixels = np.vstack([x.ravel(), y.ravel(), np.zeros(SIDE * SIDE)]).astype(float)
places = [(70, 80), (180, 70), (120, 180)]
made = []
for k, (index, radius) in enumerate([(1.40, 0.8), (1.45, 0.6), (1.38, 1.2)]):
    instrument = Instrument(wavelength=0.532, magnification=PITCH, n_m=1.34)
    spheres = [Sphere(x_p=a, y_p=b, z_p=DISTANCE, a_p=radius, n_p=index) for a, b in places]
    light = np.asarray(LorenzMie(coordinates=pixels, particle=spheres, instrument=instrument).hologram())
    counts = chance.poisson(ELECTRONS * light.reshape(SIDE, SIDE)).astype(float)
    counts *= 0.9 / np.percentile(counts, 99.99)
    for gamma in (1, 1.5, 2.2):
        path = f"{folder}/{k}-{gamma}.png"
        Image.fromarray(np.uint8(np.round(255 * np.clip(counts, 0, 1) ** (1 / gamma)))).save(path)
        made.append({"path": path, "radius_um": radius, "index": index, "gamma": gamma, "places": places})
print(json.dumps({"z_um": DISTANCE * PITCH, "pitch_um": PITCH, "frames": made}))

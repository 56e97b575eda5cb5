"""Off-axis holograms by another program, HoloGen: shapes that are bright on a dark ground, or dark on a bright one.

HoloGen draws the shapes and the waves; photons, a camera of 12 bit and the choice of seeds are of this script.
Arguments: a folder, then the seeds.
"""

import json
import sys
from pathlib import Path

import numpy as np
from hologen.holography.off_axis import OffAxisHolographyStrategy
from hologen.shapes import available_generators
from hologen.types import GridSpec, HolographyConfig, HolographyMethod, OffAxisCarrier, OpticalConfig

PITCH = 4.65e-6
WAVELENGTH = 532e-9
ELECTRONS = 8000

folder = Path(sys.argv[1])
grid = GridSpec(height=512, width=512, pixel_pitch=PITCH)
found = []
for seed in map(int, sys.argv[2:]):
    rng = np.random.default_rng(seed)
    for z_mm in (0, 10, 50):
        config = HolographyConfig(
            grid=grid,
            optics=OpticalConfig(wavelength=WAVELENGTH, propagation_distance=z_mm / 1000),
            method=HolographyMethod.OFF_AXIS,
            carrier=OffAxisCarrier(frequency_x=45000, frequency_y=45000, gaussian_width=20000),
        )
        for generator in available_generators():
            shape = generator.generate(grid=grid, rng=rng)
            for ground, amplitude in (("dark", shape), ("bright", 1 - shape)):
                light = OffAxisHolographyStrategy().create_hologram(amplitude, config)
                counts = rng.poisson(light / light.mean() * ELECTRONS)
                name = f"{seed}-{z_mm}-{generator.name}-{ground}"
                np.save(folder / f"{name}.npy", np.round(counts / counts.max() * 4000).astype(np.uint16))
                np.save(folder / f"{name}-truth.npy", amplitude.astype(np.float64))
                found.append({"name": name, "seed": seed, "z_mm": z_mm, "ground": ground})
print(json.dumps({"pitch_um": PITCH * 1e6, "wavelength_um": WAVELENGTH * 1e6, "frames": found}))

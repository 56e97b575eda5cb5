"""Where another program finds the spheres of the recordings that it comes with: Lorenz-Mie fits by pylorenzmie."""

import json
import warnings
from pathlib import Path

import pylorenzmie
from pylorenzmie.analysis import Frame
from pylorenzmie.utilities.example_hologram import example_hologram

warnings.filterwarnings("ignore")
folder = Path(pylorenzmie.__file__).parent / "utilities" / "data"
found = []
for path in sorted(folder.glob("*.png")):
    frame = Frame()
    fits = frame.analyze(example_hologram(path.name).data)
    optics = frame.instrument
    found.append(
        {
            "path": str(path),
            "wavelength_um": optics.wavelength,
            "pitch_um": optics.magnification,
            "index": optics.n_m,
            "spheres": [
                {
                    "x_px": x,
                    "y_px": y,
                    "z_um": z * optics.magnification,
                    "radius_um": a,
                    "index": n,
                }
                for x, y, z, a, n in zip(*(fits[k] for k in ("x_p", "y_p", "z_p", "a_p", "n_p")))
            ],
        }
    )
print(json.dumps(found))

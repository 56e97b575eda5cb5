"""Frames of a fourth simulator through the command line, beside what is true: a row of a table for each rig.

python bench/accuracy/fourth-rigs.py [--names a01,b0] [--keep FOLDER] needs numpy, scipy, pillow, tifffile and h5py, and
a node that runs the product. All rigs were fixed before the first was run, and none was left out for what came out;
what was mended because of one is said beside the table. Off-axis: a in focus, b out of focus, c without a lens, d
common path, e carriers close to the term in the middle or to the frame's limit; f in-line. Pitches and wavelengths are
in micrometres, distances in millimetres, carriers in cycles a pixel.
"""

import argparse
import io
import json
import os
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path

import h5py
import numpy as np
import scipy.ndimage as ndi
import tifffile
from PIL import Image

from fourth_simulator import (
    beads,
    chrome_chart,
    confluent,
    dark_fibres,
    diatom,
    etched,
    fibre,
    lenslets,
    mirrors,
    neurons,
    phase_chart,
    plankton,
    pollen,
    red_cells,
    rough,
    simulate,
    sperm,
    tissue,
    waveguides,
    wrap,
    yeast,
)

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN = 1.7
FIRST_SEED = 4100
# every frame in focus has it
IN_FOCUS = "phase_sign_by_convention"

# cameras: electrons of a full pixel and of read noise, the share of it that 99.9 % of the pixels stay below
EIGHT_BIT = dict(bits=8, full=10000, read=12, fill=0.85, black=3, kind="png")
TWELVE_BIT = dict(bits=12, full=11000, read=4, fill=0.8, black=100, kind="tif")


def varied(setup, **given):
    return {**setup, **given}


# light: bends in rad at the frame's half, specks of dust, the share of a reflection, how fast it falls off
DIRTY = dict(bend=8.0, dust=12, reflection=0.01, falloff=0.3)
CLEAN = dict(bend=4.0, dust=0, reflection=0, falloff=0.15)
VERY_DIRTY = dict(bend=14.0, dust=30, reflection=0.04, falloff=0.45, astigmatism=2.0, cubic=1.0)
# between frame and background frame: tilt, piston and bend of the reference in rad, exposure, dust
DRIFTED = dict(tilt=(2.0, -1.0), piston=1.3, exposure=1.12, bend=0.25, dust_moved=True, reflection_turn=0.1)
STEADY = dict(tilt=(0.2, 0.1), piston=0.4, exposure=1.0)
# in-line; distances of dust in square pixels (wavelength times distance)
PLAIN = dict(falloff=0.15, dust=0, reflection=0)
DUSTY = dict(falloff=0.35, dust=6, reflection=0, dust_far=(6000, 20000))
INLINE_EIGHT_BIT = varied(EIGHT_BIT, black=0)
INLINE_TWELVE_BIT = varied(TWELVE_BIT, black=0)


def off_axis(name, **given):
    usual = dict(size=(512, 512), wavelength=0.633)
    return {**usual, **given, "name": name, "mode": "off-axis"}


def inline(name, **given):
    usual = dict(size=(512, 512), pitch=1.67, wavelength=0.532, margin=130, light=PLAIN)
    return {**usual, **given, "name": name, "mode": "inline"}


RIGS = [
    # off-axis image plane
    off_axis(
        "a01-rbc",
        sample=red_cells,
        size=(512, 640),
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(0.22, 0.19),
        camera=TWELVE_BIT,
        light=DIRTY,
    ),
    off_axis(
        "a02-rbc-bgdrift",
        sample=red_cells,
        drawn=dict(n=14, absorb=0.1),
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(-0.2, 0.22),
        camera=EIGHT_BIT,
        light=DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "a03-neurons",
        sample=neurons,
        size=(600, 800),
        pitch=4.65,
        magnification=20.0,
        wavelength=0.683,
        NA=0.4,
        carrier=(0.24, -0.2),
        camera=EIGHT_BIT,
        light=VERY_DIRTY,
    ),
    off_axis(
        "a04-neurons-bg",
        sample=neurons,
        size=(600, 800),
        pitch=4.65,
        magnification=20.0,
        wavelength=0.683,
        NA=0.4,
        carrier=(0.24, 0.2),
        camera=varied(EIGHT_BIT, kind="tif"),
        light=VERY_DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "a05-yeast-oil",
        sample=yeast,
        size=(640, 640),
        pitch=3.45,
        magnification=63.0,
        NA=1.3,
        immersion=1.518,
        basis="object_space",
        carrier=(0.25, 0.24),
        camera=TWELVE_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a06-confluent",
        sample=confluent,
        size=(600, 800),
        pitch=5.5,
        magnification=20.0,
        NA=0.3,
        carrier=(0.22, 0.22),
        camera=EIGHT_BIT,
        light=DIRTY,
    ),
    off_axis(
        "a07-confluent-bg",
        sample=confluent,
        size=(600, 800),
        pitch=5.5,
        magnification=20.0,
        NA=0.3,
        carrier=(0.22, 0.22),
        camera=varied(TWELVE_BIT, bits=10),
        light=DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "a08-beads-oil-jpg",
        sample=beads,
        drawn=dict(diameter=10, index=0.03),
        pitch=4.65,
        magnification=40.0,
        NA=0.6,
        carrier=(0.23, 0.21),
        camera=varied(EIGHT_BIT, kind="jpg", quality=90),
        light=CLEAN,
    ),
    off_axis(
        "a09-beads-water",
        sample=beads,
        drawn=dict(diameter=5, index=0.26, n=10),
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.75,
        carrier=(0.24, 0.24),
        camera=TWELVE_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a10-waveguides",
        sample=waveguides,
        drawn=dict(amp=0.6, width=4.0),
        size=(480, 640),
        pitch=5.2,
        magnification=40.0,
        wavelength=0.6328,
        NA=0.65,
        carrier=(0.27, 0.15),
        camera=varied(TWELVE_BIT, bits=16, full=30000, black=300),
        light=CLEAN,
    ),
    off_axis(
        "a11-mla",
        sample=lenslets,
        drawn=dict(pitch=90, peak=14.0),
        size=(768, 768),
        pitch=5.86,
        magnification=10.0,
        NA=0.25,
        carrier=(0.25, 0.25),
        camera=EIGHT_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a12-mla-bg",
        sample=lenslets,
        drawn=dict(pitch=90, peak=14.0, filled=0.8),
        size=(768, 768),
        pitch=5.86,
        magnification=10.0,
        NA=0.25,
        carrier=(0.25, 0.25),
        camera=EIGHT_BIT,
        light=DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "a13-mems",
        sample=mirrors,
        drawn=dict(height=0.12),
        size=(600, 800),
        pitch=4.4,
        magnification=20.0,
        NA=0.4,
        carrier=(0.22, 0.2),
        camera=varied(EIGHT_BIT, kind="bmp"),
        light=DIRTY,
        words=["--sample-type", "reflection"],
    ),
    off_axis(
        "a14-mems-tall",
        sample=mirrors,
        drawn=dict(height=0.36),
        size=(600, 800),
        pitch=4.4,
        magnification=20.0,
        NA=0.4,
        carrier=(0.22, 0.2),
        camera=TWELVE_BIT,
        light=CLEAN,
        words=["--sample-type", "reflection"],
    ),
    off_axis(
        "a15-etched-grating",
        sample=etched,
        drawn=dict(depth=0.11, period=14.0),
        pitch=5.0,
        magnification=20.0,
        wavelength=0.6328,
        NA=0.4,
        carrier=(-0.2, -0.24),
        camera=EIGHT_BIT,
        light=DIRTY,
        words=["--sample-type", "reflection"],
    ),
    off_axis(
        "a16-fibre-tip",
        sample=fibre,
        size=(512, 640),
        pitch=3.45,
        magnification=10.0,
        NA=0.25,
        carrier=(0.2, 0.25),
        camera=EIGHT_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a17-phase-usaf-bg",
        sample=phase_chart,
        size=(768, 768),
        pitch=3.45,
        magnification=20.0,
        wavelength=0.6328,
        NA=0.4,
        carrier=(0.24, 0.22),
        camera=TWELVE_BIT,
        light=DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "a18-tissue",
        sample=tissue,
        drawn=dict(rms=0.9, coarse=12.0),
        size=(600, 600),
        pitch=5.5,
        magnification=20.0,
        wavelength=0.66,
        NA=0.4,
        carrier=(0.25, 0.24),
        camera=TWELVE_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a19-tissue-bg-jpg",
        sample=tissue,
        drawn=dict(rms=0.7, coarse=12.0),
        size=(600, 600),
        pitch=5.5,
        magnification=20.0,
        wavelength=0.66,
        NA=0.4,
        carrier=(0.25, 0.24),
        camera=varied(EIGHT_BIT, kind="jpg", quality=95),
        light=DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "a20-rbc-clipped",
        sample=red_cells,
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(0.22, 0.19),
        camera=varied(EIGHT_BIT, fill=1.15),
        light=DIRTY,
    ),
    off_axis(
        "a21-rbc-dim",
        sample=red_cells,
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(0.22, 0.19),
        camera=varied(TWELVE_BIT, fill=0.04, read=6),
        light=DIRTY,
        coherence=0.6,
    ),
    off_axis(
        "a22-diatom",
        sample=diatom,
        size=(600, 800),
        pitch=3.45,
        magnification=20.0,
        wavelength=0.532,
        NA=0.45,
        carrier=(0.26, 0.2),
        camera=varied(TWELVE_BIT, bits=10, black=12),
        light=DIRTY,
    ),
    off_axis(
        "a23-yeast-small",
        sample=yeast,
        drawn=dict(n=4),
        size=(256, 256),
        pitch=5.5,
        magnification=60.0,
        NA=0.85,
        carrier=(0.25, 0.25),
        camera=EIGHT_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a24-cells-large",
        sample=red_cells,
        drawn=dict(n=60, index=0.05),
        size=(1536, 2048),
        finer=2,
        pitch=3.45,
        magnification=20.0,
        wavelength=0.532,
        NA=0.4,
        carrier=(0.24, 0.2),
        camera=EIGHT_BIT,
        light=DIRTY,
    ),
    off_axis(
        "a25-vignetted",
        sample=red_cells,
        drawn=dict(n=10),
        size=(600, 600),
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(0.2, 0.2),
        camera=EIGHT_BIT,
        light=dict(bend=5.0, dust=6, reflection=0.005, falloff=0.3, rim=0.95),
    ),
    off_axis(
        "a26-reflections",
        sample=neurons,
        pitch=4.65,
        magnification=20.0,
        wavelength=0.683,
        NA=0.4,
        carrier=(0.22, 0.22),
        camera=TWELVE_BIT,
        light=dict(bend=6.0, dust=8, reflection=0.1, falloff=0.3),
    ),
    off_axis(
        "a27-ridge-tall",
        sample=waveguides,
        drawn=dict(amp=4.2, width=8.0, soft=3.0),
        size=(480, 640),
        pitch=5.2,
        magnification=20.0,
        wavelength=0.6328,
        NA=0.4,
        carrier=(0.27, 0.2),
        camera=TWELVE_BIT,
        light=CLEAN,
    ),
    off_axis(
        "a28-neurite-only",
        sample=neurons,
        drawn=dict(n=2, thickness=3.0, thin=(0.2, 0.45)),
        pitch=4.65,
        magnification=40.0,
        wavelength=0.66,
        NA=0.75,
        carrier=(0.24, 0.24),
        camera=TWELVE_BIT,
        light=DIRTY,
        background=STEADY,
    ),
    # out of focus
    off_axis(
        "b01-rbc-zknown",
        sample=red_cells,
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(0.22, 0.2),
        z_mm=18.0,
        margin=100,
        camera=EIGHT_BIT,
        light=DIRTY,
    ),
    off_axis(
        "b02-rbc-zrange",
        sample=red_cells,
        pitch=3.45,
        magnification=40.0,
        wavelength=0.532,
        NA=0.65,
        carrier=(0.22, 0.2),
        z_mm=-14.0,
        z_range=(-20, -10.5),
        margin=100,
        camera=TWELVE_BIT,
        light=DIRTY,
        background=DRIFTED,
    ),
    off_axis(
        "b03-sperm-zrange-obj",
        sample=sperm,
        size=(600, 600),
        pitch=5.5,
        magnification=20.0,
        NA=0.4,
        basis="object_space",
        carrier=(0.24, 0.22),
        z_mm=0.045,
        z_range=(-0.1, 0.15),
        margin=100,
        camera=EIGHT_BIT,
        light=CLEAN,
    ),
    off_axis(
        "b04-usaf-abs-zrange",
        sample=chrome_chart,
        size=(600, 600),
        pitch=5.5,
        magnification=10.0,
        NA=0.25,
        carrier=(0.24, 0.22),
        z_mm=9.0,
        z_range=(4, 13),
        margin=100,
        camera=EIGHT_BIT,
        light=CLEAN,
    ),
    off_axis(
        "b05-bead-8rad-z",
        sample=beads,
        drawn=dict(n=5, diameter=12, index=0.07),
        pitch=4.65,
        magnification=20.0,
        NA=0.4,
        carrier=(0.23, 0.23),
        z_mm=6.0,
        z_range=(1, 10),
        margin=100,
        camera=TWELVE_BIT,
        light=CLEAN,
        background=DRIFTED,
    ),
    off_axis(
        "b06-twoplanes",
        sample=red_cells,
        drawn=dict(n=7),
        pitch=4.65,
        magnification=40.0,
        NA=0.6,
        carrier=(0.22, 0.22),
        z_mm=11.0,
        z_range=(7, 14),
        second=(red_cells, dict(n=7), 3.0),
        margin=100,
        camera=TWELVE_BIT,
        light=CLEAN,
    ),
    off_axis(
        "b07-confluent-zrange",
        sample=confluent,
        size=(600, 600),
        pitch=5.5,
        magnification=20.0,
        NA=0.3,
        carrier=(0.22, 0.22),
        z_mm=5.0,
        z_range=(0, 9),
        margin=100,
        camera=EIGHT_BIT,
        light=DIRTY,
    ),
    # lensless Fresnel
    off_axis(
        "c01-fresnel-usaf",
        sample=chrome_chart,
        drawn=dict(bar=90.0),
        size=(768, 768),
        finer=2,
        pitch=3.45,
        NA=0.02,
        aberration=0.0,
        carrier=(0.24, 0.2),
        z_mm=60.0,
        z_range=(55, 65),
        margin=300,
        camera=EIGHT_BIT,
        light=dict(bend=1.0, dust=5, reflection=0, falloff=0.2),
    ),
    off_axis(
        "c02-fresnel-phase-sph",
        sample=phase_chart,
        drawn=dict(phase=1.5, bar=90.0),
        size=(768, 768),
        finer=2,
        pitch=3.45,
        NA=0.018,
        aberration=0.0,
        carrier=(0.25, 0.22),
        reference_bend=60.0,
        z_mm=80.0,
        margin=330,
        camera=TWELVE_BIT,
        light=dict(bend=1.0, dust=0, reflection=0, falloff=0.2),
    ),
    off_axis(
        "c03-fresnel-sph-bg-zrange",
        sample=beads,
        drawn=dict(n=8, diameter=240.0, index=0.01),
        size=(768, 768),
        finer=2,
        pitch=4.65,
        wavelength=0.532,
        NA=0.014,
        aberration=0.0,
        carrier=(-0.22, 0.2),
        reference_bend=45.0,
        z_mm=75.0,
        z_range=(70, 80),
        margin=250,
        camera=EIGHT_BIT,
        light=dict(bend=1.0, dust=5, reflection=0, falloff=0.3),
        background=DRIFTED,
    ),
    off_axis(
        "c04-fresnel-rough",
        sample=rough,
        drawn=dict(amp=8.0, correlation=18.0),
        size=(768, 768),
        finer=2,
        pitch=4.65,
        NA=0.015,
        aberration=0.0,
        carrier=(0.23, 0.23),
        z_mm=150.0,
        z_range=(145, 155),
        margin=400,
        camera=EIGHT_BIT,
        light=dict(bend=1.0, dust=0, reflection=0, falloff=0.2),
        words=["--sample-type", "reflection"],
    ),
    # common path
    off_axis(
        "d01-shear",
        sample=red_cells,
        drawn=dict(n=5),
        size=(512, 640),
        pitch=4.65,
        magnification=40.0,
        NA=0.5,
        carrier=(0.24, 0.05),
        shear=(150, 4),
        margin=230,
        camera=EIGHT_BIT,
        light=dict(bend=3.0, dust=4, reflection=0, falloff=0.2),
    ),
    off_axis(
        "d02-shear-small",
        sample=red_cells,
        drawn=dict(n=8),
        pitch=4.65,
        magnification=40.0,
        NA=0.5,
        carrier=(0.25, 0.1),
        shear=(40, 0),
        camera=TWELVE_BIT,
        light=dict(bend=3.0, dust=4, reflection=0, falloff=0.2),
        background=STEADY,
    ),
    off_axis(
        "d03-dpm",
        sample=red_cells,
        drawn=dict(n=6),
        pitch=4.65,
        magnification=40.0,
        wavelength=0.532,
        NA=0.5,
        carrier=(0.25, 0.0),
        pinhole=0.0012,
        camera=EIGHT_BIT,
        light=dict(bend=2.0, dust=4, reflection=0, falloff=0.2),
    ),
    # slightly off-axis
    off_axis(
        "e01-slightly",
        sample=red_cells,
        pitch=5.5,
        magnification=40.0,
        NA=0.6,
        carrier=(0.15, 0.13),
        camera=EIGHT_BIT,
        light=CLEAN,
    ),
    off_axis(
        "e02-slightly-bg",
        sample=confluent,
        pitch=5.5,
        magnification=20.0,
        NA=0.4,
        carrier=(0.19, 0.16),
        camera=TWELVE_BIT,
        light=CLEAN,
        background=STEADY,
    ),
    off_axis(
        "e03-overlap-hard",
        sample=red_cells,
        drawn=dict(n=20),
        pitch=5.5,
        magnification=40.0,
        NA=0.65,
        carrier=(0.1, 0.12),
        camera=TWELVE_BIT,
        light=CLEAN,
    ),
    off_axis(
        "e04-nyquist",
        sample=phase_chart,
        drawn=dict(phase=0.8),
        pitch=6.5,
        magnification=20.0,
        wavelength=0.532,
        NA=0.35,
        carrier=(0.38, 0.1),
        camera=EIGHT_BIT,
        light=DIRTY,
    ),
    # in-line
    inline(
        "f01-beads-plane",
        sample=beads,
        drawn=dict(n=14, diameter=20.0, index=0.012),
        z_mm=0.9,
        camera=INLINE_EIGHT_BIT,
        words=["--camera-gamma", "1"],
    ),
    inline(
        "f02-beads-zrange",
        sample=beads,
        drawn=dict(n=10, diameter=20.0, index=0.02),
        z_mm=1.3,
        z_range=(0.5, 3),
        margin=150,
        camera=INLINE_EIGHT_BIT,
        light=DUSTY,
    ),
    inline(
        "f03-sperm-point",
        sample=sperm,
        drawn=dict(n=14),
        size=(600, 600),
        pitch=3.45,
        magnification=8.0,
        basis="object_space",
        z_mm=0.35,
        z_range=(0.1, 0.8),
        camera=INLINE_TWELVE_BIT,
    ),
    inline(
        "f04-diatom-point-bg",
        sample=diatom,
        drawn=dict(n=4, period=6.0),
        size=(600, 600),
        pitch=3.45,
        magnification=6.0,
        wavelength=0.405,
        z_mm=17.0,
        z_range=(12, 21),
        margin=150,
        camera=INLINE_TWELVE_BIT,
        light=DUSTY,
        background=dict(exposure=1.1, dust_moved=True),
    ),
    inline(
        "f05-pollen",
        sample=pollen,
        pitch=1.12,
        z_mm=0.7,
        z_range=(0.3, 1.5),
        margin=150,
        camera=varied(INLINE_TWELVE_BIT, bits=10),
    ),
    inline(
        "f06-plankton",
        sample=plankton,
        size=(768, 768),
        pitch=3.45,
        wavelength=0.66,
        z_mm=12.0,
        z_range=(8, 17),
        margin=150,
        camera=INLINE_EIGHT_BIT,
        light=DUSTY,
        finer=2,
    ),
    inline(
        "f07-usaf-bg",
        sample=chrome_chart,
        z_mm=0.8,
        z_range=(0.4, 1.6),
        camera=INLINE_TWELVE_BIT,
        light=DUSTY,
        background=dict(exposure=1.05),
    ),
    inline(
        "f08-usaf-uneven",
        sample=chrome_chart,
        pitch=2.2,
        wavelength=0.633,
        z_mm=1.5,
        camera=INLINE_EIGHT_BIT,
        light=dict(falloff=0.6, dust=10, reflection=0, dust_far=(6000, 20000)),
        words=["--camera-gamma", "1"],
    ),
    inline(
        "f09-fibres",
        sample=dark_fibres,
        drawn=dict(n=5, radius=9.0),
        pitch=2.2,
        z_mm=2.2,
        z_range=(1, 4),
        camera=INLINE_EIGHT_BIT,
    ),
    inline(
        "f10-phase-target",
        sample=phase_chart,
        drawn=dict(phase=0.8),
        z_mm=0.6,
        camera=INLINE_TWELVE_BIT,
    ),
    inline(
        "f11-phase-target-bg",
        sample=phase_chart,
        drawn=dict(phase=0.5),
        z_mm=0.9,
        z_range=(0.4, 1.6),
        camera=INLINE_EIGHT_BIT,
        light=DUSTY,
        background=dict(exposure=1.0),
    ),
    inline(
        "f12-stack-usaf",
        sample=chrome_chart,
        z_mm=[0.6, 0.75, 0.95, 1.2],
        camera=INLINE_TWELVE_BIT,
    ),
    inline(
        "f13-stack-cells",
        sample=confluent,
        drawn=dict(cell=40.0, thickness=3.0),
        z_mm=[0.5, 0.65, 0.85, 1.1],
        camera=INLINE_TWELVE_BIT,
    ),
    inline(
        "f14-beads-jpg",
        sample=beads,
        drawn=dict(n=10, diameter=16.0, index=0.03),
        wavelength=0.633,
        z_mm=1.1,
        margin=150,
        camera=varied(INLINE_EIGHT_BIT, kind="jpg", quality=92),
    ),
    inline(
        "f15-diatom-gamma",
        sample=diatom,
        drawn=dict(n=3, period=9.0, through=0.5),
        z_mm=0.8,
        z_range=(0.4, 1.5),
        camera=varied(INLINE_EIGHT_BIT, gamma=0.45),
    ),
    inline(
        "f16-beads-black",
        sample=beads,
        drawn=dict(n=14, diameter=20.0, index=0.012),
        z_mm=0.9,
        z_range=(0.4, 1.6),
        camera=varied(INLINE_TWELVE_BIT, black=240),
    ),
    inline(
        "f17-cells-fill",
        sample=confluent,
        drawn=dict(cell=30.0, thickness=3.0),
        pitch=1.12,
        z_mm=0.5,
        z_range=(0.2, 1.0),
        camera=INLINE_EIGHT_BIT,
    ),
    inline(
        "f18-rbc-microscope",
        sample=red_cells,
        drawn=dict(n=12),
        pitch=5.5,
        magnification=20.0,
        NA=0.4,
        z_mm=12.0,
        z_range=(7, 16),
        camera=INLINE_EIGHT_BIT,
    ),
    inline(
        "f19-beads-twoplanes",
        sample=beads,
        drawn=dict(n=6, diameter=20.0, index=0.012),
        second=(beads, dict(n=6, diameter=20.0, index=0.012), 1.6),
        z_mm=0.9,
        z_range=(0.4, 2.2),
        margin=150,
        camera=INLINE_TWELVE_BIT,
    ),
    inline(
        "f20-absorber-beads",
        sample=beads,
        drawn=dict(n=12, diameter=15.0, index=0.0, through=0.05),
        pitch=2.4,
        wavelength=0.65,
        z_mm=2.6,
        z_range=(1, 5),
        camera=varied(INLINE_EIGHT_BIT, kind="h5"),
        light=DUSTY,
        blur=0.7,
    ),
    off_axis(
        "c05-fresnel-rough2",
        sample=rough,
        drawn=dict(amp=3.0, correlation=18.0),
        reference=0.5,
        size=(768, 768),
        finer=2,
        pitch=4.65,
        NA=0.015,
        aberration=0.0,
        carrier=(0.23, 0.23),
        z_mm=150.0,
        margin=400,
        camera=EIGHT_BIT,
        light=dict(bend=1.0, dust=0, reflection=0, falloff=0.2),
        words=["--sample-type", "reflection"],
    ),
]
RIGS = [{**rig, "seed": FIRST_SEED + index} for index, rig in enumerate(RIGS)]


def save(path, frames, camera):
    kind = np.uint8 if camera.get("bits", 8) == 8 else np.uint16
    frames = [frame.astype(kind) for frame in frames]
    if len(frames) > 1:
        tifffile.imwrite(path, np.stack(frames), photometric="minisblack")
    elif path.suffix == ".tif":
        tifffile.imwrite(path, frames[0])
    elif path.suffix == ".jpg":
        Image.fromarray(frames[0]).save(path, quality=camera.get("quality", 90))
    elif path.suffix == ".h5":
        with h5py.File(path, "w") as file:
            file.create_dataset("hologram", data=frames[0])
    else:
        Image.fromarray(frames[0]).save(path)


def command(rig, folder, kind):
    """What a user would type; distances are given in the space of the pitch."""
    magnification = rig.get("magnification", 1.0)
    words = [str(folder / f"frame.{kind}"), "--mode", rig["mode"], "--wavelength-um", str(rig["wavelength"])]
    if rig.get("basis") == "object_space":
        words += ["--pixel-pitch-basis", "object_space", "--pixel-pitch-um", f"{rig['pitch'] / magnification:.6g}"]
    else:
        words += ["--pixel-pitch-um", str(rig["pitch"])]
    if magnification != 1:
        words += ["--magnification", f"{magnification:.6g}"]
    if rig.get("immersion", 1) != 1:
        words += ["--refractive-index-immersion", str(rig["immersion"])]
    if rig.get("background"):
        words += ["--background", str(folder / f"background.{kind}")]
    said = rig.get("said_mm", rig.get("z_mm", 0))
    if isinstance(said, list):
        words += ["--stack-z-mm", ",".join(f"{z:g}" for z in said)]
    elif "z_range" in rig:
        low, high = rig["z_range"]
        words += ["--z-min-mm", f"{low:g}", "--z-max-mm", f"{high:g}"]
    else:
        words += ["--z-mm", f"{said:g}"]
    words += rig.get("words", [])
    return words + ["--outputs", "phase,phase_uncertainty", "-q", "-o", str(folder / "result.zip")]


def numbers(error, sigma, where):
    """Median |error| / sigma over a normal deviate's, and the share within 2 sigma."""
    if where.sum() < 30:
        return None
    over = np.abs(error[where]) / sigma[where]
    return np.median(over) / 0.6745, np.mean(over < 2)


def error_of(phase, truth, known, sample, signs=(1, -1)):
    """Phase less truth, a constant removed; with the other sign where that is nearer: no data tell it in focus. And how far."""
    best = None
    for sign in signs:
        away = sign * phase - truth
        error = away - np.angle(np.mean(np.exp(1j * away[known])))
        error = error - 2 * np.pi * np.rint(np.median(error[known]) / (2 * np.pi))
        error = error - np.median(error[known])
        at = known & sample if (known & sample).sum() > 50 else known
        off = np.median(np.abs(wrap(error[at])))
        if best is None or off < best[0]:
            best = off, error
    return best


def near_jumps(truth, radius):
    """Where the truth itself jumps, as at the rim of a steep bead: there its number of turns has no meaning."""
    jumps = np.zeros(truth.shape, bool)
    across = np.abs(np.diff(truth, axis=1)) > 2.0
    down = np.abs(np.diff(truth, axis=0)) > 2.0
    jumps[:, 1:] |= across
    jumps[:, :-1] |= across
    jumps[1:] |= down
    jumps[:-1] |= down
    return ndi.binary_dilation(jumps, iterations=max(2, int(0.5 / (radius or 0.25))))


def score(made, package):
    def read(name):
        return package.read("data/" + name)

    evidence = json.loads(read("evidence.json"))
    phase = tifffile.imread(io.BytesIO(read("phase.tif"))).astype(float)
    sigma = tifffile.imread(io.BytesIO(read("phase_uncertainty.tif"))).astype(float)
    crop = evidence["input"]["crop_px"]
    part = np.s_[crop["y"] : crop["y"] + crop["height"], crop["x"] : crop["x"] + crop["width"]]
    truth, sample, rim = made.phase[part], made.sample[part], made.rim[part]
    valid = made.valid[part] & np.isfinite(phase) & np.isfinite(sigma)
    firm = valid & (sigma < 1.2) & (sigma > 0)
    asked = truth, firm if firm.sum() >= 50 else valid, sample
    # in-line a distance has a sign, and so has the phase
    off, error = error_of(phase, *asked, (1,) if made.inline else (1, -1))
    seen = (asked[1] & sample).sum() > 50
    jumps = near_jumps(truth, made.radius)
    if jumps.mean() < 0.6:
        error = np.where(jumps, wrap(error), error)
    known = valid & (sigma > 0) & (sigma < UNKNOWN)
    unknown = valid & (sigma >= UNKNOWN)
    counted = valid & made.turn_known[part]
    return {
        "turned_over": made.inline and seen and error_of(phase, *asked, (-1,))[0] < off / 2,
        "filter": evidence["quality"]["metrics"].get("filter_radius_cycles_per_px"),
        "ideal": made.ideal,
        "error": np.median(np.abs(error[known])) / 0.6745 if known.any() else None,
        "sigma": np.median(sigma),
        "all": numbers(error, sigma, known),
        "sample": numbers(error, sigma, known & sample),
        "rim": numbers(error, sigma, known & rim),
        "turned": (counted & (np.abs(error) > np.pi) & (sigma < 1)).sum() / max(1, counted.sum()),
        "unknown": unknown.sum() / max(1, valid.sum()),
        "right": (unknown & (np.abs(error) < 0.5)).sum() / max(1, unknown.sum()),
        "found": [(focus["z_mm"], focus["sigma_mm"]) for focus in evidence.get("foci") or []],
        "flags": {flag["code"]: flag["level"] for flag in evidence["quality"]["flags"]},
    }


def tried(rig, folder):
    made = simulate(rig)
    kind = rig["camera"].get("kind", "png") if len(made.frames) == 1 else "tif"
    save(folder / f"frame.{kind}", made.frames, rig["camera"])
    if rig.get("background"):
        save(folder / f"background.{kind}", [made.background], rig["camera"])
    node = ROOT / "node_modules" / ".bin" / "node"
    words = [str(node), str(ROOT / "bin" / "leith.mjs"), "reconstruct", *command(rig, folder, kind)]
    begun = time.monotonic()
    run = subprocess.run(words, capture_output=True, text=True)
    took = time.monotonic() - begun
    if run.returncode != 0:
        return None, run.stderr.strip().splitlines()[-1:]
    with zipfile.ZipFile(folder / "result.zip") as package:
        return score(made, package) | {"seconds": took}, None


def row(rig, scored):
    def radians(value):
        return "–" if value is None else f"{value:.3f}"

    def ratio(pair):
        return "–" if pair is None else f"{pair[0]:.2f}"

    def within(pair):
        return "–" if pair is None else f"{100 * pair[1]:.0f} %"

    cells = [rig["name"], radians(scored["ideal"]), radians(scored["error"]), radians(scored["sigma"])]
    cells += [ratio(scored[where]) for where in ("all", "sample", "rim")]
    cells += [within(scored["all"]), within(scored["sample"]), f"{100 * scored['turned']:.2f} %"]
    right = f", {100 * scored['right']:.0f} % right" if scored["unknown"] > 0.0005 else ""
    cells += [f"{100 * scored['unknown']:.1f} %{right}"]
    foci = " and ".join(f"{z:.4g}" + (f" ± {sigma:.2g}" if sigma else "") for z, sigma in scored["found"])
    cells += [f"{foci} of {rig['z_mm']:.4g}" if "z_range" in rig else ""]
    raised = [code for code, level in scored["flags"].items() if level != "info" and code != IN_FOCUS]
    return "| " + " | ".join(cells + [", ".join(f"`{code}`" for code in raised)]) + " |"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--names", default="a,b,c,d,e")
    words.add_argument("--keep")
    asked = words.parse_args()
    heads = [
        "rig",
        "all told, rad",
        "error, rad",
        "σ, rad",
        "error / σ",
        "in the sample",
        "at its rims",
        "within 2 σ",
        "in the sample",
        "off by a turn, σ < 1",
        "unknown",
        "z, mm",
        "flags",
    ]
    print("| " + " | ".join(heads) + " |")
    print("| " + " | ".join(["---"] * len(heads)) + " |")
    for rig in sorted(RIGS, key=lambda rig: rig["name"]):
        if not any(rig["name"].startswith(name) for name in asked.names.split(",")):
            continue
        with tempfile.TemporaryDirectory() as own:
            folder = Path(asked.keep) / rig["name"] if asked.keep else Path(own)
            os.makedirs(folder, exist_ok=True)
            scored, refused = tried(rig, folder)
            print(row(rig, scored) if scored else f"| {rig['name']} | refused: {refused} |", flush=True)


if __name__ == "__main__":
    main()

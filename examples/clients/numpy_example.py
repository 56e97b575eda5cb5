#!/usr/bin/env python3
"""Reads the phase, its uncertainty and the field out of a result package with NumPy.

    numpy_example.py result.zip
"""

import io
import json
import struct
import sys
import zipfile

import numpy


def read_tiff(data):
    """A float32 map of a package, rows x columns: little-endian, one strip, not compressed."""
    order, magic, directory = struct.unpack_from("<2sHI", data)
    if (order, magic) != (b"II", 42):
        raise ValueError("this is not a TIFF of a package")
    (count,) = struct.unpack_from("<H", data, directory)
    tags = {}
    for i in range(count):
        tag, kind, _, value = struct.unpack_from("<HHII", data, directory + 2 + 12 * i)
        tags[tag] = value & 0xFFFF if kind == 3 else value
    columns, rows, offset = tags[256], tags[257], tags[273]
    return numpy.frombuffer(data, "<f4", rows * columns, offset).reshape(rows, columns)


def main(path):
    with zipfile.ZipFile(path) as package:
        evidence = json.loads(package.read("data/evidence.json"))
        held = set(package.namelist())

        # a package holds what `outputs` asked for: all but the noise of the camera, if nothing was said
        def read(name, reader):
            return reader(package.read(name)) if name in held else None

        phase = read("data/phase.tif", read_tiff)
        sigma = read("data/phase_uncertainty.tif", read_tiff)
        field = read("data/field.npy", lambda data: numpy.load(io.BytesIO(data)))

    for output in evidence["outputs"]:
        if output["pixel_size_um"]:
            rows, columns = output["shape"]
            size = output["pixel_size_um"]
            quantity = output["quantity"]
            print("%s: %d x %d pixels of %g x %g um" % (quantity, columns, rows, size["x"], size["y"]))
    if phase is not None:
        print("phase: %.4g to %.4g rad" % (phase.min(), phase.max()))
    if sigma is not None:
        print("uncertainty: median %.4g rad" % numpy.median(sigma))
    if phase is not None and sigma is not None:
        # a pixel says something where its phase stands out of its uncertainty
        print("pixels above 3 sigma: %.1f %%" % (100 * numpy.mean(numpy.abs(phase) > 3 * sigma)))
    if phase is not None and field is not None:
        # the same phase twice: unwrapped in the TIFF, wrapped in the complex field
        difference = numpy.angle(field * numpy.exp(-1j * phase.astype("f8")))
        print("field and phase differ by %.2g rad at most" % numpy.abs(difference).max())
    for flag in evidence["quality"]["flags"]:
        print("%s %s: %s" % (flag["level"], flag["code"], flag["detail"]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

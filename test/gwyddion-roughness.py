"""Sa, Sq and Sz of a surface as Gwyddion has them: numbers in (rows, cols, then values), three numbers out.

Levelled by Gwyddion's own least-squares plane. Ends with 77 where its library is not installed (Debian: libgwyddion20).
"""

import ctypes
import sys

try:
    ctypes.CDLL("libgwyddion2.so.0", ctypes.RTLD_GLOBAL)
    gwy = ctypes.CDLL("libgwyprocess2.so.0")
except OSError as absent:
    print(absent, file=sys.stderr)
    sys.exit(77)

real, whole, place = ctypes.c_double, ctypes.c_int, ctypes.c_void_p
gwy.gwy_process_type_init()
gwy.gwy_data_field_new.restype = place
gwy.gwy_data_field_new.argtypes = [whole, whole, real, real, whole]
gwy.gwy_data_field_get_data.restype = ctypes.POINTER(real)
gwy.gwy_data_field_get_data.argtypes = [place]
gwy.gwy_data_field_fit_plane.argtypes = [place] + 3 * [ctypes.POINTER(real)]
gwy.gwy_data_field_plane_level.argtypes = [place, real, real, real]
gwy.gwy_data_field_area_get_stats.argtypes = [place, place] + 4 * [whole] + 5 * [ctypes.POINTER(real)]
for name in ("max", "min"):
    function = getattr(gwy, f"gwy_data_field_get_{name}")
    function.restype, function.argtypes = real, [place]

rows, cols, *values = (float(word) for word in sys.stdin.read().split())
rows, cols = int(rows), int(cols)
field = gwy.gwy_data_field_new(cols, rows, 1.0, 1.0, 1)
data = gwy.gwy_data_field_get_data(field)
for i, value in enumerate(values):
    data[i] = value
a, bx, by = real(), real(), real()
gwy.gwy_data_field_fit_plane(field, a, bx, by)
gwy.gwy_data_field_plane_level(field, a, bx, by)
mean, sa, sq, skew, kurtosis = real(), real(), real(), real(), real()
gwy.gwy_data_field_area_get_stats(field, None, 0, 0, cols, rows, mean, sa, sq, skew, kurtosis)
sz = gwy.gwy_data_field_get_max(field) - gwy.gwy_data_field_get_min(field)
print(repr(sa.value), repr(sq.value), repr(sz))

"""A fourth simulator of holograms, by an examiner who had read README and conventions of the product and nothing else.

Samples are drawn three times as finely as the camera samples (twice for large frames), on a larger frame; the wave
passes a pupil with aberrations of its own, free space (angular spectrum) and light that is uneven, dusty and
reflected, meets a reference, and is collected by pixels that are areas, with shot noise, read noise, unequal gains, a
black level and rounding. The truth is what the pupil passed. Places and lengths of samples are in micrometres in the
sample's space, frequencies in cycles a camera pixel, distances in millimetres.
"""

from types import SimpleNamespace

import numpy as np
import scipy.fft as sf
import scipy.ndimage as ndi
from scipy.spatial import cKDTree

TURN = 2 * np.pi


def fft2(values):
    kind = np.complex64 if np.iscomplexobj(values) else np.float32
    return sf.fft2(values.astype(kind), overwrite_x=True)


def ifft2(values):
    return sf.ifft2(values.astype(np.complex64), overwrite_x=True)


def wrap(phase):
    return np.angle(np.exp(1j * phase))


class Grid:
    """The fine grid: xp and yp in camera pixels (pixel j has its centre at j), x and y in micrometres (sample)."""

    def __init__(self, rig):
        self.finer = rig.get("finer", 3)
        self.rows, self.cols = rig["size"]
        self.margin = margin = rig.get("margin", 64)
        self.ny = sf.next_fast_len((self.rows + 2 * margin) * self.finer)
        self.nx = sf.next_fast_len((self.cols + 2 * margin) * self.finer)
        self.pixel = rig["pitch"] / rig.get("magnification", 1.0)
        self.xp = np.arange(self.nx) / self.finer - margin
        self.yp = np.arange(self.ny) / self.finer - margin
        self.x = self.xp * self.pixel
        self.y = self.yp * self.pixel
        self.w = self.cols * self.pixel
        self.h = self.rows * self.pixel
        self.step = self.pixel / self.finer
        self.fx = sf.fftfreq(self.nx, 1 / self.finer)[None, :]
        self.fy = sf.fftfreq(self.ny, 1 / self.finer)[:, None]
        self.frame = (
            slice(margin * self.finer, margin * self.finer + self.rows * self.finer, self.finer),
            slice(margin * self.finer, margin * self.finer + self.cols * self.finer, self.finer),
        )

    def empty(self):
        return np.zeros((self.ny, self.nx))


def transfer(fx, fy, z, pitch, wavelength):
    """Free space over z; pitch, wavelength and z in micrometres."""
    square = 1 / wavelength**2 - (fx / pitch) ** 2 - (fy / pitch) ** 2
    phase = 2j * np.pi * z * (np.sqrt(np.maximum(square, 0)) - 1 / wavelength)
    return np.where(square > 0, np.exp(phase), 0).astype(np.complex64)


def propagate(u, g, z, pitch, wavelength):
    if z == 0:
        return u
    return ifft2(fft2(u) * transfer(g.fx, g.fy, z, pitch, wavelength))


# parts of samples: maps of thickness in micrometres, or of what is covered


def box(g, x, y, r):
    top, bottom = np.searchsorted(g.y, [y - r, y + r])
    left, right = np.searchsorted(g.x, [x - r, x + r])
    return slice(top, bottom), slice(left, right)


def ellipsoid(g, height, x, y, a, b, angle, thickness):
    """Half axes a and b, full thickness in the middle."""
    s, t = box(g, x, y, max(a, b) + g.step)
    dx = g.x[t][None, :] - x
    dy = g.y[s][:, None] - y
    if dx.size == 0 or dy.size == 0:
        return
    c, sn = np.cos(angle), np.sin(angle)
    q = ((dx * c + dy * sn) / a) ** 2 + ((-dx * sn + dy * c) / b) ** 2
    height[s, t] = np.maximum(height[s, t], thickness * np.sqrt(np.maximum(1 - q, 0)))


def tube(g, height, points, radii):
    for (x0, y0), (x1, y1), radius in zip(points[:-1], points[1:], radii):
        length = np.hypot(x1 - x0, y1 - y0) + 1e-9
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        s, t = box(g, cx, cy, length / 2 + radius + g.step)
        dx = g.x[t][None, :] - x0
        dy = g.y[s][:, None] - y0
        if dx.size == 0 or dy.size == 0:
            continue
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        q = np.clip(dx * ux + dy * uy, 0, length)
        square = (dx - q * ux) ** 2 + (dy - q * uy) ** 2
        height[s, t] = np.maximum(height[s, t], 2 * np.sqrt(np.maximum(radius * radius - square, 0)))


def rectangle(g, x0, y0, x1, y1):
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    dx = g.x[None, :] - cx
    dy = g.y[:, None] - cy
    wide = np.clip(((x1 - x0) / 2 - abs(dx)) / g.step + 0.5, 0, 1)
    return wide * np.clip(((y1 - y0) / 2 - abs(dy)) / g.step + 0.5, 0, 1)


def add_rectangle(g, covered, x0, y0, x1, y1):
    top, bottom = np.searchsorted(g.y, [y0 - 2 * g.step, y1 + 2 * g.step])
    left, right = np.searchsorted(g.x, [x0 - 2 * g.step, x1 + 2 * g.step])
    if bottom <= top or right <= left:
        return
    dx = g.x[left:right][None, :] - (x0 + x1) / 2
    dy = g.y[top:bottom][:, None] - (y0 + y1) / 2
    part = np.clip(((x1 - x0) / 2 - abs(dx)) / g.step + 0.5, 0, 1)
    part = part * np.clip(((y1 - y0) / 2 - abs(dy)) / g.step + 0.5, 0, 1)
    covered[top:bottom, left:right] = np.maximum(covered[top:bottom, left:right], part)


def scattered(g, rng, count, apart):
    places, tries = [], 0
    while len(places) < count and tries < 4000:
        tries += 1
        p = (rng.uniform(0.06 * g.w, 0.94 * g.w), rng.uniform(0.06 * g.h, 0.94 * g.h))
        if all(np.hypot(p[0] - q[0], p[1] - q[1]) > apart for q in places):
            places.append(p)
    return places


def random_field(g, rng, length, power=None):
    """Gaussian of one correlation length (micrometres), or with a spectrum that falls by a power."""
    f = np.hypot(g.fx, g.fy) / g.pixel
    noise = rng.standard_normal((g.ny, g.nx))
    spectrum = np.exp(-((f * length) ** 2) * 2) if power is None else 1 / (1 + (f * length) ** 2) ** (power / 2)
    spectrum[0, 0] = 0
    values = ifft2(fft2(noise) * spectrum).real
    return values / values.std()


# samples: phase (rad) and amplitude


def red_cells(g, rng, wavelength, n=12, index=0.06, absorb=0):
    """Biconcave, by Evans and Fung (1972): thickness 0.81, 7.83 and -4.39 micrometres."""
    phase = g.empty()
    for x, y in scattered(g, rng, n, 9):
        radius = rng.uniform(3.5, 4.2)
        s, t = box(g, x, y, radius * 1.1)
        e = rng.uniform(0.92, 1.08)
        q = (((g.x[t][None, :] - x) / e) ** 2 + ((g.y[s][:, None] - y) * e) ** 2) / radius**2
        height = np.sqrt(np.maximum(1 - q, 0)) * (0.81 + 7.83 * q - 4.39 * q * q)
        phase[s, t] = np.maximum(phase[s, t], TURN * index * height / wavelength)
    return phase, np.exp(-absorb * phase / 1.8)


def neurons(g, rng, wavelength, n=4, index=0.03, thickness=6.0, thin=(0.35, 0.9)):
    height = g.empty()
    for x, y in scattered(g, rng, n, 0.22 * g.w):
        angle = rng.uniform(0, np.pi)
        a = rng.uniform(6, 9)
        ellipsoid(g, height, x, y, a, a * rng.uniform(0.5, 0.8), angle, thickness)
        ellipsoid(g, height, x + 1, y, a * 0.45, a * 0.35, angle, thickness * 1.25)
        for _ in range(rng.integers(3, 6)):
            way = rng.uniform(0, 2 * np.pi)
            points, radii = [(x, y)], []
            first = rng.uniform(*thin)
            for k in range(rng.integers(30, 90)):
                way += rng.normal(0, 0.18)
                points.append((points[-1][0] + 2 * np.cos(way), points[-1][1] + 2 * np.sin(way)))
                swollen = 1 + 0.5 * (rng.random() < 0.06)
                radii.append(max(first * (1.6 if k < 2 else 1) * (1 - 0.006 * k) * swollen, 0.15))
            tube(g, height, points, radii)
            if rng.random() < 0.5:
                ellipsoid(g, height, points[-1][0], points[-1][1], 3, 2, way, 1.0)
    return TURN * index * height / wavelength, np.ones_like(height)


def yeast(g, rng, wavelength, n=7, index=0.05, thickness=4.0):
    height = g.empty()
    for x, y in scattered(g, rng, n, 14):
        way = rng.uniform(0, 2 * np.pi)
        for _ in range(rng.integers(1, 6)):
            a = rng.uniform(2.0, 3.0)
            ellipsoid(g, height, x, y, a, a * 0.85, way, thickness * a / 2.5)
            way += rng.normal(0, 0.5)
            x += np.cos(way) * 4.6
            y += np.sin(way) * 4.6
    return TURN * index * height / wavelength, np.ones_like(height)


def confluent(g, rng, wavelength, cell=22.0, index=0.025, thickness=4.0):
    """Cells that leave no place free: nearest of random middles, thin where two are as near."""
    coarse = 6
    xs = np.arange(g.x[0], g.x[-1] + coarse * g.step, coarse * g.step)
    ys = np.arange(g.y[0], g.y[-1] + coarse * g.step, coarse * g.step)
    n = max(2, int((xs[-1] - xs[0]) * (ys[-1] - ys[0]) / cell**2))
    middles = np.c_[rng.uniform(xs[0], xs[-1], n), rng.uniform(ys[0], ys[-1], n)]
    heights = rng.uniform(0.6, 1.3, n)
    d, i = cKDTree(middles).query(np.stack(np.meshgrid(xs, ys), -1), k=2)
    edge = (d[..., 1] - d[..., 0]) / 2
    h = thickness * heights[i[..., 0]] * (1 - np.exp(-edge / (cell * 0.14)))
    h += thickness * 0.5 * np.exp(-((d[..., 0] / (cell * 0.2)) ** 4))
    at = np.meshgrid((g.y - ys[0]) / (coarse * g.step), (g.x - xs[0]) / (coarse * g.step), indexing="ij")
    height = ndi.map_coordinates(h, at, order=3, mode="nearest")
    height += 0.12 * random_field(g, rng, 1.2) * np.clip(height / thickness, 0, 1)
    return TURN * index * height / wavelength, np.ones_like(height)


def beads(g, rng, wavelength, n=12, diameter=10.0, index=0.03, through=1.0):
    height = g.empty()
    for x, y in scattered(g, rng, n, diameter * 1.05):
        r = diameter / 2 * (1 + 0.02 * rng.normal())
        ellipsoid(g, height, x, y, r, r, 0, 2 * r)
    return TURN * index * height / wavelength, np.where(height > 0, through, 1.0)


def waveguides(g, rng, wavelength, amp=0.5, width=3.0, soft=0.6):
    phase = g.empty()
    for k in range(4):
        c = g.h * (0.15 + 0.23 * k)
        angle = rng.normal(0, 0.02)
        bend = g.h * 0.06 * np.tanh((g.x - g.w * 0.5) / (g.w * 0.1)) * (1 if k % 2 else 0)
        middle = c + np.tan(angle) * (g.x - g.w / 2) + bend
        d = abs(g.y[:, None] - middle[None, :])
        phase += amp * np.clip((width / 2 - d) / soft + 0.5, 0, 1)
    return phase, np.ones_like(phase)


def lenslets(g, rng, wavelength, pitch=60.0, peak=12.0, filled=0.92):
    x = (g.x + pitch * rng.random())[None, :]
    y = (g.y + pitch * rng.random())[:, None]
    u = (x + 0.5 * pitch * (np.floor(y / (pitch * 0.866)) % 2)) % pitch - pitch / 2
    v = y % (pitch * 0.866) - pitch * 0.433
    phase = peak * np.maximum(1 - (u * u + v * v) / (filled * pitch * 0.433) ** 2, 0)
    return phase, np.ones_like(phase)


def mirrors(g, rng, wavelength, height=0.12, reflected=0.8):
    """Perforated beams and a pad of a micromechanical device, seen in reflection."""
    raised = g.empty()
    for k in range(5):
        w = rng.uniform(0.04, 0.09) * g.h
        y = g.h * (0.12 + 0.18 * k)
        length = g.w * rng.uniform(0.4, 0.65)
        beam = rectangle(g, g.w * 0.12, y - w / 2, g.w * 0.12 + length, y + w / 2)
        holes = g.empty()
        for q in range(int(length / (g.w * 0.06))):
            left = g.w * 0.16 + q * g.w * 0.06
            add_rectangle(g, holes, left, y - w * 0.12, left + w * 0.24, y + w * 0.12)
        raised = np.maximum(raised, beam * (1 - holes))
    raised = np.maximum(raised, rectangle(g, g.w * 0.05, g.h * 0.04, g.w * 0.16, g.h * 0.96))
    return -2 * TURN * height * raised / wavelength, 1 - (1 - reflected) * raised


def etched(g, rng, wavelength, depth=0.18, period=12.0):
    """A grating etched into a surface, seen in reflection: the longer path is the deeper."""
    angle = 0.12
    u = g.x[None, :] * np.cos(angle) + g.y[:, None] * np.sin(angle)
    s = (u / period) % 1 - 0.5
    grooves = np.clip((0.25 - abs(s)) * period / g.step + 0.5, 0, 1)
    area = rectangle(g, g.w * 0.3, g.h * 0.2, g.w * 0.9, g.h * 0.85)
    return 2 * TURN * depth * grooves * area / wavelength, np.ones((g.ny, g.nx))


def fibre(g, rng, wavelength, diameter=80.0, index=0.004, core=6.0, core_index=0.008):
    x = g.x[None, :]
    y = g.y[:, None]
    middle = g.h * 0.5 + 0.06 * (x - g.w * 0.5)
    d = abs(y - middle)
    cladding = index * 2 * np.sqrt(np.maximum((diameter / 2) ** 2 - d**2, 0))
    phase = TURN / wavelength * (cladding + core_index * 2 * np.sqrt(np.maximum((core / 2) ** 2 - d**2, 0)))
    phase = phase * np.clip((g.w * 0.72 - x + 0.2 * (y - middle)) / g.step + 0.5, 0, 1)
    return phase, np.ones_like(phase)


def bars(g, bar):
    covered = g.empty()
    length, x0 = bar, g.w * 0.08
    for column in range(3):
        y, x = g.h * 0.07, x0
        while y + 5 * length < g.h * 0.95 and length > 1.2 * g.pixel:
            for k in range(3):
                add_rectangle(g, covered, x, y + 2 * k * length, x + 5 * length, y + 2 * k * length + length)
                left = x + 6.5 * length + 2 * k * length
                add_rectangle(g, covered, left, y, left + length, y + 5 * length)
            y += 7 * length
            length /= 2 ** (1 / 6.0) * 1.06
        x0 += 14 * bar * (0.75**column) if column == 0 else 10 * bar * 0.7
        if x0 + 12 * length > g.w:
            break
    return np.maximum(covered, rectangle(g, g.w * 0.8, g.h * 0.78, g.w * 0.93, g.h * 0.91))


def phase_chart(g, rng, wavelength, phase=1.05, bar=None):
    covered = bars(g, bar or g.w / 40)
    return phase * covered, np.ones_like(covered)


def chrome_chart(g, rng, wavelength, bar=None, through=0.03):
    covered = bars(g, bar or g.w / 40)
    return np.zeros_like(covered), 1 - (1 - through) * covered


def tissue(g, rng, wavelength, rms=1.0, coarse=6.0):
    phase = random_field(g, rng, coarse, 3.2) * rms + 0.12 * random_field(g, rng, 0.8)
    nuclei = np.clip(random_field(g, rng, 4.0) - 1.6, 0, 1)
    absorbed = 0.15 * np.clip(random_field(g, rng, 10.0) + 0.5, 0, None)
    return phase + nuclei, np.exp(-absorbed - 0.3 * nuclei)


def rough(g, rng, wavelength, amp=6.0, correlation=1.2):
    figure = rectangle(g, g.w * 0.25, g.h * 0.25, g.w * 0.75, g.h * 0.75)
    far = np.hypot(g.x[None, :] - g.w / 2, g.y[:, None] - g.h / 2)
    phase = random_field(g, rng, correlation) * amp
    return phase, np.maximum(figure * np.clip(0.3 + 0.7 * (far < g.w * 0.18), 0, 1), 0.02)


def diatom(g, rng, wavelength, n=3, phase=1.2, through=0.75, period=2.4):
    total = g.empty()
    amplitude = np.ones_like(total)
    for x, y in scattered(g, rng, n, g.w * 0.28):
        angle = rng.uniform(0, np.pi)
        a = g.w * rng.uniform(0.11, 0.16)
        b = a * rng.uniform(0.25, 0.45)
        dx = g.x[None, :] - x
        dy = g.y[:, None] - y
        u = dx * np.cos(angle) + dy * np.sin(angle)
        v = -dx * np.sin(angle) + dy * np.cos(angle)
        q = (u / a) ** 2 + (v / b) ** 2
        inside = np.clip((1 - q) * b / (2 * g.step) + 0.5, 0, 1)
        rim = np.exp(-(((np.sqrt(q) - 0.95) / 0.05) ** 2))
        ribs = 0.5 + 0.5 * np.cos(TURN * u / period) * (abs(v) > 0.08 * b)
        total = np.maximum(total, phase * (inside * (0.45 + 0.35 * ribs) + 0.5 * rim))
        amplitude = np.minimum(amplitude, 1 - (1 - through) * (inside * 0.6 + rim * 0.5))
    return total, amplitude


def sperm(g, rng, wavelength, n=12, phase=1.6):
    index = 0.05
    height = g.empty()
    for x, y in scattered(g, rng, n, g.w * 0.12):
        way = rng.uniform(0, 2 * np.pi)
        ellipsoid(g, height, x, y, 2.6, 1.6, way, phase * wavelength / TURN / index)
        points, radii = [(x - 2.4 * np.cos(way), y - 2.4 * np.sin(way))], []
        beat = rng.uniform(0, 6)
        for k in range(44):
            there = way + 0.5 * np.sin(k * 0.28 + beat)
            points.append((points[-1][0] - np.cos(there), points[-1][1] - np.sin(there)))
            radii.append(0.5 if k < 6 else 0.28)
        tube(g, height, points, radii)
    return TURN * index * height / wavelength, np.ones_like(height)


def pollen(g, rng, wavelength, n=5, diameter=26.0, phase=3.0, through=0.3):
    total = g.empty()
    amplitude = np.ones_like(total)
    for x, y in scattered(g, rng, n, diameter * 1.7):
        radius = diameter / 2 * rng.uniform(0.85, 1.15)
        dx = g.x[None, :] - x
        dy = g.y[:, None] - y
        r = np.hypot(dx, dy)
        spiked = radius * (1 + 0.06 * np.cos(14 * np.arctan2(dy, dx)))
        s = np.clip((spiked - r) / (1.5 * g.step) + 0.5, 0, 1)
        c = np.sqrt(np.maximum(1 - (r / spiked) ** 2, 0))
        total = np.maximum(total, phase * c * (1 + 0.1 * np.cos(TURN * dx / 5) * np.cos(TURN * dy / 5)) * s)
        amplitude = np.minimum(amplitude, 1 - s * (1 - through) * (0.5 + 0.5 * c))
    return total, amplitude


def plankton(g, rng, wavelength, n=3, through=0.15):
    height = g.empty()
    for x, y in scattered(g, rng, n, g.w * 0.28):
        way = rng.uniform(0, np.pi)
        a = g.w * rng.uniform(0.05, 0.08)
        ellipsoid(g, height, x, y, a, a * 0.45, way, 1.0)
        for side in (-1, 1):
            points = [(x + a * 0.8 * np.cos(way), y + a * 0.8 * np.sin(way))]
            there = way + side * 1.0
            for _ in range(14):
                there -= side * 0.14
                points.append((points[-1][0] + a * 0.13 * np.cos(there), points[-1][1] + a * 0.13 * np.sin(there)))
            limb = g.empty()
            tube(g, limb, points, [g.w * 0.004] * 14)
            np.maximum(height, 0.8 * (limb > 0), out=height)
        points = [(x - a * np.cos(way), y - a * np.sin(way)), (x - 2.0 * a * np.cos(way), y - 2.0 * a * np.sin(way))]
        tail = g.empty()
        tube(g, tail, points, [g.w * 0.006])
        height = np.maximum(height, 0.7 * (tail > 0))
    height = ndi.gaussian_filter(height, 1.0)
    return 0.8 * height, 1 - (1 - through) * np.clip(height * 1.3, 0, 1)


def dark_fibres(g, rng, wavelength, n=5, radius=6.0, through=0.1):
    covered = g.empty()
    for _ in range(n):
        x, y = rng.uniform(0, g.w), rng.uniform(0, g.h)
        way = rng.uniform(0, np.pi)
        single = g.empty()
        length = g.w * 2
        c = rng.normal(0, 0.2)
        points = [
            (
                x + length * q * np.cos(way) + c * length * q * q * np.sin(way) * 0.3,
                y + length * q * np.sin(way) - c * length * q * q * np.cos(way) * 0.3,
            )
            for q in np.linspace(-1, 1, 40)
        ]
        tube(g, single, points, [radius * rng.uniform(0.6, 1.3)] * 39)
        covered = np.maximum(covered, np.clip(single / (2 * g.step), 0, 1))
    return 0.6 * covered, 1 - (1 - through) * covered


# optics and camera


def pupil(g, rig, rng):
    """A lens's pupil and its radius; aberrations of 0.03 waves a term unless the rig says otherwise."""
    if "NA" not in rig:
        return np.float32(1), None
    radius = rig["NA"] / rig["wavelength"] * g.pixel
    rho = np.hypot(g.fx, g.fy) / radius
    angle = np.arctan2(g.fy + 0 * g.fx, g.fx + 0 * g.fy)
    passed = np.clip((1 - rho) / 0.02 + 0.5, 0, 1).astype(complex)
    c = rng.normal(0, rig.get("aberration", 0.03), 5)
    waves = (
        c[0] * rho**2 * np.cos(2 * angle)
        + c[1] * rho**2 * np.sin(2 * angle)
        + c[2] * (3 * rho**3 - 2 * rho) * np.cos(angle)
        + c[3] * (3 * rho**3 - 2 * rho) * np.sin(angle)
        + c[4] * (6 * rho**4 - 6 * rho**2)
    )
    return (passed * np.exp(2j * np.pi * np.where(rho < 1.05, waves, 0))).astype(np.complex64), radius


def dust_of(g, count, seed, distances):
    """Light scattered by round specks, at distances in square pixels (wavelength times distance)."""
    dust = np.zeros((g.ny, g.nx), np.complex64)
    rng = np.random.default_rng(seed)
    for z in distances:
        stopped = np.zeros((g.ny, g.nx))
        for _ in range(count):
            radius = rng.uniform(1.5, 5)
            x, y = rng.uniform(-g.margin, g.cols + g.margin), rng.uniform(-g.margin, g.rows + g.margin)
            i, j = int((y + g.margin) * g.finer), int((x + g.margin) * g.finer)
            q = int(radius * g.finer)
            down, across = np.ogrid[-q : q + 1, -q : q + 1]
            part = stopped[max(i - q, 0) : i + q + 1, max(j - q, 0) : j + q + 1]
            disc = down * down + across * across <= q * q
            disc = disc[max(q - i, 0) :, max(q - j, 0) :][: part.shape[0], : part.shape[1]]
            part[disc] = rng.uniform(0.4, 1)
        spectrum = fft2(-stopped)
        spectrum *= np.exp(-1j * np.pi * z * (g.fx**2 + g.fy**2)) * (np.hypot(g.fx, g.fy) < 0.45)
        dust += ifft2(spectrum)
    return dust


def light_of(g, rig, seed, turn=0.0):
    """The light, what dust adds to one of it, and a reflection that is added."""
    o = rig.get("light", {})
    cx, cy = g.cols * (0.5 + 0.06), g.rows * (0.5 - 0.06 * 0.7)
    half = max(g.cols, g.rows) / 2
    u = (g.xp[None, :] - cx) / half
    v = (g.yp[:, None] - cy) / half
    amplitude = np.exp(-(u * u + v * v) * o.get("falloff", 0.25))
    phase = o.get("bend", 6.0) * (u * u + 1.1 * v * v) + o.get("astigmatism", 0.5) * u * v
    phase = phase + o.get("cubic", 0.3) * (u**3 - v * u * u)
    light = (amplitude * np.exp(1j * phase)).astype(np.complex64)
    if o.get("rim"):
        light = light * np.clip((o["rim"] - np.hypot(u, v)) * half / 2 + 0.5, 0, 1)
    count = o.get("dust", 0)
    dust = dust_of(g, count, seed, o.get("dust_far", (4000, 15000)) if count else ())
    share = o.get("reflection", 0)
    if not share:
        return light, dust, 0
    tilt = TURN * (0.021 * g.xp[None, :] - 0.013 * g.yp[:, None])
    return light, dust, share * np.exp(1j * (tilt + 25 * (u * u + v * v) + turn * 2))


def collected(intensity, g):
    """What pixels as areas collect, where the camera samples."""
    spectrum = sf.rfft2(intensity.astype(np.float32))
    fx = sf.rfftfreq(g.nx, 1 / g.finer)[None, :]
    spectrum *= np.sinc(fx) * np.sinc(g.fy)
    return sf.irfft2(spectrum, s=(g.ny, g.nx))[g.frame]


def recorded(intensity, rig, rng, gains, scale=None, exposure=1.0):
    """What a camera writes: 99.9 % of the pixels below a share of the full well; it and read noise in electrons."""
    c = rig["camera"]
    full = c.get("full", 10000.0)
    brightest = np.percentile(intensity, 99.9)
    scale = scale if scale else full * c.get("fill", 0.85) / brightest
    electrons = rng.poisson(np.maximum(intensity * scale * exposure, 0) * gains)
    electrons = electrons + rng.normal(0, c.get("read", 5.0), intensity.shape)
    top = 2 ** c.get("bits", 8) - 1
    black = c.get("black", 0)
    values = np.clip(electrons, None, full) / full * (top - black) * 1.0
    if c.get("gamma"):
        values = np.maximum(values / top, 0) ** c["gamma"] * top
    return np.clip(np.round(values + black), 0, top).astype(np.uint16), scale


def space_of(rig):
    """Pitch and wavelength in the space that distances are given in."""
    wavelength, magnification = rig["wavelength"], rig.get("magnification", 1.0)
    in_sample = rig.get("basis", "sensor") == "object_space"
    pitch = rig["pitch"] / magnification if in_sample else rig["pitch"]
    return pitch, wavelength / rig.get("immersion", 1.0) if in_sample or magnification == 1 else wavelength


def off_axis_frame(rig, g, rng, passed, lens, sample_phase, gains):
    pitch, wavelength = space_of(rig)
    z = rig.get("z_mm", 0.0) * 1e3
    u = propagate(passed, g, z, pitch, wavelength)
    seed = rig["seed"] + 77
    light, dust, reflection = light_of(g, rig, seed)
    truth, phase, shear = passed, sample_phase, None
    if "second" in rig:
        sample, drawn, apart = rig["second"]
        second_phase, second_amplitude = sample(g, rng, rig["wavelength"], **drawn)
        second = ifft2(fft2(second_amplitude * np.exp(1j * second_phase)) * lens)
        u = propagate(passed, g, z - apart * 1e3, pitch, wavelength) * 1.0
        u = propagate(u * second, g, apart * 1e3, pitch, wavelength)
        truth = propagate(u, g, -z, pitch, wavelength)
    fx, fy = rig["carrier"]
    rho = rig.get("reference", 1.0)
    half = max(g.cols, g.rows) / 2
    square = ((g.xp[None, :] - g.cols / 2) / half) ** 2 + ((g.yp[:, None] - g.rows / 2) / half) ** 2
    bend = rig.get("reference_bend", 0.0) * square
    carrier = -2j * np.pi * (fx * g.xp[None, :] + fy * g.yp[:, None])
    reference = (rho * np.exp(carrier + 1j * bend)).astype(np.complex64)
    visible = rig.get("coherence", 0.9)

    def beam(u, light, dust, reflection):
        return u * light * (1 + dust) + reflection

    def met(one, other):
        return abs(one) ** 2 + abs(other) ** 2 + 2 * visible * (one * other.conj()).real

    if "shear" in rig:
        across, down = rig["shear"]

        def shear(q):
            return np.roll(q, (int(round(down * g.finer)), int(round(across * g.finer))), (0, 1))

        one = beam(u, light, dust, reflection)
        intensity = met(one, shear(one) * np.exp(carrier))
        truth, phase = passed * shear(passed).conj(), phase - shear(phase)
    elif "pinhole" in rig:
        filtered = ifft2(fft2(u) * np.exp(-(g.fx**2 + g.fy**2) / rig["pinhole"] ** 2))
        intensity = met(beam(u, light, dust, reflection), reference * filtered)
    else:
        intensity = met(beam(u, light, dust, reflection), reference)
    frame, scale = recorded(collected(intensity, g), rig, rng, gains)
    made = SimpleNamespace(frames=[frame], background=None, field=truth, phase=phase, shear=shear, ideal=None)
    if rig.get("background"):
        b = rig["background"]
        light_then = {**rig.get("light", {})}
        light_then["bend"] = light_then.get("bend", 6.0) + b.get("bend", 0.0)
        then = light_of(
            g, {**rig, "light": light_then}, seed + 5 if b.get("dust_moved") else seed, b.get("reflection_turn", 0.0)
        )
        dust_then = 0.7 * dust + 0.5 * then[1] if b.get("dust_moved") else then[1]
        one = beam(np.ones_like(passed), then[0], dust_then, then[2])
        if shear:
            intensity = met(one, shear(one) * np.exp(carrier))
        else:
            tilt = b.get("tilt", (0, 0))
            drift = b.get("piston", 1.0) + tilt[0] * g.xp[None, :] / g.cols + tilt[1] * g.yp[:, None] / g.rows
            intensity = met(one, reference * np.exp(1j * drift))
        made.background, _ = recorded(collected(intensity, g), rig, rng, gains, scale, b.get("exposure", 1.0))
    if not any(name in rig for name in ("shear", "pinhole", "second")):
        at = g.frame
        made.ideal = ideal_error(rig, g, frame, scale, (light * (1 + dust))[at], reference[at], truth[at])
    return made


def ideal_error(rig, g, frame, scale, light, reference, truth):
    """Error in rad of a demodulation that is told carrier, pupil, light and reference; stray light is left in."""
    pitch, wavelength = space_of(rig)
    z = rig.get("z_mm", 0.0) * 1e3
    fx, fy = rig["carrier"]
    rho = rig.get("reference", 1.0)
    c = rig["camera"]
    black = c.get("black", 0)
    top = 2 ** c.get("bits", 8) - 1
    electrons = (frame.astype(float) - black) * c.get("full", 10000.0) / (top - black) / scale - rho**2
    across, down = sf.fftfreq(g.cols)[None, :], sf.fftfreq(g.rows)[:, None]
    radius = rig["NA"] / rig["wavelength"] * g.pixel * 1.04 + 0.003
    spectrum = fft2(electrons * (reference / rho / rho)) * (np.hypot(across, down) < radius)
    spectrum = spectrum / np.maximum(np.sinc(across + fx) * np.sinc(down + fy), 0.2)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = ifft2(spectrum) / rig.get("coherence", 0.9) / light
    if z:
        found = ifft2(fft2(found) * transfer(across, down, -z, pitch, wavelength))
    edge = int(0.1 * min(g.rows, g.cols)) + int(abs(z) * wavelength * radius / pitch / pitch * 0.7)
    edge = min(edge, int(0.4 * min(g.rows, g.cols)))
    inside = (slice(edge, -edge),) * 2
    bright = abs(truth[inside]) > 0.3
    error = wrap(np.angle(found[inside] * truth[inside].conj()))
    error = wrap(error - np.median(error[bright]))
    return float(np.median(abs(error[bright])) / 0.6745)


def lines_of(rig):
    """Shares and wavelengths (from the middle, micrometres) that stand for a normal spectrum: Gauss-Hermite."""
    if not rig.get("line"):
        return [(1.0, 0.0)]
    away, shares = np.polynomial.hermite_e.hermegauss(7)
    return list(zip(shares / shares.sum(), away * rig["line"]))


def inline_frames(rig, g, rng, passed, sample_phase, gains):
    pitch, wavelength = space_of(rig)
    seed = rig["seed"] + 77
    light, dust, reflection = light_of(g, rig, seed)
    light = abs(light)
    frames = []
    for z in rig["z_mm"] if isinstance(rig["z_mm"], list) else [rig["z_mm"]]:
        intensity = 0
        for share, longer in lines_of(rig):
            u = propagate(passed, g, z * 1e3, pitch, wavelength + longer)
            if "second" in rig:
                sample, drawn, second_z = rig["second"]
                phase, amplitude = sample(g, rng, rig["wavelength"], **drawn)
                u = u + propagate(amplitude * np.exp(1j * phase) - 1, g, second_z * 1e3, pitch, wavelength)
            intensity = intensity + share * abs(u * light + dust + reflection) ** 2
        if rig.get("blur"):
            intensity = ndi.gaussian_filter(intensity, rig["blur"] * g.finer)
        frame, scale = recorded(collected(intensity, g), rig, rng, gains)
        frames.append(frame)
    made = SimpleNamespace(frames=frames, background=None, field=passed, phase=sample_phase, shear=None, ideal=None)
    if rig.get("background"):
        b = rig["background"]
        _, other, _ = light_of(g, rig, seed + 5)
        dust_then = 0.7 * dust + 0.5 * other if b.get("dust_moved") else dust
        intensity = collected(abs(light + dust_then + reflection) ** 2, g)
        made.background, _ = recorded(intensity, rig, rng, gains, scale, b.get("exposure", 1.0))
    if "NA" not in rig:  # what the camera's pixels can hold
        made.field = ifft2(fft2(passed) * (np.hypot(g.fx, g.fy) < 0.5))
    return made


def simulate(rig):
    """Frames, a background frame or None, and the truth: field, phase with its turns, where they mean something."""
    rng = np.random.default_rng(rig["seed"])
    g = Grid(rig)
    phase, amplitude = rig["sample"](g, rng, rig["wavelength"], **rig.get("drawn", {}))
    sample = (abs(phase - np.median(phase)) > 0.08) | (amplitude < 0.95)
    lens, radius = pupil(g, rig, rng)
    passed = ifft2(fft2((amplitude * np.exp(1j * phase)).astype(np.complex64)) * lens)
    gains = 1 + 0.004 * rng.standard_normal((g.rows, g.cols))
    if rig["mode"] == "off-axis":
        made = off_axis_frame(rig, g, rng, passed, lens, phase, gains)
    else:
        made = inline_frames(rig, g, rng, passed, phase, gains)
    if made.shear:
        sample = sample | made.shear(sample)
    made.radius, made.sample, made.inline = radius, sample[g.frame], rig["mode"] == "inline"
    made.field, own = made.field[g.frame], made.phase[g.frame]
    # turns of the truth are the sample's own
    angle = np.angle(made.field)
    away = wrap(angle - own)
    made.phase, made.turn_known = own + away, abs(away) < 2.2
    strength = abs(made.field)
    dim = 0.3 * np.median(strength) if rig["mode"] == "off-axis" else 0.3
    made.valid = (strength > dim) & ~near_residues(angle)
    width = max(2, int(0.35 / radius)) if radius else 3
    grown = ndi.binary_dilation(made.sample, iterations=width)
    made.rim = grown & ~ndi.binary_erosion(made.sample, iterations=width)
    return made


def near_residues(angle):
    dx = wrap(np.diff(angle, axis=1))
    dy = wrap(np.diff(angle, axis=0))
    near = np.zeros(angle.shape, bool)
    near[:-1, :-1] = np.rint((dx[:-1] + dy[:, 1:] - dx[1:] - dy[:, :-1]) / TURN) != 0
    return ndi.binary_dilation(near, iterations=3)

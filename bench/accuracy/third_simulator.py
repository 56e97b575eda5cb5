"""A third simulator of holographic microscopes, by somebody who had not read the product's code, tests or other simulators.

Samples are drawn twice as finely as the camera samples, on a larger frame; the wave passes a circular pupil with a lens's aberrations,
light that is uneven and dirty, free space (angular spectrum), meets a bent reference, and is collected by pixels of 90 % of their area with
shot noise, read noise, unequal gains, dust on the sensor, rounding and a gamma. The truth is what the pupil passed, in the plane asked for.
Frequencies are in cycles per camera pixel, lengths in micrometres in the space of the sample.
"""

import numpy as np, scipy.fft as sf, scipy.ndimage as nd

S = 2


def prop(u, dx, lam, z):
    if z == 0:
        return u
    fy = sf.fftfreq(u.shape[0], dx)[:, None]
    fx = sf.fftfreq(u.shape[1], dx)[None]
    q = 1 / lam**2 - fx**2 - fy**2
    H = np.exp(2j * np.pi * z * (np.sqrt(np.maximum(q, 0)) - 1 / lam)) * (q > 0)
    return sf.ifft2(sf.fft2(u, workers=1) * H)


def smooth(rng, sh, corr):
    n = rng.standard_normal(sh)
    Fy = sf.fftfreq(sh[0])[:, None]
    Fx = sf.fftfreq(sh[1])[None]
    g = sf.ifft2(sf.fft2(n) * np.exp(-2 * (np.pi * corr) ** 2 * (Fx**2 + Fy**2))).real
    return g / g.std()


# samples: grids in camera pixels; returns phase (not wrapped) and amplitude
def win(Y, X, cy, cx, r):
    y0 = Y[0, 0]
    x0 = X[0, 0]
    a = max(0, int((cy - r - y0) * S))
    b = max(0, int((cy + r - y0) * S) + 2)
    c = max(0, int((cx - r - x0) * S))
    d = max(0, int((cx + r - x0) * S) + 2)
    return np.s_[a:b, c:d]


def sample(kind, rng, Y0, X0, h, w, P):
    Y, X = Y0, X0
    ph = np.zeros(Y.shape)
    am = np.ones(Y.shape)
    m = P.get("margin", 64)

    def pos():
        return rng.uniform(-m * 0.5, h + m * 0.5), rng.uniform(-m * 0.5, w + m * 0.5)

    if kind == "cells":
        n = P.get("n", max(6, int(h * w / 18000)))
        for _ in range(n):
            cy, cx = pos()
            a = rng.uniform(14, 40) * P.get("size", 1)
            b = a * rng.uniform(0.6, 1)
            th = rng.uniform(0, np.pi)
            amp = rng.uniform(*P.get("rad", (1, 6)))
            sl = win(Y0, X0, cy, cx, 3 * a)
            X = X0[sl]
            Y = Y0[sl]
            pf, af = ph, am
            ph = pf[sl]
            am = af[sl]
            u = ((X - cx) * np.cos(th) + (Y - cy) * np.sin(th)) / a
            v = (-(X - cx) * np.sin(th) + (Y - cy) * np.cos(th)) / b
            r2 = u * u + v * v + 0.15 * u * v * np.sin(3 * u)
            ph += np.where(
                r2 < 6, amp * np.exp(-((r2) ** 1.5) / 0.6) * (1 - 0.25 * np.exp(-r2 / 0.05) * rng.integers(0, 2)), 0
            )
            ph += 0.25 * amp * np.exp(-(((u - 0.2) ** 2 + (v + 0.15) ** 2) / 0.08))
            am *= 1 - P.get("absb", 0.06) * np.exp(-(r2**2))
            for _ in range(6):
                du, dv = rng.normal(0, 0.35, 2)
                ph += 0.06 * amp * np.exp(-(((u - du) ** 2 + (v - dv) ** 2) / 0.006))
            ph, am = pf, af
    elif kind == "beads":
        for _ in range(P.get("n", max(5, int(h * w / 25000)))):
            cy, cx = pos()
            r = rng.uniform(8, 26) * P.get("size", 1)
            amp = P.get("k", 0.18) * r
            d2 = 1 - ((X - cx) ** 2 + (Y - cy) ** 2) / r**2
            ph = (
                np.maximum(ph, amp * np.sqrt(np.maximum(d2, 0)))
                if P.get("k", 0.18) > 0
                else np.minimum(ph, amp * np.sqrt(np.maximum(d2, 0)))
            )
    elif kind == "steps":
        for i in range(P.get("n", 7)):
            cy, cx = pos()
            L = rng.uniform(0.12, 0.3) * w
            H = rng.uniform(0.08, 0.25) * h
            th = P.get("th", 0.15)
            u = (X - cx) * np.cos(th) + (Y - cy) * np.sin(th)
            v = -(X - cx) * np.sin(th) + (Y - cy) * np.cos(th)
            ph = np.where((abs(u) < L / 2) & (abs(v) < H / 2), ph + rng.uniform(*P.get("rad", (0.4, 2.4))), ph)
    elif kind == "grating":
        T = P.get("T", 24)
        th = P.get("th", 0.3)
        u = X * np.cos(th) + Y * np.sin(th)
        box = (abs(X - w / 2) < w * 0.3) & (abs(Y - h / 2) < h * 0.3)
        ph = np.where(box & ((u / T) % 1 < 0.5), P.get("d", 1.5), 0.0)
    elif kind == "usaf":
        y0 = h * 0.12
        wbar = P.get("bar", 16.0)
        x0 = w * 0.1
        for g in range(9):
            if x0 + 10 * wbar > w * 0.95:
                x0 = w * 0.1
                y0 += wbar * 8
            for k in range(3):
                am[(abs(X - (x0 + wbar * (2 * k + 0.5))) < wbar / 2) & (abs(Y - (y0 + 2.5 * wbar)) < 2.5 * wbar)] = (
                    P.get("dark", 0.05)
                )
                am[
                    (abs(Y - (y0 + wbar * (2 * k + 0.5))) < wbar / 2)
                    & (abs(X - (x0 + wbar * 8.5 + 0 * wbar)) < 2.5 * wbar)
                ] = P.get("dark", 0.05)
            x0 += wbar * 13
            wbar *= P.get("ratio", 0.82)
        am = am.copy()
    elif kind == "tissue":
        c = P.get("corr", 9)
        ph = P.get("rms", 1.0) * (
            0.75 * smooth(rng, Y.shape, c * S)
            + 0.6 * smooth(rng, Y.shape, c * S * 3)
            + 0.15 * smooth(rng, Y.shape, c * S * 0.35)
        )
        am = np.exp(-P.get("abs", 0.08) * (1 + smooth(rng, Y.shape, c * S) * 0.6).clip(0, 3))
    elif kind == "fibres":
        for _ in range(P.get("n", 6)):
            cy, cx = pos()
            th = rng.uniform(0, np.pi)
            r = rng.uniform(5, 14)
            amp = rng.uniform(*P.get("rad", (1.5, 6)))
            c = rng.normal(0, 1 / (3 * w))
            u = (X - cx) * np.cos(th) + (Y - cy) * np.sin(th)
            v = -(X - cx) * np.sin(th) + (Y - cy) * np.cos(th) - c * u * u
            ph += amp * np.sqrt(np.maximum(1 - (v / r) ** 2, 0))
    elif kind == "particles":  # opaque-ish dust
        for _ in range(P.get("n", 60)):
            cy, cx = pos()
            r = rng.uniform(1.5, 6)
            th = rng.uniform(0, 3)
            e = rng.uniform(1, 2)
            u = ((X - cx) * np.cos(th) + (Y - cy) * np.sin(th)) * e
            v = -(X - cx) * np.sin(th) + (Y - cy) * np.cos(th)
            am = np.where(u * u + v * v < r * r, rng.uniform(0.02, 0.3), am)
    return ph, am


def zern(pu, pv, rng, rms):
    r2 = pu**2 + pv**2
    r = np.sqrt(r2)
    t = np.arctan2(pv, pu)
    Z = [
        np.sqrt(6) * r2 * np.cos(2 * t),
        np.sqrt(6) * r2 * np.sin(2 * t),
        np.sqrt(8) * (3 * r2 - 2) * r * np.cos(t),
        np.sqrt(8) * (3 * r2 - 2) * r * np.sin(t),
        np.sqrt(5) * (6 * r2**2 - 6 * r2 + 1),
    ]
    c = rng.normal(size=5)
    c *= rms / np.linalg.norm(c)
    W = sum(a * z for a, z in zip(c, Z))
    return W - c[4] * np.sqrt(5)


def simulate(R):
    """R: dict. returns dict frame, bg, truth(z) function, masks. lengths um in sample space, dx = camera px in sample space"""
    rng = np.random.default_rng(R["seed"])
    h, w = R["h"], R["w"]
    dx = R["pitch"]
    lam = R["lam"]
    m = R.get("margin", 64)
    D = R.get("dirt", 1.0)
    fh, fw = sf.next_fast_len((h + 2 * m) * S), sf.next_fast_len((w + 2 * m) * S)
    y = (np.arange(fh) / S - m)[:, None]
    x = (np.arange(fw) / S - m)[None]
    Y = np.broadcast_to(y, (fh, fw))
    X = np.broadcast_to(x, (fh, fw))
    ph, am = sample(R["sample"], np.random.default_rng(R["seed"] + 1), Y, X, h, w, {**R.get("sp", {}), "margin": m})
    t = am * np.exp(1j * ph)
    fy = sf.fftfreq(fh, 1 / S)[:, None]
    fx = sf.fftfreq(fw, 1 / S)[None]  # cyc / camera px
    fc = R["fc"]  # pupil radius cyc/px
    rr = np.hypot(fx, fy)
    soft = 1 / min(fh, fw) * S
    pup = np.clip((fc - rr) / soft + 0.5, 0, 1).astype(complex)
    pup0 = pup.copy()
    if R.get("ab", 0):
        pup = pup * np.exp(2j * np.pi * zern(fx / fc, fy / fc, rng, R["ab"]))
    T = sf.fft2(t)
    u0 = sf.ifft2(T * pup)
    cr = lambda a: a[m * S : (m + h) * S : S, m * S : (m + w) * S : S]
    dxs = dx / S
    # illumination on the frame, common to both
    xn = (X - w / 2) / max(h, w) * 2
    yn = (Y - h / 2) / max(h, w) * 2
    g = lambda s: rng.uniform(-s, s)
    ox, oy = g(0.5), g(0.5)
    ill = np.exp(-((xn - ox) ** 2 + (yn - oy) ** 2) * R.get("uneven", 0.25) * rng.uniform(0.6, 1.4) / 2)
    dust = np.ones((fh, fw), complex)

    def speck(n, rng, zs):
        f = np.ones((fh, fw), complex)
        if n == 0:
            return f
        for zz in zs:
            o = np.ones((fh, fw), complex)
            for _ in range(max(1, n // len(zs))):
                cy, cx = rng.uniform(-m, h + m), rng.uniform(-m, w + m)
                r = rng.uniform(1.5, 6)
                sl = win(Y, X, cy, cx, 3 * r)
                q = np.exp(-((((X[sl] - cx) ** 2 + (Y[sl] - cy) ** 2) / r**2) ** 2))
                o[sl] *= 1 - q * (1 - rng.uniform(0.2, 0.9) * np.exp(1j * rng.uniform(-1.5, 1.5)))
            o = sf.ifft2(sf.fft2(o) * pup0)
            f *= prop(o, dxs, lam, zz)
        return f

    nd_ = int(R.get("ndust", 12) * D)
    zsc = R.get("zdust", (60 * (dx / 0.17) ** 2))
    dust = speck(nd_, rng, [g(1) * zsc + zsc * 0.3, zsc * rng.uniform(0.5, 2)])
    illum = ill * dust * np.exp(1j * (R.get("illcurv", 0) * (xn**2 + yn**2)))
    z = R["z"]
    uz = prop(u0, dxs, lam, z)
    if R.get("dirt_sample", 0):
        uz = uz * speck(R["dirt_sample"], rng, [zsc * 0.7])
    one = np.ones((fh, fw), complex)
    kg = R.get("ghost", 0.02) * D
    gt = rng.uniform(3, 25) * np.array([np.cos(a := rng.uniform(0, 6.28)), np.sin(a)])
    gp = rng.uniform(0, 6.28)

    def ghost(u, dp=0):  # weak second reflection of the object beam, tilted & shifted
        if kg == 0:
            return u
        return u + kg * np.roll(u, (int(g0[0]), int(g0[1])), (0, 1)) * np.exp(
            1j * (np.pi * (gt[0] * xn + gt[1] * yn) + gp + dp)
        )

    g0 = rng.integers(-40, 40, 2)
    offax = R["mode"] == "off-axis"
    if offax:
        ref_amp = R["rho"] * np.exp(-((xn - g(0.4)) ** 2 + (yn - g(0.4)) ** 2) * R.get("uneven", 0.25) / 3)
        c = R.get("curv", 8)
        cph = (
            c * ((xn - g(0.2)) ** 2 + (yn - g(0.2)) ** 2)
            + R.get("astig", 0) * (xn**2 - yn**2)
            + R.get("cubic", 0) * (xn**3 - xn * yn**2)
        )
        car = R["carrier"]
        rf = np.exp(-1j * (2 * np.pi * (car[0] * X + car[1] * Y) + cph))
        kr = R.get("rghost", 0.01) * D
        rt = rng.uniform(5, 40)
        ra = rng.uniform(0, 6.28)
        ref = ref_amp * rf * (1 + kr * np.exp(1j * (np.pi * rt * (np.cos(ra) * xn + np.sin(ra) * yn) + gp)))
    coh = R.get("coh", 1.0)
    mtfF = np.sinc(fx * np.sqrt(R.get("fill", 0.9))) * np.sinc(fy * np.sqrt(R.get("fill", 0.9)))
    prnu = 1 + R.get("prnu", 0.006) * rng.standard_normal((h, w))
    sd = np.ones((h, w))
    yy, xx = np.mgrid[:h, :w]
    for _ in range(int(R.get("sensordust", 3) * D)):
        sd *= 1 - rng.uniform(0.1, 0.4) * np.exp(
            -((xx - rng.uniform(0, w)) ** 2 + (yy - rng.uniform(0, h)) ** 2) / rng.uniform(1.5, 5) ** 2
        )
    hot = [(rng.integers(h), rng.integers(w)) for _ in range(R.get("hot", 2))]

    def intensity(u, dphi):
        U = ghost(u * illum, dphi)
        if offax:
            tilt = np.exp(1j * (dphi + R.get("drift_tilt", 0.6) * dphi * (xn - 0.3 * yn)))
            I = abs(U) ** 2 + abs(ref) ** 2 + 2 * coh * (U * np.conj(ref) * tilt).real
        else:
            I = abs(U) ** 2
        if R.get("blur", 0):
            mt = mtfF * np.exp(-2 * (np.pi * R["blur"]) ** 2 * (fx**2 + fy**2))
        else:
            mt = mtfF
        return cr(sf.ifft2(sf.fft2(I) * mt).real)

    Is = intensity(uz, 0.0)
    Ib = intensity(one, R.get("drift", 0.4)) if R.get("bg") else None
    full = R.get("fullwell", 15000)
    bits = R.get("bits", 8)
    sc = R.get("expo", 0.8) * full / np.percentile(Is, 99.8)

    def camera(I):
        e = (
            rng.poisson(np.maximum(I * sc * prnu * sd, 0)).astype(float)
            + rng.normal(0, R.get("read", 8), I.shape)
            + R.get("offset", 0.01) * full
        )
        for a, b in hot:
            e[a, b] = full * 1.1
        v = np.clip(e / full, 0, 1)
        if R.get("gamma", 1) != 1:
            v = v ** R["gamma"]
        mx = 2**bits - 1
        return np.round(v * mx).astype(np.uint16 if bits > 8 else np.uint8)

    F = camera(Is)
    B = camera(Ib) if Ib is not None else None

    def truth(zst):
        return cr(prop(u0, dxs, lam, z - zst))

    d = nd.gaussian_filter(abs(cr(t) - 1), 1.5)
    smp = nd.binary_dilation(d > 0.12, iterations=2)
    return dict(F=F, B=B, truth=truth, phase=cr(ph), am=cr(am), smp=smp, I=cr(abs(uz)))

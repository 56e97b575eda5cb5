import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf } from '../../../test/wave-of.ts';
import { oneIn, thorough } from '../../../test/short-form.ts';
import { fft2, ifft2 } from '../fft/fft2.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import { fromPlane, planeSamples } from '../simulate/wave.ts';
import type { SimulatedObject, SimulationInput } from '../simulate/simulation-spec.ts';
import { measureFrame } from './measure-frame.ts';
import type { Frequency } from '../field/frequency.ts';
import { findSideband, sidebandAt, type Sideband } from './sideband.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function found(frame: Frame): Sideband {
  using scope = kernels.scope();
  const { spectrum, image } = measureFrame(kernels, scope, frame, 'hologram');
  return findSideband(kernels, spectrum, image);
}

function givenAt(frame: Frame, carrier: Frequency): Sideband {
  using scope = kernels.scope();
  return sidebandAt(kernels, measureFrame(kernels, scope, frame, 'hologram').spectrum, carrier);
}

function hologram(input: Partial<SimulationInput> & { kind?: SimulatedObject }) {
  const { kind = 'cells', ...rest } = input;
  const size = { width_px: 256, height_px: 256, background: false };
  return simulate(kernels, { mode: 'off-axis', object: { kind }, ...size, ...rest }).hologram;
}

/** Distance in Fourier pixels from the carrier, or its twin, to the one that was simulated. */
function offBy({ carrier }: Sideband, truth: readonly [number, number], side = 256): number {
  const distance = (sign: number) => Math.hypot(carrier.x - sign * truth[0], carrier.y - sign * truth[1]);
  return Math.min(distance(1), distance(-1)) * side;
}

/** Directions all around, lengths from a wide fringe to one of three pixels. */
const carriers = Array.from({ length: 24 }, (_, k): [number, number] => {
  const random = Random.from(100 + k);
  const length = random.between(0.14, 0.34);
  const angle = random.between(-Math.PI, Math.PI);
  return [length * Math.cos(angle), length * Math.sin(angle)];
});

/** White noise filtered by 1/f. */
function natural(side: number, seed: number): Frame {
  const random = Random.from(seed);
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, side, side, () => [random.uniform() - 0.5, 0]);
  fft2(kernels, plane);
  const { floats, at } = planeSamples(kernels, plane);
  const signed = (i: number) => (i < side / 2 ? i : i - side);
  for (let v = 0; v < side; v++) {
    for (let u = 0; u < side; u++) {
      const share = 1 / Math.max(1, Math.hypot(signed(u), signed(v)));
      floats[at(v, u)]! *= share;
      floats[at(v, u) + 4]! *= share;
    }
  }
  ifft2(kernels, plane);
  const { re } = fromPlane(kernels, plane, side, side);
  return frameOf(side, side, (x, y) => 1000 + 1e4 * re[y * side + x]! + 2 * random.uniform());
}

const refusal = (frame: Frame): Problem | null => {
  try {
    found(frame);
    return null;
  } catch (problem) {
    return problem as Problem;
  }
};

describe('findSideband', () => {
  it('finds any carrier without a sample to a twentieth of a Fourier pixel, in the half plane fx > 0', () => {
    oneIn(4, carriers).forEach((carrier, k) => {
      const sideband = found(hologram({ kind: 'flat', carrier_cycles_per_px: carrier, seed: k }));
      expect(offBy(sideband, carrier)).toBeLessThan(0.05);
      expect(sideband.carrier.x).toBeGreaterThan(0);
    });
  });

  it('finds it to a quarter of one beside the sample’s own spectrum', () => {
    (['beads', 'cells', 'phase-steps', 'star', 'mixed'] as const).forEach((kind, n) =>
      oneIn(4, carriers.slice(4 * n, 4 * n + 4)).forEach((carrier, k) => {
        const sideband = found(hologram({ kind, carrier_cycles_per_px: carrier, seed: k }));
        expect(offBy(sideband, carrier)).toBeLessThan(0.25);
      }),
    );
  });

  it.each(
    someOf([
      ['vertical', [0.25, 0]],
      ['vertical between two Fourier pixels', [0.2513, 0]],
      ['horizontal', [0, 0.25]],
      ['horizontal, upside down', [0, -0.2177]],
      ['all but vertical', [0.21, 0.006]],
    ] as const),
  )('finds %s fringes, with and without a sample', (_, carrier) => {
    for (const kind of ['flat', 'cells', 'beads'] as const) {
      const sideband = found(hologram({ kind, carrier_cycles_per_px: carrier }));
      expect(offBy(sideband, carrier)).toBeLessThan(0.25);
      if (carrier[0] === 0) expect(sideband.carrier.y).toBeGreaterThan(0);
    }
  });

  it.each(
    someOf([
      ['a visibility of 0.05', { coherence: 0.05 }],
      ['200 photo-electrons', { photoelectrons: 200, bit_depth: 8 }],
      ['both', { coherence: 0.05, photoelectrons: 200, bit_depth: 8 }],
      ['half the pixels clipped', { full_scale_percentile: 50, full_scale_fraction: 1, bit_depth: 8 }],
      ['uneven light and dust', { uneven_light: 0.7, dust: 30 }],
      ['an aberrated beam', { aberration: [{ x: 2, y: 0, rad: 12 }, { x: 0, y: 2, rad: 9 }] }], // prettier-ignore
      ['a defocused sample', { z_mm: 20 }],
    ] as const),
  )('finds it at %s', (_, input) => {
    carriers.slice(0, thorough ? 5 : 2).forEach((carrier, k) => {
      const sideband = found(hologram({ ...input, carrier_cycles_per_px: carrier, seed: k }));
      expect(offBy(sideband, carrier)).toBeLessThan(2);
    });
  });

  it.each(
    someOf([
      [200, 210],
      [286, 286],
      [97, 131],
      [400, 100],
      [32, 32],
      [16, 16],
    ]),
  )('finds it on %i × %i pixels', (width_px, height_px) => {
    const { carrier } = found(hologram({ kind: 'flat', width_px, height_px }));
    expect(Math.abs(carrier.x - 0.18) * width_px).toBeLessThan(0.1);
    expect(Math.abs(carrier.y - 0.15) * height_px).toBeLessThan(0.1);
  });

  it('measures the bandwidth that the optics let through', () => {
    for (const kind of oneIn(4, ['beads', 'cells', 'phase-steps', 'star', 'phase-chart'] as const)) {
      for (const pupil of [0.05, 0.075]) {
        const input = { kind, pupil_radius_cycles_per_px: pupil, width_px: 400, height_px: 400 };
        const { measuredRadius, passRadius } = found(hologram(input));
        expect(measuredRadius / pupil).toBeGreaterThan(0.9);
        expect(measuredRadius / pupil).toBeLessThan(1.25);
        expect(passRadius).toBeLessThanOrEqual(Math.hypot(0.18, 0.15));
      }
    }
  });

  it('tells of a second sideband', () => {
    const fringes = (x: number, y: number, fx: number, fy: number) =>
      Math.cos(2 * Math.PI * (fx * x + fy * y));
    const random = Random.from(5);
    const two = frameOf(
      256,
      256,
      (x, y) => 1000 + 300 * fringes(x, y, 0.2, 0.11) + 200 * fringes(x, y, 0.1, -0.3) + 9 * random.uniform(),
    );
    const { carrier, rival } = found(two);
    expect([carrier.x, carrier.y].map((v) => v.toFixed(2))).toEqual(['0.20', '0.11']);
    expect(Math.abs(rival!.carrier.x - 0.1)).toBeLessThan(0.01);
    expect(Math.abs(rival!.carrier.y + 0.3)).toBeLessThan(0.01);
    expect(rival!.relativeEnergy).toBeCloseTo(4 / 9, 1);
    expect(found(hologram({})).rival).toBeNull();
  });
});

describe('findSideband refuses', () => {
  const noise = (amount: number, seed = 3) => {
    const random = Random.from(seed);
    return () => amount * (random.uniform() + random.uniform() + random.uniform() - 1.5);
  };

  it('a constant frame, and says what it saw', () => {
    const problem = refusal(frameOf(64, 64, () => 7))!;
    expect(problem).toBeInstanceOf(Problem);
    expect(problem.code).toBe('SIDEBAND_NOT_FOUND');
    expect(problem.message).toContain('7');
  });

  it.each(someOf([64, 97, 256]))('noise, %i pixels wide', (side) => {
    for (let seed = 1; seed <= (thorough ? 6 : 2); seed++) {
      const grain = noise(30, seed);
      expect(refusal(frameOf(side, side, () => 1000 + grain()))?.code).toBe('SIDEBAND_NOT_FOUND');
    }
  });

  it.each(
    someOf(['beads', 'cells', 'phase-steps', 'absorbing-chart', 'star', 'phase-chart', 'mixed'] as const),
  )('inline holograms of %s at any distance', (kind) => {
    for (const z_mm of oneIn(4, [0.5, 2, 5, 20, 60])) {
      const input = { object: { kind }, z_mm, width_px: 256, height_px: 256, background: false } as const;
      const problem = refusal(simulate(kernels, { mode: 'inline', ...input }).hologram);
      expect(problem?.code).toBe('SIDEBAND_NOT_FOUND');
      expect(problem!.message).toContain('holography_mode=inline');
    }
  });

  it('pictures with the spectrum of nature, 1/f in amplitude', () => {
    for (let seed = 1; seed <= (thorough ? 6 : 2); seed++) {
      const picture = natural(192, seed);
      expect(refusal(picture)?.code).toBe('SIDEBAND_NOT_FOUND');
    }
  });

  it.each(someOf([0, 0.1, 0.5, Math.PI / 4, 1.1, 1.5, Math.PI / 2, 2.2]))(
    'a single edge at %f rad',
    (angle) => {
      const grain = noise(1);
      const side = (x: number, y: number) => (x - 128.3) * Math.cos(angle) + (y - 127.1) * Math.sin(angle);
      const edge = frameOf(256, 256, (x, y) => 100 + (side(x, y) > 0 ? 50 : 0) + grain());
      expect(refusal(edge)?.code).toBe('SIDEBAND_NOT_FOUND');
    },
  );

  it('the random stripes of a camera, along rows or columns', () => {
    for (let seed = 1; seed <= (thorough ? 6 : 2); seed++) {
      const random = Random.from(seed);
      const offsets = Float64Array.from({ length: 256 }, () => 10 * random.uniform());
      const grain = noise(1, seed);
      const rows = frameOf(256, 256, (_, y) => 100 + offsets[y]! + grain());
      const columns = frameOf(256, 256, (x) => 100 + offsets[x]! + grain());
      expect(refusal(rows)?.code).toBe('SIDEBAND_NOT_FOUND');
      expect(refusal(columns)?.code).toBe('SIDEBAND_NOT_FOUND');
    }
  });

  it('a disc, a ramp, squares, hot pixels and the blocks of a compressed picture', () => {
    const grain = noise(1);
    const random = Random.from(4);
    const blocks = Float64Array.from({ length: 1024 }, () => 20 * random.uniform());
    const hot = new Set(Array.from({ length: 20 }, () => Math.floor(65_536 * random.uniform())));
    const pictures: ((x: number, y: number) => number)[] = [
      (x, y) => (Math.hypot(x - 128, y - 120) < 60 ? 50 : 0),
      (x, y) => x + 2 * y,
      (x, y) => 50 * (((x >> 5) + (y >> 5)) & 1),
      (x, y) => blocks[(y >> 3) * 32 + (x >> 3)]!,
      (x, y) => (hot.has(256 * y + x) ? 4000 : 0),
    ];
    for (const picture of pictures) {
      expect(refusal(frameOf(256, 256, (x, y) => 100 + picture(x, y) + grain()))?.code).toBe(
        'SIDEBAND_NOT_FOUND',
      );
    }
  });

  it('but not rows that repeat: they are fringes like any other', () => {
    const grain = noise(1);
    const { carrier } = found(
      frameOf(256, 256, (_, y) => 100 + 10 * Math.sin(2 * Math.PI * 0.2 * y) + grain()),
    );
    expect(carrier.x).toBeCloseTo(0, 3);
    expect(carrier.y).toBeCloseTo(0.2, 3);
  });
});

describe('sidebandAt', () => {
  it('takes the carrier it is given, of either twin, and does not move it', () => {
    const frame = hologram({});
    for (const sign of [1, -1]) {
      const carrier = { x: sign * 0.1811, y: sign * 0.1492 };
      const sideband = givenAt(frame, carrier);
      expect(sideband.carrier).toEqual(carrier);
      expect(sideband.given).toBe(true);
      expect(sideband.signalToNoise).toBeGreaterThan(100);
    }
  });

  it('refuses a place without a sideband and says what it measured there', () => {
    const frame = hologram({});
    for (const carrier of [
      { x: 0.35, y: -0.3 },
      { x: 0.02, y: -0.4 },
    ]) {
      const look = () => givenAt(frame, carrier);
      expect(look).toThrow(Problem);
      expect(look).toThrow('signal-to-noise ratio');
    }
    expect(() =>
      givenAt(
        frameOf(64, 64, () => 9),
        { x: 0.2, y: 0.2 },
      ),
    ).toThrow(Problem);
  });
});

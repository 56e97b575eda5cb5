import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { markOpenTurns } from './open-turns.ts';
import { unwrap } from './unwrap.ts';
import { unwrappingSettings } from './unwrapping-settings.ts';

const kernels = await loadKernels();
const SIDE = 96;
const perCycle = { x: 3, y: 3 };

/** A field given by modulus and phase, with the regions of it that are found open. */
function opened(
  modulusAt: (far: number, x: number, y: number) => number,
  phaseAt: (far: number, x: number, y: number) => number,
  sigmaAt: (far: number) => number = () => 0,
  isUnwrapped = false,
  beyond = 0,
) {
  using scope = kernels.scope();
  const plane = (value: (far: number, x: number, y: number) => number): RealPlane => {
    const real = scope.real(SIDE, SIDE);
    const samples = kernels.floats(real.ptr, SIDE * real.pitch);
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) samples[y * real.pitch + x] = value(Math.hypot(x - 48, y - 40), x, y);
    return real;
  };
  const modulus = plane(modulusAt);
  const wrapped = plane((far, x, y) =>
    Math.atan2(Math.sin(phaseAt(far, x, y)), Math.cos(phaseAt(far, x, y))),
  );
  const phase = isUnwrapped ? plane(phaseAt) : scope.real(SIDE, SIDE);
  const mask = scope.bytes(SIDE * SIDE);
  if (isUnwrapped) kernels.bytes(mask, SIDE * SIDE).fill(0);
  else unwrap(kernels, wrapped, modulus, phase, mask);
  const found = markOpenTurns(
    kernels,
    { wrapped, modulus, phase, sigma: plane(sigmaAt), mask, beyond },
    perCycle,
    unwrappingSettings,
  );
  const unwrapped = kernels.floats(phase.ptr, SIDE * phase.pitch).slice();
  const phaseOf = (x: number, y: number) => unwrapped[y * phase.pitch + x]!;
  return { ...found, phaseOf, mask: kernels.bytes(mask, SIDE * SIDE).slice() };
}

/** 0 outside a disc of radius 20, 1 inside, over some samples. */
const inside = (far: number, width: number) => Math.min(1, Math.max(0, (20 - far) / width + 0.5));

describe('a plate that goes on beyond an edge of the frame', () => {
  const edge = (at: number) => 1 / (1 + Math.exp(-2 * at));
  const field = (x: number, y: number) => {
    const w = edge(40 - x) * edge(y - 30) * edge(60 - y);
    return [1 - w + w * Math.cos(4.4), w * Math.sin(4.4)] as const;
  };
  /** @param short samples from the edge that its rims end */
  const plate = (short: number, beyond: number) =>
    opened(
      (_, x, y) => (x < short ? 1 : Math.hypot(...field(x, y))),
      (_, x, y) => Math.min(1, x / short) * Math.atan2(field(x, y)[1], field(x, y)[0]),
      () => 0,
      false,
      beyond,
    );
  const expectOpen = (found: ReturnType<typeof plate>) => {
    expect(found.regions).toHaveLength(1);
    expect(found.mask[45 * SIDE + 20]).toBe(8);
    expect(found.mask[45 * SIDE]).toBe(8);
    expect(found.mask[80 * SIDE + 80]).toBe(0);
  };

  it('is open though its rims end short of the edge', () => {
    expectOpen(plate(5, 0));
  });

  it('is open though they end where light comes from beyond the frame, and not where they end farther in', () => {
    expectOpen(plate(11, 8));
    expect(plate(11, 0).regions).toHaveLength(0);
  });
});

describe('what has the background’s own phase on the other side of a fibre', () => {
  // a fibre along y, and what lies beyond it some turns off
  const fibre = (beyond: number) =>
    opened(
      (_, x) => (Math.abs(x - 48) < 3 ? 0.3 : 1),
      (_, x) => (x > 48 ? beyond : 0) + 2.2 * Math.max(0, 1 - Math.abs(x - 48) / 3),
      () => 0,
      true,
    );

  it('gets the background’s turns, and is in no doubt', () => {
    const { phaseOf, mask, settled } = fibre(4 * Math.PI + 0.01);
    expect(phaseOf(80, 40)).toBeCloseTo(0.01, 5);
    expect(phaseOf(10, 40)).toBe(0);
    expect(mask[40 * SIDE + 80]).toBe(0);
    expect(settled![40 * SIDE + 80]).toBe(1);
    // the outermost cycle tells nothing
    expect(mask[95]).toBe(8);
  });

  it('is told from what has another phase', () => {
    const { phaseOf, mask } = fibre(4 * Math.PI + 0.3);
    expect(phaseOf(80, 40)).toBeCloseTo(4 * Math.PI + 0.3, 5);
    expect(mask[40 * SIDE + 80]).toBe(8);
  });
});

describe('a fibre whose middle is by chance a turn off the background', () => {
  it('does not have the background’s own phase, for that is even', () => {
    // its rims are dark and steep; between them the phase rises by 2 rad around 2π
    const found = opened(
      (_, x) => (Math.abs(Math.abs(x - 48) - 10) < 2 ? 0.3 : 1),
      (_, x) => {
        const far = Math.abs(x - 48);
        return Math.min(1, Math.max(0, (12 - far) / 4)) * (2 * Math.PI + 0.8 - far / 5);
      },
      () => 0,
      true,
    );
    expect(found.phaseOf(48, 40)).toBeGreaterThan(6);
    expect(found.mask[40 * SIDE + 48]).toBe(8);
    expect(found.mask[40 * SIDE + 20]).toBe(0);
  });
});

describe('regions whose number of turns is open', () => {
  it('is one behind a dim rim along which the phase runs', () => {
    const rim = (far: number) => 1 - 0.6 * Math.max(0, 1 - Math.abs(far - 20) / 3);
    const found = opened(rim, (far) => -2.3 * inside(far, 3));
    expect(found.regions).toHaveLength(1);
    const [region] = found.regions;
    expect(region!.size).toBeGreaterThan(0.7 * Math.PI * 20 * 20);
    expect(region!.x).toBeGreaterThanOrEqual(28);
    expect(region!.x + region!.width).toBeLessThanOrEqual(69);
    expect(found.mask[40 * SIDE + 48]).toBe(8);
    expect(found.mask[5]).toBe(0);
    expect(found.share).toBeCloseTo(found.mask.filter(Boolean).length / (SIDE * SIDE), 12);
  });

  it('is marked with its rim where it is too small to be a region', () => {
    // a ball of 4 rad, blurred: the field runs through the dim side of the circle, or as well the other way round
    const share = (far: number) => Math.exp(-((far / 3.5) ** 2));
    const re = (far: number) => 1 + (Math.cos(4) - 1) * share(far);
    const im = (far: number) => Math.sin(4) * share(far);
    const found = opened(
      (far) => Math.hypot(re(far), im(far)),
      (far) => Math.atan2(im(far), re(far)),
    );
    for (let y = 30; y <= 50; y++)
      for (let x = 38; x <= 58; x++)
        if (share(Math.hypot(x - 48, y - 40)) > 0.5) expect(found.mask[y * SIDE + x]).not.toBe(0);
    expect(found.regions).toHaveLength(0);
    expect(found.share).toBeLessThan(0.02);
  });

  it.each([
    [0.75, 0],
    [0.85, 1],
  ])('is one behind a belt of phase with a sigma above 0.8 (%d rad)', (sigma, count) => {
    // bright and flat but for a slope that a filter lets through
    const belt = (far: number) => (Math.abs(far - 20) < 5 ? sigma : 0.01);
    const found = opened(
      () => 1,
      (far) => -5 * inside(far, 20),
      belt,
    );
    expect(found.regions).toHaveLength(count);
    expect(found.mask[40 * SIDE + 48]).toBe(8 * count);
    expect(found.mask[5]).toBe(0);
  });

  it('is none behind such a belt where it has the background’s own phase', () => {
    const found = opened(
      () => 1,
      () => 0.1,
      (far) => (Math.abs(far - 20) < 5 ? 1.2 : 0.01),
    );
    expect(found.regions).toHaveLength(0);
  });

  it.each([
    [0.04, 0],
    [0.06, 1],
  ])('is no place amid a ring that has the background’s own phase (%d rad)', (level, count) => {
    const rims = (far: number) =>
      1 - 0.6 * Math.max(0, 1 - Math.abs(far - 20) / 3) - 0.6 * Math.max(0, 1 - Math.abs(far - 32) / 3);
    const ring = (far: number) => inside(far - 12, 3) - inside(far, 3);
    const found = opened(rims, (far) => -2.3 * ring(far) + level * inside(far, 3));
    // the ring itself is one
    expect(found.regions).toHaveLength(1 + count);
    expect(found.mask[40 * SIDE + 48]).toBe(8 * count);
  });

  it.each([
    [2, -2, 2],
    [2, 2, 1],
    [6, -2, 1],
  ])(
    'is one behind a rim with a gap below a cycle, off by a turn from another one: %d samples, %d rad: %d',
    (gap, level, count) => {
      // a disc of two halves, the lower one open to what is below it
      const isGap = (x: number, y: number) => y > 48 && Math.abs(x - 48) < gap / 2;
      const near = (away: number) => Math.max(0, 1 - Math.abs(away) / 3);
      const rim = (far: number, x: number, y: number) =>
        isGap(x, y) ? 1 : 1 - 0.6 * Math.max(near(far - 20), far < 20 ? near(y - 40) : 0);
      const phase = (far: number, x: number, y: number) =>
        (y < 40 ? 3 : level) * inside(far, isGap(x, y) ? 10 : 0.5);
      const found = opened(rim, phase, () => 0, true);
      expect(found.regions).toHaveLength(count);
      expect(found.mask[28 * SIDE + 48]).toBe(8);
      expect(found.mask[50 * SIDE + 48]).toBe(8 * (count - 1));
    },
  );

  it('is one that is all rim: wider than a single step’s', () => {
    // steeper everywhere, aslant too, than what three samples a cycle carry
    const bead = (far: number) => Math.max(0, 10.4 - 2.6 * far);
    const found = opened(
      () => 1,
      (far) => bead(far),
      () => 0,
      true,
    );
    expect(found.regions).toHaveLength(1);
    expect(found.mask[40 * SIDE + 48]).toBe(8);
    expect(found.mask[40 * SIDE + 50]).toBe(8);
    expect(found.mask[40 * SIDE + 56]).toBe(0);
    // a line no wider than a cycle, as steep
    const line = opened(
      () => 1,
      (_, x) => (x === 48 ? 2.6 : 0),
      () => 0,
      true,
    );
    expect(line.regions).toHaveLength(0);
    expect(line.mask[40 * SIDE + 48]).toBe(0);
  });

  it('is none behind a rim that is as bright as what is around it, or no step at all', () => {
    expect(
      opened(
        () => 1,
        (far) => -1.2 * inside(far, 3),
      ).regions,
    ).toHaveLength(0);
    const dust = (far: number) => 1 - 0.6 * Math.max(0, 1 - Math.abs(far - 20) / 3);
    expect(opened(dust, () => 0.1).regions).toHaveLength(0);
  });

  it('is none where the modulus only steps down, with the phase', () => {
    expect(
      opened(
        (far) => 1 - 0.6 * inside(far, 3),
        (far) => 1.2 * inside(far, 3),
      ).regions,
    ).toHaveLength(0);
  });

  it('is none where the background shows through an opaque ring', () => {
    const ring = (far: number) => (Math.abs(far - 20) < 2 ? 0.02 : 1);
    const noise = (far: number) => (Math.abs(far - 20) < 2 ? 0.4 * Math.sin(7 * far) : 0);
    expect(opened(ring, noise).regions).toHaveLength(0);
  });
});

import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { ifft2 } from '../../fft/fft2.ts';
import type { Scope } from '../../kernel/kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { overlapSettings } from '../../overlap/overlap-settings.ts';
import { Random } from '../../simulate/random.ts';
import { sidebandSettings } from '../../sideband/sideband-settings.ts';
import { findRim, holdsWhole } from './find-rim.ts';
import { pupilSettings } from './pupil-settings.ts';
import { toPupil } from './to-pupil.ts';

const kernels = await loadKernels();
const settings = { pupil: pupilSettings, extent: sidebandSettings.extent };
const SIDE = 256;
/** cycles per camera pixel: half the band of what is sampled at every pixel */
const PASSED = 0.4;
/** the filter ended before the sideband did */
const CUT_SHORT = {
  carrier: { x: 1, y: 0 },
  passRadius: PASSED,
  stopRadius: 1.001 * PASSED,
  measuredRadius: 0.6,
};

/** Noise whose power is `times` as large within a rim, in cycles per camera pixel, as beyond it. */
function noiseWithin(scope: Scope, rim: number, times: number): NativeField {
  return noiseOf(scope, (radius) => (radius < rim ? times : 1));
}

/** Noise of a power by the distance from frequency 0, in cycles per camera pixel. */
function noiseOf(scope: Scope, power: (radius: number) => number): NativeField {
  const plane = scope.complex(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const random = Random.from(7, 1);
  const frequency = (k: number) => (k > SIDE / 2 ? k - SIDE : k) / SIDE;
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      const strength = Math.sqrt(power(Math.hypot(frequency(row), frequency(col))));
      const at = row * floatsPerRow(plane) + inRow(col);
      values[at] = strength * random.between(-1, 1);
      values[at + TO_IMAGINARY] = strength * random.between(-1, 1);
    }
  ifft2(kernels, plane);
  const grid = { rows: SIDE, cols: SIDE, fullRows: SIDE, fullCols: SIDE };
  return { plane, ...grid, stepX: 1, stepY: 1, taper: 0, noiseGain: 1 };
}

describe('the rim of a pupil', () => {
  it.each([
    [4.4, false],
    [5.6, true],
  ])('within which there is %f times the power is one: %s', (times, isRim) => {
    using scope = kernels.scope();
    const rim = findRim(kernels, noiseWithin(scope, 0.25, times), CUT_SHORT, { re: 0, im: 0 }, settings);
    if (isRim) expect(Math.abs(rim!.radius - 0.25)).toBeLessThan(2.5 / SIDE);
    else expect(rim).toBeNull();
  });

  it('is a rim, however little falls, where the filter holds all there is', () => {
    using scope = kernels.scope();
    const whole = { ...CUT_SHORT, carrier: { x: 0.5, y: 0 }, measuredRadius: PASSED };
    const rim = findRim(kernels, noiseWithin(scope, 0.25, 2), whole, { re: 0, im: 0 }, settings);
    expect(Math.abs(rim!.radius - 0.25)).toBeLessThan(2.5 / SIDE);
    expect(rim!.isSharp).toBe(false);
  });

  it.each([
    ['has fallen as fast before', (radius: number) => Math.min(1e5, Math.exp((0.2 - radius) * SIDE)), false],
    ['had hardly fallen before', (radius: number) => (radius < 0.2 ? 12 : 0), true],
  ])('is a lens’s where the power %s: %#', (_, beyondNoise, isSharp) => {
    using scope = kernels.scope();
    const field = noiseOf(scope, (radius) => 1 + beyondNoise(radius));
    const whole = { ...CUT_SHORT, carrier: { x: 0.5, y: 0 }, measuredRadius: PASSED };
    const rim = findRim(kernels, field, whole, { re: 0, im: 0 }, settings)!;
    expect(Math.abs(rim.radius - 0.2)).toBeLessThan(4 / SIDE);
    expect(rim.isSharp).toBe(isSharp);
  });

  it.each([
    ['a twentieth of the filter is floor', pupilSettings.leastPassed, 1.001 * PASSED, [94, 95]],
    ['a fit lets a quarter of the power pass', overlapSettings.leastPassed, 0.62, [122, 124]],
  ] as const)(
    'is no rim where it is as far out as what tells the noise: %s',
    (_, leastPassed, stop, rims) => {
      const pupil = { ...pupilSettings, leastPassed };
      const found = rims.map((rim) => {
        using scope = kernels.scope();
        const filter = { ...CUT_SHORT, stopRadius: stop };
        const field = noiseWithin(scope, rim / SIDE, 20);
        return findRim(kernels, field, filter, { re: 0, im: 0 }, { ...settings, pupil });
      });
      expect(Math.abs(found[0]!.radius * SIDE - rims[0])).toBeLessThan(2.5);
      expect(found[1]).toBeNull();
    },
  );

  it.each([
    [0.027, 0],
    [0.033, 1],
  ])('is looked for around a carrier that moves by %f of the filter: %i times', (share, times) => {
    using scope = kernels.scope();
    const field = noiseWithin(scope, 1, 1);
    const taken = { fit: {}, amplitude: new Float64Array(0), outside: { re: 0, im: 0 }, isKnown: false };
    const sideband = { ...CUT_SHORT, given: false, isPatch: false, rival: null };
    const wide = { field, sideband, taken, bentBy: null } as unknown as Parameters<typeof toPupil>[2];
    // a tilt, in Legendre coefficients: from −c to c over the frame
    const tilt = { degree: 1, coefficients: Float64Array.from([0, 0, 0]) };
    tilt.coefficients[1] = Math.PI * (SIDE - 1) * share * PASSED;
    let looked = 0;
    const bent = () => {
      looked++;
      return { field, taken: { ...taken, fit: null } };
    };
    const frame = { rows: SIDE, cols: SIDE };
    const found = toPupil(kernels, scope, wide, tilt, bent, frame, { settings, sameGrid: true });
    expect(looked).toBe(times);
    expect(found).toBe(wide);
  });
});

it('a filter holds all of a sideband, whose radius is known to three per cent', () => {
  const holds = (passRadius: number) =>
    holdsWhole({ passRadius, measuredRadius: 1 }, sidebandSettings.extent);
  expect([holds(0.9701), holds(0.9699)]).toEqual([true, false]);
});

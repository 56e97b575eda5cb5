import { beforeAll, describe, expect, it } from 'vitest';
import { PITCH, WAVELENGTH, diskWave, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../../test/wave-of.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { propagateIsolated } from '../../simulate/propagate-forward.ts';
import { fromPlane, toPlane, type Wave } from '../../simulate/wave.ts';
import { backPropagate } from './back-propagate.ts';
import { mixedShare } from './mixed-share.ts';
import { turnBackground } from './background-phase.ts';
import { residualTwinEnergy } from './twin-energy.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 192;
const Z = 1000;
const medium = { wavelength_um: WAVELENGTH, pixel_pitch_um: PITCH };
const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: WAVELENGTH };
const specks = [40, 70, 100, 130, 150].map((at, i) => {
  const y = [110, 60, 130, 90, 50][i]!;
  return { x: at, y, radius: 1 + 0.3 * (i % 3), amplitude: 0.8, phase: 0.3 };
});

describe('twin energy', () => {
  const wave = diskWave(SIDE, SIDE, specks);
  const structure: Wave = { ...wave, re: wave.re.map((v) => v - 1) };

  /** d + β P(−2z)[d*] + 1, by the simulation's propagation. */
  function withTwin(beta: number): number {
    const flipped = { ...structure, im: structure.im.map((v) => -v) };
    const twin = propagateIsolated(kernels, flipped, (-2 * Z) / 1000, medium);
    using scope = kernels.scope();
    const plane = scope.complex(SIDE, SIDE);
    const re = structure.re.map((v, i) => 1 + v + beta * twin.re[i]!);
    const im = structure.im.map((v, i) => v + beta * twin.im[i]!);
    toPlane(kernels, { ...structure, re, im }, plane);
    return residualTwinEnergy(kernels, plane, optics, Z);
  }

  it.each([0, 0.1, 0.3, 0.6])('finds a twin of amplitude %f', (beta) => {
    const share = withTwin(beta);
    expect(Math.abs(Math.sqrt(share / (1 - share)) - beta)).toBeLessThan(0.06);
  });

  it('is near a half for plain back-propagation, and 0 for a beam with nothing in it', () => {
    using scope = kernels.scope();
    const moved = propagateIsolated(kernels, structure, Z / 1000, medium);
    const amplitude = scope.real(SIDE, SIDE);
    const moduli = moved.re.map((re, i) => Math.hypot(re + 1, moved.im[i]!));
    kernels.floats(amplitude.ptr, SIDE * SIDE).set(moduli);
    const plain = backPropagate(kernels, scope, amplitude, optics, Z);
    expect(residualTwinEnergy(kernels, plain, optics, Z)).toBeGreaterThan(0.3);
    const flat = planeOf(kernels, scope, SIDE, SIDE, () => [1, 0]);
    expect(residualTwinEnergy(kernels, flat, optics, Z)).toBe(0);
  });
});

describe('back-propagation', () => {
  it('takes an amplitude from the sample to the sensor and back to where it was', () => {
    using scope = kernels.scope();
    const amplitude = scope.real(SIDE, SIDE);
    const values = kernels.floats(amplitude.ptr, SIDE * SIDE).fill(1);
    for (let i = 0; i < 100; i++) values[(91 + Math.floor(i / 10)) * SIDE + 91 + (i % 10)] = 0.7;
    const field = fromPlane(kernels, backPropagate(kernels, scope, amplitude, optics, Z), SIDE, SIDE);
    const difference = { ...field, re: field.re.map((v) => v - 1) };
    const again = propagateIsolated(kernels, difference, Z / 1000, medium);
    let largest = 0;
    for (let i = 0; i < SIDE * SIDE; i++) {
      const [y, x] = [Math.floor(i / SIDE), i % SIDE];
      const truth = Math.abs(x - 95.5) < 5 && Math.abs(y - 95.5) < 5 ? -0.3 : 0;
      largest = Math.max(largest, Math.hypot(again.re[i]! - truth, again.im[i]!));
    }
    expect(largest).toBeLessThan(0.02);
  });
});

describe('the phase of the beam', () => {
  it('is turned to 0 though a sample covers a third of the field', () => {
    using scope = kernels.scope();
    const plane = planeOf(kernels, scope, 50, 60, (x) => polar(0.9, x < 20 ? 2.6 : 1.4));
    turnBackground(kernels, plane);
    const { re, im } = fromPlane(kernels, plane, 50, 60);
    expect(im[30]).toBeCloseTo(0, 3);
    expect(re[30]).toBeCloseTo(0.9, 3);
    expect(Math.atan2(im[5]!, re[5]!)).toBeCloseTo(1.2, 3);
  });
});

describe('the mixed share', () => {
  it('is near 0 for pure absorbers and pure phase, and not for both in one place', () => {
    using scope = kernels.scope();
    const share = (amplitude: number, phase: number) =>
      mixedShare(
        kernels,
        planeOf(kernels, scope, 40, 40, (x) => (x < 10 ? polar(amplitude, phase) : [1, 0])),
      );
    expect(share(0.5, 0)).toBe(0);
    expect(share(1, 0.8)).toBeLessThan(1e-6);
    expect(share(0.6, 0.8)).toBeGreaterThan(0.4);
  });
});

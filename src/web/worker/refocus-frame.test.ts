import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { refocusFrame } from './refocus-frame.ts';

const SIDE = 128;
const optics = { wavelength: 0.5, pitchX: 2, pitchY: 2, radius: 0.2, outside: 1, taper: 0 } as const;
const map = (value: (x: number, y: number) => number): RealMap => ({
  ...{ rows: SIDE, cols: SIDE },
  data: Float32Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))),
});
/** A smooth bump of 1 rad that takes a tenth of the light. */
const bump = (x: number, y: number) => Math.exp(-((x - 64) ** 2 + (y - 64) ** 2) / 100);
const phase = map(bump);
const amplitude = map((x, y) => 1 - 0.1 * bump(x, y));
const kernels = await loadKernels();

const farthest = (a: RealMap, b: RealMap) =>
  a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - b.data[i]!)), 0);

it('leaves a frame what it is where it lies', () => {
  const own = { phase, amplitude, optics, shift_mm: 0 };
  expect(farthest(refocusFrame(kernels, { ...own, show: 'phase' }), phase)).toBeLessThan(1e-5);
  expect(farthest(refocusFrame(kernels, { ...own, show: 'amplitude' }), amplitude)).toBeLessThan(1e-5);
});

it('takes it elsewhere, and back to what it was', () => {
  const shift_mm = 0.4;
  const there = { phase, amplitude, optics, shift_mm };
  const moved = {
    phase: refocusFrame(kernels, { ...there, show: 'phase' }),
    amplitude: refocusFrame(kernels, { ...there, show: 'amplitude' }),
  };
  // a phase of 1 rad is seen as light and dark beside its focus
  expect(farthest(moved.amplitude, amplitude)).toBeGreaterThan(0.1);
  const back = { ...moved, optics, shift_mm: -shift_mm };
  expect(farthest(refocusFrame(kernels, { ...back, show: 'phase' }), phase)).toBeLessThan(0.01);
  expect(farthest(refocusFrame(kernels, { ...back, show: 'amplitude' }), amplitude)).toBeLessThan(0.01);
});

it('shows nothing of a frame that could not be read', () => {
  const none = map(() => NaN);
  const { data } = refocusFrame(kernels, {
    phase: none,
    amplitude: none,
    optics,
    shift_mm: 0.1,
    show: 'phase',
  });
  expect(data.every(Number.isNaN)).toBe(true);
});

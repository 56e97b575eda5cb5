import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { lightBlur } from './light-blur.ts';
import { seenField } from './seen-field.ts';

const kernels = await loadKernels();
const SIDE = 96;
const TILES = 24;
const optics = { rows: SIDE, cols: SIDE, wavelength: 0.5, sampling: { pitchX: 2, pitchY: 2 } };
const Z = 400;

/** A field of a dot of so many rad in its middle. */
function dotOf(scope: ReturnType<typeof kernels.scope>, height: number, width: number) {
  const field = scope.complex(SIDE, SIDE);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      const phase = height * Math.exp(-((y - 48) ** 2 + (x - 48) ** 2) / (2 * width * width));
      const at = y * floatsPerRow(field) + inRow(x);
      [samples[at], samples[at + TO_IMAGINARY]] = [Math.cos(phase), Math.sin(phase)];
    }
  return field;
}

it('is the field less the beam where nothing was measured', () => {
  using scope = kernels.scope();
  const field = dotOf(scope, 0.5, 2);
  const amplitude = scope.real(SIDE, SIDE);
  kernels.floats(amplitude.ptr, SIDE * amplitude.pitch).fill(-1);
  const seen = seenField(kernels, scope, field, { amplitude, z: Z }, optics);
  const there = kernels.floats(seen.ptr, floatsIn(seen));
  const own = kernels.floats(field.ptr, floatsIn(field));
  const at = 48 * floatsPerRow(field) + inRow(48);
  expect(there[at]).toBeCloseTo(own[at]! - 1, 2);
  expect(there[at + TO_IMAGINARY]).toBeCloseTo(own[at + TO_IMAGINARY]!, 2);
});

it('takes from a field what the frame does not show of it', () => {
  using scope = kernels.scope();
  const field = dotOf(scope, 0.5, 2);
  const amplitude = scope.real(SIDE, SIDE);
  kernels.floats(amplitude.ptr, SIDE * amplitude.pitch).fill(1);
  const seen = seenField(kernels, scope, field, { amplitude, z: Z }, optics);
  const there = kernels.floats(seen.ptr, floatsIn(seen));
  // an even frame leaves of a weak dot half, and half of its twin image, which is spread out
  const left = there[48 * floatsPerRow(seen) + inRow(48) + TO_IMAGINARY]! / Math.sin(0.5);
  expect(Math.abs(left - 0.5)).toBeLessThan(0.15);
});

it('says of frames without a sample nothing about light', () => {
  using scope = kernels.scope();
  const field = dotOf(scope, 0, 2);
  const amplitude = scope.real(SIDE, SIDE);
  kernels.floats(amplitude.ptr, SIDE * amplitude.pitch).fill(1);
  const nowhere = { tiles: TILES, sample: new Uint8Array(TILES * TILES) };
  expect(lightBlur(kernels, field, [{ amplitude, z: Z }], optics, nowhere, 0.01)).toBeNull();
});

import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { ifft2 } from '../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { samplePixelSize } from '../rig/geometry.ts';
import { Random } from '../simulate/random.ts';
import { chooseSideband, measureFrame } from './measure-frame.ts';

const kernels = await loadKernels();
const SIDE = 384;
const CARRIER = { x: 0.2, y: 0.15 };
/** cycles per camera pixel: where the lens ends, and what is scattered beyond it */
const [LENS, BEYOND] = [0.08, 0.15];

/** How far a sideband reaches whose light has this power at a frequency from the carrier, in noise of 1. */
function measured(power: (x: number, y: number) => number): number {
  using scope = kernels.scope();
  const plane = scope.complex(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const random = Random.from(7, 1);
  const frequency = (k: number) => (k >= SIDE / 2 ? k - SIDE : k) / SIDE;
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      const strength = Math.sqrt(power(frequency(col), frequency(row)));
      const at = row * floatsPerRow(plane) + inRow(col);
      values[at] = SIDE * strength * random.between(-1, 1);
      values[at + TO_IMAGINARY] = SIDE * strength * random.between(-1, 1);
    }
  ifft2(kernels, plane);
  const scattered = kernels.floats(plane.ptr, floatsIn(plane));
  const samples = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const at = y * floatsPerRow(plane) + inRow(x);
    const [re, im] = [scattered[at]!, scattered[at + TO_IMAGINARY]!];
    const turn = 2 * Math.PI * (CARRIER.x * x + CARRIER.y * y);
    return 1000 + (300 + re) * Math.cos(turn) - im * Math.sin(turn) + random.between(-1, 1);
  });
  const hologram = { width: SIDE, height: SIDE, samples, bitDepth: 16 };
  const frame = measureFrame(kernels, scope, hologram, 'hologram');
  const recipe = offAxisRecipe({});
  return chooseSideband(kernels, frame, null, recipe, samplePixelSize(recipe)).measuredRadius;
}

/** Within a lens, which may lie aside, beyond it, and where nothing comes. */
const through =
  (within: number, beyond: number, aside = 0) =>
  (x: number, y: number) => {
    if (Math.hypot(x - aside, y) < LENS) return within;
    return Math.hypot(x, y) < BEYOND ? beyond : 0;
  };

it('ends a sideband at the lens, though dust scatters light beyond it', () => {
  expect(Math.abs(measured(through(200, 5)) - LENS)).toBeLessThan(0.006);
  // the carrier is not in the middle of it
  const aside = measured(through(200, 5, 0.04 * LENS));
  expect(aside).toBeGreaterThan(LENS);
  expect(aside).toBeLessThan(1.04 * LENS + 0.006);
});

it.each([
  ['where the light falls too little', through(12, 5)],
  [
    'where it falls to one side alone',
    (x: number, y: number) => (x > 0 ? through(200, 5)(x, y) : through(200, 200)(x, y)),
  ],
  ['where more of a fall lies beyond', through(2000, 200)],
])('reaches as far as it is heard %s', (_, power) => {
  expect(Math.abs(measured(power) - BEYOND)).toBeLessThan(0.012);
});

it('is none where the light has fallen as fast further in, as that of a sample whose broad parts are the strongest', () => {
  const fading = (x: number, y: number) => 4 * (BEYOND / Math.max(Math.hypot(x, y), 0.004)) ** 6;
  expect(measured(fading)).toBeGreaterThan(BEYOND);
});

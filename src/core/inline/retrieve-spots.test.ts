import { expect, it } from 'vitest';
import { writeComplex } from '../../../test/direct-transform.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { forgetBlocks, unexplainedBlocks } from './retrieve-spots.ts';

const [ROWS, COLS] = [30, 45];
/** samples that are 0.5 too bright */
const SPOT = { top: 8, left: 16, side: 8 };

async function spotted() {
  const kernels = await loadKernels();
  const scope = kernels.scope();
  const estimate = scope.complex(ROWS, COLS);
  const amplitude = scope.real(ROWS, COLS);
  const measured = kernels.floats(amplitude.ptr, ROWS * amplitude.pitch);
  const [re, im] = [new Float64Array(ROWS * COLS), new Float64Array(ROWS * COLS)];
  const inSpot = (x: number, y: number) =>
    y >= SPOT.top && y < SPOT.top + SPOT.side && x >= SPOT.left && x < SPOT.left + SPOT.side;
  for (let y = 0; y < ROWS; y += 1)
    for (let x = 0; x < COLS; x += 1) {
      const modulus = 1 + (inSpot(x, y) ? 0.5 : 0.01);
      re[y * COLS + x] = modulus * Math.cos(x + y);
      im[y * COLS + x] = modulus * Math.sin(x + y);
      measured[y * amplitude.pitch + x] = 1;
    }
  writeComplex(kernels, estimate, { rows: ROWS, cols: COLS, re, im });
  return { kernels, scope, estimate, amplitude, measured };
}

it('finds what a field misses, and a block around it', async () => {
  const { kernels, scope, estimate, amplitude } = await spotted();
  using _ = scope;
  const found = unexplainedBlocks(kernels, estimate, amplitude, 0.2)!;
  const cols = Math.ceil(COLS / 4);
  const marked = [...found.blocks].flatMap((on, i) => (on ? [[Math.floor(i / cols), i % cols]] : []));
  // windows of 8 samples that hold more than four fifths of the spot: itself
  expect(marked).toEqual([1, 2, 3, 4].flatMap((y) => [3, 4, 5, 6].map((x) => [y, x])));
  expect(found.samples).toBe(16 * 16);
  expect(found.misfit).toBeCloseTo(64 * 0.25 + 192 * 0.0001, 4);
  expect(unexplainedBlocks(kernels, estimate, amplitude, 0.26)).toBeNull();
});

it('leaves alone what was not measured', async () => {
  const { kernels, scope, estimate, amplitude, measured } = await spotted();
  using _ = scope;
  for (let y = SPOT.top; y < SPOT.top + SPOT.side; y += 1)
    measured.fill(-1, y * amplitude.pitch + SPOT.left, y * amplitude.pitch + SPOT.left + SPOT.side);
  expect(unexplainedBlocks(kernels, estimate, amplitude, 0.01)).toBeNull();
});

it('marks the samples of blocks as not measured, and says what they were', async () => {
  const { kernels, scope, estimate, amplitude, measured } = await spotted();
  using _ = scope;
  const all = measured.slice();
  const { blocks } = unexplainedBlocks(kernels, estimate, amplitude, 0.2)!;
  const before = forgetBlocks(kernels, amplitude, blocks);
  expect(before).toEqual(all);
  let forgotten = 0;
  for (let y = 0; y < ROWS; y += 1)
    for (let x = 0; x < COLS; x += 1) {
      const isForgotten = measured[y * amplitude.pitch + x] === -1;
      if (isForgotten) forgotten += 1;
      expect(isForgotten).toBe(y >= 4 && y < 20 && x >= 12 && x < 28);
    }
  expect(forgotten).toBe(256);
});

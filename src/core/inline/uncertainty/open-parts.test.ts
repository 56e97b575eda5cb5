import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { toPlane } from '../../simulate/wave.ts';
import { aroundParts, openParts } from './open-parts.ts';
import { sampleFree } from './sample-free.ts';
import { uncertaintySettings } from './uncertainty-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [200, 256];
const SPREAD = 0.01;
/** px: nothing that leaves the frame does so as widely */
const ANY = { x: Infinity, y: Infinity };

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly amplitude: number;
  readonly phase: number;
}

const isInside = (disc: Disc, x: number, y: number) =>
  (x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.radius ** 2;

function fieldOf(scope: Scope, discs: readonly Disc[]) {
  const [re, im] = [new Float64Array(ROWS * COLS).fill(1), new Float64Array(ROWS * COLS)];
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLS; x++)
      for (const disc of discs)
        if (isInside(disc, x, y)) {
          re[y * COLS + x] = disc.amplitude * Math.cos(disc.phase);
          im[y * COLS + x] = disc.amplitude * Math.sin(disc.phase);
        }
  const field = scope.complex(ROWS, COLS);
  toPlane(kernels, { rows: ROWS, cols: COLS, re, im }, field);
  return field;
}

describe('openParts', () => {
  const clear = { x: 60, y: 60, radius: 24, amplitude: 1, phase: 1.2 };
  const dyed = { x: 180, y: 120, radius: 16, amplitude: 0.8, phase: 0.6 };

  it('tells the one that absorbs from those that only delay light, though together they hardly absorb', () => {
    using scope = kernels.scope();
    const others = [0, 1, 2].map((k) => ({ ...clear, x: 40 + 60 * k, y: 170 }));
    const field = fieldOf(scope, [clear, dyed, ...others]);
    const free = sampleFree(kernels, field, SPREAD);
    const open = openParts(kernels, field, free, SPREAD, ANY, uncertaintySettings);
    expect(open.isMixed.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(open.isCut.includes(1)).toBe(false);
    const marks = aroundParts(field, free, open, open.isMixed, { x: 8, y: 4 });
    expect(marks[120 * COLS + 180]).toBe(1);
    expect(marks[120 * COLS + 180 + 16 + 6]).toBe(1);
    expect(marks[120 * COLS + 180 + 16 + 16]).toBe(0);
    expect(marks[(120 + 16 + 12) * COLS + 180]).toBe(0);
    expect(marks[60 * COLS + 60]).toBe(0);
  });

  it('decides by 2 (1 − |x|) |Im x| over |x − 1|²', () => {
    using scope = kernels.scope();
    const field = fieldOf(scope, [dyed]);
    const free = sampleFree(kernels, field, SPREAD);
    const [re, im] = [dyed.amplitude * Math.cos(dyed.phase), dyed.amplitude * Math.sin(dyed.phase)];
    const share = (2 * (1 - dyed.amplitude) * im) / ((re - 1) ** 2 + im ** 2);
    const isMixed = (mixedShare: number) =>
      openParts(kernels, field, free, SPREAD, ANY, { ...uncertaintySettings, mixedShare }).isMixed.includes(
        1,
      );
    expect(isMixed(0.99 * share)).toBe(true);
    expect(isMixed(1.01 * share)).toBe(false);
  });

  it.each([
    ['left', { x: 0, y: 100 }],
    ['right', { x: COLS, y: 100 }],
    ['upper', { x: 128, y: 0 }],
    ['lower', { x: 128, y: ROWS }],
  ] as const)(
    'finds what leaves the frame by its %s edge where it is wider than what is recorded',
    (_, at) => {
      using scope = kernels.scope();
      const field = fieldOf(scope, [
        { ...clear, ...at, radius: 30 },
        { ...clear, x: 80, y: 60 },
      ]);
      const free = sampleFree(kernels, field, SPREAD);
      const cuts = (px: number) =>
        openParts(kernels, field, free, SPREAD, { x: px, y: px }, uncertaintySettings).isCut;
      expect(cuts(50).reduce((sum, one) => sum + one, 0)).toBe(1);
      expect(cuts(75).includes(1)).toBe(false);
    },
  );

  it('takes what is narrow for recorded, however long the frame’s edge cuts it', () => {
    using scope = kernels.scope();
    // a row of discs makes a fibre along the left edge
    const fibre = Array.from({ length: 30 }, (_, k) => ({ ...clear, x: 4, y: 6 * k, radius: 8 }));
    const field = fieldOf(scope, fibre);
    const free = sampleFree(kernels, field, SPREAD);
    const open = openParts(kernels, field, free, SPREAD, { x: 50, y: 50 }, uncertaintySettings);
    expect(free.count).toBe(1);
    expect(open.isCut.includes(1)).toBe(false);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { focusSettings } from '../focus-settings.ts';
import type { ModelFrame } from './model-cost.ts';
import { moreAtMain } from './more-at-main.ts';
import type { TrialSetup } from './trials.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** 8 × 8 tiles of 32 px */
const [SIDE, ACROSS] = [256, 8];
const candidate = { z: 500, strength: 0.3, kind: 'phase' } as const;

/** What a search asks the cost of, for parts in some tiles with others in focus at the main distance. */
function asked(tiles: readonly number[], inFocus: readonly number[]) {
  using scope = kernels.scope();
  const amplitude = scope.real(SIDE, SIDE);
  kernels.floats(amplitude.ptr, SIDE * amplitude.pitch).fill(1);
  const sampling = { pitchX: 2, pitchY: 2 };
  const frames: { z: number; cols: number; unknown: number[] }[] = [];
  const cost = ({ amplitude: { ptr, rows, cols, pitch } }: ModelFrame, z: number) => {
    const samples = kernels.floats(ptr, rows * pitch);
    const unknown = [...samples.keys()]
      .filter((at) => at % pitch < cols && samples[at]! < 0)
      .map((at) => Math.floor(at / pitch) * cols + (at % pitch));
    frames.push({ z, cols, unknown });
    return z === candidate.z ? 10 : 12;
  };
  const setup = {
    ...{ model: focusSettings.model, cost },
    full: { amplitude, sampling, wavelength: 0.5, noiseSigma: 0.01 },
  } as unknown as TrialSetup;
  const more = moreAtMain(kernels, setup, { candidate, tiles }, { z: 300, tiles: inFocus, across: ACROSS });
  expect(frames.map(({ z }) => z)).toEqual([300, 500]);
  expect(frames[0]).toEqual({ ...frames[1]!, z: 300 });
  return { more, ...frames[0]! };
}

describe('what parts cost more at the main distance', () => {
  it('is of the box around them, where nothing in it is in focus there', () => {
    // rows and columns 2 and 3 of the tiles; what is in focus lies beside them
    expect(asked([18, 27], [0, 12, 34])).toEqual({
      more: expect.closeTo(0.2, 9) as number,
      ...{ z: 300, cols: 64, unknown: [] },
    });
  });

  it('is of all of the frame but what is in focus there, where some of that lies between them', () => {
    // 19 lies in the box of 18 and 27, 0 does not
    const { cols, unknown } = asked([18, 27], [19, 0]);
    expect(cols).toBe(SIDE);
    const marked = new Set(unknown);
    expect(marked.size).toBe(2 * 32 * 32);
    for (const tile of [0, 19]) {
      const [y, x] = [32 * Math.floor(tile / ACROSS), 32 * (tile % ACROSS)];
      expect([marked.has(y * SIDE + x), marked.has((y + 31) * SIDE + x + 31)]).toEqual([true, true]);
    }
  });
});

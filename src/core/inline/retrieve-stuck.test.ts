import { expect, it } from 'vitest';
import { inlineCase, scoreField } from '../../../bench/accuracy/inline-cases.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { RetrievalLevel } from './retrieve-level.ts';
import { freeStuck } from './retrieve-stuck.ts';
import { retrieve } from './retrieve.ts';

it('frees the ends of wide opaque bars from spots with rings', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const chart = { kind: 'absorbing-chart', transmission: 0 } as const;
  const input = { width_px: 512, height_px: 512, wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.375 };
  const { amplitudes, distances, optics, noiseSigma, truth } = inlineCase(
    kernels,
    scope,
    { ...input, object: chart },
    1,
  );
  const frames = [{ amplitude: amplitudes[0]!, z: distances[0]! }];
  const [stuck, free] = [false, true].map((freesStuck) => {
    const { field } = retrieve(kernels, scope, { frames, noiseSigma, freesStuck, ...optics });
    const out = scope.block(field.rows * field.cols * 8);
    kernels.run.exportField(field.ptr, field.pitchBytes, field.rows, field.cols, out);
    return scoreField(kernels.floats(out, 2 * field.rows * field.cols), truth).field;
  });
  expect(free).toBeLessThan(0.04);
  expect(stuck).toBeGreaterThan(2 * free!);
});

/** A level that every iteration fills with 7s, and whose data are missed by `misfit` from then on. */
async function levelThatMisses(misfit: number) {
  const kernels = await loadKernels();
  const scope = kernels.scope();
  const x = scope.complex(2, 4);
  const values = kernels.floats(x.ptr, 16).fill(3);
  let forgotten = 0;
  const sensor = {
    measured: 8,
    match: () => {},
    unexplained: () => ({ blocks: new Uint8Array(1), misfit: 100, samples: 1 }),
    forget: () => {
      forgotten += 1;
      return () => (forgotten -= 1);
    },
  };
  const level = {
    ...{ x, sensor, grid: { rows: 2 }, begin: () => {} },
    residual: () => ({ weighted: misfit, plain: misfit }),
    advance: () => {
      values.fill(7);
      return { relativeChange: 0, variation: 0 };
    },
  } as unknown as RetrievalLevel;
  const solution = { iterations: 5, converged: true, objective: [9, 8], misfit: 16 };
  const given = { lambda: 0.01, noiseSigma: 0.1 };
  const result = freeStuck(kernels, level, solution, given, () => {});
  return { scope, values, result, forgotten: () => forgotten };
}

it('keeps what it had where the objective does not fall', async () => {
  const { scope, values, result, forgotten } = await levelThatMisses(20);
  using _ = scope;
  expect([...values]).toEqual(Array<number>(16).fill(3));
  expect(result.misfit).toBe(16);
  expect(result.objective).toEqual([9, 8]);
  // what was tried in vain counts
  expect(result.iterations).toBeGreaterThan(25);
  expect(forgotten()).toBe(0);
});

it('keeps what comes of it where the objective falls', async () => {
  const { scope, values, result, forgotten } = await levelThatMisses(10);
  using _ = scope;
  expect([...values]).toEqual(Array<number>(16).fill(7));
  expect(result.misfit).toBe(10);
  expect(result.objective.slice(0, 2)).toEqual([9, 8]);
  expect(result.objective.at(-1)).toBe(5);
  expect(forgotten()).toBe(0);
});

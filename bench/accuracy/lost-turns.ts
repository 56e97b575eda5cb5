/**
 * Beads whose rim is steeper than the pupil can carry: how much of the peak is found, how much of it the recorded band
 * holds at all (the noise-free truth, unwrapped), and whether the report says so. `node bench/accuracy/lost-turns.ts`
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { unwrap } from '../../src/core/phase/unwrap.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { RealMap } from '../../src/core/reconstruction/reconstruction.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { recipeOf } from './simulated-recipe.ts';
import { markdownTable, mrad } from './markdown-table.ts';
import { scoreWrapped } from './score.ts';

const PEAKS = [3, 8, 12, 16, 20, 25, 40];
const kernels = await loadKernels();

/** Phase in the middle over that in the upper left corner less its border, rad. */
function height({ rows, cols, data }: RealMap): number {
  const corner = Math.floor(rows / 10) * cols + Math.floor(cols / 10);
  return data[(rows >> 1) * cols + (cols >> 1)]! - data[corner]!;
}

function unwrapped(wrappedPhase: RealMap): RealMap {
  const { rows, cols, data } = wrappedPhase;
  using scope = kernels.scope();
  const wrapped = scope.real(rows, cols);
  const phase = scope.real(rows, cols);
  const mask = scope.bytes(rows * cols);
  const samples = kernels.floats(wrapped.ptr, rows * wrapped.pitch);
  for (let row = 0; row < rows; row++)
    samples.set(data.subarray(row * cols, (row + 1) * cols), row * wrapped.pitch);
  unwrap(kernels, wrapped, null, phase, mask);
  const found = kernels.floats(phase.ptr, rows * phase.pitch);
  const out = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++)
    out.set(found.subarray(row * phase.pitch, row * phase.pitch + cols), row * cols);
  return { rows, cols, data: out };
}

const body = PEAKS.map((phase_rad) => {
  const { hologram, truth, spec } = simulate(kernels, {
    mode: 'off-axis',
    object: { kind: 'beads', phase_rad },
  });
  const result = reconstruct(kernels, { hologram, background: null }, recipeOf(spec));
  const { phase, rows, cols } = result;
  const lost = (found: RealMap) =>
    Math.round((height(truth.unwrappedPhase) - height(found)) / (2 * Math.PI)).toString();
  return [
    String(phase_rad),
    height(phase).toFixed(2),
    lost(phase),
    lost(unwrapped(truth.phase)),
    mrad(scoreWrapped(phase.data, truth.unwrappedPhase.data, rows, cols).rmse),
    result.flags.some(({ code }) => code === 'turns_open') ? 'yes' : 'no',
  ];
});
console.log(
  markdownTable(
    [
      'peak (rad)',
      'found (rad)',
      'turns lost',
      'turns lost from the noise-free field',
      'RMSE modulo 2π (mrad)',
      'flagged `turns_open`',
    ],
    body,
  ),
);

/**
 * One frame of samples with wide bars, whose solution gets stuck where the sensor is dark, before and after it is freed:
 * `node bench/accuracy/inline-stuck.ts [side in pixels]` (some five minutes).
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { retrieve, type Retrieval } from '../../src/core/inline/retrieve.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import type { Truth } from '../../src/core/simulate/truth.ts';
import { inlineCase, scoreField } from './inline-cases.ts';
import { markdownTable } from './markdown-table.ts';

const side = Number(process.argv[2] ?? 1024);
const common = { wavelength_um: 0.532, z_mm: 1.5, pixel_pitch_um: 1.67, width_px: side, height_px: side };
const absorbing = (transmission: number) => ({ kind: 'absorbing-chart', transmission }) as const;
const phase = (phase_rad: number) => ({ kind: 'phase-chart', phase_rad }) as const;
const cases: Readonly<Record<string, Omit<SimulationInput, 'mode' | 'seed'>>> = {
  'absorbing chart, 10 % pass': { ...common, object: absorbing(0.1) },
  'the same at 0.5 mm': { ...common, object: absorbing(0.1), z_mm: 0.5 },
  'the same at 3 mm': { ...common, object: absorbing(0.1), z_mm: 3 },
  'the same, pitch 3.45 µm, 8 mm': { ...common, object: absorbing(0.1), pixel_pitch_um: 3.45, z_mm: 8 },
  'opaque chart': { ...common, object: absorbing(0) },
  'chart, half passes': { ...common, object: absorbing(0.5) },
  'phase chart, 0.6 rad': { ...common, object: phase(0.6) },
  'phase chart, 2 rad': { ...common, object: phase(2) },
  'cells, 2.5 rad': { ...common, object: { kind: 'cells', phase_rad: 2.5, transmission: 1 } },
};
const kernels = await loadKernels();

/** RMSE of the field, and the largest error of the amplitude, without the border that is not scored. */
function errorsOf({ field }: Retrieval, truth: Truth): string[] {
  const { ptr, pitchBytes, rows, cols } = field;
  using scope = kernels.scope();
  const out = scope.block(rows * cols * 8);
  kernels.run.exportField(ptr, pitchBytes, rows, cols, out);
  const found = kernels.floats(out, 2 * rows * cols);
  const { data } = truth.field;
  const border = Math.ceil(0.05 * side);
  let worst = 0;
  for (let y = border; y < rows - border; y++)
    for (let x = border; x < cols - border; x++) {
      const i = 2 * (y * cols + x);
      worst = Math.max(
        worst,
        Math.abs(Math.hypot(found[i]!, found[i + 1]!) - Math.hypot(data[i]!, data[i + 1]!)),
      );
    }
  return [scoreField(found, truth).field.toFixed(4), worst.toFixed(2)];
}

const rows = Object.entries(cases).map(([name, input]) => {
  using scope = kernels.scope();
  const { amplitudes, distances, noiseSigma, optics, truth } = inlineCase(kernels, scope, input, 1);
  const frames = [{ amplitude: amplitudes[0]!, z: distances[0]! }];
  const both = [false, true].map((freesStuck) => {
    using own = kernels.scope();
    const retrieval = retrieve(kernels, own, { frames, noiseSigma, freesStuck, ...optics });
    const { iterations, dataMisfit } = retrieval;
    return [...errorsOf(retrieval, truth), dataMisfit.toFixed(2), String(iterations)];
  });
  return [name, ...both[0]!.map((before, k) => `${before} → ${both[1]![k]!}`)];
});
console.log(
  markdownTable(
    ['sample', 'field, RMSE', 'amplitude, largest error', 'data misfit over noise', 'iterations'],
    rows,
  ),
);

/**
 * One frame and four of samples that absorb only, and of others: solved for any sample, and with a start for a sample that
 * absorbs only where that explains it nearly as well: `node bench/accuracy/inline-absorbing.ts` (ten minutes).
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { retrievalSettings } from '../../src/core/inline/retrieve/retrieval-settings.ts';
import { retrieve, type Retrieval } from '../../src/core/inline/retrieve/retrieve.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import type { Truth } from '../../src/core/simulate/truth.ts';
import { exported, inlineCase, scoreField } from './inline-cases.ts';
import { markdownTable } from './markdown-table.ts';

const common = { wavelength_um: 0.532, z_mm: 1.5, pixel_pitch_um: 1.67, width_px: 512, height_px: 512 };
const small = { ...common, width_px: 256, height_px: 256 };
const large = { ...common, width_px: 1024, height_px: 1024 };
const absorbing = (transmission: number) => ({ kind: 'absorbing-chart', transmission }) as const;
const phase = (phase_rad: number) => ({ kind: 'phase-chart', phase_rad }) as const;
const cells = (phase_rad: number, transmission: number) =>
  ({ kind: 'cells', phase_rad, transmission }) as const;
const cases: Readonly<Record<string, Omit<SimulationInput, 'mode' | 'seed'>>> = {
  'absorbing chart, 10 % pass, 1024 px': { ...large, object: absorbing(0.1) },
  'the same at 0.5 mm': { ...large, object: absorbing(0.1), z_mm: 0.5 },
  'the same at 3 mm': { ...large, object: absorbing(0.1), z_mm: 3 },
  'the same, pitch 3.45 µm, 8 mm': { ...large, object: absorbing(0.1), pixel_pitch_um: 3.45, z_mm: 8 },
  'opaque chart, 1024 px': { ...large, object: absorbing(0) },
  'opaque chart, 0.8 mm': { ...common, object: absorbing(0), z_mm: 0.8 },
  'opaque chart, 0.4 mm': { ...common, object: absorbing(0), z_mm: 0.4 },
  'opaque chart, 0.2 mm': { ...common, object: absorbing(0), z_mm: 0.2 },
  'opaque chart, 0.1 mm, 256 px': { ...small, object: absorbing(0), z_mm: 0.1 },
  'dark cells, a tenth passes': { ...common, object: cells(0, 0.1) },
  'dark cells, 0.5 rad': { ...common, object: cells(0.5, 0.1) },
  'cells, 0.3 pass, 0.5 rad': { ...common, object: cells(0.5, 0.3) },
  'chart, half passes': { ...common, object: absorbing(0.5) },
  'chart, half passes, 0.1 mm, 256 px': { ...small, object: absorbing(0.5), z_mm: 0.1 },
  'opaque star': { ...common, object: { kind: 'star' } },
  'weak absorbers': { ...common, object: cells(0, 0.7) },
  'weak absorbers, 0.1 rad': { ...common, object: cells(0.1, 0.7) },
  'mixed, 0.7 rad, half the light absorbed': { ...common, object: cells(0.7, 0.7) },
  'absorbing chart and cells': { ...common, object: { kind: 'mixed' } },
  'cells, 0.3 rad': { ...common, object: cells(0.3, 1) },
  'phase chart, 0.1 rad': { ...common, object: phase(0.1) },
  'phase chart, 0.2 rad, 0.3 mm': { ...common, object: phase(0.2), z_mm: 0.3 },
  'phase chart, 0.6 rad': { ...common, object: phase(0.6) },
  'phase chart, 2 rad': { ...common, object: phase(2) },
};
const kernels = await loadKernels();

/** RMSE of the field, and the largest error of the amplitude, without the border that is not scored. */
function errorsOf({ field }: Retrieval, truth: Truth): string[] {
  const { rows, cols } = field;
  const found = exported(kernels, field);
  const { data } = truth.field;
  const border = Math.ceil(0.05 * rows);
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

const rows = Object.entries(cases).flatMap(([name, input]) => {
  using scope = kernels.scope();
  const { amplitudes, distances, noiseSigma, optics, truth } = inlineCase(kernels, scope, input, 1);
  return [1, 4].map((count) => {
    const frames = amplitudes.slice(0, count).map((amplitude, k) => ({ amplitude, z: distances[k]! }));
    const both = [0, retrievalSettings.absorbing.hopeless].map((hopeless) => {
      using own = kernels.scope();
      const settings = { ...retrievalSettings, absorbing: { ...retrievalSettings.absorbing, hopeless } };
      const retrieval = retrieve(kernels, own, { frames, noiseSigma, ...optics }, {}, settings);
      const { iterations, dataMisfit } = retrieval;
      return [...errorsOf(retrieval, truth), dataMisfit.toFixed(2), String(iterations)];
    });
    return [name, String(count), ...both[0]!.map((before, k) => `${before} → ${both[1]![k]!}`)];
  });
});
const head = ['sample', 'frames', 'field, RMSE', 'amplitude, largest error', 'data misfit over noise'];
console.log(markdownTable([...head, 'iterations'], rows));

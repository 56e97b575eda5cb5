/**
 * Samples with sharp edges, whose light an optical system passes only in part: what looking for its pupil gains, and
 * whether the stated uncertainty is true: `node bench/accuracy/inline-edges.ts [side in pixels]` (some minutes).
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { inlineUncertainty } from '../../src/core/inline/uncertainty/inline-uncertainty.ts';
import { retrievalSettings } from '../../src/core/inline/retrieve/retrieval-settings.ts';
import { retrieve, type Retrieval } from '../../src/core/inline/retrieve/retrieve.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import type { Truth } from '../../src/core/simulate/truth.ts';
import { exported, inlineCase, scoreField } from './inline-cases.ts';
import { scoreUncertainty } from './inline-honesty.ts';
import { markdownTable } from './markdown-table.ts';

const side = Number(process.argv[2] ?? 256);
const absorbing = (transmission: number) => ({ kind: 'absorbing-chart', transmission }) as const;
const phase = (phase_rad: number) => ({ kind: 'phase-chart', phase_rad }) as const;
const common = { wavelength_um: 0.532, z_mm: 1.5, pixel_pitch_um: 1.67, width_px: side, height_px: side };
const cases: Readonly<Record<string, Omit<SimulationInput, 'mode' | 'seed'>>> = {
  'absorbing chart, 10 % pass': { ...common, object: absorbing(0.1) },
  'the same, pupil of 0.35': { ...common, object: absorbing(0.1), pupil_radius_cycles_per_px: 0.35 },
  'the same, pupil of 0.22': { ...common, object: absorbing(0.1), pupil_radius_cycles_per_px: 0.22 },
  'the same, pupil as wide as the pixels': {
    ...{ ...common, object: absorbing(0.1), pupil_radius_cycles_per_px: 0.5 },
  },
  'the same, pitch 1.12 µm': { ...common, object: absorbing(0.1), pixel_pitch_um: 1.12 },
  'opaque chart': { ...common, object: absorbing(0) },
  'chart, half passes': { ...common, object: absorbing(0.5) },
  'phase chart, 0.3 rad': { ...common, object: phase(0.3) },
  'phase chart, 0.6 rad': { ...common, object: phase(0.6) },
  'the same, pupil of 0.3': { ...common, object: phase(0.6), pupil_radius_cycles_per_px: 0.3 },
  'phase chart, 1.2 rad': { ...common, object: phase(1.2) },
  'phase chart, 1.2 rad, pitch 3.45 µm': { ...common, object: phase(1.2), pixel_pitch_um: 3.45 },
  star: { ...common, object: { kind: 'star' } },
  'absorbing chart and cells': { ...common, object: { kind: 'mixed' } },
  'cells, 0.8 rad': { ...common, object: { kind: 'cells', phase_rad: 0.8, transmission: 1 } },
};
const kernels = await loadKernels();

const errorOf = ({ field }: Retrieval, truth: Truth) => scoreField(exported(kernels, field), truth).field;

const rows: string[][] = [];
let [true_, all] = [0, 0];
for (const [name, input] of Object.entries(cases)) {
  using scope = kernels.scope();
  const recorded = inlineCase(kernels, scope, input, 1);
  const { noiseSigma, optics, distances, truth } = recorded;
  for (const count of [1, 2, 4]) {
    const frames = recorded.amplitudes
      .slice(0, count)
      .map((amplitude, k) => ({ amplitude, z: distances[k]! }));
    using own = kernels.scope();
    const given = { frames, noiseSigma, probe: true, undoesPull: true, ...optics };
    const [without, found] = [Infinity, retrievalSettings.pupil.above].map((above) => {
      const settings = { ...retrievalSettings, pupil: { ...retrievalSettings.pupil, above } };
      return retrieve(kernels, own, given, {}, settings);
    }) as [Retrieval, Retrieval];
    const ratios = [without, found].map((one) => {
      const stated = inlineUncertainty(kernels, one, optics, distances.slice(0, count));
      return scoreUncertainty(kernels, one.field, stated, truth).ratio;
    });
    all += 1;
    if (ratios[1]! >= 0.7 && ratios[1]! <= 1.4) true_ += 1;
    const pixel = input.pixel_pitch_um!;
    rows.push([
      ...[name, `${count}`, (input.pupil_radius_cycles_per_px ?? 0.45).toFixed(2)],
      found.pupil === null ? '–' : (found.pupil * pixel).toFixed(3),
      ...[without, found].map((one) => one.dataMisfit.toFixed(2)),
      ...[without, found].map((one) => errorOf(one, truth).toFixed(4)),
      ...ratios.map((ratio) => ratio.toFixed(2)),
    ]);
  }
}
const head = [
  ...['sample', 'frames', 'pupil, cycles/px', 'found'],
  ...['misfit without', 'with', 'error of the field without', 'with'],
  ...['error of the phase over σ without', 'with'],
];
console.log(`${side} pixels a side. Error over σ within 0.7 to 1.4 in ${true_} of ${all}.\n`);
console.log(markdownTable(head, rows));

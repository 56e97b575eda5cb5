import { loadKernels } from '../../../src/cli/load-kernels.ts';
import type { InlineBackgroundSettings } from '../../../src/core/inline/background/background-settings.ts';
import {
  phaseBlindBelow,
  removePhaseBackground,
} from '../../../src/core/inline/background/phase-background.ts';
import type { RetrievalSettings } from '../../../src/core/inline/retrieve/retrieval-settings.ts';
import { floatsIn } from '../../../src/core/kernel/complex-layout.ts';
import type { ComplexPlane } from '../../../src/core/kernel/plane.ts';
import { retrieve } from '../../../src/core/inline/retrieve/retrieve.ts';
import { inlineUncertainty } from '../../../src/core/inline/uncertainty/inline-uncertainty.ts';
import type { UncertaintySettings } from '../../../src/core/inline/uncertainty/uncertainty-settings.ts';
import type { SimulationInput } from '../../../src/core/simulate/simulation-spec.ts';
import { exported, inlineCase, scoreField, type InlineCase } from '../../accuracy/inline-cases.ts';
import { scoreUncertainty } from '../../accuracy/inline-honesty.ts';
import { digest } from '../digest.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';

interface Settings {
  readonly retrieval: RetrievalSettings;
  readonly uncertainty: UncertaintySettings;
  readonly background: InlineBackgroundSettings;
}

type Case = (settings: Settings) => Outcome;

const kernels = await loadKernels();
const SIDE = 192;

interface Given {
  readonly object: SimulationInput['object'];
  readonly frames: number;
  readonly more?: Partial<SimulationInput>;
  /** whether absorption and phase of each part may go together */
  readonly couples?: boolean;
  /** E|n|² that a lossy file rounded; default: none */
  readonly rounding?: number;
  /** what is done to the amplitudes, sample by sample of each frame */
  readonly spoil?: (amplitude: number, x: number, y: number, frame: number) => number;
}

/** A retrieval, whose error is that of the field, and what is stated of it, whose error is that of the phase over σ. */
function solved({ object, frames: count, more = {}, couples = false, spoil, rounding = 0 }: Given): {
  readonly field: Case;
  readonly sigma: Case;
} {
  const size = { width_px: SIDE, height_px: SIDE };
  const input = { ...size, wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.8, object, ...more };
  const scope = kernels.scope();
  const given: InlineCase = inlineCase(kernels, scope, input, 1);
  const frames = given.amplitudes.slice(0, count).map((amplitude, k) => {
    const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
    if (spoil)
      values.forEach((value, i) => {
        values[i] = spoil(value, i % amplitude.pitch, Math.floor(i / amplitude.pitch), k);
      });
    return { amplitude, z: given.distances[k]! };
  });
  const distances = frames.map(({ z }) => z);
  const { noiseSigma, optics, truth } = given;
  const own = kernels.scope();
  const retrieved = keptWhileSame((settings: RetrievalSettings) => {
    own[Symbol.dispose]();
    const found = retrieve(
      kernels,
      own,
      { frames, noiseSigma, probe: true, undoesPull: true, couples, ...optics },
      {},
      settings,
    );
    return { found, samples: samplesOf(found.field).slice() };
  });
  const field: Case = ({ retrieval: settings }) => {
    const { found, samples } = retrieved(settings);
    samplesOf(found.field).set(samples);
    const verdict = words({
      ...{
        absorbs: found.startedAbsorbing,
        coupled: found.coupledBy !== null,
        unexplained: found.isUnexplained,
      },
      ...{ pupil: found.pupil !== null, 'not converged': !found.converged },
      offsets: found.exposures.some(({ offset }) => offset !== 0),
    });
    const values = exported(kernels, found.field);
    const bits = digest(values, found.dataMisfit, found.iterations, found.pupil);
    return { bits, error: scoreField(values, truth).field, verdict };
  };
  const sigma: Case = ({ retrieval: settings, uncertainty, background }) => {
    const { found, samples } = retrieved(settings);
    samplesOf(found.field).set(samples);
    const stated = inlineUncertainty(kernels, found, optics, distances, uncertainty, { rounding });
    const error = scoreUncertainty(kernels, found.field, stated, truth).ratio;
    const blind = phaseBlindBelow(optics.wavelength, distances, background);
    const removed = removePhaseBackground(
      kernels,
      found.field,
      optics,
      blind,
      { phase_background: 'auto' },
      background,
    );
    const verdict = words({
      ...{
        'phase open': stated.untrusted !== null,
        uneven: stated.unevenLight !== null,
        flattened: removed !== null,
      },
      'poor fit': stated.poorFit,
    });
    const bits = digest(stated.noise.fieldVariance, stated.untrusted ?? [], removed?.phase ?? [], blind);
    return { bits, error, verdict };
  };
  return { field, sigma };
}

function words(decided: Readonly<Record<string, boolean>>): string {
  return Object.keys(decided)
    .filter((word) => decided[word])
    .join(', ');
}

function samplesOf(plane: ComplexPlane): Float32Array {
  return kernels.floats(plane.ptr, floatsIn(plane));
}

/** Solved again only where the settings are others: those of what follows take no time. */
function keptWhileSame<T>(solve: (settings: RetrievalSettings) => T): (settings: RetrievalSettings) => T {
  let last: { readonly settings: RetrievalSettings; readonly result: T } | null = null;
  return (settings) => {
    if (last?.settings !== settings) last = { settings, result: solve(settings) };
    return last.result;
  };
}

const cells = (phase_rad: number, transmission: number) =>
  ({ kind: 'cells', phase_rad, transmission }) as const;
const chart = (transmission: number) => ({ kind: 'absorbing-chart', transmission }) as const;

const rigs: Record<string, ReturnType<typeof solved>> = {
  'dark bars, one frame': solved({ object: chart(0.1), frames: 1 }),
  'opaque bars near, two': solved({ object: chart(0), frames: 2, more: { z_mm: 0.3 } }),
  'cells 0.8 rad, one, 1,000 electrons': solved({
    ...{ object: cells(0.8, 1), frames: 1, more: { photoelectrons: 1000 } },
    rounding: 2e-5,
  }),
  'phase chart, one': solved({ object: { kind: 'phase-chart', phase_rad: 0.6 }, frames: 1 }),
  'phase chart, two, narrow optics': solved({
    ...{
      object: { kind: 'phase-chart', phase_rad: 0.6 },
      frames: 2,
      more: { pupil_radius_cycles_per_px: 0.34 },
    },
  }),
  'mixed cells, one': solved({ object: cells(1.5, 0.9), frames: 1, more: { z_mm: 1.5 } }),
  'mixed cells, four, gains and offsets': solved({
    ...{ object: cells(1.2, 0.8), frames: 4, more: { z_mm: 1.5 } },
    spoil: (a, _x, _y, k) => Math.sqrt([1, 0.95, 1.06, 1][k]! * a * a + [0, 0.03, 0, -0.01][k]!),
  }),
  'dark cells, two, light twice as bright': solved({
    ...{ object: cells(0.5, 0.1), frames: 2, more: { z_mm: 0.4 } },
    spoil: (a) => a * Math.SQRT1_2 * 2,
  }),
  'rings over weak absorbers, one': solved({
    ...{ object: cells(0, 0.7), frames: 1, more: { z_mm: 1.5 } },
    spoil: (a, x, y) => a * (1 + 0.2 * Math.cos(((x - 20) ** 2 + (y - 170) ** 2) / 300)),
  }),
  'weak absorbers far, uneven light': solved({
    ...{ object: cells(0, 0.7), frames: 1, more: { z_mm: 6, pixel_pitch_um: 2.2 } },
    spoil: (a, x) => a * (1 + 0.04 * Math.cos((2 * Math.PI * x) / SIDE)),
  }),
  'dyed cells, one': solved({
    ...{ object: cells(1, 0.75), frames: 1, couples: true, more: { z_mm: 1 } },
  }),
  'darker dyed cells, uneven light': solved({
    ...{ object: cells(1.6, 0.6), frames: 1, couples: true, more: { z_mm: 1.5, photoelectrons: 20_000 } },
    spoil: (a, x) => a * (1 + 0.03 * Math.cos((2 * Math.PI * x) / SIDE)),
  }),
  'clear cells that may be dyed': solved({
    ...{ object: cells(1, 0.97), frames: 1, couples: true, more: { z_mm: 1 } },
  }),
};

const cases = Object.fromEntries(
  Object.entries(rigs).flatMap(([name, { field, sigma }]) => [
    [name, field],
    [`${name}: σ`, sigma],
  ]),
);

export const stage: Stage<Settings> = {
  error: 'the field’s RMSE, the beam being 1, or (σ) the error of the phase over what is stated',
  settings: settingsOf['inline-retrieval'],
  cases,
};

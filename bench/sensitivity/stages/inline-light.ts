import { loadKernels } from '../../../src/cli/load-kernels.ts';
import { loadCameraImage } from '../../../src/core/field/camera.ts';
import type { Frame } from '../../../src/core/field/frame.ts';
import { alignExposures } from '../../../src/core/inline/align/align-exposures.ts';
import type { AlignSettings } from '../../../src/core/inline/align/align-settings.ts';
import type { LightSettings } from '../../../src/core/light/light-settings.ts';
import { loadExposures } from '../../../src/core/light/load-exposures.ts';
import { normaliseInline } from '../../../src/core/light/normalise-inline.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../../src/core/simulate/simulation-spec.ts';
import { cutOut } from '../cut-out.ts';
import { digest } from '../digest.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';

interface Settings {
  readonly light: LightSettings;
  readonly align: AlignSettings;
}

type Case = (settings: Settings) => Outcome;

const kernels = await loadKernels();
const SIDE = 240;

function input(object: SimulationInput['object'], more: Partial<SimulationInput> = {}): SimulationInput {
  const size = { width_px: SIDE, height_px: SIDE };
  return { mode: 'inline', object, ...size, pixel_pitch_um: 2.2, z_mm: 1.5, seed: 4, ...more };
}

/** Amplitude and noise of a frame, and the largest error of the amplitude's averages over 8 × 8 parts of it. */
function light(simulation: SimulationInput, change: (blank: Frame) => Frame | null = () => null): Case {
  const noisy = simulate(kernels, { ...simulation, background: true });
  const clean = simulate(kernels, { ...simulation, photon_noise: false, bit_depth: 32, background: true });
  const truth = clean.hologram.samples;
  const beam = clean.background!.samples;
  const blank = change(noisy.background!);
  return ({ light: settings }) => {
    const { values, ...found } = normalised(noisy.hologram, blank, settings);
    const errors = new Float64Array(64);
    values.forEach((value, k) => {
      const part = 8 * Math.floor((8 * Math.floor(k / SIDE)) / SIDE) + Math.floor((8 * (k % SIDE)) / SIDE);
      errors[part]! += ((value - Math.sqrt(truth[k]! / beam[k]!)) * 64) / (SIDE * SIDE);
    });
    return { ...found, error: errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0) };
  };
}

/** What the noise is taken for, over what it is. */
function noise(
  object: SimulationInput['object'],
  photoelectrons: number,
  more: Partial<SimulationInput> = {},
): Case {
  const { hologram } = simulate(kernels, input(object, { photoelectrons, background: false, ...more }));
  return ({ light: settings }) => {
    const { noiseSigma, ...found } = normalised(hologram, null, settings);
    return { ...found, error: Math.abs(2 * noiseSigma * Math.sqrt(photoelectrons) - 1) };
  };
}

function normalised(hologram: Frame, blank: Frame | null, settings: LightSettings) {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, hologram, 'hologram');
  const background = blank && loadCameraImage(kernels, scope, blank, 'background');
  const { amplitude, illumination, noiseSigma, tileVariance, darkFloor } = normaliseInline(
    ...([kernels, scope, image, background, settings] as const),
  );
  const { rows, cols, ptr, pitch } = amplitude;
  const plane = kernels.floats(ptr, rows * pitch);
  const values = Float64Array.from(
    { length: rows * cols },
    (_, k) => plane[Math.floor(k / cols) * pitch + (k % cols)]!,
  );
  return {
    values,
    noiseSigma,
    bits: digest(values, tileVariance, darkFloor, illumination.residual, illumination.exposureRatio),
    verdict: `degree ${illumination.degree}, ratio ${illumination.exposureRatio}`,
  };
}

/** A recording: nothing is known of it but what was found before. */
function recording(frame: Frame): Case {
  return ({ light: settings }) => ({ ...normalised(frame, null, settings), error: 0 });
}

const DRIFT = { x: 3.4, y: -7.7 };

/** Two frames of one sample, or of two, the second of which was moved: the error is that of the drift. */
function drift(object: SimulationInput['object'], other = object, photoelectrons = 10_000): Case {
  const MORE = 20;
  const of = (kind: SimulationInput['object'], z_mm: number, x: number, y: number) => {
    const side = SIDE + 2 * MORE;
    const size = { width_px: side, height_px: side };
    const { hologram } = simulate(kernels, {
      ...input(kind),
      ...size,
      z_mm,
      photoelectrons,
      exposure: z_mm > 1 ? 1 : 0,
    });
    const [left, top] = [MORE - Math.round(x), MORE - Math.round(y)];
    const at = (k: number) => hologram.samples[(top + Math.floor(k / SIDE)) * side + left + (k % SIDE)]!;
    const samples = Float32Array.from({ length: SIDE * SIDE }, (_, k) => at(k));
    return { ...hologram, width: SIDE, height: SIDE, samples };
  };
  const [first, second] = [of(object, 1, 0, 0), of(other, 1.4, DRIFT.x, DRIFT.y)];
  return ({ light: settings, align }) => {
    using scope = kernels.scope();
    const frames = { hologram: first, furtherFrames: [second], background: null };
    const { normalised: both } = loadExposures(kernels, scope, frames, settings);
    const sampling = { pitchX: 2.2, pitchY: 2.2 };
    const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: 0.6328 };
    const { amplitudes, drifts, unrelated } = alignExposures(
      ...([kernels, scope, both, [1000, 1400], optics, () => {}, align] as const),
    );
    const { x, y, peak } = drifts[1]!;
    const moved = kernels.floats(amplitudes[1]!.ptr, amplitudes[1]!.rows * amplitudes[1]!.pitch);
    const error = Math.hypot(x - Math.round(DRIFT.x), y - Math.round(DRIFT.y));
    return { bits: digest(moved, x, y, peak), error, verdict: unrelated.length > 0 ? 'unrelated' : 'moved' };
  };
}

const recordings = {
  'recorded beads, 1 µm': await cutOut('inline-beads-1um/hologram.png', 300),
  'recorded slide under an LED': await cutOut('inline-slide-led/hologram.png', 300),
  'recorded sperm cells': await cutOut('inline-sperm/hologram.png', 300),
};

const uneven = { uneven_light: 0.6, photoelectrons: 5000 };
const cases: Record<string, Case> = {
  'cells, uneven light': light(input({ kind: 'cells', count: 30 }, uneven)),
  'star, uneven light': light(input({ kind: 'star' }, uneven)),
  'bars, uneven light, near': light(input({ kind: 'absorbing-chart' }, { ...uneven, z_mm: 0.3 })),
  bars: light(input({ kind: 'absorbing-chart' })),
  'phase chart, light falls by a fifth': light(input({ kind: 'phase-chart' }, { uneven_light: 0.2 })),
  'nothing but dust': light(input({ kind: 'flat' }, { dust: 20 })),
  'background frame': light(input({ kind: 'cells' }, { uneven_light: 0.6, dust: 10 }), (blank) => blank),
  'background frame twice as bright': light(input({ kind: 'cells' }, { bit_depth: 32 }), (blank) => ({
    ...blank,
    samples: Float32Array.from(blank.samples, (v) => 2 * v),
  })),
  'background frame 2 % brighter': light(input({ kind: 'mixed' }, { bit_depth: 32 }), (blank) => ({
    ...blank,
    samples: Float32Array.from(blank.samples, (v) => 1.023 * v),
  })),
  'background frame dark in part': light(input({ kind: 'beads' }, { bit_depth: 32 }), (blank) => ({
    ...blank,
    samples: Float32Array.from(blank.samples, (v, k) => (k % SIDE < 40 ? 0.018 * v : v)),
  })),
  'noise, 300 electrons': noise({ kind: 'cells' }, 300),
  'noise under fine fringes': noise({ kind: 'absorbing-chart' }, 10_000, { z_mm: 0.3, pixel_pitch_um: 4.4 }),
  'noise of 8 bits, uneven light': noise({ kind: 'cells' }, 20_000, { bit_depth: 8, uneven_light: 0.5 }),
  ...Object.fromEntries(
    Object.entries(recordings).flatMap(([name, frame]) => (frame ? [[name, recording(frame)]] : [])),
  ),
  'drift of cells': drift({ kind: 'cells' }),
  'drift of bars in noise': drift({ kind: 'absorbing-chart' }, { kind: 'absorbing-chart' }, 300),
  'frames of two samples': drift({ kind: 'cells' }, { kind: 'star' }),
};

export const stage: Stage<Settings> = {
  error:
    'the largest error of the amplitude’s averages over 64 parts of the frame, the relative error of its noise, or px of drift',
  settings: settingsOf['inline-light'],
  cases,
};

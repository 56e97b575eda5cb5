import { fadedFilter, meansPerNoiseTile, type RefineField } from '../../demodulate/demodulate-pair.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { LikelihoodSettings } from '../../likelihood/likelihood-settings.ts';
import { scoreStep, type ScoreStep } from '../../likelihood/score-step.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { measureCameraNoise } from '../../uncertainty/camera-noise.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import type { MeasuredNoise } from '../noise/measure-noise.ts';

/** Why the linear field stays. */
export type LikelihoodRefusal =
  | 'full pixels'
  | 'a lossy file'
  | 'no noise beside the light'
  | 'neighbouring pixels that hang together'
  | 'more change than noise explains'
  | 'too little to gain';

/** What became of one frame's field. */
export interface RefinedField {
  /** null: the step was taken */
  readonly refused: LikelihoodRefusal | null;
  /** null: it was not looked at */
  readonly step: Pick<ScoreStep, 'share' | 'change' | 'correlation' | 'gain'> | null;
  /** phase variance over the linear field's, per noise tile; null: nothing was gained */
  readonly left: Float64Array | null;
}

/** What became of both frames' fields. */
export interface LikelihoodFields {
  readonly hologram: RefinedField;
  /** null: there is no background frame */
  readonly background: RefinedField | null;
}

interface Refinement {
  readonly refine: RefineField;
  /** once both frames were demodulated */
  readonly outcome: () => LikelihoodFields;
}

interface Stage {
  readonly demodulation: DemodulationSettings;
  readonly likelihood: LikelihoodSettings;
  readonly noise: NoiseSettings;
}

/** A frame, and whether its file was compressed with losses. */
type LookedAt = MeasuredFrame & { readonly lossy: boolean };

/**
 * Takes one step of scoring from each linear field, unless something speaks against it. A frame that is demodulated again is
 * not judged again; how much of the step is taken, and what is left then, is told by the last time.
 */
export function refinement(
  kernels: Kernels,
  frames: { readonly hologram: LookedAt; readonly background: LookedAt | null },
  sideband: Sideband,
  settings: Stage,
): Refinement {
  const decided = new Map<CameraImage, RefinedField>();
  const filter = fadedFilter(sideband, settings.demodulation);
  const refine: RefineField = (image, field, clipped, bend) => {
    const earlier = decided.get(image);
    if (earlier?.refused) return;
    const { spectrum, lossy } = frames.hologram.image === image ? frames.hologram : frames.background!;
    const unlooked = clipped ? 'full pixels' : lossy ? 'a lossy file' : null;
    if (unlooked) {
      decided.set(image, { refused: unlooked, step: null, left: null });
      return;
    }
    using scratch = kernels.scope();
    const { meanVariance } = measureCameraNoise(kernels, spectrum, image, settings.noise);
    const linear = { image, meanVariance, carrier: sideband.carrier, filter, field, bend };
    const step = scoreStep(kernels, scratch, linear, settings.likelihood);
    const objected = step && !earlier ? objection(step, settings.likelihood) : null;
    const refused = step ? objected : 'no noise beside the light';
    const left = step && !refused ? meansPerNoiseTile(step.left, field) : null;
    decided.set(image, { refused, step, left });
    if (!refused) step?.take();
  };
  const of = (frame: LookedAt) => decided.get(frame.image)!;
  const { hologram, background } = frames;
  return { refine, outcome: () => ({ hologram: of(hologram), background: background && of(background) }) };
}

/** What speaks against taking a step; null: nothing. */
export function objection(
  { change, correlation, gain }: Pick<ScoreStep, 'change' | 'correlation' | 'gain'>,
  { mostCorrelation, mostChange, leastGain }: LikelihoodSettings,
): LikelihoodRefusal | null {
  if (!(gain > 1 + leastGain)) return 'too little to gain';
  if (!(correlation < mostCorrelation)) return 'neighbouring pixels that hang together';
  if (!(change < mostChange)) return 'more change than noise explains';
  return null;
}

/** The noise that is left of it after the step. */
export function lessNoise(noise: MeasuredNoise, { hologram, background }: LikelihoodFields): MeasuredNoise {
  const less = (variance: Float64Array, refined: RefinedField | null) =>
    refined?.left ? variance.map((v, t) => v * refined.left![t]!) : variance;
  return {
    ...noise,
    fieldVariance: less(noise.fieldVariance, hologram),
    backgroundPhaseVariance: less(noise.backgroundPhaseVariance, background),
  };
}

import type { RealPlane } from '../../../kernel/plane.ts';
import type { Kernels, Scope } from '../../../kernel/kernels.ts';
import type { Sampling } from '../../../propagate/transfer.ts';
import { RetrievalLevel } from '../../retrieve/retrieval-level.ts';
import { retrievalPyramid } from '../../retrieve/retrieval-pyramid.ts';
import type { RetrievalSettings } from '../../retrieve/retrieval-settings.ts';
import { solveLevel } from '../../retrieve/solve-level.ts';
import { NOT_MEASURED } from '../../align/register-shift.ts';
import type { ModelSettings } from './model-settings.ts';

/** A smaller hologram on which a whole phase retrieval is tried at several distances. */
export interface ModelFrame {
  readonly amplitude: RealPlane;
  readonly sampling: Sampling;
  readonly wavelength: number;
  readonly noiseSigma: number;
}

/** Part of a frame, in pixels. */
export interface FramePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What all trials have in common. */
export interface CostSetup {
  readonly model: ModelSettings;
  /** called after every iteration of every trial; may throw to cancel */
  readonly onIteration: () => void;
}

/** Share of the objective: iterations that gain less are time alone. */
const TOLERANCE = 1e-3;
/** λ of a frame without noise, so that there is one. */
const LEAST_LAMBDA = 1e-5;

/**
 * What phase retrieval has to pay at a distance: misfit plus weighted total variation of a field that does not amplify
 * light. Only at the right distance is there a sparse field that explains the hologram, whether the object absorbs,
 * shifts the phase, or does both by radians, where the focus metrics take it to be weak.
 */
export function modelCost(
  kernels: Kernels,
  { model, onIteration }: CostSetup,
  frame: ModelFrame,
  z: number,
): number {
  const settings = model.cost;
  using scope = kernels.scope();
  const { amplitude, sampling, wavelength, noiseSigma } = frame;
  const { rows, cols } = amplitude;
  const pyramid = retrievalPyramid(kernels, scope, [{ amplitude, z }], { rows, cols, sampling, wavelength });
  let last: RetrievalLevel | null = null;
  let cost = Infinity;
  for (const { frames, optics, factor } of pyramid.toReversed()) {
    const start = last && { coarse: last, release: () => {} };
    const level: RetrievalLevel = new RetrievalLevel(
      kernels,
      scope,
      frames,
      optics,
      () => {},
      undefined,
      start,
    );
    last = level;
    const fine = factor === 1;
    const { perSigma, coarsePerContrast, firstPerContrast } = level.settings.weight;
    const wanted = (perSigma * noiseSigma) / factor;
    const lambda = fine
      ? weightOf(noiseSigma, level.settings)
      : Math.max(wanted, coarsePerContrast * level.sensor.contrast);
    const { objective } = solveLevel(
      level,
      {
        lambda,
        firstLambda: fine && last ? lambda : firstPerContrast * level.sensor.contrast,
        maxIterations: fine ? settings.fineIterations : settings.coarseIterations,
        tolerance: TOLERANCE,
      },
      onIteration,
    );
    cost = objective.at(-1) ?? Infinity;
  }
  return cost;
}

/** λ of full resolution. */
export function weightOf(noiseSigma: number, { weight }: Pick<RetrievalSettings, 'weight'>): number {
  return Math.max(LEAST_LAMBDA, weight.perSigma * noiseSigma);
}

/**
 * Averages the intensity of a box of the hologram over `factor × factor` pixels.
 * @param scope owns the smaller amplitude
 * @param aside parts of the hologram that are taken for not measured
 */
export function modelFrame(
  kernels: Kernels,
  scope: Scope,
  full: ModelFrame,
  box: FramePart,
  factor: number,
  aside: readonly FramePart[] = [],
): ModelFrame {
  const rows = Math.max(1, Math.floor(box.height / factor));
  const cols = Math.max(1, Math.floor(box.width / factor));
  const amplitude = scope.real(rows, cols);
  const from = kernels.floats(full.amplitude.ptr, full.amplitude.rows * full.amplitude.pitch);
  const to = kernels.floats(amplitude.ptr, rows * amplitude.pitch);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      let intensity = 0;
      for (let dy = 0; dy < factor; dy++) {
        const at = (box.y + row * factor + dy) * full.amplitude.pitch + box.x + col * factor;
        for (let dx = 0; dx < factor; dx++) intensity += from[at + dx]! * from[at + dx]!;
      }
      to[row * amplitude.pitch + col] = Math.sqrt(intensity / (factor * factor));
    }
  const within = (at: number, most: number) => Math.max(0, Math.min(most, at));
  for (const part of aside) {
    const x = { from: part.x - box.x, to: part.x + part.width - box.x };
    const y = { from: part.y - box.y, to: part.y + part.height - box.y };
    for (let row = within(Math.floor(y.from / factor), rows); row < within(y.to / factor, rows); row++) {
      const [from, end] = [Math.floor(x.from / factor), Math.ceil(x.to / factor)];
      to.fill(
        NOT_MEASURED,
        row * amplitude.pitch + within(from, cols),
        row * amplitude.pitch + within(end, cols),
      );
    }
  }
  const { pitchX, pitchY } = full.sampling;
  return {
    amplitude,
    sampling: { pitchX: factor * pitchX, pitchY: factor * pitchY },
    wavelength: full.wavelength,
    noiseSigma: full.noiseSigma / factor,
  };
}

/** An off-axis frame through its reconstruction, as a case whose settings can be varied. */
import { createHash } from 'node:crypto';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame, Frames } from '../../src/core/field/frame.ts';
import type { OffAxisSettings } from '../../src/core/off-axis/off-axis-settings.ts';
import { reconstructOffAxis } from '../../src/core/off-axis/reconstruct-off-axis.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { samplePixelSize } from '../../src/core/rig/geometry.ts';
import { chooseSideband, measureFrame } from '../../src/core/sideband/measure-frame.ts';
import type { SidebandSettings } from '../../src/core/sideband/sideband-settings.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { plainLimits } from '../accuracy/noise-limit.ts';
import { scoreWrapped } from '../accuracy/score.ts';
import { recipeOf } from '../accuracy/simulated-recipe.ts';
import type { Outcome } from './stage.ts';

export const kernels = await loadKernels();

export type Run = (settings: OffAxisSettings) => Outcome;

/** @param error of a result; a refusal has none */
export function runOf(frames: Frames, recipe: Recipe, error: (result: Reconstruction) => number): Run {
  const known = new Map<string, Outcome>();
  const searched = recipe.z_min_mm !== null || recipe.z_mm !== 0;
  return ({ sideband, focus, ...others }) => {
    // what is searched for, and only where it is: settings that leave these alone need no new run; the pupil's rim is heard by the extent's rules
    const found = sidebandIn(frames, recipe, sideband);
    const key = JSON.stringify([found, sideband.extent, sideband.blur, searched ? focus : null, others]);
    const outcome = known.get(key) ?? outcomeOf({ sideband, focus, ...others });
    known.set(key, outcome);
    return outcome;
  };

  function outcomeOf(settings: OffAxisSettings): Outcome {
    try {
      const result = reconstructOffAxis(kernels, frames, recipe, () => {}, undefined, settings);
      const verdict = result.flags.map(({ code }) => code).join(' ');
      return { bits: digest(result), error: error(result), verdict };
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      return { bits: cause.message, error: 0, verdict: cause.code };
    }
  }
}

/** The sideband, or why there is none: all that the settings for it decide. */
function sidebandIn({ hologram, background }: Frames, recipe: Recipe, settings: SidebandSettings): unknown {
  using scope = kernels.scope();
  const [own, blank] = [hologram, background].map(
    (frame) => frame && measureFrame(kernels, scope, frame, 'frame'),
  );
  try {
    return chooseSideband(kernels, own!, blank ?? null, recipe, samplePixelSize(recipe), settings);
  } catch (cause) {
    if (cause instanceof Problem) return cause.message;
    throw cause;
  }
}

/** Of the maps and of all that the report says of them. */
function digest({
  phase,
  phase_uncertainty,
  amplitude,
  steps,
  flags,
  metrics,
  foci,
}: Reconstruction): string {
  const hash = createHash('sha256');
  for (const { data } of [phase, phase_uncertainty, amplitude]) hash.update(data);
  return hash.update(JSON.stringify([steps, flags, metrics, foci])).digest('hex');
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The error of the wrapped phase over what noise permits; that of a search in depths of field.
 * @param file what became of a frame before it was sent
 */
export function simulated(
  input: Omit<SimulationInput, 'mode'>,
  fields: Fields = {},
  file: (frame: Frame) => Frame = (frame) => frame,
): Run {
  const size = { width_px: 200, height_px: 192, background: false };
  const simulation = simulate(kernels, { mode: 'off-axis', ...size, ...input });
  const { hologram, background, truth, spec } = simulation;
  const limit = plainLimits(simulation, background !== null).linear;
  const asked = { ...('z_min_mm' in fields ? { z_mm: undefined } : {}), ...fields };
  const frames = { hologram: file(hologram), background: background && file(background) };
  return runOf(frames, recipeOf(spec, asked), (result) => {
    const [focus] = result.foci;
    if (focus) return Math.abs(focus.z_mm - spec.z_mm) / focus.depth_of_field_mm;
    const phase = truth.unwrappedPhase.data;
    if (result.phase.data.length !== phase.length) return 0;
    const use = (at: number) => truth.amplitude.data[at]! > 0.3;
    return (
      scoreWrapped(result.phase.data, phase, result.rows, result.cols, { border: 0.1, use }).rmse / limit
    );
  });
}

import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { developFrame } from './develop-frame.ts';
import { driftAt, driftingFrame, TRUTH_STEP } from './drifting-frames.fixture.ts';
import { sequenceSettings, type SequenceSettings } from './sequence-settings.ts';
import { startSequence } from './start-sequence.ts';
import { meanMap, momentsOf, scatterMap } from './temporal-moments.ts';

/** How good a drifting sequence came out, away from the frame's edges. */
export interface SequenceScore {
  /** root mean square over the samples of the scatter over time by the stated one */
  readonly scatter: number;
  /** of the mean about the truth, less the piston, tilts and curvatures that a drift leaves open, over σ / √n */
  readonly mean: number;
  /** samples that are whole turns off, in places that are trusted */
  readonly lost: number;
}

/** Share of the frame at each edge where it fades. */
const BORDER = 0.1;
/** Samples noisier than so many times the usual one are not looked at: there a step's own field vanishes. */
const NOISY = 3;

export function scoreSequence(
  kernels: Kernels,
  object: SimulationInput['object'],
  frames: number,
  rig: Partial<SimulationInput> = {},
  settings: SequenceSettings = sequenceSettings,
): SequenceScore {
  const recipe = offAxisRecipe({ output_sampling: 'native', filter_radius_cycles_per_um: 0.095 / 3.45 });
  const simulations = Array.from({ length: frames }, (_, k) =>
    driftingFrame(kernels, k, driftAt(k), { ...rig, object }),
  );
  const some = Array.from({ length: 9 }, (_, i) => Math.round((i * (frames - 1)) / 8));
  using sequence = startSequence(
    kernels,
    some.map((k) => simulations[k]!.hologram),
    null,
    recipe,
    undefined,
    undefined,
    settings,
  );
  const phases = simulations.map(({ hologram }) => developFrame(kernels, sequence, hologram).phase.data);
  const { rows, cols, data: sigma } = sequence.noise;
  const moments = momentsOf(phases, sigma.length);
  const [mean, std] = [meanMap(moments, rows, cols).data, scatterMap(moments, rows, cols).data];
  const truth = simulations[0]!.truth.unwrappedPhase;
  const usual = sigma.toSorted()[sigma.length >> 1]!;
  const places: number[][] = [];
  const off: number[] = [];
  let [ratios, variance, lost] = [0, 0, 0];
  const border = Math.round(BORDER * rows);
  for (let y = border; y < rows - border; y++)
    for (let x = border; x < cols - border; x++) {
      const i = y * cols + x;
      if (sigma[i]! > NOISY * usual) continue;
      const apart = mean[i]! - truth.data[y * TRUTH_STEP * truth.cols + x * TRUTH_STEP]!;
      if (Math.abs(apart) > 1) {
        lost++;
        continue;
      }
      const [u, v] = [(2 * x) / cols - 1, (2 * y) / rows - 1];
      places.push([1, u, v, u * u, u * v, v * v]);
      off.push(apart);
      ratios += (std[i]! / sigma[i]!) ** 2;
      variance += sigma[i]! ** 2;
    }
  const error = rest(places, off);
  const ideal = Math.sqrt(variance / off.length / frames);
  return { scatter: Math.sqrt(ratios / off.length), mean: error / ideal, lost };
}

/** Root mean square of what least squares leave. */
function rest(design: readonly number[][], values: readonly number[]): number {
  const m = design[0]!.length;
  const [normal, right] = [new Float64Array(m * m), new Float64Array(m)];
  design.forEach((row, k) =>
    row.forEach((a, i) => {
      right[i]! += a * values[k]!;
      row.forEach((b, j) => (normal[i * m + j]! += a * b));
    }),
  );
  const found = solveSymmetric(normal, right)!;
  const squares = design.map((row, k) => (values[k]! - row.reduce((s, a, i) => s + a * found[i]!, 0)) ** 2);
  return Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length);
}

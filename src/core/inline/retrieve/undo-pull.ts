import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { phaseBlindBelow } from '../background/phase-background.ts';
import { overSensor } from '../optics/retrieval-grid.ts';
import { smoothed } from './couple/coupled-parts.ts';
import { placeBetween, type PlaceBetween } from './couple/place-between.ts';
import type { LambdaSensitivity } from './lambda-sensitivity.ts';
import { pullShares } from './pull-shares.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import { restAt } from './unexplained-rest.ts';

/** A solution less what its constraints pulled at its phase. */
export interface PullUndone {
  /** Σ (|P x| − A)² over all frames */
  readonly misfit: number;
  /** see {@link LambdaSensitivity.left} */
  readonly left: Float32Array;
}

/**
 * Takes off a solution what its total variation pulled at its phase, by as much as the frames say: where to it pulls is known from what
 * more of λ changes, and how far is what leaves least of the frames unexplained (a line search along the solution's own change, as Deledalle
 * et al. do it, SIAM J. Imaging Sci. 10, 243 (2017), doi:10.1137/16M1080318). What is broader than half a wave of phase that is hardly recorded
 * is another share of the change than the rest, as λ weighs more there. Sharp edges, which a total variation fits, keep their phase: the frames are
 * explained no better without the pull. By as much as parts of the frame disagree on a share, the phase is still in doubt.
 * @param level solved; its solution is changed, and its estimates are those of it as it is then
 * @param distances µm, one for each frame
 * @returns null where that explains no more of the frames: then nothing is changed
 */
export function undoPull(
  kernels: Kernels,
  level: RetrievalLevel,
  sensitivity: LambdaSensitivity,
  distances: readonly number[],
): PullUndone | null {
  const { rows, cols, sample } = sensitivity;
  const { optics } = level;
  const { pitchX, pitchY } = optics.sampling;
  const half = 0.5 / phaseBlindBelow(optics.wavelength, distances) / Math.min(pitchX, pitchY);
  // beside the sample it holds back what light and noise make, which the frames would gladly have
  const change = sensitivity.change.map((one, i) => one * sample[i]!);
  const broad = smoothed(sensitivity, change, Math.round((half * cols) / optics.cols / 2));
  const fine = change.map((one, i) => one - broad[i]!);
  const field = new FieldOverSensor(kernels, level);
  const without = (taken: Float32Array | null) => {
    field.put(taken && { rows, cols, change: taken });
    level.begin();
    return level.residual(0).plain;
  };
  const restsWithout = (taken: Float32Array | null) => {
    without(taken);
    return restsOf(kernels, level);
  };
  const before = without(null);
  const shares = pullShares(
    optics,
    { before: restsOf(kernels, level), broad: restsWithout(broad), fine: restsWithout(fine) },
    level.settings.exposure.evidence,
  );
  if (shares) {
    const taken = broad.map((one, i) => shares.broad.share * one + shares.fine.share * fine[i]!);
    const misfit = without(taken);
    const open = broad.map((one, i) => {
      // what is no sample was not asked
      const [a, b, c] = [
        shares.broad.scatter * one,
        shares.fine.scatter * fine[i]!,
        sensitivity.change[i]! - change[i]!,
      ];
      return Math.sqrt(a * a + b * b + c * c);
    });
    if (misfit < before) return { misfit, left: open };
  }
  without(null);
  return null;
}

/** What is unexplained of all frames, row by row; 0 where nothing was measured. */
function restsOf(kernels: Kernels, { sensor, optics }: RetrievalLevel): Float32Array {
  const { rows, cols } = optics;
  const out = new Float32Array(sensor.matched.length * rows * cols);
  sensor.matched.forEach((frame, k) => {
    const rest = restAt(kernels, frame);
    const putRow = (y: number) => {
      for (let x = 0; x < cols; x += 1) {
        const here = rest(y, x);
        out[(k * rows + y) * cols + x] = Number.isNaN(here) ? 0 : here;
      }
    };
    for (let y = 0; y < rows; y += 1) putRow(y);
  });
  return out;
}

/** A level's solution over the sensor, as it was, and with its phase turned back. */
class FieldOverSensor {
  readonly #kernels: Kernels;
  readonly #field: ReturnType<typeof overSensor>;
  /** from its first sample to its last, and what lies beside the sensor in these rows */
  readonly #solution: Float32Array;

  constructor(kernels: Kernels, { x, grid, optics }: RetrievalLevel) {
    this.#kernels = kernels;
    this.#field = overSensor(x, grid, optics);
    this.#solution = this.#samples().slice();
  }

  /** @param less by which, over |x|, the phase is less than that of the solution; null: by nothing */
  put(less: Pick<LambdaSensitivity, 'rows' | 'cols' | 'change'> | null): void {
    const samples = this.#samples();
    samples.set(this.#solution);
    if (!less) return;
    const { rows, cols, change } = less;
    const floats = floatsPerRow(this.#field);
    const factor = Math.round(this.#field.cols / cols);
    const across = Array.from({ length: this.#field.cols }, (_, x) => placeBetween(x, factor, cols));
    const row = (k: number) => change.subarray(k * cols, (k + 1) * cols);
    for (let y = 0; y < this.#field.rows; y += 1) {
      const { first, next, share } = placeBetween(y, factor, rows);
      turnRow(samples.subarray(y * floats), across, row(first), row(next), share);
    }
  }

  #samples(): Float32Array {
    const { ptr, cols } = this.#field;
    const lastRow = inRow(cols - 1) + TO_IMAGINARY + 1;
    return this.#kernels.floats(ptr, floatsIn(this.#field) - floatsPerRow(this.#field) + lastRow);
  }
}

/** Turns phases by −change / |x|; what is a large part of a quarter of a turn comes out as less, so that dark pixels stay where they are. */
function turnRow(
  samples: Float32Array,
  across: readonly PlaceBetween[],
  upper: Float32Array,
  lower: Float32Array,
  share: number,
): void {
  for (let x = 0; x < across.length; x += 1) {
    const { first, next, share: right } = across[x]!;
    const above = (1 - right) * upper[first]! + right * upper[next]!;
    const below = (1 - right) * lower[first]! + right * lower[next]!;
    const turn = (1 - share) * above + share * below;
    const at = inRow(x);
    const [re, im] = [samples[at]!, samples[at + TO_IMAGINARY]!];
    const modulus = Math.sqrt(re * re + im * im);
    if (modulus === 0) continue;
    const [a, b] = [re + (turn * im) / modulus, im - (turn * re) / modulus];
    const scale = modulus / Math.sqrt(a * a + b * b);
    samples[at] = scale * a;
    samples[at + TO_IMAGINARY] = scale * b;
  }
}

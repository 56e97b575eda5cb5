import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { takeSensor } from '../optics/retrieval-grid.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import type { SolvedLevel } from './retrieval-levels.ts';
import type { ProbeSettings } from './retrieval-settings.ts';
import { solveLevel, type OnIteration } from './solve-level.ts';
import { turnBackground } from './background-phase.ts';

/** Where λ is varied, and for how long. */
interface Probe {
  readonly factor: number;
  readonly iterations: number;
}

export function probeOf({ several, work }: ProbeSettings, frames: number): Probe {
  const factor = frames === 1 ? 2 * several : several;
  return { factor, iterations: Math.round(work * factor * factor) };
}

/** How a coarse solution depends on λ. */
export interface LambdaSensitivity {
  readonly rows: number;
  readonly cols: number;
  /** of the field, at right angles to itself, with more of λ; over |x| it is that of the phase. Row by row */
  readonly change: Float32Array;
  /** how surely there is sample, 0 to 1 */
  readonly sample: Float32Array;
  /** like the change, one standard deviation of what of it the phase may still be off by, where the frames said how much of it was to be taken off; see `undoPull` */
  readonly left?: Float32Array;
}

/**
 * Goes on from the solution of a level with the λ of full resolution, or twice its own where that is more, and puts the
 * solution back. A total variation pulls a phase towards its surroundings, in proportion to λ and the more the less the data say, so that the change is about the
 * error that λ itself has made.
 * @param settles whether the solution is another problem's, and that of this one is near
 */
export function lambdaSensitivity(
  kernels: Kernels,
  { level, lambda, fullLambda }: Pick<SolvedLevel, 'level' | 'lambda' | 'fullLambda'>,
  { iterations }: Pick<Probe, 'iterations'>,
  onIteration: OnIteration,
  settles = false,
): LambdaSensitivity {
  const { x, dual, optics } = level;
  using scope = kernels.scope();
  const [solution, dualSolution] = [x, dual].map((plane) => {
    const copy = scope.complex(plane.rows, plane.cols);
    bytesOf(kernels, copy).set(bytesOf(kernels, plane));
    return copy;
  }) as [ComplexPlane, ComplexPlane];
  const goOn = (weight: number) =>
    solveLevel(
      level,
      { lambda: weight, firstLambda: weight, maxIterations: iterations, tolerance: 0 },
      onIteration,
    );
  if (settles) goOn(lambda);
  const { field: before, spread } = turned(kernels, level);
  goOn(Math.max(2 * lambda, fullLambda));
  const { field: after } = turned(kernels, level);
  const change = new Float32Array(before.length / 2).map((_, i) => across(before, after, i));
  const { phase, clear } = level.settings.exposure.evidence;
  const least = Math.max(phase, clear * spread);
  const sample = change.map((_, i) => {
    const [re, im] = [before[2 * i]! - 1, before[2 * i + 1]!];
    const square = re * re + im * im;
    return square / (square + least * least);
  });
  bytesOf(kernels, x).set(bytesOf(kernels, solution));
  bytesOf(kernels, dual).set(bytesOf(kernels, dualSolution));
  return { rows: optics.rows, cols: optics.cols, change, sample };
}

function bytesOf(kernels: Kernels, { ptr, rows, pitchBytes }: ComplexPlane): Uint8Array {
  return kernels.bytes(ptr, rows * pitchBytes);
}

/** The level's field with its background at phase 0, copied out, re, im of each sample; and how far its phase spreads there (rad). */
function turned(kernels: Kernels, { x, grid, optics }: RetrievalLevel) {
  const { rows, cols } = optics;
  using scope = kernels.scope();
  const field = scope.complex(rows, cols);
  takeSensor(kernels, x, grid, field);
  const spread = turnBackground(kernels, field);
  const out = scope.floats(2 * rows * cols);
  kernels.wasm.exportField(field, out);
  return { field: kernels.floats(out, 2 * rows * cols).slice(), spread };
}

/** Of b less a, the part at right angles to a. */
function across(a: Float32Array, b: Float32Array, i: number): number {
  const [re, im] = [a[2 * i]!, a[2 * i + 1]!];
  const modulus = Math.sqrt(re * re + im * im);
  return modulus === 0 ? 0 : (re * b[2 * i + 1]! - im * b[2 * i]!) / modulus;
}

import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { bytesIn } from '../../kernel/plane.ts';
import { overSensor } from '../optics/retrieval-grid.ts';
import { takeRows } from './couple/coarse-sensor.ts';
import { emptyRows, type FieldRows } from './couple/coupled-parts.ts';
import { keepSolution } from './keep-solution.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import type { SolvedLevel } from './retrieval-levels.ts';
import { beamAtZero } from './settle-coupled.ts';
import { solveLevel, type OnIteration } from './solve-level.ts';
import { restAt } from './unexplained-rest.ts';
import { strongParts, type StrongParts } from './strong-parts.ts';

/** A solution some parts of which were solved again from another start. */
export interface Restarted {
  /** Σ (|P x| − A)² */
  readonly misfit: number;
}

/** How the phase rises from a part's rim to its middle: of a ball, and of what is flatter at its rim. */
const SHAPES: readonly ((depth: number) => number)[] = [
  (depth) => Math.sqrt(depth * (2 - depth)),
  (depth) => depth * (2 - depth),
];
/** rad, of the highest start that is tried, either way, and … */
const HIGHEST = 12;
/** … from one that is tried to the next: solutions settle from starts that are off by more */
const STEP = 1;
/** Bounds the time; each must bring what is unexplained of parts down to half, or it is the last. */
const MOST_ROUNDS = 4;
/** Share of noise that more than it must be unexplained for another start to be tried, and of that more than which must go for it to be taken. */
const ENOUGH = 1 / 2;

/** Of a part what is left of the frames about it, Σ (|P x| − A)², and how many pixels that are. */
interface Rests {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  /** mean square of what is left beside all parts */
  readonly beside: number;
}

interface GivenFrames {
  readonly noiseSigma: number;
  /** µm, of the farthest */
  readonly z: number;
}

/**
 * Solves parts that turn the light by more than a few radians again from another start. A field that goes through 0 in place of turning on explains
 * much of the frame: where coarse resolutions, which do not resolve their fringes, end in such a one, full resolution stays there. So wherever more
 * of the frames about a part is unexplained than noise leaves, it is started anew, as what only delays light and rises from the part's rim to its
 * middle, as high as explains the frame best before anything is solved; and it is taken where it explains more than half of what was not.
 * @param solved its solution is changed
 * @returns null where nothing is changed
 */
export function restartStrong(
  kernels: Kernels,
  solved: SolvedLevel,
  given: GivenFrames,
  onIteration: OnIteration,
): Restarted | null {
  let { misfit } = solved.solution;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fallen = restartOnce(kernels, solved, misfit, given, onIteration);
    if (fallen === null) break;
    misfit = fallen;
  }
  return misfit < solved.solution.misfit ? { misfit } : null;
}

/** @returns the misfit that is left; null: nothing was changed */
function restartOnce(
  kernels: Kernels,
  { level, lambda }: SolvedLevel,
  misfit: number,
  { noiseSigma, z }: GivenFrames,
  onIteration: OnIteration,
): number | null {
  const { optics, settings, dual } = level;
  const { fine, exposure, weight } = settings;
  const pitch = Math.min(optics.sampling.pitchX, optics.sampling.pitchY);
  const fringe = Math.round(Math.sqrt(optics.wavelength * Math.abs(z)) / pitch / 2);
  const field = new BeamField(kernels, level);
  const parts = strongParts(field.rows, fringe);
  if (parts === null) return null;
  const rests = () => restsOf(kernels, level, parts);
  const before = rests();
  const odd = oddOf(before, exposure.evidence.sure);
  if (!odd.includes(1)) return null;
  const restore = keepSolution(kernels, level);
  const heights = heightsOf(kernels, level, parts, odd, field);
  field.put(parts, (k, part) => (odd[part] ? heights[part]!.of(parts.depth[k]!) : null));
  kernels.bytes(dual.ptr, bytesIn(dual)).fill(0);
  const limits = { maxIterations: fine.maxIterations, tolerance: fine.tolerance };
  const firstLambda = (rms: number) =>
    weight.perSigma * Math.sqrt(Math.max(0, rms * rms - noiseSigma * noiseSigma));
  const anew = solveLevel(level, { lambda, firstLambda, ...limits }, onIteration);
  const after = rests();
  const taken = odd.map((one, part) =>
    one && before.sums[part]! - after.sums[part]! > ENOUGH * excess(before, part) ? 1 : 0,
  );
  if (!taken.includes(1)) {
    restore();
    return null;
  }
  if (anew.misfit < misfit && taken.every((one, part) => one === odd[part])) return anew.misfit;
  const fresh = new BeamField(kernels, level);
  restore();
  field.mix(fresh, (i) => parts.about[i] === 1 && taken[parts.nearest[i]!] === 1);
  const settled = solveLevel(level, { lambda, firstLambda: lambda, ...limits }, onIteration);
  if (settled.misfit < misfit) return settled.misfit;
  restore();
  return null;
}

/** 1 for each part about which more is unexplained than beside all, surely and by a share that could be explained. */
function oddOf(rests: Rests, sure: number): Uint8Array {
  return Uint8Array.from(rests.sums, (_, part) => {
    const share = excess(rests, part) / (rests.counts[part]! * rests.beside);
    return share > ENOUGH && share * Math.sqrt(rests.counts[part]! / 2) > sure ? 1 : 0;
  });
}

function excess({ sums, counts, beside }: Rests, part: number): number {
  return sums[part]! - counts[part]! * beside;
}

function restsOf(kernels: Kernels, { sensor, optics }: RetrievalLevel, parts: StrongParts): Rests {
  const [sums, counts] = [new Float64Array(parts.count), new Float64Array(parts.count)];
  let [others, number] = [0, 0];
  for (const rest of sensor.matched.map((frame) => restAt(kernels, frame)))
    for (let y = 0, i = 0; y < optics.rows; y += 1)
      for (let x = 0; x < optics.cols; x += 1, i += 1) {
        const here = rest(y, x);
        if (Number.isNaN(here)) continue;
        const part = parts.nearest[i]!;
        if (parts.about[i]) [sums[part], counts[part]] = [sums[part]! + here * here, counts[part]! + 1];
        else [others, number] = [others + here * here, number + 1];
      }
  return { sums, counts, beside: number > 0 ? others / number : Infinity };
}

/** Of each part the start that leaves least of the frame about it unexplained. All parts are tried at once, as each is judged by its own fringes. */
function heightsOf(
  kernels: Kernels,
  level: RetrievalLevel,
  parts: StrongParts,
  odd: Uint8Array,
  field: BeamField,
) {
  const best = Array.from(odd, () => ({ left: Infinity, of: SHAPES[0]! }));
  for (const shape of SHAPES)
    for (let height = -HIGHEST; height <= HIGHEST; height += STEP) {
      if (height === 0) continue;
      const of = (depth: number) => height * shape(depth);
      field.put(parts, (k, part) => (odd[part] ? of(parts.depth[k]!) : null));
      level.begin();
      level.residual(0);
      restsOf(kernels, level, parts).sums.forEach((left, part) => {
        if (left < best[part]!.left) best[part] = { left, of };
      });
    }
  return best;
}

/** A level's solution over the sensor with its beam at phase 0, and back. */
class BeamField {
  readonly rows: FieldRows;
  readonly #kernels: Kernels;
  readonly #level: RetrievalLevel;
  /** what the beam at phase 0 is to be multiplied by */
  readonly #beam: readonly [re: number, im: number];

  constructor(kernels: Kernels, level: RetrievalLevel) {
    [this.#kernels, this.#level] = [kernels, level];
    const { rows, cols } = level.optics;
    using scope = kernels.scope();
    this.rows = emptyRows(rows, cols);
    takeRows(kernels, beamAtZero(kernels, level, scope.complex(rows, cols)), this.rows);
    let [re, im] = [0, 0];
    const { re: a, im: b } = this.rows;
    this.#each((i, c, d) => {
      re += c * a[i]! + d * b[i]!;
      im += d * a[i]! - c * b[i]!;
      return null;
    });
    const length = Math.sqrt(re * re + im * im);
    this.#beam = length > 0 ? [re / length, im / length] : [1, 0];
  }

  /** @param phaseOf rad, of the k-th place, or null where it stays */
  put({ places, nearest }: StrongParts, phaseOf: (k: number, part: number) => number | null): void {
    const { wasm } = this.#kernels;
    const { x, grid, optics } = this.#level;
    const field = overSensor(x, grid, optics);
    const samples = this.#kernels.floats(field.ptr, floatsIn(field));
    const pitch = floatsPerRow(field);
    const [re, im] = this.#beam;
    places.forEach((i, k) => {
      const phase = phaseOf(k, nearest[i]!);
      if (phase === null) return;
      const at = Math.floor(i / optics.cols) * pitch + inRow(i % optics.cols);
      const [c, s] = [wasm.cos(phase), wasm.sin(phase)];
      samples[at] = re * c - im * s;
      samples[at + TO_IMAGINARY] = re * s + im * c;
    });
  }

  /** Takes what is of another solution where that is asked for. */
  mix({ rows: { re, im } }: BeamField, takes: (i: number) => boolean): void {
    const [a, b] = this.#beam;
    this.#each((i) => (takes(i) ? [a * re[i]! - b * im[i]!, a * im[i]! + b * re[i]!] : null));
  }

  #each(visit: (i: number, re: number, im: number) => readonly [number, number] | null): void {
    const { x, grid, optics } = this.#level;
    const field = overSensor(x, grid, optics);
    const samples = this.#kernels.floats(field.ptr, floatsIn(field));
    const pitch = floatsPerRow(field);
    for (let row = 0, i = 0; row < optics.rows; row += 1)
      for (let col = 0; col < optics.cols; col += 1, i += 1) {
        const at = row * pitch + inRow(col);
        const fresh = visit(i, samples[at]!, samples[at + TO_IMAGINARY]!);
        if (fresh) [samples[at], samples[at + TO_IMAGINARY]] = fresh;
      }
  }
}

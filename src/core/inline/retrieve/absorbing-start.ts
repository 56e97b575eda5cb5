import { floatsPerRow, inRow } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { OnWork } from './sensor-model.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import {
  RetrievalLevels,
  type LevelLimits,
  type LevelWeights,
  type SolvedLevel,
} from './retrieval-levels.ts';
import type { Resolution } from './retrieval-pyramid.ts';
import type { OnIteration, Solution } from './solve-level.ts';

/**
 * Objectives of a sample that absorbs only over those of one that may delay light as well: with more, it is no such
 * sample; with less, with one frame from this resolution on, it is. Measured with one frame at a quarter of the resolution: absorbers
 * 1.0 to 2.2, samples that delay light 2.3 to 30; at half of it 1.0 to 1.6 and 2.2 to 30, and there the last word is had.
 * Several frames tell the two apart sooner: at an eighth, dark absorbers 1.2 to 1.7, samples that delay light by 0.7 rad
 * or more from 3.5.
 */
const HOPELESS = 3;
const SURE = 1.8;
const SURE_FROM_FACTOR = 4;
const BETTER = 1.9;
/**
 * Several frames tell the phase of a sample that lets light through, so only dark parts are worth the try: at least this
 * share of the samples passes less than this amplitude, and less than the other one where it is not sure yet, because
 * samples that cover fringes are less dark. Measured on cells of 0.1, errors with up to 1 rad fall by a sixth to nine
 * tenths; of 0.3, with 0.35 rad and more they would double.
 */
const DARK_SHARE = 0.005;
const DARK = 0.25;
const PERHAPS_DARK = 0.35;

/**
 * One frame does not tell a dark place that absorbs from one that also delays light, and the search for both ends in a
 * wrong phase inside wide bars, which full resolution does not mend; where it is dark enough, several frames do not tell
 * either. So the coarse resolutions are also solved for a sample that absorbs only, x real and from 0 to 1. Where that
 * explains the frames nearly as well with so much less freedom, full resolution starts from there, as free as ever.
 */
export class AbsorbingStart implements Disposable {
  readonly #kernels: Kernels;
  readonly #levels: RetrievalLevels;
  readonly #several: boolean;
  /** of objectives; nothing was solved yet, so nothing speaks for it */
  #ratio = Infinity;
  /** amplitude of its darkest parts */
  #darkest = 0;
  #isHopeless = false;

  constructor(kernels: Kernels, several: boolean, onWork: OnWork) {
    this.#kernels = kernels;
    this.#levels = new RetrievalLevels(kernels, onWork);
    this.#several = several;
  }

  /**
   * @param free how it went for any sample; null: it was not tried, because {@link isSure}
   * @returns null where it is no such sample, never without `free`
   */
  solve(
    resolution: Resolution,
    weights: LevelWeights,
    limits: LevelLimits,
    free: Solution | null,
    onIteration: OnIteration,
  ): SolvedLevel | null {
    if (this.#isHopeless) return null;
    const solved = this.#levels.solve(resolution, weights, { ...limits, absorbs: true }, onIteration);
    if (free === null) return solved;
    this.#ratio = solved.solution.objective.at(-1)! / free.objective.at(-1)!;
    if (this.#several) this.#darkest = darkestOf(this.#kernels, solved.level);
    this.#isHopeless = this.#ratio > HOPELESS || this.#darkest > PERHAPS_DARK;
    if (!this.#isHopeless) return solved;
    this.#levels.restart();
    return null;
  }

  /** Whether nothing else need be solved from here on. */
  isSure({ factor }: Resolution): boolean {
    return this.#isPossible && (this.#several || factor <= SURE_FROM_FACTOR) && this.#ratio < SURE;
  }

  /** Whether full resolution is to start from here. */
  get isBetter(): boolean {
    return this.#isPossible && this.#ratio < BETTER;
  }

  get #isPossible(): boolean {
    return !this.#isHopeless && this.#darkest < DARK;
  }

  startTo(levels: RetrievalLevels): void {
    if (this.isBetter) levels.adopt(this.#levels);
  }

  [Symbol.dispose](): void {
    this.#levels[Symbol.dispose]();
  }
}

/** Below this amplitude are {@link DARK_SHARE} of the samples over the sensor. */
function darkestOf(kernels: Kernels, { x, grid, optics }: RetrievalLevel): number {
  const pitch = floatsPerRow(x);
  const samples = kernels.floats(x.ptr, grid.rows * pitch);
  const amplitudes = new Float32Array(optics.rows * optics.cols);
  for (let i = 0; i < amplitudes.length; i += 1) {
    const row = grid.firstRow + Math.floor(i / optics.cols);
    const col = grid.firstCol + (i % optics.cols);
    amplitudes[i] = samples[row * pitch + inRow(col)]!;
  }
  return amplitudes.sort()[Math.floor(DARK_SHARE * amplitudes.length)]!;
}

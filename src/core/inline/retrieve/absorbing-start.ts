import { floatsPerRow, inRow } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { OnWork } from './sensor-model.ts';
import type { AbsorbingSettings, RetrievalSettings } from './retrieval-settings.ts';
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
 * One frame does not tell a dark place that absorbs from one that also delays light, and the search for both ends in a
 * wrong phase inside wide bars, which full resolution does not mend; where it is dark enough, several frames do not tell
 * either. So the coarse resolutions are also solved for a sample that absorbs only, x real and from 0 to 1. Where that
 * explains the frames nearly as well with so much less freedom, full resolution starts from there, as free as ever.
 */
export class AbsorbingStart implements Disposable {
  readonly #kernels: Kernels;
  readonly #levels: RetrievalLevels;
  readonly #several: boolean;
  readonly #settings: AbsorbingSettings;
  /** nothing was solved yet, so nothing speaks for it */
  #found: Absorber = { ratio: Infinity, darkest: 0 };
  #isHopeless = false;

  constructor(kernels: Kernels, several: boolean, onWork: OnWork, settings: RetrievalSettings) {
    this.#kernels = kernels;
    this.#levels = new RetrievalLevels(kernels, onWork, settings);
    this.#several = several;
    this.#settings = settings.absorbing;
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
    const ratio = solved.solution.objective.at(-1)! / free.objective.at(-1)!;
    const darkest = this.#several ? darkestOf(this.#kernels, solved.level, this.#settings) : 0;
    this.#found = { ratio, darkest };
    this.#isHopeless = isHopeless(this.#found, this.#settings);
    if (!this.#isHopeless) return solved;
    this.#levels.restart();
    return null;
  }

  /** Whether nothing else need be solved from here on, and full resolution is to start from there. */
  isSure({ factor }: Resolution): boolean {
    return !this.#isHopeless && isSure(this.#found, { factor, several: this.#several }, this.#settings);
  }

  startTo(levels: RetrievalLevels): void {
    levels.adopt(this.#levels);
  }

  [Symbol.dispose](): void {
    this.#levels[Symbol.dispose]();
  }
}

/** A sample as one that absorbs only is solved. */
export interface Absorber {
  /** of objectives, over that of a sample that may delay light as well */
  readonly ratio: number;
  /** amplitude of its darkest parts; 0: one frame, which does not tell */
  readonly darkest: number;
}

export function isHopeless(
  { ratio, darkest }: Absorber,
  { hopeless, perhapsDark }: AbsorbingSettings,
): boolean {
  return ratio > hopeless || darkest > perhapsDark;
}

export function isSure(
  { ratio, darkest }: Absorber,
  { factor, several }: { readonly factor: number; readonly several: boolean },
  { sure, sureFromFactor, dark }: AbsorbingSettings,
): boolean {
  return darkest < dark && (several || factor <= sureFromFactor) && ratio < sure;
}

/** Below this amplitude lies a share of the samples over the sensor. */
export function darkestOf(
  kernels: Kernels,
  { x, grid, optics }: Pick<RetrievalLevel, 'x' | 'grid' | 'optics'>,
  { darkShare }: AbsorbingSettings,
): number {
  const pitch = floatsPerRow(x);
  const samples = kernels.floats(x.ptr, grid.rows * pitch);
  const amplitudes = new Float32Array(optics.rows * optics.cols);
  for (let i = 0; i < amplitudes.length; i += 1) {
    const row = grid.firstRow + Math.floor(i / optics.cols);
    const col = grid.firstCol + (i % optics.cols);
    amplitudes[i] = samples[row * pitch + inRow(col)]!;
  }
  return amplitudes.sort()[Math.floor(darkShare * amplitudes.length)]!;
}

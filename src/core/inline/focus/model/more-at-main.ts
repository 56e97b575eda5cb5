import type { Kernels } from '../../../kernel/kernels.ts';
import type { LocalFocus } from '../metrics/local-foci.ts';
import { costMore } from './choose-by-model.ts';
import type { FramePart } from './model-cost.ts';
import { boxOf } from './sharpest-box.ts';
import { wholeFrame, type TrialSetup } from './trials.ts';

/** The main distance, and what is in focus there. */
export interface MainFocus {
  /** µm */
  readonly z: number;
  /** tiles, along one side of the frame as many as `across` */
  readonly tiles: readonly number[];
  readonly across: number;
}

/**
 * By what share the parts of a local focus cost more at the main distance. Where parts that are in focus at the main one lie among
 * them, as dust on a window before cells, those would decide: they are left out then, and all the rest of the frame is asked, since
 * it holds their fringes, which speak for the main distance where it is the only one.
 */
export function moreAtMain(
  kernels: Kernels,
  setup: TrialSetup,
  { candidate, tiles }: Pick<LocalFocus, 'candidate' | 'tiles'>,
  main: MainFocus,
): number {
  const around = (some: readonly number[]) => boxOf(some, main.across, setup.full.amplitude);
  const [own, aside] = [around(tiles), main.tiles.map((tile) => around([tile]))];
  const box = aside.some((part) => overlap(part, own)) ? wholeFrame(setup.full) : own;
  return costMore(kernels, setup, box, { at: main.z, than: candidate.z }, aside);
}

/**
 * By what share all of the frame but what is in focus at the main distance costs more there than at that of a local focus. A box around a few
 * parts cuts the fringes that strong ones throw beyond it, and is then explained best by anything else; where they speak for the main
 * distance with all around them, it is the parts' own.
 */
export function moreBeside(
  kernels: Kernels,
  setup: TrialSetup,
  { candidate }: Pick<LocalFocus, 'candidate'>,
  main: MainFocus,
): number {
  const aside = main.tiles.map((tile) => boxOf([tile], main.across, setup.full.amplitude));
  return costMore(kernels, setup, wholeFrame(setup.full), { at: main.z, than: candidate.z }, aside);
}

function overlap(a: FramePart, b: FramePart): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

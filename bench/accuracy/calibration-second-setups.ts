import { existsSync, readFileSync } from 'node:fs';
import type { SecondRig } from '../../test/second-simulator/record.ts';
import { secondSetups, type SecondSetup } from '../../test/second-simulator/rigs.ts';

/** px: sides of frames as small as still show a target, so that there can be many of them. */
const SMALL = { coarse: 184, fine: 136 };

/** The simulator's beam ends no nearer to these than to larger frames. */
export const smallSetups: readonly SecondSetup[] = secondSetups.map((setup) => {
  const isCoarse = /stage|ronchi-10|500um|pinhole/.test(setup.target_id);
  return { ...setup, side_px: Math.min(setup.side_px, isCoarse ? SMALL.coarse : SMALL.fine) };
});

/** px */
const LARGE = 640;

/** The same in frames as a camera has them, about. */
export const largeSetups: readonly SecondSetup[] = secondSetups.map((setup) => ({
  ...setup,
  side_px: LARGE,
}));

/** Seeds that a file of JSON lines holds. */
export function alreadyIn(file: string | undefined): ReadonlySet<number> {
  if (file === undefined || !existsSync(file)) return new Set();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Set(lines.map((line) => (JSON.parse(line) as { readonly seed: number }).seed));
}

/** What makes a rig one with nothing wrong but its noise. */
export function nothingWrong({ lens }: SecondRig): Partial<SecondRig> {
  return {
    ...{ curvature_per_um: 0, lens: lens && { ...lens, waves: [] }, ghosts: [], bias_um: 0 },
    ...{ lightAtTarget: [], lightAtSensor: [], phaseAtSensor: [] },
  };
}

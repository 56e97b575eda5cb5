import type { Followed } from './metrics/follow-candidate.ts';
import type { Finalist } from './model/choose-by-model.ts';
import type { Settled } from './planes.ts';

const none: readonly number[] = [];
const near = {
  ...{ z: none, absorbing: none, phase: none },
  ...{ amplitudeShare: none, peakedness: none, explained: none },
};

/** A plane that the metrics found at 1000 µm of 100 µm depth of field. */
export function followed(parts: Partial<Followed> = {}): Followed {
  return {
    ...{ z: 1000, uncertainty: 10, depthOfField: 100, disagreement: 5, kind: 'phase', strength: 0.2 },
    ...{ tiles: [0], share: 1, near },
    ...parts,
  };
}

/** The same, settled without a doubt. */
export function settled(parts: Partial<Settled> = {}): Settled {
  return { ...followed(), certain: true, byMetrics: false, ...parts };
}

interface Place {
  readonly z?: number;
  readonly strength?: number;
}

/** What explains the hologram as well as anything, at 1000 µm. */
export function finalist({ z = 1000, strength = 0, ...parts }: Partial<Finalist> & Place = {}): Finalist {
  return {
    candidate: { z, kind: 'phase', strength },
    ...{ cheapest: null, relativeCost: 1, inside: true, rise: 0, resolves: true, depth: 100, open: 0 },
    ...parts,
  };
}

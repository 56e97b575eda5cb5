import { beads } from './bead.ts';
import { chessboardGrating } from './chessboard-grating.ts';
import { distortionGrids } from './distortion-grid.ts';
import { hexagonalNuts } from './hexagonal-nut.ts';
import { opticalFibre } from './optical-fibre.ts';
import { ownLattices } from './own-lattice.ts';
import { pinholes } from './pinhole.ts';
import { ronchiRulings } from './ronchi-ruling.ts';
import { stageMicrometer } from './stage-micrometer.ts';
import { stepGratings } from './step-grating.ts';
import type { Target } from './target.ts';
import { usaf1951 } from './usaf-1951.ts';

/** Every target, in the order of the catalogue. A new one is a file in this folder and a line here. */
export const targets: readonly Target[] = [
  ...usaf1951,
  ...distortionGrids,
  ...ronchiRulings,
  stageMicrometer,
  ...hexagonalNuts,
  ...pinholes,
  ...stepGratings,
  chessboardGrating,
  ...ownLattices,
];

/**
 * Objects that a simulation draws and no calibration takes. They bend light, and a drawing in one plane is wrong about
 * them: a ball is no thin object at the apertures that show it, and a fibre has light along its axis.
 */
const drawnOnly: readonly Target[] = [opticalFibre, ...beads];

/** A target, or one of the objects that only a simulation draws. */
export function findDrawn(target_id: string): Target | null {
  return findTarget(target_id) ?? drawnOnly.find(({ entry }) => entry.target_id === target_id) ?? null;
}

export function findTarget(target_id: string): Target | null {
  return targets.find(({ entry }) => entry.target_id === target_id) ?? null;
}

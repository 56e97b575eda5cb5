import { beads } from './bead.ts';
import { chessboardGrating } from './chessboard-grating.ts';
import { distortionGrids } from './distortion-grid.ts';
import { hexagonalNuts } from './hexagonal-nut.ts';
import { opticalFibre } from './optical-fibre.ts';
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
  opticalFibre,
  ...hexagonalNuts,
  ...beads,
  ...pinholes,
  ...stepGratings,
  chessboardGrating,
];

export function findTarget(target_id: string): Target | null {
  return targets.find(({ entry }) => entry.target_id === target_id) ?? null;
}

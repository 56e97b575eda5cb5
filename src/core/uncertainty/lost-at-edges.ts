import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { lateralSpread } from '../propagate/transfer.ts';
import type { PropagateOptions } from '../propagate/propagate.ts';
import { changesOnTheWay, type Changes } from './defocus-doubt.ts';

/** Points along the side of a tile, and of the square around the pupil's disc, that shares are counted at. */
const POINTS = 2;
const DISC = 8;

/**
 * What light that missed the frame does to a field in focus, per tile: to the phase of bright places, and as a field, from
 * which dim ones suffer most. What a place sends past one edge is
 * not known, but a thin sample sends as much the opposite way: the field is taken as far to its other side and back again,
 * and what was lost there is of the size of what was lost before. Noise is lost, too, and is not an error: its share, of the
 * pupil's disc around each place what lies beyond the frame, is taken off. Where the disc lies within the frame nothing is lost.
 * @param noise rad², of the camera, per tile
 * @param away from the sensor to the sample
 */
export function lostAtEdges(
  kernels: Kernels,
  field: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  tiles: number,
  noise: Float64Array,
  away: PropagateOptions,
): Changes {
  const spread = lateralSpread(away.wavelength, away.radius, away.z);
  const radius = {
    x: spread / (field.cols * away.sampling.pitchX),
    y: spread / (field.rows * away.sampling.pitchY),
  };
  const shares = sharesBeyond(tiles, radius.x, radius.y);
  const reaches = (k: number, by: number) => k < by * tiles || k + 1 > (1 - by) * tiles;
  const there = (t: number) => reaches(t % tiles, radius.x) || reaches(Math.floor(t / tiles), radius.y);
  const lost = changesOnTheWay(kernels, field, tiles, [away, { ...away, z: -away.z }], there);
  return {
    phase: lost.phase.map((v, t) => Math.max(0, v - shares[t]! * noise[t]!)),
    field: lost.field.map((v, t) => Math.max(0, v - shares[t]! * 2 * noise[t]!)),
  };
}

/** Of a disc around the places of each tile, the share that lies beyond the frame; radii in sides of the frame. */
function sharesBeyond(tiles: number, radiusX: number, radiusY: number): Float64Array {
  const steps = Array.from({ length: DISC }, (_, k) => (2 * (k + 0.5)) / DISC - 1);
  const disc = steps.flatMap((y) => steps.map((x) => [x, y] as const)).filter(([x, y]) => x * x + y * y < 1);
  const beyond = (v: number) => v < 0 || v > 1;
  const places = Array.from({ length: tiles * POINTS }, (_, k) => (k + 0.5) / (tiles * POINTS));
  const out = new Float64Array(tiles * tiles);
  const one = 1 / (disc.length * POINTS * POINTS);
  for (const [dx, dy] of disc) {
    const [outX, outY] = [
      places.map((x) => beyond(x + dx * radiusX)),
      places.map((y) => beyond(y + dy * radiusY)),
    ];
    outY.forEach((off, j) => {
      const row = Math.floor(j / POINTS) * tiles;
      for (let i = 0; i < outX.length; i++) if (off || outX[i]) out[row + Math.floor(i / POINTS)]! += one;
    });
  }
  return out;
}

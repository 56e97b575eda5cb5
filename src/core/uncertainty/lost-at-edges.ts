import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { lateralSpread } from '../propagate/transfer.ts';
import type { PropagateOptions } from '../propagate/propagate.ts';
import { phaseMoved } from './defocus-doubt.ts';

/** Points along the side of a tile, and of the square around the pupil's disc, that shares are counted at. */
const POINTS = 4;
const DISC = 12;

/**
 * What light that missed the frame does to the phase of a field in focus, rad² per tile. What a place sends past one edge is
 * not known, but a thin sample sends as much the opposite way: the field is taken as far to its other side and back again,
 * and what was lost there is of the size of what was lost before. Noise is lost, too, and is not an error: its share, of the
 * pupil's disc around each place what lies beyond the frame, is taken off.
 * @param noise rad², of the camera, per tile
 * @param away from the sensor to the sample
 */
export function lostAtEdges(
  kernels: Kernels,
  field: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  tiles: number,
  noise: Float64Array,
  away: PropagateOptions,
): Float64Array {
  const lost = phaseMoved(kernels, field, tiles, [away, { ...away, z: -away.z }]);
  const spread = lateralSpread(away.wavelength, away.radius, away.z);
  const shares = sharesBeyond(
    tiles,
    spread / (field.cols * away.sampling.pitchX),
    spread / (field.rows * away.sampling.pitchY),
  );
  return lost.map((v, t) => Math.max(0, v - shares[t]! * noise[t]!));
}

/** Of a disc around the places of each tile, the share that lies beyond the frame; radii in sides of the frame. */
function sharesBeyond(tiles: number, radiusX: number, radiusY: number): Float64Array {
  const steps = Array.from({ length: DISC }, (_, k) => (2 * (k + 0.5)) / DISC - 1);
  const disc = steps.flatMap((y) => steps.map((x) => [x, y] as const)).filter(([x, y]) => x * x + y * y < 1);
  const within = (v: number) => v > 0 && v < 1;
  const places = Array.from({ length: tiles * POINTS }, (_, k) => (k + 0.5) / (tiles * POINTS));
  const out = new Float64Array(tiles * tiles);
  places.forEach((y, j) => {
    places.forEach((x, i) => {
      const inside = disc.filter(([dx, dy]) => within(x + dx * radiusX) && within(y + dy * radiusY)).length;
      const t = Math.floor(j / POINTS) * tiles + Math.floor(i / POINTS);
      out[t]! += (1 - inside / disc.length) / (POINTS * POINTS);
    });
  });
  return out;
}

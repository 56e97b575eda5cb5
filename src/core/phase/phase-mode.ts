import type { Kernels } from '../kernel/kernels.ts';
import type { Tiles } from './tiles.ts';

const MODE_CLASSES = 90;

/** Centre of the fullest of overlapping classes of the tiles' phases, refined by the mean phasor within it. */
export function mostFrequentPhase(kernels: Kernels, tiles: Tiles, prior: Float64Array): number {
  const counts = new Float64Array(MODE_CLASSES);
  const width = (2 * Math.PI) / MODE_CLASSES;
  const classOf = (p: number) => Math.floor((p + Math.PI) / width + MODE_CLASSES) % MODE_CLASSES;
  for (let t = 0; t < tiles.count; t++) counts[classOf(tiles.phase[t]!)]! += prior[t]!;
  const smooth = counts.map((_, k) => {
    let sum = 0;
    for (let d = -3; d <= 3; d++) sum += counts[(k + d + MODE_CLASSES) % MODE_CLASSES]!;
    return sum;
  });
  const centre = (smooth.indexOf(Math.max(...smooth)) + 0.5) * width - Math.PI;
  let c = 0;
  let s = 0;
  for (let t = 0; t < tiles.count; t++) {
    if (!(prior[t]! > 0) || Math.abs(wrapAngle(tiles.phase[t]! - centre)) > 4 * width) continue;
    c += kernels.run.cos(tiles.phase[t]!);
    s += kernels.run.sin(tiles.phase[t]!);
  }
  return kernels.run.atan2(s, c);
}

/** Into [−π, π]. */
export function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

import { tileBounds } from '../../field/tile-bounds.ts';
import { MAD, medianInPlace } from '../../fit/median.ts';
import { normalBound } from '../../fit/normal-bound.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/** Of detail that changes from one pixel to the next a pixel that collects light all over its area sees as much: sinc ½. */
const SEEN = 2 / Math.PI;
/** Chance in a tile without any such detail. */
const ONCE_IN = 20;

/**
 * rad² per tile: of detail that a total variation has flattened, as thin branches of cells, how hard it pulls at that where it pulls most.
 * The field is flat there, and the mean over a tile shows little of a line; but what holds it back is as much as the frame shows of it. 0 where
 * chance makes such a peak among the pixels of one of 20 tiles, by what scatters beside the sample; and where no such tiles lead to the sample:
 * branches leave a body, and chance is all over the frame.
 * @param force see `variationForce`
 * @param sample 1 for tiles that hold sample
 */
export function flattenedDetail(
  kernels: Kernels,
  force: Float32Array,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  { tiles, sample }: { readonly tiles: number; readonly sample: ArrayLike<number> },
): Float64Array {
  const peaks = new Float64Array(tiles * tiles);
  const sizes = new Float64Array(tiles * tiles);
  const beside: number[] = [];
  for (let t = 0; t < tiles * tiles; t += 1) {
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    sizes[t] = (down.to - down.from) * (across.to - across.from);
    for (let y = down.from; y < down.to; y += 1)
      for (let x = across.from; x < across.to; x += 1) {
        const pull = Math.abs(force[y * cols + x]!);
        if (pull > peaks[t]!) peaks[t] = pull;
        if (!sample[t]) beside.push(pull);
      }
  }
  if (beside.length === 0) return new Float64Array(tiles * tiles);
  const spread = MAD * medianInPlace(Float64Array.from(beside));
  const pulled = peaks.map((peak, t) => {
    const byChance = spread * normalBound(kernels, 1 / (ONCE_IN * sizes[t]!));
    return peak > byChance ? (peak * peak) / (SEEN * SEEN) : 0;
  });
  const leads = ledTo(sample, pulled, tiles);
  return pulled.map((square, t) => (leads[t] ? square : 0));
}

/** 1 for tiles of the sample, and for what is more than nothing and touches such a tile. */
function ledTo(sample: ArrayLike<number>, values: Float64Array, tiles: number): Uint8Array {
  const leads = Uint8Array.from(values, (_, t) => (sample[t] ? 1 : 0));
  const open = [...leads.keys()].filter((t) => leads[t] === 1);
  for (let t = open.pop(); t !== undefined; t = open.pop()) {
    const [y, x] = [Math.floor(t / tiles), t % tiles];
    for (let j = Math.max(0, y - 1); j <= Math.min(tiles - 1, y + 1); j += 1)
      for (let i = Math.max(0, x - 1); i <= Math.min(tiles - 1, x + 1); i += 1) {
        const beside = j * tiles + i;
        if (leads[beside] || values[beside] === 0) continue;
        leads[beside] = 1;
        open.push(beside);
      }
  }
  return leads;
}

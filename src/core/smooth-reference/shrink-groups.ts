import type { NativeField } from '../demodulate/demodulate.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { SmoothingSettings } from './smoothing-settings.ts';

/** Numbers of a tile's spectrum that are shrunk together. */
interface Group {
  /** row · tile + column */
  readonly at: readonly number[];
  /** what the base that was taken off lets through at each */
  readonly base: readonly number[];
}

/** How the numbers of a tile's spectrum belong together. */
export interface Groups {
  readonly shrunk: readonly Group[];
  /** how many hold noise, and how many of these stay as they are */
  readonly noisy: number;
  readonly kept: number;
}

/** Quarters of rings around frequency 0. @param radius of the filter, cycles/px */
export function groupsOf(
  kernels: Kernels,
  { stepX, stepY }: Pick<NativeField, 'stepX' | 'stepY'>,
  radius: number,
  { tile, kept, ring, base }: SmoothingSettings,
): Groups {
  const step = Math.sqrt(stepX * stepY);
  const found = new Map<string, { readonly at: number[]; readonly base: number[] }>();
  let [noisy, stays] = [0, 0];
  const reach = radius * step * tile;
  const signed = (k: number) => (k >= tile / 2 ? k - tile : k);
  for (let row = 0; row < tile; row++)
    for (let col = 0; col < tile; col++) {
      const [y, x] = [(signed(row) * step) / stepY, (signed(col) * step) / stepX];
      const bins = Math.sqrt(x * x + y * y);
      if (bins <= reach) noisy++;
      if (bins < kept) {
        stays++;
        continue;
      }
      const at = row * tile + col;
      // beyond the filter there is no noise
      if (bins > reach + ring) continue;
      // quarters that a number and its mirror image do not share
      const key = `${Math.floor(bins / ring)} ${row < tile / 2} ${col < tile / 2}`;
      const group = found.get(key) ?? { at: [], base: [] };
      const way = 2 * Math.PI * base * bins;
      group.at.push(at);
      group.base.push(kernels.wasm.exp((-way * way) / 2));
      found.set(key, group);
    }
  return { shrunk: [...found.values()], noisy, kept: stays };
}

/**
 * Shrinks the numbers of one tile's spectrum, as real and imaginary parts; or leaves them where that would cost more than it
 * gains.
 * @param power of the noise in one of them
 * @returns the share of the noise that is left, with what the shrinking may have taken of the rest
 */
export function shrink(
  { shrunk, noisy, kept }: Groups,
  numbers: Float64Array,
  power: number,
  { strength, caution }: Pick<SmoothingSettings, 'strength' | 'caution'>,
): number {
  let left = kept;
  const shares = shrunk.map(({ at, base }) => {
    let energy = 0;
    for (const k of at)
      energy += numbers[2 * k]! * numbers[2 * k]! + numbers[2 * k + 1]! * numbers[2 * k + 1]!;
    const count = at.length;
    const most = strength * (count + caution * Math.sqrt(count)) * power;
    const share = energy > most ? 1 - most / energy : 0;
    for (const passed of base) {
      const noise = passed + share * (1 - passed);
      left += noise * noise;
    }
    // below 0 as often as above where there is nothing but noise
    left += (1 - share) * (1 - share) * (energy / power - count);
    return share;
  });
  if (!(left < noisy)) return 1;
  shrunk.forEach(({ at }, g) => {
    for (const k of at) {
      numbers[2 * k]! *= shares[g]!;
      numbers[2 * k + 1]! *= shares[g]!;
    }
  });
  return left / noisy;
}

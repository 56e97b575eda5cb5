import type { Along } from '../prepare/carried-field.ts';
import type { FoundOrder } from './order-waves.ts';

/** Orders over a frame, and rad over half of it by weak copies. */
interface OrdersSeen {
  readonly found: readonly FoundOrder[];
  readonly usual: { readonly copies: number };
  readonly across: Pick<Along, 'pixels'>;
  readonly down: Pick<Along, 'pixels'>;
}

/**
 * Of orders that go as far aside: by how much their amplitudes are not the light's, mean square beyond noise and copies. So much may
 * each one's phase be off by, and so much may all of them err alike.
 */
export function shellsOf({
  found,
  usual: { copies },
}: Pick<OrdersSeen, 'found' | 'usual'>): ReadonlyMap<number, number> {
  const shells = new Map<number, number>();
  for (const { f, shell } of found) {
    if (f[0] === 0 && f[1] === 0) continue;
    const own = found.filter((one) => one.shell === shell);
    const beyond = own.reduce((sum, { amplitude: [x, y], noise }) => {
      return sum + (x * x + y * y) / 2 - (noise * noise + copies * copies);
    }, 0);
    shells.set(shell, Math.max(0, beyond / own.length));
  }
  return shells;
}

/**
 * The same with what orders further in have of that. What a rim takes of a wave is a wave at the rim's own frequency: beside an order that lies t rad over half
 * the frame from it a ripple, which is as much weaker as it is faster, and of whose slope 3 / t² is left. The order that is cut has half of its strength, so that it is
 * twice the share there. By which part of a turn it comes first nobody knows, so that a phase may have all of it whose amplitude shows none.
 */
export function rippledBy(
  shells: ReadonlyMap<number, number>,
  { found, across, down }: Pick<OrdersSeen, 'found' | 'across' | 'down'>,
): ReadonlyMap<number, number> {
  const half = Math.min(across.pixels, down.pixels) / 2;
  const aside = new Map(found.map(({ shell, f: [x, y] }) => [shell, Math.sqrt(x * x + y * y)]));
  return new Map(
    [...shells].map(([shell, own]) => {
      let sum = own;
      for (const [other, taken] of shells) {
        const apart = 2 * Math.PI * half * (aside.get(other)! - aside.get(shell)!);
        if (apart <= 0) continue;
        const share = Math.min(1, 3 / (apart * apart)) / 2;
        sum += share * share * taken;
      }
      return [shell, sum];
    }),
  );
}

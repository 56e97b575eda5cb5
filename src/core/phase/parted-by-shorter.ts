import { boxOfRegion, middlePhase, rimsAround, type HangingRegion } from './hanging-regions.ts';
import { narrowestGap, scratchFor } from './narrowest-gap.ts';
import { partsOf, type RimlessParts, type UnwrappedPhase } from './rimless-parts.ts';

/**
 * Regions on one side of a line that is off by a turn, where a shorter line would part the two sides as well: the phase gets one
 * number of turns around the one end of the line and another one around the other, and nothing says where the turn belongs.
 * @param parts what rims leave of the frame: a line may follow those for nothing
 */
export function partedByShorter(
  parts: RimlessParts,
  phase: UnwrappedPhase,
  reach: number,
  near: number,
): HangingRegion[] {
  const { of, cols } = parts;
  const found: HangingRegion[] = [];
  const lines = linesOf(parts, phase, reach).filter(({ length }) => length >= reach);
  if (lines.length === 0) return found;
  const scratch = scratchFor(of.length);
  for (const { length, sides } of lines) {
    for (const [here, there] of [sides, [sides[1], sides[0]]] as const) {
      if (here.size === 0 || there.size === 0) continue;
      const neck = narrowestGap(
        parts,
        Int32Array.from(here),
        (i) => there.has(i),
        length - 1,
        scratch,
        phase,
      );
      if (!neck || neck.samples.length < Math.PI * reach * reach) continue;
      if (Math.abs(middlePhase(neck.samples, phase, cols)) < near) continue;
      const around = rimsAround(parts, neck.samples, () => true, 2 * reach + 1);
      found.push({ samples: [...neck.samples, ...around], box: boxOfRegion(neck.samples, cols) });
    }
  }
  return found;
}

interface Line {
  /** pairs of neighbours that are off by a turn */
  readonly length: number;
  /** the first samples on either side of it that are no rims: of the higher phase, of the lower */
  readonly sides: readonly [ReadonlySet<number>, ReadonlySet<number>];
}

/** Lines along which the phase is off by a turn from one sample to the next; the longest first. */
function linesOf(parts: RimlessParts, phase: UnwrappedPhase, reach: number): Line[] {
  const { rows, cols, of } = parts;
  const at = (i: number) => phase.values[Math.floor(i / cols) * phase.pitch + (i % cols)]!;
  const free = new Uint8Array(of.length).fill(1);
  const pairs: [number, number][] = [];
  for (let i = 0; i < of.length; i++)
    for (const n of [i % cols < cols - 1 ? i + 1 : -1, i + cols]) {
      if (n < 0 || n >= of.length) continue;
      const step = at(n) - at(i);
      if (Math.abs(step) <= Math.PI) continue;
      pairs.push(step > 0 ? [n, i] : [i, n]);
      free[i] = free[n] = 0;
    }
  const lines = partsOf(free, rows, cols);
  const sides = lines.list.map(() => [new Set<number>(), new Set<number>()] as const);
  const lengths = lines.list.map(() => 0);
  const beyondRim = (i: number, by: number) => {
    for (let k = 0, n = i; k <= reach; k++, n += by) {
      if (n < 0 || n >= of.length || (Math.abs(by) === 1 && Math.floor(n / cols) !== Math.floor(i / cols)))
        return -1;
      if (k > 0 && Math.abs(at(n) - at(n - by)) > Math.PI) return -1;
      if (of[n]! >= 0) return n;
    }
    return -1;
  };
  for (const [high, low] of pairs) {
    const line = lines.of[high]!;
    lengths[line]! += 1;
    const [up, down] = [beyondRim(high, high - low), beyondRim(low, low - high)];
    if (up >= 0) sides[line]![0].add(up);
    if (down >= 0) sides[line]![1].add(down);
  }
  for (const [high, low] of sides)
    for (const i of high)
      if (low.has(i)) {
        high.delete(i);
        low.delete(i);
      }
  return sides.map((both, k) => ({ length: lengths[k]!, sides: both })).sort((a, b) => b.length - a.length);
}

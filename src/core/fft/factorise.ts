/**
 * The radices the kernels have, with the time of one step per point relative to radix 4, measured with the data in
 * the cache. Per factor of two that makes 8 equal to 4, 6 a sixth dearer and 5 three quarters; radix 8 would gain
 * by moving the data less often, but eight complex legs overflow the sixteen vector registers.
 */
const STEP_COST: ReadonlyMap<number, number> = new Map([
  [8, 1.55],
  [6, 1.5],
  [5, 2],
  [4, 1],
  [3, 1.3],
  [2, 1.05],
]);

/** Rows of a multiple of this many points can be transformed with four neighbouring points in a vector. */
const LANE_BLOCK = 16;

interface Factorisation {
  readonly radices: readonly number[];
  readonly cost: number;
}

const known = new Map<number, Factorisation | undefined>([[1, { radices: [], cost: 0 }]]);

/** The cheapest product of radices that gives `n`; undefined when `n` has a prime factor above 5. */
function cheapest(n: number): Factorisation | undefined {
  if (known.has(n)) return known.get(n);
  let best: Factorisation | undefined;
  for (const [radix, cost] of STEP_COST) {
    const rest = n % radix === 0 ? cheapest(n / radix) : undefined;
    if (rest && (!best || rest.cost + cost < best.cost)) {
      best = { radices: [radix, ...rest.radices], cost: rest.cost + cost };
    }
  }
  known.set(n, best);
  return best;
}

/** Radices for lines side by side, largest first; undefined when `n` has a prime factor above 5. */
export function lineRadices(n: number): readonly number[] | undefined {
  return cheapest(n)?.radices.toSorted((a, b) => b - a);
}

/**
 * Radices for a row whose neighbouring points share a quad: first 4 or 8, which leaves quads of four points after the
 * first step. Undefined when `n` does not divide by 16 or has a prime factor above 5.
 */
export function rowRadices(n: number): readonly number[] | undefined {
  if (n % LANE_BLOCK !== 0) return undefined;
  let best: Factorisation | undefined;
  for (const first of [4, 8]) {
    const rest = n % (4 * first) === 0 ? cheapest(n / first) : undefined;
    const cost = (rest?.cost ?? 0) + STEP_COST.get(first)!;
    if (rest && (!best || cost < best.cost)) {
      best = { radices: [first, ...rest.radices.toSorted((a, b) => b - a)], cost };
    }
  }
  return best?.radices;
}

/**
 * The radices the kernels have, with the measured time of one step per point (arbitrary unit). A large radix is worth
 * more than its operations because every step moves all points through the cache once.
 */
const STEP_COST: ReadonlyMap<number, number> = new Map([
  [8, 1.55],
  [6, 1.35],
  [5, 1.3],
  [4, 1],
  [3, 0.95],
  [2, 0.8],
]);

/** Points per column block and per row the fast row transform wants to divide by. */
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

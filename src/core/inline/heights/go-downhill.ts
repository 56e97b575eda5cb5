/** A minimum between two neighbours. */
export interface Downhill {
  readonly at: readonly [number, number, number];
  readonly costs: readonly [number, number, number];
  /** the cost at 0 */
  readonly here: number;
}

interface Steps {
  readonly step: number;
  /** to both sides of 0 */
  readonly most: number;
  /** share of the least cost: steps over which it rises by less are too short to tell */
  readonly flat: number;
}

/**
 * Downhill from 0: steps grow twice as long until the cost rises, and are halved about the cheapest then.
 * @returns null where there is no minimum within `most`, or all is flat
 */
export function goDownhill(cost: (at: number) => number, { step, most, flat }: Steps): Downhill | null {
  const known = new Map<number, number>();
  const costAt = (at: number) => {
    const made = known.get(at) ?? cost(at);
    known.set(at, made);
    return made;
  };
  for (let wide = step; wide <= most; wide *= 2) {
    const found = minimumBy(costAt, wide, most);
    if (!found) return null;
    const [before, here, behind] = found.costs;
    if (Math.min(before, behind) > (1 + flat) * here) return found;
  }
  return null;
}

function minimumBy(costAt: (at: number) => number, step: number, most: number): Downhill | null {
  const tried = [-step, 0, step];
  const cheapest = () => tried.reduce((a, b) => (costAt(b) < costAt(a) ? b : a));
  for (let best = cheapest(); best === tried[0] || best === tried.at(-1); best = cheapest()) {
    if (Math.abs(2 * best) > most) return null;
    tried.push(2 * best);
    tried.sort((a, b) => a - b);
  }
  for (;;) {
    const k = tried.indexOf(cheapest());
    const at = [tried[k - 1]!, tried[k]!, tried[k + 1]!] as const;
    const wide = [at[0], at[2]].filter((other) => Math.abs(other - at[1]) > 1.5 * step);
    if (wide.length === 0) {
      const costs = at.map(costAt) as unknown as Downhill['costs'];
      return { at, costs, here: costAt(0) };
    }
    tried.push(...wide.map((other) => (other + at[1]) / 2));
    tried.sort((a, b) => a - b);
  }
}

import type { RingSettings } from './ring-settings.ts';
import { parabolaVertex } from '../../../focus/extremum.ts';
import type { MetricsSettings } from '../metrics/metrics-settings.ts';
import type { DepthAt } from '../metrics/search-range.ts';
import type { RingFit, RingModel } from './ring-model.ts';
import type { ObjectKind } from '../metrics/foci.ts';

/** A distance at which the hologram's contrast vanishes on the rings that it should. */
export interface RingFocus {
  /** µm */
  readonly z: number;
  readonly kind: ObjectKind;
  /** logarithm of the likelihood below that of the best */
  readonly behind: number;
}

export interface RingVerdict {
  /** the best, then its rivals */
  readonly foci: readonly RingFocus[];
  /** µm, one standard deviation of the best, what the object may hold of both kinds among it */
  readonly sigma: number;
  /** logarithm of its likelihood over that of a spectrum without rings */
  readonly gain: number;
  /** how much of the rings is there, 0 … 1 */
  readonly modulation: number;
  /** of the best */
  readonly cost: number;
}

/** Steps of the scan, over the finest: longer ones where it would take too many. */
const COARSER = [1, 1.5, 2.25];

/** Distances that the scan may take: time alone. */
const MOST_DISTANCES = 320;
/** Minima that are refined: time alone. */
const MOST_FOCI = 6;

/** Steps of the angle that tells phase from absorption, over the half turn after which it tells the same again. */
const ANGLES = 16;
/** One that is so far behind has no weight. */
const UNLIKELY = 10;

type At = (z: number) => RingFit;

/**
 * The distances that explain the dark rings of a hologram's spectrum best, each for a purely absorbing and for a pure
 * phase object: as a weak object's contrast goes with cos χ or sin χ, χ = πλz|f|², whatever the object is, its
 * spectrum vanishes on rings (as Thon's in electron microscopy, doi:10.1515/zna-1966-0417). All samples of the
 * spectrum speak together, so this finds weak objects that no metric of the refocused image tells from noise.
 * @param from, to µm, positive; where to look
 * @returns null where no distance is likelier than its neighbours
 */
export function focusByRings(
  model: RingModel,
  from: number,
  to: number,
  depth: DepthAt,
  metrics: Pick<MetricsSettings, 'step' | 'longest'>,
  onDistance: () => void,
): RingVerdict | null {
  const zs = distances(from, to, (z) => Math.min(depth(z), metrics.longest * z), metrics);
  const found = (['phase', 'absorbing'] as const).flatMap((kind) => {
    const at: At = (z) => model.at(z, kind === 'phase' ? model.pure : -model.pure);
    const costs = zs.map((z) => {
      onDistance();
      return at(z).cost;
    });
    return minima(costs).map((k) => ({ kind, at, k, cost: costs[k]! }));
  });
  const refined: Refined[] = found
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_FOCI)
    .map(({ kind, at, k }) => ({ kind, ...refine(at, zs, k, model.scan) }))
    .sort((a, b) => a.fit.cost - b.fit.cost);
  const best = refined[0];
  if (!best) return null;
  const either = whateverItHolds(model, best, { from, to, depth: depth(best.z) });
  const foci: RingFocus[] = [];
  for (const { z, kind, fit } of refined) {
    if (foci.some((other) => Math.abs(other.z - z) < metrics.step * depth(z))) continue;
    const at = fit === best.fit ? either.z : z;
    foci.push({ z: at, kind, behind: fit.cost - best.fit.cost });
  }
  return {
    foci,
    sigma: best.curvature > 0 ? Math.sqrt(1 / best.curvature + either.variance) : Infinity,
    gain: model.at(best.z, 0).cost - best.fit.cost,
    modulation: Math.abs(model.at(best.z, null).modulation),
    cost: best.fit.cost,
  };
}

/** How far a distance is behind the best, whatever the object is. */
export function behindAt(model: RingModel, { cost }: RingVerdict, z: number): number {
  return Math.min(model.at(z, model.pure).cost, model.at(z, -model.pure).cost) - cost;
}

/**
 * Mean and variance (µm, µm²) of the distance over what the object may hold, pure or as likely of any share of both: finer than what
 * is resolved, a thing that delays by a radian looks as if it absorbed as well, and its rings lie elsewhere.
 */
function whateverItHolds(
  model: RingModel,
  best: Refined,
  { from, to, depth }: { readonly from: number; readonly to: number; readonly depth: number },
) {
  const { kind, z, fit } = best;
  const pure = kind === 'phase' ? model.pure : -model.pure;
  const found = [{ z, weight: 1 + 1 / ANGLES }];
  for (const towards of [-1, 1]) {
    let last = { z, fit };
    for (let k = 1; k < ANGLES / 2; k += 1) {
      const at: At = (tried) => model.at(tried, pure, (towards * k * Math.PI) / ANGLES);
      const about = [-1, 0, 1].map((step) => last.z + (2 * step * depth) / ANGLES);
      if (about[0]! < from || about[2]! > to) break;
      last = refine(at, about, 1, model.scan);
      const behind = last.fit.cost - fit.cost;
      found.push({ z: last.z, weight: model.falling(behind) / ANGLES });
      if (behind > UNLIKELY) break;
    }
  }
  const sum = found.reduce((total, { weight }) => total + weight, 0);
  const mean = found.reduce((total, one) => total + one.weight * one.z, 0) / sum;
  const variance =
    found.reduce((total, one) => total + one.weight * (one.z - mean) * (one.z - mean), 0) / sum;
  return { z: mean, variance };
}

function distances(
  from: number,
  to: number,
  depth: DepthAt,
  { step }: Pick<MetricsSettings, 'step'>,
): number[] {
  let zs: number[] = [];
  for (const coarser of COARSER) {
    zs = [];
    for (let z = from; z < to; z += coarser * step * depth(z)) zs.push(z);
    if (zs.length < MOST_DISTANCES) break;
  }
  return [...zs, to];
}

function minima(costs: readonly number[]): number[] {
  return costs
    .map((_, k) => k)
    .filter((k) => costs[k]! <= (costs[k - 1] ?? Infinity) && costs[k]! < (costs[k + 1] ?? Infinity));
}

interface Refined {
  readonly kind: ObjectKind;
  readonly z: number;
  readonly fit: RingFit;
  readonly curvature: number;
}

/** The minimum between two distances of the scan, and the cost's second derivative there. */
function refine(at: At, zs: readonly number[], k: number, { refinements }: RingSettings['scan']) {
  let z = zs[k]!;
  let step = Math.min(z - (zs[k - 1] ?? 0), (zs[k + 1] ?? Infinity) - z) / 2;
  let fit = at(z);
  let curvature = 0;
  for (let round = 0; round < refinements; round += 1) {
    const [before, after] = [at(z - step), at(z + step)];
    const bend = (before.cost + after.cost - 2 * fit.cost) / (step * step);
    if (bend > 0) curvature = bend;
    const all = [before, fit, after];
    const costs = all.map((one) => one.cost);
    const lowest = costs.indexOf(Math.min(...costs));
    const tried = parabolaVertex([z - step, z, z + step], costs, 1);
    [z, fit] = [z + (lowest - 1) * step, all[lowest]!];
    const atVertex = Number.isFinite(tried) ? at(tried) : fit;
    if (atVertex.cost < fit.cost) [z, fit] = [tried, atVertex];
    step /= 2;
  }
  return { z, fit, curvature };
}

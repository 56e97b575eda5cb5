import type { DoublesAt, IntegersAt } from '../kernel/addresses.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { betweenSamples, NEAREST } from './between-samples.ts';
import { table } from './demodulate.ts';

/** A field's samples along a side: by how much each fades, and how many of them a sample of another grid is from the next. */
export interface FadedSide {
  readonly fade: Float32Array;
  readonly ratio: number;
}

/** Places of another grid along a side: of which samples each is made. */
interface Places {
  /** the places themselves, and the first of a place's samples */
  readonly at: Int32Array;
  readonly first: Int32Array;
  /** {@link NEAREST} for each place */
  readonly weights: Float64Array;
}

/**
 * Adds to a field on another grid what a fade at the edges took of it before it was resampled: that lies next to the edges, and is
 * carried over sample by sample, so that it rings nowhere else.
 * @param field its difference from `outside` is meant
 */
export function addEdges(
  kernels: Kernels,
  field: ComplexPlane,
  { x, y }: { readonly x: FadedSide; readonly y: FadedSide },
  outside: { readonly re: number; readonly im: number },
  target: ComplexPlane,
): void {
  using scratch = kernels.scope();
  const [across, down] = [placesOf(kernels, target.cols, x), placesOf(kernels, target.rows, y)];
  const own = (places: Places) => inMemory(kernels, scratch, places);
  const beam = { beamRe: outside.re, beamIm: outside.im };
  const rows = own(whatFades(down, y.fade));
  const columns = own(whatFades(across, x.fade));
  const { first: acrossFirst, weights: acrossWeights } = own(across);
  const { first: downFirst, weights: downWeights } = own(down);
  const { wasm } = kernels;
  wasm.addFadedRows(field, rows.at, rows.first, rows.weights, acrossFirst, acrossWeights, target, {
    ...beam,
    count: rows.count,
  });
  // less what the rows' fade left there
  const fade = table(kernels, scratch, y.fade);
  wasm.addFadedColumns(
    ...([field, fade, columns.at, columns.first, columns.weights, downFirst, downWeights, target] as const),
    { ...beam, count: columns.count },
  );
}

function placesOf(kernels: Kernels, count: number, { fade, ratio }: FadedSide): Places {
  const between = betweenSamples(kernels, fade.length);
  const first = new Int32Array(count);
  const weights = new Float64Array(NEAREST * count);
  for (let k = 0; k < count; k++) {
    const made = between(k * ratio);
    first[k] = made.first;
    weights.set(made.weights, NEAREST * k);
  }
  return { at: Int32Array.from(first.keys()), first, weights };
}

/** Places that are made of a sample that fades, and of what it lost. */
function whatFades({ at, first, weights }: Places, fade: Float32Array): Places {
  const [used, begin, shares] = [at.slice(), first.slice(), weights.slice()];
  let count = 0;
  for (let p = 0; p < at.length; p++) {
    let all = 0;
    for (let k = 0; k < NEAREST; k++) {
      const lost = 1 - (fade[first[p]! + k] ?? 1);
      shares[NEAREST * count + k] = weights[NEAREST * p + k]! * lost;
      all += lost;
    }
    if (!(all > 0)) continue;
    used[count] = at[p]!;
    begin[count] = first[p]!;
    count++;
  }
  return {
    at: used.subarray(0, count),
    first: begin.subarray(0, count),
    weights: shares.subarray(0, NEAREST * count),
  };
}

interface PlacesAt {
  readonly count: number;
  readonly at: IntegersAt;
  readonly first: IntegersAt;
  readonly weights: DoublesAt;
}

function inMemory(kernels: Kernels, scratch: Scope, { at, first, weights }: Places): PlacesAt {
  const count = at.length;
  const places = {
    ...{ count, at: scratch.integers(count), first: scratch.integers(count) },
    weights: scratch.doubles(NEAREST * count),
  };
  kernels.integers(places.at, count).set(at);
  kernels.integers(places.first, count).set(first);
  kernels.doubles(places.weights, NEAREST * count).set(weights);
  return places;
}

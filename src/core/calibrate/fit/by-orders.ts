import { solveSymmetric } from '../../fit/solve.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Lattice } from '../../targets/target-model.ts';
import { lensTerms } from '../model/disturbances.ts';
import { orderFrequency, periodOf } from '../model/endless.ts';
import { HIGHEST_DEGREE, withDegrees, type Light } from '../model/light.ts';
import { LEAST_TURNS, type CarriedField } from '../prepare/carried-field.ts';
import type { Prepared } from '../prepare/prepared.ts';
import type { FinalFit } from './final-fit.ts';
import type { RefitSettings } from './fit-settings.ts';
import { orderWaves, type FoundOrder, type Order, type Pair } from './order-waves.ts';

/** How large what a lens does to light that bends is, over what such things are: what is tried. */
const WIDTHS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
/** Step by which an aberration over the disc is told apart from its neighbour to find its slope. */
const SLOPE_STEP = 1e-4;
const PLANE: TargetToFrame = [1, 0, 0, 0, 1, 0];

/** What lens and light may do to an order: one σ of both at once, as cycles per pixel. */
interface Usual {
  readonly radius: number;
  readonly width: number;
  /** rad over half the frame, by weak copies */
  readonly copies: number;
}

/**
 * Where a lattice without an end lies, as its orders' own slopes have it: neither the disc that a lens passes nor what its aberrations
 * do to amplitudes and phases is in them. What is, is a lens in light that bends: along a frame the light of an order crosses
 * the lens, and its aberration W turns the phase by bend · ∂W/∂f. Null: the target has none, too few orders show, or the frame holds too few of them to
 * keep them apart.
 */
export function byOrders(
  { fit, subject }: FinalFit,
  { carried, removed }: Prepared,
  conjugate: boolean,
  refit: RefitSettings,
): TargetToFrame | null {
  const [lattice, another] = subject.model.lattices;
  if (!carried || !lattice || another || lattice.box) return null;
  const own = conjugate ? conjugated(carried) : carried;
  const apart = turnsApart(lattice, fit.state.places[0]!, own);
  if (apart < LEAST_TURNS) return null;
  const place = fit.state.places[0]!;
  const orders = ordersOf(lattice, place, own.passed);
  const beats = beatsOf(lattice, place, own);
  const light = lightOf(fit.light, removed, conjugate);
  const { wasm } = subject.kernels;
  const found = orderWaves(wasm, own, orders, beats, light);
  const half = Math.max(own.across.pixels, own.down.pixels) / 2;
  const seen = found
    .filter(({ noise }) => noise < refit.orderSeen)
    .map(({ f: [x, y] }) => Math.sqrt(x * x + y * y));
  const radius = (1 + refit.offCentre) * Math.max(0, ...seen);
  if (radius === 0) return null;
  const width = ((refit.offCentre * radius) / half) * refit.lens;
  const usual = { radius, width, copies: Math.PI * refit.reflections * refit.offCentre };
  const linear = changeOf(lattice, found, own, usual, wasm.log);
  return linear && changedPlace(place, linear, own);
}

/** By how many turns over the frame orders next to each other differ. */
function turnsApart(lattice: Lattice, place: TargetToFrame, { across, down }: CarriedField): number {
  const period = periodOf(lattice, place);
  const turns = (n: number, m: number) => {
    const [fx, fy] = orderFrequency(period, n, m);
    const [x, y] = [fx * across.pixels, fy * down.pixels];
    return Math.sqrt(x * x + y * y);
  };
  return lattice.b ? Math.min(turns(1, 0), turns(0, 1)) : turns(1, 0);
}

function conjugated(own: CarriedField): CarriedField {
  const { re, im } = own.field;
  const carrier = { x: -own.carrier.x, y: -own.carrier.y };
  return { ...own, carrier, field: { re, im: im.map((v) => -v) } };
}

/** With the phase that a field was freed of. */
function lightOf(light: Light, removed: Prepared['removed'], conjugate: boolean): Light {
  const own = withDegrees(light, HIGHEST_DEGREE, HIGHEST_DEGREE);
  removed?.phase.forEach((value, k) => (own.phase[k]! += conjugate ? -value : value));
  return own;
}

/** All up to so many cycles per camera pixel. */
function ordersOf(lattice: Lattice, place: TargetToFrame, most: number): Order[] {
  const period = periodOf(lattice, place);
  const drawn = periodOf(lattice, PLANE);
  const reach = ([x, y]: Pair) => Math.ceil(most * Math.sqrt(x * x + y * y));
  const [far, wide] = [reach(period.a), lattice.b ? reach(period.b) : 0];
  const orders: Order[] = [];
  for (let n = -far; n <= far; n += 1) {
    for (let m = -wide; m <= wide; m += 1) {
      const f = orderFrequency(period, n, m);
      if (f[0] * f[0] + f[1] * f[1] > most * most) continue;
      const [x, y] = orderFrequency(drawn, n, m);
      orders.push({ f, shell: Number((x * x + y * y).toPrecision(6)) });
    }
  }
  return orders;
}

/** Orders of the light's own intensity, which lie about zero, where they reach what passes. */
function beatsOf(lattice: Lattice, place: TargetToFrame, { carrier, passed }: CarriedField): Pair[] {
  return ordersOf(lattice, place, 2 * passed)
    .map(({ f }): Pair => [f[0] - carrier.x, f[1] - carrier.y])
    .filter(([x, y]) => x * x + y * y < passed * passed);
}

/** Squares of what each order's slopes are uncertain by: orders that go as far aside err alike, by as much as their amplitude is not the light's. */
function variances(found: readonly FoundOrder[], copies: number): number[] {
  const floor = ({ noise }: FoundOrder) => noise * noise + copies * copies;
  const beyond = new Map<number, number>();
  for (const one of found) {
    const [x, y] = one.amplitude;
    beyond.set(one.shell, (beyond.get(one.shell) ?? 0) + x * x + y * y - 2 * floor(one));
  }
  return found.map((one) => floor(one) + Math.max(0, beyond.get(one.shell)!));
}

type Linear = readonly [xx: number, xy: number, yx: number, yy: number];

/** What orders' frequencies are multiplied by beyond 1. */
function changeOf(
  { b: second }: Lattice,
  found: readonly FoundOrder[],
  { across, down }: CarriedField,
  { radius, width, copies }: Usual,
  log: (x: number) => number,
): Linear | null {
  const known = variances(found, copies);
  const own = second ? 4 : 2;
  const count = own + 2 + lensTerms.length;
  const [matrix, right] = [new Float64Array(count * count), new Float64Array(count)];
  found.forEach(({ f, phase }, order) => {
    const slopes = lensTerms.map(({ of }) => slopeOf(of, f[0] / radius, f[1] / radius));
    for (const axis of [0, 1] as const) {
      // rad over half the frame by a cycle per pixel
      const per = Math.PI * [across, down][axis]!.pixels;
      const row = new Float64Array(count);
      if (second) row.set([per * f[0], per * f[1]], 2 * axis);
      // along its lines a ruling tells no scale, and turns as it grows
      else row.set(axis === 0 ? [per * f[0], -per * f[1]] : [per * f[1], per * f[0]], 0);
      row[own + axis] = 1;
      slopes.forEach((slope, k) => (row[own + 2 + k] = (per * width * slope[axis]) / radius));
      for (let k = 0; k < count; k += 1) {
        right[k]! += (row[k]! * phase[axis]) / known[order]!;
        for (let l = 0; l < count; l += 1) matrix[k * count + l]! += (row[k]! * row[l]!) / known[order]!;
      }
    }
  });
  const values = likeliest(matrix, right, own + 2, log);
  if (!values) return null;
  const [a, b, c, d] = values as unknown as readonly [number, number, number, number];
  return second ? [a, b, c, d] : [a, -b, b, a];
}

function slopeOf(of: (u: number, v: number) => number, u: number, v: number): Pair {
  const h = SLOPE_STEP;
  return [(of(u + h, v) - of(u - h, v)) / (2 * h), (of(u, v + h) - of(u, v - h)) / (2 * h)];
}

/** With the unknowns from `first` on as large as orders ask for: what their likelihood over all that these may be is largest with. */
function likeliest(
  matrix: Float64Array,
  right: Float64Array,
  first: number,
  log: (x: number) => number,
): Float64Array | null {
  const count = right.length;
  let best: Float64Array | null = null;
  let most = -Infinity;
  for (const width of WIDTHS) {
    const system = matrix.slice();
    for (let l = first; l < count; l += 1) system[l * count + l]! += 1 / (width * width);
    const scale = Float64Array.from(right, (_, l) => 1 / Math.sqrt(system[l * count + l]!));
    const scaled = system.map((v, i) => v * scale[Math.floor(i / count)]! * scale[i % count]!);
    const solved = solveSymmetric(
      scaled,
      right.map((v, l) => v * scale[l]!),
    );
    if (!solved) continue;
    const values = solved.map((v, l) => v * scale[l]!);
    // the factor's diagonal is the determinant's root
    let likelihood = -(count - first) * log(width);
    values.forEach((v, l) => (likelihood += (v * right[l]!) / 2 - log(scaled[l * count + l]! / scale[l]!)));
    if (likelihood > most) [most, best] = [likelihood, values];
  }
  return best;
}

/** A place whose orders lie at (1 + linear) times their frequencies, about the middle of the frame. */
function changedPlace(
  [a, b, c, d, e, f]: TargetToFrame,
  [xx, xy, yx, yy]: Linear,
  { across, down }: CarriedField,
): TargetToFrame {
  const det = (1 + xx) * (1 + yy) - xy * yx;
  const [p, q, r, s] = [(1 + yy) / det, -yx / det, -xy / det, (1 + xx) / det];
  const [x, y] = [(across.pixels - 1) / 2, (down.pixels - 1) / 2];
  return [
    ...([p * a + q * d, p * b + q * e, x + p * (c - x) + q * (f - y)] as const),
    ...([r * a + s * d, r * b + s * e, y + r * (c - x) + s * (f - y)] as const),
  ];
}

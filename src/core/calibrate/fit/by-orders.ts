import type { Measured, TargetToFrame } from '../../rig/calibration.ts';
import type { Lattice } from '../../targets/target-model.ts';
import { orderFrequency, periodOf } from '../model/endless.ts';
import { HIGHEST_DEGREE, withDegrees, type Light } from '../model/light.ts';
import { LEAST_TURNS, passedWithin, type CarriedField } from '../prepare/carried-field.ts';
import type { Prepared } from '../prepare/prepared.ts';
import type { FinalFit } from './final-fit.ts';
import type { OffCentre } from './off-centre.ts';
import type { FitSettings } from './fit-settings.ts';
import { changeByOrders, type OrderChange, type Linear, type SeenOrders } from './order-change.ts';
import { radialBehind } from './order-distortion.ts';
import { distanceByPhases, type FromPhases } from './order-phases.ts';
import { shellsOf } from './order-shells.ts';
import { orderWaves, type Order, type ShapedOrder } from './order-waves.ts';
import type { Pair } from './wave-sums.ts';

const PLANE: TargetToFrame = [1, 0, 0, 0, 1, 0];

/** Where a lattice lies, and what of a reading of its place remains unknown, one σ: by its orders, and by lens and light. */
export interface Placed {
  readonly place: TargetToFrame;
  readonly unknown: (reading: (place: TargetToFrame) => number) => {
    readonly orders: number;
    readonly lens: number;
  };
  /** its distance by the phases of its orders; null: the fit's own */
  readonly distance: FromPhases | null;
  /** how far a lens puts things outwards: the radial term of its distortion; null: too few orders tell */
  readonly radial: Measured | null;
}

/**
 * Where a lattice without an end lies, as its orders' own slopes have it: neither the disc that a lens passes nor what its aberrations
 * do to amplitudes and phases is in them. What is, is a lens in light that bends: along a frame the light of an order crosses
 * the lens, and its aberration W turns the phase by bend · ∂W/∂f. Null: the target has none, too few orders show, or the frame holds too few of them to
 * keep them apart.
 */
export function byOrders(
  { fit, subject, offCentre }: FinalFit,
  { carried, removed }: Prepared,
  conjugate: boolean,
  { refit, evidence }: Pick<FitSettings, 'refit' | 'evidence'>,
  tangential: readonly [number, number] = [0, 0],
  onStep = () => {},
): Placed | null {
  const [lattice, another] = subject.model.lattices;
  if (!carried || !lattice || another || lattice.box) return null;
  const place = fit.state.places[0]!;
  const apart = turnsApart(lattice, place, carried);
  if (apart < LEAST_TURNS) return null;
  const { kernels } = subject;
  const { wasm } = kernels;
  const reach = offCentre
    ? Math.min(carried.passed, reachOf(offCentre, carried, refit.offCentre))
    : carried.passed;
  // with as much of what the window makes of the outermost
  const spread = LEAST_TURNS / Math.min(carried.across.pixels, carried.down.pixels);
  const seenOf = passedWithin(kernels, carried, reach + spread);
  const own = conjugate ? conjugated(seenOf) : seenOf;
  const orders = ordersOf(lattice, place, reach);
  const beats = beatsOf(lattice, place, own, reach);
  const light = lightOf(fit.light, removed, conjugate);
  const waves = orderWaves(kernels, own, orders, beats, light, onStep);
  const seen = waves.found.filter(({ noise }) => noise < refit.orderSeen);
  const aside = seen.map(({ f: [x, y] }) => Math.sqrt(x * x + y * y));
  const radius = (1 + refit.offCentre) * Math.max(0, ...aside);
  if (radius === 0) return null;
  const half = Math.max(own.across.pixels, own.down.pixels) / 2;
  const width = ((refit.offCentre * radius) / half) * refit.lens;
  const usual = { radius, width, copies: Math.PI * refit.reflections * refit.offCentre };
  const { across, down } = own;
  const change = changeByOrders({ isRuling: !lattice.b, found: seen, across, down, usual }, wasm);
  if (!change) return null;
  const placed = placedBy(change, place, own);
  const { zeta } = fit.state;
  const { medium_wavelength_um } = subject;
  // of a ruling's few orders a lens says what a distance does
  const disc = { radius: fit.state.pupil ?? radius, isSeen: fit.state.pupil !== null };
  if (!lattice.b) return { ...placed, distance: null, radial: null };
  const whole = uncut(seen, usual);
  const read = distanceByPhases({ seen: whole, place, zeta, medium_wavelength_um, disc }, refit, wasm);
  const distance = read && !(subject.hasLens && isMisread(read, evidence)) ? read : null;
  return {
    ...placed,
    distance,
    radial: radialBehind(waves, { seen, whole }, own, apart, tangential, kernels, onStep),
  };
}

/**
 * Whether phases of weak orders were taken a turn off: behind a lens, whose astigmatism is in the uncertainty, nothing else makes a part look
 * oblong beyond doubt.
 */
export function isMisread(
  { oblong: { value, sigma } }: Pick<FromPhases, 'oblong'>,
  { clear }: FitSettings['evidence'],
): boolean {
  return Math.abs(value) > clear * sigma;
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

/** Orders that go as far aside as others, and keep their strength over the frame as those do: a rim that cuts some turns their phases, too. */
function uncut(found: readonly ShapedOrder[], usual: SeenOrders['usual']): ShapedOrder[] {
  const shells = shellsOf({ found, usual });
  return found.filter(({ noise, shell }) => {
    return (shells.get(shell) ?? 0) <= noise * noise + usual.copies * usual.copies;
  });
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

/**
 * How far aside light passes a lens whose disc was found, wherever in the frame, cycles per camera pixel: with its rim, what is open of its radius, and as much as a
 * frame's window widens a wave. Of what lies farther out there is noise alone.
 */
function reachOf({ aside: [x, y, bend, radius] }: OffCentre, size: CarriedField, open: number): number {
  const far = Math.sqrt(x * x + y * y) + Math.SQRT2 * Math.abs(bend);
  return (1 + open) * radius + far + LEAST_TURNS / Math.min(size.across.pixels, size.down.pixels);
}

/**
 * Orders of the light's own intensity, which lie about zero, where they reach what passes.
 * @param reach how far the orders themselves go
 */
function beatsOf(
  lattice: Lattice,
  place: TargetToFrame,
  { carrier, passed }: CarriedField,
  reach: number,
): Pair[] {
  return ordersOf(lattice, place, 2 * reach)
    .map(({ f }): Pair => [f[0] - carrier.x, f[1] - carrier.y])
    .filter(([x, y]) => x * x + y * y < passed * passed);
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

/** Step that a reading is followed along. */
const STEP = 1e-6;

function placedBy(
  { linear, variance }: OrderChange,
  from: TargetToFrame,
  own: CarriedField,
): Omit<Placed, 'distance' | 'radial'> {
  const at = (change: Linear) => changedPlace(from, change, own);
  return {
    place: at(linear),
    unknown: (reading) => {
      const [xx, xy, yx, yy] = linear.map((_, k) => {
        const moved = (step: number) =>
          at(linear.map((v, l) => (l === k ? v + step : v)) as unknown as Linear);
        return (reading(moved(STEP)) - reading(moved(-STEP))) / (2 * STEP);
      }) as [number, number, number, number];
      const { all, own: orders } = variance([xx, xy, yx, yy]);
      return { orders: Math.sqrt(orders), lens: Math.sqrt(Math.max(0, all - orders)) };
    },
  };
}

import { table, type NativeField } from '../../demodulate/demodulate.ts';
import { fft2 } from '../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Frequency } from '../../field/frequency.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { corner } from '../../kernel/plane.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { RimSettings } from './pupil-settings.ts';

/** The filter that a field went through, and where the autocorrelation term lies: at −carrier. */
type Filter = Pick<Sideband, 'carrier' | 'passRadius' | 'stopRadius' | 'measuredRadius'>;

/** Neighbouring bins of a Hann-windowed spectrum hang together: this many hold one independent number, (35/18)². */
const BINS_PER_NUMBER = 3.78;
/** Rings that are taken together, so that a weak rim is heard. */
const IN_A_ROW = 3;
/** Rings without which the outermost ones tell no level. */
const LEAST_FLOOR = 4;
/** How far within a rim its own power is read, in rings: beyond the window's lobe. */
const INSIDE = 3;
/** As far within that as the middle of these rings lies from the first one beyond the rim. */
const FURTHER = 2 * INSIDE + IN_A_ROW - 1;

/** Where a field ends. */
export interface Rim {
  /** cycles per camera pixel */
  readonly radius: number;
  /** as a lens ends it; a sample that is smooth fades away, or into the noise */
  readonly isSharp: boolean;
}

/**
 * Radius beyond which a flattened field, whose beam lies at frequency 0, holds nothing but what its
 * outermost rings hold; null where that does not show. Where the autocorrelation term ended the filter before the sideband
 * did, its outermost rings hold sample as well: then only a fall is a rim. Where the power fades away it is the sample that
 * is smooth, and the filter no smaller than what optics may resolve.
 * @param outside what the field is where there is no sample
 */
export function findRim(
  kernels: Kernels,
  field: NativeField,
  filter: Filter,
  outside: { readonly re: number; readonly im: number },
  settings: RimSettings,
): Rim | null {
  const { floorWidth, loud } = settings.pupil;
  const { standardErrors, excess, leastShare, sharp } = settings.extent;
  const { step, mean, bins } = ringsOf(kernels, field, filter, outside, settings);
  const rings = mean.length;
  const floorRings = Math.max(LEAST_FLOOR, Math.ceil((floorWidth * filter.passRadius) / step));
  const from = rings - floorRings;
  if (from < 2 * floorRings) return null;
  const level = meanOf(mean, bins, from, rings);
  const heard = (k: number, count: number) => {
    const error = standardErrors * Math.sqrt(BINS_PER_NUMBER / sum(bins, k, k + count));
    return meanOf(mean, bins, k, k + count) > level * (1 + excess + error);
  };
  let outermost = from - 1;
  while (outermost >= 0 && !heard(outermost, 1) && !heard(outermost, IN_A_ROW)) outermost--;
  // what the outermost rings hold is no floor where it goes on rising inwards
  if (outermost >= from - 1 || outermost < FURTHER + IN_A_ROW) return null;
  const within = (far: number) => meanOf(mean, bins, outermost - far - IN_A_ROW + 1, outermost - far + 1);
  const [inside, further] = [within(INSIDE), within(FURTHER)];
  const rim = step * (inside > loud * level ? outermost : outermost + 1);
  // a sample's own spectrum falls as fast further in
  if (inside > sharp * level && inside * inside > level * further) return { radius: rim, isSharp: true };
  const { carrier, passRadius } = filter;
  if (!holdsWhole(filter, settings.extent)) return null;
  const least = leastShare * Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  return { radius: Math.min(passRadius, Math.max(rim, least)), isSharp: false };
}

/** Whether a filter holds the whole sideband, to what its radius is known. */
export function holdsWhole(
  { passRadius, measuredRadius }: Pick<Filter, 'passRadius' | 'measuredRadius'>,
  { radiusError }: RimSettings['extent'],
): boolean {
  return passRadius >= (1 - radiusError) * measuredRadius;
}

/** Mean power over rings of one bin's width around frequency 0, what the filter's edge took given back. */
function ringsOf(
  kernels: Kernels,
  { plane, rows, cols, fullRows, fullCols }: NativeField,
  { carrier, passRadius, stopRadius }: Filter,
  outside: { readonly re: number; readonly im: number },
  { pupil: { leastPassed }, extent: { sectorCosine } }: RimSettings,
): { readonly step: number; readonly mean: Float64Array; readonly bins: Float64Array } {
  using scratch = kernels.scope();
  const spectrum = scratch.complex(plane.rows, plane.cols);
  const hann = (count: number) => {
    const window = scratch.floats(count + 4);
    kernels.wasm.hannWindow(window, count);
    return table(kernels, scratch, kernels.floats(window, count).slice());
  };
  kernels.wasm.placeField(corner(plane, rows, cols), hann(cols), hann(rows), spectrum, outside);
  fft2(kernels, spectrum);
  const step = 1 / Math.min(fullRows, fullCols);
  const passed = (radius: number) => {
    const way = Math.max(0, (radius - passRadius) / (stopRadius - passRadius));
    const share = way < 1 ? 0.5 + 0.5 * kernels.wasm.cos(Math.PI * way) : 0;
    return share * share;
  };
  const given: number[] = [];
  for (let k = 0; passed((k + 0.5) * step) >= leastPassed; k++) given.push(1 / passed((k + 0.5) * step));
  const power = new Float64Array(given.length);
  const bins = new Float64Array(given.length);
  const values = kernels.floats(spectrum.ptr, floatsIn(spectrum));
  const pitch = floatsPerRow(spectrum);
  const towardsDc = sectorCosine * Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  const [perRow, perCol] = [1 / (fullRows * step), 1 / (fullCols * step)];
  for (let row = 0; row < plane.rows; row++) {
    const y = perRow * (row > plane.rows >> 1 ? row - plane.rows : row);
    const most = power.length * power.length - y * y;
    if (most <= 0) continue;
    const reach = Math.min(Math.floor(Math.sqrt(most) / perCol), (plane.cols - 1) >> 1);
    const own = { values: values.subarray(row * pitch), cols: plane.cols, reach, y, perCol };
    addRow(own, carrier, towardsDc, power, bins);
  }
  return { step, mean: power.map((p, k) => (p * given[k]!) / Math.max(1, bins[k]!)), bins };
}

interface SpectrumRow {
  readonly values: Float32Array;
  readonly cols: number;
  /** bins to either side that are looked at */
  readonly reach: number;
  /** where it lies, and from one bin to the next, in rings */
  readonly y: number;
  readonly perCol: number;
}

/** @param power of each ring, and its bins: changed */
function addRow(
  { values, cols, reach, y, perCol }: SpectrumRow,
  carrier: Frequency,
  towardsDc: number,
  power: Float64Array,
  bins: Float64Array,
): void {
  for (let bin = -reach; bin <= reach; bin++) {
    const x = perCol * bin;
    const radius = Math.sqrt(x * x + y * y);
    const k = Math.floor(radius);
    // on the way to DC the autocorrelation term reaches in
    if (k >= power.length || -(x * carrier.x + y * carrier.y) > towardsDc * radius) continue;
    const at = inRow(bin < 0 ? bin + cols : bin);
    power[k]! += values[at]! * values[at]! + values[at + TO_IMAGINARY]! * values[at + TO_IMAGINARY]!;
    bins[k]! += 1;
  }
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let k = from; k < Math.min(to, values.length); k++) total += values[k]!;
  return total;
}

/** Of rings, weighted by their bins. */
function meanOf(mean: Float64Array, bins: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let k = from; k < Math.min(to, mean.length); k++) total += mean[k]! * bins[k]!;
  return total / Math.max(1, sum(bins, from, to));
}

import type { KernelExports } from '../../kernel/exports.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { EDGE } from '../../sideband/bandwidth.ts';
import { chooseSideband, type MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Frequency } from '../../field/frequency.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { sidebandSettings } from '../../sideband/sideband-settings.ts';
import { Problem } from '../../problem/problem.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { Lattice } from '../../targets/target-model.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { samplePixelSize } from '../../rig/geometry.ts';
import { passedBeside } from './carried-field.ts';
import type { PrepareSettings } from './prepare-settings.ts';

/** What the orders of a target’s lattice look like in a frame. */
export interface Orders {
  readonly lattice: Lattice;
  /** of a camera pixel on the target, as it is believed to be */
  readonly pitch_um: number;
  /** see `PrepareSettings.off` */
  readonly off: number;
}

/** All that is heard is held: the light at the sensor is fitted through a pupil of its own, and no noise is to be kept out of a picture. */
const allHeard = { ...sidebandSettings, extent: { ...sidebandSettings.extent, sharp: Infinity } };

/**
 * The sideband of a frame that shows a target. Two orders of a grating may beat stronger than the sideband is, and pass
 * for one: they lie where the lattice says, and a background frame has none. Steps may send more light to either side
 * than straight on.
 */
export function sidebandOf(
  kernels: Kernels,
  hologram: MeasuredFrame,
  blank: MeasuredFrame | null,
  recipe: Recipe,
  orders: Orders | null,
): Sideband {
  const pixel = samplePixelSize(recipe);
  const look = (frame: MeasuredFrame, other: MeasuredFrame | null, asked: Recipe) =>
    chooseSideband(kernels, frame, other, asked, pixel, allHeard);
  const at = ({ x, y }: Sideband['carrier']) =>
    look(hologram, blank, { ...recipe, carrier_cycles_per_px: [x, y] });
  try {
    const found = look(hologram, blank, recipe);
    if (found.given || !orders) return found;
    const reaching = (own: Sideband) =>
      recipe.filter_radius_cycles_per_um === null ? toFirstOrders(own, orders) : own;
    const { carrier, rival } = found;
    if (!rival) return reaching(found);
    if (isFewOrders(carrier, orders)) return reaching(at(rival.carrier));
    const apart = { x: rival.carrier.x - carrier.x, y: rival.carrier.y - carrier.y };
    // the first orders on either side: what passes straight on lies between them
    if (!areOrders(apart, 2, orders)) return reaching(found);
    return reaching(at({ x: carrier.x + apart.x / 2, y: carrier.y + apart.y / 2 }));
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== 'SIDEBAND_NOT_FOUND') throw cause;
    if (!blank || recipe.carrier_cycles_per_px) throw cause;
    return at(look(blank, null, recipe).carrier);
  }
}

/**
 * A filter is drawn for what may lie anywhere. A lattice sends light to few places: where none but the one in the middle would pass, it
 * goes on to the first ones, if they lie less than half way to what is not in the sideband.
 */
export function toFirstOrders(sideband: Sideband, { lattice: { a }, pitch_um, off }: Orders): Sideband {
  const first = ((1 + off) * pitch_um) / Math.sqrt(a.x_um * a.x_um + a.y_um * a.y_um);
  const stopRadius = first * (1 + EDGE);
  if (sideband.passRadius >= first || stopRadius > passedBeside(sideband.carrier)) return sideband;
  return { ...sideband, passRadius: first, stopRadius };
}

/** Of the order that goes least far aside, cycles per pixel: at least. */
export function firstOrder({ lattice: { a, b }, pitch_um, off }: Orders): number {
  const longest = Math.max(...[a, b ?? a].map(({ x_um: x, y_um: y }) => x * x + y * y));
  return ((1 - off) * pitch_um) / Math.sqrt(longest);
}

/** Whether a frequency, cycles per pixel, leads from an order of a lattice to the next, or to the one after. */
function isFewOrders(frequency: Frequency, orders: Orders): boolean {
  return [1, 2].some((n) => areOrders(frequency, n, orders));
}

function areOrders({ x, y }: Frequency, n: number, { lattice: { a }, pitch_um, off }: Orders): boolean {
  const periods = Math.sqrt((x * x + y * y) * (a.x_um * a.x_um + a.y_um * a.y_um)) / pitch_um;
  return Math.abs(periods / n - 1) < off;
}

/** Slope of a removed phase, cycles per pixel. */
export function tiltOf(
  removed: { readonly phase: Float64Array } | null,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): Frequency {
  const [, x = 0, y = 0] = removed?.phase ?? [];
  return { x: x / (Math.PI * cols), y: y / (Math.PI * rows) };
}

/**
 * A grating of steps may send more light into an order than straight on; the phase that was removed shows which is which.
 * A slope that leads to no order was read off the grating's own edges.
 */
export function centred(
  sideband: Sideband,
  { x, y }: Frequency,
  orders: Orders | null,
  { off }: PrepareSettings,
): Sideband | null {
  const reach = off * sideband.passRadius;
  if (x * x + y * y < reach * reach) return null;
  if (orders && !isFewOrders({ x, y }, orders)) return null;
  return { ...sideband, carrier: { x: sideband.carrier.x + x, y: sideband.carrier.y + y } };
}

/**
 * Turns a field so that its light travels along the axis on average. Where a target blocks most of the frame there is
 * no background whose phase could be followed; the mean phase step between neighbours, each counting by its light,
 * needs none.
 * @param frame camera pixels
 * @returns what was taken off: x and y in rad from the middle of the frame to its edge
 */
export function withoutMeanTilt(
  measured: MeasuredLight,
  frame: { readonly rows: number; readonly cols: number },
  wasm: Pick<KernelExports, 'atan2' | 'sin' | 'cos'>,
): { readonly level: MeasuredLight; readonly tilt: { readonly x: number; readonly y: number } } {
  const { rows, cols, cell, re, weight } = measured;
  const im = measured.im!;
  const step = (lag: number, isInside: (row: number, col: number) => boolean) => {
    let [real, imaginary] = [0, 0];
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        if (!isInside(row, col) || weight[i] === 0 || weight[i + lag] === 0) continue;
        real += re[i]! * re[i + lag]! + im[i]! * im[i + lag]!;
        imaginary += re[i]! * im[i + lag]! - im[i]! * re[i + lag]!;
      }
    }
    return wasm.atan2(imaginary, real);
  };
  const [dx, dy] = [step(1, (_, col) => col < cols - 1), step(cols, (row) => row < rows - 1)];
  const tilt = { x: (dx * frame.cols) / (2 * cell), y: (dy * frame.rows) / (2 * cell) };
  return { level: tilted(measured, tilt, frame, wasm), tilt };
}

/** Turned by a tilt that is taken off: rad from the middle of the frame to its edge, where piston stays. */
export function tilted(
  measured: MeasuredLight,
  tilt: { readonly x: number; readonly y: number },
  frame: { readonly rows: number; readonly cols: number },
  wasm: Pick<KernelExports, 'sin' | 'cos'>,
): MeasuredLight {
  const { rows, cols, cell, re } = measured;
  const im = measured.im!;
  const level = { ...measured, re: new Float64Array(re.length), im: new Float64Array(re.length) };
  const [middleX, middleY] = [frame.cols / (2 * cell), frame.rows / (2 * cell)];
  const [dx, dy] = [tilt.x / middleX, tilt.y / middleY];
  for (let row = 0, i = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1, i += 1) {
      const phase = dx * (col + 0.5 - middleX) + dy * (row + 0.5 - middleY);
      const c = wasm.cos(phase);
      const s = wasm.sin(phase);
      level.re[i] = re[i]! * c + im[i]! * s;
      level.im[i] = im[i]! * c - re[i]! * s;
    }
  }
  return level;
}

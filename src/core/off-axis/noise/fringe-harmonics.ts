import { demodulate, nativeGrid, type NativeField } from '../../demodulate/demodulate.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Frequency } from '../../field/frequency.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { middleOfFrame } from './middle-of-frame.ts';

/** How the camera's counts follow the light, as the fringes show it. */
export interface BentCounts {
  /** the gamma that bends counts as much, about: below 1 dark parts are raised */
  readonly gamma: number;
  /** share by which counts per light differ at the brightest and at the darkest of the fringes from those amid both */
  readonly slope: number;
}

/** cycles/px, from a sideband: nearer ones are in step with the fringes' cube themselves, all over a frame. */
const LEAST_APART = 0.1;

/** What a frame's fringes have beside their own frequency. */
export interface FringeHarmonics {
  /** null: counts follow the light, or light of its own lies at twice the carrier */
  readonly bentCounts: BentCounts | null;
  /** of three times their frequency, over their own amplitude; null: nothing in step with them, or it can't be told */
  readonly third: number | null;
}

const NONE: FringeHarmonics = { bentCounts: null, third: null };

/**
 * Light of two waves has fringes of one frequency alone. Counts that bend with it, b₁ I + b₂ I² + …, have twice that frequency, too, and
 * there what they have is b₂ u², in step with the square of the fringes' own field u: a copy of it and nothing else in the frame is.
 * For counts I^γ of a mean m, b₂ / b₁² = (γ − 1) / (2 γ m), where the fringes are weak. What flattens bright and dark alike, as programs
 * do that stretch contrast or smooth what is faint, has thrice that frequency alone.
 */
export function fringeHarmonics(
  kernels: Kernels,
  image: Pick<CameraImage, 'plane' | 'mean' | 'fractionAtMaximum' | 'quantisation'>,
  { carrier, passRadius }: Pick<Sideband, 'carrier' | 'passRadius'>,
  evidence: EvidenceSettings,
): FringeHarmonics {
  // clipping bends counts as well, and is told of
  if (image.fractionAtMaximum > evidence.saturated) return NONE;
  const times = (n: number) => ({ x: folded(n * carrier.x), y: folded(n * carrier.y) });
  const [twice, thrice] = [times(2), times(3)];
  const asksSecond = isFree(twice, carrier, passRadius);
  const apart = apartFrom(thrice, carrier);
  // so does rounding in a file with losses
  const asksThird = !image.quantisation && apart > LEAST_APART;
  if (!asksSecond && !asksThird) return NONE;
  using scope = kernels.scope();
  const plane = middleOfFrame(kernels, scope, image.plane);
  const radius = passRadius / 2;
  const taper = Math.ceil(1 / radius);
  const grid = nativeGrid(plane.rows, plane.cols, 1.25 * radius);
  const through = (at: Frequency, by = radius) => {
    const filter = { passRadius: by, stopRadius: 1.25 * by, taper };
    return demodulate(kernels, scope, { plane, mean: image.mean }, at, filter, grid);
  };
  const own = through(carrier);
  const bentCounts = asksSecond
    ? bentBy(againstSquare(kernels, own, through(twice)), image.mean, evidence)
    : null;
  if (bentCounts || !asksThird) return { bentCounts, third: null };
  // harmonics that were taken for more of the sideband widen it
  const { share, ratio } = againstCube(kernels, own, through(thrice, Math.min(radius, apart / 2)));
  return { bentCounts, third: share > 1 / 2 && ratio > evidence.slack ? ratio : null };
}

function bentBy(
  { share, ratio, swing }: ReturnType<typeof againstSquare>,
  mean: number,
  { slack }: EvidenceSettings,
): BentCounts | null {
  const slope = 4 * ratio * swing;
  if (share < 1 / 2 || Math.abs(slope) < slack) return null;
  return { gamma: 1 / Math.max(0.1, 1 - 2 * ratio * mean), slope };
}

/** As pixels see it, cycles/px from −½ to ½. */
function folded(frequency: number): number {
  return frequency - Math.round(frequency);
}

/** Whether neither the autocorrelation term nor a sideband reaches half a filter's radius around a frequency. */
function isFree(at: Frequency, carrier: Frequency, radius: number): boolean {
  const { middle, order } = distances(at, carrier);
  return middle / radius > 2.5 && order / radius > 1.5;
}

/** cycles/px between a frequency and a sideband, or half of that to the middle of the spectrum, whose term reaches twice as far. */
function apartFrom(at: Frequency, carrier: Frequency): number {
  const { middle, order } = distances(at, carrier);
  return Math.min(order, middle / 2);
}

function distances({ x, y }: Frequency, carrier: Frequency) {
  const far = (fx: number, fy: number) => {
    const [dx, dy] = [folded(x - fx), folded(y - fy)];
    return Math.sqrt(dx * dx + dy * dy);
  };
  return {
    middle: far(0, 0),
    order: Math.min(far(carrier.x, carrier.y), far(-carrier.x, -carrier.y)),
  };
}

/** Twice as many values as a row has samples: both parts of each field, sample by sample, where neither fades. */
function eachSample(
  kernels: Kernels,
  [first, second]: readonly [NativeField, NativeField],
  visit: (re: number, im: number, otherRe: number, otherIm: number) => void,
): void {
  const { rows, cols, plane, taper, stepX, stepY } = first;
  const floats = rows * floatsPerRow(plane);
  const [u, v] = [first, second].map((field) => kernels.floats(field.plane.ptr, floats)) as [
    Float32Array,
    Float32Array,
  ];
  const [edgeX, edgeY] = [Math.ceil(taper / stepX), Math.ceil(taper / stepY)];
  for (let row = edgeY; row < rows - edgeY; row++)
    for (let col = edgeX; col < cols - edgeX; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      visit(u[at]!, u[at + TO_IMAGINARY]!, v[at]!, v[at + TO_IMAGINARY]!);
    }
}

/**
 * A field as a multiple of another one's square: the real part of the best factor, the share of the field that it explains, and the root
 * mean square modulus of the other one.
 */
function againstSquare(
  kernels: Kernels,
  first: NativeField,
  second: NativeField,
): { readonly ratio: number; readonly share: number; readonly swing: number } {
  let [along, squares, all, power, count] = [0, 0, 0, 0, 0];
  eachSample(kernels, [first, second], (re, im, vRe, vIm) => {
    along += (re * re - im * im) * vRe + 2 * re * im * vIm;
    const own = re * re + im * im;
    squares += own * own;
    power += own;
    all += vRe * vRe + vIm * vIm;
    count++;
  });
  if (count === 0 || squares === 0 || all === 0) return { ratio: 0, share: 0, swing: 0 };
  const share = ((along / squares) * along) / all;
  return { ratio: along / squares, share, swing: Math.sqrt(power / count) };
}

/** A field as a multiple of another one's modulus with three times its phase: the modulus of the best factor, and the share that it explains. */
function againstCube(
  kernels: Kernels,
  first: NativeField,
  third: NativeField,
): { readonly ratio: number; readonly share: number } {
  let [alongRe, alongIm, power, all] = [0, 0, 0, 0];
  eachSample(kernels, [first, third], (re, im, vRe, vIm) => {
    const own = re * re + im * im;
    all += vRe * vRe + vIm * vIm;
    if (own === 0) return;
    const [cubeRe, cubeIm] = [(re * (re * re - 3 * im * im)) / own, (im * (3 * re * re - im * im)) / own];
    alongRe += cubeRe * vRe + cubeIm * vIm;
    alongIm += cubeRe * vIm - cubeIm * vRe;
    power += own;
  });
  if (power === 0 || all === 0) return { ratio: 0, share: 0 };
  const ratio = Math.sqrt(alongRe * alongRe + alongIm * alongIm) / power;
  return { ratio, share: (ratio * ratio * power) / all };
}

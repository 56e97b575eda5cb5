import { demodulate, nativeGrid, type NativeField } from '../../demodulate/demodulate.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Frequency } from '../../field/frequency.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import type { Sideband } from '../../sideband/sideband.ts';

/** How the camera's counts follow the light, as the fringes show it. */
export interface BentCounts {
  /** the gamma that bends counts as much, about: below 1 dark parts are raised */
  readonly gamma: number;
  /** share by which counts per light differ at the brightest and at the darkest of the fringes from those amid both */
  readonly slope: number;
}

/** Pixels along a side that are looked at, amid the frame: thousands of fringes' samples, in a few milliseconds. */
const SIDE = 384;

/**
 * Light of two waves has fringes of one frequency alone. Counts that bend with it, b₁ I + b₂ I² + …, have twice that frequency, too, and
 * there what they have is b₂ u², in step with the square of the fringes' own field u: a copy of it and nothing else in the frame is.
 * For counts I^γ of a mean m, b₂ / b₁² = (γ − 1) / (2 γ m), where the fringes are weak.
 * @returns null where counts follow the light, or where light of its own lies at twice the carrier
 */
export function fringeHarmonic(
  kernels: Kernels,
  image: Pick<CameraImage, 'plane' | 'mean' | 'fractionAtMaximum'>,
  { carrier, passRadius }: Pick<Sideband, 'carrier' | 'passRadius'>,
  evidence: EvidenceSettings,
): BentCounts | null {
  // clipping bends counts as well, and is told of
  if (image.fractionAtMaximum > evidence.saturated) return null;
  const twice = { x: folded(2 * carrier.x), y: folded(2 * carrier.y) };
  if (!isFree(twice, carrier, passRadius)) return null;
  using scope = kernels.scope();
  const plane = amid(kernels, scope, image.plane);
  const radius = passRadius / 2;
  const filter = { passRadius: radius, stopRadius: 1.25 * radius, taper: Math.ceil(1 / radius) };
  const grid = nativeGrid(plane.rows, plane.cols, filter.stopRadius);
  const through = (at: Frequency) =>
    demodulate(kernels, scope, { plane, mean: image.mean }, at, filter, grid);
  const { share, ratio, swing } = againstSquare(kernels, through(carrier), through(twice));
  const slope = 4 * ratio * swing;
  if (share < 1 / 2 || Math.abs(slope) < evidence.slack) return null;
  return { gamma: 1 / Math.max(0.1, 1 - 2 * ratio * image.mean), slope };
}

/** As pixels see it, cycles/px from −½ to ½. */
function folded(frequency: number): number {
  return frequency - Math.round(frequency);
}

/** Whether neither the autocorrelation term nor a sideband reaches half a filter's radius around a frequency. */
function isFree({ x, y }: Frequency, carrier: Frequency, radius: number): boolean {
  const far = (fx: number, fy: number) => {
    const [dx, dy] = [folded(x - fx), folded(y - fy)];
    return Math.sqrt(dx * dx + dy * dy) / radius;
  };
  return far(0, 0) > 2.5 && far(carrier.x, carrier.y) > 1.5 && far(-carrier.x, -carrier.y) > 1.5;
}

/** A copy of the middle of a frame. */
function amid(kernels: Kernels, scope: Scope, { ptr, rows, cols, pitch }: RealPlane): RealPlane {
  const part = scope.real(Math.min(SIDE, rows), Math.min(SIDE, cols));
  const [top, left] = [(rows - part.rows) >> 1, (cols - part.cols) >> 1];
  const from = kernels.floats(ptr, rows * pitch);
  // what lies past its columns is read, too
  const to = kernels.floats(part.ptr, part.rows * part.pitch).fill(0);
  for (let y = 0; y < part.rows; y++) {
    const start = (top + y) * pitch + left;
    to.set(from.subarray(start, start + part.cols), y * part.pitch);
  }
  return part;
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
  const { rows, cols, plane, taper, stepX, stepY } = first;
  const floats = rows * floatsPerRow(plane);
  const [u, v] = [first, second].map((field) => kernels.floats(field.plane.ptr, floats)) as [
    Float32Array,
    Float32Array,
  ];
  const [edgeX, edgeY] = [Math.ceil(taper / stepX), Math.ceil(taper / stepY)];
  let [along, squares, all, power, count] = [0, 0, 0, 0, 0];
  for (let row = edgeY; row < rows - edgeY; row++)
    for (let col = edgeX; col < cols - edgeX; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      const [re, im] = [u[at]!, u[at + TO_IMAGINARY]!];
      const [vRe, vIm] = [v[at]!, v[at + TO_IMAGINARY]!];
      along += (re * re - im * im) * vRe + 2 * re * im * vIm;
      const own = re * re + im * im;
      squares += own * own;
      power += own;
      all += vRe * vRe + vIm * vIm;
      count++;
    }
  if (count === 0 || squares === 0 || all === 0) return { ratio: 0, share: 0, swing: 0 };
  const share = ((along / squares) * along) / all;
  return { ratio: along / squares, share, swing: Math.sqrt(power / count) };
}

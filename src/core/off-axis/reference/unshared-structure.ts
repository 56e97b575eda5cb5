import type { NativeField } from '../../demodulate/demodulate.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';

/** Side of a tile, native samples: some five of the filter’s spots. */
const SIDE = 16;
/** Independent complex numbers in a tile: a round filter that is sampled SAMPLES_PER_CYCLE times lets π/9 of them through. */
const INDEPENDENT = (SIDE * SIDE * Math.PI) / 9;

/** What of a background frame's structure the hologram has nothing of. */
export interface UnsharedStructure {
  /** share of the frame in tiles that hold such structure */
  readonly share: number;
  /** camera pixels: the middle of the tile with most of it; null: there is none */
  readonly place: { readonly x: number; readonly y: number } | null;
}

/**
 * Where a background frame has structure that the hologram lacks. What belongs to the rig is in both frames, whatever the sample adds
 * to it: the slopes of the hologram's phase, regressed on those of the background's, have it once. What lay in the beam when the
 * background frame was taken, and no more, they have not at all, and dividing leaves its negative. Judged in tiles whose slopes, less
 * what those have that three quarters exceed (noise), stand out; with two standard errors the regression has to be nearer to none than to a half.
 * @param hologram before it is divided
 * @param margin native samples at each edge that are left out
 * @param settings `standsOut`: power over a calm tile's from where on there is structure
 */
export function unsharedStructure(
  kernels: Kernels,
  hologram: NativeField,
  reference: NativeField,
  margin: number,
  { standsOut }: { readonly standsOut: number },
): UnsharedStructure {
  const { rows, cols, stepX, stepY } = reference;
  const tiles: { readonly x: number; readonly y: number; readonly sums: Sums }[] = [];
  for (let y = margin; y + SIDE + margin < rows; y += SIDE)
    for (let x = margin; x + SIDE + margin < cols; x += SIDE)
      tiles.push({ x, y, sums: sumsOf(kernels, hologram.plane, reference.plane, x, y) });
  if (tiles.length === 0) return { share: 0, place: null };
  // noise of a phase goes with one over the light
  const usual = Float64Array.from(tiles, ({ sums }) => sums.own * sums.light).sort()[tiles.length >> 2]!;
  const unshared = tiles.filter(({ sums: { own, other, both, light } }) => {
    const calm = usual / light;
    const structure = own - calm;
    const error = Math.sqrt((own * other) / INDEPENDENT);
    return own > standsOut * calm && Math.abs(both) + 2 * error < structure / 2;
  });
  const most = unshared.toSorted((a, b) => b.sums.own - a.sums.own)[0];
  const middle = SIDE / 2;
  return {
    share: unshared.length / tiles.length,
    place: most ? { x: (most.x + middle) * stepX, y: (most.y + middle) * stepY } : null,
  };
}

/** Sums of products of slopes in a tile: the reference's squared, the hologram's squared, and of one with the other; and the dimmer one's light. */
interface Sums {
  readonly light: number;
  readonly own: number;
  readonly other: number;
  readonly both: number;
}

function sumsOf(
  kernels: Kernels,
  hologram: ComplexPlane,
  reference: ComplexPlane,
  x: number,
  y: number,
): Sums {
  let [own, other, both, light] = [0, 0, 0, Infinity];
  for (const along of ['x', 'y'] as const) {
    const [ofHologram, ofReference] = [hologram, reference].map((plane) =>
      slopesOf(kernels, plane, x, y, along),
    );
    ofReference!.slopes.forEach((b, k) => {
      const a = ofHologram!.slopes[k]!;
      own += b * b;
      other += a * a;
      both += b * a;
    });
    light = Math.min(light, ofHologram!.light, ofReference!.light);
  }
  return { own, other, both, light: Math.max(light, Number.MIN_VALUE) };
}

/**
 * Sine of the phase's step from each sample of a tile to the next one, less the tile's mean step, weighted with the light there: dim
 * samples, whose phase is noise, hardly count. rad for small steps. And the mean of that light.
 */
function slopesOf(
  kernels: Kernels,
  plane: ComplexPlane,
  x: number,
  y: number,
  along: 'x' | 'y',
): { readonly slopes: Float64Array; readonly light: number } {
  const pitch = floatsPerRow(plane);
  const field = kernels.floats(plane.ptr, plane.rows * pitch);
  const at = (j: number, i: number) => j * pitch + inRow(i);
  const [real, imaginary] = [new Float64Array(SIDE * SIDE), new Float64Array(SIDE * SIDE)];
  let [sumReal, sumImaginary, power] = [0, 0, 0];
  for (let k = 0; k < real.length; k++) {
    const [j, i] = [y + Math.floor(k / SIDE), x + (k % SIDE)];
    const [here, next] = [at(j, i), along === 'x' ? at(j, i + 1) : at(j + 1, i)];
    const [a, b] = [field[here]!, field[here + TO_IMAGINARY]!];
    const [c, d] = [field[next]!, field[next + TO_IMAGINARY]!];
    real[k] = c * a + d * b;
    imaginary[k] = d * a - c * b;
    sumReal += real[k]!;
    sumImaginary += imaginary[k]!;
    power += a * a + b * b;
  }
  const scale =
    real.length /
    Math.max(power * Math.sqrt(sumReal * sumReal + sumImaginary * sumImaginary), Number.MIN_VALUE);
  const slopes = real.map((re, k) => (imaginary[k]! * sumReal - re * sumImaginary) * scale);
  return { slopes, light: power / real.length };
}

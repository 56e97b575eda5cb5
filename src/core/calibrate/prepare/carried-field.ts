import type { CameraImage } from '../../field/camera.ts';
import type { Frequency } from '../../field/frequency.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { emptyComplex, fastMultiple, transformedFrom, type Complex } from '../model/spectrum.ts';

/** Samples along one axis of a frame: how many, camera pixels from one to the next, and how many pixels there are. */
export interface Along {
  readonly count: number;
  readonly step: number;
  readonly pixels: number;
}

/**
 * What a camera saw of the light on a carrier, of frequencies up to half way to what is not on it, times a window that rises
 * softly from the frame's edges: so nothing from beyond an edge is in it.
 */
export interface CarriedField {
  readonly across: Along;
  readonly down: Along;
  readonly field: Complex;
  readonly window: Float32Array;
  readonly carrier: Frequency;
  /** cycles per camera pixel */
  readonly passed: number;
}

/** Share of a side along which the window rises: it keeps waves apart that go through several turns more or less over a frame. */
const RISE = 1 / 8;
/** Turns over a frame that two waves have to differ by for the window to keep them apart. */
export const LEAST_TURNS = 1 / (2 * RISE);
/** Samples for each that the frequencies which pass ask for. */
const SPARE = 1.2;
/** Camera pixels that are 0 between a frame's end and its start. */
const BETWEEN = 16;

export function carriedField(
  kernels: Kernels,
  { plane, mean }: CameraImage,
  carrier: Frequency,
): CarriedField {
  const { rows, cols, pitch } = plane;
  const passed = passedBeside(carrier);
  const { cos } = kernels.wasm;
  const [riseX, riseY] = [rising(cols, cos), rising(rows, cos)];
  const [wide, tall] = [gridOf(cols), gridOf(rows)];
  const [turnX, turnY] = [turning(kernels, cols, carrier.x), turning(kernels, rows, carrier.y)];
  const values = kernels.floats(plane.ptr, rows * pitch).slice();
  const spectrum = transformedFrom(kernels, [tall, wide], false, (re, im) => {
    re.fill(0);
    im.fill(0);
    for (let row = 0; row < rows; row += 1) {
      const [a, b] = [turnY.re[row]!, turnY.im[row]!];
      for (let col = 0, to = row * wide; col < cols; col += 1, to += 1) {
        const value = riseY[row]! * riseX[col]! * (values[row * pitch + col]! - mean);
        const [c, d] = [turnX.re[col]!, turnX.im[col]!];
        re[to] = value * (a * c - b * d);
        im[to] = -value * (a * d + b * c);
      }
    }
  });
  return carriedOf(kernels, { spectrum, rows: tall, cols: wide }, cols, rows, carrier, passed);
}

/** A spectrum of so many samples along each side. */
interface SampledSpectrum {
  readonly spectrum: Complex;
  readonly rows: number;
  readonly cols: number;
}

/** Of a frame of `width` by `height` pixels, what passes of its spectrum. */
function carriedOf(
  kernels: Kernels,
  from: SampledSpectrum,
  width: number,
  height: number,
  carrier: Frequency,
  passed: number,
): CarriedField {
  const { cos } = kernels.wasm;
  const [across, down] = [alongOf(width, gridOf(width), passed), alongOf(height, gridOf(height), passed)];
  const field = sampled(kernels, from, down, across, passed);
  const soft = (own: Along, rise: (at: number) => number) =>
    Float64Array.from({ length: own.count }, (_, k) => rise(k * own.step));
  const [x, y] = [soft(across, risingAt(width, cos)), soft(down, risingAt(height, cos))];
  const window = Float32Array.from({ length: field.re.length }, (_, i) => {
    return x[i % across.count]! * y[Math.floor(i / across.count)]!;
  });
  return { across, down, field, window, carrier, passed };
}

/**
 * The same of frequencies up to so many cycles per camera pixel alone, on as few samples as these need: of hundreds of waves each is summed over all of
 * them. Itself where that leaves none out.
 */
export function passedWithin(kernels: Kernels, whole: CarriedField, passed: number): CarriedField {
  if (passed >= whole.passed) return whole;
  const { across, down, carrier } = whole;
  return carriedOf(kernels, spectrumOfSamples(kernels, whole), across.pixels, down.pixels, carrier, passed);
}

/** Of what lies between a frame's end and its start, too, where nothing is. */
export function spectrumOfSamples(kernels: Kernels, { across, down, field }: CarriedField): SampledSpectrum {
  const [wide, tall] = [gridOf(across.pixels), gridOf(down.pixels)];
  const [rows, cols] = [Math.round(tall / down.step), Math.round(wide / across.step)];
  const spectrum = transformedFrom(kernels, [rows, cols], false, (re, im) => {
    re.fill(0);
    im.fill(0);
    for (let row = 0; row < down.count; row += 1) {
      const from = row * across.count;
      re.set(field.re.subarray(from, from + across.count), row * cols);
      im.set(field.im.subarray(from, from + across.count), row * cols);
    }
  });
  return { spectrum, rows, cols };
}

/** Camera pixels of a period that a frame and what lies between its end and its start fill. */
function gridOf(pixels: number): number {
  return fastMultiple(pixels + BETWEEN, 2);
}

/** Half way to zero and to the other sideband, which pixels may sample as another frequency. */
export function passedBeside({ x, y }: Frequency): number {
  const turns = [-1, 0, 1];
  const square = (u: number, v: number) => u * u + v * v;
  const others = turns.flatMap((m) => turns.map((n) => square(2 * x - m, 2 * y - n)));
  return Math.sqrt(Math.min(square(x, y), ...others)) / 2;
}

/** The window along an axis of so many pixels, at any place. */
export function risingAt(count: number, cos: (x: number) => number): (at: number) => number {
  return (at) => {
    const t = (Math.min(at, count - 1 - at) + 0.5) / (RISE * count);
    if (t <= 0) return 0;
    return t >= 1 ? 1 : 0.5 - 0.5 * cos(Math.PI * t);
  };
}

function rising(count: number, cos: (x: number) => number): Float64Array {
  const at = risingAt(count, cos);
  return Float64Array.from({ length: count }, (_, k) => at(k));
}

function turning({ wasm: { sin, cos } }: Kernels, count: number, f: number): Complex {
  const angles = Float64Array.from({ length: count }, (_, k) => 2 * Math.PI * (f * k - Math.floor(f * k)));
  return { re: Float32Array.from(angles, cos), im: Float32Array.from(angles, sin) };
}

/** As few samples as the frequencies that pass need. */
function alongOf(pixels: number, whole: number, passed: number): Along {
  const count = Math.min(whole, fastMultiple(Math.ceil(2 * SPARE * passed * whole), 2));
  const step = whole / count;
  return { count: Math.min(count, Math.floor((pixels - 1) / step) + 1), step, pixels };
}

/** The field of the lower frequencies alone, on the samples that lie in the frame. */
function sampled(
  kernels: Kernels,
  { spectrum, rows: high, cols: broad }: SampledSpectrum,
  down: Along,
  across: Along,
  passed: number,
): Complex {
  const [tall, wide] = [gridOf(down.pixels), gridOf(across.pixels)];
  const [rows, cols] = [Math.round(tall / down.step), Math.round(wide / across.step)];
  const share = (rows * cols) / (high * broad);
  const few = transformedFrom(kernels, [rows, cols], true, (re, im) => {
    for (let row = 0, to = 0; row < rows; row += 1) {
      const m = 2 * row < rows ? row : row - rows;
      for (let col = 0; col < cols; col += 1, to += 1) {
        const n = 2 * col < cols ? col : col - cols;
        const [fx, fy] = [n / wide, m / tall];
        const isPassed = fx * fx + fy * fy <= passed * passed;
        const from = ((m + high) % high) * broad + ((n + broad) % broad);
        re[to] = isPassed ? share * spectrum.re[from]! : 0;
        im[to] = isPassed ? share * spectrum.im[from]! : 0;
      }
    }
  });
  const out = emptyComplex(down.count * across.count);
  for (let row = 0; row < down.count; row += 1) {
    const from = row * cols;
    out.re.set(few.re.subarray(from, from + across.count), row * across.count);
    out.im.set(few.im.subarray(from, from + across.count), row * across.count);
  }
  return out;
}

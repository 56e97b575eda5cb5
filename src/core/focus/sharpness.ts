import { COLS_PER_QUAD, wholeQuads } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { ifft2 } from '../fft/fft2.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { AutofocusSettings } from './autofocus-settings.ts';
import { bandLimit, type Sampling } from '../propagate/transfer.ts';

/** Focus metrics of one field; none needs a threshold. */
export interface Sharpness {
  /** Σ|∇u| / √(N Σ|∇u|²) of the complex field: the sparser its edges, the smaller. Smallest in focus. */
  readonly complexVariation: number;
  /** Σ|∇a|² / Σa² of the amplitude: largest in focus for absorbing samples, smallest for pure phase. */
  readonly amplitudeGradient: number;
  /** var(a) / mean(a)² of the amplitude: largest in focus for absorbing samples, smallest for pure phase. */
  readonly amplitudeContrast: number;
  /**
   * Mean of max(0, I / median I − 1)² of the intensity: how much light is brighter than the beam. A thin passive sample
   * makes none, in focus; out of focus fringes and the spots that it throws as a lens do.
   */
  readonly excess: number;
  /** median over mean of the intensity: near 1 where most of the frame is beam, near 0 where it is dark */
  readonly beamShare: number;
}

/**
 * Whether light is brighter than the beam rather than darker. No thin passive sample does that in focus, whatever the
 * pupil rings at its edges: it is the spot behind a lens, or fringes. Of bright parts on dark ground it says nothing: the median
 * pixel, which stands for the beam, is dark there.
 */
export const isBright = ({ excess, amplitudeContrast, beamShare }: Sharpness): boolean =>
  excess > amplitudeContrast && beamShare > 0.5;

/**
 * Which of two fields is that of a sample in focus: the one that varies less, unless it is bright and the other one
 * much less so. The spot behind a strong round lens is a sparser field than the lens. (That the amplitude of a phase
 * object is flattest in focus: Dubois et al., Opt. Express 14, 5895 (2006).)
 */
export function sharper<T extends Sharpness>(
  one: T,
  other: T,
  { clearlyDimmer }: Pick<AutofocusSettings['choice'], 'clearlyDimmer'>,
): T {
  const [sparser, denser] = other.complexVariation < one.complexVariation ? [other, one] : [one, other];
  return isBright(sparser) && denser.excess < clearlyDimmer * sparser.excess ? denser : sparser;
}

/** Bins of the intensity's histogram, which ends at this many times the mean: a median is at most twice the mean. */
const BINS = 4096;
const TOP = 4;

/** A spectrum to be refocused many times, and the room it needs for that. */
export interface Refocuser {
  /** spectrum of the field less `outside`, not padded */
  readonly spectrum: ComplexPlane;
  readonly work: ComplexPlane;
  readonly sampling: Sampling;
  readonly wavelength: number;
  /** what was taken off before the transform */
  readonly outside: { readonly re: number; readonly im: number };
  /** samples at each edge that the metrics leave out */
  readonly margin: number;
}

export function refocuser(
  scope: Scope,
  spectrum: ComplexPlane,
  sampling: Sampling,
  wavelength: number,
  outside: { readonly re: number; readonly im: number },
  margin: number,
): Refocuser {
  const work = scope.complex(spectrum.rows, spectrum.cols);
  return { spectrum, work, sampling, wavelength, outside, margin };
}

/**
 * Metrics of the field propagated by `z` (µm, positive towards the sensor). The spectrum is made once; a distance
 * costs one product and one inverse transform.
 */
export function sharpnessAt(kernels: Kernels, refocus: Refocuser, z: number): Sharpness {
  const { wasm } = kernels;
  const { spectrum, work, sampling, wavelength, outside, margin } = refocus;
  const { rows, cols } = spectrum;
  const extentX = cols * sampling.pitchX;
  const extentY = rows * sampling.pitchY;
  const limitX = bandLimit(wavelength, extentX, z);
  const limitY = bandLimit(wavelength, extentY, z);
  const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
  wasm.applyTransfer(spectrum, work, { ...steps, wavelength, z, limitX, limitY, first: 0, end: work.rows });
  ifft2(kernels, work);
  wasm.takeField(work, work, outside);
  const { bottom, left, right } = {
    bottom: rows - 1 - margin,
    left: wholeQuads(margin),
    right: Math.floor((cols - 1 - margin) / COLS_PER_QUAD) * COLS_PER_QUAD,
  };
  const part = { rowFrom: margin, rowTo: bottom, colFrom: left, colTo: right };
  using scratch = kernels.scope();
  const out = scratch.doubles(6);
  wasm.focusSums(work, out, part);
  const sums = kernels.doubles(out, 6);
  const count = Math.max(1, (bottom - margin) * (right - left));
  const mean = sums[4]! / count;
  const [variation, energy, rise, intensity] = [sums[0]!, sums[1]!, sums[3]!, sums[5]!];
  const median = medianIntensity(kernels, work, part, intensity / count);
  return {
    complexVariation: variation / Math.sqrt(count * energy + 1e-300),
    amplitudeGradient: rise / (intensity + 1e-300),
    amplitudeContrast: (intensity / count - mean * mean) / (mean * mean + 1e-300),
    excess: wasm.sumExcess(work, { ...part, scale: 1 / median }) / count,
    beamShare: (median * count) / (intensity + 1e-300),
  };
}

interface Part {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}

/**
 * By how much a field varies less than another, ln of the ratio of their total variations, and how far the parts of the frame
 * agree in that: the jackknife's standard error.
 * @param zs propagation distances of the one and of the other, µm
 * @param across parts along each side of the frame
 */
export function twinMargin(
  kernels: Kernels,
  refocus: Refocuser,
  zs: readonly [one: number, other: number],
  across: number,
): { readonly margin: number; readonly error: number } {
  const [one, other] = zs.map((z) => {
    sharpnessAt(kernels, refocus, z);
    return sumsByPart(kernels, refocus, across);
  });
  const without = (part: number) => kernels.wasm.log(variationOf(other!, part) / variationOf(one!, part));
  const left = Array.from({ length: across * across }, (_, p) => without(p));
  const mean = left.reduce((a, b) => a + b, 0) / left.length;
  const spread = left.reduce((a, b) => a + (b - mean) * (b - mean), 0);
  return { margin: without(-1), error: Math.sqrt((spread * (left.length - 1)) / left.length) };
}

/** Sum of the gradients' moduli, of their squares, and count of the samples of a part. */
type Sums = readonly [variation: number, energy: number, count: number];

/** Total variation over all parts but one. */
function variationOf(parts: readonly Sums[], without: number): number {
  let [variation, energy, count] = [0, 0, 0];
  parts.forEach((part, p) => {
    if (p === without) return;
    variation += part[0];
    energy += part[1];
    count += part[2];
  });
  return variation / Math.sqrt(count * energy + 1e-300) + 1e-300;
}

/** Of the field that was looked at last. */
function sumsByPart(kernels: Kernels, { work, margin }: Refocuser, across: number): Sums[] {
  using scratch = kernels.scope();
  const out = scratch.doubles(6);
  const cut = (count: number, k: number) => margin + Math.floor(((count - 1 - 2 * margin) * k) / across);
  const quad = (k: number) => Math.floor(cut(work.cols, k) / COLS_PER_QUAD) * COLS_PER_QUAD;
  return Array.from({ length: across * across }, (_, p) => {
    const [j, i] = [Math.floor(p / across), p % across];
    const [rowFrom, rowTo, colFrom, colTo] = [cut(work.rows, j), cut(work.rows, j + 1), quad(i), quad(i + 1)];
    kernels.wasm.focusSums(work, out, { rowFrom, rowTo, colFrom, colTo });
    const [variation, energy] = kernels.doubles(out, 2);
    return [variation!, energy!, (rowTo - rowFrom) * (colTo - colFrom)];
  });
}

/** From a histogram: to about a thousandth of the mean. */
function medianIntensity(kernels: Kernels, field: ComplexPlane, part: Part, mean: number): number {
  if (!(mean > 0)) return 1;
  using scratch = kernels.scope();
  const ptr = scratch.integers(BINS);
  kernels.integers(ptr, BINS).fill(0);
  const perBin = (TOP * mean) / BINS;
  kernels.wasm.countIntensities(field, ptr, { ...part, scale: 1 / perBin, bins: BINS });
  const counts = kernels.integers(ptr, BINS);
  const half = counts.reduce((sum, n) => sum + n, 0) / 2;
  let below = 0;
  let bin = 0;
  while (bin < BINS - 1 && below + counts[bin]! < half) below += counts[bin++]!;
  return (bin + (half - below) / Math.max(1, counts[bin]!)) * perBin;
}

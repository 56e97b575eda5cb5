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
}

/**
 * Whether light is brighter than the beam rather than darker. No thin passive sample does that in focus, whatever the
 * pupil rings at its edges: it is the spot behind a lens, or fringes.
 */
export const isBright = ({ excess, amplitudeContrast }: Sharpness): boolean => excess > amplitudeContrast;

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
  const { run } = kernels;
  const { spectrum, work, sampling, wavelength, outside, margin } = refocus;
  const { rows, cols } = spectrum;
  const extentX = cols * sampling.pitchX;
  const extentY = rows * sampling.pitchY;
  const limitX = bandLimit(wavelength, extentX, z);
  const limitY = bandLimit(wavelength, extentY, z);
  const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
  run.applyTransfer(spectrum, work, { ...steps, wavelength, z, limitX, limitY });
  ifft2(kernels, work);
  run.takeField(work, work, outside);
  const { bottom, left, right } = {
    bottom: rows - 1 - margin,
    left: wholeQuads(margin),
    right: Math.floor((cols - 1 - margin) / COLS_PER_QUAD) * COLS_PER_QUAD,
  };
  const part = { rowFrom: margin, rowTo: bottom, colFrom: left, colTo: right };
  using scratch = kernels.scope();
  const out = scratch.doubles(6);
  run.focusSums(work, out, part);
  const sums = kernels.doubles(out, 6);
  const count = Math.max(1, (bottom - margin) * (right - left));
  const mean = sums[4]! / count;
  const [variation, energy, rise, intensity] = [sums[0]!, sums[1]!, sums[3]!, sums[5]!];
  const scale = 1 / medianIntensity(kernels, work, part, intensity / count);
  return {
    complexVariation: variation / Math.sqrt(count * energy + 1e-300),
    amplitudeGradient: rise / (intensity + 1e-300),
    amplitudeContrast: (intensity / count - mean * mean) / (mean * mean + 1e-300),
    excess: run.sumExcess(work, { ...part, scale }) / count,
  };
}

interface Part {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}

/** From a histogram: to about a thousandth of the mean. */
function medianIntensity(kernels: Kernels, field: ComplexPlane, part: Part, mean: number): number {
  if (!(mean > 0)) return 1;
  using scratch = kernels.scope();
  const ptr = scratch.integers(BINS);
  kernels.integers(ptr, BINS).fill(0);
  const perBin = (TOP * mean) / BINS;
  kernels.run.countIntensities(field, ptr, { ...part, scale: 1 / perBin, bins: BINS });
  const counts = kernels.integers(ptr, BINS);
  const half = counts.reduce((sum, n) => sum + n, 0) / 2;
  let below = 0;
  let bin = 0;
  while (bin < BINS - 1 && below + counts[bin]! < half) below += counts[bin++]!;
  return (bin + (half - below) / Math.max(1, counts[bin]!)) * perBin;
}

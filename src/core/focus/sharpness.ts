import type { ComplexPlane } from '../field/plane.ts';
import { ifft2 } from '../fft/fft.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { bandLimit, type Sampling } from '../propagate/transfer.ts';

/** Focus metrics of one field; none needs a threshold. */
export interface Sharpness {
  /** Σ|∇u| / √(N Σ|∇u|²) of the complex field: the sparser its edges, the smaller. Smallest in focus. */
  readonly complexVariation: number;
  /** Σ|∇a|² / Σa² of the amplitude: largest in focus for absorbing samples, smallest for pure phase. */
  readonly amplitudeGradient: number;
  /** var(a) / mean(a)² of the amplitude: largest in focus for absorbing samples, smallest for pure phase. */
  readonly amplitudeContrast: number;
}

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
  run.applyTransfer(
    spectrum.ptr,
    work.ptr,
    rows,
    cols,
    spectrum.pitchBytes,
    1 / extentX,
    1 / extentY,
    wavelength,
    z,
    bandLimit(wavelength, extentX, z),
    bandLimit(wavelength, extentY, z),
  );
  ifft2(kernels, work);
  run.takeField(work.ptr, work.pitchBytes, rows, cols, outside.re, outside.im, work.ptr, work.pitchBytes);
  const left = Math.ceil(margin / 4) * 4;
  const right = Math.floor((cols - 1 - margin) / 4) * 4;
  const bottom = rows - 1 - margin;
  using scratch = kernels.scope();
  const out = scratch.block(48);
  run.focusSums(work.ptr, work.pitchBytes, margin, bottom, left, right, out);
  const sums = kernels.doubles(out, 6);
  const count = Math.max(1, (bottom - margin) * (right - left));
  const mean = sums[4]! / count;
  return {
    complexVariation: sums[0]! / Math.sqrt(count * sums[1]! + 1e-300),
    amplitudeGradient: sums[3]! / (sums[5]! + 1e-300),
    amplitudeContrast: (sums[5]! / count - mean * mean) / (mean * mean + 1e-300),
  };
}

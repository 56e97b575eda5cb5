import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { partOf, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import { ifft2 } from '../../fft/fft2.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { bandLimit, type Sampling } from '../../propagate/transfer.ts';
import { contrastSettings } from '../optics/contrast-settings.ts';
import { contrastSpectrum } from '../optics/contrast-spectrum.ts';
import { alignSettings, type AlignSettings } from './align-settings.ts';

/** Lateral drift of a frame against the first: its features lie this far to the right and below, px. */
export interface Drift {
  readonly x: number;
  readonly y: number;
  /** height of the correlation's peak over its rms elsewhere */
  readonly peak: number;
}

/**
 * Lateral drift between holograms of one object at different distances: the correlation of the frames propagated to a
 * common plane, with spectra mostly whitened so that fine detail counts. It is done twice, the second time on the parts
 * that show the same content, so that the frames' edges do not pull; the peak is found to a fraction of a pixel by
 * evaluating the correlation between the samples (Guizar-Sicairos et al., doi:10.1364/OL.33.000156).
 * @param amplitudes of one size, 1 = no sample
 * @param distances µm, sample to sensor
 * @param noiseSigma standard deviation of the amplitudes' noise
 */
export function registerFrames(
  kernels: Kernels,
  amplitudes: readonly RealPlane[],
  distances: readonly number[],
  sampling: Sampling,
  wavelength: number,
  noiseSigma: number,
  onFrame: (k: number) => void = () => {},
  settings: AlignSettings = alignSettings,
): Drift[] {
  const optics = { sampling, wavelength, noiseSigma, settings };
  const frame = (k: number) => ({ amplitude: amplitudes[k]!, z: distances[k]! });
  return amplitudes.map((_, k) => {
    if (k === 0) return { x: 0, y: 0, peak: Infinity };
    onFrame(k);
    const rough = correlate(kernels, frame(0), frame(k), optics);
    const x = Math.round(rough.x);
    const y = Math.round(rough.y);
    const rest = correlate(kernels, overlap(frame(0), -x, -y), overlap(frame(k), x, y), optics);
    return { x: x + rest.x, y: y + rest.y, peak: rest.peak };
  });
}

interface Placed {
  readonly amplitude: RealPlane;
  readonly z: number;
}

interface Optics {
  readonly sampling: Sampling;
  readonly wavelength: number;
  readonly noiseSigma: number;
  readonly settings: AlignSettings;
}

/** The part of a frame whose content another, that lies (x, y) px to the left and above, also shows. */
function overlap({ amplitude, z }: Placed, x: number, y: number): Placed {
  const from = { row: Math.max(0, y), col: Math.max(0, x) };
  const { rows, cols } = amplitude;
  return { amplitude: partOf(amplitude, from, rows - Math.abs(y), cols - Math.abs(x)), z };
}

/** Share of the frame's sides within which drifts are looked for. */
const LARGEST_DRIFT = 1 / 6;

function correlate(kernels: Kernels, one: Placed, other: Placed, optics: Optics): Drift {
  using scope = kernels.scope();
  const [first, second] = [one, other].map(
    ({ amplitude }) =>
      contrastSpectrum(kernels, scope, amplitude, optics, optics.noiseSigma, contrastSettings).spectrum,
  ) as [ComplexPlane, ComplexPlane];
  const cross = scope.complex(first.rows, first.cols);
  transferBetween(kernels, cross, one.z, other.z, optics);
  crossPower(kernels, first, second, cross);
  const coarse = coarsePeak(kernels, cross, LARGEST_DRIFT);
  return { ...sharpen(kernels, cross, coarse), peak: coarse.peak };
}

/** H(f) from one frame's plane to the other's, within what both frames sample. */
function transferBetween(
  kernels: Kernels,
  plane: ComplexPlane,
  from: number,
  to: number,
  { sampling, wavelength }: Optics,
): void {
  const extentX = plane.cols * sampling.pitchX;
  const extentY = plane.rows * sampling.pitchY;
  const farthest = Math.max(Math.abs(from), Math.abs(to));
  const limitX = bandLimit(wavelength, extentX, farthest);
  const limitY = bandLimit(wavelength, extentY, farthest);
  const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
  kernels.wasm.applyTransfer(null, plane, {
    ...steps,
    wavelength,
    z: to - from,
    limitX,
    limitY,
    first: 0,
    end: plane.rows,
  });
}

/** Index of the real part of a sample; its imaginary part lies 4 floats on. */
function place(plane: ComplexPlane, row: number, col: number): number {
  return row * floatsPerRow(plane) + inRow(col);
}

/**
 * cross ← Re(cross) · X / |X|^¾, X = conj(A) · B. With contrasts A = 2 (â cos χ₁ + φ̂ sin χ₁), B alike, X is
 * 4 |â|² cos χ₁ cos χ₂ + 4 |φ̂|² sin χ₁ sin χ₂ and more of random sign; times Re H = cos(χ₁ − χ₂) both terms are positive
 * on average, whatever the kind of object.
 */
function crossPower(kernels: Kernels, first: ComplexPlane, second: ComplexPlane, cross: ComplexPlane): void {
  const length = floatsIn(first);
  const a = kernels.floats(first.ptr, length);
  const b = kernels.floats(second.ptr, length);
  const out = kernels.floats(cross.ptr, length);
  for (let row = 0; row < cross.rows; row++)
    for (let col = 0; col < cross.cols; col++) {
      const at = place(cross, row, col);
      const re = a[at]! * b[at]! + a[at + TO_IMAGINARY]! * b[at + TO_IMAGINARY]!;
      const im = a[at]! * b[at + TO_IMAGINARY]! - a[at + TO_IMAGINARY]! * b[at]!;
      const root = Math.sqrt(Math.sqrt(re * re + im * im));
      const weight = out[at]! / (root * Math.sqrt(root) + 1e-30);
      out[at] = re * weight;
      out[at + TO_IMAGINARY] = im * weight;
    }
}

function coarsePeak(kernels: Kernels, cross: ComplexPlane, largest: number): Drift {
  using scope = kernels.scope();
  const correlation = scope.complex(cross.rows, cross.cols);
  const bytes = cross.rows * cross.pitchBytes;
  kernels.bytes(correlation.ptr, bytes).set(kernels.bytes(cross.ptr, bytes));
  ifft2(kernels, correlation);
  return highest(kernels, correlation, largest);
}

/**
 * The largest real part within the drifts looked for.
 * @param largest share of the sides
 */
function highest(kernels: Kernels, correlation: ComplexPlane, largest: number): Drift {
  const { rows, cols } = correlation;
  const values = kernels.floats(correlation.ptr, floatsIn(correlation));
  const farX = Math.floor(largest * cols);
  const farY = Math.floor(largest * rows);
  let best = { x: 0, y: 0, value: -Infinity };
  let squares = 0;
  for (let y = -farY; y <= farY; y++)
    for (let x = -farX; x <= farX; x++) {
      const value = values[place(correlation, (y + rows) % rows, (x + cols) % cols)]!;
      squares += value * value;
      if (value > best.value) best = { x, y, value };
    }
  const rms = Math.sqrt(squares / ((2 * farX + 1) * (2 * farY + 1)));
  return { x: best.x, y: best.y, peak: rms > 0 ? best.value / rms : 0 };
}

/** px: the parabola through samples so far apart comes close enough for the last step to settle. */
const FIRST_STEP = 0.25;
/** px: what the search is precise to, so moving a frame by less gains nothing. */
export const FINEST_STEP = 0.05;

/** The correlation's maximum near a sample, from its values between the samples. */
function sharpen(kernels: Kernels, cross: ComplexPlane, from: Drift): { x: number; y: number } {
  let { x, y } = from;
  for (const step of [FIRST_STEP, FINEST_STEP]) {
    const at = (dx: number, dy: number) => correlationAt(kernels, cross, x + dx * step, y + dy * step);
    for (let moved = true, count = 0; moved && count < 8; count++) {
      const here = at(0, 0);
      const [left, right, up, down] = [at(-1, 0), at(1, 0), at(0, -1), at(0, 1)];
      const toX = vertex(left, here, right);
      const toY = vertex(up, here, down);
      x += toX * step;
      y += toY * step;
      moved = Math.abs(toX) === 1 || Math.abs(toY) === 1;
    }
  }
  return { x, y };
}

/** Where the parabola through three values a step apart has its maximum, −1 … 1 steps from the middle. */
function vertex(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after;
  if (!(bend < 0)) return before > after ? -1 : 1;
  return Math.max(-1, Math.min(1, (before - after) / (2 * bend)));
}

/** Re Σ X(f) exp(2πi f · s) */
function correlationAt(kernels: Kernels, cross: ComplexPlane, x: number, y: number): number {
  const { rows, cols } = cross;
  const values = kernels.floats(cross.ptr, floatsIn(cross));
  const alongX = turns(kernels, cols, x);
  const alongY = turns(kernels, rows, y);
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    let re = 0;
    let im = 0;
    for (let col = 0; col < cols; col++) {
      const at = place(cross, row, col);
      const c = alongX[2 * col]!;
      const s = alongX[2 * col + 1]!;
      re += values[at]! * c - values[at + TO_IMAGINARY]! * s;
      im += values[at]! * s + values[at + TO_IMAGINARY]! * c;
    }
    sum += re * alongY[2 * row]! - im * alongY[2 * row + 1]!;
  }
  return sum;
}

/** cos and sin of 2π f · shift for every frequency of a side, in FFT order. */
export function turns(kernels: Kernels, count: number, shift: number): Float64Array {
  const out = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * (k < (count + 1) >> 1 ? k : k - count) * shift) / count;
    out[2 * k] = kernels.wasm.cos(angle);
    out[2 * k + 1] = kernels.wasm.sin(angle);
  }
  return out;
}

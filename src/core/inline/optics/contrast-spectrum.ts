import type { FloatsAt } from '../../kernel/addresses.ts';
import type { ComplexPlane, RealPlane } from '../../kernel/plane.ts';
import { fastSize } from '../../fft/fast-size.ts';
import { fft2 } from '../../fft/fft2.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { Sampling } from '../../propagate/transfer.ts';
import type { ContrastSettings } from './contrast-settings.ts';

/** Power of a hologram's contrast on rings of its spectrum. */
export interface RingPower {
  /** cycles/µm, the middles of the rings, ascending */
  readonly frequency: Float64Array;
  /** cycles/µm, of one ring */
  readonly width: number;
  /** mean of |F|² over each ring */
  readonly power: Float64Array;
  /** samples in each ring */
  readonly count: Float64Array;
  /** the part of the power that is noise */
  readonly noise: number;
}

/** Spectrum of the hologram's contrast (I − 1)/2, weighted so that what is mostly noise is left out. */
export interface ContrastSpectrum {
  readonly spectrum: ComplexPlane;
  readonly sampling: Sampling;
  /** samples of the grid that the frame fills */
  readonly rows: number;
  readonly cols: number;
  /** cycles/µm within which most of the contrast's gradient lies: what the depth of field follows from */
  readonly radius: number;
  /** cycles/µm that hold nearly all of it: what a grid must carry */
  readonly reach: number;
  /** share of the power that is signal, 0 where the frame holds nothing but noise */
  readonly signalShare: number;
  /** rms of the contrast (I − 1)/2 over the frame, noise taken out */
  readonly strength: number;
  /** of the gradient's energy, weighted, within so many cycles/µm: what is noise of it */
  readonly noiseOfGradient: (reach: number) => number;
  /** of the contrast, noise and all */
  readonly rings: RingPower;
}

/** Finer than any envelope of a spectrum. */
const RINGS = 256;

export interface ContrastOptics {
  readonly sampling: Sampling;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
}

/**
 * Waves travel up to 1 / λ: what the contrast holds beyond is noise that is not white, such as a lossy camera's, and is
 * left out with the aliases.
 * @param noiseSigma standard deviation of the amplitude's noise
 */
export function contrastSpectrum(
  kernels: Kernels,
  scope: Scope,
  amplitude: RealPlane,
  { sampling, wavelength }: ContrastOptics,
  noiseSigma: number,
  settings: ContrastSettings,
): ContrastSpectrum {
  const { wasm } = kernels;
  const { rows, cols } = amplitude;
  const spectrum = scope.complex(fastSize(rows), fastSize(cols));
  using scratch = kernels.scope();
  const wx = scratch.floats(cols + 4);
  const wy = scratch.floats(rows + 4);
  wasm.taperWindow(wx, { count: cols, width: settings.taper * cols });
  wasm.taperWindow(wy, { count: rows, width: settings.taper * rows });
  wasm.contrastOf(amplitude, wx, wy, spectrum);
  fft2(kernels, spectrum);
  const energy = squares(kernels, wx, cols) * squares(kernels, wy, rows);
  const pitch = Math.max(sampling.pitchX, sampling.pitchY);
  const highest = Math.min(settings.highest, pitch / wavelength);
  const weight = ringWeights(kernels, spectrum, noiseSigma * noiseSigma * energy, { ...settings, highest });
  const table = scratch.floats(RINGS);
  kernels.floats(table, RINGS).set(weight.table);
  wasm.weightRings(spectrum, table, { rings: RINGS, step: 0.5 / RINGS });
  const { signalShare } = weight;
  const lowest = settings.light / Math.min(rows, cols);
  // Parseval: Σ|F|² = samples · Σ f²
  const samples = spectrum.rows * spectrum.cols;
  return {
    spectrum,
    sampling,
    rows,
    cols,
    radius: weight.radius / pitch,
    reach: weight.reach / pitch,
    signalShare,
    strength: Math.sqrt(weight.signal / samples / energy),
    noiseOfGradient: (reach) => weight.noiseWithin(reach * pitch),
    rings: ringPower(weight.rings, lowest, highest, pitch),
  };
}

function squares(kernels: Kernels, window: FloatsAt, count: number): number {
  return kernels.floats(window, count).reduce((sum, w) => sum + w * w, 0);
}

/** Wiener weights from the rings' mean power; radii in cycles per sample. */
function ringWeights(kernels: Kernels, spectrum: ComplexPlane, noise: number, settings: ContrastSettings) {
  using scratch = kernels.scope();
  const sums = scratch.doubles(RINGS);
  const counts = scratch.integers(RINGS);
  kernels.wasm.fillBytes(sums, { value: 0, bytes: RINGS * 8 });
  kernels.wasm.fillBytes(counts, { value: 0, bytes: RINGS * 4 });
  kernels.wasm.sumRings(spectrum, sums, counts, { rings: RINGS, step: 0.5 / RINGS });
  const bins = kernels.integers(counts, RINGS).slice();
  const power = kernels.doubles(sums, RINGS).map((sum, r) => sum / Math.max(1, bins[r]!));
  // Contrast vanishes on rings, in focus most regularly: the weight follows the envelope, not the rings.
  const envelope = power.slice();
  for (let r = RINGS - 2; r >= 0; r--) envelope[r] = Math.max(envelope[r]!, envelope[r + 1]!);
  const frequency = (r: number) => (r + 0.5) * (0.5 / RINGS);
  const table = envelope.map((p, r) =>
    frequency(r) < settings.highest && p > 0 ? Math.max(0, 1 - ((1 + settings.noiseMargin) * noise) / p) : 0,
  );
  const gradient = table.map((w, r) => w * w * power[r]! * bins[r]! * frequency(r) * frequency(r));
  const within = (share: number) => {
    const target = share * gradient.reduce((a, b) => a + b, 0);
    let sum = 0;
    let r = 0;
    while (r < RINGS - 1 && (sum += gradient[r]!) < target) r++;
    return frequency(r);
  };
  const noiseWithin = (reach: number) => {
    const inside = (one: Float64Array) =>
      one.reduce((sum, g, r) => (frequency(r) < reach ? sum + g : sum), 0);
    const ofNoise = table.map((w, r) => w * w * noise * bins[r]! * frequency(r) * frequency(r));
    return Math.min(1, inside(ofNoise) / Math.max(1e-300, inside(gradient)));
  };
  const all = power.reduce((sum, p, r) => sum + p * bins[r]!, 0);
  const kept = power.reduce((sum, p, r) => sum + table[r]! * p * bins[r]!, 0);
  return {
    table,
    radius: within(settings.radiusShare),
    reach: within(settings.reachShare),
    noiseWithin,
    signal: kept,
    signalShare: all > 0 ? kept / all : 0,
    rings: { power, bins, noise },
  };
}

/** The rings between two frequencies, cycles per sample. */
function ringPower(
  { power, bins, noise }: { power: Float64Array; bins: Int32Array; noise: number },
  lowest: number,
  highest: number,
  pitch: number,
): RingPower {
  const width = 0.5 / RINGS;
  const used = Array.from(power, (_, r) => r).filter((r) => {
    const frequency = (r + 0.5) * width;
    return frequency > lowest && frequency < highest && bins[r]! > 0;
  });
  return {
    frequency: Float64Array.from(used, (r) => ((r + 0.5) * width) / pitch),
    width: width / pitch,
    power: Float64Array.from(used, (r) => power[r]!),
    count: Float64Array.from(used, (r) => bins[r]!),
    noise,
  };
}

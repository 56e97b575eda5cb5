import type { Kernels } from '../../kernel/kernels.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { RetrievalFrame } from '../retrieve/sensor-model.ts';
import { labelTiles } from './sample-free.ts';
import { seenField } from './seen-field.ts';
import { BLUR_RINGS, ringsAbout, windowAbout, type PlaceWindow } from './spectrum-about.ts';

/** What light of a wide source, or of many colours, and pixels that are areas do to the detail of a sample. */
export interface LightBlur {
  /** samples: standard deviation of the bell that blurs as much */
  readonly width: number;
  readonly parts: readonly BlurredPart[];
}

export interface BlurredPart {
  readonly window: PlaceWindow;
  /** cycles per sample up to which the frame shows the part; 0: it does not */
  readonly highest: number;
  /** whether a lens's rim ends it there: then there is nothing beyond */
  readonly cut: boolean;
}

/** So many parts are asked each for itself, the largest first, and the others together. */
const MOST_PARTS = 100;
/** Cycles per sample: below, a spectrum is that of the places that were looked at, and above, it holds aliases. */
const LOWEST = 0.06;
const HIGHEST = 0.47;
/** Share of the noise that a ring must have beyond it. */
const LEAST_SIGNAL = 0.5;
/** Shares of the frequencies that show the sample up to which its law is asked, and the fewest rings that tell one. */
const ENDS = [1, 0.85, 0.7] as const;
const LEAST_RINGS = 6;

/**
 * How wide light blurs a frame, by how its sample's spectrum falls: that of points, lines, edges and clouds falls with a power of the
 * frequency, and light of a source that is wide takes from it what a bell does, more and more. So a power of each part of the sample and a bell of
 * all are fitted to the spectra of what the frames show about the parts in their plane, where stray light of other planes is spread out.
 * @param sample 1 for tiles that hold sample
 * @param noiseSigma of the amplitudes
 * @returns null where the frames do not say that there is such a blur
 */
export function lightBlur(
  kernels: Kernels,
  field: ComplexPlane,
  frames: readonly Pick<RetrievalFrame, 'amplitude' | 'z'>[],
  optics: SensorOptics,
  { tiles, sample }: { readonly tiles: number; readonly sample: ArrayLike<number> },
  noiseSigma: number,
): LightBlur | null {
  const apart = partsAbout(sample, tiles).sort((a, b) => b.length - a.length);
  const rest = apart.slice(MOST_PARTS).flat();
  const parts = [...apart.slice(0, MOST_PARTS), ...(rest.length > 0 ? [rest] : [])];
  const windows = parts.map((about) => windowAbout(kernels, optics, tiles, about));
  const powers = windows.map(() => new Float64Array(BLUR_RINGS));
  for (const { amplitude, z } of frames) {
    using scope = kernels.scope();
    const wave = seenField(kernels, scope, field, { amplitude, z }, optics);
    windows.forEach((window, k) => {
      ringsAbout(kernels, wave, window).forEach((sum, r) => (powers[k]![r]! += sum / frames.length));
    });
  }
  const { bell, ends } = bellOf(kernels, powers, noiseSigma * noiseSigma);
  if (!(bell > 0)) return null;
  // the power of what a bell blurs falls with exp(−4π²σ²f²)
  const width = Math.sqrt(bell) / (2 * Math.PI);
  return { width, parts: windows.map((window, k) => ({ window, ...ends[k]! })) };
}

/**
 * See {@link lightBlur}. A lens's rim cuts a spectrum off: it ends there, and only as much of a bell counts as spectra say as well without their upper ends.
 * @param powers of the rings up to half a cycle per sample of each part
 * @returns c ≥ 0 of ln S = a − p ln f − c f², p ≥ 0, with a and p of each part; and cycles per sample up to which each is shown
 */
export function bellOf(
  kernels: Kernels,
  powers: readonly Float64Array[],
  noise: number,
): { readonly bell: number; readonly ends: readonly Omit<BlurredPart, 'window'>[] } {
  const shown = powers.map((power) => {
    const frequency = power.map((_, r) => ((r + 0.5) * 0.5) / power.length);
    const signal = power.map((sum) => sum - noise);
    const first = frequency.findIndex((f) => f > LOWEST);
    let end = first;
    while (end < power.length && frequency[end]! < HIGHEST && signal[end]! > LEAST_SIGNAL * noise) end += 1;
    const rim = rimOf(signal.subarray(0, end), first);
    return { frequency, signal, first, end: Math.min(end, rim), cut: rim < end };
  });
  const bells = ENDS.map((share) => {
    const laws = shown.flatMap(({ frequency, signal, first, end }) => {
      const last = Math.round(share * end);
      if (last - first < LEAST_RINGS) return [];
      return [new PartLaw(kernels, frequency.subarray(first, last), signal.subarray(first, last), noise)];
    });
    return commonBell(laws);
  });
  const ends = shown.map(({ frequency, first, end, cut }) => ({
    highest: end - first < LEAST_RINGS ? 0 : frequency[end - 1]!,
    cut,
  }));
  return { bell: Math.min(...bells), ends };
}

/** From one ring to the next but one no light of a source falls so: a bell of 1.8 samples would at the highest frequencies, a lens's rim does anywhere. */
const FALL = 4;

/** The ring after which a spectrum has fallen by that for good; their number where it does not. */
function rimOf(signal: Float64Array, first: number): number {
  const envelope = signal.slice();
  for (let r = envelope.length - 2; r >= 0; r -= 1) envelope[r] = Math.max(envelope[r]!, envelope[r + 1]!);
  for (let r = first; r < envelope.length - 2; r += 1)
    if (envelope[r]! > FALL * envelope[r + 2]!) return r + 1;
  return envelope.length;
}

/** Parts whose spectrum would rise with a power of the frequency have that of points; what that changes of the others settles soon. */
const ROUNDS = 4;

function commonBell(laws: readonly PartLaw[]): number {
  let bell = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sum = (of: (law: PartLaw) => number) => laws.reduce((total, law) => total + of(law), 0);
    const squares = sum((law) => law.square);
    bell = squares > 0 ? Math.max(0, sum((law) => law.product) / squares) : 0;
    for (const law of laws) law.keepFalling(bell);
  }
  return bell;
}

/** A part's fit with what all parts have in common left open. */
class PartLaw {
  /** of −f² and of ln S, less what the part's own terms explain of them */
  square = 0;
  product = 0;
  readonly #weights: Float64Array;
  readonly #powers: Float64Array;
  readonly #squares: Float64Array;
  readonly #logs: Float64Array;

  constructor({ wasm }: Kernels, frequency: Float64Array, signal: Float64Array, noise: number) {
    this.#weights = signal.map((s) => (s * s) / ((s + noise) * (s + noise)));
    this.#powers = this.#centred(frequency.map((f) => -wasm.log(f)));
    this.#squares = this.#centred(frequency.map((f) => -f * f));
    this.#logs = this.#centred(signal.map((s) => wasm.log(s)));
    this.#explain(true);
  }

  /** With a bell: whether the part's own power is to be that of points, 0, as it would be less than that. */
  keepFalling(bell: number): void {
    const rest = this.#logs.map((one, i) => one - bell * this.#squares[i]!);
    this.#explain(this.#dot(this.#powers, rest) > 0);
  }

  #explain(falls: boolean): void {
    const of = (a: Float64Array, b: Float64Array) => {
      const all = this.#dot(a, b);
      if (!falls) return all;
      return (
        all -
        (this.#dot(a, this.#powers) * this.#dot(b, this.#powers)) / this.#dot(this.#powers, this.#powers)
      );
    };
    this.square = of(this.#squares, this.#squares);
    this.product = of(this.#squares, this.#logs);
  }

  #dot(a: Float64Array, b: Float64Array): number {
    return a.reduce((sum, one, i) => sum + this.#weights[i]! * one * b[i]!, 0);
  }

  #centred(values: Float64Array): Float64Array {
    const [sum, all] = [this.#weights.reduce((total, w, i) => total + w * values[i]!, 0), this.#weights];
    const mean = sum / all.reduce((total, w) => total + w, 0);
    return values.map((one) => one - mean);
  }
}

/** The tiles of each part of a sample, and those that touch it; what is two tiles away belongs to it. */
function partsAbout(sample: ArrayLike<number>, tiles: number): number[][] {
  const marks = new Uint8Array(tiles * tiles);
  for (let t = 0; t < marks.length; t += 1) if (sample[t]) for (const one of around(t, tiles)) marks[one] = 1;
  const { labels, count } = labelTiles(marks, tiles, around);
  const parts: number[][] = Array.from({ length: count }, () => []);
  for (let t = 0; t < labels.length; t += 1) if (labels[t]! > 0) parts[labels[t]! - 1]!.push(t);
  return parts;
}

/** A tile and those that touch it, corners too. */
function around(t: number, tiles: number): number[] {
  const [y, x] = [Math.floor(t / tiles), t % tiles];
  const out: number[] = [];
  for (let j = Math.max(0, y - 1); j <= Math.min(tiles - 1, y + 1); j += 1)
    for (let i = Math.max(0, x - 1); i <= Math.min(tiles - 1, x + 1); i += 1) out.push(j * tiles + i);
  return out;
}

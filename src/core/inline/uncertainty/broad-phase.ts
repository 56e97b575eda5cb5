import type { Kernels } from '../../kernel/kernels.ts';
import { phaseBlindBelow } from '../background/phase-background.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { mean } from '../retrieve/exposure.ts';
import type { SampleFree } from './sample-free.ts';

/** What of a frame tells of broad phase. */
export interface BroadInput {
  readonly optics: SensorOptics;
  /** µm, and see {@link unexplainedRest}, of each frame that tells */
  readonly distances: readonly number[];
  readonly rests: readonly Float64Array[];
  /** of the camera, in the amplitude of a pixel */
  readonly noise: number;
  /** cycles per side of the frame: up to here the light was estimated from it, so that nothing shows, … */
  readonly ofLight: number;
  /** … and the phase was taken out of the field */
  readonly removed: number;
  /** amplitude that a radian makes where it still shows: the light is not known to less */
  readonly leastContrast: number;
  /** standard deviations of chance by which contrast clearly falls */
  readonly clear: number;
  /** whether a background frame shows the light: else it is what broad contrast is taken for, unless that clearly rises */
  readonly isLightKnown: boolean;
}

/** What broad phase is open by, all over a frame. */
export interface BroadPhase {
  /** rad */
  readonly sigma: number;
  /** µm where pitch and distance are measured: where its autocorrelation has fallen to 1/e */
  readonly length: number;
  /** whether the contrast is taken for light: see {@link isLight} */
  readonly asLight: boolean;
}

/** cycles per side */
interface Wave {
  readonly u: number;
  readonly v: number;
}

interface Mode extends Wave {
  /** rad², of it and its conjugate */
  readonly power: number;
}

interface ShownMode extends Mode {
  /** sin χ */
  readonly contrast: number;
}

/**
 * What the frame leaves open of broad phase. Of absorption a and phase φ it records a cos χ + φ sin χ (Guigay, Optik 49, 121 (1977)),
 * and below the blind frequency light that is a little uneven and a little absorption look like much phase; total variation takes
 * them for the cheaper. What of the broad contrast beside the sample the field has as absorption, and what it leaves of the
 * frame, would be as well a phase of so much over sin χ: mode by mode, what the camera's noise comes to taken off. Where nothing shows, as the
 * light was estimated from the frame or is not known to what a radian makes, as much is open as in the slowest octave that does.
 */
export function broadPhase(kernels: Kernels, free: SampleFree, input: BroadInput): BroadPhase | null {
  const { optics, ofLight, removed, leastContrast, clear } = input;
  const seen = contrastBeside(kernels, free, input.rests);
  if (seen === null) return null;
  const side = { x: optics.cols * optics.sampling.pitchX, y: optics.rows * optics.sampling.pitchY };
  const blind = phaseBlindBelow(optics.wavelength, input.distances);
  const square = ({ u, v }: Wave) => (u * u) / (side.x * side.x) + (v * v) / (side.y * side.y);
  const modes = wavesBelow(free.tiles, { x: blind * side.x, y: blind * side.y })
    .filter(({ u, v }) => radius(u, v) > removed)
    .map((wave) => ({ ...wave, contrast: contrastOf(kernels, input, square(wave)) }));
  const shows = ({ u, v, contrast }: (typeof modes)[number]) =>
    radius(u, v) > ofLight && contrast >= leastContrast;
  const transform = transformOf(kernels, seen.values, free.tiles);
  const area = free.tiles * free.tiles;
  const ofNoise = (input.noise * input.noise) / (optics.rows * optics.cols);
  const shown = modes.filter(shows).map(({ u, v, contrast }) => {
    const power = transform(u, v) / (seen.squares * area) - ofNoise;
    return { u, v, contrast, power: (2 * power) / (contrast * contrast) };
  });
  const slowest = shown.reduce((least, { u, v }) => Math.min(least, radius(u, v)), Infinity);
  const slow = shown.filter(({ u, v }) => radius(u, v) < OCTAVE * slowest);
  const ofSlow = slow.length > 0 ? total(slow) / slow.length : 0;
  const hidden = modes.filter((mode) => !shows(mode)).map(({ u, v }) => ({ u, v, power: ofSlow }));
  const all = [...shown, ...hidden];
  const variance = total(all);
  if (!(variance > 0)) return null;
  // a Gaussian autocorrelation exp(−r²/ℓ²) has the mean square frequency 1/(πℓ)²
  const positive = all.filter(({ power }) => power > 0);
  const squares = positive.reduce((sum, wave) => sum + wave.power * square(wave), 0);
  const length = Math.sqrt(total(positive) / squares) / Math.PI;
  return { sigma: Math.sqrt(variance), length, asLight: isLight(shown, clear, input.isLightKnown) };
}

/**
 * Whether broad contrast is taken for light. Slower waves have clearly more of it than faster ones, in the mean of either half on a
 * logarithmic scale, where it is of light or of what absorbs: that of a phase goes with sin χ, and falls only where nearly all of it is slower than
 * the frame. Where one frame alone shows the light, its unevenness is the rule, and contrast is light's unless faster waves clearly have more. The
 * power of a wave scatters by itself.
 */
function isLight(shown: readonly ShownMode[], clear: number, isLightKnown: boolean): boolean {
  const radii = shown.map(({ u, v }) => radius(u, v));
  const middle = Math.sqrt(Math.min(...radii) * Math.max(...radii));
  const recorded = (half: (of: number) => boolean) =>
    shown.filter(({ u, v }) => half(radius(u, v))).map(({ power, contrast }) => power * contrast * contrast);
  const [slow, fast] = [recorded((of) => of <= middle), recorded((of) => of > middle)];
  const chance = 1 + clear * Math.sqrt(1 / slow.length + 1 / fast.length);
  if (slow.length === 0 || fast.length === 0) return !isLightKnown;
  return isLightKnown ? mean(slow) > chance * mean(fast) : !(mean(fast) > chance * mean(slow));
}

/** sin χ, in the mean of the frames. */
function contrastOf({ wasm }: Kernels, { optics, distances }: BroadInput, squareFrequency: number): number {
  const sines = distances.map((z) => wasm.sin(Math.PI * optics.wavelength * Math.abs(z) * squareFrequency));
  return mean(sines);
}

/** As wide as what stands for the modes that do not show. */
const OCTAVE = 2;

function total(modes: readonly Mode[]): number {
  return modes.reduce((sum, { power }) => sum + power, 0);
}

function radius(u: number, v: number): number {
  return Math.sqrt(u * u + v * v);
}

/** Half of the plane of frequencies, as the other half is its conjugate. */
function wavesBelow(tiles: number, blind: { readonly x: number; readonly y: number }): Wave[] {
  const waves: Wave[] = [];
  const most = (of: number) => Math.min(Math.floor(of), (tiles - 1) >> 1);
  for (let v = 0; v <= most(blind.y); v += 1)
    for (let u = v === 0 ? 1 : -most(blind.x); u <= most(blind.x); u += 1)
      if (radius(u / blind.x, v / blind.y) <= 1) waves.push({ u, v });
  return waves;
}

/** What of the contrast beside the sample is no phase, faded towards the frame's edges; null where all of it is sample. */
function contrastBeside(
  { wasm }: Kernels,
  { tiles, parts, modulus }: SampleFree,
  rests: readonly Float64Array[],
) {
  const fade = Float64Array.from({ length: tiles }, (_, t) => {
    const sine = wasm.sin((Math.PI * (t + 0.5)) / tiles);
    return sine * sine;
  });
  const weights = Float64Array.from(parts, (part, t) =>
    part === 0 ? fade[t % tiles]! * fade[Math.floor(t / tiles)]! : 0,
  );
  const sum = weights.reduce((all, w) => all + w, 0);
  if (sum === 0) return null;
  const contrast = modulus.map((one, t) => one + mean(rests.map((rest) => rest[t]!)));
  const level = contrast.reduce((all, c, t) => all + c * weights[t]!, 0) / sum;
  return {
    values: contrast.map((c, t) => (c - level) * weights[t]!),
    squares: weights.reduce((all, w) => all + w * w, 0),
  };
}

/** |Σ c exp(−2πi (u x + v y))|², columns first: few are asked for. */
function transformOf({ wasm }: Kernels, values: Float64Array, tiles: number) {
  const [cos, sin] = [wasm.cos, wasm.sin].map((of) =>
    Float64Array.from({ length: tiles }, (_, k) => of.call(wasm, (2 * Math.PI * k) / tiles)),
  ) as [Float64Array, Float64Array];
  const rows = new Map<number, { readonly re: Float64Array; readonly im: Float64Array }>();
  const rowsAt = (u: number) => {
    const [re, im] = [new Float64Array(tiles), new Float64Array(tiles)];
    values.forEach((value, t) => {
      const k = (((u * (t % tiles)) % tiles) + tiles) % tiles;
      re[Math.floor(t / tiles)]! += value * cos[k]!;
      im[Math.floor(t / tiles)]! -= value * sin[k]!;
    });
    rows.set(u, { re, im });
    return { re, im };
  };
  return (u: number, v: number) => {
    const { re, im } = rows.get(u) ?? rowsAt(u);
    let [a, b] = [0, 0];
    for (let j = 0; j < tiles; j += 1) {
      const k = (v * j) % tiles;
      a += re[j]! * cos[k]! + im[j]! * sin[k]!;
      b += im[j]! * cos[k]! - re[j]! * sin[k]!;
    }
    return a * a + b * b;
  };
}

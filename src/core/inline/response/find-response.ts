import type { Frames } from '../../field/frame.ts';
import { boxOfMost } from '../../field/box-of-most.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import { UNKNOWN, withoutFullPixels } from '../../light/full-pixels.ts';
import type { LightSettings } from '../../light/light-settings.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import type { RetrievalSettings } from '../retrieve/retrieval-settings.ts';
import { linearFrames } from './linear-frames.ts';
import type { ResponseSettings } from './response-settings.ts';

/** How a camera's counts follow the light. */
export interface CameraResponse {
  /** light = counts to this power; 1: in proportion, or nothing is sure; below 1 where contrast was raised */
  readonly power: number;
  /** the power that explains the frame best */
  readonly best: number;
  /** a weak phase, as it comes out with `power`, is unsure by this share of itself: one standard deviation; 0: nothing is told */
  readonly doubt: number;
  /** rms misfit of a retrieval over the noise, with the best power and with 1 */
  readonly misfit: number;
  readonly linearMisfit: number;
}

export interface ResponseSearch {
  readonly frames: Frames;
  /** the exposure that `frames` hold, as linear: √(intensity / light) */
  readonly amplitude: RealPlane;
  readonly optics: SensorOptics;
  /** share of the hologram's pixels at its largest value */
  readonly fractionAtMaximum: number;
  /** µm */
  readonly z: number;
  readonly light: LightSettings;
  readonly retrieval: RetrievalSettings;
  readonly settings: ResponseSettings;
  /** called after every iteration; may throw to cancel */
  readonly onIteration: () => void;
}

/**
 * Whether a camera gave a power of the light instead of the light, as with a gamma. The interference of a sample's light with the
 * beam, and the sample's own, hold one ratio only where counts are in proportion to the light: with another power no field
 * explains the frame, so that a retrieval is left with more than noise. A weak sample has no light of its own to tell by.
 * @returns null: nothing speaks against 1
 */
export function findResponse(kernels: Kernels, search: ResponseSearch): CameraResponse | null {
  const { frames, fractionAtMaximum, light, settings } = search;
  if (frames.hologram.bitDepth > settings.mostBits) return null;
  // what the range cut off is missing where fringes are brightest, and so where a power would show most
  const isWhole = !(fractionAtMaximum > light.saturated);
  using scope = kernels.scope();
  const found = responseBy(kernels, misfitsOf(kernels, scope, search), settings);
  return isWhole || !found ? found : openResponse(found);
}

/** @param misfitOf what a retrieval leaves of the frame, taken to a power, over the noise */
export function responseBy(
  kernels: Pick<Kernels, 'wasm'>,
  misfitOf: (power: number) => number,
  settings: ResponseSettings,
): CameraResponse | null {
  const known = new Map<number, number>();
  const misfit = (power: number) => {
    const made = known.get(power) ?? misfitOf(power);
    known.set(power, made);
    return made;
  };
  const best = leastAt(misfit, settings);
  const tried = [...known].map(([power, left]) => ({ power, misfit: left }));
  return judgedResponse(kernels, { best, misfit: misfit(best), linearMisfit: misfit(1), tried }, settings);
}

/** Nothing is undone; a phase as it comes out so is off by as much as it would be larger or smaller. */
function openResponse(found: Omit<CameraResponse, 'power' | 'doubt'>): CameraResponse {
  return { ...found, power: 1, doubt: Math.abs(found.best - 1) };
}

/** The gamma of screens, which most cameras that have one take. */
const USUAL = 2.2;

/** The power of the least misfit; 1 where neither the first ones to both sides of it nor the usual gamma has less. */
function leastAt(misfit: (power: number) => number, settings: ResponseSettings): number {
  const { first, step, halvings, most } = settings;
  const better = (a: number, b: number) => (misfit(b) < misfit(a) ? b : a);
  let best = [1, first, USUAL, 1 / first].reduce(better);
  if (best === 1) return best;
  const [low, high] = best > 1 ? [1, most] : [1 / most, 1];
  const isIn = (power: number) => power > low && power < high;
  for (const factor of [step, 1 / step])
    for (let next = best * factor; isIn(next) && misfit(next) < misfit(best); next *= factor) best = next;
  for (let k = 0, ratio = Math.sqrt(step); k < halvings; k += 1, ratio = Math.sqrt(ratio))
    best = [best, ...[best / ratio, best * ratio].filter(isIn)].reduce(better);
  return best;
}

interface Tried extends Pick<CameraResponse, 'best' | 'misfit' | 'linearMisfit'> {
  readonly tried: readonly { readonly power: number; readonly misfit: number }[];
}

/**
 * Believes a power that takes more of what is left than it leaves. How sure it is follows from how much more: no less in doubt than
 * whether counts are in proportion to the light at all, where the two are equal. One that takes less is but a doubt, and of the usual
 * gamma the least will do: of a weak sample, which has little light of its own to tell by, it takes no more. Where counts as they
 * are don't take more than with that gamma either, nothing is told.
 */
export function judgedResponse(
  { wasm }: Pick<Kernels, 'wasm'>,
  { tried, ...found }: Tried,
  settings: ResponseSettings,
): CameraResponse | null {
  const { worth, least, flat, noiseDoubt, doubt } = settings;
  const { best, misfit, linearMisfit } = found;
  const gain = taken(linearMisfit, misfit, noiseDoubt);
  if (gain >= worth) {
    const left = leftIn(misfit, noiseDoubt);
    const asGood = tried.filter((one) => one.misfit * one.misfit - misfit * misfit < flat * left);
    const apart = asGood.map(({ power }) => Math.abs(wasm.log(power / best)));
    const share = worth / gain;
    const whether = Math.abs(1 - 1 / best) * share * share;
    return { ...found, power: best, doubt: Math.max(doubt, ...apart, whether) };
  }
  const withUsual = tried.find(({ power }) => power === USUAL)!.misfit;
  const asUsual = { best: USUAL, misfit: withUsual, linearMisfit };
  if (taken(linearMisfit, withUsual, noiseDoubt) >= flat) return openResponse(best > USUAL ? found : asUsual);
  if (gain >= least) return openResponse(found);
  return taken(withUsual, linearMisfit, noiseDoubt) < least ? { ...asUsual, power: 1, doubt: 0 } : null;
}

/**
 * What of the squared misfit one explains and another does not, over what it leaves: the more is left that nothing explains, the
 * more it must be. What noise explains needs no other reason: of a lossy file more of it is stated than there is.
 */
function taken(before: number, after: number, noiseDoubt: number): number {
  return (
    (leftIn(before, noiseDoubt) - leftIn(after, noiseDoubt)) /
    (leftIn(after, noiseDoubt) * Math.max(1, after))
  );
}

/** Of the squared misfit, what noise does not explain, or may not. */
function leftIn(misfit: number, noiseDoubt: number): number {
  return Math.max(0, misfit * misfit - 1) + noiseDoubt;
}

/** What is tried of a frame, as a power of its counts. */
interface Trial {
  /** with {@link UNKNOWN} where a pixel is broken or was cut off */
  readonly part: RealPlane;
  readonly noiseSigma: number;
}

/**
 * What a retrieval leaves of the part of a frame that differs most from the beam, by the power that its counts are taken to. The
 * larger the power, the more broken pixels stand out. So that no power leaves less by that, those that do as the frame is, or as
 * the usual gamma would have it, are left out of all.
 */
export function misfitsOf(
  kernels: Kernels,
  scope: Scope,
  search: Omit<ResponseSearch, 'fractionAtMaximum'>,
): (power: number) => number {
  const { amplitude, optics, z, retrieval, settings, onIteration } = search;
  const box = liveliest(kernels, amplitude, settings.side);
  const { rows, cols } = box;
  const trials = new Map<number, Trial>();
  const trialAt = (power: number) => {
    const trial = trials.get(power) ?? trialOf(kernels, scope, search, { box, power });
    trials.set(power, trial);
    return trial;
  };
  return (power) => {
    const { part, noiseSigma } = trialAt(power);
    for (const other of [1, USUAL]) leaveOut(kernels, part, trialAt(other).part);
    using scratch = kernels.scope();
    const input = { ...optics, rows, cols, frames: [{ amplitude: part, z }], noiseSigma };
    return retrieve(kernels, scratch, input, { onIteration }, quick(retrieval, settings)).dataMisfit;
  };
}

interface Box {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}

function trialOf(
  kernels: Kernels,
  scope: Scope,
  { frames, light }: Pick<ResponseSearch, 'frames' | 'light'>,
  { box, power }: { readonly box: Box; readonly power: number },
): Trial {
  using scratch = kernels.scope();
  const { hologram, background } = frames;
  const first = { hologram, background };
  const { image, normalised } = loadExposures(
    kernels,
    scratch,
    power === 1 ? first : linearFrames(kernels, first, power),
    light,
  );
  const { amplitude, noiseSigma, mended } = normalised[0]!;
  const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  for (const at of mended) values[at] = UNKNOWN;
  // what the range cut off would look as if it were bent
  const known = withoutFullPixels(kernels, scratch, image, amplitude, light.saturated);
  const part = scope.real(box.rows, box.cols);
  const [from, to] = [known, part].map(({ ptr, rows, pitch }) => kernels.floats(ptr, rows * pitch));
  for (let y = 0; y < box.rows; y += 1) {
    const start = (box.row + y) * known.pitch + box.col;
    to!.set(from!.subarray(start, start + box.cols), y * part.pitch);
  }
  return { part, noiseSigma };
}

/** Forgets the pixels of a part that are unknown in another of its size. */
function leaveOut(kernels: Kernels, part: RealPlane, other: RealPlane): void {
  const [values, others] = [part, other].map(({ ptr, rows, pitch }) => kernels.floats(ptr, rows * pitch));
  for (let k = 0; k < values!.length; k += 1) if (others![k] === UNKNOWN) values![k] = UNKNOWN;
}

/** No λ chosen anew: what is left with one power must compare with what is left with another. */
function quick(retrieval: RetrievalSettings, { iterations }: ResponseSettings): RetrievalSettings {
  const { quarter, fine } = iterations;
  return {
    ...retrieval,
    weight: { ...retrieval.weight, unexplained: Infinity },
    coarse: { ...retrieval.coarse, one: { half: fine, quarter } },
    fine: { ...retrieval.fine, maxIterations: fine },
  };
}

/** The part of a frame, at most `side` wide and high, that differs most from the beam. */
function liveliest(kernels: Kernels, amplitude: RealPlane, side: number): Box {
  const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  const differs = ({ x: fromCol, y: fromRow, width, height }: ReturnType<typeof boxOfMost>) => {
    let sum = 0;
    for (let y = fromRow; y < fromRow + height; y += 1)
      for (let x = fromCol; x < fromCol + width; x += 1) {
        const off = values[y * amplitude.pitch + x]! - 1;
        sum += off * off;
      }
    return sum;
  };
  // planes begin at whole groups of four
  const { x, y, width, height } = boxOfMost(amplitude, side, differs, 4);
  return { row: y, col: x, rows: height, cols: width };
}

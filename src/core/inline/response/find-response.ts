import type { Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { partOf, type RealPlane } from '../../kernel/plane.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import { withoutFullPixels } from '../../light/full-pixels.ts';
import type { LightSettings } from '../../light/light-settings.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import type { RetrievalSettings } from '../retrieve/retrieval-settings.ts';
import { linearFrames } from './linear-frames.ts';
import type { ResponseSettings } from './response-settings.ts';

/** How a camera's counts follow the light. */
export interface CameraResponse {
  /** light = counts to this power; 1: in proportion, or nothing is sure */
  readonly power: number;
  /** the power that explains the frame best */
  readonly best: number;
  /** standard uncertainty of the power's logarithm: a weak phase is unsure by this share of itself */
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
  const worth = fractionAtMaximum > light.saturated ? Infinity : settings.worth;
  return responseBy(kernels, (power) => misfitAt(kernels, search, power), { ...settings, worth });
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
  if (best === 1) return null;
  const tried = [...known].map(([power, left]) => ({ power, misfit: left }));
  return judgedResponse(kernels, { best, misfit: misfit(best), linearMisfit: misfit(1), tried }, settings);
}

/** The power of the least misfit; 1 where neither the first one beside it nor the usual gamma has less. */
function leastAt(misfit: (power: number) => number, settings: ResponseSettings): number {
  const { first, usual, step, halvings, most } = settings;
  const better = (a: number, b: number) => (misfit(b) < misfit(a) ? b : a);
  let best = [1, first, usual].reduce(better);
  if (best === 1) return best;
  for (const factor of [step, 1 / step])
    for (let next = best * factor; next > 1 && next < most && misfit(next) < misfit(best); next *= factor)
      best = next;
  for (let k = 0, ratio = Math.sqrt(step); k < halvings; k += 1, ratio = Math.sqrt(ratio))
    best = [best, best / ratio, best * ratio].reduce(better);
  return best;
}

interface Tried extends Pick<CameraResponse, 'best' | 'misfit' | 'linearMisfit'> {
  readonly tried: readonly { readonly power: number; readonly misfit: number }[];
}

/** Believes a power that takes enough of what is left; one that takes less is a doubt. */
export function judgedResponse(
  { wasm }: Pick<Kernels, 'wasm'>,
  { tried, ...found }: Tried,
  { worth, noiseDoubt, mostMisfit, least, flat, doubt }: ResponseSettings,
): CameraResponse | null {
  const { best, misfit, linearMisfit } = found;
  const left = Math.max(0, misfit * misfit - 1) + noiseDoubt;
  const gain = (linearMisfit * linearMisfit - misfit * misfit) / left;
  if (gain < least) return null;
  if (gain < worth || misfit > mostMisfit) return { ...found, power: 1, doubt: wasm.log(best) };
  const asGood = tried.filter((one) => one.misfit * one.misfit - misfit * misfit < flat * left);
  const apart = asGood.map(({ power }) => Math.abs(wasm.log(power / best)));
  return { ...found, power: best, doubt: Math.max(doubt, ...apart) };
}

/** What is left of the part of a frame that differs most from the beam. */
export function misfitAt(
  kernels: Kernels,
  search: Omit<ResponseSearch, 'fractionAtMaximum'>,
  power: number,
): number {
  const { frames, optics, z, light, retrieval, settings } = search;
  using scope = kernels.scope();
  const { hologram, background } = frames;
  const { image, normalised } = loadExposures(
    kernels,
    scope,
    power === 1 ? { hologram, background } : linearFrames(kernels, { hologram, background }, power),
    light,
  );
  const { amplitude: whole, noiseSigma } = normalised[0]!;
  // what the range cut off would look as if it were bent
  const amplitude = withoutFullPixels(kernels, scope, image, whole, light.saturated);
  const { row, col, rows, cols } = liveliest(kernels, search.amplitude, settings.side);
  const part = partOf(amplitude, { row, col }, rows, cols);
  const input = { ...optics, rows, cols, frames: [{ amplitude: part, z }], noiseSigma };
  const { onIteration } = search;
  return retrieve(kernels, scope, input, { onIteration }, quick(retrieval, settings)).dataMisfit;
}

/** No λ chosen anew: what is left with one power must compare with what is left with another. */
function quick(retrieval: RetrievalSettings, { iterations }: ResponseSettings): RetrievalSettings {
  const { half, quarter, fine } = iterations;
  return {
    ...retrieval,
    weight: { ...retrieval.weight, unexplained: Infinity },
    coarse: { ...retrieval.coarse, one: { half, quarter } },
    fine: { ...retrieval.fine, maxIterations: fine },
  };
}

/** Places tried along each side. */
const PLACES = 7;

/** The part of a frame, at most `side` wide and high, that differs most from the beam. */
function liveliest(kernels: Kernels, amplitude: RealPlane, side: number) {
  const [rows, cols] = [Math.min(side, amplitude.rows), Math.min(side, amplitude.cols)];
  const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  const differs = (fromRow: number, fromCol: number) => {
    let sum = 0;
    for (let y = fromRow; y < fromRow + rows; y += 1)
      for (let x = fromCol; x < fromCol + cols; x += 1) {
        const off = values[y * amplitude.pitch + x]! - 1;
        sum += off * off;
      }
    return sum;
  };
  const starts = (room: number) =>
    Array.from({ length: room > 0 ? PLACES : 1 }, (_, k) => Math.floor((room * k) / (PLACES - 1)));
  const places = starts(amplitude.rows - rows).flatMap((row) =>
    // planes begin at whole groups of four
    starts(amplitude.cols - cols).map((col) => ({ row, col: col - (col % 4), rows, cols })),
  );
  const held = places.map(({ row, col }) => differs(row, col));
  return places[held.indexOf(Math.max(...held))]!;
}

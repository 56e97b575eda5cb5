import type { Kernels } from '../../kernel/kernels.ts';
import type { ResponseSettings } from './response-settings.ts';

/** The gamma of screens, which most cameras that have one take. */
export const USUAL = 2.2;
/** Powers are looked for up to as far beyond it as it lies beyond 1; the least is one over that. */
const MOST = USUAL * USUAL;

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

/** What was left with a power is asked for once. */
export function remembered(misfitOf: (power: number) => number): (power: number) => number {
  const known = new Map<number, number>();
  return (power) => {
    const made = known.get(power) ?? misfitOf(power);
    known.set(power, made);
    return made;
  };
}

/**
 * Up to which power the frame is explained as well as with 1, where that goes beyond the first: nothing tells which of those
 * between them it is, so that each is as likely.
 * @returns null: 1 is told from its neighbour
 */
export function alikeResponse(
  misfit: (power: number) => number,
  settings: ResponseSettings,
): CameraResponse | null {
  const { first, step, noiseDoubt, least } = settings;
  const fine = Math.sqrt(step);
  const linear = misfit(1) * misfit(1);
  // of what is left that neither explains, less than a power must take to be a doubt may be the camera's
  const open = noiseDoubt * noiseDoubt + least * Math.max(0, linear - 1 - noiseDoubt);
  const isAsGood = (power: number) => misfit(power) * misfit(power) - linear < open;
  let apart = first;
  while (apart < USUAL && isAsGood(apart)) apart *= fine;
  if (apart === first) return null;
  // it ends between the last that is as good and the first that is not
  const best = Math.min(USUAL, apart) / Math.sqrt(fine);
  const doubt = (best - 1) / Math.sqrt(3);
  return { power: 1, best, doubt, misfit: misfit(apart / fine), linearMisfit: misfit(1) };
}

/**
 * What short retrievals speak for, in the light of longer ones: of a broad sample more than noise may be left only because none of
 * them has ended, and a power that makes the sample weaker ends sooner.
 * @param misfitOf of longer ones
 */
export function confirmedResponse(
  kernels: Pick<Kernels, 'wasm'>,
  hint: CameraResponse,
  misfitOf: (power: number) => number,
  settings: ResponseSettings,
): CameraResponse | null {
  const { best } = hint;
  const powers = [...new Set([1, USUAL, best])];
  const tried = powers.map((power) => ({ power, misfit: misfitOf(power) }));
  const left = (power: number) => tried.find((one) => one.power === power)!.misfit;
  const found = judgedResponse(kernels, { best, misfit: left(best), linearMisfit: left(1), tried }, settings);
  // which powers are as good as the one that is undone was seen among the short ones
  return found?.power === hint.power && found.doubt > 0
    ? { ...found, doubt: Math.max(found.doubt, hint.doubt) }
    : found;
}

/** @param misfitOf what a retrieval leaves of the frame, taken to a power, over the noise */
export function responseBy(
  kernels: Pick<Kernels, 'wasm'>,
  misfitOf: (power: number) => number,
  settings: ResponseSettings,
): CameraResponse | null {
  const tried: { power: number; misfit: number }[] = [];
  const misfit = remembered((power) => {
    const left = misfitOf(power);
    tried.push({ power, misfit: left });
    return left;
  });
  const best = leastAt(misfit, settings);
  return judgedResponse(kernels, { best, misfit: misfit(best), linearMisfit: misfit(1), tried }, settings);
}

/** Nothing is undone; a phase as it comes out so is off by as much as it would be larger or smaller. */
export function openResponse(found: Omit<CameraResponse, 'power' | 'doubt'>): CameraResponse {
  return { ...found, power: 1, doubt: Math.abs(found.best - 1) };
}

/** The powers that are tried first: the first ones to both sides of 1, the usual gamma and one between. */
export function firstPowers({ first }: Pick<ResponseSettings, 'first'>): readonly number[] {
  return [1, first, Math.sqrt(first * USUAL), USUAL, 1 / first];
}

/** The power of the least misfit; 1 where none of those that are tried first has less. */
export function leastAt(misfit: (power: number) => number, settings: ResponseSettings): number {
  const { step, halvings } = settings;
  const better = (a: number, b: number) => (misfit(b) < misfit(a) ? b : a);
  // what short retrievals leave is uneven: a bump beside 1 may hide what lies behind
  let best = firstPowers(settings).reduce(better);
  if (best === 1) return best;
  const [low, high] = best > 1 ? [1, MOST] : [1 / MOST, 1];
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
  const { worth, least, noiseDoubt, step, halvings } = settings;
  const { best, misfit, linearMisfit } = found;
  const gain = taken(linearMisfit, misfit, noiseDoubt);
  if (gain >= worth) {
    const left = leftIn(misfit, noiseDoubt);
    const asGood = tried.filter((one) => one.misfit * one.misfit - misfit * misfit < noiseDoubt * left);
    const apart = asGood.map(({ power }) => Math.abs(wasm.log(power / best)));
    const share = worth / gain;
    const whether = Math.abs(1 - 1 / best) * share * share;
    return { ...found, power: best, doubt: Math.max(wasm.log(step) / 2 ** halvings, ...apart, whether) };
  }
  const withUsual = tried.find(({ power }) => power === USUAL)!.misfit;
  const asUsual = { best: USUAL, misfit: withUsual, linearMisfit };
  if (taken(linearMisfit, withUsual, noiseDoubt) >= noiseDoubt)
    return openResponse(best > USUAL ? found : asUsual);
  if (gain >= least) return openResponse(found);
  return taken(withUsual, linearMisfit, noiseDoubt) < least ? { ...asUsual, power: 1, doubt: 0 } : null;
}

/**
 * What of the squared misfit one explains and another does not, over what it leaves: the more is left that nothing explains, the
 * more it must be. What noise explains needs no other reason: of a lossy file more of it is stated than there is.
 */
export function taken(before: number, after: number, noiseDoubt: number): number {
  return (
    (leftIn(before, noiseDoubt) - leftIn(after, noiseDoubt)) /
    (leftIn(after, noiseDoubt) * Math.max(1, after))
  );
}

/** Of the squared misfit, what noise does not explain, or may not. */
function leftIn(misfit: number, noiseDoubt: number): number {
  return Math.max(0, misfit * misfit - 1) + noiseDoubt;
}

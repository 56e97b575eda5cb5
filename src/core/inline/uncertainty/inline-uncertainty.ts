import { coveredBeam } from '../retrieve/exposure.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { wholeQuads } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { NoiseMap } from '../../uncertainty/phase-sigma.ts';
import { openBeside } from './beside-parts.ts';
import { besideSample, type BesideSample, type ScatterPart } from './beside-sample.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import { constraintPull } from './constraint-pull.ts';
import { flattenedDetail } from './flattened-detail.ts';
import { heightsSettlePhase } from './heights-apart.ts';
import { coversFrame, unknownOf } from './unknown-phase.ts';
import { sampleFree } from './sample-free.ts';
import { uncertaintySettings, type UncertaintySettings } from './uncertainty-settings.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

/** How far the phase of a retrieval may be off. */
export interface InlineUncertainty {
  /** variances for `phaseSigma` */
  readonly noise: NoiseMap;
  /** the camera's part of them, at most what is seen beside the sample */
  readonly camera: NoiseMap;
  /** 1 for each tile of the noise that holds sample */
  readonly sample: Uint8Array;
  /** rows · cols bytes, 1 where the phase is not to be believed; null where all of it may be */
  readonly untrusted: Uint8Array | null;
  readonly untrustedFraction: number;
  /** of the frame: parts that both absorb and delay light, and parts that its edge cuts */
  readonly mixedFraction: number;
  readonly cutFraction: number;
  /** rad: what the phase of the most mixed part is open by, where a person should know; else 0 */
  readonly mixedSigma: number;
  /** rad: spread of the phase beside the sample */
  readonly backgroundSigma: number;
  /** rad, rms over the frame: what the constraints decide, within the sample and close beside it, and the camera's noise within it */
  readonly constraintSigma: number;
  readonly cameraSigma: number;
  /** rad, rms over the frame: what lossy files rounded inside of the sample */
  readonly compressionSigma: number;
  /** null where all of the frame may hold a sample */
  readonly beside: BesideSample | null;
  /** rad, by which the phase beside the sample varies where that is more than light leaves there that was estimated well; else null */
  readonly unevenLight: number | null;
  /** whether more is left of the hologram than a field at the right distance leaves */
  readonly poorFit: boolean;
  /** of the sample's structure, squared, what the constraints pull at its phase; null: there is no sample */
  readonly pulledShare: number | null;
}

/** What of a retrieval is judged. */
export type JudgedRetrieval = Pick<
  Retrieval,
  | 'field'
  | 'backgroundSpread'
  | 'mixedShare'
  | 'sensitivity'
  | 'force'
  | 'dataMisfit'
  | 'noise'
  | 'startedAbsorbing'
  | 'coupledBy'
  | 'regularisation'
  | 'exposures'
>;

/** What is known of the frames beside what was retrieved. */
interface AboutFrames {
  /** E|n|² of the field, from lossy files: detail that is wrong or gone, which no constraint averages out */
  readonly rounding?: number;
  /** places among an amplitude's floats that no light fell on, or nothing was measured at for another reason */
  readonly unlit?: readonly number[];
  /** see {@link InlineUncertainty.pulledShare}, of another frame of the same sample: where a retrieval was not asked how its λ pulls */
  readonly pulledShare?: number;
}

/**
 * Share of the phase that frames record: the mean of sin² χ, χ = πλz f², over the frequencies. Measured on cells and charts:
 * where the total variation pulls, detail is off by 1.7 to 2.8 times the pull. And from the camera's noise, where no constraint
 * averages it, the phase has 1 over it of the variance of the frame's amplitude: on cells of 0.8 rad in 1,000 electrons 1.4² to
 * 1.5², and from four frames, 1.6² to 1.9².
 */
export const RECORDED = 1 / 2;
/**
 * So many standard deviations are exceeded by chance once in 20: a lossy file has other clouds beside the sample than the
 * frame had before. Measured on 32 JPEGs of 192 px (seeds 11 and 12): with 1 six σ came out smaller, with this one.
 */
export const ONCE_IN_20 = 1.65;

/**
 * What noise and constraints together leave open about a retrieved phase, measured on the retrieval itself. Everywhere: what
 * the phase is off where there is no sample nearby, since all of that is error. Inside of a sample also the change of the
 * phase with more of λ, which is about the error λ has made (a total variation shrinks contrast in proportion to λ: Strong &
 * Chan, Inverse Problems 19, S165 (2003)), there or on the mean over that part of the sample, whichever is more, as its parts
 * shrink as a whole; how hard it pulls at detail, also at such as it has flattened beside it; the camera's noise, which constraints average only where the field is flat; and of samples that absorb
 * only the detail whose light missed the sensor. These are scaled up where the noise does not explain the hologram. None sees
 * the phase that a single frame of a mixed object loses, or several too close to each other; there the sample, and as far
 * around it as its fringes are wide, is not to be believed: part by part of the sample. Nor is the phase of parts that leave the
 * frame widely: no rim there says how far it is from the beam's.
 * @param retrieval with `probe`
 * @param distances µm, one for each frame
 */
export function inlineUncertainty(
  kernels: Kernels,
  retrieval: JudgedRetrieval,
  optics: SensorOptics,
  distances: readonly number[],
  settings: UncertaintySettings = uncertaintySettings,
  { rounding = 0, unlit = [], pulledShare }: AboutFrames = {},
): InlineUncertainty {
  const { field, backgroundSpread } = retrieval;
  if ((!retrieval.sensitivity && pulledShare === undefined) || !retrieval.force)
    throw new Error('inlineUncertainty needs a retrieval that was asked to probe');
  const parts = sampleFree(kernels, field, backgroundSpread, settings);
  // where the sample covers the beam, the commonest phase is the sample's, and so is its spread; and all of it is structure
  const inStack = coveredBeam(retrieval) !== null;
  const inFrame = coversFrame(retrieval, parts, distances, settings);
  const covered = inStack || inFrame;
  const settled = inStack || heightsSettlePhase(kernels, field, optics, distances, settings);
  const misfit = Math.min(settings.mostMisfit, Math.max(1, retrieval.dataMisfit));
  const seen = covered ? null : besideSample(kernels, parts, backgroundSpread, settings);
  const beside = seen && rounding > 0 ? asBefore(seen) : seen;
  const sample = covered ? parts.sample.map(() => 1) : parts.sample;
  const scaled = misfit * misfit;
  const strain = strainOf(kernels, retrieval, { tiles: parts.tiles, sample });
  const of = { optics, distances, settled, covered, inFrame, dark: darkTiles(unlit, optics, parts.tiles) };
  const { mixed: openBy, doesBoth, ...marks } = unknownOf(kernels, retrieval, parts, of, settings);
  const known = { optics, distances, settled, pulledShare };
  const pull = constraintPull(kernels, retrieval, { ...parts, sample, doesBoth }, known, settings);
  const left = pull.variance.map((variance, t) => scaled * (variance + strain[t]!));
  const slow = pull.smooth.map((variance) => scaled * variance);
  const reaching = openBeside(kernels, slow, { ...parts, sample }, optics, distances);
  const constraint = left.map((variance, t) => variance + reaching[t]! + openBy[t]! * openBy[t]!);
  const free = (scaled / RECORDED) * retrieval.noise * retrieval.noise;
  const camera = Float64Array.from(sample, (here) => here * free);
  const most = openBy.reduce((a, b) => Math.max(a, b), 0);
  const propagated = retrieval.noise * retrieval.noise;
  const map = (phaseVariance: Float64Array) => noiseMap(field, parts.tiles, phaseVariance);
  return {
    noise: map(
      constraint.map((variance, t) => {
        const here = variance + (beside?.variance[t] ?? 0);
        // what scatters beside a sample contains what a lossy file rounded there
        return sample[t] ? here + camera[t]! + rounding / 2 : here;
      }),
    ),
    camera: map(camera.map((inside, t) => inside || Math.min(propagated, beside?.variance[t] ?? propagated))),
    ...{ sample, ...marks },
    mixedSigma: most > settings.evidence.phase ? most : 0,
    backgroundSigma: covered ? 0 : backgroundSpread,
    constraintSigma: Math.sqrt(mean(constraint)),
    cameraSigma: Math.sqrt(mean(camera)),
    compressionSigma: Math.sqrt(mean(Float64Array.from(sample, (here) => (here * rounding) / 2))),
    beside,
    unevenLight: !inStack && backgroundSpread >= settings.evidence.phase ? backgroundSpread : null,
    poorFit: retrieval.dataMisfit > settings.poorMisfit,
    pulledShare: pull.share,
  };
}

/** 1 for tiles of which nothing was measured on half, or more; null: there are none. */
function darkTiles(unlit: readonly number[], { rows, cols }: SensorOptics, tiles: number): Uint8Array | null {
  if (unlit.length === 0) return null;
  const pitch = wholeQuads(cols);
  const isUnlit = new Uint8Array(rows * pitch);
  for (const at of unlit) isUnlit[at] = 1;
  const [count, all] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
  forTilePixels({ rows, cols }, tiles, (y, x, t) => {
    count[t]! += isUnlit[y * pitch + x]!;
    all[t]! += 1;
  });
  return Uint8Array.from(count, (dark, t) => (2 * dark >= all[t]! ? 1 : 0));
}

/** @param phaseVariance rad² where |u| is 1; half of a field's variance makes it */
function noiseMap(
  { rows, cols }: { readonly rows: number; readonly cols: number },
  tiles: number,
  phaseVariance: Float64Array,
): NoiseMap {
  return {
    tiles,
    fieldVariance: phaseVariance.map((variance) => 2 * variance),
    extraPhaseVariance: new Float64Array(phaseVariance.length),
    noisierX: new Float32Array(cols).fill(1),
    noisierY: new Float32Array(rows).fill(1),
  };
}

/**
 * A lossy file has other clouds beside the sample than the frame had before, and of few of them they may be calmer: as much
 * is added as two variances of so many places may differ by.
 */
function asBefore(beside: BesideSample): BesideSample {
  const { variance, fine, clouds, places } = beside;
  const factor = 1 + (ONCE_IN_20 * 2) / Math.sqrt(places);
  const grown = (part: ScatterPart) => ({ ...part, sigma: Math.sqrt(factor) * part.sigma });
  return { ...beside, variance: variance.map((v) => factor * v), fine: grown(fine), clouds: grown(clouds) };
}

/**
 * rad² per tile: what the total variation does to detail. Where data and constraints hold each other the field lies off by
 * its pull over the share of the phase that the frames record. Beside a sample it only holds back the noise: as much does not
 * count, and there only what stands out of it does.
 */
function strainOf(
  kernels: Kernels,
  { field, force, noise }: JudgedRetrieval,
  { tiles, sample }: Pick<InlineUncertainty, 'sample'> & { readonly tiles: number },
): Float64Array {
  const { rows, cols } = field;
  const held = RECORDED * RECORDED * noise * noise;
  const flattened = flattenedDetail(kernels, force!, field, { tiles, sample });
  return flattened.map((most, t) => {
    if (!sample[t]) return most / (RECORDED * RECORDED);
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    let sum = 0;
    for (let y = down.from; y < down.to; y += 1)
      for (let x = across.from; x < across.to; x += 1) {
        const pulls = force![y * cols + x]!;
        sum += pulls * pulls;
      }
    const count = (down.to - down.from) * (across.to - across.from);
    return Math.max(0, most, sum / count - held) / (RECORDED * RECORDED);
  });
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

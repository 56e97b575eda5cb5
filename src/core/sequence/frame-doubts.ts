import type { StatedUncertainty } from '../inline/report/findings.ts';
import type { SensorOptics } from '../inline/optics/sensor-optics.ts';
import { responseVariance } from '../inline/response/response-variance.ts';
import type { Retrieval } from '../inline/retrieve/retrieve.ts';
import { doubtedPlane } from '../inline/uncertainty/doubted-plane.ts';
import { inlineUncertainty, type JudgedRetrieval } from '../inline/uncertainty/inline-uncertainty.ts';
import type { UncertaintySettings } from '../inline/uncertainty/uncertainty-settings.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { corner, type ComplexPlane, type RealPlane } from '../kernel/plane.ts';
import { realMap } from '../maps/maps.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';
import { phaseSigma, UNIFORM_SIGMA } from '../uncertainty/phase-sigma.ts';

/**
 * What is in doubt of every frame of a rig, as the one shows that the sequence was started from. Each is a share of what a sample does, and so
 * goes with it where it moves.
 */
export interface FrameDoubts {
  /** see `InlineUncertainty.pulledShare`; 1 where that frame holds no sample: nothing tells, and no phase is known better than it is large */
  readonly pulledShare: number;
  /** µm, by which the distance may be off, and the variance that this leaves over what a short way does */
  readonly distance: { readonly off: number; readonly times: number };
  /** of itself, squared, what the camera's response leaves open of a phase */
  readonly response: number;
  /** rad², everywhere */
  readonly broad: number;
  /** E|n|² of the field, from lossy files */
  readonly rounding: number;
}

const never = (): never => {
  throw new Error('no other field is retrieved for a frame of a sequence');
};

export function frameDoubts(
  kernels: Kernels,
  stated: StatedUncertainty,
  { field }: Pick<Retrieval, 'field'>,
  { optics, z, rounding }: { readonly optics: SensorOptics; readonly z: number; readonly rounding: number },
): FrameDoubts {
  const { distanceVariance, responseVariance: ofResponse, broad, sample, noise } = stated;
  const { tiles } = noise;
  const inSample = (values: Float64Array | null) =>
    values?.reduce((sum, v, t) => sum + v * sample[t]!, 0) ?? 0;
  const over = (values: Float64Array | null, per: () => Float64Array) => {
    const sum = inSample(values);
    return sum > 0 ? sum / inSample(per()) : 0;
  };
  const off = distanceVariance ? stated.distanceOff : 0;
  const short = () => doubtedPlane(kernels, field, { z, off, isOpen: false, optics, tiles, sample }, never);
  return {
    pulledShare: stated.pulledShare ?? 1,
    distance: { off, times: over(distanceVariance, short) || 1 },
    response: over(ofResponse, () => responseVariance(kernels, field, tiles, 1)),
    broad: broad && !broad.asLight ? broad.sigma * broad.sigma : 0,
    rounding,
  };
}

/**
 * rad: one standard deviation of one frame's phase, of the field as it is delivered.
 * @returns with it, see {@link FrameDoubts.pulledShare}
 */
export function frameSigma(
  kernels: Kernels,
  retrieval: JudgedRetrieval,
  modulus: RealPlane,
  known: {
    readonly doubts: FrameDoubts;
    readonly optics: SensorOptics;
    /** µm */
    readonly z: number;
    /** see `AboutFrames` */
    readonly unlit: readonly number[];
    readonly pulledShare: number;
  },
  settings: UncertaintySettings,
): { readonly sigma: RealMap; readonly pulledShare: number } {
  const { doubts, optics, z, unlit, pulledShare } = known;
  const { field } = retrieval;
  const about = { rounding: doubts.rounding, unlit, pulledShare };
  const stated = inlineUncertainty(kernels, retrieval, optics, [z], settings, about);
  const more = moreOf(kernels, field, stated, known);
  const { noise, untrusted } = stated;
  using scratch = kernels.scope();
  const { rows, cols } = field;
  const sigma = scratch.real(rows, cols);
  const extraPhaseVariance = noise.extraPhaseVariance.map((v, t) => v + more[t]!);
  phaseSigma(kernels, modulus, { ...noise, extraPhaseVariance }, sigma);
  if (untrusted) {
    const mask = scratch.bytes(rows * cols);
    kernels.bytes(mask, rows * cols).set(untrusted);
    kernels.wasm.setWhereMarked(sigma, mask, UNIFORM_SIGMA);
  }
  return {
    sigma: realMap(kernels, corner(sigma, rows, cols)),
    pulledShare: stated.pulledShare ?? pulledShare,
  };
}

/** rad² per tile, beside what the frame itself shows. */
function moreOf(
  kernels: Kernels,
  field: ComplexPlane,
  { noise: { tiles }, sample }: Pick<StatedUncertainty, 'noise' | 'sample'>,
  {
    doubts: { distance, response, broad },
    optics,
    z,
  }: { readonly doubts: FrameDoubts; readonly optics: SensorOptics; readonly z: number },
): Float64Array {
  const { off, times } = distance;
  const ofDistance =
    off > 0 ? doubtedPlane(kernels, field, { z, off, isOpen: false, optics, tiles, sample }, never) : null;
  const ofResponse = response > 0 ? responseVariance(kernels, field, tiles, Math.sqrt(response)) : null;
  return Float64Array.from(
    sample,
    (here, t) => broad + (here ? times : 1) * (ofDistance?.[t] ?? 0) + (ofResponse?.[t] ?? 0),
  );
}

import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { CameraImage } from '../../field/camera.ts';
import { medianInPlace } from '../../fit/median.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { WeakCopy } from '../copy/fit-copy.ts';
import { doubtOfTurns, type TurnsOfLines } from '../lines/steady-lines.ts';
import type { FringeHarmonics } from './fringe-harmonics.ts';
import type { LineStrips } from '../lines/line-strips.ts';
import { doubtOfTears, tearsOf, type Tear } from '../lines/torn-frame.ts';

/** What a frame shows of programs that changed it, or of how its camera counts. */
export interface SeenOfPrograms extends FringeHarmonics {
  /** see {@link unevenNoise} */
  readonly uneven: number | null;
  /** the noise's variance over that of rounding, where rounding is most of it; null: it is not, or it can't be told */
  readonly overRounding: number | null;
}

/** A frame over which a weak copy of itself lay, which was taken out. */
export interface DoubledFrame extends WeakCopy {
  /** rad² per noise tile, see {@link doubtOfCopy} */
  readonly doubt: Float64Array;
}

/** What the fringes say of beams and camera. */
export interface SeenOfFringes extends SeenOfPrograms {
  /** 2 |u| / mean intensity where there is no sample: 1 for two equal, fully coherent beams; null: see {@link visibilityOf} */
  readonly visibility: number | null;
  readonly tears: readonly Tear[];
  /** lines that shook, and were turned back */
  readonly turned: readonly TurnsOfLines[];
  readonly doubled: DoubledFrame | null;
  /** rad² per noise tile, see {@link doubtOfTears}, {@link doubtOfTurns} and {@link doubtOfCopy} */
  readonly torn: Float64Array | null;
}

/** What the field was divided by, per noise tile, and counts where the frame is not blank. */
interface Light {
  readonly flat: { readonly amplitude: Float64Array };
  readonly backgroundModulus: Float64Array | null;
  readonly blank: { readonly meanBeside: number };
  readonly programs: SeenOfPrograms;
  readonly strips: readonly LineStrips[];
  readonly turned: readonly TurnsOfLines[];
  readonly doubled: DoubledFrame | null;
}

export function fringesOf(
  kernels: Kernels,
  image: CameraImage,
  sideband: Sideband,
  { flat, backgroundModulus, blank, programs, strips, turned, doubled }: Light,
  { flags: { evidence } }: { readonly flags: { readonly evidence: EvidenceSettings } },
): SeenOfFringes {
  const modulus = [flat.amplitude, ...(backgroundModulus ? [backgroundModulus] : [])];
  const tears = tearsOf(kernels, strips, image.crop, sideband, evidence);
  return {
    visibility: visibilityOf(modulus, blank.meanBeside),
    ...programs,
    ...{ tears, turned, doubled },
    torn: [
      doubtOfTears(tears, image.crop, NOISE_TILES),
      doubtOfTurns(turned, NOISE_TILES),
      doubled?.doubt ?? null,
    ].reduce(inAll),
  };
}

function inAll(one: Float64Array | null, other: Float64Array | null): Float64Array | null {
  return one && other ? one.map((v, t) => v + other[t]!) : (one ?? other);
}

/** 2 |u| / mean intensity; null where counts below 0 are more than that permits any light: they are scaled. */
export function visibilityOf(modulus: readonly Float64Array[], mean: number): number | null {
  const swing = 2 * modulus.reduce((all, one) => all * medianInPlace(one.slice()), 1);
  // of what is nowhere below 0 no frequency has more than the mean
  return swing <= 2 * mean ? swing / mean : null;
}

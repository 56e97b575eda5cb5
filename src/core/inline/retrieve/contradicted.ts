import { MAD, medianInPlace } from '../../fit/median.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { withoutPixels } from '../../light/full-pixels.ts';
import { bytesIn, type ComplexPlane } from '../../kernel/plane.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import type { RetrievalFrame } from './sensor-model.ts';
import { restAt } from './unexplained-rest.ts';

/** Pixels of one frame that contradict what explains the others. */
export interface Contradicted {
  /** among the amplitude's floats */
  readonly places: readonly number[];
  /** of the squared misfit, what they hold */
  readonly share: number;
  /** over the noise, what is left at pixels beside those that nothing is known of; 0: there are none */
  readonly beside: number;
}

/** Times that pixels are left out: each takes as long as the retrieval. */
const ROUNDS = 2;

/** A retrieval as far as it is judged here. */
interface Judged<Found> {
  readonly found: Found;
  readonly contradicted: readonly Contradicted[];
}

/**
 * Leaves pixels out that contradict what explains all others, and solves again: dead pixels and lines side by side, dust on the sensor,
 * torn blocks, what was drawn in. They end from one pixel to the next, as no light does. So what is left beside them tells them from a model
 * that is wrong, which is so over whole fringes: then all is as it was.
 * @param field of what is found: given back as it is returned
 * @param unexplained misfit above which something else is wrong
 * @returns with it the places that were left out, frame by frame
 */
export function withoutContradicted<Found extends { readonly dataMisfit: number }>(
  kernels: Kernels,
  { frames, field }: { readonly frames: readonly RetrievalFrame[]; readonly field: ComplexPlane },
  first: Judged<Found>,
  solve: (frames: readonly RetrievalFrame[]) => Judged<Found>,
  { worth, unexplained }: { readonly worth: number; readonly unexplained: number },
): { readonly found: Found; readonly withheld: readonly (readonly number[])[] } {
  const none = frames.map((): readonly number[] => []);
  const isWorth = ({ contradicted }: Judged<Found>) => contradicted.some(({ share }) => share > worth);
  if (!isWorth(first)) return { found: first.found, withheld: none };
  using scope = kernels.scope();
  const before = kernels.bytes(field.ptr, bytesIn(field)).slice();
  let [last, withheld] = [first, none];
  for (let round = 0; round < ROUNDS && isWorth(last); round += 1) {
    const { contradicted } = last;
    withheld = withheld.map((places, k) => places.concat(contradicted[k]!.places));
    const kept = frames.map((frame, k) => ({
      ...frame,
      amplitude: withoutPixels(kernels, scope, frame.amplitude, withheld[k]!),
    }));
    last = solve(kept);
  }
  const isExplained =
    last.found.dataMisfit < unexplained && last.contradicted.every(({ beside }) => beside < unexplained);
  if (isExplained) return { found: last.found, withheld };
  kernels.bytes(field.ptr, bytesIn(field)).set(before);
  return { found: first.found, withheld: none };
}

/**
 * Pixels at which a solution leaves more than chance ever does, with those connected to them at which it leaves what is no noise any more.
 * @param noise standard deviation of the amplitude
 */
export function contradictedBy(
  kernels: Kernels,
  level: Pick<RetrievalLevel, 'sensor' | 'optics'>,
  noise: number,
  { sure, reach }: Pick<EvidenceSettings, 'sure' | 'reach'>,
): readonly Contradicted[] {
  const { rows, cols } = level.optics;
  return restOf(kernels, level).map(({ rest, pitch }) => {
    const measured = rest.filter((value) => value >= 0);
    const scale = Math.max(noise, MAD * medianInPlace(measured));
    const marks = grown(rest, { rows, cols }, sure * scale, reach * scale);
    const isBeside = new Uint8Array(rest.length);
    for (let k = 0; k < rest.length; k += 1)
      if (rest[k]! < 0) for (const other of around(k, { rows, cols })) isBeside[other] = 1;
    const places: number[] = [];
    let [held, total, beside, count] = [0, 0, 0, 0];
    for (let k = 0; k < rest.length; k += 1) {
      const here = rest[k]!;
      if (here < 0) continue;
      total += here * here;
      if (marks[k]) {
        held += here * here;
        places.push(Math.floor(k / cols) * pitch + (k % cols));
      } else if (isBeside[k]) {
        beside += here * here;
        count += 1;
      }
    }
    const left = Math.sqrt(beside / Math.max(1, count)) / noise;
    return { places, share: held / total, beside: left };
  });
}

interface Size {
  readonly rows: number;
  readonly cols: number;
}

/** Of each frame |A − |P x||, row by row without gaps; −1 where nothing was measured. */
function restOf(
  kernels: Kernels,
  { sensor, optics: { rows, cols } }: Pick<RetrievalLevel, 'sensor' | 'optics'>,
): readonly { readonly rest: Float64Array; readonly pitch: number }[] {
  return sensor.matched.map((frame) => {
    const left = restAt(kernels, frame);
    const rest = Float64Array.from({ length: rows * cols }, (_, k) => {
      const here = left(Math.floor(k / cols), k % cols);
      return Number.isNaN(here) ? -1 : Math.abs(here);
    });
    return { rest, pitch: frame.amplitude.pitch };
  });
}

/** 1 for what lies above `sure`, and for what lies above `reach` and is connected to it. */
function grown(rest: Float64Array, size: Size, sure: number, reach: number): Uint8Array {
  const marks = new Uint8Array(rest.length);
  const open: number[] = [];
  const mark = (k: number) => {
    marks[k] = 1;
    open.push(k);
  };
  for (let k = 0; k < rest.length; k += 1) if (rest[k]! > sure) mark(k);
  while (open.length > 0)
    for (const other of around(open.pop()!, size)) if (!marks[other] && rest[other]! > reach) mark(other);
  return marks;
}

/** The pixels around one, and itself. */
function around(k: number, { rows, cols }: Size): number[] {
  const [y, x] = [Math.floor(k / cols), k % cols];
  const places: number[] = [];
  for (let j = Math.max(0, y - 1); j <= Math.min(rows - 1, y + 1); j += 1)
    for (let i = Math.max(0, x - 1); i <= Math.min(cols - 1, x + 1); i += 1) places.push(j * cols + i);
  return places;
}

import { randomInt } from 'node:crypto';
import { Problem } from '../../core/problem/problem.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { parseSequence } from '../../core/sequence/parse-sequence.ts';
import type { Check } from '../../formats/verify/check.ts';
import { isSameSoftware, profileOf } from '../../formats/verify/compare-again.ts';
import { notRepeated } from '../../formats/verify/verdict.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { digestsOf } from '../../formats/sequence/frames-table.ts';
import { shardPath } from '../../formats/sequence/ome-zarr.ts';
import { sequenceMaps } from '../../formats/sequence/stored-shard.ts';
import { decodeShard, framesOfShard } from '../../formats/sequence/shard.ts';
import { decodeBackground } from '../reconstruction/perform-reconstruction.ts';
import type { ReadFile } from '../ports/sequence-work.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { SoftwareAtHand } from './verify-by-repeating.ts';
import { listFrames, openFrames, type FrameSource } from '../sequence/frame-source.ts';
import type { FileToRead } from '../sequence/frames-of-file.ts';
import { developFrames, openSequence, type OpenSequence } from '../sequence/sequence-job.ts';

/** The frames that a sequence was made of, and how many of them are to be done again. */
export interface OriginalFrames {
  readonly frames: readonly FileToRead[];
  readonly background: ReceivedFile | null;
  /** drawn at random; null: all */
  readonly sample: number | null;
}

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Does frames of a sequence again, those that the start is made of and some or all, and compares their phase and amplitude
 * to the last bit.
 */
export async function verifySequence(
  atHand: SoftwareAtHand,
  evidence: EvidenceReport,
  files: Files,
  original: OriginalFrames,
  onProgress: OnProgress,
): Promise<Check> {
  const { name } = notRepeated;
  const { kernels } = atHand;
  const same = isSameSoftware(evidence, atHand);
  try {
    const digests = digestsOf(new TextDecoder().decode(files.get('data/frames.csv')));
    if (!digests) return { name, passed: false, detail: 'data/frames.csv can’t be read' };
    const request = parseSequence(evidence.parameters.requested);
    const wrong = backgroundDiffers(evidence, original.background);
    if (wrong) return { name, passed: false, detail: wrong };
    const source = watched(await openAll(original.frames, request.recipe), digests);
    if (source.count !== digests.length)
      return {
        name,
        passed: false,
        detail: `there are ${source.count} frames, the result is of ${digests.length}`,
      };
    const blank = original.background && (await decodeBackground(original.background, request.recipe)).frame;
    onProgress('start', 0);
    const reference = evidence.sequence?.reference_frames ?? [];
    if (reference.length === 0 || !reference.every((k) => Number.isInteger(k) && k >= 0 && k < source.count))
      return { name, passed: false, detail: 'the report doesn’t say which frames the start was made of' };
    const corrected = { ...request, calibration: profileOf(evidence) };
    using sequence = await openSequence(kernels, source, blank, corrected, reference, () => {});
    const chosen = original.sample === null ? [...digests.keys()] : sampleOf(digests.length, original.sample);
    for (const [i, k] of chosen.entries()) {
      onProgress('frames', i / chosen.length);
      const off = await differs(kernels, sequence, source, files, k);
      if (off)
        return { name, passed: same ? false : null, detail: `${off} of frame ${k} comes out otherwise` };
    }
    const all = chosen.length === digests.length;
    const which = all
      ? `all ${chosen.length} frames`
      : `${chosen.length} of ${digests.length} frames, drawn at random,`;
    return { name, passed: true, detail: `${which} come out the same` };
  } catch (error) {
    if (error instanceof OtherFrame) return { name, passed: false, detail: error.message };
    if (error instanceof Problem)
      return { name, passed: same ? false : null, detail: `it is refused: ${error.message}` };
    // kernels of a past release may lack what this version asks of them
    if (atHand.isCurrent) throw error;
    return { name, passed: null, detail: 'the kernels that it names don’t work with this version' };
  }
}

async function openAll(files: readonly FileToRead[], recipe: Recipe): Promise<FrameSource> {
  const listed = await listFrames(files, recipe);
  const count = listed.reduce((sum, { frames }) => sum + frames, 0);
  const read: ReadFile = async (key, offset, length) =>
    (await files[Number(key)]!.read(offset, length)) as Uint8Array<ArrayBuffer>;
  return openFrames(listed, count, read, recipe);
}

function backgroundDiffers({ background }: EvidenceReport, given: ReceivedFile | null): string | null {
  if (background === null) return given ? 'the result was made without a background frame' : null;
  if (!given) return 'the result was made with a background frame: give it too';
  return given.sha256 === background.sha256 ? null : 'the background frame is another one';
}

class OtherFrame extends Error {}

/** Refuses a frame that is not the one of the table. */
function watched(source: FrameSource, digests: readonly string[]): FrameSource {
  return {
    ...source,
    async read(k) {
      const read = await source.read(k);
      if (read.sha256 === digests[k]) return read;
      throw new OtherFrame(`frame ${k} has the digest ${read.sha256}, not ${digests[k]}`);
    },
  };
}

function sampleOf(count: number, wanted: number): number[] {
  const left = Array.from({ length: count }, (_, k) => k);
  const drawn = Array.from(
    { length: Math.min(count, wanted) },
    () => left.splice(randomInt(left.length), 1)[0]!,
  );
  return drawn.toSorted((a, b) => a - b);
}

/** The map of a frame that is not, bit for bit, the package's. */
async function differs(
  kernels: SoftwareAtHand['kernels'],
  sequence: OpenSequence,
  source: FrameSource,
  files: Files,
  k: number,
): Promise<string | null> {
  const { layout } = sequence;
  const shard = Math.floor(k / layout.shard.frames);
  const { from, to } = framesOfShard(layout, shard);
  const { maps } = await developFrames(kernels, sequence, source, k, k + 1);
  for (const map of sequenceMaps) {
    const bytes = files.get(`data/${map}.ome.zarr/${shardPath(shard)}`);
    const packed = bytes && decodeShard(layout, bytes.slice(), to - from)[k - from]!;
    if (!packed || !maps[map][0]!.every((value, i) => Object.is(value, packed[i]))) return map;
  }
  return null;
}

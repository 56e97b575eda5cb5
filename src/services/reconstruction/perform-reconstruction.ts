import type { Frame } from '../../core/field/frame.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { reconstruct } from '../../core/reconstruct.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { DecodedFrame } from '../../formats/decode/decode.ts';
import { decodeStack } from '../../formats/decode/decode-stack.ts';
import { buildPackage, type PackageEvents } from '../../formats/package/build-package.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import type { InputDescription } from '../../formats/report/package-context.ts';
import type { ComputeOptions, ReconstructionJob, ReconstructionResult } from '../ports/compute.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { inputFlags } from '../../formats/decode/input-flags.ts';
import { decodeReceived, joinBlocks } from './join-blocks.ts';
import { DECODE, stopwatch, TIMESTAMP, type Stopwatch } from './stopwatch.ts';

export interface PackageOptions {
  /** who vouches for the package; null: nobody */
  readonly signer?: Signer | null;
  readonly onPicture?: ComputeOptions['onPicture'];
  /** told when all is computed, and nothing lies in the kernels' memory */
  readonly onComputed?: (() => Promise<void>) | undefined;
  readonly onChunks?: ComputeOptions['onChunks'];
  readonly sums?: PackageEvents['sums'];
}

/**
 * Bytes to package: decode, reconstruct, pack. The command line calls it directly, the service in a worker.
 * @throws Problem where the files or the data do not allow it
 */
export async function performReconstruction(
  kernels: Kernels,
  job: ReconstructionJob,
  onProgress: OnProgress,
  { signer = null, onPicture, onComputed, onChunks, sums }: PackageOptions = {},
): Promise<ReconstructionResult> {
  const { recipe, identity, calibration } = job;
  const watch = stopwatch(onProgress);
  watch.progress(DECODE, 0);
  const { hologram, furtherFrames } = await decodeHologram(job.hologram, recipe, watch);
  const background = job.background && (await decodeBackground(job.background, recipe));

  // a background sent by itself counts for more than one that lies beside the hologram in its file
  const blank = background ? background.frame : hologram.background;
  const frames = { hologram: hologram.frame, furtherFrames, background: blank };
  const reconstruction = reconstruct(kernels, frames, recipe, watch.progress, calibration);
  const flags = [...inputFlags(hologram, background !== null, recipe), ...reconstruction.flags];
  const input = describe(job.hologram, hologram);
  const blankInput = background && describe(job.background!, background);
  release(job.hologram, hologram);
  if (background) release(job.background!, background);
  await onComputed?.();

  watch.progress('package', 0.98);
  const result = await buildPackage(
    kernels,
    { ...reconstruction, flags },
    {
      ...identity,
      ...{ input, background: blankInput },
      calibration: reconstruction.calibration ?? null,
    },
    signer && watched(signer, watch),
    { onPicture, onChunks, sums },
  );
  return { ...result, stages: watch.stop() };
}

/** Waiting for a timestamp is a stage of its own. */
function watched(signer: Signer, watch: Stopwatch): Signer {
  const { timestamp } = signer;
  if (!timestamp) return signer;
  return {
    ...signer,
    timestamp(bytes) {
      watch.progress(TIMESTAMP, 0.99);
      return timestamp(bytes);
    },
  };
}

/** The frame, or the first of a stack and what decodes the others when their turn comes. */
async function decodeHologram(
  file: ReceivedFile,
  { stack_z_mm, channel }: Recipe,
  watch: Stopwatch,
): Promise<{ readonly hologram: DecodedFrame; readonly furtherFrames: Iterable<Frame> }> {
  if (stack_z_mm === null) return { hologram: await decodeReceived(file, channel), furtherFrames: [] };
  const options = { name: file.name, channel };
  const { format, frames, stated, assumed } = decodeStack(joinBlocks(file), stack_z_mm.length, options);
  const rest = frames[Symbol.iterator]();
  const frame = rest.next().value as Frame;
  const furtherFrames = {
    [Symbol.iterator]: () => ({ next: () => watch.decoding(() => rest.next()) }),
  };
  const alone = { needsReview: false, background: null, unused: [] };
  return { hologram: { frame, format, stated, assumed, ...alone }, furtherFrames };
}

export async function decodeBackground(file: ReceivedFile, { channel }: Recipe): Promise<DecodedFrame> {
  try {
    return await decodeReceived(file, channel);
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, `In the background frame: ${cause.message}`, cause.errors);
  }
}

/** Less is not worth it, and may be part of what Node shares between buffers. */
const RELEASED_BYTES = 256 * 1024;

/** Frees samples that nothing looks at any more at once, not when they are swept; but not where the file is the caller's own. */
function release({ blocks }: ReceivedFile, { frame, background }: DecodedFrame): void {
  for (const { buffer } of [frame, background].flatMap((each) => each?.samples ?? [])) {
    if (!(buffer instanceof ArrayBuffer) || buffer.detached || buffer === blocks[0]?.buffer) continue;
    if (buffer.byteLength >= RELEASED_BYTES) buffer.transfer(0);
  }
}

function describe({ sha256, bytes }: ReceivedFile, { frame, format }: DecodedFrame): InputDescription {
  const { width, height, bitDepth } = frame;
  return { sha256, bytes, format, width_px: width, height_px: height, bit_depth: bitDepth };
}

import type { Frame, Frames } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import type { Flag } from '../../core/reconstruction/reconstruction.ts';
import { decodeFrame, type DecodedFrame } from '../../formats/decode/decode.ts';
import { decodeStack } from '../../formats/decode/decode-stack.ts';
import { inputFlags } from '../../formats/decode/input-flags.ts';
import { usesZstandard } from '../../formats/decode/tiff/uses-zstandard.ts';
import type { InputDescription } from '../../formats/report/package-context.ts';
import { loadZstd } from '../decode/inflate.ts';
import { sha256Of } from '../worker/load-kernels.ts';

/** Frames, and what is said of them. */
export interface ReadFiles {
  readonly frames: Frames;
  readonly flags: readonly Flag[];
  readonly input: InputDescription;
  readonly background: InputDescription | null;
}

/** What the files of a request hold, as the service reads them. @throws Problem */
export async function readFrames(
  { hologram, background }: { readonly hologram: File; readonly background: File | null },
  recipe: Recipe,
): Promise<ReadFiles> {
  const first = await decoded(hologram, recipe);
  const blank = background && (await decodedBackground(background, recipe));
  return {
    frames: {
      ...{ hologram: first.hologram.frame, furtherFrames: first.furtherFrames },
      background: blank ? blank.frame.frame : first.hologram.background,
    },
    flags: inputFlags(first.hologram, blank !== null, recipe),
    ...{ input: first.input, background: blank && blank.input },
  };
}

async function decoded(file: File, { stack_z_mm, channel }: Recipe) {
  const bytes = await bytesOf(file);
  const options = { name: file.name, channel };
  if (stack_z_mm === null) {
    const hologram = await decodeFrame(bytes, options);
    return { hologram, furtherFrames: [], input: await describe(bytes, hologram) };
  }
  const { format, frames, stated, assumed } = decodeStack(bytes, stack_z_mm.length, options);
  const [frame, ...furtherFrames] = [...frames] as [Frame, ...Frame[]];
  const alone = { needsReview: false, background: null, unused: [] };
  const hologram: DecodedFrame = { frame, format, stated, assumed, ...alone };
  return { hologram, furtherFrames, input: await describe(bytes, hologram) };
}

async function decodedBackground(file: File, { channel }: Recipe) {
  const bytes = await bytesOf(file);
  try {
    const frame = await decodeFrame(bytes, { name: file.name, channel });
    return { frame, input: await describe(bytes, frame) };
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, `In the background frame: ${cause.message}`, cause.errors);
  }
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (usesZstandard(bytes)) await loadZstd();
  return bytes;
}

async function describe(
  bytes: Uint8Array<ArrayBuffer>,
  { frame, format }: DecodedFrame,
): Promise<InputDescription> {
  const { width, height, bitDepth } = frame;
  const sha256 = (await sha256Of(bytes)) ?? '';
  return { sha256, bytes: bytes.length, format, width_px: width, height_px: height, bit_depth: bitDepth };
}

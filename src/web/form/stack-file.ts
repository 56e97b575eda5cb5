import { limits } from '../../core/limits/limits.ts';
import type { Channel } from '../../formats/decode/samples/grey.ts';
import { encodeNpyArray } from '../../formats/encode/npy-array.ts';
import { computer } from '../worker/computer.ts';

/**
 * Several frames as one file that holds them in order: an NPY array [frame, row, column], which is how the service
 * takes a stack. Frames above the size that is reconstructed are cropped around their centre, as the service does.
 * @param channel of frames in colour; null: they are to be grey
 * @throws Error in words for people
 */
export async function stackFile(files: readonly File[], channel: Channel | null): Promise<File> {
  const { min, max } = limits.stack_frames;
  if (files.length > max) throw new Error(`These are ${files.length} frames; a stack has ${min} to ${max}.`);
  const frames = [];
  for (const file of files) {
    const frame = await computer()
      .call('frameMap', { file, index: null, channel })
      .catch((cause: Error) => {
        throw new Error(`${file.name}: ${cause.message}`);
      });
    void computer().call('release', { ids: [frame.id] });
    frames.push(frame);
  }
  const { rows, cols } = frames[0]!;
  const other = frames.findIndex((frame) => frame.rows !== rows || frame.cols !== cols);
  if (other > 0) {
    const { cols: width, rows: height } = frames[other]!;
    const sizes = `${files[other]!.name} is ${width} × ${height} px, ${files[0]!.name} ${cols} × ${rows} px`;
    throw new Error(`The frames of a stack have one size: ${sizes}.`);
  }
  const values = new Float32Array(frames.length * rows * cols);
  frames.forEach((frame, index) => values.set(frame.values, index * rows * cols));
  const counts = asCounts(values);
  const pieces = encodeNpyArray(counts ?? values, [frames.length, rows, cols]);
  return new File([...pieces] as BlobPart[], 'stack.npy');
}

/** Camera counts take half the room; null: these are none. */
function asCounts(values: Float32Array): Uint16Array | null {
  const counts = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    counts[i] = values[i]!;
    if (counts[i] !== values[i]) return null;
  }
  return counts;
}

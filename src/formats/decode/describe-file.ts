import { Problem } from '../../core/problem/problem.ts';
import { decodeFrame } from './decode.ts';
import { FrameTooLarge } from './samples/frame-size.ts';
import { refusedKind, sniff, type HologramFormat } from './samples/sniff.ts';
import { nothingStated, type StatedRig } from './stated/stated.ts';

/** The fields of a fit check that a file itself answers. */
export interface FileDescription {
  readonly file_format:
    | 'png'
    | 'tiff'
    | 'npy'
    | 'npz'
    | 'jpg'
    | 'raw'
    | 'hdf5'
    | 'bmp'
    | 'mat'
    | 'video'
    | 'other';
  readonly frame_width_px?: number;
  readonly frame_height_px?: number;
  readonly bit_depth?: number;
  /** what its metadata say of the rig */
  readonly stated: StatedRig;
  /** why the file would be refused; null: it would be read */
  readonly refusal: string | null;
}

const words: Readonly<Record<HologramFormat, FileDescription['file_format']>> = {
  ...{ png: 'png', tiff: 'tiff', npy: 'npy', npz: 'npz', jpeg: 'jpg', hdf5: 'hdf5' },
  ...{ bmp: 'bmp', mat: 'mat' },
};

/** What can be read from a file without knowing anything about the rig. Never throws a Problem. */
export async function describeFile(bytes: Uint8Array, name: string): Promise<FileDescription> {
  let file_format: FileDescription['file_format'] = refusedKind(bytes) ?? 'other';
  try {
    const format = sniff(bytes);
    if (format !== undefined) file_format = words[format];
    const { frame, stated } = await decodeFrame(bytes, { name });
    return {
      file_format,
      frame_width_px: frame.width,
      frame_height_px: frame.height,
      bit_depth: frame.bitDepth,
      stated,
      refusal: null,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const size =
      error instanceof FrameTooLarge ? { frame_width_px: error.width, frame_height_px: error.height } : {};
    return { file_format, ...size, stated: nothingStated, refusal: error.message };
  }
}

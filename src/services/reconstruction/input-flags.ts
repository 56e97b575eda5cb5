import { centreCrop } from '../../core/field/camera.ts';
import { limits } from '../../core/limits/limits.ts';
import type { Flag } from '../../core/reconstruction/reconstruction.ts';
import type { DecodedFrame } from '../../formats/decode/decode.ts';

const reasons: Readonly<Partial<Record<DecodedFrame['format'], string>>> = {
  jpeg: 'JPEG compression changes fringes in blocks of 8 px and adds noise that the uncertainty does not know of',
  hdf5: 'HDF5 files differ in layout: check that the right data set was read',
  mat: 'MAT-files differ in what they hold: check that the right variable was read',
  bmp: 'BMP holds 8 bits at most of what the camera saw, and some programs stretch it',
};

/** What about the file itself a person should know, in the rule names of the fit check (contract section 6). */
export function inputFlags({ frame, format, needsReview }: DecodedFrame): Flag[] {
  const flags: Flag[] = [];
  const { width, height, bitDepth } = frame;
  if (needsReview) {
    flags.push({ code: `format_${format}`, level: 'needs_review', detail: `${reasons[format]}.` });
  }
  if (!(limits.tested_bit_depths as readonly number[]).includes(bitDepth)) {
    const tested = limits.tested_bit_depths.join(', ');
    const detail = `The frame has ${bitDepth} bits a pixel; tested are ${tested}.`;
    flags.push({ code: 'bit_depth_untested', level: 'needs_review', detail });
  }
  const crop = centreCrop(width, height);
  if (crop.width < width || crop.height < height) {
    const detail = `The centre ${crop.width} × ${crop.height} px of ${width} × ${height} px was used.`;
    flags.push({ code: 'frame_cropped', level: 'needs_review', detail });
  }
  return flags;
}
